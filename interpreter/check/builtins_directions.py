"""Built-ins for directions, straight lines and coordinates of grids."""

from __future__ import annotations

from yupana.schemas.grids import GRID_WORDS

from ..language import messages, nodes
from ..language.types import Type, list_of, member
from ..typed import nodes as typed
from ..typed.nodes import Expr
from ..typed.straight import Straight
from .boards import know_directions
from .builtin_table import Given, counted, present, special
from .builtins_boards import board_of
from .core import as_declared, error_type, integer, is_unknown, key, look_into, unknown
from .world import BoardInfo, DomainInfo

# ---------------------------------------------------------------- arguments


def _board(given: Given, node: nodes.Expr, found: Expr) -> BoardInfo | None:
    """The grid in which a space lies, perhaps none; None where it is no space of a grid (reported)."""
    if is_unknown(found):
        return None
    board = board_of(given, found.type.domain) if found.type.kind == "member" else None
    if board is None:
        error_type(given.body, messages.Wanted.SPACE, found.type, node.span)
    elif board.straight is None:
        kind = given.body.world.domains[found.type.domain].name
        given.body.world.error(messages.no_lines(kind, GRID_WORDS, node.span))
        return None
    return board


def _first(given: Given, *, optional: bool = False) -> tuple[BoardInfo, Straight] | None:
    """The board on which the first argument, a space, lies; None when the call is faulty, and all faults told."""
    if not counted(given):
        return None
    first, *others = given.node.args
    found = as_declared(given.body, first) if optional else present(given, first)
    board = _board(given, first, found)
    if board is None or board.straight is None:
        look_into(given.body, *others)
        return None
    given.args.append(found)
    return board, board.straight


def _made(given: Given, type_: Type) -> Expr:
    """The call, when all its arguments are sound."""
    faulty = any(isinstance(each, Expr) and is_unknown(each) for each in given.args)
    return unknown(given.node) if faulty else given.call(type_)


def _direction(given: Given, board: BoardInfo, position: int = 1) -> None:
    """Read an argument that is a direction of the board."""
    node = given.node.args[position]
    number = know_directions(given.body.world, board, given.node.span)
    given.args.append(unknown(node) if number is None else key(given.body, node, number))


def _number(given: Given, position: int) -> Type | None:
    """Read an argument that is a number, and may be left out; its type."""
    if position >= len(given.node.args):
        return None
    given.args.append(integer(given.body, given.node.args[position]))
    return given.type(position)


# ---------------------------------------------------------------- spaces in a direction


@special(
    "step(s: Space?, d: Direction, [n: int]): Space?",
    "The space next to s in the direction, or n steps on (a negative n: back); none beyond the edge, and of none.",
    "step(a1, south) → a2",
)
def _step(given: Given) -> Expr:
    found = _first(given, optional=True)
    if found is None:
        return unknown(given.node)
    _direction(given, found[0])
    _number(given, 2)
    return _made(given, member(found[0].domain, optional=True))


@special(
    "ray(s: Space, d: Direction, [n: int]): list[Space]",
    "The spaces beyond s in the direction, up to the edge or n of them, the next one first.",
    "ray(a1, east) → [b1, c1]",
)
def _ray(given: Given) -> Expr:
    found = _first(given)
    if found is None:
        return unknown(given.node)
    _direction(given, found[0])
    _number(given, 2)
    longest = found[1].longest - 1
    number = given.args[2].constant if len(given.args) > 2 and isinstance(given.args[2], Expr) else None
    return _made(given, list_of(member(found[0].domain), longest if number is None else max(min(number, longest), 0)))


@special(
    "lines(s: Space, n: int): list[list[Space]]",
    "Every straight line of n spaces with s in it, each once, its spaces in order of declaration.",
    "lines(a1, 3) → [[a1, a2, a3], [a1, b1, c1], [a1, b2, c3]]",
)
def _lines(given: Given) -> Expr:
    found = _first(given)
    if found is None:
        return unknown(given.node)
    board, straight = found
    _number(given, 1)
    length = given.args[1].constant if isinstance(given.args[1], Expr) else None
    long = straight.longest if length is None else max(min(length, straight.longest), 0)
    most = None if length is None else long * len(straight.axes)
    return _made(given, list_of(list_of(member(board.domain), long), most))


@special(
    "at([Kind], column: int, row: int): Space?",
    "The space at these coordinates (of hexes q and r), or none; the kind may be left out where there is one grid.",
    "at(2, 3) → b3",
)
def _at(given: Given) -> Expr:
    if not counted(given):
        return unknown(given.node)
    body, (*kind, first, second) = given.body, given.node.args
    spaces = _named(given, kind[0]) if kind else _only_grid(given)
    if spaces is None:
        look_into(body, first, second)
        return unknown(given.node)
    given.args += [typed.Name(given.node.span, spaces), integer(body, first), integer(body, second)]
    return _made(given, member(spaces.number, optional=True))


def _named(given: Given, node: nodes.Expr) -> DomainInfo | None:
    """The kind of a grid's spaces of this name; None where it is none (reported)."""
    world = given.body.world
    found = next((each for each in world.domains if isinstance(node, nodes.Name) and each.name == node.name), None)
    board = None if found is None else board_of(given, found.number)
    if found is None or board is None:
        world.error(messages.expected_name(messages.Named.SPACES, node.span))
        return None
    world.means(node.span, found)
    if board.grid is not None:
        return found
    if board.lattice is not None:
        world.error(messages.no_place_of_parts(found.name, node.span))
        return None
    world.error(messages.no_lines(found.name, GRID_WORDS, node.span))
    return None


def _only_grid(given: Given) -> DomainInfo | None:
    """The kind of the spaces of the only grid; None where there is not one (reported)."""
    world = given.body.world
    boards = [each.board for each in world.domains if each.sort == "space" and each.board is not None]
    grids = [world.domains[each.domain] for each in boards if each.grid is not None]
    if len(grids) == 1:
        return grids[0]
    world.error(messages.which_board([each.name for each in grids], given.node.span))
    return None


# ---------------------------------------------------------------- directions


def _turned(given: Given) -> Expr:
    """A call whose first argument is a direction of any board."""
    node = given.node.args[0]
    found = present(given, node)
    if found.type.kind != "member" or given.body.world.domains[found.type.domain].sort != "direction":
        found = error_type(given.body, messages.Wanted.DIRECTION, found.type, node.span)
    given.args.append(found)
    return found


@special(
    "turned(d: Direction, n: int): Direction",
    "The direction n places clockwise (a negative n: the other way), all round.",
    "turned(north, -1) → northwest",
)
def _turned_by(given: Given) -> Expr:
    if not counted(given):
        return unknown(given.node)
    found = _turned(given)
    _number(given, 1)
    return _made(given, found.type)


@special("opposite(d: Direction): Direction", "The direction that leads back.", "opposite(northeast) → southwest")
def _opposite(given: Given) -> Expr:
    if not counted(given):
        return unknown(given.node)
    return _made(given, _turned(given).type)


def _two(given: Given) -> BoardInfo | None:
    """The board of two spaces, read as the arguments."""
    found = _first(given)
    if found is None:
        return None
    given.args.append(key(given.body, given.node.args[1], found[0].domain))
    return found[0]


@special(
    "toward(a: Space, b: Space): Direction?",
    "The direction in which b lies straight from a, or none.",
    "toward(a1, c3) → southeast",
)
def _toward(given: Given) -> Expr:
    board = _two(given)
    number = None if board is None else know_directions(given.body.world, board, given.node.span)
    return unknown(given.node) if number is None else _made(given, member(number, optional=True))


@special(
    "between(a: Space, b: Space): list[Space]",
    "The spaces between a and b in a straight line, those next to a first; none of them where they are not in line.",
    "between(a1, c3) → [b2]",
)
def _between(given: Given) -> Expr:
    board = _two(given)
    if board is None or board.straight is None:
        return unknown(given.node)
    return _made(given, list_of(member(board.domain), board.straight.longest - 1))
