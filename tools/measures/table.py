"""The measures: one row each. A measure is a number of one game, or nothing where it does not apply; its mean over many
games is what is told, so that everything has an interval and can be compared game by game.

Names are those of the literature where it has one: C. Browne, Automatic generation and evaluation of recombination
games (2008), and the general game system Ludii (C. Browne and others), whose terms stand in `known_as`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log, log10
from statistics import pstdev
from typing import Literal

from .record import Record
from .standing import Course

Unit = Literal["share", "number", "points"]
Of = Literal["seats", "course", "length", "choice", "use"]

OF: dict[Of, str] = {
    "seats": "Seats and results",
    "course": "How the lead goes",
    "length": "Length",
    "choice": "Choice",
    "use": "Use of what there is",
}
"""What measures are about."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure. `told` says what it is in a sentence, `advice` what is good and what is bad; `bounds` are the least
    and the largest value."""

    key: str
    name: str
    of: Of
    unit: Unit
    told: str
    advice: str
    value: Callable[[Record], float | None]
    known_as: str = ""
    bounds: tuple[float, float] = (0.0, float("inf"))


_SHARE = (0.0, 1.0)


def _finished(value: Callable[[Record], float | None]) -> Callable[[Record], float | None]:
    return lambda record: value(record) if record.playout.finished else None


def _course(value: Callable[[Course], float | None]) -> Callable[[Record], float | None]:
    return lambda record: value(Course(record)) if record.playout.finished and len(record.worths) > 1 else None


def _advantage(record: Record) -> float | None:
    if record.players < 2 or not record.deciders:
        return None
    return record.shares[record.deciders[0]] - 1 / record.players


def _drawn(record: Record) -> float | None:
    return float(record.playout.result == "drawn") if record.players > 1 else None


def _spread(record: Record) -> float | None:
    return float(max(record.playout.scores) - min(record.playout.scores)) if record.players > 1 else None


def _margin(record: Record) -> float | None:
    scores = sorted(record.playout.scores, reverse=True)
    return float(scores[0] - scores[1]) if len(scores) > 1 else None


def _comeback(course: Course) -> float | None:
    winner = course.record.winner
    if winner < 0 or course.half_time < 0:
        return None
    return float(winner != course.half_time)


def _decisive(course: Course) -> float | None:
    return None if course.settled is None else 1 - course.settled


def _turns(record: Record) -> float:
    """Stretches of decisions of one seat."""
    deciders = record.deciders
    return float(1 + sum(was != now for was, now in itertools.pairwise(deciders))) if deciders else 0.0


def _wait(record: Record) -> float | None:
    """The longest stretch of decisions in which some seat decides nothing, before its last one."""
    if record.players < 2:
        return None
    last = [-1] * record.players
    longest = 0
    for number, seat in enumerate(record.deciders):
        longest = max(longest, number - last[seat] - 1)
        last[seat] = number
    return float(longest)


def _mean(values: Sequence[int]) -> float | None:
    return sum(values) / len(values) if values else None


def _convergence(record: Record) -> float | None:
    """From the first third of a game to its last."""
    third = len(record.widths) // 3
    if not third:
        return None
    first, last = record.widths[:third], record.widths[-third:]
    return (sum(last) - sum(first)) / max(sum(last), sum(first))


def _variety(record: Record) -> float | None:
    """The entropy of what was done, of what could be done at all: 1 when all actions come equally often."""
    counts = [times for seat in record.actions for times in seat.values()]
    names = len(record.offered)
    if names < 2 or not counts:
        return None
    totals: dict[str, int] = {}
    for seat in record.actions:
        for name, times in seat.items():
            totals[name] = totals.get(name, 0) + times
    whole = sum(totals.values())
    return -sum(each / whole * log(each / whole) for each in totals.values()) / log(names)


def _coverage(record: Record, *, spaces: frozenset[str]) -> float | None:
    if not spaces:
        return None
    used = {name for seat in record.components for name in seat if name in spaces}
    return len(used) / len(spaces)


def measures(*, scored: bool, spaces: frozenset[str], pieces: frozenset[str]) -> list[Measure]:
    """All measures of a game; `scored` when it has points, `spaces` and `pieces` are the components that are spaces,
    and those that are not."""
    found = [
        Measure("completion", "Completion", "seats", "share", "Games that run to an end.",
                "Anything below 100 % is a game that does not stop, or a rule that fails.",
                lambda record: float(record.playout.finished), "Completion (Browne), Timeouts (Ludii)", _SHARE),
        Measure("advantage", "First-player advantage", "seats", "share",
                "The part of the wins of who decides first, above an even share.",
                "0 is even; a few percent are common, more than 5 ask for a remedy.",
                _finished(_advantage), "Advantage (Browne), AdvantageP1 (Ludii)", (-1.0, 1.0)),
        Measure("drawishness", "Drawishness", "seats", "share", "Games that end in a draw.",
                "Few draws are good; many say that nobody can force anything.",
                _finished(_drawn), "Drawishness (Ludii)", _SHARE),
        Measure("decisions", "Duration", "length", "number", "Decisions in a game.",
                "What is right is the author's to say; see also how much it varies.",
                _finished(lambda record: float(record.playout.decisions)),
                "Duration (Browne), DurationActions (Ludii)"),
        Measure("turns", "Duration in turns", "length", "number",
                "Stretches of decisions of one player before another decides.", "As for the duration.",
                _finished(_turns), "DurationTurns (Ludii)"),
        Measure("wait", "Longest wait", "length", "number",
                "How many decisions others take in a row while a player waits, at the longest.",
                "Low is good: who waits long looks elsewhere.", _finished(_wait)),
        Measure("branching", "Branching factor", "choice", "number", "Options at a decision, in the mean.",
                "Below 2 there is little to choose; hundreds are hard to survey.",
                _finished(lambda record: _mean(record.widths)), "Branching factor (Browne, Ludii)"),
        Measure("decision_factor", "Decision factor", "choice", "number",
                "Options at those decisions that leave a choice.", "As for the branching factor.",
                _finished(lambda record: _mean([each for each in record.widths if each > 1])),
                "DecisionFactor (Ludii)"),
        Measure("forced", "Forced moves", "choice", "share", "Decisions with only one option.",
                "Low is good: a player who only carries out the rules does not play.",
                _finished(lambda record: _mean([each == 1 for each in record.widths])),
                "1 - DecisionMoves (Ludii)", _SHARE),
        Measure("dead_ends", "Dead ends", "choice", "share",
                "Decisions at which a player can do nothing but one thing without a choice in it, such as to pass.",
                "Low is good: such a player is stuck, or out of the game.",
                _finished(lambda record: record.dead / len(record.widths) if record.widths else None), "", _SHARE),
        Measure("complexity", "Game tree complexity", "choice", "number",
                "The size of the tree of the game, as a power of ten: the sum of the logarithms of the options.",
                "Says how far a game is from being worked out; tic-tac-toe has about 5, chess more than 100.",
                _finished(lambda record: sum(log10(each) for each in record.widths if each)),
                "GameTreeComplexity (Ludii)"),
        Measure("convergence", "Convergence", "choice", "share",
                "How the options change from the first third of a game to its last.",
                "Below 0 a game narrows towards its end, as most do; far above 0 it may not come to one.",
                _finished(_convergence), "Convergence (Browne)", (-1.0, 1.0)),
        Measure("variety", "Variety of actions", "use", "share",
                "How evenly the kinds of actions come: 100 % when all come equally often.",
                "Near 0 a game is one action over and over.", _finished(_variety), "Entropy of moves", _SHARE),
    ]  # fmt: skip
    if scored:
        found += [
            Measure("best_score", "Winning score", "seats", "points", "The highest score of a game.",
                    "What is right is the author's to say.",
                    _finished(lambda record: float(max(record.playout.scores))), "", (float("-inf"), float("inf"))),
            Measure("spread", "Spread of scores", "seats", "points", "From the lowest score of a game to the highest.",
                    "Close results keep everybody in the game; none at all say that points do not tell players apart.",
                    _finished(_spread), "ScoreDifference (Ludii)"),
            Measure("margin", "Margin", "seats", "points", "What the first is ahead of the second at the end.",
                    "As for the spread of scores.", _finished(_margin)),
        ]  # fmt: skip
    found += [
        Measure("drama", "Drama", "course", "share", "How far who wins was behind, while behind (square roots).",
                "Some is good: a player who is behind has hope.", _course(lambda course: course.drama),
                "Drama (Browne), DramaAverage (Ludii)", _SHARE),
        Measure("lead_changes", "Lead changes", "course", "number", "How often another player takes the lead.",
                "None is dull; a lead that changes all the time means nothing.",
                _course(lambda course: float(course.changes)), "Lead change (Browne, Ludii)"),
        Measure("settled", "Last lead change", "course", "share",
                "After what part of the game the winner is ahead for good.",
                "Late is good: what follows is only played to the end.", _course(lambda course: course.settled),
                "Permanence (Browne)", _SHARE),
        Measure("decisiveness", "Played out", "course", "share",
                "The part of the game that is still played after the winner is ahead for good.",
                "Some is fair reward for good play; most of a game is too much.", _course(_decisive),
                "Decisiveness (Browne, Ludii)", _SHARE),
        Measure("comebacks", "Comebacks", "course", "share",
                "Games won by somebody else than who was ahead half way through.",
                "Below about 10 % the leader runs away; at chance the first half does not matter.",
                _course(_comeback), "", _SHARE),
        Measure("uncertainty", "Uncertainty", "course", "share", "How close the first two are, over the game.",
                "High is good: the outcome is open for long.", _course(lambda course: 1 - course.lead),
                "Uncertainty (Browne)", _SHARE),
        Measure("killer_moves", "Killer moves", "course", "share", "The largest turn of fortune in a game.",
                "Some is exciting; near 100 % one moment decides everything.", _course(lambda course: course.swing),
                "Killer moves (Browne)", _SHARE),
    ]  # fmt: skip
    if spaces:
        found.append(Measure("board_coverage", "Board coverage", "use", "share", "Spaces that are used in a game.",
                             "Low: much of the board does not matter.",
                             _finished(lambda record: _coverage(record, spaces=spaces)),
                             "BoardCoverage (Browne, Ludii)", _SHARE))  # fmt: skip
    if pieces:
        found.append(Measure("component_coverage", "Component coverage", "use", "share",
                             "Components that are used in a game, spaces aside.",
                             "Low: much of the box stays in the box.",
                             _finished(lambda record: _coverage(record, spaces=pieces)), "", _SHARE))  # fmt: skip
    order = list(OF)
    return sorted(found, key=lambda each: order.index(each.of))


def spread_of(values: Sequence[float]) -> float:
    """How much a number varies from game to game: the deviation of a game from the mean."""
    return pstdev(values) if len(values) > 1 else 0.0
