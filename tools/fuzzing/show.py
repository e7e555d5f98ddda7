"""What a search has found, for people."""

from __future__ import annotations

from collections import Counter

from rich.text import Text

from ..shell.console import console
from .finish import example
from .plan import Sort
from .run import Search
from .unreached import Unreached, What

_SHOWN = 12
"""So many of what was not reached are told of each sort, and so many decisions of a finding."""
_SORTS: dict[Sort, str] = {
    "fault": "a rule fails", "bug": "a mistake of Yupana", "invariant": "an invariant does not hold",
    "endless": "a game without an end", "long": "a very long game", "leak": "a secret is told",
    "save": "a saved game is another one", "text": "a text that is read as something else",
    "engine": "engines disagree",
}  # fmt: skip
_WHAT: dict[What, str] = {
    "element": "never carried out", "decision": "decisions never asked", "alternative": "options never taken",
    "branch": "branches never taken", "rule": "rules that only these carry out", "entry": "pieces that never moved",
}  # fmt: skip


def show(found: Search, missing: list[Unreached], written: bool) -> None:
    """Print how much was played, what is wrong with its example, and what was not reached."""
    out = console()
    passed, places = len(found.passed), len(found.marked.points)
    out.print(
        f"{found.decisions:,} decisions in {found.playouts:,} playouts, {found.ended:,} to their end; "
        f"{passed} of {places} places in the rules were reached"
    )
    for number, finding in enumerate(found.findings, 1):
        where = f" ({finding.place})" if finding.place else ""
        out.print()
        out.print(Text(f"{_SORTS[finding.sort]}: {finding.words}{where}", "red"))
        if finding.sort == "long":
            out.print(f"  {finding.length:,} decisions; {finding.origin.players} players, seed {finding.origin.seed}")
        else:
            shrunk = f", {finding.length} when it was found" if finding.length > len(finding.taken) else ""
            out.print(f"  {len(finding.taken)} decision{'' if len(finding.taken) == 1 else 's'}{shrunk}")
            if len(finding.taken) <= 10 * _SHOWN:
                out.print(Text(example(finding, number).rstrip()))
        if finding.command and (written or len(finding.command) < 300):
            out.print(Text(f"  again: {finding.command}"))
    if not found.findings:
        out.print("nothing is wrong with what was reached")
    _missing(missing)


def _missing(missing: list[Unreached]) -> None:
    out = console()
    many = Counter(each.what for each in missing)
    for what, title in _WHAT.items():
        if not many[what]:
            continue
        out.print()
        out.print(f"{title}: {many[what]}")
        for each in [each for each in missing if each.what == what][:_SHOWN]:
            how = f", {each.how}" if each.how else ""
            at = f"{each.file}:{each.line}: " if each.file else ""
            out.print(Text(f"  {at}{each.name}{how}"))
        if many[what] > _SHOWN:
            out.print(f"  … and {many[what] - _SHOWN} more")
