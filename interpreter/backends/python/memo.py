"""Values of pure functions that are kept from one list of options to the next.

While options are made nothing changes, so a function that the program marks (`Function.memo`) is worked out once for
the same arguments; and what it gave stays true for the next list if nothing that it reads has changed since. Which
cells it reads is known from the program: all of some parts of the state, or, for a function of one argument that is
asked often, those that it can come to from this argument (see `program.reach`). Such a function is worked out where it
is watched: which kept values it asked for. What these read is not counted as read by it. When one of them falls, its
own value is doubtful; it holds again when all that it asked for turns out to be as it was.

Keeping costs something too: each function is on trial at first, and one whose values are seldom asked for again is
worked out at once from then on. What is kept never shows: a value that is looked up pays for the work that working it
out took, and one that faulted is worked out again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import compress
from operator import itemgetter, ne
from typing import Any, TypeAlias

from yupana.schemas.host import thread_time

from ...program import ir
from ...program.calls import asked_by
from ...program.facts import Part, ProgramFacts, Stretch
from ...program.reach import Reach

Entry: TypeAlias = tuple[Any, int]
"""A value, and the work it took."""

Read: TypeAlias = Callable[[list[int]], tuple[list[int], ...]]
"""Gives what stands in some stretches of cells."""

TRIAL = 300
"""After so many values asked for it is judged whether keeping a function's values pays."""

LOOKING, KEEPING = 3e-7, 1e-6
"""About how many seconds looking for a value costs, and keeping one that was worked out."""

_CLOCK = min([-thread_time() + thread_time() for _ in range(5)])
"""Seconds that looking at the clock takes. It counts what the processor does for us: others may keep it busy, too."""

WATCHING = 5e-6
"""About how many seconds working out a value must take so that it pays to watch what it asks for."""

OFTEN = 2_000
"""Values asked for before a function whose values fall one by one is judged."""

CHUNK = 32
"""Cells that are looked at together for which of them have changed."""

MOST = 20_000
"""Values of one function that are kept."""

NOTHING = 2
"""Stretches of no cells that are read before the others: so that more than one is read."""

Asked: TypeAlias = "tuple[Kept, Any, tuple[Any, ...], Entry]"
"""A kept value that working out another one asked for: whose, its key, its arguments, and what it was."""


class Kept:
    """The kept values of one function, all true of the position that the memory has turned to. `anew` works a value
    out. While it is on trial each call comes here; then `judged` tells the emitted code whether to look into `values`
    itself, or to work values out at once."""

    __slots__ = (
        "anew", "asked", "deps", "doubtful", "judged", "learnt", "memory", "missed", "number", "through", "took",
        "trial", "users", "values", "watched", "work",
    )  # fmt: skip

    def __init__(
        self, number: int, memory: Memory, anew: Callable[..., Any], judged: Callable[[Kept, bool], None], trial: int
    ) -> None:
        self.number = number
        self.memory = memory
        self.work = memory.work
        self.anew = anew
        self.judged = judged
        self.trial = trial
        self.values: dict[Any, Entry] = {}
        self.asked = 0
        self.missed = 0
        self.took = 0.0  # seconds for working values out, while on trial
        self.users: dict[Any, dict[tuple[Kept, Any], None]] = {}  # by key: the values that asked for this one
        self.watched = False  # whether its values fall one by one; then:
        self.learnt: set[Any] = set()  # the keys of which it is known what they read,
        self.through: set[int] = set()  # the functions whose values count as values there,
        self.deps: dict[Any, list[Asked]] = {}  # what the value of a key asked for,
        self.doubtful: dict[Any, tuple[Entry, list[Asked]]] = {}  # values that hold if what they asked for does

    def miss(self, key: Any, *arguments: Any) -> Any:
        """A value that the emitted code did not find."""
        return self.entry(key, arguments)[0]

    def entry(self, key: Any, arguments: tuple[Any, ...]) -> Entry:
        """A value, looked up or worked out, and paid for."""
        known = self._tried(key) if self.trial else self.values.get(key)
        work = self.work
        if known is not None and work[0] >= known[1]:
            work[0] -= known[1]
            return known
        if self.doubtful:
            still = self._still(key, arguments)
            if still is not None:
                return still
        before, age = work[0], self.memory.age
        start = thread_time() if self.trial else 0.0
        value, deps = self.memory.watch(self.anew, arguments) if self.watched else (self.anew(*arguments), [])
        if self.trial:
            self.took += thread_time() - start - _CLOCK
        self.missed += 1
        entry = value, before - work[0]
        if age == self.memory.age:
            self._keep(key, entry, deps)
        return entry

    def _tried(self, key: Any) -> Entry | None:
        self.asked += 1
        if self.asked >= self.trial:
            self.trial = 0
            saved = (self.asked - self.missed) * self.took / max(self.missed, 1)
            self.judged(self, saved >= LOOKING * self.asked + KEEPING * self.missed)
        return self.values.get(key)

    def again(self, trial: int) -> None:
        """Another trial, on other terms."""
        self.trial, self.asked, self.missed, self.took = trial, 0, 0, 0.0
        self.forget()

    def _keep(self, key: Any, entry: Entry, deps: list[Asked]) -> None:
        if len(self.values) >= MOST:
            self.forget()
        if self.watched and key not in self.learnt:
            self.memory.learn(self, key)
        if deps:
            for asked, other, _, _ in deps:
                if other not in asked.values:
                    return  # so much was asked for that it was forgotten again
                asked.users.setdefault(other, {})[self, key] = None
            self.deps[key] = deps
        self.values[key] = entry

    def _still(self, key: Any, arguments: tuple[Any, ...]) -> Entry | None:
        """A doubtful value, if all that it asked for is as it was. It pays what it would pay worked out anew; where
        that fails, here or there, it is worked out anew."""
        doubtful = self.doubtful.pop(key, None)
        if doubtful is None:
            return None
        (value, paid), deps = doubtful
        work, age, cells = self.work, self.memory.age, arguments[0]
        before = work[0]
        now: list[Asked] = []
        try:
            for kept, other, rest, was in deps:
                entry = kept.entry(other, (cells, *rest))
                if entry[0] != was[0]:
                    return None
                paid += entry[1] - was[1]
                now.append((kept, other, rest, entry))
        except Exception:  # it would have come to this itself
            return None
        finally:
            work[0] = before
        if before < paid or age != self.memory.age:
            return None
        work[0] -= paid
        self._keep(key, (value, paid), now)
        return value, paid

    # ------------------------------------------------------------ what is no longer true

    def forget(self) -> None:
        """No value is true any more."""
        self.doubtful.clear()
        if self.values:
            self.values.clear()
            self.deps.clear()
            users, self.users = self.users, {}
            for each in users.values():
                for kept, key in each:
                    kept.doubt(key)

    def fall(self, key: Any) -> None:
        """One value is not true any more."""
        if self.values.pop(key, None) is None:
            self.doubtful.pop(key, None)
        else:
            self.deps.pop(key, None)
            if key in self.users:
                self._tell(key)

    def doubt(self, key: Any) -> None:
        """Something that a value asked for, at least once, is not true any more."""
        deps = self.deps.pop(key, None)
        if deps is not None:
            self.doubtful[key] = self.values.pop(key), deps
            if key in self.users:
                self._tell(key)

    def _tell(self, key: Any) -> None:
        for kept, other in self.users.pop(key):
            kept.doubt(other)


class Watch:
    """A stretch of cells that values depend on: as it was, and what falls when it changes: all values of the functions
    in `whole`, and by cell single ones."""

    __slots__ = ("at", "kept", "range", "seen", "single", "stretch", "whole")

    def __init__(self, stretch: Stretch, cells: list[int]) -> None:
        self.stretch = stretch
        self.at = slice(*stretch)
        self.range = range(*stretch)
        self.seen = cells[self.at]
        self.kept: set[Kept] = set()  # whose values depend on it:
        self.whole: set[Kept] = set()
        self.single: dict[int, set[tuple[Kept, Any]]] = {}


class Memory:
    """What the functions of one runner keep. `work` is the runner's allowance."""

    def __init__(self, program: ir.Program, facts: ProgramFacts, work: list[int]) -> None:
        self._program = program
        self._facts = facts
        self.work = work
        self.age = 0  # grows when what is learnt about values becomes worthless
        self.functions: dict[int, Kept] = {}
        self.searches: dict[int, Kept] = {}  # by the id of the node
        self._trail: list[list[Asked]] = []
        self._cells: list[int] = []
        self._watches: dict[Stretch, Watch] = {}
        self._asked: dict[int, set[int]] = {}  # by decision: the functions that making its options may ask for
        self._orders: dict[int, tuple[list[Watch], Read]] = {}  # by decision: what these depend on

    @cached_property
    def _reach(self) -> Reach:
        return Reach(self._program, self._facts)

    def add(self, kept: Kept) -> None:
        """One more function that keeps its values."""
        self.functions[kept.number] = kept
        self.depends(kept, self._facts.function(kept.number).reads)

    def search(self, node: ir.Expr, anew: Callable[..., Any]) -> None:
        """One more search; its values are kept for functions that are watched."""
        if id(node) not in self.searches:
            kept = self.searches[id(node)] = Kept(-1, self, anew, lambda kept, worth: None, 0)
            self.depends(kept, self._facts.of(node).reads)

    def depends(self, kept: Kept, parts: set[Part] | frozenset[Part]) -> None:
        """All values of a function fall with any cell of these parts."""
        for part in parts:
            for stretch in self._facts.cells_of(part):
                self._watch(stretch, kept).whole.add(kept)

    def _watch(self, stretch: Stretch, kept: Kept) -> Watch:
        known = self._watches.get(stretch)
        if known is None:
            known = self._watches[stretch] = Watch(stretch, self._cells)
        if kept not in known.kept:
            known.kept.add(kept)
            self._orders.clear()
        return known

    def remove(self, kept: Kept) -> None:
        """Its values do not pay: what asked for them reads what it reads."""
        self.age += 1
        kept.forget()
        del self.functions[kept.number]
        self._free(kept)
        for other in self.functions.values():
            if kept.number in other.through:
                other.forget()
                other.learnt.clear()
                other.through.clear()
                self._free(other)

    def _free(self, kept: Kept) -> None:
        for watch in [*self._watches.values()]:
            watch.kept.discard(kept)
            watch.whole.discard(kept)
            for cell, keys in [*watch.single.items()]:
                keys.difference_update([each for each in keys if each[0] is kept])
                if not keys:
                    del watch.single[cell]
            if not watch.kept:
                del self._watches[watch.stretch]
        self._orders.clear()

    # ------------------------------------------------------------ one value after the other

    def look_closer(self, kept: Kept) -> bool:
        """Whether the values of a function fall one by one from now on; it is no use where each reads as much, or is
        worked out in no time."""
        function = self._program.functions[kept.number]
        if kept.watched or len(function.params) != 1 or kept.took < WATCHING * kept.missed:
            return False
        _, whole = self._reach.of(kept.number, (0,), self._cut(set()))
        if len(whole) == len(self._facts.function(kept.number).reads):
            return False
        kept.watched = True
        self._free(kept)
        return True

    def _cut(self, through: set[int]) -> Callable[[Any], bool]:
        """Whether a node asks for a kept value; `through` collects of which functions."""

        def cut(node: Any) -> bool:
            if isinstance(node, ir.Call) and node.function in self.functions:
                through.add(node.function)
                return True
            return id(node) in self.searches

        return cut

    def learn(self, kept: Kept, key: Any) -> None:
        """Find out what the value of a key reads."""
        kept.learnt.add(key)
        cells, parts = self._reach.of(kept.number, (key,), self._cut(kept.through))
        self.depends(kept, parts)
        for cell in cells:
            first = cell - cell % CHUNK
            self._watch((first, first + CHUNK), kept).single.setdefault(cell, set()).add((kept, key))

    def watch(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, list[Asked]]:
        """What a function gives, and the kept values that it asked for."""
        self._trail.append([])
        try:
            value = function(*arguments)
        finally:
            asked = self._trail.pop()
        return value, asked

    def watching(self, kept: Kept, listed: list[Any], anew: Callable[..., Any]) -> Callable[..., Any]:
        """What is called instead of a function where it is watched who asks for its values."""
        trail = self._trail

        def asked(cells: ir.Cells, *arguments: Any) -> Any:
            if cells is not listed[0]:
                return anew(cells, *arguments)
            key = arguments[0] if len(arguments) == 1 else arguments
            entry = kept.entry(key, (cells, *arguments))
            trail[-1].append((kept, key, arguments, entry))
            return entry[0]

        return asked

    # ------------------------------------------------------------ from position to position

    def turns_to(self, decision: int, cells: list[int]) -> None:
        """Forget what is not true of a position, of all that making the options of a decision may ask for."""
        self._cells = cells
        order, read = self._orders.get(decision) or self._order(decision)
        if len(order) == NOTHING:
            return
        now, before = read(cells), [watch.seen for watch in order]
        functions: set[Kept] = set()
        values: set[tuple[Kept, Any]] = set()
        for number in compress(range(len(now)), map(ne, now, before)):
            watch = order[number]
            watch.seen = now[number]
            functions |= watch.whole
            if watch.single:
                for cell in compress(watch.range, map(ne, now[number], before[number])):
                    values.update(watch.single.get(cell, ()))
        for kept in functions:
            if kept.values or kept.doubtful:
                kept.forget()
        for kept, key in values:
            kept.fall(key)

    def _order(self, decision: int) -> tuple[list[Watch], Read]:
        asked = self._asked.get(decision)
        if asked is None:
            asked = self._asked[decision] = asked_by(self._program, self._program.decisions[decision].options)
        kept = {each for number, each in self.functions.items() if number in asked}
        if any(each.watched for each in kept):
            kept.update(self.searches.values())
        nothing = Watch((0, 0), [])
        order = [*[nothing] * NOTHING, *[watch for watch in self._watches.values() if watch.kept & kept]]
        known = self._orders[decision] = order, itemgetter(*[watch.at for watch in order])
        return known
