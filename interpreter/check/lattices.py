"""Boards whose spaces are the edges or the corners of another board's cells: which there are, and what they touch."""

from __future__ import annotations

from collections.abc import Sequence

from yupana.schemas.grids import GRID_WORDS, Coordinate
from yupana.schemas.lattices import SIXTHS, Lattice, Part, Sort, reach, touching, whole
from yupana.schemas.ruleset import BoardDecl

from ..language import messages
from ..language.types import member
from ..typed.straight import Straight
from .sizes import MAX_SPACES
from .world import Attribute, BoardInfo, DomainInfo, World


def declare_parts(world: World, domain: DomainInfo, decl: BoardDecl) -> None:
    """The spaces of such a board, where the other is known."""
    between, board = decl.between, domain.board
    assert between is not None
    assert board is not None
    boards = world.ruleset.boards
    if between.of not in boards:
        world.error(messages.unknown_element("board", between.of, between.of.span, boards))
        return
    host = world.declared(boards[between.of].kind, "space")
    info = host.board
    assert info is not None
    if info.grid is None:
        parts = boards[between.of].between is not None
        world.error(messages.parts_of_grid(GRID_WORDS, between.of.span, parts=parts))
        return
    board.host, board.lattice = host.number, Lattice.of(info.grid, "edges" if decl.edges is not None else "corners")
    cells = [(str(name), at) for name, at in zip(host.names, info.coordinates, strict=True)]
    found = board.lattice.parts(cells)
    around = _touching(board.lattice, "cells", [each.at for each in found], whole(info.coordinates))
    forms: Sequence[Sequence[int]] = host.present or [range(host.size)]
    needed = 1 if between.rim else 2 if board.lattice.sort == "edges" else info.grid.meeting
    there = [
        [form for form, here in enumerate(map(set, forms)) if len(here.intersection(cells)) >= needed]
        for cells in around
    ]
    board.parts = [part for part, here in zip(found, there, strict=True) if here]
    if len(board.parts) > MAX_SPACES:
        world.error(messages.too_large(messages.Limit.SPACES, MAX_SPACES, between.span))
        board.parts = board.parts[:MAX_SPACES]
    for part in board.parts:
        world.add_member(domain, part.name, between.span)
        domain.starts.append(None)
        board.coordinates.append(part.at)
    kept = [here for here in there if here]
    present = [[index for index, here in enumerate(kept) if form in here] for form in range(len(forms))]
    if any(len(each) < domain.size for each in present):
        domain.present, domain.axes = present, host.axes
    ways = tuple([(x * SIXTHS, y * SIXTHS) for x, y in info.grid.directions().values()])
    board.straight = Straight(board.coordinates, ways)


def name_sides(world: World, domain: DomainInfo, board: BoardInfo) -> None:
    """The attribute that says on which side of the cell a part lies by which it is called."""
    lattice = board.lattice
    if lattice is None or not lattice.directed or board.directions < 0 or not board.parts:
        return
    directions = world.domains[board.directions]
    sides = tuple([directions.index[each.side] for each in board.parts])
    domain.attributes["side"] = Attribute("side", member(directions.number), world.table(sides))


def joined(lattice: Lattice, parts: Sequence[Part]) -> list[list[int]]:
    """The neighbours of each part: the edges that meet one at its ends, the corners at the other ends of edges."""
    if lattice.sort == "corners":
        edges = Lattice.of(lattice.grid, "edges").ends.values()
        ways = {(b[0] - a[0], b[1] - a[1]) for ends in edges for a, b in (ends, ends[::-1])}
        places = {part.at: index for index, part in enumerate(parts)}
        return [
            [found for x, y in ways if (found := places.get((part.at[0] + x, part.at[1] + y), -1)) >= 0]
            for part in parts
        ]
    meeting: dict[Coordinate, list[int]] = {}
    for index, part in enumerate(parts):
        for end in _ends(lattice, part):
            meeting.setdefault(end, []).append(index)
    return [[each for end in _ends(lattice, part) for each in meeting[end] if each != index]
            for index, part in enumerate(parts)]  # fmt: skip


def _ends(lattice: Lattice, part: Part) -> list[Coordinate]:
    return [(part.at[0] + x, part.at[1] + y) for x, y in lattice.ends[part.side]]


def know_touching(world: World, board: BoardInfo) -> None:
    """Note what the spaces of a board touch of the board to which they belong and of its other parts, and the other way
    round."""
    for domain in world.domains:
        other = domain.board
        if other is None or other.domain != domain.number or other.family != board.family:
            continue
        if _sort(other) == _sort(board) or other.domain in board.touching:
            continue
        for one, two in ((board, other), (other, board)):
            rows = _touching(board.lattice, _sort(two), one.in_sixths, two.in_sixths, _sort(one))
            one.touching[two.domain] = world.table(tuple(rows))
            one.touching_most[two.domain] = max(map(len, rows), default=0)


def _sort(board: BoardInfo) -> Sort:
    return "cells" if board.lattice is None else board.lattice.sort


def _touching(
    lattice: Lattice | None,
    sort: Sort,
    places: Sequence[Coordinate],
    others: Sequence[Coordinate],
    own: Sort | None = None,
) -> list[tuple[int, ...]]:
    """For each place the others, of a sort, that touch it."""
    assert lattice is not None
    return touching(lattice.grid, places, others, reach(lattice.grid, own or lattice.sort, sort))
