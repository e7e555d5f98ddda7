"""How large a space of a board has to be: for all that may lie there, side by side or upon each other."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from ..book.maker import plain
from .components import Component, of_kind
from .fonts import Fonts
from .named import members_of
from .paper import PrintSettings
from .printed import printed
from .subject import PALETTE, Subject
from .tokens import size_of

Size = tuple[float, float]
APART = 1.0
"""The room between pieces beside one another, in millimetres."""
LONG = 2.2
"""A space is no longer than so many times its width, if it can be."""
_VALUE = re.compile(r"map\[[^,]*,")


@dataclass(frozen=True, slots=True)
class Lying:
    """What may lie on a space: the zone or field that holds it, how many side by side, and how large each is; of none
    side by side it lies upon what else is there."""

    what: str
    many: int
    size: Size


def beside(size: Size, many: int, *, upright: bool = False) -> Size:
    """How large so many things of a size are that lie beside and below one another: more of them beside one another,
    if not `upright`."""
    across = ceil(sqrt(many))
    down = ceil(many / across)
    across, down = (down, across) if upright else (across, down)
    return across * (size[0] + APART) - APART, down * (size[1] + APART) - APART


def lying(
    subject: Subject,
    settings: PrintSettings,
    fonts: Fonts,
    kind: str,
    *,
    cards: bool = True,
    words: Collection[str] | None = None,
) -> list[Lying]:
    """All that may lie on a space of a kind: what zones and fields of it hold, what the look's pieces stand for there,
    where players stand, and pieces that say where they lie. Of a place of which lines with these `words` tell it is
    what they tell, and with that what pieces stand for that lie in no space of their own."""
    fields = fields_of(subject, kind)
    own = fields if words is None else {**dict.fromkeys(words, ""), **fields}
    found = (*_held(subject, kind), *_named(subject, kind, own), *_standing(subject, kind), *_placed(subject, kind))
    return [
        Lying(what, many, size)
        for what, many, made in found
        if words is None or what in words
        if (size := largest(subject, settings, fonts, made, cards=cards)) != (0.0, 0.0)
    ]


def room_for(found: Sequence[Lying], *, upright: bool = False) -> Size:
    """How large the room is in which all of it lies: as little and as nearly square as may be."""
    every = (beside(each.size, each.many, upright=upright) for each in found if each.many)
    blocks = sorted(every, key=lambda each: -each[1])
    wide, high = min(_ways(blocks), key=_waste) if blocks else (0.0, 0.0)
    upon = [each.size for each in found if not each.many]
    return max(wide, *(each[0] for each in upon), 0.0), max(high, *(each[1] for each in upon), 0.0)


def _waste(size: Size) -> float:
    return size[0] * size[1] * (1.0 if max(size) <= LONG * min(size) else 2.0)


def _ways(blocks: Sequence[Size]) -> Iterator[Size]:
    """How large blocks are together in rows that go so far or so far."""
    for last in range(1, len(blocks) + 1):
        limit = max(sum(each[0] + APART for each in blocks[:last]) - APART, max(each[0] for each in blocks))
        wide, down, row = 0.0, 0.0, list[Size]()
        for each in blocks:
            if row and sum(other[0] + APART for other in row) + each[0] > limit + 0.01:
                down, row = down + max(other[1] for other in row) + APART, []
            row.append(each)
            wide = max(wide, sum(other[0] + APART for other in row) - APART)
        yield wide, down + max(other[1] for other in row)


def largest(
    subject: Subject, settings: PrintSettings, fonts: Fonts, made: Sequence[Component], *, cards: bool = True
) -> Size:
    """How wide and how high the largest of some things are."""
    sizes = [
        size_of(subject, fonts, each) if not each.is_card else settings.size_of(each.size)
        for each in printed(subject, fonts, made)
        if cards or not each.is_card
    ]
    return max((wide for wide, _ in sizes), default=0.0), max((high for _, high in sizes), default=0.0)


Held = tuple[str, int, Sequence[Component]]


def fields_of(subject: Subject, kind: str) -> dict[str, str]:
    """The fields of a space or thing of a kind with their types."""
    found = [board.fields for board in subject.ruleset.boards.values() if str(board.kind) == kind]
    kinds = plain(subject.ruleset.kinds)
    found += [kinds[kind].fields] if kind in kinds else []
    return {
        str(name): declared.type.text.strip()
        for fields in found
        for name, declared in fields.items()
        if declared.per is None
    }


def _held(subject: Subject, kind: str) -> Iterator[Held]:
    """What zones of a space hold, and fields of it that hold one thing."""
    kinds, room = plain(subject.ruleset.kinds), plain(subject.ruleset.look.room)
    held = [(str(name), str(zone.of)) for name, zone in subject.ruleset.zones.items() if str(zone.each) == kind]
    held += [(name, type_.rstrip("?")) for name, type_ in fields_of(subject, kind).items()]
    for name, of in held:
        if of in kinds:
            yield name, room.get(name, 1), list(of_kind(subject, of, kinds[of]))


def _named(subject: Subject, kind: str, fields: Mapping[str, str]) -> Iterator[Held]:
    """What pieces of the look stand for fields of a space: of several fields those of which the look says how many lie
    there, else one. Those that cover cells of a grid lie in them anyhow."""
    room, kinds = plain(subject.ruleset.look.room), plain(subject.ruleset.kinds)
    for name, piece in subject.ruleset.look.pieces.items():
        stood = [str(each).rpartition(".") for each in piece.stands_for]
        own = [field for of, _, field in stood if field in fields and of in ("", kind)]
        if not own or piece.covers is not None or any(fields[each].rstrip("?") in kinds for each in own):
            continue
        made = list(members_of(subject, str(name), piece, PALETTE[0]))
        for field in [each for each in own if each in room] or own[:1]:
            yield field, room.get(field, 1), made


def _placed(subject: Subject, kind: str) -> Iterator[Held]:
    """Pieces of which a field says on which space they lie."""
    room = plain(subject.ruleset.look.room)
    for of, decl in subject.ruleset.kinds.items():
        for name, type_ in fields_of(subject, str(of)).items():
            if type_.rstrip("?") == kind and not subject.maker.is_hidden(name, str(of)):
                yield name, room.get(name, 1), list(of_kind(subject, str(of), decl))


def _standing(subject: Subject, kind: str) -> Iterator[Held]:
    """The figures of players who stand on a space."""
    room = plain(subject.ruleset.look.room)
    for name, declared in subject.ruleset.players.fields.items():
        of = _VALUE.sub("", declared.type.text.strip()).rstrip("]?").strip()
        if of == kind and subject.matters(str(name), "Player", declared, True):
            yield str(name), room.get(str(name), 1), [Component("figure", "", str(name), "", 1)]
