"""What there is: the sections and elements of a file as a tree, and the elements of everything that is open by a part
of their name."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types
from yupana.interpreter.index.elements import Element
from yupana.schemas.find import shown
from yupana.schemas.overlay import BLOCKS
from yupana.schemas.parts import ROOT, Part
from yupana.schemas.reader import Mapping, Node, Scalar, Sequence, Word
from yupana.schemas.source import Span
from yupana.schemas.steps import SCOPES

from .hover_pages import sort_of
from .lines import Lines
from .position_context import elements_of, location
from .projects import Project, Snapshot, View
from .schema_nodes import tree_of, word_of
from .server import EditorServer

MOST = 200
"""How many elements are named on request."""

LONGEST = 60
"""Longer details are cut (characters)."""

_KINDS = {
    "functions": types.SymbolKind.Function, "procedures": types.SymbolKind.Method, "actions": types.SymbolKind.Event,
    "adjustments": types.SymbolKind.Interface, "triggers": types.SymbolKind.Event, "kinds": types.SymbolKind.Class,
    "entries": types.SymbolKind.EnumMember, "spaces": types.SymbolKind.EnumMember, "enums": types.SymbolKind.Enum,
    "constants": types.SymbolKind.Constant, "options": types.SymbolKind.Boolean, "state": types.SymbolKind.Field,
    "fields": types.SymbolKind.Field, "attributes": types.SymbolKind.Property, "zones": types.SymbolKind.Array,
    "tables": types.SymbolKind.Object, "boards": types.SymbolKind.Struct, "links": types.SymbolKind.Struct,
    "examples": types.SymbolKind.Method, "rules": types.SymbolKind.String, "sections": types.SymbolKind.Namespace,
    "flow": types.SymbolKind.Operator, "setup": types.SymbolKind.Operator, "steps": types.SymbolKind.Operator,
    "predicates": types.SymbolKind.Function, "items": types.SymbolKind.Number,
}  # fmt: skip

_NAMES = tuple(each.word for each in SCOPES)
"""The keys whose values are the names of steps."""


def register(server: EditorServer) -> None:
    """Answer what there is."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def in_document(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        file = server.open_file(params.text_document.uri)
        return [] if file is None else symbols_of(file[1], shown(file[0]))

    @server.feature(types.WORKSPACE_SYMBOL)
    async def everywhere(params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        found: list[tuple[int, str, Element, Project, Snapshot]] = []
        for project in [*server.projects.by_target.values()]:
            snapshot = project.snapshot
            for each in () if snapshot is None else await elements_of(snapshot):
                rank = fits(params.query, each)
                if rank is not None and snapshot is not None and each.span.line:
                    found.append((rank, each.path, each, project, snapshot))
        found.sort(key=lambda each: each[:2])
        told: dict[tuple[str, str], types.WorkspaceSymbol] = {}
        for _, path, element, project, snapshot in found:
            place = location(server, View(Path(), Lines(""), project, snapshot), element.span)
            if place is not None and len(told) < MOST:
                kind = _KINDS.get(element.path.split(".")[-2] if "." in path else "", types.SymbolKind.Object)
                home = f"{snapshot.compiled.name} · {sort_of(element)}"
                told.setdefault(
                    (path, place.uri), types.WorkspaceSymbol(place, element.name, kind, container_name=home)
                )
            await asyncio.sleep(0)
        return [*told.values()]


def fits(query: str, element: Element) -> int | None:
    """How well what was typed fits the name of an element, or its path: a small number is good; None: not at all."""
    wanted, name = query.lower().replace(" ", "_"), element.name.lower()
    if name == wanted or element.path.lower() == wanted:
        return 0
    if name.startswith(wanted):
        return 1
    if wanted in name:
        return 2
    if _within(wanted, name):
        return 3
    return 4 if _within(wanted, element.path.lower()) else None


def _within(letters: str, text: str) -> bool:
    """Whether letters stand in a text in this order."""
    rest = iter(text)
    return all(each in rest for each in letters)


# ---------------------------------------------------------------- a file


def symbols_of(lines: Lines, name: str) -> list[types.DocumentSymbol]:
    """The sections and elements of a file, as far as it can be read."""
    tree = tree_of(lines.text, name)
    if tree is None:
        return []
    found = []
    for key, value in tree.items():
        if key in BLOCKS:
            sections = value.items() if isinstance(value, Mapping) else ()
            inner = [
                _symbol(lines, word_of(name, each), each, name, [*_inside(lines, each, ROOT.child(name), name)])
                for name, each in sections
            ]
        else:
            inner = [*_inside(lines, value, ROOT.child(key), str(key))]
        found.append(_symbol(lines, word_of(key, value), value, "", inner))
    return found


def _inside(lines: Lines, node: Node, part: Part, section: str) -> Iterator[types.DocumentSymbol]:
    """The elements in what stands under a key."""
    if part.kind == "steps" and isinstance(node, Sequence):
        for each in node:
            name = next((each[key] for key in _NAMES if key in each), None) if isinstance(each, Mapping) else None
            if isinstance(each, Mapping) and isinstance(name, Scalar) and name.span.line and name.text.strip():
                inner = each.get("steps")
                steps = part if inner is None else (part.item or part).child("steps")
                below = [] if inner is None else [*_inside(lines, inner, steps, "steps")]
                yield _symbol(lines, name.word, each, "steps", below, each.span)
    elif isinstance(node, Mapping) and part.kind in ("names", "steps"):
        for key, value in node.items():
            inner_part = part.item or part
            if key.isdigit() and section not in ("sections", "rules"):
                continue  # a value by the number of players
            yield _symbol(lines, word_of(key, value), value, section, [*_inside(lines, value, inner_part, section)])
    elif isinstance(node, Mapping) and part.kind == "element":
        for key, value in node.items():
            child = part.child(key)
            if child.kind in ("names", "steps", "element"):
                yield from _inside(lines, value, child, str(key))


def _symbol(
    lines: Lines,
    word: Word,
    value: Node,
    section: str,
    children: list[types.DocumentSymbol],
    whole: Span | None = None,
) -> types.DocumentSymbol:
    own = word.span
    last = value.span if (value.span.end_line, value.span.end_column) >= (own.end_line, own.end_column) else own
    span = own.to(last) if whole is None else whole
    if span.end_column == 1 and span.end_line > span.line:  # a block ends before the line behind it
        end = span.end_line - 1
        span = Span(span.file, span.line, span.column, end, len(lines.row(end)) + 1)
    kind = _KINDS.get(section, types.SymbolKind.Namespace if not section else types.SymbolKind.Object)
    return types.DocumentSymbol(
        name=str(word).split("\n")[0].strip() or "…",
        kind=kind,
        range=_around(lines.range(span), lines.range(own)),
        selection_range=lines.range(own),
        detail=_detail(value),
        children=children,
    )


def _around(outer: types.Range, inner: types.Range) -> types.Range:
    """A range that holds both, as clients demand it."""

    def key(each: types.Position) -> tuple[int, int]:
        return each.line, each.character

    return types.Range(min(outer.start, inner.start, key=key), max(outer.end, inner.end, key=key))


def _detail(value: Node) -> str | None:
    """What is said of it in a few words: its text, its type, or its value."""
    if isinstance(value, Mapping):
        for key in ("text", "title", "type", "value", "gives", "is"):
            said = value.get(key)
            if isinstance(said, Scalar):
                return _cut(said.text)
        return None
    return _cut(value.text) if isinstance(value, Scalar) else None


def _cut(text: str) -> str | None:
    words = " ".join(text.split())
    return (words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…") or None
