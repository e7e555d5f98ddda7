"""What each built-in function becomes in the program: one function a row of the table, by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ..language.types import member
from ..program import ir
from ..typed import nodes as typed
from ..typed.declarations import Values
from ..typed.declared import AdjustmentInfo, BoardInfo, DomainInfo, ZoneInfo
from ..typed.straight import Present
from . import outcomes, positions
from .core import add, lower, lowers, stored, times
from .expressions import all_of, items, piece_number, zone_number
from .forms import by_form, part, rows_present
from .frame import Frame
from .loops import neighbors
from .visibility import visibility

Lowering = Callable[[Frame, typed.BuiltinCall], ir.Expr]
_Kind = TypeVar("_Kind")

BUILTINS: dict[str, Lowering] = {}
"""The lowering of the built-in functions by their names. One that is an operation of its own name, with its arguments
as the operands, needs no entry."""


@lowers(typed.BuiltinCall)
def _builtin_call(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    name = node.builtin.name
    return BUILTINS[name](frame, node) if name in BUILTINS else ir.Op(name, values(frame, node))


def builtin(*names: str) -> Callable[[Lowering], Lowering]:
    """Registers the function that lowers calls of built-ins."""

    def register(function: Lowering) -> Lowering:
        BUILTINS.update(dict.fromkeys(names, function))
        return function

    return register


def arg(node: typed.BuiltinCall, position: int, kind: type[_Kind]) -> _Kind:
    """An argument, or what the name that stands for it means; its row has seen to it that it is of the kind."""
    found: object = node.args[position]
    if isinstance(found, typed.Name):
        found = found.meant
    assert isinstance(found, kind)
    return found


def value(frame: Frame, node: typed.BuiltinCall, position: int) -> ir.Expr:
    """An argument's value."""
    return lower(frame, arg(node, position, typed.Expr))


def values(frame: Frame, node: typed.BuiltinCall) -> tuple[ir.Expr, ...]:
    """The values of all arguments."""
    return all_of(frame, tuple(each for each in node.args if isinstance(each, typed.Expr)))


def listed(frame: Frame, node: typed.BuiltinCall, position: int = 0) -> ir.Expr:
    """An argument as a list."""
    return items(frame, arg(node, position, typed.Expr))


def domain_of(frame: Frame, node: typed.BuiltinCall, position: int = 0) -> DomainInfo:
    """The domain of an argument, or the kind that it names."""
    if isinstance(node.args[position], typed.Name):
        return arg(node, position, DomainInfo)
    return frame.tables.domains[arg(node, position, typed.Expr).type.domain]


def board_of(frame: Frame, node: typed.BuiltinCall, position: int = 0) -> BoardInfo:
    """The board on which an argument lies."""
    board = domain_of(frame, node, position).board
    assert board is not None
    return board


# ---------------------------------------------------------------- numbers and lists


OF_LISTS = {
    "reversed": "list_reversed",
    "distinct": "list_distinct",
    "index": "list_index",
    "slice": "list_slice",
    "occurrences": "list_count",
}
"""The built-ins that are one operation on a list and the values of further arguments."""


@builtin(*OF_LISTS)
def _of_list(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    first = listed(frame, node)
    return ir.Op(OF_LISTS[node.builtin.name], (first, *(value(frame, node, i) for i in range(1, len(node.args)))))


@builtin("min", "max")
def _extreme(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    if len(node.args) > 1:
        return ir.Op(node.builtin.name, values(frame, node))
    return ir.Op(f"list_{node.builtin.name}", (listed(frame, node),), frame.place(node.span))


@builtin("first", "last")
def _end(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    none = ir.Const(node.type.none)
    return ir.Op(f"list_{node.builtin.name}", (listed(frame, node), none))


@builtin("size")
def _size(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    group = arg(node, 0, typed.Expr)
    if isinstance(group, typed.Zone):
        return ir.Op("zone_size", (zone_number(frame, group),))
    return ir.Op("set_size" if group.type.kind == "set" else "list_size", (lower(frame, group),))


@builtin("sum")
def _sum(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    expr = listed(frame, node)
    return ir.Op("list_sum", (expr,), frame.place(node.span) if node.may_fault else -1)


@builtin("sorted")
def _sorted(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    expr = listed(frame, node)
    assert node.type.element is not None
    each = ir.Local(frame.slot(node.type.element, node.span))
    return ir.Comp("sorted", (ir.Clause(each.slot, expr, None),), each, by=each)


@builtin("list")
def _list(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    return listed(frame, node)


@builtin("set")
def _set(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    return members(frame, node, 0)


def members(frame: Frame, node: typed.BuiltinCall, position: int) -> ir.Expr:
    """An argument that is a set, or a list of entities as one."""
    group = node.args[position]
    if not isinstance(group, typed.AsSet):
        return value(frame, node, position)
    expr = lower(frame, group.value)
    each = ir.Local(frame.slot(member(group.type.domain), group.span))
    return ir.Comp("set", (ir.Clause(each.slot, expr, None),), each, size=domain_of(frame, node, position).size)


@builtin("filled")
def _filled(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    return ir.Op("map_fill", (ir.Const(domain_of(frame, node).size), value(frame, node, 1)))


# ---------------------------------------------------------------- zones, pieces and members


@builtin("top", "bottom")
def _zone_end(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    zone = arg(node, 0, typed.Zone)
    base = frame.tables.domains[zone.zone.domain].piece_base
    return ir.Op(f"zone_{node.builtin.name}", (zone_number(frame, zone), ir.Const(base)))


def _where(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    """The number of the zone that a piece is in."""
    return ir.Op("piece_zone", (piece_number(frame, arg(node, 0, typed.Expr)),))


@builtin("holder")
def _holder(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    return holder_of(_where(frame, node), arg(node, 1, ZoneInfo))


def holder_of(zone: ir.Expr, info: ZoneInfo) -> ir.Expr:
    """Whose zone of a family the zone is in which a piece lies, or none: that tells nothing of other zones."""
    first, beyond = ir.Const(info.first), ir.Const(info.first + info.count)
    inside = ir.Op("and", (ir.Op("ge", (zone, first)), ir.Op("lt", (zone, beyond))))
    owner = ir.Op("sub", (zone, first)) if info.first else zone
    return ir.Choice(inside, owner, ir.Const(ir.NONE))


@builtin("in_play")
def _in_play(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    return ir.Op("ge", (_where(frame, node), ir.Const(0)))


@builtin("group")
def _group(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    piece, domain = value(frame, node, 0), domain_of(frame, node)
    return ir.Table(frame.tables.table(tuple(domain.groups)), piece) if domain.groups else piece


@builtin("number")
def _number(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    expr = value(frame, node, 0)
    is_bool = arg(node, 0, typed.Expr).type.kind == "bool"
    return ir.Choice(expr, ir.Const(1), ir.Const(0)) if is_bool else expr


@builtin("member")
def _member(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    return value(frame, node, 1)


@builtin("as_player")
def _as_player(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    return value(frame, node, 0)


@builtin("active_now")
def _active_now(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    info = arg(node, 0, AdjustmentInfo)
    if info.cell is None:
        return ir.Const(1)
    key = value(frame, node, 1) if len(node.args) == 2 else None
    return ir.Op("gt", (switch(frame, info, key), ir.Const(0)))


def switch(frame: Frame, info: AdjustmentInfo, key: ir.Expr | None) -> ir.Load:
    """The cell that holds how often an adjustment is active, for a key."""
    assert info.cell is not None
    return stored(frame.tables, info.cell, None if info.cell.domain < 0 else key or ir.Const(0))


# ---------------------------------------------------------------- seats


@builtin("next", "previous")
def _neighbor(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    players = frame.tables.declared.ruleset.players
    fixed = players.min == players.max
    many: ir.Expr = ir.Const(players.max) if fixed else ir.Load(ir.CELL_PLAYERS, None, ir.SCALAR)
    step = ir.Const(1) if node.builtin.name == "next" else ir.Op("sub", (many, ir.Const(1)))
    return ir.Op("mod", (ir.Op("add", (value(frame, node, 0), step)), many))


@builtin("opponent")
def _opponent(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    return ir.Op("sub", (ir.Const(1), value(frame, node, 0)))


# ---------------------------------------------------------------- boards


def _links(board: BoardInfo, node: typed.BuiltinCall, position: int) -> int:
    """The table of neighbours: all, or those by links of the kind that is named."""
    if position >= len(node.args):
        return board.neighbors
    return board.by_link[arg(node, position, DomainInfo).number]


@builtin("neighbors")
def _neighbors(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    space = value(frame, node, 0)
    return neighbors(frame, domain_of(frame, node), _links(board_of(frame, node), node, 1), space)


@builtin("linked")
def _linked(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    one, other = value(frame, node, 0), value(frame, node, 1)
    near = ir.Op("neighbors", (ir.Const(_links(board_of(frame, node), node, 2)), one))
    return ir.Op("list_has", (near, other))


@builtin("links")
def _links_at(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    links = domain_of(frame, node, 1)
    table, row = rows_present(
        frame, domain_of(frame, node), board_of(frame, node).links_at[links.number], value(frame, node, 0), links
    )
    return ir.Op("neighbors", (ir.Const(table), row))


@builtin("touching")
def _touching(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    kind = arg(node, 1, DomainInfo)
    rows = board_of(frame, node).touching[kind.number]
    table, row = rows_present(frame, domain_of(frame, node), rows, value(frame, node, 0), kind)
    return ir.Op("neighbors", (ir.Const(table), row))


@builtin("other")
def _other(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    link, space = values(frame, node)
    attributes = domain_of(frame, node).attributes
    a, b = (ir.Table(attributes[end].table, link) for end in ("a", "b"))
    return ir.Choice(ir.Op("eq", (a, space)), b, a)


@builtin("border")
def _border(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    domain = domain_of(frame, node)
    border = ir.Op("border", (ir.Const(board_of(frame, node).neighbors), members(frame, node, 0)))
    if domain.whole():
        return border
    return ir.Op("set_and", (border, ir.Op("domain_set", (ir.Const(domain.number),))))


@builtin("parts")
def _parts(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    return ir.Op("parts", (ir.Const(board_of(frame, node).neighbors), members(frame, node, 0)))


@builtin("part")
def _part(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    whole, space = members(frame, node, 0), value(frame, node, 1)
    return ir.Op("part", (ir.Const(board_of(frame, node).neighbors), whole, space))


@builtin("distance")
def _distance(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    board, domain = board_of(frame, node), domain_of(frame, node)
    a, b = values(frame, node)
    index = add(times(a, domain.size), b)
    if len(board.distances) == 1:  # the same in every form
        return ir.Table(frame.tables.table(board.distances[0], board), index)
    every = frame.tables.table(tuple([each for form in board.distances for each in form]), board)
    return ir.Table(every, add(part(frame, domain, domain.size**2), index))


@builtin("cells_of")
def _cells_of(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    anchor, shape, turn = (value(frame, node, i) for i in (1, 0, 2))
    domain, board, type_ = domain_of(frame, node, 1), board_of(frame, node, 1), arg(node, 2, typed.Expr).type
    if type_.low < 0 or type_.high >= board.shape_turns:
        turn = ir.Op("mod", (turn, ir.Const(board.shape_turns)))
    row = add(times(shape, board.shape_turns), turn)
    index, cells = add(times(row, domain.size), anchor), board.shape_cells
    if domain.whole():
        return ir.Table(cells, index)
    rows = frame.tables.tables[cells]

    def made(present: Present) -> Values:
        """What is not in the game is none, as what is outside of the board."""
        there = set(present or ())
        return tuple([tuple([x if x in there else -1 for x in each]) for each in rows if isinstance(each, tuple)])

    return by_form(frame, domain, made, index, board, "shapes")


@builtin("rotations")
def _rotations(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    tiles = domain_of(frame, node).tiles
    if tiles is not None:
        rotations = tuple(map(tiles.rotations, range(len(tiles.faces))))
        return ir.Table(frame.tables.table(rotations, (tiles, "rotations")), value(frame, node, 0))
    return ir.Table(board_of(frame, node).shape_rotations, value(frame, node, 0))


# ---------------------------------------------------------------- positions


@builtin("times", "ago")
def _noted(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    return positions.asked(frame.tables, arg(node, 0, typed.Position).position, f"position_{node.builtin.name}")


# ---------------------------------------------------------------- the game as seen from outside


@builtin("score", "winners", "place")
def _of_the_game(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    args = values(frame, node)
    return ir.Call(frame.tables.reserved(node.builtin.name), args)


@builtin("is_draw")
def _is_draw(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    declared = frame.tables.declared
    if declared.outcomes is None and declared.team is None and not declared.ruleset.players.together:
        return outcomes.shared_by_all(frame)
    return ir.Call(frame.tables.reserved("is_draw"), ())


@builtin("lost")
def _lost(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    return outcomes.has_lost(frame.tables, value(frame, node, 0))


@builtin("is_over")
def _is_over(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    return ir.Op("lt", (ir.Load(ir.CELL_BLOCK, None, ir.SCALAR), ir.Const(0)))


@builtin("sees")
def _sees(frame: Frame, node: typed.BuiltinCall) -> ir.Expr:
    player = value(frame, node, 0)
    target = node.args[1]
    if not isinstance(target, typed.Field | typed.Zone):
        return _sees_piece(frame, node, player)
    who = ir.Const(0) if target.holder is None else lower(frame, target.holder)
    return _seen(visibility(frame.tables, arg(node, 2, typed.Visibility)), player, who)


def _seen(seen: ir.Visibility, player: ir.Expr, who: ir.Expr) -> ir.Expr:
    """Whether a player sees what is declared so, of a holder."""
    match seen.mode:
        case "test":
            return ir.Call(seen.function, (player, who))
        case "owner" | "others":
            owner = who if seen.owners < 0 else ir.Table(seen.owners, who)
            return ir.Op("eq" if seen.mode == "owner" else "ne", (owner, player))
    return ir.Const(int(seen.mode == "all"))


def _sees_piece(frame: Frame, node: typed.BuiltinCall, player: ir.Expr) -> ir.Expr:
    """Whether a player sees a piece: by itself, where it lies, or out of play."""
    piece = arg(node, 1, typed.Expr)
    itself = _seen(visibility(frame.tables, arg(node, 2, typed.Visibility)), player, lower(frame, piece))
    where = ir.Op("piece_zone", (piece_number(frame, piece),))
    there: ir.Expr = ir.Const(1)
    zones = [each for each in frame.tables.declared.zones.values() if each.domain == piece.type.domain]
    for number, zone in enumerate(zones, 3):
        first, end = ir.Const(zone.first), ir.Const(zone.first + zone.count)
        inside = ir.Op("and", (ir.Op("ge", (where, first)), ir.Op("lt", (where, end))))
        declared = visibility(frame.tables, arg(node, number, typed.Visibility))
        there = ir.Choice(inside, _seen(declared, player, ir.Op("sub", (where, first))), there)
    return ir.Op("or", (itself, there))
