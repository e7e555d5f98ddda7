"""The syntax tree of types and expressions."""

from __future__ import annotations

from typing import ClassVar

from yupana.schemas.records import dataclass
from yupana.schemas.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    """Anything in the tree; `span` is where it stands in the author's file.

    `order` names the parts of what declares a local, in the order in which names are known in them: `=` stands before
    the part with the name of a local, known from then on, `-` before a name that options show. Where there is none, all
    parts know what is known outside. `declares`: what is declared in it is known after it, too.
    """

    order: ClassVar[str] = ""
    declares: ClassVar[bool] = False

    span: Span


# ---------------------------------------------------------------- types as written


EVENT_WORDS = ("next", "changes", "enters", "leaves", "begins", "ends")
"""The words that say what happens."""


@dataclass(frozen=True, slots=True)
class Event(Node):
    """What sets off a trigger or ends an adjustment: `subject` is what happens (an action or procedure), or what
    `changes` (a field), `enters` or `leaves` (a piece) the `zone`, `begins` or `ends` (a step). `later`: the one that
    is going on does not count (`next`)."""

    subject: Expr
    word: str = ""
    zone: Expr | None = None
    later: bool = False


@dataclass(frozen=True, slots=True)
class TypeExpr(Node):
    """A written type.

    `name` is `int`, `bool`, `text`, `list`, `set`, `map`, or the name of a kind or enum. `args` are the element types
    of list (1), set (1) and map (2). `low`/`high` are the bounds of `int a..b` (expressions, constant at load); `bound`
    is the n of `list[T, n]` (constant at load).
    """

    name: str
    args: tuple[TypeExpr, ...] = ()
    optional: bool = False
    low: Expr | None = None
    high: Expr | None = None
    bound: Expr | None = None


# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Expr(Node):
    """An expression: it has a value and changes nothing."""


@dataclass(frozen=True, slots=True)
class Int(Expr):
    """A number."""

    value: int


@dataclass(frozen=True, slots=True)
class Bool(Expr):
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True, slots=True)
class NoneLit(Expr):
    """`none`."""


@dataclass(frozen=True, slots=True)
class Template(Expr):
    """A text in quotes: pieces of plain text and expressions in turn."""

    parts: tuple[str | Expr, ...]


@dataclass(frozen=True, slots=True)
class Name(Expr):
    """A bare name."""

    name: str


@dataclass(frozen=True, slots=True)
class Attribute(Expr):
    """`value.name`."""

    value: Expr
    name: str
    name_span: Span


@dataclass(frozen=True, slots=True)
class Index(Expr):
    """`value[index]`."""

    value: Expr
    index: Expr


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """`function(args, key=value)`; function is a Name or an Attribute (a table's part, an entity's predicate)."""

    function: Expr
    args: tuple[Expr, ...]
    keywords: tuple[tuple[str, Expr], ...] = ()


@dataclass(frozen=True, slots=True)
class Unary(Expr):
    """`-x` or `not x`; op is `-` or `not`."""

    op: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Binary(Expr):
    """op is one of `+ - * // % | & and or`."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    """A chain `first op rest op rest`; ops are `== != < <= > >= in`, and `not in`."""

    first: Expr
    rest: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True)
class Conditional(Expr):
    """`then if test else other`."""

    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Range(Expr):
    """`low..high`, both ends included."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Rotation(Expr):
    """`items from start` (after=False) or `items after start` (after=True: start itself left out)."""

    items: Expr
    start: Expr
    after: bool


@dataclass(frozen=True, slots=True)
class ListLit(Expr):
    """`[a, b]`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class SetLit(Expr):
    """`{a, b}`; `{}` is the empty set."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class ForClause(Node):
    """`for name in items while going until until if test` inside a comprehension (several tests are joined with
    `and`)."""

    order = "items =name going until test"
    declares = True

    name: str
    name_span: Span
    items: Expr
    test: Expr | None
    going: Expr | None = None
    until: Expr | None = None


@dataclass(frozen=True, slots=True)
class Comprehension(Expr):
    """A comprehension on its own or as the argument of a word.

    `word` is `list`, `set`, `map` (brackets) or the called name: `sum count any all min max best leaders sorted
    ranks first`.
    `key` is the map's key expression; `by` what follows `by`.
    """

    order = "clauses element key by"

    word: str
    word_span: Span
    element: Expr
    clauses: tuple[ForClause, ...]
    key: Expr | None = None
    by: Expr | None = None


@dataclass(frozen=True, slots=True)
class Walk(Expr):
    """`region(h from s over o if c)` and `costs(a to b from s over o by e if c within n)`.

    `word` is the called name. For region `here` is None and `there` is h; for costs `here` is a and `there` is b.
    """

    order = "start =here =there over by test within"

    word: str
    word_span: Span
    here: str | None
    there: str
    start: Expr
    over: Expr | None
    by: Expr | None
    test: Expr | None
    within: Expr | None


@dataclass(frozen=True, slots=True)
class Stmt(Node):
    """A statement. `forms` are the words it can begin with, each with an example of how it is written; a statement of
    one form is written so, with its own parts in the place of the names in it. `mixes` names the part that is a zone
    whose order it leaves to chance."""

    forms: ClassVar[dict[str, str]] = {}
    mixes: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class After(Expr):
    """`after(effects; value)`: the value as it would be after the effects (simple statements separated by `;`)."""

    order = "effects value"

    effects: tuple[Stmt, ...]
    value: Expr
