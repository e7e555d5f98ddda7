"""Tiles: what the built-ins for them become in the program.

What a tile has along its sides in each turn stands in tables of constants; a function of the language's own for each
built-in looks up where the tile lies, what lies beside it, and what meets there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from yupana.schemas.source import Span

from ..language.types import BOOL, INT, Type, member
from ..program import ir
from ..typed import nodes as typed
from ..typed.declared import BoardInfo, DomainInfo, ZoneInfo
from ..typed.straight import Present
from ..typed.tiles import TilesInfo
from .builtins import builtin, domain_of, holder_of, value
from .core import add, stored, times
from .forms import by_form
from .frame import Frame

NONE = ir.Const(ir.NONE)


class _Laid:
    """A kind of tiles, for one function that is being made."""

    def __init__(self, frame: Frame, info: TilesInfo) -> None:
        assert info.zone is not None
        self.frame = frame
        self.info = info
        self.zone: ZoneInfo = info.zone
        self.spaces: DomainInfo = frame.tables.domains[info.spaces]
        self.base = frame.tables.domains[info.tile].piece_base

    # ------------------------------------------------------------ tables

    def table(self, name: str, values: Iterable[object], index: ir.Expr) -> ir.Table:
        """The entry of a table that belongs to the tiles."""
        known = self.frame.tables.known_table((self.info, name))
        if known is None:
            known = self.frame.tables.table(tuple(values), (self.info, name))  # type: ignore[arg-type]
        return ir.Table(known, index)

    def by_part(self, name: str, of: Callable[[int, int], tuple[int, ...]], part: ir.Expr, turn: ir.Expr) -> ir.Table:
        """The entry of a table with a row for each part and turn of its tile."""
        turns = range(self.info.sides)
        rows = [of(each, number) for each in range(len(self.info.tile_of)) for number in turns]
        return self.table(name, rows, add(times(part, self.info.sides), turn))

    def part_at(self, tile: ir.Expr, slot: ir.Expr) -> ir.Table:
        """The part of a tile at a slot, as it lies."""
        row = times(self.turned_tile(tile, self.turn(tile)), len(self.info.meeting))
        return self.table("part at", self.info.turned, add(row, slot))

    @property
    def board(self) -> BoardInfo:
        """The board on which the tiles lie."""
        assert self.spaces.board is not None
        return self.spaces.board

    def next(self, space: ir.Expr, side: ir.Expr) -> ir.Table:
        """The space across a side."""
        board, straight, ways = self.board, self.board.straight, self.info.ways
        assert straight is not None

        def made(present: Present) -> tuple[int, ...]:
            rays = [ray[0] if ray else -1 for ray in straight.rays(present)]
            return tuple([rays[each * straight.turns + way] for each in range(straight.size) for way in ways])

        return by_form(self.frame, self.spaces, made, add(times(space, self.info.sides), side), board, "across sides")

    def turned_tile(self, tile: ir.Expr, turn: ir.Expr) -> ir.Expr:
        """The index of a tile in a turn."""
        return add(times(tile, self.info.sides), turn)

    # ------------------------------------------------------------ where tiles lie

    def top(self, space: ir.Expr) -> ir.Expr:
        """The tile that lies in a space, or none."""
        return ir.Op("zone_top", (add(ir.Const(self.zone.first), space), ir.Const(self.base)))

    def turn(self, tile: ir.Expr) -> ir.Expr:
        """How often a tile is turned."""
        return ir.Const(0) if self.info.turn is None else stored(self.frame.tables, self.info.turn, tile)

    def space_of(self, tile: ir.Expr) -> ir.Expr:
        """The space in which a tile lies, or none."""
        return holder_of(ir.Op("piece_zone", (add(tile, ir.Const(self.base)),)), self.zone)

    def lies(self, tile: ir.Expr, space: ir.Expr) -> ir.Expr:
        """Whether the tile lies in that space, and on top."""
        return ir.Op("and", (ir.Op("ge", (space, ir.Const(0))), ir.Op("eq", (self.top(space), tile))))


class _Made:
    """A function of the language's own that is being made: its tiles and the slots of its parameters."""

    def __init__(self, frame: Frame, info: TilesInfo, name: str, result: Type, params: tuple[Type, ...]) -> None:
        kind = frame.tables.domains[info.tile]
        self.name = f"{name} of {kind.name}"
        self.span: Span = kind.span
        self.frame = Frame(frame.tables, self.name, f"kind {kind.name}", result)
        self.laid = _Laid(self.frame, info)
        self.params = tuple([ir.Local(self.slot(each)) for each in params])
        self.frame.params += [each.slot for each in self.params]

    def slot(self, type_: Type) -> int:
        """A new slot."""
        return self.frame.slot(type_, self.span)

    def is_there(self) -> bool:
        """Whether the function has been made already."""
        return self.name in self.frame.tables.own_functions

    def call(self, body: Iterable[ir.Stmt], args: tuple[ir.Expr, ...]) -> ir.Call:
        """A call of the function, with this body if it has none yet."""
        own = self.frame.tables.own_functions
        if self.name not in own:
            own[self.name] = self.frame.function(body, self.frame.place(self.span))
        return ir.Call(own[self.name], args)


def _info(frame: Frame, node: typed.BuiltinCall, position: int = 0) -> TilesInfo:
    """The tiles of which an argument is one, or a part of one, or on whose board it lies."""
    domain = domain_of(frame, node, position)
    if domain.tiles is not None:
        return domain.tiles
    every = [each.tiles for each in frame.tables.domains if each.tiles is not None]
    return next(each for each in every if each.spaces == domain.number)


@builtin("fits")
def _fits(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    info = _info(frame, node)
    made = _Made(frame, info, "fits", BOOL, (member(info.tile), member(info.spaces), INT))
    args = value(frame, node, 0), value(frame, node, 1), value(frame, node, 2)
    return made.call(() if made.is_there() else _fits_body(made, info), args)


def _fits_body(made: _Made, info: TilesInfo) -> Iterable[ir.Stmt]:
    laid, (tile, space, turn) = made.laid, made.params
    side, near, other = (ir.Local(made.slot(each)) for each in (INT, member(info.spaces), member(info.tile)))
    own, wanted = info.edges
    along = laid.table("own edges", own, add(times(laid.turned_tile(tile, turn), info.sides), side))
    half = info.sides // 2
    across = ir.Op("mod", (ir.Op("add", (side, ir.Const(half))), ir.Const(info.sides)))
    met = laid.table("wanted edges", wanted, add(times(laid.turned_tile(other, laid.turn(other)), info.sides), across))
    no = ir.Return(ir.Const(0))
    return (
        ir.If(ir.Op("ge", (laid.top(space), ir.Const(0))), (no,)),
        ir.SetLocal(turn.slot, ir.Op("mod", (turn, ir.Const(info.sides)))),
        ir.For(
            side.slot,
            ir.ConstList(tuple(range(info.sides))),
            (
                ir.SetLocal(near.slot, laid.next(space, side)),
                ir.If(ir.Op("lt", (near, ir.Const(0))), (ir.Continue(),)),
                ir.SetLocal(other.slot, laid.top(near)),
                ir.If(ir.Op("and", (ir.Op("ge", (other, ir.Const(0))), ir.Op("ne", (along, met)))), (no,)),
            ),
        ),
        ir.Return(ir.Const(1)),
    )


@builtin("joined")
def _joined(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    info = _info(frame, node)
    made = _Made(frame, info, "joined", node.type, (member(info.part),))
    return made.call(() if made.is_there() else _joined_body(made, info), (value(frame, node, 0),))


def _joined_body(made: _Made, info: TilesInfo) -> Iterable[ir.Stmt]:
    laid, (part,) = made.laid, made.params
    space, turn, before = _place_of(made, info, ir.ConstList(()))
    slot, met = (ir.Local(made.slot(each)) for each in (INT, member(info.part)))
    touched = laid.by_part("touched", info.touched, part, turn)
    across = _Made(made.frame, info, "met", member(info.part, optional=True), (member(info.spaces), INT))
    there = across.call(() if across.is_there() else _across_body(across, info), (space, slot))
    clauses = (
        ir.Clause(slot.slot, touched, None),
        ir.Clause(met.slot, ir.Op("list", (there,)), ir.Op("ge", (met, ir.Const(0)))),
    )
    return *before, ir.Return(ir.Op("list_distinct", (ir.Comp("list", clauses, met),)))


def _across_body(made: _Made, info: TilesInfo) -> Iterable[ir.Stmt]:
    """The part that is met from a space at a slot, or none."""
    laid, (space, slot) = made.laid, made.params
    near, other = (ir.Local(made.slot(each)) for each in (member(info.spaces), member(info.tile)))
    return (
        ir.SetLocal(near.slot, laid.next(space, ir.Op("div", (slot, ir.Const(info.slots))))),
        ir.If(ir.Op("lt", (near, ir.Const(0))), (ir.Return(NONE),)),
        ir.SetLocal(other.slot, laid.top(near)),
        ir.If(ir.Op("lt", (other, ir.Const(0))), (ir.Return(NONE),)),
        ir.Return(laid.part_at(other, laid.table("meeting", info.meeting, slot))),
    )


def _place_of(made: _Made, info: TilesInfo, otherwise: ir.Expr) -> tuple[ir.Local, ir.Local, list[ir.Stmt]]:
    """Where the tile of a part lies: its space and turn, and what finds them, or gives something else where it lies
    nowhere."""
    laid, (part,) = made.laid, made.params
    tile, space, turn = (ir.Local(made.slot(each)) for each in (member(info.tile), member(info.spaces), INT))
    found = [
        ir.SetLocal(tile.slot, laid.table("tile of", info.tile_of, part)),
        ir.SetLocal(space.slot, laid.space_of(tile)),
        ir.If(ir.Op("not", (laid.lies(tile, space),)), (ir.Return(otherwise),)),
        ir.SetLocal(turn.slot, laid.turn(tile)),
    ]
    return space, turn, found


@builtin("open_sides")
def _open_sides(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    info = _info(frame, node)
    made = _Made(frame, info, "open sides", INT, (member(info.part),))
    return made.call(() if made.is_there() else _open_sides_body(made, info), (value(frame, node, 0),))


def _open_sides_body(made: _Made, info: TilesInfo) -> Iterable[ir.Stmt]:
    laid, (part,) = made.laid, made.params
    side, near, many = (ir.Local(made.slot(each)) for each in (INT, member(info.spaces), INT))
    space, turn, before = _place_of(made, info, ir.Const(0))
    sides = laid.by_part("sides of", info.sides_of, part, turn)
    covered = ir.Op("and", (ir.Op("ge", (near, ir.Const(0))), ir.Op("ge", (laid.top(near), ir.Const(0)))))
    return (
        *before,
        ir.SetLocal(many.slot, ir.Const(0)),
        ir.For(
            side.slot,
            sides,
            (
                ir.SetLocal(near.slot, laid.next(space, side)),
                ir.If(ir.Op("not", (covered,)), (ir.SetLocal(many.slot, ir.Op("add", (many, ir.Const(1)))),)),
            ),
        ),
        ir.Return(many),
    )


@builtin("part_at")
def _part_at(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    info = _info(frame, node)
    made = _Made(frame, info, "part at", member(info.part, optional=True), (member(info.spaces), INT, INT))
    number = value(frame, node, 2) if len(node.args) > 2 else ir.Const(info.slots // 2)
    args = value(frame, node, 0), value(frame, node, 1), number
    return made.call(() if made.is_there() else _part_at_body(made, info), args)


def _part_at_body(made: _Made, info: TilesInfo) -> Iterable[ir.Stmt]:
    laid, (space, way, number) = made.laid, made.params
    tile, side = ir.Local(made.slot(member(info.tile))), ir.Local(made.slot(INT))
    straight = laid.board.straight
    assert straight is not None
    sides = [info.ways.index(each) if each in info.ways else -1 for each in range(straight.turns)]
    outside = ir.Op(
        "or",
        (
            ir.Op("lt", (tile, ir.Const(0))), ir.Op("lt", (side, ir.Const(0))),
            ir.Op("lt", (number, ir.Const(0))), ir.Op("ge", (number, ir.Const(info.slots))),
        ),
    )  # fmt: skip
    return (
        ir.SetLocal(tile.slot, laid.top(space)),
        ir.SetLocal(side.slot, laid.table("side of", sides, way)),
        ir.If(outside, (ir.Return(NONE),)),
        ir.Return(laid.part_at(tile, add(times(side, info.slots), number))),
    )


@builtin("part_in")
def _part_in(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    info = _info(frame, node)
    made = _Made(frame, info, "part in", member(info.part, optional=True), (member(info.spaces), INT))
    args = value(frame, node, 0), value(frame, node, 1)
    return made.call(() if made.is_there() else _part_in_body(made, info), args)


def _part_in_body(made: _Made, info: TilesInfo) -> Iterable[ir.Stmt]:
    laid, (space, number) = made.laid, made.params
    tile, many = ir.Local(made.slot(member(info.tile))), len(info.cells)
    low, high = ir.Op("lt", (number, ir.Const(0))), ir.Op("ge", (number, ir.Const(many)))
    index = add(times(laid.turned_tile(tile, laid.turn(tile)), many), number)
    return (
        ir.SetLocal(tile.slot, laid.top(space)),
        ir.If(ir.Op("or", (ir.Op("lt", (tile, ir.Const(0))), low, high)), (ir.Return(NONE),)),
        ir.Return(laid.table("drawn", info.drawn, index)),
    )


@builtin("middle")
def _middle(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    info = _info(frame, node)
    made = _Made(frame, info, "middle", INT, (member(info.part),))
    laid, (part,) = made.laid, made.params
    turn = laid.turn(laid.table("tile of", info.tile_of, part))
    body = (ir.Return(laid.table("middles", info.middles, add(times(part, info.sides), turn))),)
    return made.call(body, (value(frame, node, 0),))
