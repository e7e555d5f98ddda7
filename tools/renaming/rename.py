"""Renaming a declaration: the edits that give it another name wherever it is named, in a ruleset, its overlays, its
texts in other languages and its locks.

Guarantee: the rules mean the same afterwards. The places come from the index of uses, never from their spelling; the
edited texts are checked, and every place must name afterwards what it named before.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from yupana.interpreter.compiled import CheckedRuleset, Compiled
from yupana.interpreter.index.elements import Elements, index
from yupana.interpreter.index.references import Declaration, Reference
from yupana.interpreter.rechecking import Rechecker
from yupana.schemas.compose import Composed, compose
from yupana.schemas.errors import UsageError
from yupana.schemas.find import files_of, sources_of
from yupana.schemas.opened import content, file_text, opened, real
from yupana.schemas.source import Diagnostic, Span
from yupana.schemas.stepwise import at_once
from yupana.schemas.table_names import WORKBOOKS, is_workbook

from ..authoring.edits import Edit, apply
from ..authoring.owners import variants_of
from .locks import between, breaks_edits, lock_text, named_paths, weights_text
from .naming import Naming, naming
from .occurrences import as_declared, occurrences
from .texts import texts_edits

Edits = dict[str, set[Edit]]
"""Edits by the real path of their file."""


@dataclass(slots=True)
class Target:
    """A ruleset or overlay, as it is."""

    path: Path
    compiled: CheckedRuleset
    elements: Elements
    checker: Rechecker


@dataclass(frozen=True, slots=True)
class Renamed:
    """What a renaming does: the new texts of the files that change, and the edits of those that people write, by their
    real paths; `naming` is what was renamed."""

    naming: Naming
    texts: dict[str, str] = field(default_factory=dict)
    edits: dict[str, list[Edit]] = field(default_factory=dict)


def rename(
    compiled: CheckedRuleset,
    declaration: Declaration,
    new: str,
    texts: Mapping[str, str],
    others: Iterable[Path] = (),
    *,
    alone: bool = False,
) -> Renamed:
    """Give a declaration of a checked ruleset another name.

    Args:
        compiled: the ruleset or overlay in which it was found, as the texts say it.
        declaration: what is renamed, as the index of uses knows it.
        new: the new name.
        texts: what open files say, by their real paths.
        others: further overlays that may name it, besides those in the folders of the ruleset; what is on another
            ruleset is left alone.
        alone: whether no overlay is asked but those that the ruleset is made of.

    Raises UsageError, with one sentence, where something would mean something else.
    """
    return at_once(renaming(compiled, declaration, new, texts, others, alone=alone))


def renaming(
    compiled: CheckedRuleset,
    declaration: Declaration,
    new: str,
    texts: Mapping[str, str],
    others: Iterable[Path] = (),
    *,
    alone: bool = False,
) -> Generator[None, None, Renamed]:
    """The same in steps, for who has other things to do in between."""
    made = naming(index(compiled), declaration, new)
    root, last = compiled.parts[0], compiled.parts[-1]
    with opened(texts):
        around = compiled.parts if alone else [root, last, *variants_of(root), *others]
        paths = [last] if made.declaration.span.line else around
        known, targets = {real(last): compiled}, list[Target]()
        for path in dict.fromkeys(each.resolve() for each in paths):
            yield
            if path in (root.resolve(), last.resolve()) or _may_name(path, made):
                target = _target(path, known.get(real(path)))
                if (
                    target is not None and target.compiled.parts[0].resolve() == root.resolve()
                ):  # else it is another game
                    targets.append(target)
    edits: Edits = {}
    for each in targets:
        yield
        for file, found in _edits(each, targets[0], made).items():
            edits.setdefault(file, set()).update(found)
    changed = _applied(edits, texts)
    after: dict[Path, Composed] = {}
    with opened({**texts, **changed}):
        for each in targets:
            yield
            after[each.path] = compose(each.path)
    with opened(texts):
        for each in targets:
            yield
            for file, found in texts_edits(each.compiled, each.elements, after[each.path], made).items():
                edits.setdefault(file, set()).update(found)
    changed = _applied(edits, texts)
    with opened({**texts, **changed}):
        tried, checked = list[Compiled](), list[CheckedRuleset]()
        for each in targets:
            yield
            tried.append(each.checker.check())
        for each, now in zip(targets, tried, strict=True):
            yield
            checked.append(_compare(each, now, made, edits))
    for each, then in zip(targets, checked, strict=True):
        for file, edit in breaks_edits(each.elements, each.compiled, then, made):
            if file in {real(one) for one in files_of(each.path)}:
                edits.setdefault(file, set()).add(edit)
    changed = _applied(edits, texts)
    written = {file: sorted(found) for file, found in edits.items()}
    with opened({**texts, **changed}):
        for each, then in zip(targets, checked, strict=True):
            yield
            final = replace(then, hash=compose(each.path).hash)
            kept = lock_text((each.compiled, each.elements), (then, index(then)), made)
            for place, text in filter(None, (kept, weights_text(each.compiled, final, made))):
                written[real(place)] = [between(file_text(place), text)]
                changed[real(place)] = text
    return Renamed(made, changed, written)


def _target(path: Path, known: CheckedRuleset | None) -> Target | None:
    checker = Rechecker(path)
    compiled = checker.check() if known is None else known
    return Target(path, compiled, index(compiled), checker) if isinstance(compiled, CheckedRuleset) else None


def _may_name(path: Path, made: Naming) -> bool:
    """Whether the old or the new name stands somewhere in an overlay."""
    words = "|".join(re.escape(each) for each in (made.old, made.new, made.old.lower()))
    pattern = re.compile(rf"(?<![A-Za-z0-9])(?:{words})(?![A-Za-z0-9])")
    home = path if path.is_dir() else path.parent
    beside = [] if path.is_dir() else [*home.glob(f"{path.stem}.*"), *(home.parent / "texts").glob(f"{path.stem}.*")]
    return may_say({*sources_of(path), *beside}, pattern)


def may_say(files: Iterable[Path], pattern: re.Pattern[str]) -> bool:
    """Whether something may stand in one of some files; what workbooks hold is not looked up."""
    there = (each for each in files if each.is_file())
    return any(each.suffix in WORKBOOKS or pattern.search(file_text(each)) for each in there)


# ---------------------------------------------------------------- edits


def _edits(target: Target, below: Target, made: Naming) -> Edits:
    """The edits at all places where a ruleset names what is renamed."""
    spans: dict[Span, set[Declaration]] = {}
    rows = {real(Path(name)): text.split("\n") for name, text in target.compiled.files.items()}
    for declaration, span in occurrences(target.compiled, target.elements, below.elements):
        if span.line and (span.line, span.column) != (span.end_line, span.end_column):
            spans.setdefault(span, set()).add(declaration)
    found: Edits = {}
    own = {real(each) for each in files_of(target.path)}
    for span, meant in spans.items():
        concerned = [each for each in meant if each in made.forms]
        if not concerned:
            continue
        text = _stands(rows, span)
        bare = text.strip("\"'")
        news = {made.spelled(each, bare) for each in concerned} - {None}
        if len(news) > 1 or (news and len(concerned) < len(meant) and _two(made, target, meant)):
            raise UsageError(f"`{made.old}` also means something else in {Path(span.file).name}, line {span.line}.")
        for new in news:
            if new is not None:
                edit = Edit.at(span, text.replace(bare, new))
                found.setdefault(real(Path(span.file)), set()).add(edit)
    for file, edit in named_paths(target.elements, target.compiled, made):
        if file in own:
            found.setdefault(file, set()).add(edit)
    return found


def _two(made: Naming, target: Target, meant: Iterable[Declaration]) -> bool:
    """Whether something that keeps its name is meant at the same place too."""
    known = target.elements.by_path
    return any(each not in made.forms and each.sort != "local" and each.path in known for each in meant)


def _stands(rows: Mapping[str, list[str]], span: Span) -> str:
    """What stands at a span of one line."""
    lines = rows.get(real(Path(span.file)), [])
    if span.line != span.end_line or span.line > len(lines):
        return ""
    return lines[span.line - 1][span.column - 1 : span.end_column - 1]


def _applied(edits: Edits, texts: Mapping[str, str]) -> dict[str, str]:
    """What the files say with the edits."""
    changed: dict[str, str] = {}
    with opened(texts):
        for file, found in edits.items():
            if is_workbook(file):
                raise UsageError(f"The name stands in {Path(file).name}: change it there, in a spreadsheet program.")
            data = content(Path(file))
            if data.startswith((BOM_UTF16_BE, BOM_UTF16_LE)):
                raise UsageError(f"Save {Path(file).name} with the encoding UTF-8 first, in place of UTF-16.")
            raw = data.decode("utf-8", "surrogateescape")
            mark = "\ufeff" if raw.startswith("\ufeff") else ""
            try:
                changed[file] = mark + apply(raw[len(mark) :], found)
            except ValueError:
                raise UsageError(f"Two names meet at one place of {Path(file).name}.") from None
    return changed


# ---------------------------------------------------------------- what it means then


def _compare(target: Target, after: Compiled, made: Naming, edits: Edits) -> CheckedRuleset:
    """What the ruleset is then. Raises UsageError where it has new faults, or something means something else."""
    fault = _new_fault(target.compiled, after)
    if fault is not None:
        raise UsageError(f"It cannot be called `{made.new}`: {_at(fault.span)} {_sentence(fault)}")
    if not isinstance(after, CheckedRuleset):
        raise UsageError(f"It cannot be called `{made.new}`: the ruleset could not be read then.")
    place = difference(target.elements, index(after), made, edits)
    if place is not None:
        raise UsageError(
            f"It cannot be called `{made.new}`: {_at(place)} something would have another meaning than it has now."
        )
    return after


def _at(span: Span) -> str:
    return f"in {Path(span.file).name}, line {span.line},"


def _sentence(fault: Diagnostic) -> str:
    return fault.message if fault.message.endswith(".") else f"{fault.message}."


def _mark(fault: Diagnostic) -> tuple[str, str, int]:
    return fault.code, real(Path(fault.span.file)), fault.span.line


def _new_fault(before: Compiled, after: Compiled) -> Diagnostic | None:
    """A fault that was not there before."""
    known = [_mark(each) for each in before.diagnostics]
    for each in after.diagnostics:
        mark = _mark(each)
        if mark in known:
            known.remove(mark)
        else:
            return each
    return None


# ---------------------------------------------------------------- whether every name means what it meant

# Whether every name of an edited ruleset means what it meant before, but for what was renamed.


Key = tuple[object, ...]


def difference(before: Elements, after: Elements, made: Naming, edits: Mapping[str, Iterable[Edit]]) -> Span | None:
    """A place (of the old or the new text) that names something else, or another sort of place, than before."""
    then, now = _keys(before, made, _Shift(edits)), _keys(after, None, _Shift({}))
    differing = [span for key, span in then.items() if key not in now] + [
        span for key, span in now.items() if key not in then
    ]
    return min(differing, key=lambda each: (each.file, each.line, each.column), default=None)


def _keys(elements: Elements, made: Naming | None, shift: _Shift) -> dict[Key, Span]:
    """What is named where, in the names and at the places of afterwards."""
    return {_key(each, elements, made, shift): each.span for each in elements.references.references}


def _key(each: Reference, elements: Elements, made: Naming | None, shift: _Shift) -> Key:
    declaration = as_declared(elements, each.declaration)
    where = each.element if made is None else made.path(each.element)
    return (each.kind, where, shift.of(each.span), _declared(declaration, made, shift))


def _declared(declaration: Declaration, made: Naming | None, shift: _Shift) -> Key:
    path, name = declaration.path, declaration.name
    if made is not None:
        path, name = made.path(path), made.word(declaration)
    return (declaration.sort, path, name, shift.of(declaration.span))


class _Shift:
    """Where places are after edits that stay in their lines, but for those that add lines."""

    def __init__(self, edits: Mapping[str, Iterable[Edit]]) -> None:
        self._rows: dict[str, dict[int, list[Edit]]] = {}
        self._added: dict[str, Counter[int]] = {}
        self._files: dict[str, str] = {}
        for file, found in edits.items():
            rows = self._rows.setdefault(file, {})
            for each in found:
                rows.setdefault(each.line, []).append(each)
                if "\n" in each.new:
                    self._added.setdefault(file, Counter())[each.line] += each.new.count("\n")

    def of(self, span: Span) -> Key:
        """The file, line and column where a span begins then."""
        if not span.line:
            return ()
        file = self._file(span.file)
        if file not in self._rows:
            return file, span.line, span.column
        before = [each for each in self._rows[file].get(span.line, ()) if each.column < span.column]
        column = span.column + sum(len(each.new) - (each.end_column - each.column) for each in before)
        added = self._added.get(file, Counter())
        return file, span.line + sum(more for line, more in added.items() if line < span.line), column

    def _file(self, name: str) -> str:
        """The real path of a file as it is told, which depends on the current folder: known for one comparison only."""
        if name not in self._files:
            self._files[name] = real(Path(name))
        return self._files[name]
