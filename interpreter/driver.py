"""The driver: a ruleset is checked as a whole, and then lowered as a whole.

What is sound of a faulty ruleset is lowered too, though no program is made of it: what has no room where it is kept
over a decision, and where hidden values go, shows only in the program, and all faults are told in one run.
"""

from __future__ import annotations

from yupana.schemas.left_out import LeftOut
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Report

from .check.checker import check
from .compiled import CheckedRuleset, Compiled, SoundRuleset
from .disclosure import Disclosure, hidden_in_features
from .lower.assemble import assemble
from .lower.rules import lower_rules
from .lower.tables import Tables

_WITH_MEMBERS = ("boards", "enums", "kinds", "players")


def translate(
    compiled: Compiled, ruleset: Ruleset, report: Report, left_out: LeftOut | None = None, *, followed: bool = True
) -> CheckedRuleset:
    """What is made of the declarations of what was `compiled` so far; one without errors where the report has none.
    Faults go to the report. `left_out` is given for what could be read of a faulty ruleset: the words of what is
    missing, about which nothing is said. Unless hidden values are `followed`, where these go is not asked; nor where
    those may be missing in whose zones and fields things are."""
    ruleset.came_from(compiled.files)
    checked = check(ruleset, report, compiled.files, left_out)
    tables = Tables(checked.world)
    lowered = lower_rules(tables, checked.rules)
    report.extend(tables.faults)
    disclosure = Disclosure(tables)
    if followed and (left_out is None or left_out.sections.isdisjoint(_WITH_MEMBERS)):
        report.extend(disclosure.faults(lowered.scoring.report))
        report.extend(hidden_in_features(disclosure, lowered.features.items, checked.rules.features))
    made = {"ruleset": ruleset, "checked": checked, "tables": tables, "disclosure": disclosure}
    if report.errors or left_out is not None:
        return CheckedRuleset.of(compiled, program=None, **made)
    program = assemble(tables, lowered, compiled.name, compiled.hash, compiled.versions)
    return SoundRuleset.of(compiled, program=program, **made)
