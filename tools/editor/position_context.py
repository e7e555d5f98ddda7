"""What a request is about: the place that a client asks of, as it was in the last snapshot, with what stands there; and
the way back, from places of the snapshot to what the client shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from lsprotocol import types
from yupana.interpreter.ide.semantic_model import NameAt
from yupana.interpreter.index.elements import Element, Elements
from yupana.schemas.find import TEXTS
from yupana.schemas.opened import real
from yupana.schemas.reader import Scalar
from yupana.schemas.source import Code, Span

from .lines import Lines, Place, Shift
from .projects import Snapshot, View
from .schema_nodes import Role, SchemaNode, Tree, holds, parsed, tree_of, way_to
from .server import EditorServer
from .tables import way_in_table


async def elements_of(snapshot: Snapshot) -> Elements:
    """The elements of a snapshot and what uses what; made beside the main thread."""
    return await EditorServer.aside(lambda: snapshot.elements)


@dataclass(frozen=True)
class PositionContext:
    """A place of a file in the snapshot: `name` is the shown path, `way` the keys and items around it. A file that the
    snapshot does not hold (of texts in another language) is as the editor shows it."""

    server: EditorServer
    view: View
    name: str
    lines: Lines
    place: Place
    way: list[SchemaNode]

    @property
    def snapshot(self) -> Snapshot:
        """The ruleset as it was checked."""
        return self.view.snapshot

    @property
    def spot(self) -> SchemaNode:
        """The innermost key or item."""
        return self.way[-1]

    @property
    def translated(self) -> bool:
        """Whether the file holds texts in another language."""
        return Path(self.name).parent.name == TEXTS

    @property
    def on_key(self) -> bool:
        """Whether the place lies in a key."""
        key = self.spot.key
        return key is not None and holds(key.span, self.place)

    @cached_property
    def code(self) -> tuple[Code, Role] | None:
        """The code that the place lies in, or text that may hold some."""
        value = self.spot.value
        if self.on_key or not isinstance(value, Scalar) or not holds(value.span, self.place):
            return None
        role = self.spot.role
        return None if role == "data" else (value.code, role)

    @cached_property
    def syntax(self) -> Tree | None:
        """The syntax tree of that code."""
        return None if self.code is None else parsed(*self.code)

    @cached_property
    def names(self) -> list[NameAt]:
        """What is named at the place: several where one name stands for several things."""
        found = self.snapshot.naming.at(self.name, self.place.line, self.place.column)
        if not found and self.code is not None and self.code[1] == "text":
            every = self.snapshot.naming.in_text(self.code[0])
            found = [each for each in every if holds(each.span, self.place)]
        shortest = found[0].span if found else None
        return [each for each in found if each.span == shortest]

    def element(self, elements: Elements, *, exact: bool = False) -> Element | None:
        """The element around the place; with `exact` only where its name stands there."""
        return element_at(elements, self.name, self.way, self.place, exact=exact)


def element_at(
    elements: Elements, name: str, way: list[SchemaNode], place: Place, *, exact: bool = False
) -> Element | None:
    """The element that a way leads to, or through; with `exact` only where it leads to its name."""
    spot = way[-1]
    if exact:
        named = spot.key is not None and spot.path[-1:] == (spot.key,)
        return elements.by_path.get(path_of(spot.path)) if named else None
    if spot.section in ("flow", "setup"):
        steps = [
            each
            for each in elements
            if each.section == spot.section
            and (span := getattr(each.model, "span", None)) is not None
            and span.file == name
            and holds(span, place)
        ]
        if steps:
            return steps[-1]
    for end in range(len(spot.path), 0, -1):
        found = elements.by_path.get(path_of(spot.path[:end]))
        if found is not None:
            return found
    return None


def path_of(keys: tuple[str, ...]) -> str:
    """The path of the element under keys of a file."""
    if keys[:2] == ("rulebook", "rules"):
        keys = keys[1:]
    if keys[:1] in (("flow",), ("setup",)):
        keys = tuple(each for each in keys if each != "steps")
    return ".".join(keys)


# ---------------------------------------------------------------- from and to the client


async def position_context(server: EditorServer, uri: str, position: types.Position) -> PositionContext | None:
    """What a client asks of; None for a place that was edited since the snapshot, or where nothing stands."""
    view = await server.view(uri)
    return None if view is None else position_context_in(server, view, position)


def position_context_in(server: EditorServer, view: View, position: types.Position) -> PositionContext | None:
    """The same, in a view."""
    place: Place | None = view.lines.read(position)
    name, snapshot = view.shown, view.snapshot
    if name in snapshot.lines:
        place, lines, tree = (None if place is None else view.then(place)), snapshot.lines[name], snapshot.tree(name)
    else:
        lines, tree = view.lines, tree_of(view.lines.text, name)
    if place is None or tree is None:
        return None
    way = (way_in_table if view.table else way_to)(tree, snapshot.attributes, place)
    return PositionContext(server, view, name, lines, place, way) if way else None


def range_now(server: EditorServer, view: View, span: Span) -> types.Range | None:
    """A span of the snapshot as the client shows it now; None where something of it was edited since."""
    now = lines_now(server, view, span.file)
    then = view.snapshot.lines.get(span.file)
    if then is not None and then.text != now.text:
        shifted = Shift(then, now).span(span)
        if shifted is None:
            return None
        span = shifted
    return now.range(span) if span.line > 0 else None


def lines_now(server: EditorServer, view: View, name: str) -> Lines:
    """What a file says now: as it is open, else as it was checked."""
    if name == view.shown:
        return view.lines
    path = view.file(name)
    if real(path) in server.projects.files.texts:
        return server.lines(path)
    return view.snapshot.lines.get(name) or Lines(_on_disk(path), server.projects.encoding)


def _on_disk(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def location(server: EditorServer, view: View, span: Span) -> types.Location | None:
    """Where a span of the snapshot is now."""
    found = range_now(server, view, span) if span.file else None
    return None if found is None else types.Location(server.uri(view.file(span.file)), found)
