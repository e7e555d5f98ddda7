"""Directions, straight lines and coordinates: what their built-ins become in the program.

Nearly all of it is looked up in tables of constants, which are made when something first asks for them. Where not all
spaces of a board are in the game, a table has a part for each form of it: what is not in the game ends every line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from yupana.schemas.lattices import SIXTHS
from yupana.schemas.source import Span

from ..language.types import INT, Type, list_of, member
from ..program import ir
from ..typed import nodes as typed
from ..typed.declarations import Values
from ..typed.declared import BoardInfo, DomainInfo
from ..typed.straight import Present, Straight
from .builtins import arg, board_of, builtin, domain_of, value
from .core import add, times
from .forms import by_form, forms_of, part
from .frame import Frame


class Lines:
    """The lines of a board, for one function that is being made."""

    def __init__(self, frame: Frame, domain: DomainInfo) -> None:
        assert domain.board is not None
        assert domain.board.straight is not None
        self.frame = frame
        self.domain = domain
        self.board: BoardInfo = domain.board
        self.straight: Straight = domain.board.straight

    def table(self, made: Callable[[Present], Values], index: ir.Expr, *key: object) -> ir.Table:
        """The entry of a table that has a part for each form of the board; it is known by its key."""
        return by_form(self.frame, self.domain, made, index, self.board, *key)

    def directed(self, space: ir.Expr, way: ir.Expr) -> ir.Expr:
        """The index of a direction from a space."""
        return add(times(space, self.straight.turns), way)

    # ------------------------------------------------------------ tables

    def next(self, present: Present) -> tuple[int, ...]:
        """The space next to each in each direction."""
        return tuple([ray[0] if ray else -1 for ray in self.straight.rays(present)])

    def next_of_none(self, present: Present) -> tuple[int, ...]:
        """The same, with what is next to none before it."""
        return (*[-1] * self.straight.turns, *self.next(present))

    def in_one_row(self) -> tuple[tuple[int, ...], list[list[int]]]:
        """All lines in all directions in one row, with so much of none between them that no step leads from one to the
        next; and for each form where each space stands in it, by direction, the space none first."""
        straight = self.straight
        gap = [-1] * straight.longest
        row: list[int] = [*gap, -1, *gap]
        places: list[list[int]] = []
        for form in forms_of(self.domain):
            here = [len(gap)] * ((straight.size + 1) * straight.turns)
            for way in range(straight.turns):
                for line in straight.lines(way, form):
                    for number, space in enumerate(line):
                        here[(space + 1) * straight.turns + way] = len(row) + number
                    row += [*line, *gap]
            places.append(here)
        return tuple(row), places

    def gaps(self) -> bool:
        """Whether lines are interrupted on this board."""
        return any(self.straight.has_gaps(each) for each in forms_of(self.domain))

    # ------------------------------------------------------------ where one space lies from another

    def apart(self, a: ir.Expr, b: ir.Expr) -> ir.Expr:
        """A number that says how b lies from a: the index of `related`."""
        straight = self.straight
        if self.gaps():
            return add(times(a, straight.size), b)
        width = 2 * straight.extent[1] - 1
        x0, y0 = straight.corner
        keys = tuple([(x - x0) * width + y - y0 for x, y in straight.places])
        back = tuple([self.farthest() - each for each in keys])
        tables = self.frame.tables
        return add(
            ir.Table(tables.table(back, (self.board, "back")), a), ir.Table(tables.table(keys, (self.board, "key")), b)
        )

    def farthest(self) -> int:
        """The largest difference of two keys of spaces."""
        x, y = self.straight.extent
        return (x - 1) * (2 * y - 1) + y - 1

    def related(self, index: ir.Expr, of: str) -> ir.Table:
        """What is said of b by where it lies from a: in which direction (`way`, or `some` where none is -1), or how
        many spaces lie between (`between`)."""
        straight = self.straight
        missing = -1 if of == "way" else 0

        def entry(way: int, number: int) -> int:
            return number if of == "between" else way

        def by_pair(present: Present) -> tuple[int, ...]:
            found = [missing] * straight.size**2
            for row, ray in enumerate(straight.rays(present)):
                space, way = divmod(row, straight.turns)
                for number, other in enumerate(ray):
                    found[space * straight.size + other] = entry(way, number)
            return tuple(found)

        def by_distance() -> tuple[int, ...]:
            width, height = straight.extent
            found = [missing] * (2 * self.farthest() + 1)
            for way, (dx, dy) in enumerate(straight.ways):
                for number in range(straight.longest - 1):
                    x, y = (number + 1) * dx, (number + 1) * dy
                    if abs(x) < width and abs(y) < height:
                        found[self.farthest() + x * (2 * height - 1) + y] = entry(way, number)
            return tuple(found)

        if self.gaps():
            return self.table(by_pair, index, "pair", of)
        known = self.frame.tables.known_table((self.board, "apart", of))
        if known is None:
            known = self.frame.tables.table(by_distance(), (self.board, "apart", of))
        return ir.Table(known, index)


def lines_of(frame: Frame, node: typed.BuiltinCall, position: int = 0) -> Lines:
    """The lines of the board on which an argument lies."""
    return Lines(frame, domain_of(frame, node, position))


def number_type(node: typed.BuiltinCall, position: int) -> Type | None:
    """The type of a number that may have been left out."""
    return arg(node, position, typed.Expr).type if position < len(node.args) else None


def within(number: ir.Expr, type_: Type, low: int, high: int) -> ir.Expr:
    """A number, but not outside of these bounds."""
    if low <= type_.low and type_.high <= high:
        return number
    if isinstance(number, ir.Const):
        return ir.Const(max(low, min(number.value, high)))
    return ir.Op("clamp", (number, ir.Const(low), ir.Const(high)))


# ---------------------------------------------------------------- spaces in a direction


@builtin("step")
def _step(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    lines = lines_of(frame, node)
    straight, tables, number = lines.straight, frame.tables, number_type(node, 2)
    index = lines.directed(value(frame, node, 0), value(frame, node, 1))
    from_none = add(index, ir.Const(straight.turns))  # in tables that begin with what is next to none
    if number is None and arg(node, 0, typed.Expr).type.optional:
        return lines.table(lines.next_of_none, from_none, "next of none")
    if number is None:
        return lines.table(lines.next, index, "next")
    row, places = tables.known_table((lines.board, "row")), tables.known_table((lines.board, "places"))
    if row is None or places is None:
        cells, forms = lines.in_one_row()
        row = tables.table(cells, (lines.board, "row"))
        places = tables.table(tuple([each for form in forms for each in form]), (lines.board, "places"))
    place = ir.Table(places, add(part(frame, lines.domain, (straight.size + 1) * straight.turns), from_none))
    return ir.Table(row, add(place, within(value(frame, node, 2), number, -straight.longest, straight.longest)))


@builtin("beside")
def _beside(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    board, kind = board_of(frame, node), arg(node, 2, DomainInfo)
    assert kind.board is not None
    lattice = board.lattice or kind.board.lattice
    assert lattice is not None
    places, others = board.in_sixths, kind.board.in_sixths
    ways = [(x * SIXTHS // 2, y * SIXTHS // 2) for x, y in lattice.grid.directions().values()]
    at = {place: index for index, place in enumerate(others)}

    def made(present: Present) -> Values:
        """What lies in each direction; what is beside none comes first."""
        there = None if present is None else set(present)
        found = [at.get((x + dx, y + dy), -1) for x, y in places for dx, dy in ways]
        return (*[-1] * len(ways), *[each if there is None or each in there else -1 for each in found])

    index = add(times(add(value(frame, node, 0), ir.Const(1)), len(ways)), value(frame, node, 1))
    return by_form(frame, kind, made, index, board, "beside", kind.number)


@builtin("ray")
def _ray(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    lines = lines_of(frame, node)
    index = lines.directed(value(frame, node, 0), value(frame, node, 1))
    number = number_type(node, 2)
    if number is None:
        return lines.table(lines.straight.rays, index, "rays")
    most = value(frame, node, 2)
    if isinstance(most, ir.Const):
        length = max(most.value, 0)
        return lines.table(
            lambda present: tuple([each[:length] for each in lines.straight.rays(present)]), index, "rays", length
        )
    return ir.Op("list_slice", (lines.table(lines.straight.rays, index, "rays"), ir.Const(0), most))


@builtin("lines")
def _lines(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    lines = lines_of(frame, node)
    space, length = value(frame, node, 0), arg(node, 1, typed.Expr).constant
    if length is None:
        return ir.Call(_any_lines(lines, node.span), (space, value(frame, node, 1)))
    every: list[tuple[int, ...]] = []

    def at(present: Present) -> Values:
        found, numbers = lines.straight.through(length, present)
        first = len(every)
        every.extend(found)
        return tuple([tuple([first + each for each in row]) for row in numbers])

    listed = lines.table(at, space, "lines at", length)
    whole = frame.tables.known_table((lines.board, "lines", length))
    if whole is None:
        whole = frame.tables.table(tuple(every) or ((),), (lines.board, "lines", length))
    slot = frame.slot(INT, node.span)
    return ir.Comp("list", (ir.Clause(slot, listed, None),), ir.Table(whole, ir.Local(slot)))


def _any_lines(lines: Lines, span: Span) -> int:
    """The function (space, length) that gives the lines of a length that is not known beforehand: of each line through
    the space all parts of this length in which the space lies."""
    tables, straight = lines.frame.tables, lines.straight
    name = f"lines of {lines.domain.name}"
    if name in tables.own_functions:
        return tables.own_functions[name]
    space_type, axes = member(lines.domain.number), straight.axes
    longest = straight.longest
    frame = Frame(tables, name, f"board {lines.board.name}", list_of(list_of(space_type, longest)))
    space, length, most, axis, start = (frame.slot(each, span) for each in (space_type, INT, INT, INT, INT))
    frame.params += [space, length]
    inner = Lines(frame, lines.domain)

    def parts(present: Present) -> list[tuple[tuple[int, ...], int]]:
        """For each space and axis: its line, and its place there."""
        found: list[tuple[tuple[int, ...], int]] = [((), 0)] * (straight.size * len(axes))
        for number, way in enumerate(axes):
            for line in straight.lines(way, present):
                for place, each in enumerate(line):
                    found[each * len(axes) + number] = line, place
        return found

    index = add(times(ir.Local(space), len(axes)), ir.Local(axis))
    line = inner.table(lambda present: tuple([each for each, _ in parts(present)]), index, "line")
    place = inner.table(lambda present: tuple([each for _, each in parts(present)]), index, "place")
    beyond = inner.table(lambda present: tuple([len(each) for each, _ in parts(present)]), index, "length")
    n = ir.Local(most)
    first = ir.Op("max", (ir.Op("add", (ir.Op("sub", (place, n)), ir.Const(1))), ir.Const(0)))
    last = ir.Op("min", (place, ir.Op("sub", (beyond, n))))
    one, every = ir.ConstList((0,)), ir.ConstList(tuple(range(len(axes))))
    clauses = (
        ir.Clause(axis, ir.Choice(ir.Op("eq", (n, ir.Const(1))), one, every), None),
        ir.Clause(start, ir.Op("range", (first, last)), None),
    )
    part = ir.Op("list_slice", (line, ir.Local(start), ir.Op("add", (ir.Local(start), n))))
    body: Iterable[ir.Stmt] = (
        ir.SetLocal(most, ir.Op("clamp", (ir.Local(length), ir.Const(0), ir.Const(longest + 1)))),
        ir.Return(ir.Comp("list", clauses, part)),
    )
    number = tables.own_functions[name] = frame.function(body, frame.place(span))
    return number


@builtin("at")
def _at(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    lines = lines_of(frame, node)
    (x0, y0), (width, height) = lines.straight.corner, lines.straight.extent

    def coordinate(position: int, low: int, extent: int) -> ir.Expr:
        """A coordinate from 0, with one on each side for all that is outside."""
        found = within(value(frame, node, position), arg(node, position, typed.Expr).type, low - 1, low + extent)
        return add(found, ir.Const(1 - low))

    def cells(present: Present) -> tuple[int, ...]:
        found = [-1] * ((width + 2) * (height + 2))
        for space in range(lines.straight.size) if present is None else present:
            x, y = lines.straight.places[space]
            found[(x - x0 + 1) * (height + 2) + y - y0 + 1] = space
        return tuple(found)

    index = add(times(coordinate(1, x0, width), height + 2), coordinate(2, y0, height))
    return lines.table(cells, index, "cells")


# ---------------------------------------------------------------- directions


@builtin("turned")
def _turned(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    way, number, turns = value(frame, node, 0), value(frame, node, 1), board_of(frame, node).straight
    assert turns is not None
    return turned(way, number, turns.turns)


def turned(way: ir.Expr, number: ir.Expr, turns: int) -> ir.Expr:
    """A direction so many places on."""
    by = ir.Const(number.value % turns) if isinstance(number, ir.Const) else ir.Op("mod", (number, ir.Const(turns)))
    if isinstance(way, ir.Const) and isinstance(by, ir.Const):
        return ir.Const((way.value + by.value) % turns)
    return way if by == ir.Const(0) else ir.Op("mod", (add(way, by), ir.Const(turns)))


@builtin("opposite")
def _opposite(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    straight = board_of(frame, node).straight
    assert straight is not None
    return turned(value(frame, node, 0), ir.Const(straight.turns // 2), straight.turns)


@builtin("toward")
def _toward(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    lines = lines_of(frame, node)
    return lines.related(lines.apart(value(frame, node, 0), value(frame, node, 1)), "way")


@builtin("between")
def _between(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    return ir.Call(_spaces_between(lines_of(frame, node), node.span), (value(frame, node, 0), value(frame, node, 1)))


def _spaces_between(lines: Lines, span: Span) -> int:
    """The function (a, b) that gives the spaces between: so many of those beyond a."""
    tables, space = lines.frame.tables, member(lines.domain.number)
    name = f"between of {lines.domain.name}"
    if name in tables.own_functions:
        return tables.own_functions[name]
    frame = Frame(tables, name, f"board {lines.board.name}", list_of(space, lines.straight.longest - 1))
    a, b, how = (frame.slot(each, span) for each in (space, space, INT))
    frame.params += [a, b]
    inner = Lines(frame, lines.domain)
    index = inner.directed(ir.Local(a), inner.related(ir.Local(how), "some"))
    ray = inner.table(inner.straight.rays, index, "rays")
    body: Iterable[ir.Stmt] = (
        ir.SetLocal(how, inner.apart(ir.Local(a), ir.Local(b))),
        ir.Return(ir.Op("list_slice", (ray, ir.Const(0), inner.related(ir.Local(how), "between")))),
    )
    number = tables.own_functions[name] = frame.function(body, frame.place(span))
    return number
