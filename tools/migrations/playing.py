"""Whether a ruleset plays, once its files are written anew, as it played before: both are compiled and compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.schemas.find import shown
from yupana.schemas.opened import opened, real
from yupana.schemas.source import Diagnostic, Span
from yupana.schemas.versions import CURRENT

from ..authoring.owners import target

CODE = "YUP215"


def played_otherwise(path: Path, files: Iterable[tuple[Path, str]], head: Span) -> Iterator[Diagnostic]:
    """What keeps a part (a ruleset or an overlay) from being written anew: that it would no longer play, or play
    another game. `files` are those that change, with their new texts; `head` is where the version stands. Nothing is
    said of what does not play as it is."""
    name = target(Path(shown(path)))
    before = compile_ruleset(name)
    if before.program is None:
        return
    with opened({real(file): text for file, text in files}):
        after = compile_ruleset(name)
    if after.program is None:
        known = {(each.code, each.message) for each in before.diagnostics if each.severity == "error"}
        for each in after.diagnostics:
            if each.severity == "error" and (each.code, each.message) not in known:
                message = f"in version {CURRENT} this plays no longer: {each.code} {each.message}"
                line = next((one.span for one in before.diagnostics if one.code == each.code), head)
                yield Diagnostic(CODE, "error", message, line, each.hint or "change it before you migrate")
        return
    if before.program.rules != after.program.rules:
        was, now = dict(before.program.elements), dict(after.program.elements)
        other = [path for path in {**was, **now} if was.get(path) != now.get(path)]
        what = f"`{other[0]}` would do something else" if other else "it would be another game"
        message = f"in version {CURRENT} this plays otherwise: {what}"
        yield Diagnostic(CODE, "error", message, head, "write it in the way of the new version yourself, and try again")
