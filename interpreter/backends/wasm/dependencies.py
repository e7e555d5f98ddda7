"""What the values that are kept depend on, so that they outlive a list of options.

Before options are made, the cells that kept functions read are compared with how they were the last time: so it does
not matter who wrote them, a rule, a change that was taken back, or Python with another game. What a function reads
is known (`program.facts`), by parts of the state: when one of them differs, all its values are forgotten. Of fields
that the members of one domain have, its *home*, a function that looks at a few of these members at a time notes
which ones it looked at (`Writer.noting`), with each value: it is forgotten when one of these differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...program import ir
from ...program.calls import asked_by
from ...program.facts import NOTES, Part, Stretch
from ...program.walk import descend, slots_set_in
from . import binary as wasm
from .emit_memo import slots_of

if TYPE_CHECKING:
    from .module_maker import Maker
    from .writer import Writer

MEMBERS_MOST = 512
"""Members of a domain beyond which nothing is noted of single ones."""

SLOTS_MOST = 512
"""Values of a function beyond which none is looked at by itself."""


WATCH_BYTES = 1 << 20
"""For what is compared with the last time."""


@dataclass(slots=True)
class Read:
    """What a function reads, with all that it calls: parts as wholes, stretches of cells that belong to no field, and
    fields of which single members are noted. `always`: something besides, so that nothing outlives a listing."""

    parts: set[Part] = field(default_factory=set)
    cells: set[Stretch] = field(default_factory=set)
    noted: set[int] = field(default_factory=set)
    always: bool = False

    def add(self, other: Read) -> None:
        """With what another one reads."""
        self.parts |= other.parts
        self.cells |= other.cells
        self.noted |= other.noted
        self.always |= other.always

    def settled(self) -> Read:
        """A field that is read as a whole anyway need not be noted."""
        self.noted -= {number for kind, number in self.parts if kind == "field"}
        return self


class Watch:
    """Of one module."""

    def __init__(self, maker: Maker) -> None:
        self.maker = maker
        self.program = maker.program
        self._homes: dict[int, int] = {}
        self._reads: dict[tuple[int, int], Read] = {}
        self._areas: dict[int, int] = {}
        self._heads: dict[int, int] = {}
        self._tables: dict[int, tuple[int, int, int]] = {}
        self._parts: dict[Stretch, int] = {}
        self._crowds: bool | None = None
        self._together: set[int] | None = None

    # ------------------------------------------------------------ what is read

    def home(self, number: int) -> int:
        """The domain of whose members a kept function notes single ones; -1 for none."""
        if number not in self._homes:
            self._homes[number] = -1  # who is asked meanwhile notes nothing
            self._homes[number] = self._best_home(number)
        return self._homes[number]

    def _best_home(self, number: int) -> int:
        if self._crowded() or slots_of(self.program, self.program.functions[number]) > SLOTS_MOST:
            return -1
        counts: dict[int, int] = {}
        for kind, at in self.maker.facts.function(number).reads:
            if kind == "field" and self.program.fields[at].domain >= 0:
                domain = self.program.fields[at].domain
                counts[domain] = counts.get(domain, 0) + 1
        own = self.program.functions[number]
        codes = [own, *[self.program.functions[each] for each in asked_by(self.program, [own])]]
        if not any(isinstance(each, ir.Region) for code in codes for each in descend(code)):
            return -1  # what searches nothing is worked out again as quickly
        for domain in sorted(counts, key=lambda each: (-counts[each], each)):
            few = len(self.program.domains[domain].names) <= MEMBERS_MOST
            if few and not any(_goes_through(each, domain) for each in codes):
                return -1 if self._moves(self.read(number, domain)) else domain
        return -1

    def read(self, number: int, home: int) -> Read:
        """What a function reads that notes members of a home (or none, -1)."""
        known = self._reads.get((number, home))
        if known is None:
            known = Read()
            for node in self.program.functions[number].body:
                for each in descend(node):
                    self._node(each, home, known)
            known = self._reads[number, home] = known.settled()
        return known

    def _node(self, node: Any, home: int, out: Read) -> None:
        """What a node reads itself."""
        facts = self.maker.facts
        match node:
            case ir.Load():
                kind, number = part = facts.part_of(node.base)
                if kind != "field":
                    whole = isinstance(node.index, (type(None), ir.Const))
                    first = node.base + (node.index.value if isinstance(node.index, ir.Const) else 0)
                    out.cells.add((first, first + node.shape.cells))
                    out.always = not whole
                elif home >= 0 and self.program.fields[number].domain == home:
                    out.noted.add(number)
                else:
                    out.parts.add(part)
            case ir.Call() | ir.Do() | ir.EmitFrom():
                called = node.function
                inner = self.home(called) if self.maker.kept(called) else home
                if inner == home:
                    out.add(self.read(called, home))
                else:
                    read = self.read(called, inner)
                    out.add(Read(read.parts | {("field", each) for each in read.noted}, read.cells, set(), read.always))
            case ir.Op():
                self._parts_of(facts.read_by(node), out)
        if node.touches:
            out.always = True

    def _parts_of(self, parts: Iterable[Part], out: Read) -> None:
        for part in parts:
            if part == NOTES:
                out.always = True
            elif part[0] == "cell":
                out.cells.add((part[1], part[1] + 1))
            else:
                out.parts.add(part)

    def notes_in(self, function: int, home: int) -> bool:
        """Whether a function, or what it calls, notes members of a home."""
        return home >= 0 and bool(self.read(function, home).noted)

    # ------------------------------------------------------------ where it lies

    def area(self, home: int) -> int:
        """The address of the members of a home that were looked at, a word in front for none."""
        if home not in self._areas:
            self._areas[home] = self.maker.memo_room(8 + 8 * self.words(home)) + 8
        return self._areas[home]

    def words(self, home: int) -> int:
        """How many words of 64 members there are."""
        return (len(self.program.domains[home].names) + 63) // 64

    def head(self, number: int) -> int:
        """The address of what is known of all values of a function (see `runtime/watching.py`)."""
        if number not in self._heads:
            home = self.home(number)
            self._heads[number] = self.maker.memo_room(24 + (8 * self.words(home) if home >= 0 else 0))
        return self._heads[number]

    def asked_inside(self, number: int) -> bool:
        """Whether a function that notes what it looks at asks for the values of this one, which does so too."""
        if self._together is None:
            self._together = set()
            for each in range(len(self.program.functions)):
                if self.maker.kept(each) and self.home(each) >= 0:
                    asked = asked_by(self.program, [self.program.functions[each]])
                    self._together.update([
                        one for one in asked if self.maker.kept(one) and self.home(one) == self.home(each)
                    ])  # fmt: skip
        return number in self._together

    def lies(self, number: int, slots: int, members: int) -> None:
        """Where the values of a function lie, and the members that they depend on."""
        self._tables[number] = slots, self.words(self.home(number)), members

    # ------------------------------------------------------------ what is looked at

    def before(self, functions: Iterable[int]) -> int:
        """The address of the list of what is looked at before options are made that ask for values of these
        functions. What has the fewest cells comes first."""
        room = self.maker.room
        out = []
        for number in sorted(functions):
            stretches = sorted(self._stretches(number), key=lambda each: each[0][1] - each[0][0])
            parts = [self._part(*each) for each in stretches]
            table = self._tables.get(number, (0, 0, 0))
            out.append(room.words((self.head(number), *table, len(parts), *parts)))
        return room.listed(out)

    def outlives(self, number: int) -> bool:
        """Whether values of a function outlive a listing. What depends on zones does not: pieces move at nearly every
        turn, and looking whether they did takes as long as it gains."""
        read = self.read(number, self.home(number))
        return not (self._crowded() or read.always or self._moves(read))

    def _moves(self, read: Read) -> bool:
        return any(kind == "zones" for kind, _ in read.parts)

    def _crowded(self) -> bool:
        """Whether there is no room for a copy of all that is compared."""
        if self._crowds is None:
            self._crowds = True  # nothing is noted of members while this is worked out
            asked = [each for each in self._all() if not self.read(each, self.home(each)).always]
            stretches = {stretch for each in asked for stretch, _ in self._stretches(each)}
            heads = sum([24 + len(each.names) // 4 for each in self.program.domains]) + 64 * len(self._all())
            self._crowds = heads + sum([12 + 4 * (end - first) for first, end in stretches]) > WATCH_BYTES
            self._homes.clear()
            self._reads.clear()
        return self._crowds

    def _stretches(self, number: int) -> Iterator[tuple[Stretch, int]]:
        """The stretches of cells that a function reads; how many cells a member has, 0 where none is noted."""
        facts = self.maker.facts
        read = self.read(number, self.home(number))
        for part in sorted(read.parts):
            for stretch in facts.cells_of(part):
                yield stretch, 0
        for stretch in sorted(read.cells):
            yield stretch, 0
        for each in sorted(read.noted):
            yield facts.field_cells(each), self.program.fields[each].shape.cells

    def _part(self, stretch: Stretch, cells: int) -> int:
        """The address of a description of cells that are compared: where they lie, how they were, how many bytes, how
        many bytes a member has, and the heads of the functions that read them as a whole or note members."""
        known = self._parts.get(stretch)
        if known is None:
            whole: list[int] = []
            noted: list[int] = []
            size = cells
            for number in filter(self.outlives, self._all()):
                for other, count in self._stretches(number):
                    if other == stretch:
                        (noted if count else whole).append(self.head(number))
                        size = max(size, count)
            first, end = stretch
            room = self.maker.room
            shadow = self.maker.memo_room(8 + 4 * (end - first))
            known = self._parts[stretch] = room.words((
                self.maker.at["STATE"] + 4 * first, shadow, 4 * (end - first), 4 * max(size, 1),
                len(whole), *whole, len(noted), *noted,
            ))  # fmt: skip
        return known

    def _all(self) -> list[int]:
        """All functions whose values are kept, and which something asks for while it makes options."""
        return self.maker.kept_functions()


def _goes_through(code: ir.Function, domain: int) -> bool:
    """Whether code goes through all members of a domain, or searches ways for which no notes are made."""
    for each in descend(code):
        if isinstance(each, ir.Costs):
            return True
        items = getattr(each, "items", None) if isinstance(each, (ir.For, ir.Clause)) else None
        if isinstance(items, ir.Op) and items.op == "domain" and items.args[0] == ir.Const(domain):
            return True
    return False


# ---------------------------------------------------------------- code that notes


def note_member(w: Writer, local: int) -> None:
    """The member in a local was looked at; none is noted in front of all members."""
    area = w.maker.watch.area(w.noting)
    at = w.body.local()
    x = wasm.get(local)
    w.put(x, wasm.const(3), wasm.SHR, wasm.const(area), wasm.ADD, wasm.tee(at))
    w.put(wasm.get(at), wasm.load8(), wasm.const(1), x, wasm.const(7), wasm.AND, wasm.SHL, wasm.OR, wasm.store8())


def note_slots(w: Writer, already: frozenset[int] = frozenset()) -> None:
    """Note the members that are given to a function, where it looks at them; those in `already` were noted before."""
    function = w.function
    assigned = {slot for each in function.body for slot in slots_set_in(each)}
    used = _indices(w, function.body)
    for slot in function.params:
        if slot in assigned:
            continue
        if slot in already:
            w.noted.add(slot)
        elif used.get(slot, 0) > 1:
            note_member(w, w.slot_local(slot))
            w.noted.add(slot)


def _indices(w: Writer, nodes: Iterable[Any]) -> dict[int, int]:
    """How often slots say whose fields are looked at, or are handed on to a function that looks."""
    out: dict[int, int] = {}
    for node in nodes:
        for each in descend(node):
            if isinstance(each, ir.Load) and isinstance(each.index, ir.Local) and _noted_field(w, each) is not None:
                out[each.index.slot] = out.get(each.index.slot, 0) + 1
            elif isinstance(each, ir.Call) and w.maker.watch.notes_in(each.function, w.noting):
                for given in each.args:
                    if isinstance(given, ir.Local) and w.function.locals[given.slot].domain == w.noting:
                        out[given.slot] = out.get(given.slot, 0) + 2
    return out


def _noted_field(w: Writer, node: ir.Load) -> ir.StateField | None:
    kind, number = w.maker.facts.part_of(node.base)
    if w.noting < 0 or kind != "field" or w.maker.program.fields[number].domain != w.noting:
        return None
    return w.maker.program.fields[number]


def note_load(w: Writer, node: ir.Load) -> tuple[bytes, int] | None:
    """Note which member's field is looked at; the address, as `Writer.state_address` gives it, or None where nothing
    is to be noted."""
    held = _noted_field(w, node)
    if held is None or (isinstance(node.index, ir.Local) and node.index.slot in w.noted and held.shape.cells == 1):
        return None
    at = w.maker.at["STATE"]
    cells = held.shape.cells
    if node.index is None or isinstance(node.index, ir.Const):
        index = node.index.value if isinstance(node.index, ir.Const) else 0
        w.const((node.base + index - held.base) // cells)
        note_member(w, w.body.keep())
        return None
    local = w.new_local(node.index)
    if cells == 1 and node.base == held.base:
        note_member(w, local)
    else:
        w.put(wasm.get(local), wasm.const(node.base - held.base), wasm.ADD, wasm.const(cells), wasm.DIV)
        note_member(w, w.body.keep())
    return wasm.get(w.body.keep(wasm.get(local), wasm.const(2), wasm.SHL)), at + 4 * node.base


def note_words(w: Writer, home: int, words: list[bytes]) -> None:
    """The members of words of 64 were looked at; the code of each is without effects."""
    area = w.maker.watch.area(home)
    for i, each in enumerate(words):
        w.put(wasm.const(0), wasm.const(0), wasm.load64(area + 8 * i), each, wasm.OR64, wasm.store64(area + 8 * i))
