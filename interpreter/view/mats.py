"""Mats: the boards of the things that a player has, or the table, and whether all that a look says of them is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from yupana.schemas.look import LookMat, LookPart
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Code, Span
from yupana.schemas.tree import Word

from ..check.world import World
from ..language import messages
from .board_looks import check_colours

LARGEST = 200
"""So many columns and rows a mat has at most, and so many places lie beside one another."""

Sort: TypeAlias = Literal["of", "track", "stock", "zone"]

_KEYS: dict[Sort, frozenset[str]] = {
    "of": frozenset(("rows", "cell", "tint", "spaces")),
    "track": frozenset(("first", "to", "across", "piece")),
    "stock": frozenset(("places", "across", "piece")),
    "zone": frozenset(("places", "across")),
}
"""What may be said of a part of each sort, by attribute."""


@dataclass(frozen=True, slots=True)
class PartPicture:
    """A part of a mat, at a place and of a size in columns and rows: the places of a sheet of its name (`of`), the
    numbers of a track, the pieces of a stock or of a zone. What changes is told by `Look.amount`."""

    name: str
    sort: Sort
    at: tuple[int, int]
    size: tuple[int, int]
    look: LookPart


@dataclass(frozen=True, slots=True)
class MatPicture:
    """A board of so many columns and rows; `owned` is whether each player has one."""

    name: str
    owned: bool
    size: tuple[int, int]
    parts: list[PartPicture]
    look: LookMat


def sort_of(part: LookPart) -> Sort | None:
    """Which of the four a part is; None of one that is none or several of them."""
    found: list[Sort] = [each for each in _KEYS if getattr(part, each) is not None]
    return found[0] if len(found) == 1 else None


def mat_picture(world: World, ruleset: Ruleset, name: Word, mat: LookMat) -> MatPicture | None:
    """A mat with its sound parts; None where it has no place for any. What is wrong is reported, but for code."""
    if mat.each is not None and str(mat.each) != world.domains[0].name:
        world.error(messages.unknown_element("owner", mat.each, mat.each.span, [world.domains[0].name]))
        return None
    check_colours(world, [mat.ground])
    size = _pair(world, messages.Pair.SIZE_OF_MAT, mat.size, mat.key_span("size") if mat.size else name.span, least=1)
    parts = [part for each, said in mat.parts.items() if (part := _part(world, ruleset, mat, each, said, size))]
    return None if size is None else MatPicture(str(name), mat.each is not None, size, parts, mat)


def _part(
    world: World, ruleset: Ruleset, mat: LookMat, name: Word, part: LookPart, room: tuple[int, int] | None
) -> PartPicture | None:
    sort = sort_of(part)
    if sort is None:
        world.error(messages.sort_of_part(list(_KEYS), name.span))
        return None
    for key in sorted(part.model_fields_set.intersection(set().union(*_KEYS.values()) - _KEYS[sort])):
        said = "from" if key == "first" else key
        world.error(messages.not_of_part(said, sort, part.key_span(said)))
    if sort == "track" and part.to is None:
        world.error(messages.track_without_end(part.key_span("track")))
    if sum(1 for other in ruleset.look.mats.values() if name in other.parts) > 1 or name in ruleset.look.sheets:
        world.error(messages.part_twice(name, name.span))
        return None
    if part.across is not None and not 1 <= part.across <= LARGEST:
        world.error(messages.too_many_across(LARGEST, part.key_span("across")))
    at = _pair(world, messages.Pair.PLACE_OF_PART, part.at, part.key_span("at") if part.at else name.span, least=0)
    size = _pair(
        world, messages.Pair.SIZE_OF_PART, part.size, part.key_span("size") if part.size else name.span, least=1
    )
    if at and size and room and any(at[each] + size[each] > room[each] for each in (0, 1)):
        world.error(messages.outside_mat(*room, part.key_span("at")))
    _check_names(world, ruleset, mat, part)
    return PartPicture(str(name), sort, at, size, part) if at and size else None


def _check_names(world: World, ruleset: Ruleset, mat: LookMat, part: LookPart) -> None:
    """Report the zone and the piece of a part that the ruleset has not."""
    piece, zone = part.piece, part.zone
    if piece is not None and piece not in ruleset.look.pieces and not _is_thing(world, piece):
        known = [*map(str, ruleset.look.pieces), *world.entities]
        world.error(messages.unknown_element("piece", piece, piece.span, known))
    if zone is None:
        return
    wanted = None if mat.each is None else world.domains[0].name
    zones = [name for name, each in ruleset.zones.items() if (each.each and str(each.each)) == wanted]
    if zone not in zones:
        world.error(messages.unknown_element("zone", zone, zone.span, zones))


def _is_thing(world: World, name: str) -> bool:
    kinds = name in world.entities or name in world.domain_of
    return kinds or any(name in each.group_names for each in world.domains)


def _pair(world: World, what: str, pair: Sequence[int], span: Span, *, least: int) -> tuple[int, int] | None:
    if len(pair) != 2:
        world.error(messages.pair_wanted(what, span))
    elif not all(least <= each <= LARGEST for each in pair):
        world.error(messages.no_such_columns(least, LARGEST, span))
    else:
        return pair[0], pair[1]
    return None


def amounts(part: LookPart, sort: Sort) -> list[Code]:
    """The numbers that a part shows: how many, and of how many; of a zone the places alone."""
    found = {"of": [], "track": [part.track, part.to], "stock": [part.stock, part.places], "zone": [part.places]}[sort]
    return [each for each in found if each is not None]
