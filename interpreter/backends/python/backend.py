"""Programs as Python: emitted once, compiled once, and carried out by runners that share the compiled code only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from heapq import heappop, heappush
from typing import Any, NoReturn

from ...machine import faults
from ...machine.faults import InternalError, Trap, UsageError, endless
from ...machine.printing import Printer
from ...program import ir, limits
from ..protocol import Chance as Told
from ..protocol import Event, Listener, OptionTuple, Search
from . import runtime
from .emit import Emitter, emitted
from .emit_why import emit_search
from .host import Chance, Host, Past
from .memo import OFTEN, TRIAL, Kept, Memory
from .noted import Noted
from .pieces import Pieces

_HELPERS: dict[str, Callable[..., Any]] = {
    each.__name__: each for each in (
        faults.overflow, faults.absent, faults.out_of_range, faults.bad_index, faults.crowded, faults.past_bound,
        faults.negative_step, faults.overworked, runtime.divide, runtime.remainder, runtime.in_int, runtime.clamp,
        runtime.some, runtime.within, runtime.span, runtime.stored_item,
        runtime.item, runtime.has, runtime.first, runtime.last, runtime.index_of, runtime.without, runtime.bounded,
        runtime.concat, runtime.part_of_list, runtime.with_item, runtime.least, runtime.greatest, runtime.rotate,
        runtime.rotate_after, runtime.load_list, runtime.store_list, runtime.append_to, runtime.mask,
        runtime.load_set, runtime.store_set, runtime.map_of, runtime.map_with, runtime.best, runtime.leaders,
        runtime.in_order, runtime.ranks, runtime.border, runtime.part, runtime.parts,
        heappop, heappush,
    )
}  # fmt: skip
"""What emitted code calls, besides what a runner has of its own."""


class PythonTranslation:
    """The emitted source of a program, compiled."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.emitter = Emitter(program)
        self.source = emitted(self.emitter)
        self.text = self.source.text
        self.pieces = self._compiled(self.text)
        self.printer = Printer(program)
        self.allowance: int | None = None  # of work; None: as much as any step of a game has
        self.listener: Listener | None = None  # who is told of the stops that all runners come to
        self._searches: dict[int, tuple[Pieces, str]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return PythonTranslation, (self.program,)

    def _compiled(self, text: str) -> Pieces:
        try:
            return Pieces(text)
        except (SyntaxError, RecursionError, MemoryError) as error:
            raise InternalError(f"the emitted code of {self.program.name} does not compile: {error}") from error

    def search(self, decision: int) -> tuple[Pieces, str]:
        """The code that goes through a decision's options for somebody who asks, and the name of its function; it is
        made when it is first wanted."""
        known = self._searches.get(decision)
        if known is None:
            text, name = emit_search(self.program, decision, [name or "?" for name in self.source.functions])
            known = self._searches[decision] = self._compiled(text), name
        return known

    def forget_searches(self) -> None:
        """Make the code that goes through options anew when it is wanted."""
        self._searches = {}
        self.__dict__.pop("_lines", None)

    @contextmanager
    def allowing(self, work: int | None) -> Iterator[None]:
        """While this lasts each step may spend so much work; None: what any step of a game may."""
        before, self.allowance = self.allowance, work
        try:
            yield
        finally:
            self.allowance = before

    def come(self, cells: ir.Cells, stop: int, values: tuple[Any, ...]) -> None:
        """A runner has come to a stop."""
        if self.listener is not None:
            self.listener(cells, stop, values)

    def runner(self) -> PythonRunner:
        """A runner of its own."""
        return PythonRunner(self)

    def explained(self, error: Exception) -> Exception:
        """A rule fault, what the caller did wrong as they are, and anything else as our bug, with where in
        the emitted code it showed."""
        if isinstance(error, (Trap, UsageError, InternalError)):
            return error
        where = ""
        for name, line in self.pieces.frames(error.__traceback__):
            place = self.source.line_map[line]
            known = self.program.places[place] if place >= 0 else None
            where += f"; {name}{f' ({known.file}:{known.line})' if known else ''}: {self._lines[line].strip()}"
        return InternalError(f"{self.program.name} {self.program.hash[:12]}: {type(error).__name__}: {error}{where}")

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.split("\n")


class PythonRunner:
    """The compiled code with a host of its own: the names that it defines are this runner's, so what one call hears,
    rolls and spends is that call's alone."""

    def __init__(self, shared: PythonTranslation) -> None:
        self.shared = shared
        self.host = host = Host()
        source = shared.source

        def fail(place: int, text: int, values: tuple[Any, ...]) -> NoReturn:
            raise Trap(place, shared.printer.text(text, values))

        space: dict[str, Any] = {**_HELPERS, **Chance(shared.program, host).named()}
        if shared.program.positions:
            space.update(Past(shared.program, host).named())
        space.update(HOST=host, WORK=host.work, walk=host.walk, spend=host.spend, stretch=host.stretch, over=host.over)
        self._listed: list[ir.Cells | None] = [None]  # the position whose options are being made
        space.update(MEMBERS=runtime.MEMBERS, fail=fail, at=shared.come, LISTED=self._listed, acting=self._acting)
        self._names = dict(space)  # what emitted code needs
        shared.pieces.define(space)
        self._space = space
        self._watched: dict[str, Any] = {}  # the same code where it is watched which kept values are asked for
        self._functions: list[Callable[..., Any] | None] = [space[n] if n else None for n in source.functions]
        self._blocks: list[Callable[[ir.Cells], int]] = [space[name] for name in source.blocks]
        self._options: list[Callable[[ir.Cells], list[OptionTuple]]] = [space[name] for name in source.options]
        self._prompts: list[Callable[[ir.Cells], Sequence[Any]]] = [space[name] for name in source.prompts]
        self._answers: list[dict[int, Callable[[ir.Cells, OptionTuple], int]]] = [
            {alternative: space[name] for alternative, name in rows} for rows in source.answers
        ]
        self._memory = Memory(shared.program, source.facts, host.work)
        for name, node in source.searches.items():
            self._memory.search(node, space[name])
        for number in source.memos:
            self._keep(number)

    def note(self, noted: Noted, owners: Sequence[int], asking: Sequence[int]) -> None:
        """Say from now on when a function is come to, by its number; of blocks and decisions that of their owner."""
        every = noted.each_time
        for number, name in enumerate(self.shared.source.functions):
            if name:
                self._functions[number] = noted.once(self._space, name, number)
        self._blocks = [every(each, owners[number]) for number, each in enumerate(self._blocks)]
        self._options = [every(each, asking[number]) for number, each in enumerate(self._options)]
        self._prompts = [every(each, asking[number]) for number, each in enumerate(self._prompts)]
        self._answers = [
            {key: every(each, asking[number]) for key, each in row.items()} for number, row in enumerate(self._answers)
        ]

    def _keep(self, number: int) -> None:
        """Let a function keep its values."""
        space, memory = self._space, self._memory
        name, known = self.shared.source.functions[number], f"KEPT{number}"
        anew = space[f"{name}_anew"]

        def judged(kept: Kept, worth: bool) -> None:
            if memory.look_closer(kept):
                kept.anew = self._watch()[f"{name}_anew"]
                kept.again(OFTEN)
            elif worth:
                space[known] = kept.values
            else:
                space[name] = anew
                memory.remove(kept)
                if self._watched:
                    self._watched[name] = self._watched[f"{name}_anew"]

        kept = Kept(number, memory, anew, judged, TRIAL)
        memory.add(kept)
        space.update({known: {}, f"{known}_miss": kept.miss})

    def _watch(self) -> dict[str, Any]:
        """The names of the emitted code once more, where kept values and searches are noted when they are asked for."""
        space, memory, source = self._watched, self._memory, self.shared.source
        if space:
            return space
        space.update(self._names)
        self.shared.pieces.define(space)
        for number in source.memos:
            name = source.functions[number]
            kept = memory.functions.get(number)
            anew = space[f"{name}_anew"]
            space[name] = anew if kept is None else memory.watching(kept, self._listed, anew)
        for name, node in source.searches.items():
            space[name] = memory.watching(memory.searches[id(node)], self._listed, space[name])
        return space

    def _acting(self, place: int, function: Callable[..., Any], cells: ir.Cells, *arguments: Any) -> Any:
        """Call a function that changes nothing but who acts, and put that back. It costs what a copy costs: which of
        them a back end makes is its own affair, how far the allowance of work reaches is not."""
        self.host.spend(len(cells) >> 4, place)
        me, listed = cells[ir.CELL_ME], self._listed[0]
        self._listed[0] = None  # what is kept there holds for who acts now
        try:
            return function(cells, *arguments)
        finally:
            cells[ir.CELL_ME], self._listed[0] = me, listed

    def fresh(self, sink: Callable[[Event], None] | None, script: list[int] | None, chance: Told | None = None) -> None:
        """Begin anew."""
        host = self.host
        host.sink, host.script, host.chance = sink, script, chance
        host.work[0] = limits.WORK if self.shared.allowance is None else self.shared.allowance

    def cells(self, values: Sequence[int]) -> list[int]:
        """A list, which is what Python reads fastest."""
        return list(values)

    def run(self, cells: ir.Cells, block: int, most: int) -> int:
        """Run blocks until one asks or the last one finishes."""
        blocks = self._blocks
        for left in range(most - 1, -1, -1):
            block = blocks[block](cells)
            if block < 0:
                return left
        f, _ = self.shared.source.numbering.owner[block]
        return endless(self.shared.program.functions[f].place)

    def answer(self, cells: ir.Cells, decision: int, option: OptionTuple, most: int) -> int:
        """Keep the values of an option and run on from its block."""
        return self.run(cells, self._answers[decision][option[0]](cells, option), most)

    def options(self, cells: ir.Cells, decision: int) -> list[OptionTuple]:
        """The options of the decision that waits."""
        # A list of another kind is somebody's who wants to know what is read.
        if not self._memory.functions or type(cells) is not list:
            return self._options[decision](cells)
        self._memory.turns_to(decision, cells)
        self._listed[0] = cells
        try:
            return self._options[decision](cells)
        finally:
            self._listed[0] = None

    def prompt(self, cells: ir.Cells, decision: int) -> Sequence[Any]:
        """The values in the prompt of the decision that waits."""
        return self._prompts[decision](cells)

    def call(self, cells: ir.Cells, function: int, arguments: Sequence[Any]) -> Any:
        """What a function that does not wait gives."""
        found = self._functions[function]
        assert found is not None
        return found(cells, *arguments)

    def search(self, cells: ir.Cells, decision: int, search: Search) -> None:
        """Go through the options of the decision that waits for somebody who asks about one."""
        pieces, name = self.shared.search(decision)
        space = dict(self._space)
        pieces.define(space)
        space[name](cells, search)


class PythonBackEnd:
    """Emits programs as Python: what is always there, and what other back ends are compared with."""

    name = "python"

    def translate(self, program: ir.Program) -> PythonTranslation:
        """Emit and compile a program."""
        return PythonTranslation(program)


PYTHON = PythonBackEnd()
