"""Expressions: what each node of `program.ir` gives, worked out where it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from yupana.interpreter.machine import faults
from yupana.interpreter.machine.rng import below, scripted
from yupana.interpreter.program import ir, limits
from yupana.interpreter.program.weigh import Weights

from .operations import OPERATIONS, in_int
from .values import loaded, store
from .zones import Lists

LONG = frozenset(("list_add", "list_concat"))
"""Operations that pay for the list that they make; the others pay for their first operand."""


@dataclass(slots=True)
class Call:
    """What all the code of one call into the back end shares."""

    program: ir.Program
    weights: Weights
    zones: Lists
    body: Callable[[Walk, Sequence[ir.Stmt]], Any]
    """Carries out a function's statements (see `statements.body`)."""
    statements: dict[type, Callable[[Any, Any], None]]
    """What each statement does."""
    sink: Callable[[tuple[Any, ...]], None] | None = None
    script: list[int] | None = None
    chance: Callable[[int], int] | None = None
    work: int = field(default_factory=lambda: limits.WORK)

    def pay(self, amount: int, place: int) -> None:
        """Take from the allowance."""
        self.work -= amount
        if self.work < 0:
            faults.overworked(place)

    def enter(self, number: int) -> None:
        """What a heavy function pays when it is called."""
        weight = self.weights.entry.get(number, 0)
        if weight:
            self.pay(weight, self.program.functions[number].place)

    def number(self, cells: ir.Cells, sides: int) -> int:
        """A number from 1 to `sides`: one that was set beforehand, or by chance."""
        return self.below(cells, sides) + 1 if self.script is None else scripted(self.script, sides)

    def below(self, cells: ir.Cells, bound: int) -> int:
        """A number below the bound."""
        return below(cells, bound) if self.chance is None else self.chance(bound)


@dataclass(slots=True)
class Walk:
    """One function at work on a position. `slots` holds its locals; those of `frame` lie in the frame in the state,
    unless something inside an expression binds them."""

    call: Call
    cells: ir.Cells
    function: ir.Function
    slots: dict[int, Any] = field(default_factory=dict)
    frame: dict[int, int] = field(default_factory=dict)

    @property
    def program(self) -> ir.Program:
        """The program."""
        return self.call.program

    @property
    def zones(self) -> Lists:
        """Its zones."""
        return self.call.zones

    @property
    def statements(self) -> dict[type, Callable[[Any, Any], None]]:
        """What each statement does here."""
        return self.call.statements

    def bound(self, slots: Sequence[int], values: Sequence[Any]) -> Walk:
        """The same with some slots bound."""
        inner = {**self.slots, **dict(zip(slots, values, strict=True))}
        return Walk(self.call, self.cells, self.function, inner, self.frame)

    # ------------------------------------------------------------ locals

    def get(self, slot: int) -> Any:
        """The value of a local."""
        if slot in self.slots or slot not in self.frame:
            return self.slots[slot]
        return loaded(self.cells, self._in_frame(slot), self.function.locals[slot])

    def set(self, slot: int, value: Any) -> None:
        """Give a local its value."""
        if slot in self.frame:
            store(self.cells, self._in_frame(slot), self.function.locals[slot], value, self.function.place)
        else:
            self.slots[slot] = value

    def _in_frame(self, slot: int) -> int:
        return self.cells[ir.CELL_FRAME] + self.frame[slot]

    # ------------------------------------------------------------ nodes

    def value(self, node: ir.Expr) -> Any:
        """What an expression gives."""
        return _NODES[type(node)](self, node)

    def values(self, nodes: Sequence[ir.Expr]) -> tuple[Any, ...]:
        """What several give, from left to right."""
        return tuple([self.value(each) for each in nodes])

    def items(self, loop: ir.For | ir.Clause) -> tuple[Any, ...]:
        """What a loop goes over; a heavy one pays for its turns."""
        items: tuple[Any, ...] = self.value(loop.items)
        weight = self.call.weights.turn.get(id(loop), 0)
        if weight:
            place = loop.items.place if isinstance(loop.items, ir.Op) and loop.items.op == "range" else -1
            self.call.pay(len(items) * weight, place if place >= 0 else self.function.place)
        return items

    def made(self, node: ir.Expr, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """A list that was made: one that could have too many elements is counted."""
        if len(values) > limits.LIST and self.call.weights.shapes.outgrows(self.function, node):
            faults.too_many_elements(len(values), limits.LIST, self.function.place)
        return values


def _load(walk: Walk, node: ir.Load) -> Any:
    at = node.base + (0 if node.index is None else walk.value(node.index))
    return loaded(walk.cells, at, node.shape)


def _op(walk: Walk, node: ir.Op) -> Any:
    if node.op == "and":
        return int(all(walk.value(each) for each in node.args))
    if node.op == "or":
        return int(any(walk.value(each) for each in node.args))
    pays = id(node) in walk.call.weights.unbounded
    operands = []
    for each in node.args:
        operands.append(walk.value(each))
        if pays and len(operands) == 1 and node.op not in LONG:
            walk.call.pay(len(operands[0]) >> 4, walk.function.place)
    value = OPERATIONS[node.op](walk, node, *operands)
    if pays and node.op in LONG:
        walk.call.pay(len(value) >> 4, walk.function.place)
        walk.made(node, value)
    return value


def _call(walk: Walk, node: ir.Call) -> Any:
    arguments = walk.values(node.args)
    call = walk.call
    if not node.copy:
        return carried_out(call, walk.cells, node.function, arguments)
    call.pay(len(walk.cells) >> 4, walk.function.place)
    copied = replace(call, sink=None, script=None if call.script is None else list(call.script))
    try:
        return carried_out(copied, walk.cells[:], node.function, arguments)
    finally:
        call.work = copied.work


def carried_out(call: Call, cells: ir.Cells, number: int, arguments: Sequence[Any]) -> Any:
    """What a function that does not wait gives."""
    function = call.program.functions[number]
    call.enter(number)
    inner = Walk(call, cells, function, dict(zip(function.params, arguments, strict=True)))
    return call.body(inner, function.body)


def _comprehension(walk: Walk, node: ir.Comp) -> Any:
    found: list[Any] = []
    keys: list[Any] = []

    def collect(inner: Walk, clauses: Sequence[ir.Clause]) -> bool:
        """One element after the other; True when no more is needed."""
        if not clauses:
            if node.key is not None:
                keys.append(inner.value(node.key))
            found.append(inner.value(node.element))
            if node.by is not None:
                keys.append(inner.value(node.by))
            settled = {"first": True, "any": bool(found[-1]), "all": not found[-1]}
            return settled.get(node.word, False)
        clause, *rest = clauses
        for each in inner.items(clause):
            now = inner.bound((clause.slot,), (each,))
            if clause.going is not None and not now.value(clause.going):
                break
            last = clause.until is not None and now.value(clause.until)
            if (clause.test is None or now.value(clause.test)) and collect(now, rest):
                return True
            if last:
                break
        return False

    collect(walk, node.clauses)
    value = _WORDS[node.word](node, found, keys)
    return walk.made(node, value) if node.word in ("list", "leaders", "sorted") else value


def _map(node: ir.Comp, found: list[Any], keys: list[Any]) -> tuple[Any, ...]:
    last = dict(zip(keys, found, strict=True))
    return tuple([last.get(i, node.fill) for i in range(node.size)])


def _extreme(node: ir.Comp, found: list[Any], keys: list[Any]) -> Any:
    if not found:
        faults.of_nothing("smallest" if node.word == "min" else "largest", node.place)
    return min(found) if node.word == "min" else max(found)


def _top(found: list[Any], keys: list[Any]) -> list[Any]:
    top = max(keys, default=None)
    return [each for each, key in zip(found, keys, strict=True) if key == top]


def _best(node: ir.Comp, found: list[Any], keys: list[Any]) -> Any:
    top = _top(found, keys)
    return top[0] if len(top) == 1 else node.fill


def _ranks(node: ir.Comp, found: list[Any], keys: list[Any]) -> tuple[Any, ...]:
    larger = {key: len({other for other in keys if other > key}) for key in keys}
    ranks = {each: 1 + larger[key] for each, key in zip(found, keys, strict=True)}
    return tuple([ranks.get(i, node.fill) for i in range(node.size)])


_WORDS: dict[str, Callable[[ir.Comp, list[Any], list[Any]], Any]] = {
    "list": lambda node, found, keys: tuple(found),
    "set": lambda node, found, keys: frozenset([each for each in found if each >= 0]),
    "map": _map,
    "sum": lambda node, found, keys: in_int(sum(found), node.place),
    "count": lambda node, found, keys: len([each for each in found if each]),
    "any": lambda node, found, keys: int(any(found)),
    "all": lambda node, found, keys: int(all(found)),
    "first": lambda node, found, keys: found[0] if found else node.fill,
    "min": _extreme,
    "max": _extreme,
    "best": _best,
    "leaders": lambda node, found, keys: tuple(_top(found, keys)),
    "sorted": lambda node, found, keys: tuple([found[i] for i in sorted(range(len(found)), key=keys.__getitem__)]),
    "ranks": _ranks,
}


def _region(walk: Walk, node: ir.Region) -> frozenset[int]:
    def holds(x: int) -> Any:
        return node.test is None or walk.bound((node.slot,), (x,)).value(node.test)

    start = walk.value(node.start)
    if not holds(start):
        return frozenset()
    met, reached = {start}, [start]
    for x in reached:
        for y in walk.bound((node.at,), (x,)).value(node.over):
            if y not in met:
                met.add(y)
                if holds(y):
                    reached.append(y)
    walk.call.pay(len(met) * walk.call.weights.turn[id(node)], walk.function.place)
    return frozenset(reached)


def _costs(walk: Walk, node: ir.Costs) -> tuple[int, ...]:
    start = walk.value(node.start)
    limit = ir.NO_INT if node.within is None else walk.value(node.within)
    most = ir.INT_MAX if limit == ir.NO_INT else limit
    settled: dict[int, int] = {}
    open_ = {start: 0} if most >= 0 else {}
    while open_:
        here = min(open_, key=lambda x: (open_[x], x))
        settled[here] = open_.pop(here)
        walk.call.pay(0, node.place)  # for the steps until now
        for there in walk.bound((node.here,), (here,)).value(node.over):
            walk.call.work -= walk.call.weights.turn[id(node)]
            both = walk.bound((node.here, node.there), (here, there))
            if there in settled or (node.test is not None and not both.value(node.test)):
                continue
            step = 1 if node.by is None else both.value(node.by)
            if step < 0:
                faults.negative_step(step, node.place)
            total = in_int(settled[here] + step, node.place)
            if total <= min(most, open_.get(there, most)):
                open_[there] = total
    return tuple([settled.get(x, ir.NO_INT) for x in range(node.size)])


_NODES: dict[type, Callable[[Walk, Any], Any]] = {
    ir.Const: lambda walk, node: node.value,
    ir.ConstList: lambda walk, node: node.values,
    ir.ConstSet: lambda walk, node: frozenset(node.members),
    ir.Local: lambda walk, node: walk.get(node.slot),
    ir.Load: _load,
    ir.Table: lambda walk, node: walk.program.tables[node.table][walk.value(node.index)],
    ir.Op: _op,
    ir.Call: _call,
    ir.Choice: lambda walk, node: walk.value(node.then if walk.value(node.test) else node.other),
    ir.Comp: _comprehension,
    ir.Region: _region,
    ir.Costs: _costs,
}
