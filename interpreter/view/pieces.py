"""The pieces of a look: every name in them is that of something, and every number is one."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.schemas.ruleset import Ruleset
from yupana.schemas.tree import Word

from ..check.functions import check_value
from ..check.world import World
from ..language import messages
from ..language.types import INT


def check_pieces(world: World, ruleset: Ruleset) -> None:
    """Report what the pieces of a look name and the ruleset has not."""
    fields = set(_fields(ruleset))
    grids = [board for board in ruleset.boards.values() if board.grid is not None]
    shapes = {str(each) for board in grids for each in (board.kind, *board.shapes)}
    for piece in ruleset.look.pieces.values():
        if piece.count is not None:
            check_value(world, "look", "look", piece.count, {}, INT)
        if piece.each is not None and str(piece.each) != world.domains[0].name:
            world.error(messages.unknown_element("owner", piece.each, piece.each.span, [world.domains[0].name]))
        if piece.covers is not None and str(piece.covers) not in shapes:
            world.error(messages.unknown_element("shape", piece.covers, piece.covers.span, sorted(shapes)))
        for name in piece.holds:
            if name not in world.entities and isinstance(name, Word):
                world.error(messages.unknown_element("entity", name, name.span, world.entities))
        for field in piece.stands_for:
            if str(field) not in fields and isinstance(field, Word):
                world.error(messages.unknown_element("field", field, field.span, sorted(fields)))


def _fields(ruleset: Ruleset) -> Iterator[str]:
    """The names of all fields, bare and with their kinds."""
    for kind, _, fields in ruleset.held:
        for name in fields:
            yield str(name)
            if kind:
                yield f"{kind}.{name}"
