"""One way in which all that a seat saw of hidden pieces can have come about, drawn by a seed.

Every hidden place at the beginning holds a *token*, a piece of which nobody at the seat knows which it is, and the
tokens are moved as the seat saw it: from a place that it knows, or any of a zone. A piece that goes into a hidden zone
before its eyes is a token with a name. When a piece comes out, a token at that place must have been it. Where the
tokens lie otherwise, two of them are exchanged from a moment on at which they lay in one zone and nobody could tell
them apart. In the end, the tokens without a name get the pieces that were never seen.

What comes out depends on what was seen and the seed only.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeAlias

from ..program import ir
from . import rng
from .moves import UNSEEN, Mix, Move, Moves, Named, Seen

FOREVER = 2**62

Fits: TypeAlias = "Callable[[int, int, int], bool]"
"""Whether a piece can lie in a zone at a place: whether what the back there says is so of it."""


class Stuck(Exception):  # noqa: N818 - a statement about a guess
    """This guess leads to no position; another one may."""


class Token:
    """A piece that lies hidden. `piece`: which one, as far as that is known; `start`: the zone in which it lay at the
    beginning (-1: it came later); `path`: since when (the number of what was seen) it has been in which zone."""

    __slots__ = ("path", "piece", "start")

    def __init__(self, piece: int, start: int, since: int, zone: int) -> None:
        self.piece = piece
        self.start = start
        self.path = [(since, zone)]


class Guess:
    """Tokens that are moved. `lying`: by zone, what lay there at the beginning; `zones`: where pieces may lie then;
    `fixed`: ordered zones that always begin so."""

    def __init__(
        self, program: ir.Program, lying: Mapping[int, Sequence[int]], zones: Mapping[int, frozenset[int]],
        fixed: Mapping[int, Sequence[int]], seed: int,
    ) -> None:  # fmt: skip
        self.ordered = program.zone_ordered
        self.may_lie = zones
        self.dice = rng.generator(seed)
        rng.seed(self.dice, rng.next32(self.dice) << 32 | rng.next32(self.dice))
        self.now = 0
        self.zones: dict[int, list[Token]] = {}
        self.known: dict[int, Token] = {}
        self.unknown: dict[int, None] = {}  # pieces that lay somewhere hidden at first and were never seen
        self.mixes: dict[int, list[tuple[int, frozenset[int] | None]]] = {}
        for zone, there in lying.items():
            always = fixed.get(zone, ())
            tokens = [Token(UNSEEN, zone, -1, zone) for _ in there]
            if len(always) == len(there):
                for token, piece in zip(tokens, always, strict=True):
                    token.piece, token.start = piece, -1
                    self.known[piece] = token
            self.zones[zone] = tokens
        self.unknown = dict.fromkeys(sorted({p for there in lying.values() for p in there} - self.known.keys()))

    # ------------------------------------------------------------ following what was seen

    def follow(self, seen: Sequence[Seen]) -> None:
        """Move the tokens. Raises Stuck."""
        for self.now, each in enumerate(seen):
            if isinstance(each, Moves):
                self._moves(each)
            elif isinstance(each, Mix):
                self._mix(each)
            else:
                self._name(each)
        self.now += 1

    def _moves(self, seen: Moves) -> None:
        taken = self._taken(seen.moves) if len(seen.moves) > 1 else [self._taken_alone(seen.moves[0])]
        if seen.pooled:
            self._shuffle(taken)
        put = sorted(zip(seen.moves, taken, strict=True), key=lambda each: each[0].end)
        for move, token in put:
            if move.target >= 0:
                self._put(move, token)

    def _taken_alone(self, move: Move) -> Token | None:
        """As `_taken`, of a move that is made by itself, as most are."""
        if move.source < 0:
            return None
        if move.piece != UNSEEN:
            at = self._make(move.piece, move.source, move.start)
            del self.known[move.piece]
            return self.zones[move.source].pop(at)
        there = self.zones.setdefault(move.source, [])
        if not there or move.start >= len(there):
            raise Stuck
        return there.pop(rng.below(self.dice, len(there)) if move.start < 0 else move.start)

    def _taken(self, moves: Sequence[Move]) -> list[Token | None]:
        """Take up the tokens of moves that are made at once; None for each piece that is seen to be taken up. Those
        with a name are found before any is taken up: which tokens they are may have to be changed for that."""
        named: dict[int, Token] = {}
        for number, move in enumerate(moves):
            if move.source >= 0 and move.piece != UNSEEN:
                at = self._make(move.piece, move.source, move.start, named.values())
                named[number] = self.zones[move.source][at]
        found: list[Token | None] = [None] * len(moves)
        gone = {id(token) for token in named.values()}
        for number, move in enumerate(moves):
            if move.source >= 0 and move.piece == UNSEEN and move.start >= 0:
                there = self.zones.setdefault(move.source, [])
                if move.start >= len(there) or id(there[move.start]) in gone:
                    raise Stuck
                found[number] = token = there[move.start]
                gone.add(id(token))
        for number, move in enumerate(moves):
            if move.source >= 0 and move.piece == UNSEEN and move.start < 0:
                left = [each for each in self.zones.setdefault(move.source, []) if id(each) not in gone]
                if not left:
                    raise Stuck
                found[number] = token = left[rng.below(self.dice, len(left))]
                gone.add(id(token))
        for zone in {move.source for move in moves if move.source >= 0}:
            self.zones[zone] = [each for each in self.zones[zone] if id(each) not in gone]
        for number in named:
            del self.known[moves[number].piece]
        return found

    def _put(self, move: Move, token: Token | None) -> None:
        zone = move.target
        if token is None:
            token = self.known[move.piece] = Token(move.piece, -1, self.now, zone)
        elif token.path[-1][1] != zone:
            token.path.append((self.now, zone))
        there = self.zones.setdefault(zone, [])
        there.insert(len(there) if move.end < 0 else move.end, token)

    def _mix(self, mix: Mix) -> None:
        there = self.zones.setdefault(mix.zone, [])
        some = there[mix.first : mix.last + 1]
        self._shuffle(some)
        there[mix.first : mix.last + 1] = some
        mixed = None if len(some) == len(there) else frozenset(map(id, some))
        self.mixes.setdefault(mix.zone, []).append((self.now, mixed))

    def _name(self, named: Named) -> None:
        """A piece is said to lie in a zone: what can be it from here on is that token."""
        at = self._make(named.piece, named.zone, named.at)
        self.zones[named.zone][at] = self.known[named.piece] = Token(named.piece, -1, self.now, named.zone)

    # ------------------------------------------------------------ which token a piece is

    def _make(self, piece: int, zone: int, at: int, others: Collection[Token] = ()) -> int:
        """See to it that a token of a zone (at a place, if that is known) is this piece; its place. What happens to the
        `others` stays as it is. Raises Stuck."""
        there = self.zones.setdefault(zone, [])
        fixed = {id(each) for each in others}
        token = self.known.get(piece)
        if token is None:
            token = self._unknown(piece, zone, at)
            token.piece = piece
            self.known[piece] = token
            del self.unknown[piece]
        if at < 0:
            if token.path[-1][1] == zone:
                return there.index(token)
            aims = [each for each in there if id(each) not in fixed]
        elif at >= len(there):
            raise Stuck
        elif there[at] is token:
            return at
        else:
            aims = [each for each in there[at : at + 1] if id(each) not in fixed]
        self._shuffle(aims)
        for other in aims:
            moment = self._together(token, other)
            if moment is not None:
                self._exchange(token, other, moment)
                return there.index(token)
        raise Stuck

    def _unknown(self, piece: int, zone: int, at: int) -> Token:
        """A token without a name that can be a piece: at best one that lies there."""
        if piece not in self.unknown:
            raise Stuck
        there = self.zones[zone]
        near = [each for each in (there if at < 0 else there[at : at + 1]) if self._can_be(each, piece)]
        if near:
            return near[rng.below(self.dice, len(near))]
        wanted = there if at < 0 else there[at : at + 1]
        far = [
            each for tokens in self.zones.values() for each in tokens
            if self._can_be(each, piece) and any(self._together(each, aim) is not None for aim in wanted)
        ]  # fmt: skip
        if not far:
            raise Stuck
        return far[rng.below(self.dice, len(far))]

    def _can_be(self, token: Token, piece: int) -> bool:
        if token.piece != UNSEEN:
            return False
        return token.start in self.may_lie[piece]

    def _together(self, one: Token, two: Token) -> int | None:
        """The last moment after which nobody could tell which of two tokens is which."""
        a, b = len(one.path) - 1, len(two.path) - 1
        end_a = end_b = FOREVER
        while a >= 0 and b >= 0:
            (since_a, zone), (since_b, other) = one.path[a], two.path[b]
            since, until = max(since_a, since_b), min(end_a, end_b)
            if zone == other and since < until:
                if not self.ordered[zone]:
                    return min(until - 1, self.now)
                for moment, tokens in reversed(self.mixes.get(zone, ())):
                    if since <= moment < until and (tokens is None or {id(one), id(two)} <= tokens):
                        return moment
            if since_a >= since_b:
                a, end_a = a - 1, since_a
            else:
                b, end_b = b - 1, since_b
        return None

    def _exchange(self, one: Token, two: Token, moment: int) -> None:
        """What happened to two tokens after a moment happened to the other one."""
        zone_one, zone_two = self.zones[one.path[-1][1]], self.zones[two.path[-1][1]]
        i, j = zone_one.index(one), zone_two.index(two)
        zone_one[i], zone_two[j] = two, one
        late_one = [each for each in one.path if each[0] > moment]
        late_two = [each for each in two.path if each[0] > moment]
        one.path = [each for each in one.path if each[0] <= moment] + late_two
        two.path = [each for each in two.path if each[0] <= moment] + late_one

    # ------------------------------------------------------------ the end

    def lay_out(self, fits: Fits | None = None) -> dict[int, list[int]]:
        """By hidden zone the pieces there. Raises Stuck where the pieces that were never seen do not fit."""
        open_ = [each for tokens in self.zones.values() for each in tokens if each.piece == UNSEEN]
        places: dict[int, tuple[int, int]] = {}  # by token where it lies, where backs say something
        if fits is not None:
            for zone, tokens in self.zones.items():
                for at, token in enumerate(tokens):
                    places[id(token)] = zone, at
                    if token.piece != UNSEEN and not fits(zone, at, token.piece):
                        raise Stuck

        def can_be(token: Token, piece: int) -> bool:
            return self._can_be(token, piece) and (fits is None or fits(*places[id(token)], piece))

        pieces = list(self.unknown)
        self._shuffle(pieces)
        if len(open_) != len(pieces):
            raise Stuck
        holder: dict[int, Token] = {}
        fitting: dict[int, list[int]] = {}  # by zone in which a token began, what is left for it, the next last
        if fits is not None:
            self._shuffle(open_)
            for token in open_:
                self._fit(token, pieces, holder, set(), can_be)
            open_ = []
        for token in open_:
            left = fitting.get(token.start)
            if left is None:
                left = fitting[token.start] = [each for each in pieces[::-1] if token.start in self.may_lie[each]]
            while left and left[-1] in holder:
                left.pop()
            if left:
                holder[left.pop()] = token
            else:
                self._fit(token, pieces, holder, set(), can_be)
        for piece, token in holder.items():
            token.piece = piece
        return {zone: [token.piece for token in tokens] for zone, tokens in self.zones.items()}

    def _fit(
        self, token: Token, pieces: Sequence[int], holder: dict[int, Token], tried: set[int],
        can_be: Callable[[Token, int], bool],
    ) -> None:  # fmt: skip
        """Give a token a piece, and those from whom it is taken another one. Raises Stuck."""
        free = next((p for p in pieces if p not in holder and p not in tried and can_be(token, p)), None)
        for piece in pieces if free is None else (free,):
            if piece in tried or not can_be(token, piece):
                continue
            tried.add(piece)
            before = holder.get(piece)
            try:
                if before is not None:
                    self._fit(before, pieces, holder, tried, can_be)
            except Stuck:
                continue
            holder[piece] = token
            return
        raise Stuck

    def _shuffle(self, values: list[Any]) -> None:
        rng.shuffle(self.dice, values)


def guess(
    program: ir.Program, lying: Mapping[int, Sequence[int]], zones: Mapping[int, frozenset[int]],
    fixed: Mapping[int, Sequence[int]], seen: Sequence[Seen], seed: int, fits: Fits | None = None,
) -> dict[int, list[int]]:  # fmt: skip
    """By hidden zone the pieces, bottom first, that lie there in one way that it can have come about. Raises Stuck."""
    made = Guess(program, lying, zones, fixed, seed)
    made.follow(seen)
    return made.lay_out(fits)
