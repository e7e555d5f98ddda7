"""Expressions of the program, and the table of all operations."""

from __future__ import annotations

from dataclasses import dataclass

from .shapes import NONE, Shape

# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Expr:
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
    """A constant set, by its members' indices."""

    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Local(Expr):
    """The value of a slot."""

    slot: int


@dataclass(frozen=True, slots=True)
class Load(Expr):
    """The value of the given shape that is stored from cell `base + index` on (`index` None: from `base`)."""

    base: int
    index: Expr | None
    shape: Shape


@dataclass(frozen=True, slots=True)
class Table(Expr):
    """Entry `index` of constant table `table`: a scalar, or a list for a table of rows. The index is always in
    range."""

    table: int
    index: Expr


@dataclass(frozen=True, slots=True)
class Op(Expr):
    """A named operation on values; `OPS` lists them all. `place`: where it may fault, or -1 if it cannot."""

    op: str
    args: tuple[Expr, ...]
    place: int = -1


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """Calls a function that does not wait. `copy`: on a copy of the state, which is thrown away afterwards
    (hypothetical changes); otherwise the function called from an expression changes nothing."""

    function: int
    args: tuple[Expr, ...]
    copy: bool = False


@dataclass(frozen=True, slots=True)
class Choice(Expr):
    """`then` if `test` else `other`."""

    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Clause:
    """`for slot in items if test`; items is list-shaped and evaluated once."""

    slot: int
    items: Expr
    test: Expr | None


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
    share,
    the next different key is one more; members not seen have `fill`).
    """

    word: str
    clauses: tuple[Clause, ...]
    element: Expr
    key: Expr | None = None
    by: Expr | None = None
    size: int = 0
    fill: int = NONE
    place: int = -1


@dataclass(frozen=True, slots=True)
class Region(Expr):
    """The set of all members that can be reached from `start` through members in which `test` holds (start included;
    empty when it does not hold there). `over` (list-shaped) gives the neighbours of Local(`at`); `test` reads
    Local(`slot`). `slot` and `at` may not be used outside."""

    slot: int
    at: int
    start: Expr
    over: Expr
    test: Expr | None
    size: int


@dataclass(frozen=True, slots=True)
class Costs(Expr):
    """Map of `size`: the cheapest sum of `by` (at least 0; a negative step faults at `place`) along a path from
    `start`,
    NO_INT where there is none or it is above `within`. start costs 0 and is not tested. `over`: neighbours of
    Local(`here`);
    `test` and `by` read Local(`here`) and Local(`there`). Ties do not matter: only costs are kept."""

    here: int
    there: int
    start: Expr
    over: Expr
    by: Expr | None
    test: Expr | None
    within: Expr | None
    size: int
    place: int


OPS: dict[str, str] = {
    # numbers (ints are 32-bit, division and remainder floor)
    "add": "a + b",
    "sub": "a - b",
    "mul": "a * b",
    "div": "a // b; faults at place when b is 0",
    "mod": "a % b, with the sign of b; faults at place when b is 0",
    "neg": "-a",
    "abs": "absolute value",
    "min": "the smaller of two or more ints",
    "max": "the larger of two or more ints",
    "clamp": "(x, low, high): x, but not below low nor above high",
    # truth
    "not": "not a",
    "and": "a and b (short circuit)",
    "or": "a or b (short circuit)",
    # comparison: eq and ne work for every shape (lists of lists too), the others on scalars and lists (lexicographic)
    "eq": "a == b",
    "ne": "a != b",
    "lt": "a < b",
    "le": "a <= b",
    "gt": "a > b",
    "ge": "a >= b",
    # secrets
    "reveal": "a itself, of any shape; the author says that it may be told to all",
    # optional
    "some": "a itself; faults at place when it is none (-1)",
    "some_int": "a itself; faults at place when it is NO_INT",
    "in_range": "(x, low, high): x; faults at place when it is outside",
    # lists
    "list": "a list of the arguments",
    "range": "(low, high): list of the ints from low to high, empty when low > high; faults at place beyond 100,000",
    "list_get": "(list, i): element i from 0; faults at place when out of range",
    "list_first": "(list, fill): the first element, or fill",
    "list_last": "(list, fill): the last element, or fill",
    "list_size": "number of elements",
    "list_has": "(list, x): whether x is an element",
    "list_index": "(list, x): position of the first x, or NO_INT",
    "list_add": "(list, x): the list with x at its end",
    "list_without": "(list, x): the list without its first x (unchanged if there is none)",
    "list_concat": "(a, b): a, then b",
    "list_slice": "(list, from, to): elements from..to-1, both cut to the list",
    "list_with": "(list, i, x): the list with element i replaced; faults at place when out of range",
    "list_reversed": "back to front",
    "list_sum": "sum; faults at place on overflow",
    "list_min": "smallest; faults at place when empty",
    "list_max": "largest; faults at place when empty",
    "list_set": "(list): the set of its elements (domain index list)",
    "list_count": "(list, x): how often x is in it",
    "list_distinct": "each element once, in order of first occurrence",
    "rotate": "(list, x): turned so that the first x comes first; unchanged when x is not in it",
    "rotate_after": "(list, x): the same without x itself",
    # sets
    "set": "a set of the arguments",
    "set_has": "(set, x)",
    "set_size": "number of members",
    "set_or": "union",
    "set_and": "intersection",
    "set_sub": "difference",
    "set_le": "(a, b): whether a is a subset of b",
    "set_add": "(set, x)",
    "set_without": "(set, x)",
    "members": "(set): list of its members in order",
    "set_first": "(set, fill): its first member, or fill",
    # maps
    "map_get": "(map, k): the value of member k",
    "map_with": "(map, k, x): the map with the value of k replaced",
    "map_fill": "(n, x): map of n members, all x",
    "map_list": "(map): list of its values",
    # domains
    "domain": "(d): list of the members of domain d (a Const) that are in the game with this number of players",
    "domain_set": "(d): the same as a set",
    # boards: `table` arguments are Const numbers of row tables: adjacency (list of neighbours by index)
    "neighbors": "(table, x): list of neighbours",
    "border": "(table, set): set of neighbours of the set that are not in it",
    "parts": "(table, set): list of the first member of each connected part of the set, in order",
    "part": "(table, set, x): set, the connected part of the set with x; empty when x is not in the set",
    # zones: z is a zone number; `base` (a Const) is subtracted from piece numbers to give indices of the kind
    "zone_list": "(z, base): list of its pieces, bottom (or first declared) first",
    "zone_size": "(z)",
    "zone_top": "(z, base): last piece, or -1",
    "zone_bottom": "(z, base): first piece, or -1",
    "piece_zone": "(piece number): its zone, or -1",
    "zone_group_counts": "(z, base, table): map by group (size = number of groups, the fourth argument, a Const): how "
    "many",
    # text values exist only in Log, prompts and templates
}
