"""One program, ready to run: the emitted code, compiled, and the driver that runs it from decision to decision.

The machine keeps nothing of any game. A state is the flat list of `ir`; `step` and `begin` change it in place and give
the legal options of the decision it then waits for (none: the game is over).
"""

from __future__ import annotations

import itertools
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NoReturn

from ..backends.python import runtime
from ..backends.python.chance import zone_functions
from ..backends.python.emit import EmittedSource, emit
from ..backends.python.host import Host
from ..backends.python.memo import Entry, Kept
from ..optimise import PASSES, Pass, optimise
from ..program import ir, limits
from . import faults, rng
from .faults import Crowded, IllegalOption, InternalError, Trap, UsageError
from .printing import Printer

BLOCKS_MOST = limits.BLOCKS
"""More blocks than this between two decisions are a rule fault: a loop that reaches no decision."""

OptionTuple = tuple[Any, ...]
Cells = list[int]

_HELPERS = (
    *[getattr(faults, name) for name in (
        "trap", "overflow", "division_by_zero", "absent", "out_of_range", "bad_index", "crowded", "past_bound")],
    *[getattr(runtime, name) for name in (
        "divide", "remainder", "in_int", "clamp", "some", "within", "span", "item", "has", "first", "last", "index_of",
        "without", "bounded", "concat", "part_of_list", "with_item", "least", "greatest", "rotate", "rotate_after",
        "load_list", "store_list", "append_to", "mask", "load_set", "store_set", "map_of", "map_with",
        "best", "leaders", "in_order", "ranks", "border", "part", "parts", "region", "region_on", "costs")],
)  # fmt: skip


def _spaced(name: str, kind: str) -> str:
    return name.replace("_", " ")


class Machine:
    """Runs one program."""

    def __init__(self, program: ir.Program, passes: Sequence[Pass] = PASSES) -> None:
        self.program = program
        self.host = Host()
        self.printer = Printer(program)
        self.listed: list[Cells | None] = [None]  # the state whose options are being made
        self.kept: list[dict[Any, Entry]] = []
        self.source: EmittedSource = emit(optimise(program, passes))
        self.code_name = f"<{program.name}>"
        self._namespace = self._helpers()
        self.searches: dict[int, Callable[..., Any]] = {}
        self.event_words: Mapping[str, str] = {}  # in another language than that of `events.WORDS`
        self.named: Callable[[str, str], str] = _spaced  # what players read for a name (of this kind)
        space = self._namespace = self.compiled(self.source.text, self.code_name)
        self.functions: list[Callable[..., Any] | None] = [space[n] if n else None for n in self.source.functions]
        self.blocks: list[Callable[[Cells], int]] = [space[name] for name in self.source.blocks]
        self.options: list[Callable[[Cells], list[OptionTuple]]] = [space[name] for name in self.source.options]
        self.prompts: list[Callable[[Cells], tuple[Any, ...]]] = [space[name] for name in self.source.prompts]
        self.answers: list[dict[int, Callable[[Cells, OptionTuple], int]]] = [
            {alternative: space[name] for alternative, name in rows} for rows in self.source.answers
        ]
        for kept, name in self.source.memos:
            self._keep(space, kept, name)
        self.otherwise = self._otherwise()

    def compiled(self, text: str, name: str) -> dict[str, Any]:
        """The names that an emitted source defines, beside the helpers and what the program's own source defined."""
        space = dict(self._namespace)
        try:
            exec(compile(text, name, "exec"), space)
        except (SyntaxError, RecursionError, MemoryError) as error:
            raise InternalError(f"the emitted code of {self.program.name} does not compile: {error}") from error
        return space

    def _helpers(self) -> dict[str, Any]:
        host, printer = self.host, self.printer

        def fail(place: int, text: int, values: tuple[Any, ...]) -> NoReturn:
            raise Trap(place, printer.text(text, values))

        space: dict[str, Any] = {each.__name__: each for each in _HELPERS}
        space.update(zone_functions(self.program, host))
        space.update(HOST=host, WORK=host.work, walk=host.walk, spend=host.spend, stretch=host.stretch, over=host.over)
        space["LISTED"] = self.listed
        space.update(MEMBERS=runtime.MEMBERS, fail=fail)
        return space

    def _keep(self, space: dict[str, Any], kept: str, name: str) -> None:
        """Let a function keep its values."""
        anew = space[f"{name}_anew"]

        def judged(worth: bool) -> None:
            if worth:
                space[kept] = values.values
            else:
                space[name] = anew
                self.kept = [each for each in self.kept if each is not values.values]

        values = Kept(self.host.work, anew, judged)
        self.kept.append(values.values)
        space.update({kept: {}, f"{kept}_miss": values.miss})

    def _otherwise(self) -> dict[int, tuple[int, list[OptionTuple]]]:
        """Where a block that asks goes on when there is no option, or none but to pass (the last answer)."""
        out: dict[int, tuple[int, list[OptionTuple]]] = {}
        for number, (f, block) in enumerate(self.source.numbering.owner):
            end = self.program.functions[f].blocks[block].end
            if not isinstance(end, ir.Ask) or end.otherwise < 0:
                continue
            decision = self.program.decisions[end.decision]
            if decision.optional:
                passing: list[OptionTuple] = [(each.alternative,) for each in decision.answers[-1:]]
                out[number] = self.source.numbering.number(f, end.otherwise), passing
        return out

    # ------------------------------------------------------------ running

    def new_state(self, players: int, seed: int, options: Sequence[int] = ()) -> Cells:
        """A state in which nothing has happened: header, options, empty zones, all pieces out of play."""
        layout = self.program.layout
        cells = [0] * layout.size
        cells[ir.CELL_BLOCK] = cells[ir.CELL_DECISION] = cells[ir.CELL_DECIDER] = -1
        cells[ir.CELL_ME] = cells[ir.CELL_ACTIVE] = -1
        cells[ir.CELL_PLAYERS] = players
        cells[ir.CELL_FRAME] = layout.stack
        rng.seed(cells, seed)
        for (_, cell), value in zip(layout.options, options, strict=True):
            cells[cell] = value
        for start, count in (
            (layout.zone_first, layout.zones), (layout.zone_last, layout.zones), (layout.piece_zone, layout.pieces),
            (layout.piece_next, layout.pieces), (layout.piece_prev, layout.pieces),
        ):  # fmt: skip
            cells[start : start + count] = [-1] * count
        return cells

    def begin(self, cells: Cells, main: int = -1) -> list[OptionTuple]:
        """Store the starting values and run to the first decision. `main`: another function to run instead."""
        self.guarded(self._function(self.program.init), cells)
        return self.run(cells, self.program.main if main < 0 else main)

    def run(self, cells: Cells, main: int) -> list[OptionTuple]:
        """Run a waiting function without parameters from an empty stack to its first decision."""
        stack = self.program.layout.stack
        cells[ir.CELL_FRAME] = stack
        cells[stack + ir.FRAME_RETURN] = cells[stack + ir.FRAME_CALLER] = -1
        options: list[OptionTuple] = self.guarded(self._drive, cells, self.source.numbering.entry[main])
        return options

    def step(self, cells: Cells, option: OptionTuple) -> list[OptionTuple]:
        """Answer the pending decision and run to the next one. The option must be one of the legal ones."""
        answer = self.answers[cells[2]].get(option[0]) if cells[2] >= 0 else None
        if answer is None:
            raise IllegalOption("this option does not belong to the pending decision")
        host = self.host
        with host.lock:
            host.work[0] = runtime.WORK_MOST
            try:
                cells[2] = -1
                cells[11] += 1
                return self._drive(cells, answer(cells, option))
            except Exception as error:
                self.explained(error)

    def _drive(self, cells: Cells, block: int) -> list[OptionTuple]:
        blocks = self.blocks
        budget = itertools.repeat(None, BLOCKS_MOST)
        while True:
            for _ in budget:
                block = blocks[block](cells)
                if block < 0:
                    break
            else:
                f, _number = self.source.numbering.owner[block]
                raise Trap(self.program.functions[f].place, "this goes on and on without reaching a decision")
            decision = cells[2]
            cells[4] = 0
            if decision < 0:
                cells[0] = cells[3] = -1
                return []
            options = self._options(cells, decision)
            way_out = self.otherwise.get(cells[0])
            if way_out is None:
                if options:
                    return options
                raise Trap(self.program.decisions[decision].place, "there is nothing to choose from")
            block, passing = way_out
            if options and options != passing:
                return options
            cells[2] = -1

    def legal(self, cells: Cells) -> list[OptionTuple]:
        """The options of the pending decision."""
        if cells[2] < 0:
            return []
        found: list[OptionTuple] = self.guarded(self._options, cells, cells[2])
        return found

    def _options(self, cells: Cells, decision: int) -> list[OptionTuple]:
        """All options of a decision; too many are a fault of the decision, wherever it was noticed."""
        self.listed[0] = cells
        try:
            options = self.options[decision](cells)
        except Crowded:
            options = None
        finally:
            self.listed[0] = None
            for each in self.kept:
                if each:
                    each.clear()
        if options is None or len(options) > limits.OPTIONS:
            message = f"this decision has more than {limits.OPTIONS:,} options"
            raise Trap(self.program.decisions[decision].place, message)
        return options

    def guarded(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call emitted code with a fresh allowance of work and our own errors told apart from the ruleset's."""
        with self.host.lock:
            self.host.work[0] = runtime.WORK_MOST
            try:
                return function(*arguments)
            except Exception as error:
                self.explained(error)

    def call(self, cells: Cells, function: int, *arguments: Any) -> Any:
        """Call a function of the program that does not wait."""
        result = self.guarded(self._function(function), cells, *arguments)
        if result is None and self.program.functions[function].result is not None:
            raise InternalError(f"{self.program.functions[function].name} of {self.program.name} gave nothing")
        return result

    def _function(self, number: int) -> Callable[..., Any]:
        found = self.functions[number]
        if found is None:
            raise InternalError(f"{self.program.functions[number].name} waits and cannot be called")
        return found

    def explained(self, error: Exception) -> NoReturn:
        """Raise what came out of the emitted code again: a rule fault with its place, what the caller did wrong as it
        is, and anything else as our bug, with where in the emitted code it showed."""
        if isinstance(error, (UsageError, InternalError)):
            raise error
        frames = [
            (frame.name, frame.lineno - 1)
            for frame in traceback.extract_tb(error.__traceback__)
            if frame.filename == self.code_name and frame.lineno
        ]
        if isinstance(error, Trap):
            if error.place < 0 and frames:
                error.place = self.source.line_map[frames[-1][1]]
            raise error
        where = ""
        for name, line in frames:
            place = self.source.line_map[line]
            known = self.program.places[place] if place >= 0 else None
            where += f"; {name}{f' ({known.file}:{known.line})' if known else ''}: {self._source_lines[line].strip()}"
        detail = f"{self.program.name} {self.program.hash[:12]}: {type(error).__name__}: {error}{where}"
        raise InternalError(detail) from error

    @cached_property
    def _source_lines(self) -> list[str]:
        return self.source.text.split("\n")

    def helper(self, name: str) -> Callable[..., Any]:
        """A function that the emitted code calls, by its name (see `chance` and `runtime`)."""
        found: Callable[..., Any] = self._namespace[name]
        return found
