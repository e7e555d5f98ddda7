"""The native back end: programs as WebAssembly modules, run on this machine."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, TypeVar, cast

from ...machine.faults import Crowded, InternalError, Trap, UsageError, crowded
from ...machine.printing import Printer
from ...program import ir, limits
from ...program.hidden import hides_anything
from ..protocol import Batch, Chance, Event, Foreseen, OptionTuple, PlayedGames, Search, TreeSearch, Tried
from ..python.backend import PYTHON, PythonRunner, PythonTranslation
from .bulk import KINDS, Worker
from .embedding import Code, WasmTrap
from .here import HERE
from .memory_layout import FAULTS
from .memory_reader import raise_fault, read_events, read_values
from .records import kinds_of, read_option, read_options, record_of, record_size

_T = TypeVar("_T")


class WasmTranslation:
    """A program as a module. What only people ask for (why an option is missing, what if chance came out otherwise) is
    answered by the Python machine, and so is what the module has no room for."""

    text = ""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.printer = Printer(program)
        self._idle: list[Worker] = []
        self.kinds = kinds_of(program)

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_elsewhere, (self.program, self._made, HERE.machine_code(self.code))

    @cached_property
    def _made(self) -> tuple[bytes, dict[str, int], frozenset[int]]:
        """The module, where everything lies in its memory, and which functions can be called from outside."""
        from .module_maker import Maker  # much code, which nobody needs who is given a module

        maker = Maker(self.program)
        return maker.make(), maker.at, frozenset(maker.callable())

    @property
    def data(self) -> bytes:
        """The module."""
        return self._made[0]

    @cached_property
    def code(self) -> Code:
        """The module, compiled for this machine."""
        return cast(Code, HERE.compiled(self.data))

    @property
    def at(self) -> dict[str, int]:
        """Where everything lies in its memory."""
        return self._made[1]

    @property
    def callable(self) -> frozenset[int]:
        """The functions that can be called from outside."""
        return self._made[2]

    @cached_property
    def python(self) -> PythonTranslation:
        """The same program for the Python machine."""
        return PYTHON.translate(self.program)

    def runner(self) -> WasmRunner:
        """A runner of its own."""
        return WasmRunner(self)

    # ------------------------------------------------------------ long work

    @cached_property
    def bots(self) -> frozenset[str]:
        """The bots that a module plays with: not those that look ahead where something is hidden from them, since it
        knows the true position only."""
        return frozenset(KINDS) - ({"greedy"} if hides_anything(self.program) else set())

    def play(self, batch: Batch) -> Iterator[PlayedGames]:
        """Play a batch of games."""
        with self._working() as work:
            yield from work.play(batch)

    def count(self, cells: Sequence[int], depth: int) -> int | None:
        """Count sequences of decisions."""
        with self._working() as work:
            return work.count(cells, depth)

    def ranks(self, cells: Sequence[int], numbers: Sequence[int]) -> list[tuple[int, int]] | None:
        """Look one decision ahead."""
        with self._working() as work:
            return work.ranks(cells, numbers)

    def foresee(self, cells: Sequence[int], numbers: Sequence[int]) -> list[Foreseen] | None:
        """Try options."""
        with self._working() as work:
            return work.foresee(cells, numbers, len(self.program.features.items))

    def search(self, search: TreeSearch) -> dict[OptionTuple, Tried]:
        """Tree search."""
        with self._working() as work:
            found = work.search(search)
        if found is None:
            raise InternalError("a tree search came to a bad end")
        return {read_option(self.kinds, words)[0]: tried for words, tried in found}

    @contextmanager
    def _working(self) -> Iterator[Worker]:
        """Who does long work, for one call."""
        try:
            work = self._idle.pop()
        except IndexError:
            work = Worker(self.program, self.code, self.at)
        yield work
        self._idle.append(work)

    def explained(self, error: Exception) -> Exception:
        """A rule fault and what the caller did wrong as they are, anything else as our bug."""
        if isinstance(error, (Trap, UsageError, InternalError)):
            return error
        return self.python.explained(error)


def _made_elsewhere(
    program: ir.Program, made: tuple[bytes, dict[str, int], frozenset[int]], machine: bytes
) -> WasmTranslation:
    """What was translated and compiled in another process."""
    translation = WasmTranslation(program)
    translation.__dict__.update(_made=made, code=HERE.compiled_elsewhere(made[0], machine))
    return translation


class WasmRunner:
    """An instance of the module, and the Python machine for what it does not do."""

    def __init__(self, shared: WasmTranslation) -> None:
        self.shared = shared
        self.program = shared.program
        self.at = shared.at
        self.instance = HERE.instance(shared.code)
        self.words = self.instance.words
        self._state = self.at["STATE"] >> 2
        self._options = self.at["OPTIONS"] >> 2
        self._run = self.instance.function("enter_run")
        self._answer = self.instance.function("enter_answer")
        self._list = self.instance.function("enter_options")
        self._step = self.instance.function("enter_step")
        self._begin = self.instance.function("enter_begin")
        self._sizes = [record_size(shared.kinds, each) for each in self.program.decisions]
        self._count = self.at["CELLS"] >> 2
        self._end = self.at["OPTIONS_END"] >> 2
        self._callable = shared.callable
        self._size = self.program.layout.size
        self._python: Fallback | None = None
        self._chance = self._quiet = False
        self._work = self.at["WORK"] >> 2
        self._told_end = self.at["EVENTS_END"] >> 2
        self._window = self.words[self._state : self._state + self._size]
        self.whole_steps = self
        self.sink: Callable[[Event], None] | None = None
        self.script: list[int] | None = None

    # ------------------------------------------------------------ in and out

    def fresh(
        self, sink: Callable[[Event], None] | None, script: list[int] | None, chance: Chance | None = None
    ) -> None:
        """Begin anew."""
        words, at = self.words, self.at
        words[self._work] = limits.WORK
        quiet = sink is None and script is None and chance is None
        if quiet and self._quiet:
            return
        self._quiet = quiet
        self.sink, self.script = sink, script
        words[at["LISTENING"] >> 2] = sink is not None
        words[at["SCRIPTED"] >> 2] = script is not None
        self._chance = chance is not None
        if self._chance:
            self.python().fresh(sink, script, chance)

    def python(self) -> Fallback:
        """The Python machine."""
        if self._python is None:
            self._python = Fallback(self.shared.python.runner())
        return self._python

    def cells(self, values: Sequence[int]) -> ir.Cells:
        """An array, which is copied in and out at once."""
        return array("i", values)

    def _in(self, cells: ir.Cells) -> None:
        words, at = self.words, self.at
        count = len(cells)
        words[self._state : self._state + count] = cells if type(cells) is array else array("i", cells)
        words[self._count] = count
        words[at["EVENTS_END"] >> 2] = at["EVENTS"]
        if self.script is not None:
            first = at["SCRIPT"] >> 2
            words[first : first + len(self.script)] = array("i", self.script)
            words[at["SCRIPT_AT"] >> 2] = at["SCRIPT"]
            words[at["SCRIPT_END"] >> 2] = at["SCRIPT"] + 4 * len(self.script)

    def _out(self, cells: ir.Cells) -> None:
        count = self.words[self.at["CELLS"] >> 2]
        now = self.words[self._state : self._state + count]
        if type(cells) is array and len(cells) == count:
            memoryview(cells)[:] = now
        elif type(cells) is array:
            cells[:] = array("i", now)
        else:
            cells[:] = now.tolist()
        self._publish()

    def _publish(self) -> None:
        """Tell what happened, and take the dice away that were used."""
        if self.sink is not None:
            for event in read_events(self.program, self.words, self.at):
                self.sink(event)
        if self.script is not None:
            used = (self.words[self.at["SCRIPT_AT"] >> 2] - self.at["SCRIPT"]) >> 2
            del self.script[:used]

    def _failed(self, trap: WasmTrap, whole: bool = False) -> None:
        """Raise the fault that a trap stands for; one that is none of a rule's is left to the Python machine. `whole`:
        of a whole step, where too many options are a fault of the decision, if there is one by then."""
        kind = self.words[self.at["FAULT_KIND"] >> 2]
        try:
            if trap.kind == "unreachable" and 0 < kind < len(FAULTS) and FAULTS[kind] != "memory":
                self._publish()
                raise_fault(self.program, self.shared.printer, self.words, self.at)
        except Crowded:
            decision = self.words[self._state + ir.CELL_DECISION]
            if whole and decision >= 0:
                crowded(limits.OPTIONS, self.program.decisions[decision].place)
            raise
        finally:
            self.words[self.at["FAULT_KIND"] >> 2] = 0
        if trap.kind == "interrupt":
            raise KeyboardInterrupt

    # ------------------------------------------------------------ calls

    def _asked(
        self, cells: ir.Cells, inside: Callable[[], _T], outside: Callable[[Fallback], _T], here: bool = True
    ) -> _T:
        """What the module gives, or, for what it has no room for or is not asked (`here`), the Python machine."""
        if self._chance:
            return outside(self.python())
        if here:
            self._in(cells)
            try:
                return inside()
            except WasmTrap as trap:
                self._failed(trap)
        python = self.python()
        python.fresh(self.sink, self.script)
        python.host.work[0] = self.words[self._work]
        given = outside(python)
        self.words[self._work] = python.host.work[0]
        return given

    def run(self, cells: ir.Cells, block: int, most: int) -> int:
        """Run blocks."""

        def inside() -> int:
            left: int = self._run(block, most)
            self._out(cells)
            return left

        return self._asked(cells, inside, lambda python: python.run(cells, block, most))

    def answer(self, cells: ir.Cells, decision: int, option: OptionTuple, most: int) -> int:
        """Keep the values of an option, and run on."""

        def inside() -> int:
            record = record_of(self.shared.kinds, option)
            self.words[self._options : self._options + len(record)] = array("i", record)
            left: int = self._answer(decision, most)
            self._out(cells)
            return left

        return self._asked(cells, inside, lambda python: python.answer(cells, decision, option, most))

    def step(self, cells: ir.Cells, option: OptionTuple) -> list[OptionTuple] | None:
        """Answer the decision that waits and go on to the next, all inside the module; its options."""
        if self._chance:
            return None
        kinds, first = self.shared.kinds, self._options
        plain = self._whole_in(cells)
        if any(kinds[option[0]]):
            record = record_of(kinds, option)
            self.words[first : first + len(record)] = array("i", record)
        else:
            for at, value in enumerate(option, first):
                self.words[at] = value
        try:
            return self._whole_out(cells, plain, self._step(self.at["OPTIONS"]))
        except WasmTrap as trap:
            self._failed(trap, whole=True)
            return None

    def begin(self, cells: ir.Cells) -> list[OptionTuple] | None:
        """Store the starting values and run to the first decision, all inside the module; its options."""
        if self._chance:
            return None
        plain = self._whole_in(cells)
        try:
            return self._whole_out(cells, plain, self._begin())
        except WasmTrap as trap:
            self._failed(trap, whole=True)
            return None

    def _whole_in(self, cells: ir.Cells) -> bool:
        """Copy a position in; whether it is a plain one that nobody listens to."""
        plain = self._quiet and type(cells) is array and len(cells) == self._size
        if plain:
            self.words[self._told_end] = self.at["EVENTS"]
            self._window[:] = cast("array[int]", cells)
            self.words[self._count] = self._size
        else:
            self._in(cells)
        return plain

    def _whole_out(self, cells: ir.Cells, plain: bool, count: int) -> list[OptionTuple]:
        """Copy a position out; so many options were written down."""
        words = self.words
        if plain and words[self._count] == self._size:
            memoryview(cast("array[int]", cells))[:] = self._window
        else:
            self._out(cells)
        if not count:
            return []
        values = words[self._options : words[self._end] >> 2].tolist()
        size = self._sizes[cells[ir.CELL_DECISION]]
        if size:
            return list(zip(*[iter(values)] * size, strict=True))
        return read_options(self.shared.kinds, values, count)

    def options(self, cells: ir.Cells, decision: int) -> list[OptionTuple]:
        """All options of the decision that waits."""

        def inside() -> list[OptionTuple]:
            count = self._list(decision)
            written = self.words[self._options : self.words[self._end] >> 2].tolist()
            return read_options(self.shared.kinds, written, count)

        return self._asked(cells, inside, lambda python: python.options(cells, decision))

    def prompt(self, cells: ir.Cells, decision: int) -> Sequence[Any]:
        """The values in the prompt."""

        def inside() -> Sequence[Any]:
            self.instance.call("enter_prompt", decision)
            first = self.at["EVENTS"] >> 2
            return read_values(self.words, first + 2, first + self.words[first])

        return self._asked(cells, inside, lambda python: python.prompt(cells, decision))

    def call(self, cells: ir.Cells, function: int, arguments: Sequence[Any]) -> Any:
        """What a function gives."""
        known = self.program.functions[function]
        lists = known.result is not None and known.result.kind == "list" and known.result.of == ir.SCALAR
        plain = all(known.locals[slot].kind == "scalar" for slot in known.params)
        plain = plain and (lists or known.result is None or known.result.kind == "scalar")

        def inside() -> Any:
            value = self.instance.call(f"f{function}", *arguments)
            self._out(cells)
            if not lists:
                return value
            first = value >> 2
            return tuple(self.words[first + 1 : first + 1 + self.words[first]].tolist())

        here = plain and function in self._callable
        return self._asked(cells, inside, lambda python: python.call(cells, function, arguments), here)

    def search(self, cells: ir.Cells, decision: int, search: Search) -> None:
        """Go through the options for somebody who asks."""
        python = self.python()
        python.fresh(self.sink, self.script)
        python.search(cells, decision, search)


class WasmBackEnd:
    """Compiles programs to WebAssembly."""

    name = "native"

    def translate(self, program: ir.Program) -> WasmTranslation:
        """Make and compile the module, since only then it is known whether there is room for it."""
        made = WasmTranslation(program)
        assert made.code
        return made


NATIVE = WasmBackEnd()


# ----------------------------------------------------------------
# The Python machine for a runner whose positions are arrays: it works on lists.


class Fallback:
    """A Python runner, asked in the same way; what it does to a position is done to the array when it is done."""

    def __init__(self, runner: PythonRunner) -> None:
        self.runner = runner
        self.host = runner.host
        self.fresh = runner.fresh

    def run(self, cells: ir.Cells, block: int, most: int) -> int:
        """Run blocks."""
        return self._on_list(cells, lambda own: self.runner.run(own, block, most))

    def answer(self, cells: ir.Cells, decision: int, option: OptionTuple, most: int) -> int:
        """Keep the values of an option, and run on."""
        return self._on_list(cells, lambda own: self.runner.answer(own, decision, option, most))

    def options(self, cells: ir.Cells, decision: int) -> list[OptionTuple]:
        """The options of the decision that waits."""
        return self._on_list(cells, lambda own: self.runner.options(own, decision))

    def prompt(self, cells: ir.Cells, decision: int) -> Sequence[Any]:
        """The values in the prompt."""
        return self._on_list(cells, lambda own: self.runner.prompt(own, decision))

    def call(self, cells: ir.Cells, function: int, arguments: Sequence[Any]) -> Any:
        """What a function gives."""
        return self._on_list(cells, lambda own: self.runner.call(own, function, arguments))

    def search(self, cells: ir.Cells, decision: int, search: Search) -> None:
        """Go through the options for somebody who asks."""
        self._on_list(cells, lambda own: self.runner.search(own, decision, search))

    def _on_list(self, cells: ir.Cells, ask: Callable[[list[int]], _T]) -> _T:
        own = list(cells)
        found = ask(own)
        cells[:] = array("i", own) if isinstance(cells, array) else own
        return found
