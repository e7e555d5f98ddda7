"""A game as those who train play it: seats that see arrays, and actions by their number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from yupana.schemas.errors import UsageError

from ..bots.numbers import game_seed
from ..shell.output import echo
from ..targets.games import engine_of, load_game, player_count
from ..terminal.opening import open_game, picture
from .actions import Choice, Form
from .encoding import Encoding, View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from yupana.interpreter.game import Game, Look, State


Rewards = Literal["result", "score"]
REWARDS: tuple[Rewards, ...] = ("result", "score")

OUTCOMES = {"win": 1.0, "draw": 0.0, "lose": -1.0}

LONGEST = 10_000
"""After so many decisions a game is broken off, unless it is said otherwise."""

KEPT = 8
"""So many games are kept ready for more environments of the same rules, since compiling them takes seconds."""

_kept: dict[tuple[str, str, str], Game] = {}


def shared(ruleset: str, engine: str) -> Game:
    """The game of a ruleset on an engine, made once for all environments in a process; any number may play it."""
    game = load_game(ruleset)
    key = (ruleset, game.program.hash, engine)
    if key not in _kept:
        while len(_kept) >= KEPT:
            _kept.pop(next(iter(_kept)))
        _kept[key] = game.on(engine_of(engine, bulk=True))
    return _kept[key]


def must_reward(kind: Rewards) -> Rewards:
    """Raises UsageError for rewards that there are not."""
    if kind not in REWARDS:
        raise UsageError(f"Rewards are {' or '.join(REWARDS)}, not `{kind}`.")
    return kind


class Seats:
    """One game after the other of a ruleset, each from a seed of its own: the first one after `seed` was said from that
    very seed. Raises UsageError for what the ruleset does not offer, RulesetError when it has faults."""

    def __init__(
        self, ruleset: str, players: int | None = None, options: Mapping[str, Any] | None = None, *,
        actions: Form = "auto", view: View = "scaled", rewards: Rewards = "result", longest: int = LONGEST,
        engine: str = "auto",
    ) -> None:  # fmt: skip
        must_reward(rewards)
        if longest < 1:
            raise UsageError("A game has at least one decision before it is broken off.")
        self.game = shared(str(ruleset), engine)
        self.players = player_count(self.game, players)
        self.options = dict(options or {})
        self.encoding = Encoding(self.game, self.players, self.options, actions, view)
        self._rewards, self._longest = rewards, longest
        self._seed, self._index = 1, 0
        self.state: State = self.game.start(self.players, 1, self.options)
        self.names = self.state.names
        self._begin()

    def start(self, seed: int | None) -> None:
        """Begin the next game, or the first one from a seed."""
        if seed is not None:
            self._seed, self._index = seed, 0
        self.state = self.game.start(self.players, game_seed(self._seed, self._index), self.options)
        self._index += 1
        self._begin()

    def _begin(self) -> None:
        """Come to a decision."""
        self._looks: dict[int, Look] = {}
        self._shown: dict[int, NDArray[Any]] = {}
        self._decisions = self.state.ply
        self.choice: Choice | None = None
        if not self.state.over:
            options = self.state.option_tuples()
            words = self.encoding.actions.words(options, self._look(self.state.seat).places)
            self.choice = Choice(options, words)

    def _look(self, seat: int) -> Look:
        look = self._looks.get(seat)
        if look is None:
            look = self._looks[seat] = self.encoding.seen.look(self.state, seat)
        return look

    # ------------------------------------------------------------ what there is to see

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def broken_off(self) -> bool:
        """Whether it has taken too many decisions."""
        return not self.state.over and self.state.ply >= self._longest

    @property
    def seat(self) -> int:
        """Whose action is awaited; -1 at the end."""
        return self.state.seat

    def observation(self, seat: int) -> NDArray[Any]:
        """What a seat sees."""
        shown = self._shown.get(seat)
        if shown is None:
            so_far = self.choice.so_far if self.choice is not None and seat == self.seat else ()
            shown = self._shown[seat] = self.encoding.observation(self._look(seat), so_far)
        return shown.copy()

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Which actions a seat may take now: none while others decide."""
        return self.encoding.mask(self.choice.legal if self.choice is not None and seat == self.seat else ())

    def legal(self, action: int) -> bool:
        """Whether the seat that is awaited may take an action."""
        return self.choice is not None and action in self.choice.legal

    # ------------------------------------------------------------ playing

    def act(self, action: int) -> bool:
        """Take a legal action for the seat that is awaited; whether it has finished a decision. Raises UsageError for
        one that is not legal, RuleFault."""
        if self.choice is None or action not in self.choice.legal:
            raise UsageError(f"Action {action} is not legal now.")
        option = self.choice.take(action)
        if option is None:
            self._shown.pop(self.seat, None)
            return False
        self.state.apply_tuple(option)
        self._begin()
        return True

    def decide(self, index: int) -> None:
        """Take a decision for the seat that is awaited by the number of one of its options, as bots choose."""
        self.state.apply_tuple(self.state.option_tuples()[index])
        self._begin()

    def rewards(self) -> list[float]:
        """What each seat has got out of the game, once it is over: 1 for a win, 0 for a draw, -1 for a loss; or its
        score less the mean of all scores (alone: its score; where all play together that mean)."""
        return rewards(self.state, self._rewards)


def rewards(state: State, kind: Rewards) -> list[float]:
    """What a game that is over has come to for each seat."""
    if kind == "result":
        return [OUTCOMES[each] for each in state.results.values()]
    points = state.points
    mean = sum(points) / len(points)
    if state.game.together:
        return [mean] * len(points)
    return [each - (mean if len(points) > 1 else 0.0) for each in points]


# ---------------------------------------------------------------- pictures
#
# How a position looks, as text: the table that `yupana play` shows, to one who sees what all see.


WIDTH = 100


class Environment:
    """What an environment has in every library: the seats behind it, and a picture; it is made again from its
    arguments in another process."""

    _made: tuple[tuple[str, int | None, Mapping[str, Any] | None], dict[str, Any]]
    _seats: Seats
    _pictures: Pictures | None = None
    render_mode: str | None

    def __reduce__(self) -> Any:
        return _again, (type(self), *self._made)

    @property
    def encoding(self) -> Encoding:
        """What every number and every action means."""
        return self._seats.encoding

    def render(self) -> str | None:
        """The table as one who sees what all see has it, as text: given (`ansi`) or printed (`human`)."""
        if self._pictures is None:
            self._pictures = Pictures(self._made[0][0])
        return self._pictures.shown(self._seats.state, self.render_mode)


def _again(kind: type, positional: tuple[Any, ...], named: dict[str, Any]) -> Any:
    return kind(*positional, **named)


class Pictures:
    """Pictures of the positions of one ruleset."""

    def __init__(self, ruleset: str) -> None:
        self._opened = open_game(ruleset, None)

    def shown(self, state: State, mode: str | None) -> str | None:
        """The table as text: given, or (`human`) printed."""
        if mode != "human":
            return self.of(state)
        echo(self.of(state))
        return None

    def of(self, state: State) -> str:
        """The table, and who has to decide what."""
        lines = picture(self._opened, state, WIDTH)
        decision = state.decision
        if decision is None:
            lines.append(", ".join([f"{name}: {result}" for name, result in state.results.items()]))
        else:  # a prompt may name what only the decider of a secret choice knows
            prompt = "" if decision.secret else decision.prompt
            lines.append(f"{decision.player}: {prompt or '…'}")
        return "\n".join(lines) + "\n"
