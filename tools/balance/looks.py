"""Games are given to what is not clear yet: after every look at what was found, those questions that are settled get no
more, and of the others those of which least is known come first, until no games are left.

Who looks several times finds something by chance more often. So every look has its part of the chance of an error
(Bonferroni), and at each look all questions are corrected together (Holm): that one of them is said to be seen where
nothing is has the chance of one sort of question (`statistics.FAMILY`) at most, over all looks. What is played depends
on what was found only, so any number of workers comes to the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..measures.statistics import CONFIDENCE, FAMILY, Shares, holm
from ..simulation.crew import Crew
from .playing import Asked, Played, Side, Wish, play_questions

LOOKS = 4
"""How often it is looked at what was found; each time a question has twice as many games as before."""

NEAR = 0.1
"""How far from an even part of the wins counts as none, for who is satisfied by that."""

_LEVEL = FAMILY / LOOKS


def first_games(wish: Wish) -> int:
    """How many games a question has on each seat before the first look."""
    return max(4, wish.games // (10 * wish.players))


def rows_for(wish: Wish) -> int:
    """How many questions the games for restricted play are enough for, with as many left for what is not clear."""
    return max(2, wish.restricted // (2 * first_games(wish) * wish.players))


def ask(
    side: Side, wish: Wish, asked: Sequence[Asked], budget: int, crew: Crew, played: Played, what: str
) -> None:  # fmt: skip
    """Play and judge, with at most so many games."""
    due, left = list(asked), budget
    for look in range(LOOKS):
        more = []
        for each in due:
            games = first_games(wish) if look == 0 else len(each.answers[0].games)
            if games * len(each.answers) <= left:
                left -= games * len(each.answers)
                more += [(answer, games) for answer in each.answers]
                each.looks = look + 1
        if not more:
            return
        play_questions(side, more, crew, played, what)
        _judge(asked, 1 / wish.players)
        if played.ended:
            return
        due = sorted((each for each in asked if not each.settled), key=lambda each: each.share.low - each.share.high)


def _judge(asked: Sequence[Asked], even: float) -> None:
    """What is known by now; what is settled stays as it is."""
    found = [Shares(each.shares) for each in asked]
    tested = holm([each.chance(even) for each in found], _LEVEL)
    for each, shares, (seen, level) in zip(asked, found, tested, strict=True):
        if each.settled or not shares.values:
            continue
        each.seen = seen
        each.share = shares.interval(level)
        near = shares.interval((1 - CONFIDENCE) / LOOKS)
        each.alike = even - NEAR <= near.low and near.high <= even + NEAR
