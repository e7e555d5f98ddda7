"""Which examples a change touches: those that come out differently under the new rules.

The old examples are run under both rulesets. One comes out differently when its verdict is another, or when a part of
its conditions has another value, even where the condition still holds. So no example that fails by the change is left
out, and one that goes through what was changed without seeing it is not listed.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace
from typing import TYPE_CHECKING

from yupana.interpreter.examples.running import observe_examples

from ..testing.affected import Change as Edit
from ..testing.affected import affected
from .between import translated
from .model import Change, Difference

if TYPE_CHECKING:
    from yupana.interpreter.compiled import SoundRuleset
    from yupana.interpreter.examples.running import Observed
    from yupana.interpreter.index.elements import Elements

    from .pairing import Pairing

Runs = tuple[Mapping[str, "Observed"], Mapping[str, "Observed"]]
"""The old examples by name, under the old rules and under the new ones."""


def run_old_examples(old: SoundRuleset, new: SoundRuleset, pairing: Pairing) -> Runs:
    """Run every example of the old ruleset under both; what is renamed is called by its new name under the new one."""
    examples = {name: translated(example, pairing) for name, example in old.ruleset.examples.items()}
    under_new = replace(new, ruleset=new.ruleset.model_copy(update={"examples": examples}))
    before = {each.result.name: each for each in observe_examples(old)}
    after = {each.result.name: each for each in observe_examples(under_new)}
    return before, after


def narrow(difference: Difference, runs: Runs, old: Elements, new: Elements) -> None:
    """Leave of the examples of each change those that come out differently and that the change may concern. What no
    change seems to concern is put to all that can change how the game plays."""
    pairing = difference.pairing
    different = {name for name in runs[0] if _differs(runs[0][name], runs[1][name], pairing)}
    difference.ran = True
    told: set[str] = set()
    for change in difference.changes:
        if change.element.section in ("rules", "examples"):
            continue
        change.concerned.examples = [name for name in runs[0] if name in different & _bound(change, old, new)]
        told.update(change.concerned.examples)
    for change in difference.changes if different - told else ():
        if change.plays:
            there = {*change.concerned.examples, *(different - told)}
            change.concerned.examples = [name for name in runs[0] if name in there]


def _bound(change: Change, old: Elements, new: Elements) -> Set[str]:
    """The examples that a change may concern."""
    if not change.matters:
        return set()
    if change.unused:
        return set(change.concerned.examples)
    if change.path not in old.by_path and change.path not in new.by_path:  # the order of a section
        return {str(name) for name in old.ruleset.examples}
    return {*affected([Edit(change.path, "changed")], old, new), *change.concerned.examples}


def _differs(before: Observed, after: Observed, pairing: Pairing) -> bool:
    if before.result.ok != after.result.ok:
        return True
    was = tuple([tuple([each and pairing.translated(each, code=True) for each in values]) for values in before.seen])
    return was != after.seen or pairing.translated(before.result.message, code=True) != after.result.message
