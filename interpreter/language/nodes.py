"""The syntax tree: what the parser gives and the checker reads.

Every node carries the span of source it was read from. Nodes are immutable values; no pass writes into them.
"""

from __future__ import annotations

from dataclasses import dataclass

from yupana.schemas.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    """Anything in the tree; `span` is where it stands in the author's file."""

    span: Span


# ---------------------------------------------------------------- types as written


@dataclass(frozen=True, slots=True)
class TypeExpr(Node):
    """A written type.

    `name` is `int`, `bool`, `text`, `list`, `set`, `map`, or the name of a kind or enum. `args` are the element
    types of
    list (1), set (1) and map (2). `low`/`high` are the bounds of `int a..b` (expressions, constant at load);
    `bound` is the n of `list[T, n]` (constant at load).
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
    """`for name in items if test` inside a comprehension (several tests are joined with `and`)."""

    name: str
    name_span: Span
    items: Expr
    test: Expr | None


@dataclass(frozen=True, slots=True)
class Comprehension(Expr):
    """A comprehension on its own or as the argument of a word.

    `word` is `list`, `set`, `map` (brackets) or the called name: `sum count any all min max best leaders sorted
    ranks first`.
    `key` is the map's key expression; `by` what follows `by`.
    """

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
class After(Expr):
    """`after(effects; value)`: the value as it would be after the effects (simple statements separated by `;`)."""

    effects: tuple[Stmt, ...]
    value: Expr


# ---------------------------------------------------------------- effects


@dataclass(frozen=True, slots=True)
class Stmt(Node):
    """A statement."""


@dataclass(frozen=True, slots=True)
class Do(Node):
    """`do name(args)`: a call of a procedure, as a statement of its own or as the value of `let`, `=` or `return`."""

    name: str
    name_span: Span
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Let(Stmt):
    """`let name: type = value`; a local."""

    name: str
    name_span: Span
    type: TypeExpr | None
    value: Expr | Do


@dataclass(frozen=True, slots=True)
class Assign(Stmt):
    """op is `=`, `+=` or `-=`; target is a Name, Attribute or Index."""

    target: Expr
    op: str
    value: Expr | Do


@dataclass(frozen=True, slots=True)
class DoStmt(Stmt):
    """A call of a procedure."""

    call: Do


@dataclass(frozen=True, slots=True)
class Return(Stmt):
    """`return`, with or without a value."""

    value: Expr | Do | None


@dataclass(frozen=True, slots=True)
class If(Stmt):
    """`if`, any number of `elif`, `else`: (test, body) pairs, then the body of else (may be empty)."""

    branches: tuple[tuple[Expr, tuple[Stmt, ...]], ...]
    other: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class For(Stmt):
    """`for name in items if test:`."""

    name: str
    name_span: Span
    items: Expr
    test: Expr | None
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Repeat(Stmt):
    """`repeat at most limit while test:`."""

    limit: Expr
    test: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Loop(Stmt):
    """`loop while test:` or `loop:`; each turn must pass through a decision."""

    test: Expr | None
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Word(Stmt):
    """`break`, `continue` or `pass`."""

    word: str


@dataclass(frozen=True, slots=True)
class Move(Stmt):
    """`move piece to [top of|bottom of] zone`, `move piece out` (zone None)."""

    piece: Expr
    zone: Expr | None
    bottom: bool


@dataclass(frozen=True, slots=True)
class MoveAll(Stmt):
    """`move all zone to [top of|bottom of] zone`, `move all zone out`."""

    source: Expr
    zone: Expr | None
    bottom: bool


@dataclass(frozen=True, slots=True)
class Draw(Stmt):
    """`draw count from source to zone`: one at a time from the top; fewer if there are no more."""

    count: Expr
    source: Expr
    zone: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Stmt):
    """`shuffle zone`."""

    zone: Expr


@dataclass(frozen=True, slots=True)
class AddTo(Stmt):
    """`add value to target` (remove=False) or `remove value from target`; lists and sets."""

    value: Expr
    target: Expr
    remove: bool


@dataclass(frozen=True, slots=True)
class Roll(Stmt):
    """`roll [count] dN as name ["purpose"]`; without count the name is an int, else a list of ints."""

    count: Expr | None
    sides: int
    name: str
    name_span: Span
    purpose: Template | None


@dataclass(frozen=True, slots=True)
class Pick(Stmt):
    """`pick name in items if test`: one at random, each equally likely; a rule fault when there is none."""

    name: str
    name_span: Span
    items: Expr
    test: Expr | None


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """`name in items if test` of a choice."""

    name: str
    name_span: Span
    items: Expr
    test: Expr | None


@dataclass(frozen=True, slots=True)
class Choose(Stmt):
    """`choose [secretly] [count|up to count] binders [by decider] [or pass] [as label] ["prompt"]`.

    With `count` there is one binder and its name is a list; `up_to` allows fewer.
    """

    binders: tuple[Binder, ...]
    decider: Expr | None
    optional: bool
    label: str | None
    prompt: Template | None
    secret: bool
    count: Expr | None
    up_to: bool


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """`option label: binders if test:` of a choice among branches."""

    label: str
    label_span: Span
    binders: tuple[Binder, ...]
    test: Expr | None
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class ChooseBranch(Stmt):
    """`choose [secretly] [by decider] ["prompt"]:` with branches."""

    decider: Expr | None
    prompt: Template | None
    secret: bool
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Offer(Stmt):
    """`offer [secretly] menu [to decider] [or pass|until pass] ["prompt"]`; mode is `one`, `or_pass` or `until_pass`."""

    menu: str
    menu_span: Span
    decider: Expr | None
    mode: str
    prompt: Template | None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Activate(Stmt):
    """`activate name [at key]` (on=True) or `deactivate name [at key]`."""

    name: str
    name_span: Span
    at: Expr | None
    on: bool


@dataclass(frozen=True, slots=True)
class End(Stmt):
    """`end name`: a scope of the flow, or `game`."""

    name: str
    name_span: Span


@dataclass(frozen=True, slots=True)
class Log(Stmt):
    """`log "text"`."""

    text: Template


@dataclass(frozen=True, slots=True)
class Fail(Stmt):
    """`fail "text"`: a rule fault by the author's own word."""

    text: Template
