"""Built-ins for boards."""

from __future__ import annotations

from ..language import messages, nodes
from ..language.types import Type, interval, list_of, member, set_of
from ..typed import nodes as typed
from ..typed.nodes import Expr
from .boards import know_directions, know_distances
from .builtin_table import Given, counted, form, members, narrowed, present, row, special
from .core import as_declared, error_type, integer, is_unknown, key, look_into, unknown
from .cursor import is_asked_in
from .world import BoardInfo, DomainInfo

# ---------------------------------------------------------------- forms of arguments


def _domain(given: Given, position: int) -> DomainInfo:
    return given.body.world.domains[given.type(position).domain]


def board_of(given: Given, domain: int) -> BoardInfo | None:
    """The board whose spaces the members of a domain are."""
    board = given.body.world.domains[domain].board if domain >= 0 else None
    return board if board is not None and board.domain == domain else None


@form("Space")
def _space(given: Given, node: nodes.Expr) -> Expr:
    found = present(given, node)
    if found.type.kind == "member" and board_of(given, found.type.domain) is not None:
        given.letters.setdefault("Space", found.type)
        return found
    return error_type(given.body, messages.Wanted.SPACE, found.type, node.span)


@form("set[Space]")
def _spaces(given: Given, node: nodes.Expr) -> Expr:
    found = members(given, node, "Space")
    if is_unknown(found) or board_of(given, found.type.domain) is not None:
        return found
    return error_type(given.body, messages.Wanted.SPACES, set_of(found.type.domain), node.span)


@form("<Link>")
def _kind_of_link(given: Given, node: nodes.Expr) -> typed.Node:
    """A kind of links of the board on which the first argument lies."""
    world = given.body.world
    known = [domain for domain in world.domains if domain.sort == "link"]
    if not isinstance(node, nodes.Name):
        world.error(messages.expected_name(messages.Named.LINK, node.span))
        return unknown(node)
    kind = next((each for each in known if world.domain_of.get(node.name) == each.number), None)
    if kind is None:
        world.error(messages.unknown_element("link", node.name, node.span, [each.name for each in known]))
        return unknown(node)
    space = given.letters.get("Space")
    board = None if space is None else board_of(given, space.domain)
    if board is None:
        return unknown(node)
    if kind.number not in board.by_link:
        world.error(messages.not_a_link(kind.name, world.domains[board.domain].name, node.span))
        return unknown(node)
    world.means(node.span, kind)
    given.letters["Link"] = member(kind.number)
    return typed.Name(node.span, kind)


@form("Link")
def _link(given: Given, node: nodes.Expr) -> Expr:
    found = present(given, node)
    if found.type.kind == "member" and given.body.world.domains[found.type.domain].sort == "link":
        return found
    return error_type(given.body, messages.Wanted.LINK, found.type, node.span)


@form("Shape | Tile")
def _shape_or_tile(given: Given, node: nodes.Expr) -> Expr:
    found = present(given, node)
    domain = given.body.world.domains[found.type.domain] if found.type.kind == "member" else None
    if domain is not None and domain.sort == "shape" and domain.board is not None:
        return found
    if domain is not None and domain.tiles is not None and domain.tiles.tile == domain.number:
        return found
    if domain is not None and domain.number in given.body.world.untiled:
        return unknown(node)
    return error_type(given.body, messages.Wanted.SHAPE_OR_TILE, found.type, node.span)


# ---------------------------------------------------------------- rows


@narrowed(
    "neighbors(s: Space, [Link]): list[Space]",
    "The spaces next to s; `neighbors(s, Link)` only by links of that kind.",
    "size(neighbors(b2)) → 4",
)
def _neighbors(given: Given, type_: Type) -> Type:
    board = board_of(given, given.type(0).domain)
    return list_of(given.type(0), None if board is None else board.degree)


row(
    "linked(a: Space, b: Space, [Link]): bool",
    "Whether a link (of the kind) leads from a to b.",
    "linked(lima, cusco, Road) → true",
)


@narrowed("links(s: Space, Link): list[Link]", "The links of the kind that touch s.", "size(links(lima, Road)) → 2")
def _links(given: Given, type_: Type) -> Type:
    board, kind = board_of(given, given.type(0).domain), given.letters["Link"]
    size = given.body.world.domains[kind.domain].size
    return list_of(kind, size if board is None else board.link_degree.get(kind.domain, size))


@special(
    "touching(s: Space, Kind): list[Space]",
    "The spaces of the kind that touch s, of a board and its edges and corners, clockwise from the north.",
    "touching(a1_south, Square) → [a1, a2]",
)
def _touching(given: Given) -> Expr:
    if not counted(given):
        return unknown(given.node)
    space, *rest = given.node.args
    given.args.append(_space(given, space))
    kind = _touched(given, rest[-1])
    if kind is None:
        return unknown(given.node)
    given.args.append(typed.Name(rest[-1].span, kind))
    board = board_of(given, given.type(0).domain)
    return given.call(list_of(member(kind.number), None if board is None else board.touching_most[kind.number]))


@special(
    "beside(s: Space?, d: Direction, Kind): Space?",
    "The edge, corner or space of the kind that lies at s in the direction; none where there is none, and of none.",
    "beside(a1, east, Fence) → a1_east",
)
def _beside(given: Given) -> Expr:
    if not counted(given):
        return unknown(given.node)
    body, (space, way, named) = given.body, given.node.args
    found = as_declared(body, space)
    board = board_of(given, found.type.domain) if found.type.kind == "member" else None
    if board is None and not is_unknown(found):
        error_type(body, messages.Wanted.SPACE, found.type, space.span)
    if board is None:
        look_into(body, way)
        return unknown(given.node)
    given.args.append(found)
    kind = _touched(given, named)
    number = None if kind is None else know_directions(body.world, board, given.node.span)
    if kind is None or number is None:
        look_into(body, way)
        return unknown(given.node)
    for each in (board.domain, kind.number):
        lattice = getattr(body.world.domains[each].board, "lattice", None)
        if lattice is not None and not lattice.directed:
            body.world.error(messages.no_way_to_corners(body.world.domains[each].name, named.span))
            return unknown(given.node)
    given.args += [key(body, way, number), typed.Name(named.span, kind)]
    if any(isinstance(each, Expr) and is_unknown(each) for each in given.args):
        return unknown(given.node)
    return given.call(member(kind.number, optional=True))


def _touched(given: Given, node: nodes.Expr) -> DomainInfo | None:
    """The kind of spaces that is named, which those of the first argument touch; None where they do not (reported)."""
    world, first = given.body.world, given.args[0]
    kind = next((each for each in world.domains if isinstance(node, nodes.Name) and each.name == node.name), None)
    if kind is None or board_of(given, kind.number) is None:
        if is_asked_in(given.body, [node]):
            look_into(given.body, node)
        world.error(messages.expected_name(messages.Named.SPACES, node.span))
        return None
    world.means(node.span, kind)
    if not isinstance(first, Expr) or is_unknown(first):
        return None
    board = board_of(given, first.type.domain)
    if board is None or kind.number not in board.touching:
        world.error(messages.not_touching(world.domains[first.type.domain].name, kind.name, node.span))
        return None
    return kind


row("other(link: Link, s: Space): Space", "The end of the link that is not s.", "other(lima_cusco, lima) → cusco")
row("border(s: set[Space]): set[Space]", "The neighbours of the set that are not in it.", "size(border({b2})) → 4")


@narrowed(
    "parts(s: set[Space]): list[Space]",
    "The first space of each connected part of the set.",
    "size(parts({a1, a2, c3})) → 2",
)
def _parts(given: Given, type_: Type) -> Type:
    return list_of(given.letters["Space"], _domain(given, 0).size)


row(
    "part(s: set[Space], x: Space): set[Space]",
    "The connected part of the set with x in it (empty when x is not).",
    "size(part({a1, a2, c3}, a1)) → 2",
)


@narrowed(
    "distance(a: Space, b: Space): int?", "The smallest number of steps from a to b, or none.", "distance(a1, c3) → 4"
)
def _distance(given: Given, type_: Type) -> Type:
    know_distances(given.body.world, _domain(given, 0))
    return interval(0, _domain(given, 0).size).or_none()


@special(
    "cells_of(shape: Shape, anchor: Space, rotation: int): list[Space?]",
    "The cells of the shape, turned and laid with its origin on the anchor; none for a cell outside the board.",
    "cells_of(line, a1, 0) → [a1, b1]",
)
def _cells_of(given: Given) -> Expr:
    """A shape may be named alone: which board's it is, the anchor tells."""
    if not counted(given):
        return unknown(given.node)
    body, (shape, anchor, rotation) = given.body, given.node.args
    space = _space(given, anchor)
    board = board_of(given, space.type.domain)
    if board is None:
        return unknown(given.node)
    if board.shapes < 0:
        body.world.error(messages.no_shapes(body.world.domains[space.type.domain].name, given.node.span))
        return unknown(given.node)
    given.args = [key(body, shape, board.shapes), space, integer(body, rotation)]
    if any(is_unknown(each) for each in given.args if isinstance(each, Expr)):
        return unknown(given.node)
    return given.call(list_of(space.type.or_none(), board.shape_bound))


@narrowed(
    "rotations(x: Shape | Tile): int",
    "In how many different ways the shape or tile can be turned.",
    "rotations(line) → 2",
)
def _rotations(given: Given, type_: Type) -> Type:
    board, tiles = _domain(given, 0).board, _domain(given, 0).tiles
    if tiles is not None:
        return interval(1, tiles.sides)
    return type_ if board is None else interval(1, board.shape_turns)
