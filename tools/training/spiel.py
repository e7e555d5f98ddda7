"""Games as OpenSpiel has them, so that its algorithms run on rulesets. Importing this module registers `python_yupana`:
`pyspiel.load_game("python_yupana", {"ruleset": NAME})`.

Chance is explicit: every draw is a node of its own, all ways it can come out are equally likely, and a shuffle is as
many nodes as it draws. Players who decide at the same time do so one after the other, and see nothing of each other's
choice.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyspiel
from yupana.interpreter.game import Drawn, Look, State, draw_by_draw
from yupana.schemas.errors import UsageError

from ..targets.games import player_count
from .actions import Choice
from .encoding import Encoding
from .seats import OUTCOMES, must_reward, shared
from .seats import rewards as rewards_of

NAME = "python_yupana"

MOST_POINTS = 1e6
MOST_OUTCOMES = 1024
"""So many ways are said to be the most that one draw can come out."""

LONGEST = 100_000
"""So many steps are said to be the most in a game."""

UTILITY = pyspiel.GameType.Utility

_PARAMETERS = {"ruleset": "", "players": 0, "options": "{}", "rewards": "result", "engine": "python"}
_TYPE: dict[str, Any] = {
    "short_name": NAME, "long_name": "A ruleset of Yupana", "dynamics": pyspiel.GameType.Dynamics.SEQUENTIAL,
    "chance_mode": pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    "reward_model": pyspiel.GameType.RewardModel.TERMINAL, "provides_information_state_string": True,
    "provides_information_state_tensor": False, "provides_observation_string": True,
    "provides_observation_tensor": True, "provides_factored_observation_string": False,
    "parameter_specification": _PARAMETERS, "default_loadable": False,
}  # fmt: skip


def _type(*, secret: bool, players: tuple[int, int], utility: Any) -> Any:
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        **_TYPE,
        information=information.IMPERFECT_INFORMATION if secret else information.PERFECT_INFORMATION,
        utility=utility,
        min_num_players=players[0],
        max_num_players=players[1],
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # the library has no types
    """A ruleset with a number of players and options (as JSON). `rewards` are as for the other environments. Raises
    UsageError for what the ruleset does not offer, RulesetError when it has faults."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        said = {**_PARAMETERS, **(params or {})}
        self.rules = shared(said["ruleset"], said["engine"])
        self.players = player_count(self.rules, said["players"] or None)
        self.options = json.loads(said["options"])
        self.rewards = must_reward(said["rewards"])
        self.encoding = Encoding(self.rules, self.players, self.options)
        most = MOST_POINTS if self.rewards == "score" else max(OUTCOMES.values())
        together = self.rules.together
        zero_sum = not together and ((self.players > 1 and self.rewards == "score") or self.players == 2)
        utility = UTILITY.IDENTICAL if together else UTILITY.ZERO_SUM if zero_sum else UTILITY.GENERAL_SUM
        kind = _type(
            secret=bool(self.rules.secrets), players=(self.rules.min_players, self.rules.max_players), utility=utility
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.actions), max_chance_outcomes=MOST_OUTCOMES,
            num_players=self.players, min_utility=-most, max_utility=most, utility_sum=0.0 if zero_sum else None,
            max_game_length=LONGEST,
        )  # fmt: skip
        super().__init__(kind, info, params or {})

    def new_initial_state(self) -> SpielState:
        """The game before chance has set it up."""
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """What gives observations as arrays."""
        return Observer(self.encoding, recall=kind is not None and bool(kind.perfect_recall))


class _Standing:
    """Where a game stands; a copy of it costs little, since nothing in it is changed but replaced."""

    def __init__(self, params: dict[str, Any]) -> None:
        self.params = params
        self.history: tuple[int, ...] = ()
        self.state: State | None = None  # None: chance sets it up
        self.option: Any = None  # what chance decides the outcome of
        self.told: tuple[int, ...] = ()
        self.bound = 0
        self.choice: Choice | None = None
        self.looks: tuple[Look, ...] = ()
        self.memory: tuple[tuple[str, ...], ...] = ()

    def __deepcopy__(self, memo: Any) -> _Standing:
        other = _Standing(self.params)
        other.__dict__.update(self.__dict__)
        other.choice = None if self.choice is None else self.choice.copy()
        return other

    def __reduce__(self) -> Any:
        return _replayed, (self.params, self.history)


class SpielState(pyspiel.State):  # type: ignore[misc]  # the library has no types
    """A position, or a point at which chance has to say what comes out."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._at = _Standing(game.get_parameters())
        self._at.memory = ((),) * game.players
        self._go_on()

    # ------------------------------------------------------------ going on

    @property
    def _game(self) -> SpielGame:
        game: SpielGame = self.get_game()
        return game

    def _go_on(self) -> None:
        """Let what was chosen happen, as far as chance has been told what comes out."""
        game, at = self._game, self._at
        before = at.state

        def carry_out(draws: Any) -> State:
            if before is None:
                return game.rules.start(game.players, 1, game.options, draws=draws)
            other = before.clone()
            other.apply(at.option, draws)
            return other

        happened: Drawn = draw_by_draw(carry_out, at.told)
        at.bound = happened.bound
        if at.bound:
            return
        state = at.state = happened.state
        at.told, at.option = (), None
        at.looks = tuple([game.encoding.seen.look(state, seat) for seat in range(game.players)])
        at.memory = tuple([_remembered(at.memory[seat], state, seat, at.looks[seat]) for seat in range(game.players)])
        at.choice = None
        if not state.over:
            options = state.option_tuples()
            at.choice = Choice(options, game.encoding.actions.words(options, at.looks[state.seat].places))

    def _apply_action(self, action: int) -> None:
        at = self._at
        at.history = (*at.history, action)
        if at.bound:
            at.told = (*at.told, action + 1)
        else:
            assert at.choice is not None
            assert at.state is not None
            option = at.choice.take(action)
            if option is None:
                return
            decision = at.state.decision
            assert decision is not None
            at.option = decision.options[at.state.option_tuples().index(option)]
        self._go_on()

    # ------------------------------------------------------------ what the library asks

    def current_player(self) -> int:
        """Who acts: a seat, chance, or nobody any more."""
        at = self._at
        if at.bound or at.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if at.state.over else at.state.seat

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self._at.choice is None else sorted(self._at.choice.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every way the next draw can come out."""
        return [(outcome, 1 / self._at.bound) for outcome in range(self._at.bound)]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action + 1}"
        return self._game.encoding.actions.names[action]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        at = self._at
        return not at.bound and at.state is not None and at.state.over

    def returns(self) -> list[float]:
        """What everybody has got: nothing before the end."""
        state = self._at.state
        if not self.is_terminal() or state is None:
            return [0.0] * self._game.players
        return rewards_of(state, self._game.rewards)

    def information_state_string(self, player: int | None = None) -> str:
        """All that a seat has been told and has seen, and the steps of its own choice."""
        seat = self.current_player() if player is None else player
        return "\n".join([f"seat {seat}", *self._at.memory[seat], *map(str, self._steps(seat))])

    def observation_string(self, player: int | None = None) -> str:
        """What a seat sees now."""
        seat = self.current_player() if player is None else player
        if self._at.state is None:
            return ""
        return json.dumps([self._at.state.observation(seat), self._steps(seat)], sort_keys=True)

    def observed(self, player: int) -> Any:
        """What a seat sees, as an array."""
        if self._at.state is None:
            return np.zeros(len(self._game.encoding.names), self._game.encoding.dtype)
        return self._game.encoding.observation(self._at.looks[player], self._steps(player))

    def _steps(self, player: int) -> Sequence[int]:
        choice, state = self._at.choice, self._at.state
        return choice.so_far if choice is not None and state is not None and state.seat == player else ()

    def __str__(self) -> str:
        at = self._at
        decisions = [] if at.state is None else at.state.decisions
        steps = at.choice.so_far if at.choice is not None else []
        return json.dumps([decisions, str(at.option or ""), at.told, list(steps)])


def _replayed(params: dict[str, Any], history: Sequence[int]) -> Any:
    """Where a game stands that comes from another process: it is played again."""
    state = pyspiel.load_game(NAME, params).new_initial_state()
    for action in history:
        state.apply_action(action)
    return state._at


def _remembered(memory: tuple[str, ...], state: State, seat: int, look: Look) -> tuple[str, ...]:
    """What a seat knows when one more thing has happened: the lines it was told, and what it sees if that is new."""
    passage = state.story(state.ply)[-1]
    lines = []
    if passage.is_for(seat):
        lines = [f"{passage.player}: {passage.chosen(seat)}"] if passage.player else []
        lines += [each.text for each in passage.events if each.is_for(seat)]
    seen = hashlib.sha256(repr(look.numbers).encode()).hexdigest()[:16]
    last = next((line for line in reversed(memory) if line.startswith("sees ")), "")
    return (*memory, *lines, *([] if last == f"sees {seen}" else [f"sees {seen}"]))


class Observer:
    """Gives what a seat sees as an array and as text; with `recall` the text is all that it remembers."""

    def __init__(self, encoding: Encoding, *, recall: bool) -> None:
        self._recall = recall
        self.tensor = np.zeros(len(encoding.names), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a seat sees into the array."""
        self.tensor[:] = state.observed(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a seat sees, or knows, as text."""
        return state.information_state_string(player) if self._recall else state.observation_string(player)


pyspiel.register_game(_type(secret=True, players=(1, 10), utility=UTILITY.GENERAL_SUM), SpielGame)


def spiel_game(ruleset: str, players: int | None, options: Mapping[str, Any] | None, **named: Any) -> Any:
    """The game of a ruleset, as the library loads it."""
    said = {"ruleset": str(ruleset), "players": players or 0, "options": json.dumps(dict(options or {})), **named}
    if unknown := sorted(set(named) - set(_PARAMETERS)):
        raise UsageError(f"A game of OpenSpiel takes {', '.join(_PARAMETERS)}, not `{unknown[0]}`.")
    return pyspiel.load_game(NAME, said)
