"""Built-ins for tiles that are laid side by side, and for their parts."""

from __future__ import annotations

from ..language import messages, nodes
from ..language.types import BOOL, Type, interval, list_of, member
from ..typed.nodes import Expr
from ..typed.tiles import TilesInfo
from .boards import know_directions
from .builtin_table import Given, counted, form, narrowed, present, special
from .core import error_type, integer, is_unknown, key, look_into, unknown
from .world import DomainInfo


def _tiles_of(given: Given, type_: Type) -> tuple[DomainInfo, TilesInfo] | None:
    """The kind that a value is of, if it is one of tiles or parts, and what is known of them."""
    domain = given.body.world.domains[type_.domain] if type_.kind == "member" else None
    return None if domain is None or domain.tiles is None else (domain, domain.tiles)


def _no_tile(given: Given, wanted: str, found: Expr, node: nodes.Expr) -> Expr:
    """What is no tile or part; about one of faulty tiles nothing is said."""
    if found.type.kind == "member" and found.type.domain in given.body.world.untiled:
        return unknown(node)
    return error_type(given.body, wanted, found.type, node.span)


@form("Tile")
def _tile(given: Given, node: nodes.Expr) -> Expr:
    found = present(given, node)
    known = _tiles_of(given, found.type)
    if known is not None and known[1].tile == known[0].number:
        return found
    return _no_tile(given, messages.Wanted.TILE, found, node)


@form("Part")
def _part(given: Given, node: nodes.Expr) -> Expr:
    found = present(given, node)
    known = _tiles_of(given, found.type)
    if known is not None and known[1].part == known[0].number:
        given.letters["Part"] = member(known[0].number)
        return found
    return _no_tile(given, messages.Wanted.PART, found, node)


def _made(given: Given, type_: Type) -> Expr:
    """The call, when all its arguments are sound."""
    faulty = any(isinstance(each, Expr) and is_unknown(each) for each in given.args)
    return unknown(given.node) if faulty else given.call(type_)


def _info(given: Given) -> TilesInfo:
    """The tiles of which the first argument is one, or a part of one."""
    known = _tiles_of(given, given.type(0))
    assert known is not None
    return known[1]


@special(
    "fits(t: Tile, s: Space, turn: int): bool",
    "Whether the tile, turned so often, could be laid on s: no tile lies there, and along every side that would meet "
    "another tile the parts of both match.",
    "fits(straight, c1, 1) → true",
)
def _fits(given: Given) -> Expr:
    if not counted(given):
        return unknown(given.node)
    tile, space, turn = given.node.args
    found = _tile(given, tile)
    if is_unknown(found):
        look_into(given.body, space, turn)
        return unknown(given.node)
    given.args.append(found)
    given.args += [key(given.body, space, _info(given).spaces), integer(given.body, turn)]
    return _made(given, BOOL)


@narrowed(
    "joined(p: Part): list[Part]",
    "The parts of other tiles that p meets across the sides of its tile, as they lie; none of a tile that is not laid.",
    "joined(corner_path) → [straight_path]",
)
def _joined(given: Given, type_: Type) -> Type:
    info = _info(given)
    return list_of(member(info.part), info.sides * info.slots)


@narrowed(
    "open_sides(p: Part): int",
    "At how many sides of its tile p meets no other tile; 0 of a tile that is not laid.",
    "open_sides(corner_path) → 1",
)
def _open_sides(given: Given, type_: Type) -> Type:
    return interval(0, _info(given).sides)


def _laid_on(given: Given) -> TilesInfo | None:
    """The tiles that are laid in the space that is the first argument; None where that is none, or the number of
    arguments is wrong (reported)."""
    if not counted(given):
        return None
    body, (space, *others) = given.body, given.node.args
    found = present(given, space)
    every = [each.tiles for each in body.world.domains if each.tiles is not None]
    info = next((each for each in every if each.spaces == found.type.domain), None)
    if is_unknown(found) or found.type.kind != "member" or info is None:
        look_into(body, *others)
        if not is_unknown(found) and not body.world.untiled:
            error_type(body, messages.Wanted.TILED, found.type, space.span)
        return None
    given.args.append(found)
    return info


@special(
    "part_at(s: Space, d: Direction, [n: int]): Part?",
    "The part that the tile on s has along its side in the direction: in the middle, or the one n signs on, clockwise "
    "from 0; none where there is none.",
    "part_at(a1, east) → corner_path",
)
def _part_at(given: Given) -> Expr:
    info = _laid_on(given)
    if info is None:
        return unknown(given.node)
    body, (_, *others) = given.body, given.node.args
    board = body.world.domains[info.spaces].board
    assert board is not None
    number = know_directions(body.world, board, given.node.span)
    given.args.append(unknown(others[0]) if number is None else key(body, others[0], number))
    given.args += [integer(body, each) for each in others[1:]]
    return _made(given, member(info.part, optional=True))


@special(
    "part_in(s: Space, n: int): Part?",
    "The part at the n-th sign (from 0, line by line) of the face of the tile on s, as it lies; none where there is "
    "none. For the look.",
    "part_in(a1, 4) → corner_path",
)
def _part_in(given: Given) -> Expr:
    info = _laid_on(given)
    if info is None:
        return unknown(given.node)
    given.args.append(integer(given.body, given.node.args[1]))
    return _made(given, member(info.part, optional=True))


@narrowed(
    "middle(p: Part): int",
    "Which sign of the face of its tile (from 0, line by line), as it is turned, stands in the middle of the part. For "
    "the look.",
    "middle(corner_path) → 4",
)
def _middle(given: Given, type_: Type) -> Type:
    return interval(0, max(0, len(_info(given).cells) - 1))
