"""The engines of ours, each asked for the same: play these random games, and say how long it took.

`playouts` is the one place that knows how an engine plays many games: the Python machine decision by decision through
the driver, as `simulate` does without invariants; the native engine whole batches inside its module. Where a game is
stepped from Python as users do, `stepped` does it in the same way for all engines.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from yupana.interpreter.backends.protocol import Batch, Bulk
from yupana.interpreter.backends.registry import find_back_end
from yupana.interpreter.game import Game
from yupana.interpreter.game import load as load_game
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.machine.saves import start_values
from yupana.interpreter.program import ir
from yupana.schemas.errors import UsageError
from yupana.tests.bench.measure import Played
from yupana.tools.bots.numbers import game_seed
from yupana.tools.bots.seats import seat_bots

PYTHON = "python"
NATIVE = "native"

LIMIT = 2000
"""After so many decisions a random game is given up; few games of go come so far."""

PLAYERS = {"cargo_empire": 3, "cuzco_feld": 3, "cuzco_kk": 3}
"""How many play, where it is not two."""


@cache
def there(engine: str) -> bool:
    """Whether an engine can be used here."""
    try:
        find_back_end(engine)
    except UsageError:
        return False
    return True


@dataclass(frozen=True)
class Setting:
    """A game as it is measured: a ruleset, of that name or at the path `target`, with options."""

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    target: str = ""

    @property
    def players(self) -> int:
        return PLAYERS.get(self.name, 2)

    @property
    def label(self) -> str:
        return " ".join([self.name, *map(str, self.options.values())])

    def game(self, engine: str) -> Game:
        """The game on an engine."""
        return _game(self.target or self.name, engine)


@cache
def _game(target: str, engine: str) -> Game:
    """Made once: it is the same with all options."""
    return load_game(target).on(engine)


def playouts(engine: str, game: Game, setting: Setting, first: int, count: int, limit: int = LIMIT) -> Played:
    """Random games number `first` and the following, without asking for invariants."""
    known = start_values(game.program, setting.players, 1, setting.options)
    values = [known[name] for name, _ in game.program.layout.options]
    if engine == NATIVE:
        return _in_module(game.machine, setting.players, values, first, count, limit)
    return _by_driver(game.machine, setting.players, values, first, count, limit)


def _in_module(machine: Machine, players: int, values: list[int], first: int, count: int, limit: int) -> Played:
    translation = machine.translation
    assert isinstance(translation, Bulk)
    cells = machine.new_state(players, 1, values)
    batch = Batch(cells, 1, first, first + count, ("random",) * players, limit, judged=False)
    begin = time.process_time()
    decisions = sum([sum(games.decisions) for games in translation.play(batch)])
    return Played(count, decisions, time.process_time() - begin)


def _by_driver(machine: Machine, players: int, values: list[int], first: int, count: int, limit: int) -> Played:
    decisions = 0
    begin = time.process_time()
    for index in range(first, first + count):
        seed = game_seed(1, index)
        choose = [bot.choose for bot in seat_bots(("random",) * players, seed)]
        cells = machine.new_state(players, seed, values)
        options = machine.begin(cells)
        taken = 0
        while options and taken < limit:
            options = machine.step(cells, options[choose[cells[ir.CELL_DECIDER]](None, options)])  # type: ignore[arg-type]
            taken += 1
        decisions += taken
    return Played(count, decisions, time.process_time() - begin)


def stepped(game: Game, setting: Setting, first: int, count: int) -> Played:
    """Random games number `first` and the following, stepped from Python as users do."""
    draw, decisions = random.Random(first), 0
    begin = time.process_time()
    for index in range(first, first + count):
        state = game.start(players=setting.players, seed=index, options=setting.options)
        while options := state.option_tuples():
            state.apply_tuple(options[int(draw.random() * len(options))])
            decisions += 1
    return Played(count, decisions, time.process_time() - begin)
