"""One game of ours played beside the same game of another implementation, OpenSpiel: at every decision both must offer
the same to the same player, end at the same time and pay the same."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from yupana.interpreter.game import Game, Option, State

Steps = tuple[str, ...]
"""Actions of the other game that one player takes one after the other, by their names."""


def plus_and_minus(state: State) -> list[float]:
    """What most games pay: 1 to who wins, -1 to who loses, nothing in a draw."""
    return [{"win": 1.0, "draw": 0.0, "lose": -1.0}[result] for result in state.results.values()]


def _nothing_more(state: State, other: Any) -> None:
    pass


def _no_chance(state: State, other: Any) -> int:
    raise AssertionError("chance is not a part of this game")


def at_random(generator: random.Random, offered: Sequence[Steps], seat: int) -> Steps:
    """Any option as likely as any other."""
    return generator.choice(offered)


@dataclass(frozen=True, slots=True)
class Selection:
    """An option with which our players take several things, from the first to the last in a row: each selection in one
    way. OpenSpiel has them taken in any order."""

    option: str
    many: int
    place: Callable[[str], int]
    """Where in our row stands what OpenSpiel calls so."""

    def left(self, theirs: Set[Steps], taken: list[Steps]) -> set[Steps]:
        """Of what OpenSpiel offers, what comes behind all that was taken and before what must be left to be taken."""
        row = sorted(theirs, key=lambda steps: self.place(steps[0]))
        behind = [steps for steps in row if not taken or self.place(steps[0]) > self.place(taken[-1][0])]
        return set(behind[: len(behind) - (self.many - len(taken) - 1)])


@dataclass(frozen=True, slots=True)
class Pair:
    """A ruleset, and how OpenSpiel calls what is in it."""

    ruleset: str
    other: str
    """The game as OpenSpiel loads it."""
    action: Callable[[Option, Any], str | Steps]
    """What OpenSpiel calls an option, in a state of its own: several actions, where it asks for the parts of what is
    one option in our game one after the other."""
    forced: str = ""
    """An action that OpenSpiel asks for when nothing else can be done, where our rules ask nothing."""
    stuck: bool = False
    """Whether OpenSpiel offers one action that it cannot take itself to a player who can do nothing, which is a fault
    of its own. Our game passes that player over; beyond that there is nothing to compare with."""
    returns: Callable[[State], list[float]] = plus_and_minus
    chance: Callable[[State, Any], int] = _no_chance
    """What has happened by chance in our game, as OpenSpiel's action at its chance node."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options of our ruleset with which it is the other game."""
    players: tuple[int, ...] = (0, 1)
    """The other game's number of each of our players."""
    same: Callable[[State, Any], None] = _nothing_more
    """What else must be the same at every decision."""
    selection: Selection | None = None
    taste: Callable[[random.Random, Sequence[Steps], int], Steps] = at_random
    """What is chosen by the player of a seat among all that is offered."""
    few: int = 8
    """How many games are played in quick runs."""
    many: int = 1000
    """How many games are many: fewer where each has thousands of options."""

    def steps(self, option: Option, other: Any) -> Steps:
        """An option as one action of the other game or several."""
        action = self.action(option, other)
        return (action,) if isinstance(action, str) else action


def legal(other: Any) -> dict[str, int]:
    """OpenSpiel's legal actions by their names, without the star that says that something is taken."""
    player = other.current_player()
    return {other.action_to_string(player, action).rstrip("*"): action for action in other.legal_actions()}


def follow(pair: Pair, state: State, other: Any) -> None:
    """Take in the other game what our game does not ask for: what chance has done, and what is forced."""
    while True:
        if other.is_chance_node():
            other.apply_action(pair.chance(state, other))
        elif pair.forced and not other.is_terminal() and list(legal(other)) == [pair.forced]:
            other.apply_action(legal(other)[pair.forced])
        else:
            return


def is_stuck(pair: Pair, state: State, other: Any) -> bool:
    """Whether the other game can go no further, where ours has passed over who can do nothing."""
    if not pair.stuck or other.is_terminal() or len(other.legal_actions()) != 1:
        return False
    assert state.seat is not None
    if pair.players[state.seat] == other.current_player():
        return False
    try:
        other.child(other.legal_actions()[0])
    except (RuntimeError, UnicodeDecodeError):  # its message shows what lies beside its board
        return True
    return False


def steps_of(other: Any, wanted: Set[Steps], so_far: Steps = ()) -> set[Steps]:
    """What can be done in the other game, as far as the wanted ones go: a longer one goes on to the next question."""
    found: set[Steps] = set()
    for name, action in legal(other).items():
        steps = (*so_far, name)
        if any(len(each) > len(steps) and each[: len(steps)] == steps for each in wanted):
            found |= steps_of(other.child(action), wanted, steps)
        else:
            found.add(steps)
    return found


def same_options(pair: Pair, state: State, other: Any, taken: list[Steps]) -> dict[Steps, Option]:
    """Our options by the names of the other game, after both are found to offer the same to the same player, who has
    `taken` so much of a selection."""
    decision = state.decision
    assert decision is not None
    where = f"{pair.ruleset} after {state.decisions}"
    assert not other.is_terminal(), f"only the other game is over: {where}"
    assert pair.players[decision.seat] == other.current_player(), where
    ours = {pair.steps(option, other): option for option in decision.options}
    assert len(ours) == len(decision.options), f"two options have one name: {where}"
    theirs = steps_of(other, ours.keys())
    if pair.selection is not None and decision.options[0].name == pair.selection.option:
        theirs = pair.selection.left(theirs, taken)
    assert set(ours) == theirs, f"only ours {set(ours) - theirs}, only theirs {theirs - set(ours)}: {where}"
    return ours


def same_end(pair: Pair, state: State, other: Any) -> None:
    """Both games are over and pay the same."""
    where = f"{pair.ruleset} after {state.decisions}"
    assert other.is_terminal(), f"only our game is over: {where}"
    returns = list(other.returns())
    assert pair.returns(state) == [returns[player] for player in pair.players], where


def play(pair: Pair, game: Game, other_game: Any, seed: int) -> int:
    """One random game in both, as far as the other can be played; gives the number of decisions."""
    state = game.start(players=len(pair.players), seed=seed, options=dict(pair.options))
    other, generator, taken = other_game.new_initial_state(), random.Random(seed), list[Steps]()
    follow(pair, state, other)
    while not state.over:
        if is_stuck(pair, state, other):
            return state.ply
        ours = same_options(pair, state, other, taken)
        pair.same(state, other)
        assert state.seat is not None
        steps = pair.taste(generator, sorted(ours), state.seat)
        if pair.selection is not None and ours[steps].name == pair.selection.option:
            taken = [*taken, steps] if len(taken) + 1 < pair.selection.many else []
        state.apply(ours[steps])
        for name in steps:
            other.apply_action(legal(other)[name])
        follow(pair, state, other)
    same_end(pair, state, other)
    return state.ply
