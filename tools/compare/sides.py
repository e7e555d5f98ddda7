"""The two sides of a comparison: a target, found, read and indexed, with its revision if it has one."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..common import UsageError, must_be_there
from .revisions import split, take_out

if TYPE_CHECKING:
    from yupana.interpreter.compile import Compiled
    from yupana.interpreter.elements import Elements
    from yupana.schemas.source import Span


@dataclass(slots=True)
class Side:
    """One of the two rulesets. `target` is what the person typed; `compiled` holds its declarations and, if it has no
    faults, its program; `folder` and `revision` are set when it was taken out of a repository."""

    target: str
    compiled: Compiled
    elements: Elements
    where: str
    folder: str = ""
    revision: str = ""
    texts: dict[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """Its title."""
        return str(self.elements.ruleset.ruleset.title)

    def tell(self, text: str) -> str:
        """A text in which paths of the folder are told as paths of the revision."""
        return text.replace(self.folder + "/", f"{self.revision}:") if self.folder else text

    def place(self, span: Span) -> str:
        """`file:line` as people look it up."""
        return self.tell(f"{span.file}:{span.line}") if span.file else ""


@contextmanager
def open_sides(old: str, new: str, *, programs: bool = False) -> Iterator[tuple[Side, Side]]:
    """Both sides of a comparison, as long as this lasts. With `programs` both are compiled as well.

    Raises UsageError when there is no such ruleset or revision, RulesetError when a ruleset cannot be read; with
    `programs` also when it has any other fault.
    """
    with tempfile.TemporaryDirectory(prefix="yupana-") as folder:
        root = Path(folder).resolve()
        yield _open(old, root / "old", programs=programs), _open(new, root / "new", programs=programs)


def _open(target: str, folder: Path, *, programs: bool) -> Side:
    from yupana.interpreter.elements import index
    from yupana.schemas.source import RulesetError

    name, revision = split(target)
    where = take_out(name, revision, folder) if revision else target
    compiled = _compiled(where) if programs else _composed(where)
    side_folder = str(folder) if revision else ""
    must_be_there(where, compiled.diagnostics)
    errors = [each for each in compiled.diagnostics if each.severity == "error"]
    if compiled.ruleset is None or errors:
        told = [replace(each, span=_told(each.span, side_folder, revision)) for each in errors]
        if not told:
            raise UsageError(f"`{target}` holds no ruleset.")
        raise RulesetError(told)
    return Side(target, compiled, index(compiled.ruleset), where, side_folder, revision, dict(compiled.files))


def _composed(where: str) -> Compiled:
    """Read without checking the code: a ruleset that does not run yet can still be compared."""
    from yupana.interpreter.compile import Compiled
    from yupana.schemas.compose import compose

    composed = compose(where)
    diagnostics = composed.report.in_order()
    return Compiled(composed.name, composed.hash, composed.files, diagnostics, composed.ruleset)


def _compiled(where: str) -> Compiled:
    from yupana.interpreter.compile import compile_ruleset

    return compile_ruleset(where)


def _told(span: Span, folder: str, revision: str) -> Span:
    return replace(span, file=span.file.replace(folder + "/", f"{revision}:")) if folder else span
