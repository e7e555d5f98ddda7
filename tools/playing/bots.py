"""Bots: what decides on a seat that no person sits on.

A bot is made for one seat of one game from a seed, and its choices depend on nothing else than that seed and the
decisions it is asked for, so that a game with bots can be repeated. `BOTS` is the registry: a row is all it takes to
add one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from yupana.schemas.errors import UsageError

from ..shell.sentences import suggestion
from .numbers import Numbers, game_seed, mix
from .tree import tried

if TYPE_CHECKING:
    from yupana.interpreter.game import State

__all__ = ["BOTS", "HUMAN", "Bot", "RandomBot", "game_seed", "read_bots", "seat_bots"]

HUMAN = "human"

ROUNDS = 400
"""How often a bot that searches plays on from a decision, and how often what it cannot see is dealt anew."""
WORLDS = 4


class Bot(Protocol):
    """Decides for one seat."""

    def choose(self, state: State, options: Sequence[Any]) -> int:
        """The index of the chosen one of the pending decision's options (there is at least one).

        The state is the true one: a bot that looks further than the number of options asks for
        `state.observation(state.decision.seat)` and leaves the state as it is.
        """
        ...


class RandomBot(Numbers):
    """Every option equally likely, as far as 32 bits can be."""

    def choose(self, state: State, options: Sequence[Any]) -> int:
        """Any of them."""
        return self.below(len(options))


class GreedyBot(RandomBot):
    """Looks one decision ahead: takes an option that wins the game, else one that does not lose it, and of these one of
    those after which its own score is highest. It tries the options on the true position, chance and what is hidden
    included, so it may know more than a player does."""

    def choose(self, state: State, options: Sequence[Any]) -> int:
        """One of the best, each equally likely."""
        ranks = [self._rank(state, option) for option in state.option_tuples()]
        top = max(ranks)
        best = [i for i, rank in enumerate(ranks) if rank == top]
        return best[self.below(len(best))]

    @staticmethod
    def _rank(state: State, option: Any) -> tuple[int, int]:
        """How good an option is: whether it wins (2) or loses (0) the game, then the score after it."""
        after = state.clone()
        after.apply_tuple(option)
        standing = 1
        if after.over and after.outcome != "draw":
            standing = 2 if state.seat in after.winner_seats else 0
        return standing, after.points[state.seat]


class FirstBot:
    """Always the first option: for tests and for games that must not vary."""

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, state: State, options: Sequence[Any]) -> int:
        """The first."""
        return 0


class TreeBot(RandomBot):
    """Searches the tree of what may come by playing on at random, and takes the option that was tried most. What its
    player cannot see it deals anew a few times, so it knows no more than a player does."""

    def choose(self, state: State, options: Sequence[Any]) -> int:
        """The first of those tried most."""
        if len(options) == 1:
            return 0
        times = dict.fromkeys(state.option_tuples(), 0)
        for _ in range(WORLDS):
            world = state.shuffled_for(state.names[state.seat], self.below(2**31))
            for option, found in tried(world, ROUNDS // WORLDS, self.below(2**31)).items():
                if option in times:
                    times[option] += found.times
        return list(times.values()).index(max(times.values()))


BOTS: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot, "first": FirstBot, "greedy": GreedyBot, "tree": TreeBot,
}  # fmt: skip


def seat_bots(names: Sequence[str], seed: int) -> list[Bot]:
    """The bots of one game, one for each seat, from the game's seed."""
    return [BOTS[name](mix(seed * 64 + seat + 1)) for seat, name in enumerate(names)]


def read_bots(text: str, seats: Sequence[str], *, people: bool) -> list[str]:
    """What sits on each seat, from what was typed after `--bots`.

    `text` is one name for all seats, one for each seat in order (`random,human`), or seats by their name
    (`red=random`; the others are people). With `people` a seat may be `human`.

    Raises UsageError.
    """
    words = [word.strip() for word in text.split(",") if word.strip()]
    if not words:
        raise UsageError("`--bots` needs at least one name, such as `random`.")
    if any("=" in word for word in words):
        return _by_seat_name(words, seats, people=people)
    for word in words:
        _check(word, people=people)
    if len(words) == 1:
        return words * len(seats)
    if len(words) != len(seats):
        raise UsageError(f"`--bots` names {len(words)} seats, and there are {len(seats)}: {', '.join(seats)}.")
    return words


def _by_seat_name(words: Sequence[str], seats: Sequence[str], *, people: bool) -> list[str]:
    if not people:
        raise UsageError("Here `--bots` takes one name for all seats or one for each in order, such as `random,first`.")
    kinds = dict.fromkeys(seats, HUMAN)
    for word in words:
        seat, equals, bot = word.partition("=")
        if not equals:
            raise UsageError(f"`--bots` mixes names by seat with `{word}`; write SEAT={word}.")
        if seat not in kinds:
            hint = suggestion(seat, seats) or f" There are {', '.join(seats)}."
            raise UsageError(f"There is no seat `{seat}` in this game.{hint}")
        _check(bot, people=people)
        kinds[seat] = bot
    return [kinds[seat] for seat in seats]


def _check(name: str, *, people: bool) -> None:
    known = [*BOTS, HUMAN] if people else list(BOTS)
    if name not in known:
        hint = suggestion(name, known) or f" There are {', '.join(known)}."
        raise UsageError(f"There is no bot called `{name}`.{hint}")
