"""The typed tree: operators, calls, loops, and values on a copy of the state."""

from __future__ import annotations

from typing import ClassVar, Literal

from yupana.schemas.records import dataclass

from ..language.types import Type
from .builtins import Builtin
from .declared import Attribute, DomainInfo, PredicateInfo, Signature, TableInfo
from .tree import Expr, Node
from .values import Variable

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
    """Who sees a field or a zone: all, nobody, its owner (the holder itself, or whom an attribute of it names), all
    others than the owner, or those for whom a condition holds, code of the `element` with these parameters. A word and
    a condition hold side by side."""

    parts: ClassVar[tuple[str, ...]] = ("test",)

    mode: Literal["all", "none", "owner", "others", "test"] = "all"
    owner: Attribute | None = None
    element: str = ""
    params: tuple[Variable, ...] = ()
    test: Expr | None = None


# ---------------------------------------------------------------- loops


@dataclass(frozen=True, slots=True, eq=False)
class Clause(Node):
    """`for x in s while c until d if e` of a comprehension."""

    parts: ClassVar[tuple[str, ...]] = ("items", "going", "until", "test")

    variable: Variable
    items: Expr
    test: Expr | None
    going: Expr | None = None
    until: Expr | None = None


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
    """A value on a copy of the state: `after(effects; value)`, or, with a `player`, `as_player(p, value)`."""

    parts: ClassVar[tuple[str, ...]] = ("player", "effects", "value")

    player: Expr | None
    effects: tuple[Node, ...]
    value: Expr
