"""A program as one module: its functions, tables and entry points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ...passes.rewrite import with_slots
from ...program import ir, limits
from ...program.blocks import number_blocks, ways_out
from ...program.calls import called_first
from ..protocol import TooLargeError
from . import binary as wasm
from . import emit_comprehensions as _comprehensions
from . import emit_costs as _costs
from . import emit_expressions as _expressions
from . import emit_lists as _lists
from . import emit_operations as _operations
from . import emit_options as _options
from . import emit_searches as _searches
from . import emit_sets as _sets
from .analysis import Analysis
from .binary import I32, Module
from .dependencies import WATCH_BYTES, Watch, note_slots
from .digests import Digests
from .emit_blocks import Flow, answers_from, groups
from .emit_calls import WRITTEN_OUT_MOST, body
from .emit_listing import Listings, write_options, write_prompt
from .emit_memo import SLOT, Memo, slots_of
from .emit_rows import begin_function
from .environment import environment
from .frames import Frames
from .function_body import Body, is_pointer, type_of
from .judging import judging_names, provide_judging
from .memory_layout import ARENA_BYTES, EVALUATOR_BYTES, Room
from .records import kinds_of
from .routines import Routines
from .views import Views
from .writer import Writer

EMITTERS = (_comprehensions, _costs, _expressions, _lists, _operations, _options, _searches, _sets)
"""The modules that say what is written for which node."""


class Maker(Analysis):
    """Makes the module of a program; `asked` are functions of it that are called from outside besides the usual.
    `evaluates`: there is nothing else in it, for who asks about a position of a game that another module plays."""

    def __init__(self, program: ir.Program, asked: Sequence[int] = (), *, evaluates: bool = False) -> None:
        super().__init__(program)
        self.asked, self.evaluates = asked, evaluates
        self.numbering = number_blocks(program)
        self.frames = Frames(program, self.numbering)
        self.option_kinds = kinds_of(program)
        self.module = Module()
        self.room = Room(program, EVALUATOR_BYTES if evaluates else ARENA_BYTES)
        self.at = self.room.at
        self.at["SETTINGS"] = self.room.settings()
        self.views = Views(self, self.room)
        self.digests = Digests(self, self.room)
        self.work = self.module.global_(I32, limits.WORK)
        self.arena = self.module.global_(I32, 0)
        self.count = self.module.global_(I32, 0)
        self.tip = self.module.global_(I32, 0)
        self.stride = self.module.global_(I32, 0)  # bytes of an option; 0: they differ; else see `runtime/drawing.py`
        self.sampling = self.module.global_(I32, 0)  # whether one option is wanted, and none but its number known
        self.listings_of = Listings(self)
        self.left = self.module.global_(I32, 0)
        self.listing = self.module.global_(I32, 0)  # the number of the listing that is being made, or 0
        self.listings = self.module.global_(I32, 0)  # the number of the last one
        self.kept_end = self.module.global_(I32, 0)
        self._memo_end = self.at["MEMO"]
        self._classes_end = self.at["CLASSES"]
        self._classes: dict[object, tuple[int, int]] = {}
        self._memos: dict[int, int] = {}
        self.written_out = WRITTEN_OUT_MOST if evaluates else 0  # bytes of functions where they are called
        self.watch = Watch(self)
        self._numbers: dict[tuple[int, int], int] = {}
        self._wanted: list[tuple[int, int]] = []
        self._rows: dict[int, int] = {}
        self._scalars: dict[int, int] = {}
        self._masks: dict[tuple[int, int], int] = {}
        self._uniform: dict[int, int | None] = {}
        self._sparse: dict[int, bool] = {}
        self._sets: dict[tuple[int, int], bool] = {}
        found = ways_out(program, self.numbering)
        ways = [found.get(number, (-1, -1)) for number in range(len(self.numbering.owner))]
        self.routines = Routines(
            self.module,
            environment(
                self.room, self.digests.at, WAY_OUT=self.room.words([block for block, _ in ways]),
                PASSING=self.room.words([passing for _, passing in ways]),
                ANSWERS=answers_from(self),
                MAIN_BLOCK=self.numbering.entry[program.main],
                **judging_names(program, self.facts),
                DECISION_PLACES=self.room.words([each.place for each in program.decisions]),
                VIEWS=self.views.known,
                VIEWS_COUNT=len(self.views.by_part),
                DIGESTS=self.digests.first,
                DIGESTS_COUNT=len(self.digests.at),
                SETTINGS_COUNT=len(program.layout.options),
                SETTING_CELLS=self.room.words([cell for _, cell in program.layout.options]),
            ),
            {"work": self.work, "arena": self.arena, "listed_count": self.count, "listed_end": self.tip,
             "blocks_left": self.left, "listing": self.listing, "listings": self.listings,
             "kept_end": self.kept_end, "stride": self.stride, "sampling": self.sampling},
        )  # fmt: skip

    # ------------------------------------------------------------ the whole

    def make(self) -> bytes:
        """The bytes of the module. Raises TooLargeError when part of it is more than any host takes."""
        for number in called_first(self.program):  # one by one, for long chains of calls go too deep for Python
            self.function_total(number)
            self.makes_inside(number)
        self._entries()
        while self._wanted:
            self._write(*self._wanted.pop())
        self.at["MEMO_END"] = self._memo_end
        self.at["MEMO_KEPT_HALF"] = (self.at["MEMO_KEPT"] + self.at["MEMO_KEPT_LIMIT"]) // 2
        end = self.room.settle()
        self.routines.finish()
        self.module.pages = (end // wasm.PAGE, end // wasm.PAGE)
        self.module.data(self.at["ARENA_START"], self.at["ARENA"].to_bytes(4, "little"))
        self.module.data(self.at["DATA"], bytes(self.room.data))
        if not self.evaluates:
            self.module.names()
        if too_much := self.module.beyond():
            said = f"these rules make {too_much}, more than WebAssembly takes"
            raise TooLargeError(f"{said}; the engine python plays them")
        return self.module.encode()

    def _entries(self) -> None:
        program, module = self.program, self.module
        if self.evaluates:
            for number in self.callable():
                module.export(f"f{number}", self._asked(number))
            module.export("ready", self.routines.number(INTERFACE["ready"]))
            return
        list_for = self.provided("list_for", (I32,), ())
        prompt_for = self.provided("prompt_for", (I32,), ())
        init = self.provided("set_up", (), ())
        module.functions[init].code = wasm.call(self.function_number(program.init))
        self._flows()
        provide_judging(self)
        for number in self.kept_functions():
            self.memo_number(number)
        decisions = range(len(program.decisions))
        self._by_decision(list_for, "options", [write_options(self, each) for each in decisions])
        self._by_decision(prompt_for, "prompt", [write_prompt(self, each) for each in decisions])
        for number in self.callable():
            module.export(f"f{number}", self._asked(number))
        for name in ENTRIES:
            module.export(name, self.routines.number(name))
        for name, routine in INTERFACE.items():
            module.export(name, self.routines.number(routine))

    def _flows(self) -> None:
        """What runs blocks: `dispatch` is given what to begin with and the address of an option."""
        members, functions = groups(self), self.program.functions
        if len(members) == 1:
            self._put(self.provided("dispatch", (I32, I32), (I32,)), Flow(self, members[0]).write())
            return
        numbers: dict[int, int] = {}
        for group in members:
            numbers |= dict.fromkeys(group, self.module.function(functions[group[0]].name, (I32, I32), (I32,)))
        kind = self.module.type((I32, I32), (I32,))
        dispatch = self.module.functions[self.provided("dispatch", (I32, I32), (I32,))]
        dispatch.code = wasm.get(0) + wasm.get(1) + wasm.get(0) + wasm.call_indirect(kind)
        asking = [(each.function, 0) for each in self.program.decisions]
        self.module.table = [numbers[f] for f, _ in (*self.numbering.owner, *asking)]
        for group in members:
            self._put(numbers[group[0]], Flow(self, group).write())

    def provided(self, name: str, params: tuple[int, ...], results: tuple[int, ...]) -> int:
        """The number of a new function that routines call by its name."""
        number = self.module.function(name, params, results)
        self.routines.provide(name, number, params, results)
        return number

    def _asked(self, number: int) -> int:
        """The number of a function that calls one from outside, with the allowance that is left."""
        inner = self.function_number(number)
        known = self.module.functions[inner]
        out = Body(known.params)
        out.put(wasm.call(self.routines.number("entering")))
        out.put(*[wasm.get(i) for i in range(len(known.params))], wasm.call(inner))
        out.put(wasm.const(0), wasm.global_get(self.work), wasm.store(self.at["WORK"]))
        outer = self.module.function(f"{known.name}: asked", known.params, known.results)
        self._put(outer, out)
        return outer

    def _by_decision(self, number: int, what: str, parts: Sequence[Body]) -> None:
        """A function that does the part of a decision, whose number is given."""
        if len(parts) == 1:
            self._put(number, parts[0])
            return
        out = Body((I32,))
        labels = [out.block() for _ in parts]
        out.put(wasm.get(0), wasm.br_table([len(labels) - 1 - i for i in range(len(labels))], 0) if labels else b"")
        if not labels:
            out.put(wasm.DISCARD, wasm.UNREACHABLE)
        for decision, part in reversed(list(zip(self.program.decisions, parts, strict=True))):
            inner = self.module.function(f"{decision.name}: {what}", part.params, ())
            self._put(inner, part)
            out.end()
            out.put(wasm.get(0), wasm.call(inner), wasm.RETURN)
        out.put(wasm.UNREACHABLE)
        self._put(number, out)

    def _put(self, number: int, written: Body) -> None:
        function = self.module.functions[number]
        function.locals, function.code = written.locals, written.code

    def callable(self) -> list[int]:
        """The functions that are asked for from outside."""
        program = self.program
        scoring = program.scoring
        wanted = [scoring.score, scoring.winners, scoring.draw, scoring.place, scoring.sharing, program.init]
        wanted += [*scoring.ties, *scoring.report, *[number for _, number in (*scoring.items, *program.invariants)]]
        wanted += [program.features.every, *[each.noting for each in program.positions]]
        wanted += [number for each in program.alternatives for number in (each.announce, each.effects)]
        seen = [each.visibility for each in program.fields] + [each.visibility for each in program.families]
        wanted += [*[each.function for each in seen], *[each.function for each in program.faces]]
        wanted += [each.means for each in program.backs]
        wanted += self.asked
        return sorted({each for each in wanted if each >= 0})

    # ------------------------------------------------------------ functions

    def function_number(self, number: int, noting: int = -1) -> int:
        """The number in the module of a function that does not wait; of one that notes members of a domain."""
        if not self.watch.notes_in(number, noting):
            noting = -1
        known = self._numbers.get((number, noting))
        if known is None:
            function = self.program.functions[number]
            params = [type_of(function.locals[slot]) for slot in function.params]
            results = () if function.result is None or function.generator else (type_of(function.result),)
            known = self._numbers[number, noting] = self.module.function(function.name, params, results)
            self._wanted.append((number, noting))
        return known

    def class_table(self, domain: int, group: tuple[ir.Expr, ...], slot: int) -> tuple[int, int] | None:
        """The address of a table of classes, two words for each member of a domain, the first for none, and its
        number; the same for the same parts of keys. None where there is no room for one more."""
        parts = (domain, tuple([with_slots(each, {slot: ir.Local(0)}, {}) for each in group]))
        if parts not in self._classes:
            at = self.class_room(8 * (len(self.program.domains[domain].names) + 1))
            if at is None:
                return None
            self._classes[parts] = at, len(self._classes)
        return self._classes[parts]

    def class_room(self, size: int) -> int | None:
        """The address of so many bytes that are cleared with the tables of classes, if there is room for them."""
        at = self._classes_end
        if at + size > self.at["CLASSES_LIMIT"]:
            return None
        self._classes_end += size
        return at

    def memo_number(self, number: int) -> int:
        """The number in the module of what looks a function's values up."""
        known = self._memos.get(number)
        if known is None:
            function = self.program.functions[number]
            home = self.watch.home(number)
            anew = self.function_number(number, home)
            count = slots_of(self.program, function)
            row = 8 * self.watch.words(home) if self.watch.notes_in(number, home) else 0
            if self._memo_end + (SLOT + row) * count > self.at["MEMO_KEPT"] - WATCH_BYTES:
                known = anew
            else:
                shape = self.module.functions[anew]
                known = self.module.function(f"{function.name}: kept", shape.params, shape.results)
                table = self.memo_room(SLOT * count)
                members = self.memo_room(row * count) if row else 0
                if row:
                    self.watch.lies(number, table, members)
                self._put(known, Memo(self, number, anew, table, members).write())
            self._memos[number] = known
        return known

    def memo_room(self, size: int) -> int:
        """The address of so many bytes that are 0 when nothing is kept."""
        self._memo_end += -self._memo_end % 8
        at = self._memo_end
        self._memo_end += size
        return at

    def _write(self, number: int, noting: int) -> None:
        function = self.program.functions[number]
        out = Body(self.module.functions[self._numbers[number, noting]].params)
        w = Writer(self, out, function, number)
        w.inside = (number,)
        for i, slot in enumerate(function.params):
            w.slots[slot] = i
        if noting >= 0:
            w.noting = noting
            note_slots(w)
        begin_function(w, ())
        lies = function.result is not None and is_pointer(function.result)
        with w.released(not lies and self.makes_inside(number)):
            body(w)
        self._put(self._numbers[number, noting], out)

    # ------------------------------------------------------------ tables

    @cached_property
    def element_at(self) -> int:
        """The address of an element that a routine is handed."""
        return self.room.cache(8)

    def numbers(self, table: int) -> int:
        """The address of a table of numbers."""
        known = self._scalars.get(table)
        if known is None:
            values = [each for each in self.program.tables[table] if isinstance(each, int)]
            known = self._scalars[table] = self.room.words(values)
        return known

    def rows(self, table: int) -> int:
        """The address of the addresses of a table's rows."""
        known = self._rows.get(table)
        if known is None:
            rows = [each for each in self.program.tables[table] if isinstance(each, tuple)]
            known = self._rows[table] = self.room.words([self.room.listed(each) for each in rows])
        return known

    def uniform(self, table: int) -> int | None:
        """How many numbers each row of a table has; None when not all have as many, and of tables of numbers."""
        if table not in self._uniform:
            rows = self.program.tables[table]
            lengths = {len(each) if isinstance(each, tuple) else -1 for each in rows}
            self._uniform[table] = lengths.pop() if len(lengths) == 1 and lengths != {-1} and lengths != {0} else None
        return self._uniform[table]

    def flat(self, table: int, times: int = 1) -> int:
        """The address of a table whose rows are all of one length, without their lengths, its numbers multiplied."""
        rows = [each for each in self.program.tables[table] if isinstance(each, tuple)]
        return self.room.words([times * value for row in rows for value in row])

    def mask(self, members: int, size: int) -> int:
        """The address of a constant large set."""
        return self.room.constant(members.to_bytes(4 * ((size + 31) // 32), "little"))

    def masks(self, rows: Sequence[int], size: int) -> int:
        """The address of constant sets, one behind the other."""
        each = 8 if size <= 64 else 4 * ((size + 31) // 32)
        return self.room.constant(b"".join([row.to_bytes(each, "little") for row in rows]))

    def row_masks(self, table: int, size: int) -> int:
        """The rows of a table as sets."""
        known = self._masks.get((table, size))
        if known is None:
            rows = [sum({1 << x for x in row if x >= 0})
                    for row in self.program.tables[table] if isinstance(row, tuple)]  # fmt: skip
            known = self._masks[table, size] = self.masks(rows, size)
        return known

    def sparse(self, table: int, cells: int) -> bool:
        """Whether the rows of a table, all of them members, are better gone through than taken as sets."""
        if table not in self._sparse:
            rows = [each for each in self.program.tables[table] if isinstance(each, tuple)]
            few = sum([len(each) for each in rows]) <= cells * len(rows)
            self._sparse[table] = few and all(x >= 0 for row in rows for x in row)
        return self._sparse[table]

    def wide_masks(self, table: int, size: int) -> int:
        """The rows of a table as sets of whole words of 64 members."""
        return self.row_masks(table, size + -size % 64)

    def are_sets(self, table: int, size: int) -> bool:
        """Whether the rows of a table can be held as sets."""
        known = self._sets.get((table, size))
        if known is None:
            rows = self.program.tables[table]
            known = self._sets[table, size] = all(
                isinstance(row, tuple) and all(each < size for each in row) for row in rows
            )
        return known

    def descriptor(self, shape: ir.Shape) -> int:
        """The address of the description of values of a shape, for routines that compare them; 0 for numbers."""
        if shape.kind == "scalar":
            return 0
        if shape.kind == "list":
            return self.room.words((3, 0, self.descriptor(shape.of or ir.SCALAR)))
        if not is_pointer(shape):
            return self.room.words((1, 0, 0))
        return self.room.words((2, shape.cells, 0))

    def compare_lists(self, w: Writer, shape: ir.Shape) -> None:
        """Compare two lists on the stack: below 0, 0, or above."""
        element = shape.of or ir.SCALAR
        if element.kind == "scalar":
            w.call("list_compare")
            return
        w.call("list_compare_of", self.descriptor(element))


ENTRIES = (
    "enter_run", "enter_answer", "enter_options", "enter_prompt", "enter_begin", "enter_step", "play", "count_begin",
    "count_on", "search_begin", "search_on", "search_failed", "look_ahead", "rank_options", "weigh_options",
)  # fmt: skip
"""The routines that are called from outside."""

INTERFACE = {"begin": "alone_begin", "apply": "alone_apply", "restore": "alone_restore", "ready": "alone_ready"}
"""The routines for those who have nothing but the module, by the names that `INTERFACE.md` gives them."""


def make(program: ir.Program) -> bytes:
    """The module of a program that passed `program.validate`."""
    return Maker(program).make()
