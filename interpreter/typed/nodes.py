"""The typed tree: code with every name resolved to what declares it and every expression with its type.

A tree is finished and never changed. Every node knows the place it came from; `parts` names the attributes that hold
its children, which is all that a walker needs. What was found faulty is an `Unknown`: it was reported, its type says
nothing, and so nothing that only follows from it is reported again. A tree with an `Unknown` in it is not lowered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from yupana.schemas.source import Span

from ..language.types import Type
from .builtins import Builtin
from .declared import (
    AdjustmentInfo,
    Attribute,
    DomainInfo,
    FieldInfo,
    PredicateInfo,
    Signature,
    Symbol,
    TableInfo,
    ZoneInfo,
)


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A piece of code at a place."""

    parts: ClassVar[tuple[str, ...]] = ()

    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Expr(Node):
    """Code that has a value."""

    type: Type

    @property
    def constant(self) -> int | None:
        """The one value that it always has, as far as the code alone tells."""
        return None


def children(node: Node) -> Iterator[Node]:
    """The nodes directly inside a node, in the order in which they are written."""
    for name in node.parts:
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            yield from (each for each in value if isinstance(each, Node))


def descend(node: Node) -> Iterator[Node]:
    """The node and everything inside it, parents first."""
    yield node
    for each in children(node):
        yield from descend(each)


def sound(node: Node) -> bool:
    """Whether nothing in it was found faulty."""
    return not any(isinstance(each, Unknown) for each in descend(node))


# ---------------------------------------------------------------- values written down


@dataclass(frozen=True, slots=True, eq=False)
class Unknown(Expr):
    """Code that is faulty, or that uses something whose declaration is."""


@dataclass(frozen=True, slots=True, eq=False)
class Number(Expr):
    """A number that is written down or follows from such numbers, or a bool (0 or 1)."""

    value: int

    @property
    def constant(self) -> int:
        """The number."""
        return self.value


@dataclass(frozen=True, slots=True, eq=False)
class NoneValue(Expr):
    """`none`; `of_number`: where a number may stand."""

    of_number: bool


@dataclass(frozen=True, slots=True, eq=False)
class Empty(Expr):
    """`[]` or `{}`; the type tells what it is empty of, once it is known."""

    braces: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Member(Expr):
    """A member of an enum, kind or board, by its name."""

    domain: DomainInfo
    index: int

    @property
    def constant(self) -> int:
        """Its position."""
        return self.index


@dataclass(frozen=True, slots=True, eq=False)
class Items(Expr):
    """`[a, b]`, or `{a, b}`: a list or a set, as the type says."""

    parts: ClassVar[tuple[str, ...]] = ("items",)

    items: tuple[Expr, ...]
    braces: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Range(Expr):
    """`a..b`."""

    parts: ClassVar[tuple[str, ...]] = ("low", "high")

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Text(Node):
    """A text with values in it."""

    parts: ClassVar[tuple[str, ...]] = ("values",)

    texts: tuple[str, ...]
    values: tuple[Expr, ...]


# ---------------------------------------------------------------- names


@dataclass(eq=False, slots=True)
class Variable:
    """A name that code gives to a value. `outer`: the variable of the code around, which is only read here; `value`:
    what the name stands for, when nothing has to be remembered."""

    name: str
    type: Type
    span: Span
    mutable: bool = False
    outer: Variable | None = None
    value: Expr | None = None

    @property
    def constant(self) -> int | None:
        """The one value that it always has."""
        return None if self.value is None else self.value.constant


@dataclass(frozen=True, slots=True, eq=False)
class Local(Expr):
    """A variable or a parameter."""

    variable: Variable

    @property
    def constant(self) -> int | None:
        """As the variable's."""
        return self.variable.constant


@dataclass(frozen=True, slots=True, eq=False)
class Acting(Expr):
    """`me`, `active`."""

    word: Literal["me", "active"]


@dataclass(frozen=True, slots=True, eq=False)
class Players(Expr):
    """`players`."""


@dataclass(frozen=True, slots=True, eq=False)
class Declared(Expr):
    """A constant, an option of the game, or the number of a step."""

    symbol: Symbol

    @property
    def constant(self) -> int | None:
        """The constant's value, if it is a single one."""
        return self.symbol.constant


@dataclass(frozen=True, slots=True, eq=False)
class Domain(Expr):
    """All members of an enum, kind or board, as a set."""

    domain: DomainInfo


@dataclass(frozen=True, slots=True, eq=False)
class Field(Expr):
    """A stored field: of the game, or of the `holder`."""

    parts: ClassVar[tuple[str, ...]] = ("holder",)

    field: FieldInfo
    holder: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Fixed(Expr):
    """A fixed attribute of an entity."""

    parts: ClassVar[tuple[str, ...]] = ("holder",)

    attribute: Attribute
    holder: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Zone(Expr):
    """A zone; as a value, the list of its pieces."""

    parts: ClassVar[tuple[str, ...]] = ("holder",)

    zone: ZoneInfo
    holder: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Name(Node):
    """A name where a declaration is meant and not a value: a kind, a zone, an adjustment."""

    meant: DomainInfo | ZoneInfo | AdjustmentInfo


# ---------------------------------------------------------------- one value as another


@dataclass(frozen=True, slots=True, eq=False)
class Present(Expr):
    """A value that is known not to be none here."""

    parts: ClassVar[tuple[str, ...]] = ("value",)

    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class InRange(Expr):
    """A number that must lie in the range of its type."""

    parts: ClassVar[tuple[str, ...]] = ("value",)

    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class AsSet(Expr):
    """A list of entities as a set."""

    parts: ClassVar[tuple[str, ...]] = ("value",)

    value: Expr


# ---------------------------------------------------------------- operators


@dataclass(frozen=True, slots=True, eq=False)
class Not(Expr):
    """`not x`."""

    parts: ClassVar[tuple[str, ...]] = ("value",)

    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Negative(Expr):
    """`-x`."""

    parts: ClassVar[tuple[str, ...]] = ("value",)

    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Binary(Expr):
    """An operator between two values: of conditions, of numbers (`may_fault`: the result may lie outside of an int, or
    there is none), of sets or of lists."""

    parts: ClassVar[tuple[str, ...]] = ("left", "right")

    op: str
    left: Expr
    right: Expr
    may_fault: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Comparison(Expr):
    """`== != < <= > >=` of two values of the type `of`."""

    parts: ClassVar[tuple[str, ...]] = ("left", "right")

    op: str
    left: Expr
    right: Expr
    of: Type


@dataclass(frozen=True, slots=True, eq=False)
class Inside(Expr):
    """`x in s`: in a zone, a set, a list, or between the ends of a range."""

    parts: ClassVar[tuple[str, ...]] = ("item", "group")

    item: Expr
    group: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Conditional(Expr):
    """`a if c else b`."""

    parts: ClassVar[tuple[str, ...]] = ("test", "then", "other")

    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Rotation(Expr):
    """`xs from x`, `xs after x`."""

    parts: ClassVar[tuple[str, ...]] = ("items", "start")

    items: Expr
    start: Expr
    after: bool


@dataclass(frozen=True, slots=True, eq=False)
class MapEntry(Expr):
    """`m[k]`."""

    parts: ClassVar[tuple[str, ...]] = ("map", "key")

    map: Expr
    key: Expr


@dataclass(frozen=True, slots=True, eq=False)
class ListEntry(Expr):
    """`xs[i]`."""

    parts: ClassVar[tuple[str, ...]] = ("list", "index")

    list: Expr
    index: Expr


# ---------------------------------------------------------------- calls


@dataclass(frozen=True, slots=True, eq=False)
class Call(Expr):
    """A call of a declared function."""

    parts: ClassVar[tuple[str, ...]] = ("args",)

    function: Signature
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class PredicateCall(Expr):
    """A call of a condition that every entry gives for itself; `given`: the attributes replaced in it (None: the
    entry's own)."""

    parts: ClassVar[tuple[str, ...]] = ("holder", "args", "given")

    predicate: PredicateInfo
    domain: DomainInfo
    holder: Expr
    args: tuple[Expr, ...]
    given: tuple[Expr | None, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Label(Expr):
    """A row or column of a table, by its name."""

    position: int


@dataclass(frozen=True, slots=True, eq=False)
class Lookup(Expr):
    """An entry of a table, or one part of an entry."""

    parts: ClassVar[tuple[str, ...]] = ("keys",)

    table: TableInfo
    part: str
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class BuiltinCall(Expr):
    """A call of a built-in function; `may_fault`: the result may lie outside of an int."""

    parts: ClassVar[tuple[str, ...]] = ("args",)

    builtin: Builtin
    args: tuple[Node, ...]
    may_fault: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Visibility(Node):
    """Who sees a field or a zone: all, nobody, its owner (the holder itself, or whom an attribute of it names), or
    those for whom a condition holds; `scope` is the code of that condition."""

    parts: ClassVar[tuple[str, ...]] = ("test",)

    mode: Literal["all", "none", "owner", "test"] = "all"
    owner: Attribute | None = None
    scope: object = None
    test: Expr | None = None


# ---------------------------------------------------------------- loops


@dataclass(frozen=True, slots=True, eq=False)
class Clause(Node):
    """`for x in s if c` of a comprehension."""

    parts: ClassVar[tuple[str, ...]] = ("items", "test")

    variable: Variable
    items: Expr
    test: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Comprehension(Expr):
    """`[e for x in s]`, `sum(e for x in s)`, `best(x for x in s by k)` …; `key` of a map's entries; `may_fault`: a sum
    may lie outside of an int."""

    parts: ClassVar[tuple[str, ...]] = ("clauses", "element", "key", "by")

    word: str
    clauses: tuple[Clause, ...]
    element: Expr
    key: Expr | None
    by: Expr | None
    may_fault: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Walk(Expr):
    """`region(…)`: the spaces that can be reached; `costs(…)`: what it takes to reach them. `over`: the spaces next to
    `here` (None: all the neighbours on the board)."""

    parts: ClassVar[tuple[str, ...]] = ("start", "over", "test", "by", "within")

    domain: DomainInfo
    start: Expr
    here: Variable
    there: Variable
    over: Expr | None
    test: Expr | None
    by: Expr | None = None
    within: Expr | None = None


# ---------------------------------------------------------------- on a copy of the state


@dataclass(frozen=True, slots=True, eq=False)
class Hypothetical(Expr):
    """A value on a copy of the state: `after(effects; value)`, or, with a `player`, `as_player(p, value)`. `scope` is
    the code inside, which becomes a function of its own."""

    parts: ClassVar[tuple[str, ...]] = ("player", "value")

    scope: object
    player: Expr | None
    effects: object
    value: Expr
