"""What can be folded, and what grows around the caret when somebody selects more and more."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types
from yupana.interpreter.language import nodes
from yupana.interpreter.language.tokens import END, scan
from yupana.interpreter.language.trees import all_slots
from yupana.schemas.find import shown
from yupana.schemas.reader import Scalar
from yupana.schemas.source import Code, Span

from ..format.roles import Attributes
from .lines import Lines, Place
from .schema_nodes import holds, parsed, tree_of, way_to
from .server import EditorServer


def register(server: EditorServer) -> None:
    """Answer what can be folded and selected."""

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        file = server.open_file(params.text_document.uri)
        return [] if file is None else [*folds(file[1])]

    @server.feature(types.TEXT_DOCUMENT_SELECTION_RANGE)
    def selection(params: types.SelectionRangeParams) -> list[types.SelectionRange] | None:
        file = server.open_file(params.text_document.uri)
        if file is None:
            return None
        path, lines = file
        project = server.projects.project(path)
        snapshot = None if project is None else project.snapshot
        attributes = Attributes() if snapshot is None else snapshot.attributes
        return [selected(lines, shown(path), attributes, each) for each in params.positions]


# ---------------------------------------------------------------- folding


def folds(lines: Lines) -> Iterator[types.FoldingRange]:
    """Sections, elements, lists and blocks of code: what is indented below a line; and comments of several lines."""
    open_: list[tuple[int, int]] = []  # lines (from 0) and how far to the right they begin
    last = 0
    for number, row in [*enumerate(lines.rows), (len(lines.rows), "end")]:
        depth = len(row) - len(row.lstrip(" "))
        if not row.strip() or row.lstrip().startswith("#"):
            continue
        while open_ and open_[-1][1] >= depth:
            first, _ = open_.pop()
            if last > first:
                yield types.FoldingRange(first, last)
        open_.append((number, depth))
        last = number
    yield from _comments(lines)


def _comments(lines: Lines) -> Iterator[types.FoldingRange]:
    first: int | None = None
    for number, row in [*enumerate(lines.rows), (len(lines.rows), "")]:
        if row.lstrip().startswith("#"):
            first = number if first is None else first
        else:
            if first is not None and number - first > 1:
                yield types.FoldingRange(first, number - 1, kind=types.FoldingRangeKind.Comment)
            first = None


# ---------------------------------------------------------------- selecting


def selected(lines: Lines, name: str, attributes: Attributes, position: types.Position) -> types.SelectionRange:
    """What grows around a position: word, expression, statement, block, value, element, section, file."""
    place = lines.read(position)
    found = types.SelectionRange(lines.whole())
    spans = [*_spans(lines, name, attributes, place)]
    inner: Span | None = None
    for span in spans:  # from the outermost
        if inner is None or (inner.holds(span) and inner != span):
            inner = span
            found = types.SelectionRange(lines.range(span), found)
    return found


def _spans(lines: Lines, name: str, attributes: Attributes, place: Place) -> Iterator[Span]:
    tree = tree_of(lines.text, name)
    way = [] if tree is None else way_to(tree, attributes, place)
    for spot in way:
        yield spot.span
        if spot.key is not None and holds(spot.key.span, place):
            yield spot.key.span
        elif holds(spot.value.span, place):
            yield spot.value.span
    for spot in way[-1:]:
        if not isinstance(spot.value, Scalar) or not holds(spot.value.span, place) or spot.role == "data":
            return
        code = spot.value.code
        yield from _in_tree(parsed(code, spot.role), place)
        yield from _word(code, place)


def _in_tree(part: object, place: Place) -> Iterator[Span]:
    """Blocks of statements, statements and expressions around a place."""
    if isinstance(part, tuple):
        inside = [each for each in part if isinstance(each, nodes.Node)]
        if len(inside) > 1 and isinstance(inside[0], nodes.Stmt):
            block = inside[0].span.to(inside[-1].span)
            if holds(block, place):
                yield block
        for each in part:
            yield from _in_tree(each, place)
    elif isinstance(part, nodes.Node) and holds(part.span, place):
        yield part.span
        for slot in all_slots(type(part)):
            yield from _in_tree(getattr(part, slot), place)


def _word(code: Code, place: Place) -> Iterator[Span]:
    for kind, start, end in scan(code.text, lines=False).tokens:
        span = code.at(start, end)
        if kind != END and start < end and holds(span, place):
            yield span
            return
