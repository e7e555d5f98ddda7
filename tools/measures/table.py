"""The measures: one row each. A measure is a number of one game, or nothing where it does not apply; its mean over many
games is what is told, so that everything has an interval and can be compared game by game.

Names are those of the literature where it has one: C. Browne, Automatic generation and evaluation of recombination
games (2008), and the general game system Ludii (C. Browne and others), whose terms stand in `known_as`. Left out is
what needs a strong player to rate every option (clarity, puzzle quality, how costly a slip is), what counts how far
pieces go, and depth, which is asked by playing better bots against worse ones.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import log, log10
from statistics import pstdev
from typing import Literal

from yupana.schemas.wording import numeral

from .record import Record
from .standing import Course

Unit = Literal["share", "number", "points"]
Of = Literal["seats", "course", "length", "choice", "use"]

Needs = Literal["result", "decisions", "course"]
"""What of a game has to be noted: how it ended, every decision, or how the seats stood besides."""

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
    and the largest value, and `needs` says what of a game has to be noted."""

    key: str
    name: str
    of: Of
    unit: Unit
    told: str
    advice: str
    value: Callable[[Record], float | None]
    known_as: str = ""
    bounds: tuple[float, float] = (0.0, float("inf"))
    needs: Needs = "decisions"


_SHARE = (0.0, 1.0)


def _finished(value: Callable[[Record], float | None]) -> Callable[[Record], float | None]:
    return lambda record: value(record) if record.playout.finished else None


def _course(value: Callable[[Course], float | None]) -> Callable[[Record], float | None]:
    return lambda record: value(Course(record)) if record.playout.finished and len(record.worths) > 1 else None


def _first_player(record: Record) -> float | None:
    return record.shares[record.first] if record.players > 1 and record.first >= 0 else None


def _drawn(record: Record) -> float | None:
    return float(record.playout.result == "drawn") if record.players > 1 else None


def _won(record: Record) -> float | None:
    """Of who plays alone, or of all together."""
    return float(record.playout.result == "won") if record.one_side else None


def _spread(record: Record) -> float | None:
    # of two it is the margin
    return float(max(record.playout.scores) - min(record.playout.scores)) if record.players > 2 else None


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


def _left_out(record: Record) -> float | None:
    """The part of the game after the last decision of who is the first to have none any more."""
    if record.players < 2 or not record.deciders:
        return None
    last = {seat: number for number, seat in enumerate(record.deciders)}
    return 1 - (min(last.get(seat, -1) for seat in range(record.players)) + 1) / len(record.deciders)


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


SEAT_ADVANTAGE = Measure(
    "seat_advantage", "Seat advantage", "seats", "share",
    "By how much the part of the wins of the best seat is above an even part.",
    "Low is good: where you sit should not decide; by chance alone it is a little above 0.",
    lambda record: None, "Balance (Browne, Ludii)", _SHARE, "result",
)  # fmt: skip
"""The one measure that no game has by itself: see `figures.seat_advantage`."""

WINNING_SCORE = Measure(
    "score", "Winning score", "seats", "points", "The highest score of a game.",
    "What is right is the author's to say.", _finished(lambda record: float(max(record.playout.scores))), "",
    (float("-inf"), float("inf")), "result",
)  # fmt: skip
TEAM_SCORE = replace(
    WINNING_SCORE, name="Score", told="The score of a game, in the mean of all who play.",
    value=_finished(lambda record: sum(record.playout.scores) / record.players),
)  # fmt: skip

COMPARING = frozenset({"first_player", "seat_advantage", "drawn", "spread", "margin"})
"""Measures that compare seats, beside all of how the lead goes."""


def _of_the_course() -> list[Measure]:
    """What is told of how the seats stand on the way."""
    return [
        Measure("drama", "Drama", "course", "share",
                "How far behind who wins was in the moments of being behind, in the mean (of square roots).",
                "Some is good: a player who is behind has hope.", _course(lambda course: course.drama),
                "Drama (Browne), DramaAverage (Ludii)", _SHARE, "course"),
        Measure("deficit", "Largest deficit made good", "course", "share",
                "How far behind who wins was at the worst moment.",
                "High: nobody is beaten before the end; near 0: whoever falls behind has lost.",
                _course(lambda course: course.deficit), "Decisiveness threshold (Browne), DramaMaximum (Ludii)",
                _SHARE, "course"),
        Measure("lead_changes", "Lead changes", "course", "number", "How often another player takes the lead.",
                "None is dull; a lead that changes all the time means nothing.",
                _course(lambda course: float(course.changes)), "Lead change (Browne, Ludii)", needs="course"),
        Measure("decisiveness", "Played out", "course", "share",
                "The part of the game that is still played after the winner is ahead for good.",
                "Some is fair reward for good play; most of a game is too much.", _course(_decisive),
                "Decisiveness (Browne, Ludii)", _SHARE, "course"),
        Measure("comebacks", "Comebacks", "course", "share",
                "Games won by somebody else than who was ahead half way through.",
                "Below about 10 % the leader runs away; at chance the first half does not matter.",
                _course(_comeback), "", _SHARE, "course"),
        Measure("momentum", "Momentum", "course", "share",
                "How often who is ahead gets further ahead, of the moments at which the lead grows or shrinks.",
                "Near 50 % is steady; far above it a lead feeds itself, far below it leaders are held back.",
                _course(lambda course: course.momentum), "Momentum, Correction (Browne)", _SHARE, "course"),
        Measure("uncertainty", "Uncertainty", "course", "share", "How close the first two are, over the game.",
                "High is good: the outcome is open for long.", _course(lambda course: 1 - course.lead),
                "Uncertainty (Browne)", _SHARE, "course"),
        Measure("late_uncertainty", "Late uncertainty", "course", "share",
                "How close the first two are in the last quarter of the game.",
                "High: it is open to the end; low, beside a high uncertainty, it closes in time.",
                _course(lambda course: 1 - course.late_lead), "Uncertainty (late) (Browne)", _SHARE, "course"),
        Measure("unrest", "Unrest", "course", "share",
                "By how much the standing moves from one moment that was noted to the next.",
                "Low is calm, so that plans hold; high says that chance or single moves rule.",
                _course(lambda course: course.unrest), "Stability (Browne, Ludii), the other way round", _SHARE,
                "course"),
        Measure("permanence", "Permanence", "course", "share",
                "How much of what a moment changes is not taken back at the next.",
                "High: what is done counts; low: every gain is answered by as large a loss.",
                _course(lambda course: course.permanence), "Permanence (Browne)", _SHARE, "course"),
        Measure("killer_moves", "Killer moves", "course", "share", "The largest turn of fortune in a game.",
                "Some is exciting; near 100 % one moment decides everything.", _course(lambda course: course.swing),
                "Killer moves (Browne)", _SHARE, "course"),
    ]  # fmt: skip


def measures(
    *, scored: bool, spaces: frozenset[str], pieces: frozenset[str], together: bool = False
) -> list[Measure]:  # fmt: skip
    """All measures of a game; `scored` when it has points, `spaces` and `pieces` are the components that are spaces,
    and those that are not. Where all play `together` nothing compares seats, and all have one score: the mean."""
    found = [
        Measure("completion", "Completion", "seats", "share", "Games that run to an end.",
                "Anything below 100 % is a game that does not stop, or a rule that fails.",
                lambda record: float(record.playout.finished), "Completion (Browne), Timeouts (Ludii)", _SHARE,
                "result"),
        Measure("first_player", "Wins of who begins", "seats", "share",
                "The part of the wins of who decides first.",
                "An even part is fair (50 % of two players); a few points more are common, more than 5 ask for a "
                "remedy.", _finished(_first_player), "Advantage (Browne), AdvantageP1 (Ludii)", _SHARE, "result"),
        SEAT_ADVANTAGE,
        Measure("won", "Games won", "seats", "share", "Games that are won by who plays alone, or by all together.",
                "What is right is the author's to say; at neither 0 nor 100 % does it matter how one plays.",
                _finished(_won), "", _SHARE, "result"),
        Measure("drawn", "Drawishness", "seats", "share", "Games that end in a draw.",
                "Few draws are good; many say that nobody can force anything.",
                _finished(_drawn), "Drawishness (Ludii)", _SHARE, "result"),
        Measure("length", "Duration", "length", "number", "Decisions in a game.",
                "What is right is the author's to say; see also how much it varies.",
                _finished(lambda record: float(record.playout.decisions)),
                "Duration (Browne), DurationActions (Ludii)", needs="result"),
        Measure("turns", "Duration in turns", "length", "number",
                "How often the decision passes to another player, and one.", "As for the duration.",
                _finished(_turns), "DurationTurns (Ludii)"),
        Measure("turn_length", "Decisions in a turn", "length", "number",
                "Decisions that a player takes before another one decides.",
                "Few keep the game going round; many make long turns.",
                _finished(lambda record: len(record.deciders) / _turns(record) if record.deciders else None)),
        Measure("wait", "Longest wait", "length", "number",
                "How many decisions others take in a row while a player waits, at the longest.",
                "Low is good: who waits long looks elsewhere.", _finished(_wait)),
        Measure("left_out", "Left out", "length", "share",
                "The last part of the game in which some player decides nothing any more.",
                "Near 0 is good; far above it players are out of the game and watch.", _finished(_left_out), "",
                _SHARE),
        Measure("branching", "Branching factor", "choice", "number", "Options at a decision, in the mean.",
                "Below 2 there is little to choose; hundreds are hard to survey.",
                _finished(lambda record: _mean(record.widths)), "Branching factor (Browne, Ludii)"),
        Measure("decision_factor", "Decision factor", "choice", "number",
                "Options at those decisions that leave a choice.", "As for the branching factor.",
                _finished(lambda record: _mean([each for each in record.widths if each > 1])),
                "DecisionFactor (Ludii)"),
        Measure("most_options", "Most options", "choice", "number", "Options at the widest decision of a game.",
                "Hundreds at once make people think long, or give up thinking.",
                _finished(lambda record: float(max(record.widths)) if record.widths else None),
                "BranchingFactorMaximum (Ludii)"),
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
                _finished(_convergence), "Convergence (Browne), BranchingFactorChange (Ludii)", (-1.0, 1.0)),
        Measure("variety", "Variety of actions", "use", "share",
                "How evenly the kinds of actions come: 100 % when all come equally often.",
                "Near 0 a game is one action over and over.", _finished(_variety), "", _SHARE),
    ]  # fmt: skip
    if scored:
        found += [
            TEAM_SCORE if together else WINNING_SCORE,
            Measure("spread", "Spread of scores", "seats", "points", "From the lowest score of a game to the highest.",
                    "Close results keep everybody in the game; none at all say that points do not tell players apart.",
                    _finished(_spread), "ScoreDifference (Ludii)", needs="result"),
            Measure("margin", "Margin", "seats", "points", "What the first is ahead of the second at the end.",
                    "As for the spread of scores.", _finished(_margin), needs="result"),
        ]  # fmt: skip
    found += _of_the_course()
    if spaces:
        found.append(Measure("board_coverage", "Board coverage", "use", "share",
                             "Spaces that decisions name in a game.",
                             "Low: much of the board does not matter.",
                             _finished(lambda record: _coverage(record, spaces=spaces)),
                             "BoardCoverage (Browne, Ludii)", _SHARE))  # fmt: skip
    if pieces:
        found.append(Measure("component_coverage", "Component coverage", "use", "share",
                             "Components that decisions name or move in a game, spaces aside.",
                             "Low: decisions are about little of what there is.",
                             _finished(lambda record: _coverage(record, spaces=pieces)), "", _SHARE))  # fmt: skip
    order = list(OF)
    found = [each for each in found if not together or (each.of != "course" and each.key not in COMPARING)]
    return sorted(found, key=lambda each: order.index(each.of))


def spread_of(values: Sequence[float]) -> float:
    """How much a number varies from game to game: the deviation of a game from the mean."""
    return pstdev(values) if len(values) > 1 else 0.0


def shown(of: float, unit: Unit) -> str:
    """A number of a measure as it is read."""
    if unit == "share":
        return numeral(f"{of * 100:.1f} %")
    return numeral(f"{of:.0f}" if abs(of) >= 1000 else f"{of:.1f}" if abs(of) >= 10 else f"{of:.2f}")
