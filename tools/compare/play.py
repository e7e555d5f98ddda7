"""What paired playouts say: for every number its means, the mean of the differences, and whether one was seen."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..measures.statistics import SHARE_DIGITS, Compared, Interval, compare_means, compare_shares, mean_interval
from ..measures.table import measures
from ..playing.results import Result, even_share, is_one_side, win_shares
from ..simulation.playouts import Playout
from .coming import Held, New, Reached, held, reached
from .measuring import Measured

Pair = tuple[Measured, Measured]


@dataclass(frozen=True, slots=True)
class Row:
    """One number: `name` as people know it, and `per` what it counts."""

    name: str
    compared: Compared
    share: bool = False


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat: its part of the wins (all seats' together are 1 in every game), its wins alone, and the score, before
    and after."""

    seat: str
    wins: Compared
    wins_alone: Compared
    score: Compared
    old_wins: Interval
    new_wins: Interval


@dataclass(slots=True)
class Play:
    """All that was counted. `pairs` is how many pairs of games ran to their end on both sides; `faults` are the
    sentences of those that did not, by side. `reached` and `held` say how many of the games under the new rules came to
    what is new. `together`: in all of them all won or all lost, so that nothing is told of seats.
    `apart`: a sentence where this is so under the rules of one side alone, so that who wins cannot be compared. `even`
    is what part of the win each seat would have if none had an advantage."""

    games: int
    pairs: int
    players: int
    seed: int
    bots: tuple[str, ...]
    length: list[Row] = field(default_factory=list)
    scores: list[Row] = field(default_factory=list)
    seats: list[SeatRow] = field(default_factory=list)
    actions: list[Row] = field(default_factory=list)
    components: list[Row] = field(default_factory=list)
    results: list[Row] = field(default_factory=list)
    quality: list[Row] = field(default_factory=list)
    ends: list[Row] = field(default_factory=list)
    faults: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))
    lengths: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    winning: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    reached: list[Reached] = field(default_factory=list)
    held: list[Held] = field(default_factory=list)
    together: bool = False
    apart: str = ""
    even: float = 0.0

    @property
    def never(self) -> int:
        """How much of what is new never came up."""
        return sum(each.games == 0 for each in self.reached) + sum(each.games == 0 for each in self.held)

    @property
    def tables(self) -> dict[str, list[Row]]:
        """The tables of rows, by heading."""
        return {
            "Length": self.length,
            "Scores": self.scores,
            "Actions, times in a game": self.actions,
            "Components, uses in a game": self.components,
            "How games come out": self.results,
            "How the game plays": self.quality,
            "How games end": self.ends,
        }

    @property
    def names(self) -> list[str]:
        """The names of seats, actions and components."""
        return [*(each.seat for each in self.seats), *(each.name for each in (*self.actions, *self.components))]

    def in_words(self, called: Mapping[str, str]) -> Play:
        """The same with what people call seats, actions and components."""

        def named(rows: Sequence[Row]) -> list[Row]:
            return [replace(each, name=called.get(each.name, each.name)) for each in rows]

        seats = [replace(each, seat=called.get(each.seat, each.seat)) for each in self.seats]
        return replace(self, seats=seats, actions=named(self.actions), components=named(self.components))

    @property
    def seat_rows(self) -> list[Row]:
        """The numbers of all seats as rows."""
        rows = [Row(f"win share of {each.seat}", each.wins, share=True) for each in self.seats]
        rows += [Row(f"wins alone of {each.seat}", each.wins_alone, share=True) for each in self.seats]
        return rows + [Row(f"score of {each.seat}", each.score) for each in self.seats if self.scores]

    @property
    def rows(self) -> list[Row]:
        """All rows."""
        return [*(row for rows in self.tables.values() for row in rows), *self.seat_rows]

    @property
    def seen(self) -> list[Row]:
        """The rows in which a difference was seen."""
        return [row for row in self.rows if row.compared.seen]


def evaluate(
    pairs: Sequence[Pair], seats: Sequence[str], bots: tuple[str, ...], seed: int, renamed: Mapping[str, str], new: New,
    sides: Sequence[int],
) -> Play:  # fmt: skip
    """Work out everything. `sides` say to which side each seat belongs under the new rules, `renamed` gives the new
    name for an old one, `new` is what was looked for."""
    whole = [(_renamed(one, renamed), other) for one, other in pairs if one.playout.finished and other.playout.finished]
    play = Play(len(pairs), len(whole), len(seats), seed, bots, even=even_share(sides))
    if pairs:
        came = [under_new.came for _, under_new in pairs]
        play.reached, play.held = reached(new, came), held(new, came)
    for side in (0, 1):
        play.faults[side].extend(_fault(pair[side]) for pair in pairs if not pair[side].playout.finished)
        play.lengths[side].extend(pair[side].playout.decisions for pair in whole)
        play.winning[side].extend(max(pair[side].playout.scores) for pair in whole)
    if not whole:
        return play
    play.length = _length(whole)
    sides = [all(_came(pair[side].playout) in _TOGETHER.values() for pair in whole) for side in (0, 1)]
    play.together = all(sides)
    if any(sides) and not play.together:
        how = ["all win or lose together" if each else "players win against each other" for each in sides]
        told = f"Under the old rules {how[0]}, under the new ones {how[1]}"
        play.apart = f"{told}: who wins cannot be compared, the rest can."
    play.scores = _scores(whole, together=any(sides))
    if not any(sides):
        play.seats = [_seat(whole, number, seat, len(seats)) for number, seat in enumerate(seats)]
    play.actions = _counts(whole, lambda each: each.playout.actions)
    play.components = _counts(whole, lambda each: each.uses)
    play.results = [] if play.apart else _results(whole)
    play.quality = _quality(whole)
    play.ends = _shares(whole, sorted({each.end for pair in whole for each in pair}), lambda each: each.end)
    return play


def _renamed(measured: Measured, renamed: Mapping[str, str]) -> Measured:
    """What was counted under the old rules in the new names: word by word, entries also with their kind before them."""
    if not renamed:
        return measured

    def told(name: str) -> str:
        return " ".join([renamed.get(word, word) for word in name.split(" ")])

    def counted(counts: Mapping[str, int]) -> dict[str, int]:
        return {told(name): times for name, times in counts.items()}

    playout = replace(measured.playout, actions=counted(measured.playout.actions))
    uses, rounds = Counter(counted(measured.uses)), counted(measured.rounds)
    return replace(measured, playout=playout, uses=uses, rounds=rounds, end=told(measured.end))


def _means(pairs: Sequence[Pair], value: Callable[[Measured], float], rows: int) -> Compared:
    """A number of each game, in one of so many rows."""
    return compare_means([value(old) for old, _ in pairs], [value(new) for _, new in pairs], rows)


def _shares(pairs: Sequence[Pair], names: Sequence[str], of: Callable[[Measured], str]) -> list[Row]:
    """How often each of the names is what a game has."""
    old, new = ([of(pair[side]) for pair in pairs] for side in (0, 1))
    return [
        Row(name, compare_shares([each == name for each in old], [each == name for each in new], len(names)), True)
        for name in names
    ]


_RESULTS: Mapping[Result, str] = {
    "won": "one player wins",
    "shared": "several share the win",
    "drawn": "a draw",
    "lost": "the player does not win",
}
_TEAM = "one team wins"
_TOGETHER: Mapping[Result, str] = {"won": "all win together", "lost": "all lose together"}


def _came(playout: Playout) -> str:
    """How a game came out, in words."""
    players = len(playout.scores)
    together = players > 1 and is_one_side(playout.result, len(playout.winners), players)
    if playout.result == "won" and len(playout.winners) > 1 and not together:
        return _TEAM
    return (_TOGETHER if together else _RESULTS)[playout.result]


def _results(pairs: Sequence[Pair]) -> list[Row]:
    """How often a game has one winner, is shared, or is a draw, or is won by all: what came up on either side."""
    found = {_came(each.playout) for pair in pairs for each in pair}
    there = [each for each in (*_RESULTS.values(), _TEAM, *_TOGETHER.values()) if each in found]
    return _shares(pairs, there, lambda each: _came(each.playout))


def _quality(pairs: Sequence[Pair]) -> list[Row]:
    """The measures of game quality that apply on both sides, each in the pairs of games in which it does."""
    known = {each.key: each for each in measures(scored=True, spaces=frozenset("-"), pieces=frozenset("-"))}
    there = [key for key in known if any(key in old.measures and key in new.measures for old, new in pairs)]
    rows = []
    for key in there:
        both = [each for each in pairs if all(key in side.measures for side in each)]
        values = [[pair[side].measures[key] for pair in both] for side in (0, 1)]
        share = known[key].unit == "share"
        width = known[key].bounds[1] - known[key].bounds[0]
        compared = compare_means(values[0], values[1], len(there), (-width, width), digits=SHARE_DIGITS if share else 2)
        rows.append(Row(known[key].name, compared, share=share))
    return rows


def _fault(measured: Measured) -> str:
    playout = measured.playout
    where = f" at {playout.place}" if playout.place else ""
    return f"seed {playout.seed}, after {playout.decisions} decisions: {playout.fault}{where}"


def _length(pairs: Sequence[Pair]) -> list[Row]:
    steps = sorted({name for pair in pairs for each in pair for name in each.rounds})
    rows = [Row("decisions", _means(pairs, lambda each: each.playout.decisions, 1 + len(steps)))]
    for step in steps:
        found = _means(pairs, lambda each, step=step: each.rounds.get(step, 0), 1 + len(steps))  # type: ignore[misc]
        rows.append(Row(f"repetitions of {step}", found))
    return rows


def _scores(pairs: Sequence[Pair], *, together: bool) -> list[Row]:
    if not any(any(each.playout.scores) for pair in pairs for each in pair):
        return []  # nobody scores in such a game
    numbers: dict[str, Callable[[Sequence[int]], float]] = {
        "highest score": lambda scores: float(max(scores)),
        "mean score": lambda scores: sum(scores) / len(scores),
        "lowest score": lambda scores: float(min(scores)),
    }
    if together:
        numbers = {"mean score": numbers["mean score"]}
    elif len(pairs[0][0].playout.scores) > 1:
        numbers["lead of the first"] = lambda scores: float(sorted(scores)[-1] - sorted(scores)[-2])
    return [
        Row(name, _means(pairs, lambda each, number=number: number(each.playout.scores), len(numbers)))  # type: ignore[misc]
        for name, number in numbers.items()
    ]


def _seat(pairs: Sequence[Pair], number: int, seat: str, seats: int) -> SeatRow:
    wins = [[_share(pair[side].playout, number) for pair in pairs] for side in (0, 1)]
    alone = [
        [pair[side].playout.winners == (number,) and pair[side].playout.result == "won" for pair in pairs]
        for side in (0, 1)
    ]
    return SeatRow(
        seat,
        compare_means(wins[0], wins[1], seats, (-1.0, 1.0), digits=SHARE_DIGITS),
        compare_shares(alone[0], alone[1], seats),
        _means(pairs, lambda each: each.playout.scores[number], seats),
        *[mean_interval(each, seats).within(0.0, 1.0) for each in wins],
    )


def _share(playout: Playout, seat: int) -> float:
    """What part of the win a seat has."""
    return float(win_shares(playout.result, playout.winners, len(playout.scores), playout.sharing)[seat])


def _counts(pairs: Sequence[Pair], counts: Callable[[Measured], Mapping[str, int]]) -> list[Row]:
    """How often each thing was counted in a game, the most frequent first."""
    totals = Counter[str]()
    for each in itertools.chain(*pairs):
        totals.update(counts(each))
    names = sorted(totals, key=lambda name: (-totals[name], name))
    return [
        Row(name, _means(pairs, lambda each, name=name: counts(each).get(name, 0), len(names)))  # type: ignore[misc]
        for name in names
    ]
