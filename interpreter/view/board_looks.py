"""What the look says of a board beside the lines of its cells: whether all of it is there and can be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from yupana.schemas.colours import COLOURS, number_of
from yupana.schemas.look import LookBoard
from yupana.schemas.source import Code
from yupana.schemas.tree import Word

from ..check.body import Body
from ..check.core import expression
from ..check.world import DomainInfo, World
from ..language import messages, nodes
from ..language.parse import parse_expression, parse_template
from ..language.types import member
from ..typed.nodes import sound

FARTHEST = 10_000
"""Places and sizes are no larger than this."""

MOST_PLACES = 600
"""So many places have room on a map."""

THING, HEIGHT, SPACES = "member", "int", "spaces"
"""What code of a board may give: a thing that has a colour, how high a space lies, spaces of the board."""

_TOLD = {THING: messages.Wanted.ENTITY, HEIGHT: messages.Wanted.NUMBER, SPACES: messages.Wanted.SPACES_OF}


def check_board(world: World, look: LookBoard, kind: DomainInfo, *, tiled: bool) -> None:
    """Report what a look names that is not there, and what does not suit its board."""
    board = kind.board
    grid = None if board is None else board.grid if board.lattice is None else board.lattice.grid
    for space in _names(look):
        if space not in kind.index:
            world.error(messages.unknown_element("space", space, space.span, kind.names, kind.name))
    for player, sides in look.seats.items():
        if player not in world.domains[0].index:
            world.error(messages.unknown_element("player", player, player.span, world.domains[0].names))
        elif tiled:
            world.error(messages.tiles_cannot_turn(player.span))
        elif grid is not None and not grid.crossed:
            for side in {*sides} & {"left", "right"}:
                world.error(messages.cannot_turn(side, player.span))
    _check_places(world, look)
    for title in [each.title for each in look.regions.values() if each.title is not None]:
        template = parse_template(title, world.report)
        if template is not None and any(not isinstance(each, str) for each in template.parts):
            world.error(messages.title_of_region(title.span))
    if look.size and grid is not None:
        world.error(messages.of_listed_boards("size", look.key_span("size")))
    if look.spaces == "areas" and grid is not None:
        world.error(messages.of_listed_boards("areas", look.key_span("spaces")))
    if look.backdrop and look.spaces != "areas":
        world.error(messages.backdrop_of_maps(look.key_span("backdrop")))
    check_colours(world, _colours(look))


def check_colours(world: World, colours: Iterable[Word | None]) -> None:
    """Report what is neither a colour nor the name of something that may have one."""
    for colour in colours:
        if colour is not None and not number_of(colour) and colour not in world.entities and not _is_terminal(colour):
            world.error(messages.unknown_colour(colour, COLOURS, colour.span))


def _names(look: LookBoard) -> Iterator[Word]:
    """All names of spaces that a look writes down."""
    for listed in (look.at, *(region.of for region in look.regions.values())):
        for name in listed:
            if isinstance(name, Word):
                yield name


def _check_places(world: World, look: LookBoard) -> None:
    pairs: list[tuple[str, list[int], Word | None]] = [
        ("the place of a space", at, space) for space, at in look.at.items() if isinstance(space, Word)
    ]
    pairs += [("a place of the backdrop", at, each.colour) for each in look.backdrop for at in each.at]
    if len(pairs) > MOST_PLACES:
        world.error(messages.too_many_places(MOST_PLACES, look.key_span("at" if look.at else "backdrop")))
    if look.size:
        pairs.append(("the size of a space", look.size, None))
    for what, pair, name in pairs:
        span = look.key_span("size") if name is None else name.span
        if len(pair) != 2:
            world.error(messages.pair_wanted(what, span))
        elif any(abs(each) > FARTHEST for each in pair):
            world.error(messages.too_far(FARTHEST, span))
        elif name is None and min(pair) < 1:
            world.error(messages.too_small(span))


def _colours(look: LookBoard) -> Iterable[Word]:
    """All colours that a look writes down."""
    sides = look.sides
    found = [
        look.ground, *look.checks, sides.top, sides.bottom, sides.left, sides.right,
        *(each.colour for each in look.regions.values()), *(each.colour for each in look.marks),
        *(each.colour for each in look.backdrop),
    ]  # fmt: skip
    return [each for each in found if isinstance(each, Word)]


def _is_terminal(colour: str) -> bool:
    """Whether it is a word for a colour that terminals have and style sheets have not."""
    return colour.strip().casefold() in ("bright_white", "bright_black", "amber", "purple")


def colours_in(world: World, code: Code) -> bool:
    """Whether code gives colours as texts, as in `"wheat" if it.dry else "navy"`; those that are none are reported."""
    apart = world.extended()
    node = parse_expression(code, apart.report)
    found = [] if node is None else list(_texts(node))
    for each in found:
        if not number_of(each) and not _is_terminal(each):
            world.error(messages.unknown_colour(each, COLOURS, code.span))
    return bool(found)


def _texts(node: nodes.Expr) -> Iterator[str]:
    """The texts that code chooses from."""
    if isinstance(node, nodes.Conditional):
        yield from _texts(node.then)
        yield from _texts(node.other)
    elif isinstance(node, nodes.Template):
        yield "".join(each if isinstance(each, str) else "?" for each in node.parts)


def gives(
    world: World, code: Code, kind: DomainInfo, wanted: str, holder: DomainInfo | None, *, owned: bool = False
) -> bool:  # fmt: skip
    """Whether code gives what is wanted on a board, about `it` of a holder if there is one, and the `owner` of what is
    `owned`; if not, it is reported."""
    node = parse_expression(code, world.report)
    if node is None:
        return False
    body = Body(world, "look", "look", pure=True)
    if holder is not None:
        body.parameter("it", member(holder.number), code.span)
    body.parameter("viewer", member(0), code.span)
    if owned:
        body.parameter("owner", member(0), code.span)
    found = expression(body, node)
    if not sound(found):
        return False
    one = found.type.element if found.type.kind == "list" else found.type
    fits = found.type.kind == wanted
    if wanted == SPACES:
        fits = one is not None and one.kind in ("member", "set") and one.domain == kind.number
    if not fits:
        world.error(messages.wrong_type(_TOLD[wanted], world.show(found.type), node.span))
    return fits
