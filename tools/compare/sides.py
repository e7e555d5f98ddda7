"""The two sides of a comparison: a target, found, read and indexed, with its revision if it has one."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from yupana.interpreter.compile import compile_ruleset, read_ruleset
from yupana.interpreter.compiled import CheckedRuleset, Compiled, SoundRuleset
from yupana.interpreter.index.elements import Elements, index
from yupana.interpreter.rechecking import garbage_waits
from yupana.schemas.compose import compose
from yupana.schemas.errors import UsageError
from yupana.schemas.find import SHIPPED
from yupana.schemas.source import RulesetError

from ..shell.temporary import temporary_folder
from ..targets.names import must_be_there
from .revisions import split, take_out

if TYPE_CHECKING:
    from yupana.schemas.source import Diagnostic, Span


@dataclass(slots=True)
class Side:
    """One of the two rulesets. `target` is what the person typed, without folders of this machine; `compiled` holds its
    declarations and, if it has no faults, its program; `folder` and `revision` are set when it was taken out of a
    repository."""

    target: str
    compiled: CheckedRuleset
    elements: Elements
    where: str
    folder: str = ""
    revision: str = ""
    texts: dict[str, str] = field(default_factory=dict)

    @property
    def sound(self) -> SoundRuleset:
        """It with its program, where it was compiled as well."""
        assert isinstance(self.compiled, SoundRuleset)
        return self.compiled

    @property
    def title(self) -> str:
        """Its title."""
        return str(self.elements.ruleset.ruleset.title)

    @property
    def called(self) -> str:
        """What people call it beside another: its title, with the revision that it is of."""
        return f"{self.title} at {self.revision}" if self.revision else self.title

    def tell(self, text: str) -> str:
        """A text without folders of this machine: a report is read elsewhere. Paths are told from the current folder
        or the one the ruleset lies in, those of a revision as paths of the revision."""
        if self.folder:
            text = text.replace(self.folder + "/", f"{self.revision}:")
        return without_folders(text, self.compiled.parts)

    def place(self, span: Span) -> str:
        """`file:line` as people look it up."""
        return self.tell(f"{span.file}:{span.line}") if span.file else ""


def without_folders(text: str, parts: Sequence[Path] = ()) -> str:
    """A text in which no path of a shipped ruleset, of a file in the current folder, or of these parts is absolute."""
    here = Path.cwd()
    whole = [each.absolute() for each in parts]
    # a variant that lies inside its base keeps the folders between them
    homes = {here, here.resolve(), SHIPPED}
    homes |= {each.parent for each in whole if not any(each.is_relative_to(base) for base in whole if base != each)}
    for home in sorted((f"{each.as_posix()}/" for each in homes if each != each.parent), key=len, reverse=True):
        text = re.sub(rf"(?<![\w./-]){re.escape(home)}", "", text)
    return text


@contextmanager
def open_sides(old: str, new: str, *, programs: bool = False) -> Iterator[tuple[Side, Side]]:
    """Both sides of a comparison, as long as this lasts. With `programs` both are compiled as well.

    Raises UsageError when there is no such ruleset or revision, RulesetError when a ruleset cannot be read; with
    `programs` also when it has any other fault.
    """
    with temporary_folder(Path(tempfile.gettempdir()), "yupana-compare") as folder:
        root = folder.resolve()
        yield _open(old, root / "old", programs=programs), _open(new, root / "new", programs=programs)


def _open(target: str, folder: Path, *, programs: bool) -> Side:
    name, revision = split(target)
    where = take_out(name, revision, folder) if revision else target
    compiled = read(where, programs=programs)
    side_folder = str(folder) if revision else ""
    _refuse(where, compiled.diagnostics, side_folder, revision)
    if not isinstance(compiled, CheckedRuleset):
        raise UsageError(f"`{target}` holds no ruleset.")
    told = without_folders(name, () if revision else compiled.parts) + (f"@{revision}" if revision else "")
    return Side(told, compiled, index(compiled), where, side_folder, revision, dict(compiled.files))


def read(where: str, *, programs: bool) -> Compiled:
    """A ruleset with its declarations; with `programs` compiled as well."""
    return compile_ruleset(where) if programs else read_ruleset(where)  # one that does not run yet


def elements_at(target: str, revision: str, known: Collection[str] = ()) -> Elements:
    """What the elements of a ruleset said in a revision; what they use is not looked for, which is quicker, and what
    stood in files that say the same as a `known` one (their texts) is left out. Raises as `open_sides`."""
    with temporary_folder(Path(tempfile.gettempdir()), "yupana-compare") as folder, garbage_waits():
        where = take_out(target, revision, folder.resolve())
        composed = compose(where)
        name = f"{target}@{revision}"
        _refuse(where, composed.report.in_order(), str(folder.resolve()), revision)
        if composed.ruleset is None:
            raise UsageError(f"`{name}` holds no ruleset.")
        unread = {file for file, text in composed.files.items() if text in known} if len(composed.parts) == 1 else ()
        return Elements(composed.ruleset, unread=unread)


def _refuse(where: str, diagnostics: Sequence[Diagnostic], folder: str, revision: str) -> None:
    """End where what was read from `where` is not sound."""
    must_be_there(where, diagnostics)
    errors = [each for each in diagnostics if each.severity == "error"]
    if errors:
        raise RulesetError([replace(each, span=_shown_span(each.span, folder, revision)) for each in errors])


def _shown_span(span: Span, folder: str, revision: str) -> Span:
    return replace(span, file=span.file.replace(folder + "/", f"{revision}:")) if folder else span
