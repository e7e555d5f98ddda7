"""The files that a command names, each laid out and proved to say the same as before.

Nothing is written here. A file with a fault of YAML or of syntax has no new layout but diagnostics.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from yupana.interpreter.language.trees import same
from yupana.schemas.compose import SHIPPED, compose
from yupana.schemas.errors import UsageError
from yupana.schemas.find import SUFFIXES, VARIANTS, files_of, find, header_of, leads_outside, shown
from yupana.schemas.moves import read_move
from yupana.schemas.reader import load_text, read_text
from yupana.schemas.source import Diagnostic, Report
from yupana.schemas.tree import Mapping, Node, Scalar
from yupana.schemas.tree import Sequence as List

from ..shell.sentences import sentence
from .page import format_text
from .parsing import parse, read_code
from .roles import Attributes, Place, Role
from .scalars import drawing
from .tree import UnknownLayoutError, read_comments


class UnsafeLayoutError(Exception):
    """An internal error: a layout that does not say the same as the file; it is not used."""


@dataclass(slots=True)
class Formatted:
    """One file. `after` is None when it has faults, which `diagnostics` then holds; equal texts mean no change."""

    path: Path
    shown: str
    before: str = ""
    after: str | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)

    @property
    def changes(self) -> bool:
        """Whether the layout is not canonical yet."""
        return self.after is not None and self.after != self.before


def format_targets(targets: Sequence[str]) -> list[Formatted]:
    """Lay out all files of some rulesets, folders and files, each once.

    Raises UsageError for a target that names nothing, UnsafeLayoutError for an internal error.
    """
    _with_header.cache_clear()  # files may have changed, and a relative path may lead elsewhere, since the last call
    attributes_of.cache_clear()
    files: dict[Path, tuple[Path, str, str | None]] = {}
    for target in targets:
        for path, owner in _files(target):
            files.setdefault(path.resolve(), (path, shown(path), owner))
    return [format_file(path, name, attributes_of(owner)) for path, name, owner in files.values()]


def format_file(path: Path, name: str, attributes: Attributes) -> Formatted:
    """Lay out one file.

    Raises UnsafeLayoutError when the result would not say the same.
    """
    result = Formatted(path, name)
    report = Report()
    text = read_text(path, name, report)
    if text is not None:
        result.before = text
        result.after = _format(text, name, attributes, report)
    result.diagnostics = report.in_order()
    return result


def _format(text: str, name: str, attributes: Attributes, report: Report) -> str | None:
    tree = load_text(text, name, report)
    place = Place(attributes)
    if tree is not None:
        _read_code(tree, place, report)
    if report.diagnostics:
        return None
    try:
        after = format_text(text, attributes)
    except UnknownLayoutError as reason:
        raise UnsafeLayoutError(f"{name}: {reason} cannot be laid out") from None
    if after == text:  # most files are laid out already, and then there is nothing to prove
        return after
    check = Report()
    again = load_text(after, name, check)
    wrong = same_meaning(tree, again, place) if not check.diagnostics else check.diagnostics[0].message
    if wrong is None and sorted(read_comments(text)) != sorted(read_comments(after)):
        wrong = "a comment is lost"
    if wrong is None and format_text(after, attributes) != after:
        wrong = "a second layout is another one"
    if wrong is not None:
        raise UnsafeLayoutError(f"{name} would not say the same: {wrong}")
    return after


def _read_code(node: Node, place: Place, report: Report) -> None:
    """Find the faults in the syntax of all code."""
    node = place.listed(node)
    if isinstance(node, Mapping):
        for key, value in node.items():
            _read_code(value, place.child(key), report)
    elif isinstance(node, List):
        for value in node:
            _read_code(value, place.item(), report)
    elif isinstance(node, Scalar) and not node.is_empty:
        role = place.role()
        if role != "data" and role != "move":
            read_code(node.code, role, report)


# ---------------------------------------------------------------- which files


def _files(target: str) -> Iterator[tuple[Path, str | None]]:
    """The files that a target stands for, each with the ruleset that it is a part of, if there is one."""
    path = Path(target.replace("\0", ""))
    if path.is_file() and path.suffix in SUFFIXES:
        yield path, _owner(path)
    elif path.is_dir() and (path.suffix or "/" in target or not _named(target)):
        yield from _inside(path, target)
    elif "+" in target:
        composed = compose(target)
        _must_be_there(target, composed.report.diagnostics)
        for name in composed.files:
            if name.endswith(SUFFIXES):
                yield Path(name), target
    else:
        found = _named(target)
        if found is None:
            _must_be_there(target, compose(target).report.diagnostics)
            raise UsageError(f"`{target}` names no ruleset, no file and no folder.")
        yield from _inside(found, target) if found.is_dir() else [(found, _owner(found))]


def _named(word: str) -> Path | None:
    return find(word, [SHIPPED, Path()])[0]


def _inside(folder: Path, target: str) -> Iterator[tuple[Path, str | None]]:
    """The ruleset files in a folder and the folders in it, hidden ones left out; other YAML is not touched."""
    found = False
    for path in sorted(folder.rglob("*"), key=lambda each: each.relative_to(folder).parts):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.suffix in SUFFIXES and path.is_file() and not hidden and not leads_outside(path, folder):
            owner = _owner(path)
            if owner is not None:
                found = True
                yield path, owner
    if not found:
        raise UsageError(f"The folder `{target}` holds no ruleset.")


def _owner(path: Path) -> str | None:
    """The ruleset that a file is a part of: its folder if that is one, else the file itself if it has a header."""
    with_header = _with_header(path.parent)
    if path.parent.name != VARIANTS and len(with_header) == 1:
        return str(path.parent)
    return str(path) if path in with_header else None


@cache
def _with_header(folder: Path) -> list[Path]:
    """The files of a folder that begin a ruleset or an overlay."""
    return [each for each in files_of(folder) if header_of(each) is not None]


@cache
def attributes_of(owner: str | None) -> Attributes:
    """The attributes of a ruleset; none are known without one."""
    if owner is None:
        return Attributes()
    composed = compose(owner)
    return Attributes.of(composed.ruleset or composed.partial)


def _must_be_there(target: str, diagnostics: Sequence[Diagnostic]) -> None:
    for each in diagnostics:
        if each.code in ("YUP121", "YUP122") and each.span.file in ("", target):
            raise UsageError(sentence("; ".join(filter(None, (each.message, each.hint)))))


# ---------------------------------------------------------------- that nothing but the layout has changed

# That a layout changed nothing but the layout: the same names in the same order, the same data, the same code. Only the
# keys of an element may come in another order, and in no other than the canonical one.
#
# A ruleset is a function of what its files say; so where every file says the same, the composed ruleset is the same,
# and so is its program. `same_program` compares that too.


def same_meaning(before: Node | None, after: Node | None, place: Place) -> str | None:
    """Nothing if two files say the same, else the path of the first thing that differs."""
    if before is None or after is None:
        return None if before is after else "the file"
    return _differs(before, after, place, "")


def _differs(before: Node, after: Node, place: Place, path: str) -> str | None:
    if place.lines.items is not None:  # a single value stands for a list of one
        before, after = place.lines.listed(before), place.lines.listed(after)
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        if list(after) not in (list(before), place.in_order(list(before))):
            return path or "the file"
        found = (_differs(value, after[key], place.child(key), f"{path}.{key}") for key, value in before.items())
        return next((each for each in found if each), None)
    if isinstance(before, List) and isinstance(after, List):
        if len(before) != len(after):
            return path
        pairs = enumerate(zip(before, after, strict=True))
        found = (_differs(old, new, place.item(), f"{path}.{number}") for number, (old, new) in pairs)
        return next((each for each in found if each), None)
    if isinstance(before, Scalar) and isinstance(after, Scalar):
        same = _same_scalar(before, after, place.role())
        return None if same or (place.is_diagram and drawing(before.text) == drawing(after.text)) else path
    return path


def _same_scalar(before: Scalar, after: Scalar, role: Role) -> bool:
    if before.is_empty != after.is_empty:
        return False
    if role != "data" and not before.is_empty:
        return same_code(before.text, after.text, role)
    return before.text == after.text and before.kind == after.kind


def same_code(before: str, after: str, role: Role) -> bool:
    """Whether two pieces of code have the same syntax tree, places aside."""
    if before == after:
        return True
    if role == "data":
        return False
    if role == "move":
        was, now = read_move(before), read_move(after)
        return was.claim == now.claim and "".join(was.option.split()) == "".join(now.option.split())
    old, new = parse(before, role), parse(after, role)
    return old is not None and new is not None and same(old, new)
