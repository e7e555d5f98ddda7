"""The public way to play: a `Game` is a program ready to run, a `State` one position of one game.

    game = load("name or path")
    state = game.start(players=3, seed=7)
    while not state.over:
        state.apply(state.decision.options[0])

Importing this module needs neither the YAML nor the language side; `load` imports them when it is called.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .machine.events import SPECTATOR, Event
from .machine.faults import IllegalOption, InternalError, RuleFault, SaveError, UsageError
from .machine.machine import Machine
from .machine.observation import Observation, ObservedDecision
from .machine.options import Decision, Option
from .machine.saves import read_save, start_values
from .machine.state import Start, State
from .machine.story import Passage
from .program import ir
from .program.codec import ProgramFileError, from_json
from .program.validate import validate

__all__ = [
    "SPECTATOR", "Decision", "Event", "Game", "IllegalOption", "InternalError", "Observation", "ObservedDecision",
    "Option", "Passage", "ProgramFileError", "RuleFault", "SaveError", "State", "UsageError", "load", "load_program",
]  # fmt: skip


def load(target: str | Path) -> Game:
    """Load a ruleset: a name, a path, or `base+overlay`; a `Path` is always a path. Raises RulesetError with all its
    faults."""
    if not isinstance(target, str | Path):
        raise UsageError(f"a ruleset is given by its name or path, not by {target!r}")
    from yupana.schemas.source import RulesetError
    from yupana.schemas.targets import spelled

    from .compile import compile_program

    compiled = compile_program(target)
    if compiled.program is None:
        raise RulesetError(list(compiled.diagnostics))
    return Game(compiled.program, compiled.ruleset, target=spelled(target))


def load_program(path: str | Path) -> Game:
    """Load a compiled program file. Raises ProgramFileError when it is not one, OSError when it cannot be read."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        raise ProgramFileError(f"{path} is not a compiled program (it is not JSON)") from None
    program = from_json(data)
    validate(program)
    return Game(program)


class Game:
    """A ruleset, ready to be played. `program` is its lowered form; `ruleset` the composed declarations, or None when
    it was loaded from a compiled file; `target` the name or path it was loaded by, "" when there is none."""

    def __init__(self, program: ir.Program, ruleset: Any = None, name: str | None = None, target: str = "") -> None:
        self.program = program
        self.ruleset = ruleset
        self.name = name or program.name
        self.target = target
        self._machine: Machine | None = None
        self._making = threading.Lock()

    @property
    def machine(self) -> Machine:
        """The running side; made when it is first needed."""
        with self._making:
            if self._machine is None:
                self._machine = Machine(self.program)
            return self._machine

    @property
    def title(self) -> str:
        """The game's title."""
        return self.program.title

    @property
    def min_players(self) -> int:
        """The smallest number of players."""
        return self.program.min_players

    @property
    def max_players(self) -> int:
        """The largest number of players."""
        return self.program.max_players

    @property
    def elsewhere(self) -> str:
        """How a command must name the ruleset of a saved game; "" when the name in the save is enough."""
        return "" if self.target == self.program.name else self.target

    @property
    def invariant_places(self) -> dict[str, ir.Place]:
        """Where each invariant stands in the ruleset."""
        program = self.program
        found = {name: program.functions[function].place for name, function in program.invariants}
        return {name: program.places[place] for name, place in found.items() if 0 <= place < len(program.places)}

    @property
    def source(self) -> str:
        """The Python code that the rules were turned into."""
        return self.machine.source.text

    def start(
        self,
        players: int | None = None,
        seed: int = 1,
        options: Mapping[str, Any] | None = None,
        *,
        main: int = -1,
        rolls: Sequence[int] | None = None,
    ) -> State:
        """A new game at its first decision. `players` defaults to the smallest number; `options` are the ruleset's, by
        name. `main` runs another waiting function instead of the flow and `rolls` sets the first dice, both for
        examples.

        Raises UsageError for what the ruleset does not offer, RuleFault when the set-up faults.
        """
        players = self.min_players if players is None else players
        values = start_values(self.program, players, seed, options or {})
        machine = self.machine
        cells = machine.new_state(players, seed, [values[name] for name, _ in self.program.layout.options])
        state = State(self, Start(players, seed, values), cells)
        state.begin(main, rolls)
        return state

    def resume(self, saved: str | Mapping[str, Any]) -> State:
        """The game that `State.to_json` saved, played again decision by decision.

        Raises SaveError when it cannot be read, belongs to another ruleset or holds a decision that is not legal.
        """
        save = read_save(self.program, saved)
        try:
            state = self.start(save.players, save.seed, save.options)
        except UsageError as error:
            raise SaveError(f"the saved game does not fit the ruleset: {error}") from None
        for number, text in enumerate(save.decisions, 1):
            if state.over:
                raise SaveError(f"the saved game goes on with `{text}` (decision {number}) after its end")
            try:
                state.apply(text)
            except IllegalOption as error:
                raise SaveError(f"decision {number} of the saved game is not legal: {error}") from None
        return state
