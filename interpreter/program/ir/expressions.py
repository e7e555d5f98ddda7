"""Expressions of the program, and the table of all operations."""

from __future__ import annotations

from yupana.schemas.records import dataclass

from .node import FunctionNumber, Node, PlaceNumber, Slot, TableNumber
from .shapes import NONE, Shape

# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Expr(Node):
    """An expression; none changes the state."""


@dataclass(frozen=True, slots=True)
class Const(Expr):
    """A scalar."""

    value: int


@dataclass(frozen=True, slots=True)
class ConstList(Expr):
    """A constant list of scalars."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ConstSet(Expr):
    """A constant set of a domain of `size` members, by its members' indices."""

    members: tuple[int, ...]
    size: int


@dataclass(frozen=True, slots=True)
class Local(Expr):
    """The value of a slot."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class Load(Expr):
    """The value of the given shape that is stored from cell `base + index` on (`index` None: from `base`)."""

    order = "index:n"

    base: int
    index: Expr | None
    shape: Shape


@dataclass(frozen=True, slots=True)
class Table(Expr):
    """Entry `index` of constant table `table`: a scalar, or a list for a table of rows. The index is always in
    range."""

    order = "index:n"

    table: TableNumber
    index: Expr


@dataclass(frozen=True, slots=True)
class Op(Expr):
    """A named operation on values; `operations` has the table. `place`: where it may fault, or -1 if it cannot.
    `size`: how many members the domain of the resulting set has, where the table asks for it (else 0)."""

    order = "args"

    op: str
    args: tuple[Expr, ...]
    place: PlaceNumber = -1
    size: int = 0


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """Calls a function that does not wait. `copy`: on a copy of the state, which is thrown away afterwards
    (hypothetical changes); otherwise the function called from an expression changes nothing."""

    order = "args"
    calls = True

    function: FunctionNumber
    args: tuple[Expr, ...]
    copy: bool = False


@dataclass(frozen=True, slots=True)
class Choice(Expr):
    """`then` if `test` else `other`."""

    order = "test:n then other"

    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Clause(Node):
    """`for slot in items while going until until if test`; items is list-shaped and evaluated once.

    The loop ends before the first element for which `going` does not hold, and behind the first for which `until`
    does; both are asked of every element that is reached, before `test`."""

    order = "items:[slot] =slot going:n until:n test:n"

    slot: Slot
    items: Expr
    test: Expr | None
    going: Expr | None = None
    until: Expr | None = None

    @property
    def stops(self) -> bool:
        """Whether it can end before its last element."""
        return self.going is not None or self.until is not None


@dataclass(frozen=True, slots=True)
class Comp(Expr):
    """A comprehension. `word`:

    list, set (`element` for each; a set of a domain with `size` members), map (`key` -> element, `size` members,
    others `fill`),
    sum, count (elements that are true, as an int), any, all, min, max (of ints; `place` faults when empty, or with
    two or more elements never), first (the first element, or `fill` if none);
    with `by` (a scalar or a list; larger is better; lists compare lexicographically):
    best (the element of the unique largest key, else `fill`), leaders (list of all with the largest key, in order),
    sorted (list, smallest key first, equal ones in order), ranks (map of `size`: 1 for the largest key, equal keys
    share, the next different key is one more; members not seen have `fill`).
    """

    order = "clauses key:n element by"

    word: str
    clauses: tuple[Clause, ...]
    element: Expr
    key: Expr | None = None
    by: Expr | None = None
    size: int = 0
    fill: int = NONE
    place: PlaceNumber = -1


@dataclass(frozen=True, slots=True)
class Region(Expr):
    """The set of all members that can be reached from `start` through members in which `test` holds (start included;
    empty when it does not hold there). `over` (list-shaped) gives the neighbours of Local(`at`); `test` reads
    Local(`slot`). `slot` and `at` may not be used outside."""

    order = "start:n =at over:[a] =slot test:n"

    slot: Slot
    at: Slot
    start: Expr
    over: Expr
    test: Expr | None
    size: int


@dataclass(frozen=True, slots=True)
class Costs(Expr):
    """Map of `size`: the cheapest sum of `by` (at least 0; a negative step faults at `place`) along a path from
    `start`, NO_INT where there is none or it is above `within`. start costs 0 and is not tested. `over`: neighbours of
    Local(`here`); `test` and `by` read Local(`here`) and Local(`there`). Ties do not matter: only costs are kept."""

    order = "start:n within:n =here over:[a] =there test:n by:n"

    here: Slot
    there: Slot
    start: Expr
    over: Expr
    by: Expr | None
    test: Expr | None
    within: Expr | None
    size: int
    place: PlaceNumber
