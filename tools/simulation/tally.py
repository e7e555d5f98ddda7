"""What many games came to, added up game by game, so that it takes the same room for any number of them.

Everything is an exact whole number: games may be added in any order and in parts, and the same tally comes out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from typing import Any

from yupana.interpreter.game import Outcome, Sums

from ..playing.results import Result, result_of
from .playouts import Playout

FAULTS_KEPT = 100
"""Of so many games with faults, the first, everything is kept; the others are counted."""


@dataclass(slots=True)
class SeatScores:
    """The scores of a seat in the games that finished: their sum, the least and the most (None without a game)."""

    sum: int = 0
    least: int | None = None
    most: int | None = None

    def add(self, sum_: int, least: int | None, most: int | None) -> None:
        """Some more."""
        self.sum += sum_
        self.least = min([each for each in (self.least, least) if each is not None], default=None)
        self.most = max([each for each in (self.most, most) if each is not None], default=None)


@dataclass(slots=True)
class Tally:
    """What some games came to. `games` are all of them, `decisions` and `actions` too; the other figures are of those
    that finished. `came` says, by result and number of winning sides (0: nobody wins), how many games came out so, and
    behind it for each seat how many of these it won; `lengths` how many took so many decisions. `sides` say of each
    seat to which side it belongs (empty: everybody is one)."""

    players: int
    games: int = 0
    decisions: int = 0
    came: dict[tuple[Result, int], list[int]] = field(default_factory=dict)
    scores: list[SeatScores] = field(default_factory=list)
    lengths: Counter[int] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)
    faults: list[Playout] = field(default_factory=list)
    sides: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.scores = self.scores or [SeatScores() for _ in range(self.players)]
        self.sides = self.sides or tuple(range(self.players))

    # ------------------------------------------------------------ adding

    def add(self, played: Playout) -> None:
        """One game."""
        self.games += 1
        self.decisions += played.decisions
        self.actions.update(played.actions)
        if played.fault:
            self._fault(played)
            return
        self.lengths[played.decisions] += 1
        sides = len(played.winners) and (played.sharing or len(played.winners))
        self._came(played.result, sides, 1, [played.winners.count(seat) for seat in range(self.players)])
        for kept, score in zip(self.scores, played.scores, strict=True):
            kept.add(score, score, score)

    def add_sums(self, sums: Sums, names: Sequence[str]) -> None:
        """What an engine has added up; `names` are those of the alternatives."""
        self.games += sums.games
        self.decisions += sums.decisions
        self.lengths.update(sums.lengths)
        for name, times in zip(names, sums.chosen, strict=True):
            if times:
                self.actions[name] += times
        for each in sums.came:
            outcome: Outcome = "draw" if each.draw else "won" if each.sides else "lost"
            self._came(result_of(outcome, each.sides), each.sides, each.games, each.won)
        for kept, scores in zip(self.scores, sums.scores, strict=True):
            kept.add(*scores)

    def merge(self, other: Tally) -> None:
        """Another tally of games of the same run."""
        self.games += other.games
        self.decisions += other.decisions
        self.lengths.update(other.lengths)
        self.actions.update(other.actions)
        for (result, sides), (games, *won) in other.came.items():
            self._came(result, sides, games, won)
        for kept, scores in zip(self.scores, other.scores, strict=True):
            kept.add(scores.sum, scores.least, scores.most)
        for played in other.faults:
            self._fault(played)

    def _came(self, result: Result, sides: int, games: int, won: Sequence[int]) -> None:
        kept = self.came.setdefault((result, sides), [0] * (1 + self.players))
        for i, count in enumerate((games, *won)):
            kept[i] += count

    def _fault(self, played: Playout) -> None:
        """Of games that did not finish, the first few are kept, without what they are not asked for again."""
        if len(self.faults) < FAULTS_KEPT or played.index < self.faults[-1].index:
            self.faults.append(replace(played, actions={}))
            self.faults.sort(key=lambda each: each.index)
            del self.faults[FAULTS_KEPT:]

    # ------------------------------------------------------------ asking

    @property
    def finished(self) -> int:
        """How many games ran to their end."""
        return sum([each[0] for each in self.came.values()])

    def results(self, wanted: Result) -> int:
        """How many games came out so."""
        return sum([games for (result, _), (games, *_) in self.came.items() if result == wanted])

    def won(self, seat: int, wanted: Result) -> int:
        """How many of the games that came out so a seat won, or has a share in; a draw without winners is
        everybody's."""
        kept = [(sides, each) for (result, sides), each in self.came.items() if result == wanted]
        return sum([each[1 + seat] if sides or wanted != "drawn" else each[0] for sides, each in kept])

    def share(self, seat: int) -> Fraction:
        """All parts of the win that a seat has had (see `playing.results.win_shares`)."""
        out = Fraction(0)
        for (result, sides), (games, *won) in self.came.items():
            if result == "won":  # by one side
                out += won[seat]
            elif sides:
                out += Fraction(won[seat], sides)
            elif result == "drawn":
                out += Fraction(games, len(set(self.sides)))
        return out

    def median(self) -> float | None:
        """The length in the middle of all, or half way between the two in the middle."""
        games, seen, lower = self.finished, 0, None
        for length in sorted(self.lengths):
            seen += self.lengths[length]
            if lower is None and 2 * seen >= games:
                lower = length
                if games % 2 or 2 * seen > games:
                    return lower
            elif lower is not None:
                return (lower + length) / 2
        return None

    # ------------------------------------------------------------ as plain data

    def to_plain(self) -> dict[str, Any]:
        """As lists, numbers and texts, ready for `json.dumps`."""
        return {
            "players": self.players,
            "games": self.games,
            "decisions": self.decisions,
            "came": [[*key, *counts] for key, counts in sorted(self.came.items())],
            "scores": [[each.sum, each.least, each.most] for each in self.scores],
            "lengths": sorted(self.lengths.items()),
            "actions": dict(self.actions),
            "faults": [asdict(each) for each in self.faults],
        }

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> Tally:
        """What `to_plain` gave. Raises LookupError, TypeError or ValueError for what cannot be one."""
        out = cls(data["players"], data["games"], data["decisions"])
        out.came = {(result, sides): counts for result, sides, *counts in data["came"]}
        out.scores = [SeatScores(*each) for each in data["scores"]]
        out.lengths = Counter(dict(data["lengths"]))
        out.actions = Counter(data["actions"])
        out.faults = [
            Playout(**{**each, "scores": tuple(each["scores"]), "winners": tuple(each["winners"])})
            for each in data["faults"]
        ]
        return out
