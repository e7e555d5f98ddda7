"""Boards on paper as the page shows them: what the look says of their ground, spaces, sides and links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from yupana.interpreter.game import SPECTATOR, LookFault
from yupana.interpreter.view.look import BoardPicture
from yupana.schemas.look import LookBoard, LookRegion

from ..book.board import Plan, Spot
from ..book.figures import Member
from ..book.grounds import Ground, Region
from ..documents.colours import pale
from ..drawing.maps import map_of
from .fonts import Fonts
from .signs import Signs
from .subject import Subject

KINDS = ("#8a7a5d", "#4d7fa5", "#6c8f4e", "#9a5f8b", "#b3823a", "#6d6d6d")
"""The colours of regions that have none, in turn, as on the page."""


def grounded(subject: Subject, fonts: Fonts, whole: Plan, name: str) -> Plan:
    """The plan of a board with all that its look says of it; as it is where it says nothing."""
    board = next((each for each in subject.look.boards if each.name == name), None)
    if board is None or board.look is None:
        return whole
    said, land = board.look, map_of(board)
    ground = _colour(subject, str(said.ground or ""))
    made = Ground(
        ground,
        str(said.spaces or ""),
        {} if land is None else land.areas,
        [] if land is None else [(_colour(subject, colour) or "#e4e4dc", each) for colour, each in land.backdrop],
        {side: colour for side in ("top", "bottom", "left", "right") if (colour := _side(subject, said, side))},
        _dotted(subject, fonts, board),
        _lines(whole, said),
        (said.size[0], said.size[1]) if len(said.size) == 2 and land is None else None,
        [_region(subject, each, number) for number, each in enumerate(said.regions.values())],
    )
    drawn = [each for each in whole.edges if made.lines.get(each.kind) != "none"]
    return _painted(subject, fonts, replace(whole, edges=drawn, ground=made), board)


def _colour(subject: Subject, said: str) -> str:
    """A colour of a look as that of a ground on paper; empty where it says none."""
    found = subject.colour(said) if said else ""
    return pale(found) if found else ""


def _side(subject: Subject, said: LookBoard, side: str) -> str:
    return subject.colour(str(getattr(said.sides, side) or ""))


def _region(subject: Subject, region: LookRegion, number: int) -> Region:
    colour = subject.colour(str(region.colour or "")) or KINDS[number % len(KINDS)]
    title = region.title.text if region.title is not None else ""
    return Region(frozenset(map(str, region.of)), colour, title)


def _lines(whole: Plan, said: LookBoard) -> Mapping[int, str]:
    """How links are drawn, by the number of their kind."""
    told = {str(name): str(each.line) for name, each in said.links.items()}
    return {number: told[kind] for number, kind in enumerate(whole.kinds) if kind in told}


def _dotted(subject: Subject, fonts: Fonts, board: BoardPicture) -> frozenset[str]:
    if subject.beginning is None:
        return frozenset()
    signs = Signs(subject, fonts, subject.look.domains)
    with suppress(LookFault):
        line = subject.look.dotted(subject.beginning, board, SPECTATOR)
        return frozenset(name for name, _ in signs.members(line)) if line is not None else frozenset()
    return frozenset()


# ---------------------------------------------------------------- colours of spaces


def _painted(subject: Subject, fonts: Fonts, whole: Plan, board: BoardPicture) -> Plan:
    """The plan with the colours of its spaces: those that the look gives, at the beginning of the game, else those that
    it gives in turn, else what an attribute of theirs gives; and with the words for these."""
    tints = _tints(subject, fonts, whole, board)
    checks = [] if board.look is None else [_colour(subject, str(each)) for each in board.look.checks]
    if not tints and not checks:
        return whole
    turns = _turns(whole)
    fills = [
        pale(tints[spot.name][0])
        if spot.name in tints
        else (spot.fill if not tints else "") or (checks[turn % len(checks)] if checks else "")
        for spot, turn in zip(whole.spots, turns, strict=True)
    ]
    if not tints:
        return replace(whole, spots=[replace(spot, fill=fill) for spot, fill in zip(whole.spots, fills, strict=True)])
    key = _key(subject, whole, board, fills, {pale(colour): (name, kind) for colour, name, kind in tints.values()})
    words = {colour: word for word, colour in whole.colours} if _differs(whole, fills) else {}
    spots = [
        replace(spot, fill=fill, lines=[*spot.lines, *_new(spot, words.get(spot.fill, ""))])
        for spot, fill in zip(whole.spots, fills, strict=True)
    ]
    return replace(whole, spots=spots, colours=key)


def _tints(subject: Subject, fonts: Fonts, whole: Plan, board: BoardPicture) -> dict[str, tuple[str, str, str]]:
    """The colours that the look gives spaces when the game begins, each with what it is the colour of and its kind."""
    signs, found = Signs(subject, fonts, subject.look.domains), dict[str, tuple[str, str, str]]()
    if subject.beginning is None:
        return found
    with suppress(LookFault):
        for spot in whole.spots:
            line, _ = subject.look.ground(subject.beginning, board, spot.name, SPECTATOR)
            colour = signs.colour(line)
            if line is not None and colour:
                named = (each for each in signs.members(line) if each[0] in subject.colours)
                found[spot.name] = (colour, *next(named, ("", "")))
    return found


def _turns(whole: Plan) -> list[int]:
    """Which of some colours in turn each space has: as the diagonals of a grid go, else in their order."""
    if whole.grid is None:
        return list(range(len(whole.spots)))
    left, top = min(each.x for each in whole.spots), min(each.y for each in whole.spots)
    places = [(each.x - left, round(each.y - top)) for each in whole.spots]
    return [round(x) + y if whole.grid.crossed else round(x - y / 2) - y for x, y in places]


def _differs(whole: Plan, fills: Sequence[str]) -> bool:
    """Whether the colours of spaces do not tell what those that they had did."""
    told: dict[str, set[str]] = {}
    for spot, fill in zip(whole.spots, fills, strict=True):
        told.setdefault(fill, set()).add(spot.fill)
    return any(len(each) > 1 for each in told.values())


def _new(spot: Spot, word: str) -> list[str]:
    """What a space lost with its colour, if nothing else says it."""
    said = " ".join([spot.label, *spot.lines]).casefold()
    return [word] if word and word.casefold() not in said else []


def _key(
    subject: Subject, whole: Plan, board: BoardPicture, fills: Sequence[str], members: Mapping[str, tuple[str, str]]
) -> list[tuple[str, str]]:
    """Words for the colours of spaces: those of the things whose colours they are, else the values of an attribute that
    has one for each of them; none where neither is."""
    names = subject.maker.names
    used = [each for each in dict.fromkeys(fills) if each in members]
    if all(members[each][0] for each in used):
        return [(names.heading(*members[each]), each) for each in used]
    domain = subject.maker.figures.domain(board.kind)
    numbers = [list(map(str, domain.names)).index(spot.name) for spot in whole.spots]
    for column in subject.maker.figures.attributes(board.kind).values():
        values = [column[each] for each in numbers]
        pairs = set(zip(fills, map(str, values), strict=True))
        if len(pairs) != len(set(fills)) or len(pairs) != len(set(map(str, values))):
            continue
        told = {fill: value for fill, value in zip(fills, values, strict=True) if isinstance(value, Member)}
        if told:
            return [(names.heading(value.name, value.kind), fill) for fill, value in told.items()]
    return []
