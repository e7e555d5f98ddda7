"""What a search has found as a document, and as files."""

from __future__ import annotations

from pathlib import Path

from ..documents.fuzzing import Fuzz, FuzzEnd, FuzzFinding
from ..playing.saves import replay_command
from ..shell.files import write_text
from .finish import example, name_of
from .plan import Finding
from .run import Search
from .unreached import Unreached


def document(found: Search, missing: list[Unreached], written: dict[int, list[Path]]) -> Fuzz:
    """The document of `fuzz --json`."""
    plan = found.plan
    made: Fuzz = {
        "ruleset": found.game.name,
        "engine": found.game.back_end.name,
        "players": list(plan.players),
        "seed": plan.seed,
        "seconds": round(found.seconds, 1),
        "decisions": found.decisions,
        "playouts": found.playouts,
        "ended": found.ended,
        "places": len(found.marked.points),
        "passed": len(found.passed),
        "findings": [_finding(each, i, written.get(i, [])) for i, each in enumerate(found.findings, 1)],
        "ends": ends(found),
        "unreached": [
            {"what": each.what, "name": each.name, "how": each.how, "file": each.file, "line": each.line}
            for each in missing
        ],
    }
    if found.interrupted:
        made["interrupted"] = True
    return made


def _finding(finding: Finding, number: int, files: list[Path]) -> FuzzFinding:
    made: FuzzFinding = {
        "sort": finding.sort,
        "message": finding.words,
        "place": finding.place,
        "players": finding.origin.players,
        "seed": finding.origin.seed,
        "options": dict(finding.origin.options),
        "decisions": [{"player": player, "option": option} for player, option in finding.decisions],
        "length": finding.length,
        "found": round(finding.found, 1),
        "example": example(finding, number),
        "save": finding.save,
        "command": finding.command,
    }
    if files:
        made["files"] = [str(each) for each in files]
    return made


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
