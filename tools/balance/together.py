"""Whether skill pays where all play together, or one alone: how often bots win of which each is better than the one
before, in games with the same seeds as the main ones.

Every bot is compared with the one before it, and the best with the worst, by the games that only one of the two wins
(Q. McNemar, 1947, exactly); these comparisons are corrected together (Holm), and the intervals hold together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ..measures.record import Match, Record
from ..measures.statistics import FAMILIES, FAMILY, Interval, chance_of_pairs, compare_shares, holm, share
from .playing import NEAR, Answer, Played, Question, Side, Wish, better_and_worse

Than = Literal["more", "less", "not clear"]
"""How often a bot wins beside another one."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A bot on all seats: how often it wins, of so many games that ended; `than` compares it with the one before ("":
    there is none)."""

    bot: str
    games: int
    share: Interval
    than: Than | Literal[""] = ""


@dataclass(frozen=True, slots=True)
class Together:
    """All bots, the best last. `verdict`: whether that wins `more` or `less` often than the first one, surely about as
    often (`alike`), or that this is `not clear`."""

    rungs: tuple[Rung, ...]
    verdict: Than | Literal["alike"]


def can_be_lost(side: Side, wish: Wish, played: Played) -> bool:
    """Whether all win or all lose; or one who plays alone, where some of the main games were lost: else the rules know
    nothing but points."""
    lost = any(each.playout.finished and each.playout.result == "lost" for each in played.records.values())
    return not side.apart(wish) and (side.game.together or lost)


def bots_of(wish: Wish) -> tuple[str, ...]:
    """Who plays, the best last."""
    better = better_and_worse(wish.bot)[0]
    return (*(each for each in dict.fromkeys(wish.tournament) if each != better), better)


def games_of(wish: Wish) -> int:
    """How many games each of them plays that does not play the main ones."""
    return max(2, wish.games // 2)


def together_asked(side: Side, wish: Wish) -> list[Answer]:
    """The games of all but those who play the main ones."""
    found = []
    for bot in bots_of(wish):
        if wish.mixed or bot != wish.bots[0]:
            plan = side.plan(wish, (bot,) * wish.players, games_of(wish))
            found.append(Answer(Question(bot, Match(plan, side.components, whole=False), ())))
    return found


def together_judged(played: Played, wish: Wish) -> Together | None:
    """What the games say; None where not all bots have played."""
    games = {each.question.name: _won(each.games) for each in played.together}
    if not games:
        return None
    if not wish.mixed:
        games[wish.bots[0]] = _won(played.records)
    bots = bots_of(wish)
    known = [games.get(bot, {}) for bot in bots]
    pairs = _pairs(len(bots))
    both = [_in_both(known[one], known[other]) for one, other in pairs]
    if not pairs or not all(before for before, _ in both):
        return None
    tested = holm([chance_of_pairs(before, after) for before, after in both], FAMILY)
    told = [_than(before, after, seen=seen) for (before, after), (seen, _) in zip(both, tested, strict=True)]
    shares = [share(sum(won.values()), len(won), FAMILIES * len(bots)) for won in known]
    thans: list[Than | Literal[""]] = ["", *told[: len(bots) - 1]]
    rungs = tuple(map(Rung, bots, map(len, known), shares, thans))
    near = compare_shares(*both[-1], FAMILIES).difference
    alike = told[-1] == "not clear" and near.low >= -NEAR and near.high <= NEAR
    return Together(rungs, "alike" if alike else told[-1])


def _pairs(bots: int) -> list[tuple[int, int]]:
    """Who is compared: each with the one before, and last the best with the worst."""
    found = [(number, number + 1) for number in range(bots - 1)]
    return [*found, (0, bots - 1)] if bots > 2 else found


def _won(games: Mapping[int, Record]) -> dict[int, bool]:
    """Which games were won, of those that ended."""
    return {index: each.playout.result == "won" for index, each in games.items() if each.playout.finished}


def _in_both(one: Mapping[int, bool], other: Mapping[int, bool]) -> tuple[list[bool], list[bool]]:
    shared = sorted(one.keys() & other.keys())
    return [one[index] for index in shared], [other[index] for index in shared]


def _than(before: Sequence[bool], after: Sequence[bool], *, seen: bool) -> Than:
    if not seen:
        return "not clear"
    return "more" if sum(after) > sum(before) else "less"
