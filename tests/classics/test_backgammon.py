"""Backgammon beside OpenSpiel's. Theirs asks for two moves at once, ours for one after the other; what chance does in
theirs is told to ours. Where a turn has the four moves of a double, theirs asks twice, and where nothing can be moved
it asks for a pass."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from yupana.interpreter.game import Game, Option, State
from yupana.schemas.errors import UsageError
from yupana.tests.found import game

from .pairs import scores

spiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (it belongs to the extra `dev`)")

BAR, PASS, POINTS = 24, 25, 26
"""What OpenSpiel writes in place of a point, and how many such digits there are."""
HIGHER_FIRST = POINTS * POINTS


class Version(NamedTuple):
    """A way to play it in both."""

    target: str
    stakes: str
    other: str
    pays: bool = True
    """Whether OpenSpiel pays anything."""


VERSIONS = [
    Version("backgammon", "full", "scoring_type=full_scoring"),
    Version("backgammon", "gammons", "scoring_type=enable_gammons"),
    Version("backgammon", "single", "scoring_type=winloss_scoring"),
    Version("backgammon+hyper", "full", "hyper_backgammon=True,scoring_type=full_scoring", pays=False),
]
"""Of hyper-backgammon OpenSpiel pays nothing to either: it looks for fifteen men that are borne off."""
TURNS = 100_000
"""OpenSpiel breaks off after so many turns of a player (500, if nothing is said); ours goes on until one has won."""


def digit(option: Option) -> int:
    """OpenSpiel counts the points from where the first player begins."""
    man = option.args["man"]
    return BAR if man == "bar" else 24 - int(man[1:])


def encoded(moves: tuple[Option, ...], dice: tuple[int, ...]) -> int:
    """OpenSpiel's number for one or two moves that are made with these dice."""
    first, second = [*map(digit, moves), PASS][:2]
    lower_first = int(moves[0].args["die"]) < max(dice)
    return second * POINTS + first + lower_first * HIGHER_FIRST


def in_this_turn(state: State, option: Option) -> State | None:
    """The game after the option, where no dice have to be thrown and no one has won."""
    after = state.clone()
    try:
        after.apply(option, draws=[])
    except UsageError:
        return None
    return None if after.over else after


def at_once(state: State) -> Iterator[tuple[Option, ...]]:
    """What can be done with two dice: one move or two."""
    assert state.decision is not None
    for first in state.decision.options:
        after = in_this_turn(state, first)
        if after is None:
            yield (first,)
        else:
            assert after.decision is not None
            yield from ((first, second) for second in after.decision.options)


def numbers(name: str) -> tuple[int, ...]:
    """The two dice in the name of OpenSpiel's outcome."""
    return tuple(int(each) for each in name.rpartition(": ")[2].rstrip(")"))


class Table:
    """One random game in both."""

    def __init__(self, version: Version, ours: Game, other: Any, seed: int) -> None:
        self.version = version
        self.random = random.Random(seed)
        self.other = other.new_initial_state()
        self.dice = self.thrown()
        first, second = sorted(self.dice, reverse=self.other.current_player() == 0)
        # the second die of ours is one of the five that are not equal to the first
        draws = [first, second - (second > first)]
        self.state = ours.start(seed=seed, options={"stakes": version.stakes}, draws=draws)
        self.waiting: Option | None = None

    def thrown(self) -> tuple[int, ...]:
        """Dice are thrown in the other game."""
        outcomes, weights = zip(*self.other.chance_outcomes(), strict=True)
        action = self.random.choices(outcomes, weights)[0]
        name = self.other.action_to_string(-1, action)
        self.other.apply_action(action)
        return numbers(name)

    def follow(self) -> None:
        """Throw in the other game until somebody can move, and do the same in ours."""
        draws: list[int] = []
        while not self.other.is_terminal():
            if self.other.is_chance_node():
                self.dice = self.thrown()
                draws += self.dice
            elif self.names() == ["Pass"]:
                self.other.apply_action(self.other.legal_actions()[0])
            else:
                break
        if self.waiting is not None:
            self.state.apply(self.waiting, draws=draws)

    def names(self) -> list[str]:
        """What can be done in the other game."""
        player = self.other.current_player()
        return [self.other.action_to_string(player, each) for each in self.other.legal_actions()]

    def move(self) -> None:
        """One decision of the other game, which is one or two of ours."""
        where = f"{self.version.target} after {self.state.decisions}"
        assert self.state.decision is not None, f"only our game is over: {where}"
        player = self.other.current_player()
        assert self.state.decision.seat == player, where
        ours: dict[str, tuple[Option, ...]] = {}
        for moves in at_once(self.state):
            ours.setdefault(self.other.action_to_string(player, encoded(moves, self.dice)), moves)
        theirs = set(self.names())
        assert set(ours) == theirs, f"only ours {set(ours) - theirs}, only theirs {theirs - set(ours)}: {where}"
        moves = ours[self.random.choice(sorted(ours))]
        self.other.apply_action(encoded(moves, self.dice))
        for each in moves[:-1]:
            self.state.apply(each, draws=[])
        self.waiting = moves[-1]

    def play(self) -> int:
        """To the end; gives the number of decisions."""
        self.follow()
        while not self.other.is_terminal():
            self.move()
            self.follow()
        assert self.state.over, f"only the other game is over: {self.state.decisions}"
        paid = scores(self.state)
        assert sum(paid) == 0 != paid[0]
        assert (paid if self.version.pays else [0, 0]) == list(self.other.returns()), self.state.decisions
        return self.state.ply


def decisions(version: Version, seeds: range) -> int:
    ours, other = game(version.target), spiel.load_game(f"backgammon({version.other},max_player_turns={TURNS})")
    return sum(Table(version, ours, other, seed).play() for seed in seeds)


@pytest.mark.parametrize("version", [VERSIONS[0], VERSIONS[-1]], ids=lambda version: version.target)
def test_a_few_random_games_are_the_same(version: Version) -> None:
    assert decisions(version, range(1, 4)) > 100


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: f"{version.target}-{version.stakes}")
def test_many_random_games_are_the_same(version: Version) -> None:
    assert decisions(version, range(100, 1100)) > 20_000
