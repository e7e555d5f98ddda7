"""Boards: generated or listed spaces, links, distances and shapes, held as graphs while they are checked and lowered
to tables.

What a geometry is (its spaces, their neighbours, how a shape is turned) is told by its model in `schemas/grids.py`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from yupana.schemas.grids import GRID_WORDS, Coordinate, Grid
from yupana.schemas.ruleset import Area, BoardDecl, EntryDecl, LinkDecl
from yupana.schemas.source import Code, Span
from yupana.schemas.tree import Word

from ..language import messages
from ..language.types import BOOL, NO_INT, interval, member
from ..typed.names import AttributeOf, Entity
from ..typed.straight import Straight
from .constants import Constants
from .domains import Domains
from .lattices import declare_parts, joined, know_touching, name_sides
from .sizes import MAX_IN_FORMS, MAX_PAIRS, MAX_SPACES, BoardSizes
from .world import Attribute, BoardInfo, DomainInfo, World

MAX_DISTANCES = 2_000_000
"""Between the spaces of a board whose shortest ways are others in each of its forms."""

DIRECTED = "step|ray|turned|opposite|toward|beside|part_at"
"""The built-ins that take a direction or give one."""


class Boards:
    """Declares the kinds of all boards, then their attributes and tables."""

    def __init__(self, world: World, constants: Constants, domains: Domains) -> None:
        self.world = world
        self.constants = constants
        self.domains = domains
        self.coordinates: dict[str, dict[Coordinate, int]] = {}
        self.pairs: dict[int, list[tuple[int, int]]] = {}
        self.link_rows: dict[int, list[EntryDecl | None]] = {}
        self.sizes: dict[str, BoardSizes] = {}

    # ------------------------------------------------------------ members

    def declare(self) -> None:
        """The spaces, links and shapes of all boards."""
        boards = self.world.ruleset.boards
        for name in sorted(boards, key=lambda name: boards[name].between is not None):  # what a part is of comes first
            board = boards[name]
            domain = self.world.new_domain(board.kind, "space", board.span)
            domain.board = BoardInfo(name, domain.number, 0, -1)
            faults = len(self.world.report.diagnostics)
            if board.grid is not None:
                self._grid(name, domain, board.grid)
            elif board.between is not None:
                declare_parts(self.world, domain, board)
            else:
                self._listed(domain, board)
            faulty = len(self.world.report.diagnostics) > faults
            self.world.unsized |= faulty and board.spaces is None
            if domain.size == 0 and not faulty:
                self.world.error(messages.no_spaces(name, board.span))
            for link_name, link in board.links.items():
                self._links(domain, name, link_name, link)
            if board.shapes:
                self._shape_names(domain, board)
        for board in self.world.ruleset.boards.values():
            self._directions(self.world.declared(board.kind, "space"))

    def _grid(self, name: str, domain: DomainInfo, grid: Grid) -> None:
        """The spaces of a grid; a declaration that names a cell again is told once."""
        board = domain.board
        assert board is not None
        board.grid = grid
        at_cell: dict[Coordinate, int] = {}
        self.coordinates[name] = at_cell
        told: list[Span] = []
        sizes = self.sizes[name] = BoardSizes(self.world, name, grid)
        sizes.spaces = domain.number
        present: list[list[int]] = [[] for _ in sizes.forms]
        for cell in grid.cells(sizes):
            if cell.at in at_cell:
                if cell.span not in told:
                    self.world.error(messages.cell_twice(*cell.at, cell.span))
                    told.append(cell.span)
                continue
            if domain.size >= MAX_SPACES:
                self.world.error(messages.too_large(messages.Limit.SPACES, MAX_SPACES, cell.span))
                return
            at_cell[cell.at] = self.world.add_member(domain, cell.name, cell.span)
            domain.starts.append(None)
            board.coordinates.append(cell.at)
            for form in cell.forms:
                present[form].append(at_cell[cell.at])
        if any(len(each) < domain.size for each in present):
            domain.present, domain.axes = present, sizes.axes
            every = sum(map(len, present))
            if every > MAX_IN_FORMS:
                self.world.error(messages.too_large(messages.Limit.FORMS, MAX_IN_FORMS, grid.span))

    def meanings(self) -> None:
        """What the names in sizes mean (constants and options are known)."""
        for each in self.sizes.values():
            each.meanings()

    def _listed(self, domain: DomainInfo, board: BoardDecl) -> None:
        rows: list[EntryDecl | None] = []
        for name, entry in (board.spaces or {}).items():
            self.domains._entry(domain, name, entry, None, rows)
        self.domains.entries[domain.number] = rows
        if all(len(each) == domain.size for each in domain.present):
            domain.present = []

    def _links(self, spaces: DomainInfo, board: str, name: str, decl: LinkDecl) -> None:
        world = self.world
        span = getattr(name, "span", decl.span)
        domain = world.new_domain(name, "link", span)
        domain.board = spaces.board
        pairs: list[tuple[int, int]] = []
        rows: list[EntryDecl | None] = []
        if decl.test is None:
            self._listed_links(spaces, board, decl, span, domain, pairs, rows)
        elif board not in self.sizes:
            world.error(messages.links_need_grid(GRID_WORDS, decl.test.span))
        else:
            for a, b in self._formed(spaces, self.sizes[board], decl.test, directed=decl.directed):
                self._link(spaces, domain, a, b, decl.test.span)
                pairs.append((a, b))
        if not spaces.whole():  # a link is there where both its ends are
            domain.axes = spaces.axes
            for form in spaces.present:
                there = set(form)
                domain.present.append([index for index, ends in enumerate(pairs) if there.issuperset(ends)])
            if all(len(each) == domain.size for each in domain.present):
                domain.present, domain.axes = [], ()
        self.pairs[domain.number] = pairs
        self.link_rows[domain.number] = rows
        if spaces.board is not None:
            spaces.board.by_link[domain.number] = -1
            spaces.board.link_pairs.extend((name, a, b) for a, b in pairs)

    def _listed_links(
        self, spaces: DomainInfo, board: str, decl: LinkDecl, span: Span, domain: DomainInfo,
        pairs: list[tuple[int, int]], rows: list[EntryDecl | None],
    ) -> None:  # fmt: skip
        """The links that are written one by one."""
        world = self.world
        for pair in decl.pairs:
            ends = [each for each in pair if not isinstance(each, dict)]
            values = next((each for each in pair if isinstance(each, dict)), {})
            where = next((each.span for each in pair if hasattr(each, "span")), span)
            if len(ends) != 2 or len(pair) > 3:
                world.error(messages.link_form(where))
                continue
            indices = []
            for end in ends:
                text = str(end)
                if text not in spaces.index:
                    place = getattr(end, "span", where)
                    world.error(messages.unknown_space(text, board, place, spaces.names))
                else:
                    indices.append(spaces.index[text])
                    if isinstance(end, Word):
                        world.means(end.span, Entity(spaces, spaces.index[text]))
            if len(indices) != 2:
                continue
            self._link(spaces, domain, indices[0], indices[1], where)
            pairs.append((indices[0], indices[1]))
            rows.append(
                EntryDecl.model_construct(values=values, source=[], text=None, count=None, players=None, start=None)
            )

    def _link(self, spaces: DomainInfo, domain: DomainInfo, a: int, b: int, span: Span) -> None:
        """One link, called by its ends."""
        base = f"{spaces.names[a]}_{spaces.names[b]}"
        name, number = base, 2
        while name in domain.index:
            name, number = f"{base}_{number}", number + 1
        self.world.add_member(domain, name, span)
        domain.starts.append(None)

    def _formed(
        self, spaces: DomainInfo, sizes: BoardSizes, test: Code, *, directed: bool
    ) -> Iterator[tuple[int, int]]:
        """The pairs for which a condition holds, each once where links lead both ways."""
        assert spaces.board is not None
        places = spaces.board.coordinates
        if len(places) ** 2 > MAX_PAIRS:
            self.world.error(messages.too_large(messages.Limit.PAIRS, MAX_PAIRS, test.span))
            return
        for a, at in enumerate(places):
            for b, other in enumerate(places):
                if a == b or (b < a and not directed):
                    continue
                if sizes.linked(test, at, other) or (not directed and sizes.linked(test, other, at)):
                    yield a, b

    def _shape_names(self, spaces: DomainInfo, board: BoardDecl) -> None:
        domain = self.world.new_domain(f"{spaces.name}Shape", "shape", board.span)
        for name in board.shapes:
            self.world.add_member(domain, name, name.span)
        assert spaces.board is not None
        spaces.board.shapes = domain.number
        domain.board = spaces.board

    def _directions(self, spaces: DomainInfo) -> None:
        """The directions of a grid, where the ruleset speaks of them: others stay as they would be without. Their
        names give way to those that the author has given."""
        world, board = self.world, spaces.board
        if board is None or board.grid is None or board.domain != spaces.number:
            return
        parted = [each.board for each in world.domains if each.board is not None and each.board.host == spaces.number]
        board.straight = Straight(board.coordinates, tuple(board.grid.directions().values()))
        name = f"{spaces.name}Direction"
        spoken = re.compile(rf"\b(?:{DIRECTED})\s*\((?!\s*\w+\s*=[^=])|\b{re.escape(name)}\b")
        spoken_of = parted or any(spoken.search(text) for text in world.files.values())
        if name in world.symbols or not spoken_of:
            return
        domain = world.new_domain(name, "direction", spaces.span)
        domain.board, board.directions = board, domain.number
        for each in board.grid.directions():
            index = domain.add(each)
            others = world.entities.setdefault(each, [])
            if all(world.domains[number].sort == "direction" for number, _ in others):
                others.append((domain.number, index))
        for key, values in board.grid.traits().items():
            domain.attributes[key] = Attribute(key, BOOL, world.table(tuple([int(value) for value in values])))
        for part in parted:
            part.directions = domain.number

    # ------------------------------------------------------------ attributes and tables

    def finish(self) -> None:
        """Attributes, neighbours, distances and shapes (all members are known)."""
        for name, board in self.world.ruleset.boards.items():
            domain = self.world.declared(board.kind, "space")
            if domain.board is None or domain.board.name != name:
                continue  # two boards are said to have one kind (reported)
            self._attributes(name, domain, board)
            self._tables(domain, board)
            if board.shapes:
                self._shapes(name, domain, board)

    def _attributes(self, name: str, domain: DomainInfo, board: BoardDecl) -> None:
        world = self.world
        info = domain.board
        assert info is not None
        own, cells = info.lattice.grid if info.lattice is not None else info.grid, info.coordinates
        if info.host >= 0:  # a part has the coordinates of the cell by which it is called
            host = world.domains[info.host].board
            assert host is not None
            cells = [host.coordinates[each.cell] for each in info.parts]
            name_sides(world, domain, info)
        for axis, key in enumerate(own.axes if own is not None else ()):
            values = tuple(at[axis] for at in cells)
            if values:
                domain.attributes[key] = Attribute(key, interval(min(values), max(values)), world.table(values))
        given: dict[int, dict[str, int]] = {}
        for area in board.areas:
            self._area(name, domain, board, area, given)
        rows = self.domains.entries.get(domain.number, [])
        self.domains.fill(domain, board.attributes, board.defaults, rows, given, set())
        for key in (each for area in board.areas for each in area.set):
            if key in domain.attributes and isinstance(key, Word):
                world.means(key.span, AttributeOf(domain, domain.attributes[key]), "write")
        for link_name, link in board.links.items():
            links = world.declared(link_name, "link")
            pairs = self.pairs.get(links.number, [])
            for key, axis in (("a", 0), ("b", 1)):
                links.attributes[key] = Attribute(
                    key, member(domain.number), world.table(tuple(pair[axis] for pair in pairs))
                )
            self.domains.fill(links, link.attributes, link.defaults, self.link_rows.get(links.number, []), {}, set())

    def _area(
        self, name: str, domain: DomainInfo, board: BoardDecl, area: Area, given: dict[int, dict[str, int]]
    ) -> None:
        world = self.world
        values: dict[str, int] = {}
        for key, code in area.set.items():
            if key not in board.attributes:
                world.error(messages.unknown_field(key, domain.name, getattr(key, "span", area.span), board.attributes))
                continue
            type_ = self.constants.type_of(board.attributes[key], text_allowed=True)
            value = None if type_ is None or type_.kind == "text" else self.constants.value(code, type_)
            if isinstance(value, int):
                values[key] = value
        for cell in area.cells:
            if isinstance(cell, str):
                index = domain.index.get(cell)
                if index is not None and isinstance(cell, Word):
                    world.means(cell.span, Entity(domain, index))
            else:
                index = self.coordinates.get(name, {}).get((cell[0], cell[1])) if len(cell) == 2 else None
            if index is None:
                span = getattr(cell, "span", area.span)
                world.error(
                    messages.unknown_space(str(cell), name, span, domain.names)
                    if isinstance(cell, str)
                    else messages.unknown_cell(cell, name, span)
                )
                continue
            given.setdefault(index, {}).update(values)

    def _tables(self, domain: DomainInfo, board: BoardDecl) -> None:
        world, info = self.world, domain.board
        assert info is not None
        near: list[list[int]] = [[] for _ in range(domain.size)]
        steps = info.grid.steps() if info.grid is not None else ()
        places = {at: index for index, at in enumerate(info.coordinates)}
        for index, (x, y) in enumerate(info.coordinates):
            near[index] = [places[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in places]
        if info.lattice is not None:
            near = joined(info.lattice, info.parts)
        for link_name, link in board.links.items():
            number = world.declared(link_name, "link").number
            own: list[list[int]] = [[] for _ in range(domain.size)]
            touching: list[list[int]] = [[] for _ in range(domain.size)]
            for link_index, (a, b) in enumerate(self.pairs.get(number, [])):
                own[a].append(b)
                touching[a].append(link_index)
                if not link.directed:
                    own[b].append(a)
                if a != b:
                    touching[b].append(link_index)
            for index in range(domain.size):
                own[index] = sorted(set(own[index]))
                near[index].extend(own[index])
            info.by_link[number] = world.table(tuple(tuple(each) for each in own))
            info.links_at[number] = world.table(tuple(tuple(each) for each in touching))
            info.link_degree[number] = max((len(each) for each in (*own, *touching)), default=0)
        info.adjacency = [sorted(set(each)) for each in near]
        info.neighbors = world.table(tuple(tuple(each) for each in info.adjacency))
        info.degree = max((len(each) for each in info.adjacency), default=0)
        if info.host >= 0:
            know_touching(world, info)

    def _shapes(self, name: str, domain: DomainInfo, board: BoardDecl) -> None:
        world, info = self.world, domain.board
        assert info is not None
        grid = info.grid
        if grid is None:
            world.error(messages.shapes_need_grid(GRID_WORDS, board.span))
            return
        turns = grid.turns
        places = {at: index for index, at in enumerate(info.coordinates)}
        rows: list[tuple[int, ...]] = []
        rotations: list[int] = []
        for shape in board.shapes.values():
            if any(len(cell) != 2 for cell in shape) or not shape:
                world.error(messages.shape_form(board.span))
                return
            cells = [(cell[0], cell[1]) for cell in shape]
            forms: list[frozenset[Coordinate]] = []
            for _ in range(turns):
                if normal(cells) not in forms:
                    forms.append(normal(cells))
                rows.extend(tuple(places.get((x + dx, y + dy), -1) for dx, dy in cells) for x, y in info.coordinates)
                cells = [grid.turned(each) for each in cells]
            rotations.append(len(forms))
        info.shape_turns = turns
        info.shape_cells = world.table(tuple(rows))
        info.shape_rotations = world.table(tuple(rotations))
        info.shape_bound = max(len(shape) for shape in board.shapes.values())


def normal(cells: list[Coordinate]) -> frozenset[Coordinate]:
    """The same cells moved so that the smallest is (0, 0): equal for translated shapes."""
    x0, y0 = min(cells)
    return frozenset((x - x0, y - y0) for x, y in cells)


def know_directions(world: World, board: BoardInfo, span: Span) -> int | None:
    """The domain of a grid's directions; None where the author has given its name to something else (reported)."""
    if board.directions >= 0:
        return board.directions
    name = f"{world.domains[board.family].name}Direction"
    world.error(messages.direction_taken(name, board.name, world.symbols[name].span, span))
    return None


def know_distances(world: World, domain: DomainInfo) -> None:
    """Work out all distances of a board, when one is first asked for."""
    info = domain.board
    assert info is not None
    if info.distances:
        return
    straight = info.grid is not None and info.grid.convex and not info.link_pairs
    if domain.whole() or straight:
        info.distances = (distances(world, domain),)
        return
    entries = len(domain.present) * domain.size**2
    if entries > MAX_DISTANCES:
        world.error(messages.too_large(messages.Limit.DISTANCES, MAX_DISTANCES, domain.span))
        info.distances = (distances(world, domain),)
        return
    info.distances = tuple([distances(world, domain, each) for each in domain.present])


# Boards as graphs: what is asked of a board while a ruleset is checked and shown is asked of its networkx graph.
# Running games read the plain tables made from it. The library is imported when a graph is first wanted: most
# rulesets compile without.


Graph = Any
"""A networkx.MultiDiGraph (the library gives no types of its own)."""


def _networkx() -> Any:
    import networkx  # a fifth of a second to load

    return networkx


def board_graph(world: World, domain: DomainInfo) -> Graph:
    """The graph of a board: its spaces by name, with their scalar attributes; an edge for every way to go, with the
    `kind` of its link (`grid` for the neighbours of a grid)."""
    networkx = _networkx()
    info = domain.board
    assert info is not None
    graph: Graph = networkx.MultiDiGraph(name=info.name)
    for index, name in enumerate(domain.names):
        graph.add_node(str(name), **_attributes(world, domain, index))
    linked: set[tuple[int, int]] = set()
    for number, table in info.by_link.items():
        for a, row in enumerate(world.tables[table] if table >= 0 else ()):
            for b in row if isinstance(row, tuple) else ():
                linked.add((a, b))
                graph.add_edge(str(domain.names[a]), str(domain.names[b]), kind=str(world.domains[number].name))
    for a, near in enumerate(info.adjacency):
        for b in near:
            if (a, b) not in linked:
                graph.add_edge(str(domain.names[a]), str(domain.names[b]), kind="grid")
    return graph


def _attributes(world: World, domain: DomainInfo, index: int) -> dict[str, int | str | bool | None]:
    values: dict[str, int | str | bool | None] = {}
    for attribute in domain.attributes.values():
        if attribute.rows or attribute.stride:
            continue
        value = world.tables[attribute.table][index]
        assert isinstance(value, int)
        if attribute.type.kind == "member":
            values[attribute.name] = None if value < 0 else str(world.domains[attribute.type.domain].names[value])
        elif attribute.type.kind == "bool":
            values[attribute.name] = None if value < 0 else bool(value)
        else:
            values[attribute.name] = None if value == NO_INT else value
    return values


def distances(world: World, domain: DomainInfo, present: Collection[int] | None = None) -> tuple[int, ...]:
    """All distances between the spaces of a board, row by row; `NO_INT` where there is no way, or none that leads over
    no other spaces than those that are present."""
    networkx = _networkx()
    graph = board_graph(world, domain)
    if present is not None:
        graph = graph.subgraph([str(domain.names[each]) for each in present])
    lengths = dict(networkx.all_pairs_shortest_path_length(graph))
    nowhere: dict[str, int] = {}
    return tuple(lengths.get(str(a), nowhere).get(str(b), NO_INT) for a in domain.names for b in domain.names)
