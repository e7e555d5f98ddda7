"""What a search has found as a document, and as files."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from rich.text import Text

from ..documents.playing import Fuzz, FuzzEnd, FuzzFinding, FuzzUnreached
from ..documents.shape import shaped
from ..playing.saves import replay_command
from ..shell.console import console
from ..shell.files import write_text
from .finish import example, name_of
from .plan import Finding, Sort
from .run import Search
from .unreached import Unreached, What


def document(found: Search, missing: list[Unreached], written: dict[int, list[Path]]) -> Fuzz:
    """The document of `fuzz --json`."""
    more = {"interrupted": True} if found.interrupted else {}
    return shaped(
        Fuzz, found, ruleset=found.game.name, engine=found.game.back_end.name, players=list(found.plan.players),
        seed=found.plan.seed, seconds=round(found.seconds, 1), places=len(found.marked.points),
        passed=len(found.passed), ends=ends(found), unreached=[shaped(FuzzUnreached, each) for each in missing],
        findings=[_finding(each, i, written.get(i, [])) for i, each in enumerate(found.findings, 1)], **more,
    )  # fmt: skip


def _finding(finding: Finding, number: int, files: list[Path]) -> FuzzFinding:
    origin, more = finding.origin, {"files": [str(each) for each in files]} if files else {}
    return shaped(
        FuzzFinding, finding, message=finding.words, players=origin.players, seed=origin.seed,
        options=dict(origin.options), found=round(finding.found, 1), example=example(finding, number),
        decisions=[{"player": player, "option": option} for player, option in finding.decisions], **more,
    )  # fmt: skip


def ends(found: Search) -> list[FuzzEnd]:
    """The ways in which games ended, in the order in which they were found."""
    return [
        {
            "players": sign[1], "options": dict(sign[2]), "action": sign[3], "outcome": sign[4], "winners": sign[5],
            "equal": sign[6], "report": list(sign[7]), "seconds": round(reached.seconds, 1),
            "decisions": reached.decisions, "length": len(reached.taken),
        }
        for sign, reached in found.signs.items()
        if sign[0] == "end"
    ]  # fmt: skip


def write(found: Search, folder: Path) -> dict[int, list[Path]]:
    """Write every finding into a folder that is there: the saved game, and the example. The files, by the number of the
    finding.

    Raises UsageError when they cannot be written.
    """
    written: dict[int, list[Path]] = {}
    for number, finding in enumerate(found.findings, 1):
        name = name_of(finding, number)
        save, paste = folder / f"{name}.save.json", folder / f"{name}.example.yaml"
        write_text(save, finding.save)
        write_text(paste, example(finding, number))
        finding.command = replay_command(found.game, save)
        written[number] = [save, paste]
    return written


# ---------------------------------------------------------------- show
#
# What a search has found, for people.


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
