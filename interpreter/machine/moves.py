"""What one seat sees of the pieces that move between two decisions, where it does not see which pieces they are.

A decision becomes a few `Move`s and `Mix`es. They say of zones that are hidden from the seat how many pieces went where
and from which place, and which of them the seat saw going in or coming out: no more than everybody at that seat learns
from the sizes of zones, from draws and shuffles, and from the option as it is told. So they are the same in all games
that look the same from there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..backends.protocol import Event, OptionTuple
from ..program import ir
from .observation import pieces_in

if TYPE_CHECKING:
    from .recall import Secrets

ANYWHERE = -1
"""A place in a zone that the seat does not know; or a zone of which it sees the pieces."""
UNSEEN = -1
"""A piece that the seat does not see."""


class Move(NamedTuple):
    """One piece (UNSEEN: nobody at the seat knows which) goes from a place in a zone, counted from the bottom, to a
    place in another zone. A zone that is seen is ANYWHERE."""

    piece: int
    source: int
    start: int
    target: int
    end: int


class Moves(NamedTuple):
    """Pieces that all are taken up first, in this order, and then put down from the bottom up. `pooled`: which of them
    went where is not known."""

    moves: tuple[Move, ...]
    pooled: bool = False


class Mix(NamedTuple):
    """The pieces from a place in a zone to another come in an order that nobody at the seat knows."""

    zone: int
    first: int
    last: int


class Named(NamedTuple):
    """The seat is told that a piece lies in a zone, or at which place there."""

    piece: int
    zone: int
    at: int = ANYWHERE


Seen: TypeAlias = "Moves | Mix | Named"


class Shown(NamedTuple):
    """A piece that the seat was shown in a zone. `at_first`: as it lay there before the decision; else as it lies there
    after it, at a place that is lost if the zone was `mixed` since."""

    piece: int
    zone: int
    at_first: bool
    mixed: bool


class Told(NamedTuple):
    """A decision as it is followed. `own`: the seat took it; `whole`: it is told what was chosen, but for pieces that
    it does not see; `placed`: the same of all that has sent pieces anywhere (what was held back is carried out with the
    last of it, when all is told); `picked`: chance may have picked something that is not told; `bottoms`: pieces may be
    put below others; `seat`: who follows it."""

    option: OptionTuple
    events: Sequence[Event]
    seat: int
    own: bool
    whole: bool
    placed: bool
    picked: bool
    bottoms: bool


def pieces_of(program: ir.Program, kind: ir.ValueType, value: int | Sequence[int]) -> list[int]:
    """The pieces that a value of an option or a text is or holds."""
    base = program.domains[kind.domain].piece_base if kind.kind == "member" else -1
    if base < 0:
        return []
    return [base + each for each in ((value,) if isinstance(value, int) else value) if each >= 0]


class Follower:
    """Follows the pieces of one decision; `hidden` are the zones that the seat does not see before or after it."""

    def __init__(
        self, secrets: Secrets, before: ir.Cells, after: ir.Cells, hidden: tuple[frozenset[int], frozenset[int]],
        told: Told, noted: Collection[int] = (),
    ) -> None:  # fmt: skip
        self.program = secrets.program
        self.logged = secrets.logged
        self.told = told
        self.noted = noted  # pieces that a field or a question shows to the seat from now on
        self.before, self.after = before, after
        self.hidden = hidden[0] | hidden[1]
        self.shut, self.opened = hidden[1] - hidden[0], hidden[0] - hidden[1]
        self.kinds = secrets.pieces
        layout = self.program.layout
        self.zone_of = list(before[layout.piece_zone : layout.piece_zone + layout.pieces])
        self.aims = list(after[layout.piece_zone : layout.piece_zone + layout.pieces])
        self.lists: dict[int, list[int]] = {}
        self.mixed: set[int] = set()
        self.seen: list[Seen] = []
        self.sure = told.whole and not told.picked  # nothing but shuffles can have chosen a place
        self.chosen = self._pieces_of_option()

    def follow(self) -> list[Seen]:
        """What the seat sees, in the order in which it came."""
        for zone in sorted(self.shut):
            known = self._list(zone)
            self._tell(Moves(tuple([Move(piece, ANYWHERE, ANYWHERE, zone, i) for i, piece in enumerate(known)])))
        self._named(self.zone_of)
        shown = self._shown()
        for each in shown:
            if each.at_first:
                self._name(each.piece, each.zone, self._list(each.zone))
        if self.told.whole:
            self._move_all([p for p in self.chosen if self.zone_of[p] != self.aims[p]])
        self._draws()
        self._move_all([p for p in self.kinds if self.zone_of[p] != self.aims[p]])
        self._order()
        self._named(self.aims)
        for piece in sorted(self.noted):
            zone = self.aims[piece]
            self._name(piece, zone, () if zone in self.mixed else self._list(zone))
        for each in shown:
            if not each.at_first and self.aims[each.piece] == each.zone:
                then = () if each.mixed else pieces_in(self.program, self.after, each.zone)
                self._name(each.piece, each.zone, then)
        for zone in sorted(self.opened):
            there = self._list(zone)
            gone = [Move(there[i], zone, i, ANYWHERE, ANYWHERE) for i in reversed(range(len(there)))]
            self._tell(Moves(tuple(gone)))
        return self.seen

    # ------------------------------------------------------------ parts

    def _tell(self, seen: Moves) -> None:
        if seen.moves:
            self.seen.append(seen)

    def _list(self, zone: int) -> list[int]:
        found = self.lists.get(zone)
        if found is None:
            found = self.lists[zone] = pieces_in(self.program, self.before, zone)
        return found

    def _pieces_of_option(self) -> list[int]:
        known = self.program.alternatives[self.told.option[0]]
        pairs = zip(known.params, self.told.option[1:], strict=True)
        named = [piece for (_, kind), value in pairs for piece in pieces_of(self.program, kind, value)]
        return [piece for piece in named if piece in self.kinds]

    def _name(self, piece: int, zone: int, there: Sequence[int]) -> None:
        """A piece is seen to lie in a zone, and at its place in it where that is known (else `there` is empty)."""
        if zone in self.hidden:
            sure = self.sure and self.program.zone_ordered[zone] and piece in there
            self.seen.append(Named(piece, zone, there.index(piece) if sure else ANYWHERE))

    def _shown(self) -> list[Shown]:
        """The pieces that the seat was shown. One that was elsewhere before and after was seen for a moment: nothing
        follows from it."""
        found: dict[int, Shown] = {}
        shuffled = dict[int, int]()
        for number, each in enumerate(self.told.events):
            if each[0] == "shuffle":
                shuffled[each[1]] = number
        mixed = set[int]()
        for number, each in enumerate(self.told.events):
            if each[0] == "shuffle":
                mixed.add(each[1])
            elif each[0] == "log" and self.program.texts[each[1]].shows:
                pieces, players, zones = each[2]
                if self.told.seat not in players and len(set(players)) < self.before[ir.CELL_PLAYERS]:
                    continue
                base = self.program.domains[self.program.texts[each[1]].types[0].domain].piece_base
                for member, zone in zip(pieces, zones, strict=True):
                    first = self.zone_of[base + member] == zone and zone not in mixed
                    blurred = not first and shuffled.get(zone, -1) > number
                    found[base + member] = Shown(base + member, zone, first, blurred)
        return [found[piece] for piece in sorted(found)]

    def _named(self, zones: Sequence[int]) -> None:
        """The pieces of which the log tells where they lie."""
        named = {piece for each in self.told.events if each[0] == "log" for piece in self._in_log(each)}
        for piece in sorted(named & self.kinds):
            if zones[piece] in self.hidden:
                self.seen.append(Named(piece, zones[piece]))

    def _in_log(self, event: Event) -> Iterable[int]:
        types = self.program.texts[event[1]].types
        for at in sorted(self.logged.get(event[1], ())):
            yield from pieces_of(self.program, types[at], event[2][at])

    def _draws(self) -> None:
        """The draws and shuffles, as all are told of them."""
        events = self.told.events
        for number, each in enumerate(events):
            if each[0] == "shuffle" and each[1] in self.hidden:
                zone = each[1]
                drawn = next((e for e in events[number + 1 :] if e[0] == "draw" and e[1] == zone), None)
                refill = self.program.zone_refill[zone]
                if drawn is None or refill < 0 or len(self._list(zone)) >= len(drawn[3]):
                    self._gather(zone, events[number:])
            elif each[0] == "draw":
                self._draw(each[1], each[2], each[3], events[number:])

    def _draw(self, source: int, target: int, pieces: Sequence[int], rest: Sequence[Event]) -> None:
        if source not in self.hidden and target not in self.hidden:
            for piece in pieces:
                self._take(piece, target)
            return
        for number, piece in enumerate(pieces):
            if source in self.hidden and piece not in self._list(source):
                self._bring(piece, source, (("draw", source, target, pieces[number:]), *rest[1:]))
            top = ANYWHERE
            if source in self.hidden and self.program.zone_ordered[source]:
                top = len(self._list(source)) - 1
            end = len(self._list(target)) if target in self.hidden and self.program.zone_ordered[target] else ANYWHERE
            self._tell(Moves((self._one(piece, target, top, end),)))
            self._take(piece, target)

    def _bring(self, piece: int, source: int, rest: Sequence[Event]) -> None:
        """A piece is drawn that was not there when the decision was taken: it came before, alone or in a refill."""
        if self.program.zone_refill[source] < 0:
            end = len(self._list(source)) if self.program.zone_ordered[source] else ANYWHERE
            self._tell(Moves((self._one(piece, source, ANYWHERE, end),)))
            self._take(piece, source)
            return
        self._gather(source, rest)

    def _gather(self, zone: int, rest: Sequence[Event]) -> None:
        """A zone is shuffled: all that came into it may have come before, and so nobody knows where it is."""
        drawn = {p for event in rest if event[0] == "draw" and event[1] == zone for p in event[3]}
        there = self._list(zone)
        self._move_all([p for p in self.kinds if p not in there and (p in drawn or self.aims[p] == zone)], zone)
        self._mix(zone)

    def _one(self, piece: int, target: int, start: int, end: int) -> Move:
        source = self.zone_of[piece]
        out, into = source in self.hidden, target in self.hidden
        name = UNSEEN if out and into and not (self.told.own and piece in self.chosen) else piece
        return Move(
            name, source if out else ANYWHERE, start if out else ANYWHERE, target if into else ANYWHERE,
            end if into else ANYWHERE,
        )  # fmt: skip

    def _take(self, piece: int, target: int, end: int = ANYWHERE) -> None:
        if self.zone_of[piece] >= 0:
            self._list(self.zone_of[piece]).remove(piece)
        if target >= 0:
            there = self._list(target)
            there.insert(len(there) if end < 0 else end, piece)
        self.zone_of[piece] = target

    def _mix(self, zone: int, first: int = 0) -> None:
        """Nobody at the seat knows the order of a zone any more, from a place on."""
        self.mixed.add(zone)
        last = len(self._list(zone)) - 1
        if first < last:
            self.seen.append(Mix(zone, first, last))

    def _move_all(self, pieces: Sequence[int], target: int | None = None) -> None:
        """Pieces go where they lie in the end, or to one zone."""
        program, blurred = self.program, dict[int, int]()
        found: list[tuple[Move, int, int]] = []
        for piece in pieces:
            source, aim = self.zone_of[piece], self.aims[piece] if target is None else target
            if source not in self.hidden and aim not in self.hidden:
                self._take(piece, aim)
                continue
            start = end = ANYWHERE
            if source in self.hidden and program.zone_ordered[source]:
                start = self._list(source).index(piece) if self._knows(piece, source) else ANYWHERE
            if aim in self.hidden and program.zone_ordered[aim]:
                sure = target is None and self.sure and aim not in self.mixed
                end = pieces_in(program, self.after, aim).index(piece) if sure else ANYWHERE
                if not sure:
                    blurred[aim] = blurred.get(aim, 0) + 1
            found.append((self._one(piece, aim, start, end), piece, aim))
        found.sort(key=lambda each: (each[0].source, -each[0].start, each[0].piece, each[0].target, each[0].end))
        pooled = False
        if not self.told.placed:
            unseen = [each for each, _, _ in found if each.piece == UNSEEN]
            pooled = len({each.source for each in unseen}) > 1 and len({each.target for each in unseen}) > 1
        if pooled:  # only how many left each zone and came to each
            starts = sorted([(each.source, each.start) for each, _, _ in found if each.piece == UNSEEN])
            ends = sorted([(each.target, each.end) for each, _, _ in found if each.piece == UNSEEN])
            unseen = [Move(UNSEEN, a, b, c, d) for (a, b), (c, d) in zip(starts, ends, strict=True)]
            self._tell(Moves(tuple(unseen), True))
            self._tell(Moves(tuple([each for each, _, _ in found if each.piece != UNSEEN])))
        else:
            self._tell(Moves(tuple([each for each, _, _ in found])))
        for each, piece, aim in sorted(found, key=lambda one: one[0].end):
            self._take(piece, aim, each.end)
        if target is None:
            for zone, came in sorted(blurred.items()):
                self._mix(zone, 0 if zone in self.mixed or self.told.bottoms else len(self._list(zone)) - came)

    def _knows(self, piece: int, zone: int) -> bool:
        """Whether the seat knows from which place in an ordered zone a piece went."""
        return self.sure and zone not in self.mixed and (self.told.own or piece not in self.chosen)

    def _order(self) -> None:
        """Ordered zones whose pieces have changed places."""
        for zone in sorted(self.hidden):
            if not self.program.zone_ordered[zone] or zone in self.mixed:
                continue
            now, then = self._list(zone), pieces_in(self.program, self.after, zone)
            if now == then or len(now) != len(then):
                continue
            other = [i for i, piece in enumerate(then) if now[i] != piece]
            first, last = other[0], other[-1]
            if self.sure and (self.told.own or not self.chosen):
                up = [Move(UNSEEN, zone, i, zone, then.index(now[i])) for i in range(last, first - 1, -1)]
                self._tell(Moves(tuple(up)))
            else:
                self.seen.append(Mix(zone, first, last))
            self.lists[zone] = then
