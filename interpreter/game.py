"""The public way to play: a `Game` is a program ready to run, a `State` one position of one game.

    game = load("name or path")
    state = game.start(players=3, seed=7)
    while not state.over:
        state.apply(state.decision.options[0])

Importing this module needs neither the YAML nor the language side; `load` imports them when it is called.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from .machine.events import Event, render
from .machine.faults import IllegalOption, InternalError, RuleFault, SaveError, Trap, UsageError
from .machine.machine import Cells, Machine, OptionTuple
from .machine.observation import observe, pieces_in, redeal, sees
from .machine.options import Decision, Option, choose
from .machine.saves import plain_options, read_save, start_values, write_save
from .machine.why_not import explain
from .program import ir
from .program.codec import ProgramFileError, from_json

__all__ = [
    "Decision", "Event", "Game", "IllegalOption", "InternalError", "Option", "ProgramFileError", "RuleFault",
    "SaveError", "State", "UsageError", "load", "load_program",
]  # fmt: skip


def load(target: str | Path) -> Game:
    """Load a ruleset: a name, a path, or `base+overlay`. Raises RulesetError with all its faults."""
    from yupana.schemas.source import RulesetError

    from .compile import compile_program

    compiled = compile_program(target)
    if compiled.program is None:
        raise RulesetError(list(compiled.diagnostics))
    return Game(compiled.program, compiled.ruleset)


def load_program(path: str | Path) -> Game:
    """Load a compiled program file. Raises ProgramFileError when it is not one, OSError when it cannot be read."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        raise ProgramFileError(f"{path} is not a compiled program (it is not JSON)") from None
    return Game(from_json(data))


class Game:
    """A ruleset, ready to be played. `program` is its lowered form; `ruleset` the composed declarations, or None when
    it was loaded from a compiled file."""

    def __init__(self, program: ir.Program, ruleset: Any = None, name: str | None = None) -> None:
        self.program = program
        self.ruleset = ruleset
        self.name = name or program.name

    @cached_property
    def machine(self) -> Machine:
        """The running side; made when it is first needed."""
        return Machine(self.program)

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
        name. `main` runs another waiting function instead of the flow and `rolls` sets the first dice, both for examples.

        Raises UsageError for what the ruleset does not offer, RuleFault when the set-up faults.
        """
        players = self.min_players if players is None else players
        values = start_values(self.program, players, seed, options or {})
        machine = self.machine
        cells = machine.new_state(players, seed, [values[name] for name, _ in self.program.layout.options])
        state = State(self, _Start(players, seed, values), cells)
        state._run(cells, None, main, list(rolls) if rolls is not None else None)
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


class _Start(NamedTuple):
    players: int
    seed: int
    options: dict[str, int]


class _Step(NamedTuple):
    """One decision taken, linked to the one before; shared by all states that have it in their past."""

    before: _Step | None
    decision: int
    seat: int
    option: OptionTuple
    cells: Cells  # the position in which it was taken
    events: tuple[Any, ...] | None  # None: nobody listened


class State:
    """One position of one game, always at a decision or at the end. `apply` changes it; `clone` copies it."""

    __slots__ = ("_cells", "_decision", "_first_events", "_future", "_options", "_past", "_rolls", "_start", "game")

    def __init__(self, game: Game, start: _Start, cells: Cells) -> None:
        self.game = game
        self._start = start
        self._cells = cells
        self._options: list[OptionTuple] = []
        self._decision: Decision | None = None
        self._past: _Step | None = None
        self._future: tuple[OptionTuple, ...] = ()
        self._first_events: tuple[Any, ...] = ()
        self._rolls: list[int] | None = None

    # ------------------------------------------------------------ where the game stands

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._cells[ir.CELL_DECISION] < 0

    @property
    def decision(self) -> Decision | None:
        """What is to be decided, or None at the end."""
        number = self._cells[ir.CELL_DECISION]
        if number < 0:
            return None
        if self._decision is None:
            machine = self.game.machine
            known = machine.program.decisions[number]
            values = machine.guarded(machine.prompts[number], self._cells)
            seat = self._cells[ir.CELL_DECIDER]
            self._decision = Decision(machine.printer, known, seat, values, self._options)
        return self._decision

    @property
    def players(self) -> int:
        """How many players there are."""
        return self._start.players

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple([self.game.machine.printer.player(seat) for seat in range(self._start.players)])

    @property
    def options(self) -> dict[str, int | bool | str]:
        """The game's options by name, as `Game.start` takes them."""
        return plain_options(self.game.program, self._start.options)

    @property
    def seed(self) -> int:
        """The seed the game started with."""
        return self._start.seed

    @property
    def seat(self) -> int:
        """The seat that decides, -1 at the end; cheaper than `decision.seat`."""
        return self._cells[ir.CELL_DECIDER]

    @property
    def ply(self) -> int:
        """How many decisions have been taken."""
        return self._cells[ir.CELL_PLY]

    @property
    def cells(self) -> Cells:
        """The position itself (see `program.ir`); do not change it."""
        return self._cells

    @property
    def key(self) -> bytes:
        """The exact position, for comparing and hashing."""
        return array("i", self._cells).tobytes()

    @property
    def history(self) -> list[tuple[str, str]]:
        """The decisions so far: (player, option in its exact form)."""
        printer = self.game.machine.printer
        return [(printer.player(step.seat), printer.option(step.option, exact=True)) for step in self._steps()]

    def _steps(self) -> list[_Step]:
        out = []
        step = self._past
        while step is not None:
            out.append(step)
            step = step.before
        return out[::-1]

    # ------------------------------------------------------------ deciding

    def apply(self, option: Option | str) -> None:
        """Take a decision: one of `decision.options`, or its text (arguments may be left out while one option fits).

        Raises IllegalOption, with what would be legal, or RuleFault; the state is then unchanged.
        """
        chosen = choose(self.game.machine.printer, self.decision, self._options, option)
        self._run(self._cells[:], chosen, -1, self._rolls)
        self._future = ()

    def option_tuples(self) -> list[OptionTuple]:
        """The legal options as tuples (alternative, value, …), without objects or texts: for playouts."""
        return self._options

    def apply_tuple(self, option: OptionTuple) -> None:
        """Take a decision that is one of `option_tuples()`; this is not tested again. Nothing is logged."""
        before = self._cells
        cells = before[:]
        machine = self.game.machine
        if self._rolls is not None:
            self._run(cells, option, -1, self._rolls)
            return
        try:
            self._options = machine.step(cells, option)
        except Trap as trap:
            raise self._fault(trap, option) from None
        self._past = _Step(self._past, before[2], before[3], option, before, None)
        self._cells = cells
        self._decision = None

    def _run(self, cells: Cells, option: OptionTuple | None, main: int, rolls: list[int] | None) -> None:
        """Answer with `option` (None: begin the game) on `cells`; they become the position if all goes well."""
        machine = self.game.machine
        host = machine.host
        events: list[Any] = []
        script = None if rolls is None else rolls[:]
        before = self._cells
        seat = before[ir.CELL_DECIDER]
        decision = before[ir.CELL_DECISION]
        host.sink, host.script = events.append, script
        try:
            options = machine.begin(cells, main) if option is None else machine.step(cells, option)
        except Trap as trap:
            raise self._fault(trap, option) from None
        finally:
            host.sink = host.script = None
        if option is None:
            self._first_events = tuple(events)
        else:
            self._past = _Step(self._past, decision, seat, option, before, tuple(events))
        self._cells, self._options, self._decision, self._rolls = cells, options, None, script

    def _fault(self, trap: Trap, option: OptionTuple | None) -> RuleFault:
        """The fault as people see it, with a saved game that leads to it."""
        program, printer = self.game.program, self.game.machine.printer
        place = program.places[trap.place] if 0 <= trap.place < len(program.places) else None
        seat = self._cells[ir.CELL_DECIDER]
        fault = RuleFault(trap.message, place, printer.player(seat) if seat >= 0 else "")
        fault.save = self._saved(option)
        fault.command = f"echo '{json.dumps(json.loads(fault.save), separators=(',', ':'))}' | yupana replay -"
        return fault

    def carry_out(self, function: int) -> None:
        """Carry out effects that do not wait (a function of the program) in this position, outside the rules: for
        examples and editors. What is legal afterwards is listed anew. Raises RuleFault; the state is then unchanged."""
        cells = self._cells[:]
        machine = self.game.machine
        try:
            machine.call(cells, function)
            options = machine.legal(cells)
        except Trap as trap:
            raise self._fault(trap, None) from None
        self._cells, self._options, self._decision = cells, options, None

    def go_on(self, function: int, rolls: Sequence[int] = ()) -> None:
        """Where nothing is left to run, run a waiting function of the program; `rolls` are the next dice. For examples."""
        cells = self._cells[:]
        machine = self.game.machine
        host = machine.host
        host.script = script = list(rolls)
        try:
            options = machine.run(cells, function)
        except Trap as trap:
            raise self._fault(trap, None) from None
        finally:
            host.script = None
        self._cells, self._options, self._decision, self._rolls = cells, options, None, script

    def as_first_player(self) -> None:
        """Let the first player act where nobody does, for examples."""
        if self._cells[ir.CELL_ME] < 0:
            self._cells[ir.CELL_ME] = self._cells[ir.CELL_ACTIVE] = 0

    def ask(self, function: int, *arguments: int) -> Any:
        """The value that a function of the program has here. Raises RuleFault."""
        try:
            return self.game.machine.call(self._cells[:], function, *arguments)
        except Trap as trap:
            raise self._fault(trap, None) from None

    def offers(self, text: str) -> bool:
        """Whether an option that reads like this, with arguments left out at will, is legal now."""
        try:
            choose(self.game.machine.printer, self.decision, self._options, text)
        except IllegalOption as error:
            return error.several
        return True

    def script(self, rolls: Sequence[int]) -> None:
        """Set the next dice, for examples."""
        self._rolls = list(rolls)

    @property
    def rolls_left(self) -> int:
        """How many scripted dice have not been used."""
        return len(self._rolls or ())

    # ------------------------------------------------------------ results

    def _for_player(self, function: int, seat: int) -> int:
        cells = self._cells[:]
        cells[ir.CELL_ME] = seat
        try:
            return int(self.game.machine.call(cells, function, seat))
        except Trap as trap:
            raise self._fault(trap, None) from None

    @property
    def points(self) -> tuple[int, ...]:
        """Every player's score, by seat."""
        score = self.game.program.scoring.score
        return tuple([self._for_player(score, seat) if score >= 0 else 0 for seat in range(self._start.players)])

    @property
    def scores(self) -> dict[str, int]:
        """Every player's score, as if the game ended here."""
        return dict(zip(self.names, self.points, strict=True))

    def score_items(self, player: str | int) -> dict[str, int]:
        """One player's score, item by item."""
        seat = self._seat_of(player)
        return {name: self._for_player(function, seat) for name, function in self.game.program.scoring.items}

    @property
    def winners(self) -> list[str]:
        """Who wins, as if the game ended here: by the ruleset's own rule, or highest score, then the tie breaks."""
        names = self.names
        return [names[seat] for seat in self.winner_seats]

    @property
    def winner_seats(self) -> tuple[int, ...]:
        """The same by seat."""
        scoring = self.game.program.scoring
        if scoring.winners >= 0:
            try:
                return tuple([int(seat) for seat in self.game.machine.call(self._cells[:], scoring.winners)])
            except Trap as trap:
                raise self._fault(trap, None) from None
        keys = [(p, *[self._for_player(f, seat) for f in scoring.ties]) for seat, p in enumerate(self.points)]
        top = max(keys)
        return tuple([seat for seat, key in enumerate(keys) if key == top])

    @property
    def report(self) -> list[str]:
        """The ruleset's own lines about each player's result."""
        machine = self.game.machine
        lines: list[str] = []
        for seat in range(self._start.players):
            for function in self.game.program.scoring.report:
                heard: list[Any] = []
                machine.host.sink = heard.append
                try:
                    cells = self._cells[:]
                    cells[ir.CELL_ME] = seat
                    machine.call(cells, function, seat)
                except Trap as trap:
                    raise self._fault(trap, None) from None
                finally:
                    machine.host.sink = None
                lines.extend([each.text for each in render(machine, self._cells, heard)])
        return lines

    @property
    def broken_invariants(self) -> list[str]:
        """The names of the ruleset's invariants that do not hold here."""
        machine = self.game.machine
        try:
            return [name for name, f in self.game.program.invariants if not machine.call(self._cells[:], f)]
        except Trap as trap:
            raise self._fault(trap, None) from None

    # ------------------------------------------------------------ what is seen

    def _seat_of(self, player: str | int) -> int:
        players = self.names
        if isinstance(player, int) and 0 <= player < len(players):
            return player
        if isinstance(player, str) and player in players:
            return players.index(player)
        raise UsageError(f"there is no player {player!r}; the players are {', '.join(players)}")

    def observation(self, player: str | int) -> dict[str, Any]:
        """What a player may see, as plain JSON data: fields, zones (names, or only the size) and what is decided."""
        seat = self._seat_of(player)
        decision = self.decision
        shown: dict[str, Any] | None = None
        if decision is not None:
            mine = decision.seat == seat
            shown = {"player": decision.player, "name": decision.name}
            # A prompt may name what only the decider of a secret choice knows.
            if mine or not decision.secret:
                shown["prompt"] = decision.prompt
            if mine:
                shown["options"] = [option.text for option in decision.options]
        return observe(self.game.machine, self._cells, seat, shown)

    @property
    def events(self) -> list[Event]:
        """What has happened so far, as lines with their audience."""
        machine = self.game.machine
        steps = self._steps()
        after = [*[step.cells for step in steps], self._cells]
        out = render(machine, after[0], self._first_events)
        for step, cells in zip(steps, after[1:], strict=True):
            out.extend(render(machine, cells, step.events or ()))
        return out

    def shuffled_for(self, player: str | int, seed: int) -> State:
        """A copy in which everything that this player cannot see is dealt anew."""
        other = self.clone()
        other._cells = self._cells[:]
        redeal(self.game.machine, other._cells, self._seat_of(player), seed)
        other._options = self.game.machine.legal(other._cells)
        return other

    # ------------------------------------------------------------ copies, saving, undo

    def clone(self) -> State:
        """An independent copy."""
        other = State.__new__(State)
        other.game = self.game
        other._start = self._start
        # Cells are never changed once they are a position (`apply` works on a copy): they may be shared.
        other._cells = self._cells
        other._options = self._options
        other._decision = self._decision
        other._past = self._past
        other._future = self._future
        other._first_events = self._first_events
        other._rolls = self._rolls
        return other

    def to_json(self) -> str:
        """The saved game as JSON text: what it started from and the decisions taken, one on a line."""
        return self._saved(None)

    def _saved(self, last: OptionTuple | None) -> str:
        decisions = self.decisions
        if last is not None:
            decisions.append(self.game.machine.printer.option(last, exact=True))
        return write_save(self.game.program, self._start.players, self._start.seed, self.options, decisions)

    @property
    def decisions(self) -> list[str]:
        """The decisions taken so far, each in its exact form."""
        printer = self.game.machine.printer
        return [printer.option(step.option, exact=True) for step in self._steps()]

    def undo(self, force: bool = False) -> None:
        """Take the last decision back. Raises UsageError when there is none, or when something was revealed by it
        (dice, a shuffle, a draw, a secret choice, a hidden piece) and `force` is not set."""
        step = self._past
        if step is None:
            raise UsageError("there is no decision to take back")
        if not force and self._revealing(step):
            raise UsageError("the last decision cannot be taken back: something was revealed or left to chance")
        self._past = step.before
        self._future = (*self._future, step.option)
        self._cells, self._decision = step.cells, None
        self._options = self.game.machine.legal(step.cells)

    def redo(self) -> None:
        """Take the decision again that was taken back last. Raises UsageError when there is none."""
        if not self._future:
            raise UsageError("there is nothing to take again")
        *rest, option = self._future
        self._run(self._cells[:], option, -1, self._rolls)
        self._future = tuple(rest)

    def _revealing(self, step: _Step) -> bool:
        """Whether a decision let somebody know what he did not know before."""
        before, after = step.cells, self._cells
        generator = slice(ir.CELL_RNG_HIGH, ir.CELL_RNG_LOW + 1)
        if self.game.program.decisions[step.decision].secret or before[generator] != after[generator]:
            return True
        for seat in range(self._start.players):
            if self._visible_pieces(after, seat) - self._visible_pieces(before, seat):
                return True
        return False

    def _visible_pieces(self, cells: Cells, seat: int) -> set[int]:
        """The pieces that a player sees; those out of play count as seen."""
        machine = self.game.machine
        program = machine.program
        hidden: set[int] = set()
        for family in program.families:
            if family.visibility.mode == "all":
                continue
            for i in range(family.count):
                if not sees(machine, cells, family.visibility, seat, i if family.holder >= 0 else -1):
                    hidden.update(pieces_in(program, cells, family.first + i))
        return set(range(program.layout.pieces)) - hidden

    # ------------------------------------------------------------ for examples and tools

    def perform(self, function: int, *arguments: Any, rolls: Sequence[int] | None = None) -> Any:
        """Run a function of the program that does not wait, on this position; the options are found anew. Its result
        is given back. `rolls` sets the next dice, of this function and of what comes after it."""
        machine = self.game.machine
        cells = self._cells[:]
        script = list(rolls) if rolls is not None else self._rolls
        machine.host.script = script
        try:
            result = machine.call(cells, function, *arguments)
            options = machine.legal(cells)
        except Trap as trap:
            raise self._fault(trap, None) from None
        finally:
            machine.host.script = None
        self._cells, self._options, self._decision, self._rolls = cells, options, None, script
        return result

    def evaluate(self, function: int, *arguments: Any) -> Any:
        """The result of a function of the program that does not wait; this position does not change."""
        try:
            return self.game.machine.call(self._cells[:], function, *arguments)
        except Trap as trap:
            raise self._fault(trap, None) from None

    @property
    def rolls_left(self) -> int:
        """How many of the dice that were set beforehand are still to come."""
        return len(self._rolls or ())

    def set_rolls(self, rolls: Sequence[int] | None) -> None:
        """Set the next dice (a pick takes the number of the element, from 1); None: leave it to chance again."""
        self._rolls = None if rolls is None else list(rolls)

    def why_not(self, text: str) -> str:
        """Why an option is not offered, in a sentence or two; or that it is."""
        return explain(self.game.machine, self._cells, self.decision, self._options, text)
