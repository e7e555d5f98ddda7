"""A ruleset with everything that is made of it: its overlays, those in its folder that nobody has opened too, and all
texts in other languages. What is not open is read when it is first asked for, and again when its files change."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from yupana.interpreter.check.interpolation import names_in_figures
from yupana.interpreter.compile import read_ruleset
from yupana.interpreter.compiled import CheckedRuleset
from yupana.interpreter.index.references import Declaration
from yupana.schemas.find import shown, sources_of
from yupana.schemas.opened import file_text, opened, real
from yupana.schemas.source import NOWHERE, Code, Span
from yupana.schemas.texts import languages, text_file
from yupana.schemas.tree import Mapping, Scalar, Word

from ..authoring.owners import variants_of
from ..renaming.occurrences import Occurrence, as_declared, book_names, element, labels, occurrences, section
from ..renaming.rename import may_say
from .projects import Opened, Project, Projects, Snapshot
from .schema_nodes import tree_of

Stamp = tuple[object, ...]


@dataclass(slots=True)
class _Cached:
    """What was made of a ruleset that is not open, and what its files said then."""

    stamp: Stamp = ()
    snapshot: Snapshot | None = None


@dataclass(frozen=True, slots=True)
class Member:
    """A ruleset or overlay of a family. `places` are all places where something is named, by what is named."""

    path: Path
    snapshot: Snapshot
    places: dict[Declaration, list[Span]]


@dataclass(slots=True)
class Families:
    """The rulesets that requests look at beside those that are open. For one thread at a time."""

    projects: Projects
    _cached: dict[Path, _Cached] = field(default_factory=dict)
    _members: dict[Path, Member] = field(default_factory=dict)

    def root(self, snapshot: Snapshot) -> Snapshot | None:
        """The ruleset that an overlay is on; itself for one that is no overlay."""
        parts = snapshot.compiled.parts
        return snapshot if len(parts) < 2 else self._snapshot(parts[0], self.projects.files.copy())

    def members(self, snapshot: Snapshot, words: frozenset[str]) -> Iterator[Member]:
        """The ruleset itself, what it is on, and all overlays that may name something with one of these words."""
        parts = snapshot.compiled.parts
        if not parts:
            return
        files = self.projects.files.copy()
        paths = [parts[-1], parts[0], *variants_of(parts[0])]
        paths += [each.target for each in [*self.projects.by_target.values()] if _is_on(each, parts[0])]
        below = self.root(snapshot) or snapshot
        for path in dict.fromkeys(each.resolve() for each in paths):
            own = path == parts[-1].resolve()
            if own or path == parts[0].resolve() or _says(path, words, files):
                found = snapshot if own else self._snapshot(path, files)
                if found is not None:
                    yield self._member(path, found, below, files)

    def own(self, snapshot: Snapshot) -> Member | None:
        """The ruleset itself."""
        parts = snapshot.compiled.parts
        below = self.root(snapshot) or snapshot
        return self._member(parts[-1].resolve(), snapshot, below, self.projects.files.copy()) if parts else None

    def _snapshot(self, path: Path, files: Opened) -> Snapshot | None:
        for each in [*self.projects.by_target.values()]:
            if each.target.resolve() == path.resolve() and each.snapshot is not None:
                return each.snapshot
        cached = self._cached.setdefault(path, _Cached())
        stamp = _stamp(path, cached.snapshot, files)
        if cached.stamp != stamp:
            with opened(files.texts):
                compiled = read_ruleset(path)
            cached.snapshot = (
                Snapshot(compiled, self.projects.encoding) if isinstance(compiled, CheckedRuleset) else None
            )
            cached.stamp = _stamp(path, cached.snapshot, files)
        return cached.snapshot

    def _member(self, path: Path, snapshot: Snapshot, below: Snapshot, files: Opened) -> Member:
        found = self._members.get(path)
        if found is None or found.snapshot is not snapshot:
            places: dict[Declaration, list[Span]] = {}
            with opened(files.texts):
                for declaration, span in (
                    *occurrences(snapshot.compiled, snapshot.elements, below.elements),
                    *book_names(snapshot.elements),
                    *in_texts(snapshot, path),
                ):
                    if span.line and (span.line, span.column) != (span.end_line, span.end_column):
                        places.setdefault(declaration, []).append(span)
            found = self._members[path] = Member(path, snapshot, places)
        return found


def _is_on(project: Project, root: Path) -> bool:
    parts = [] if project.snapshot is None else project.snapshot.compiled.parts
    return bool(parts) and parts[0].resolve() == root.resolve()


def _stamp(path: Path, snapshot: Snapshot | None, files: Opened) -> Stamp:
    """What tells whether a file of a ruleset says something else."""
    every = {*sources_of(path), *(Path(name) for name in (() if snapshot is None else snapshot.compiled.files))}
    return tuple(sorted((str(each), files.texts.get(real(each)) or _time(each)) for each in every))


def _time(file: Path) -> str:
    try:
        stat = file.stat()
    except OSError:
        return ""
    return f"{stat.st_mtime_ns} {stat.st_size}"


def _says(path: Path, words: frozenset[str], files: Opened) -> bool:
    with opened(files.texts):
        return bool(words) and may_say(sources_of(path), re.compile("|".join(map(re.escape, words))))


# ---------------------------------------------------------------- texts in other languages


def in_texts(snapshot: Snapshot, part: Path) -> Iterator[Occurrence]:
    """What is named in the texts of a ruleset or overlay in other languages."""
    for lang in languages([part]):
        file = text_file(part, lang)
        if file.is_file():
            yield from in_text(snapshot, file_text(file), shown(file))


def in_text(snapshot: Snapshot, text: str, name: str) -> Iterator[Occurrence]:
    """What is named in a file of texts in another language: by its keys, and in braces."""
    tree, elements = tree_of(text, name), snapshot.elements
    uses, checked = elements.references, snapshot.compiled.checked
    if tree is None or uses is None or checked is None:
        return
    for group, node in tree.items():
        for word, value in node.items() if isinstance(node, Mapping) else ():
            if not isinstance(word, Word):
                continue
            if group == "rules":
                yield element(f"rules.{word}"), word.span
            elif group == "sections":
                yield section(word), word.span
            elif group == "texts":
                yield element(str(word)), word.span
            elif group == "names":
                kind, _, last = str(word).rpartition(".")
                every = [*uses.named(last), *(element(each.path) for each in elements.named(last))]
                for declaration in dict.fromkeys(as_declared(elements, each) for each in every):
                    if not kind or f".{kind}." in f".{declaration.path}.":
                        yield declaration, word.span
            if group in ("rules", "texts") and isinstance(value, Scalar) and "{" in value.text:
                yield from _in_braces(snapshot, value.code)


def _in_braces(snapshot: Snapshot, code: Code) -> Iterator[Occurrence]:

    checked, uses = snapshot.compiled.checked, snapshot.elements.references
    for each in uses.meant(names_in_figures(checked.world, [code])):
        yield as_declared(snapshot.elements, each.declaration), each.span


def place_of(snapshot: Snapshot, declaration: Declaration) -> Span | None:
    """Where something is declared in a ruleset."""
    elements = snapshot.elements
    if declaration.sort == "element":
        found = elements.by_path.get(declaration.path)
        if found is None:
            return None
        named = getattr(found.model, "name", None)
        return named.span if isinstance(named, Word) and named.span != NOWHERE else found.span
    uses = elements.references
    for each in uses.references:
        if each.kind == "declaration" and as_declared(elements, each.declaration) == declaration:
            return each.span
    if declaration.span.line or declaration.sort != "part":
        return declaration.span if declaration.span.line else None
    return next((span for each, span in labels(snapshot.compiled, elements) if each == declaration), None)
