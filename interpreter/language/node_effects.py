"""The syntax tree of effects: statements, choices."""

from __future__ import annotations

from typing import ClassVar

from yupana.schemas.records import dataclass
from yupana.schemas.source import Span

from .node_expressions import Expr, Node, Stmt, Template, TypeExpr

# ---------------------------------------------------------------- effects


@dataclass(frozen=True, slots=True)
class Do(Node):
    """`do name(args)`: a call of a procedure, as a statement of its own or as the value of `let`, `=` or `return`; with
    a `holder`, `do x.name(args)`, of what its entry gives under this name."""

    name: str
    name_span: Span
    args: tuple[Expr, ...]
    holder: Expr | None = None


@dataclass(frozen=True, slots=True)
class Let(Stmt):
    """`let name: type = value`; a local."""

    forms: ClassVar[dict[str, str]] = {"let": "let name = value"}
    order = "type value =name"
    declares = True

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

    forms: ClassVar[dict[str, str]] = {"do": "do procedure(values)"}

    call: Do


@dataclass(frozen=True, slots=True)
class Return(Stmt):
    """`return`, with or without a value."""

    forms: ClassVar[dict[str, str]] = {"return": "return value"}

    value: Expr | Do | None


@dataclass(frozen=True, slots=True)
class If(Stmt):
    """`if`, any number of `elif`, `else`: (test, body) pairs, then the body of else (may be empty)."""

    forms: ClassVar[dict[str, str]] = {"if": "if condition:", "elif": "elif condition:", "else": "else:"}

    branches: tuple[tuple[Expr, tuple[Stmt, ...]], ...]
    other: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class For(Stmt):
    """`for name in items while going until until if test:`."""

    forms: ClassVar[dict[str, str]] = {"for": "for name in values:"}
    order = "items =name going until test body"

    name: str
    name_span: Span
    items: Expr
    test: Expr | None
    body: tuple[Stmt, ...]
    going: Expr | None = None
    until: Expr | None = None


@dataclass(frozen=True, slots=True)
class Repeat(Stmt):
    """`repeat at most limit while test:`."""

    forms: ClassVar[dict[str, str]] = {"repeat": "repeat at most 9 while condition:"}

    limit: Expr
    test: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Loop(Stmt):
    """`loop while test:` or `loop:`; each turn must pass through a decision."""

    forms: ClassVar[dict[str, str]] = {"loop": "loop while condition:"}

    test: Expr | None
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Word(Stmt):
    """`break`, `continue` or `pass`."""

    forms: ClassVar[dict[str, str]] = {"break": "break", "continue": "continue", "pass": "pass"}

    word: str


@dataclass(frozen=True, slots=True)
class Move(Stmt):
    """`move piece to [top of|bottom of] zone`, `move piece out` (zone None)."""

    forms: ClassVar[dict[str, str]] = {"move": "move piece to zone"}

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
class MoveEach(Stmt):
    """`move piece to [top of|bottom of] zone for name in items if test`, `move piece out for …`: all at once."""

    order = "items -name test piece zone"
    declares = True

    name: str
    name_span: Span
    items: Expr
    test: Expr | None
    piece: Expr
    zone: Expr | None
    bottom: bool


@dataclass(frozen=True, slots=True)
class Draw(Stmt):
    """`draw count from source to zone`: one at a time from the top; fewer if there are no more."""

    forms: ClassVar[dict[str, str]] = {"draw": "draw 2 from zone to zone` or `draw"}

    count: Expr
    source: Expr
    zone: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Stmt):
    """`shuffle zone`."""

    forms: ClassVar[dict[str, str]] = {"shuffle": "shuffle zone"}
    mixes: ClassVar[str] = "zone"

    zone: Expr


@dataclass(frozen=True, slots=True)
class Show(Stmt):
    """`show pieces to players`: one piece or several, one player or several."""

    forms: ClassVar[dict[str, str]] = {"show": "show pieces to player"}

    pieces: Expr
    player: Expr


@dataclass(frozen=True, slots=True)
class AddTo(Stmt):
    """`add value to target` (remove=False) or `remove value from target`; lists and sets."""

    forms: ClassVar[dict[str, str]] = {"add": "add value to list", "remove": "remove value from list"}

    value: Expr
    target: Expr
    remove: bool


@dataclass(frozen=True, slots=True)
class Roll(Stmt):
    """`roll [count] dN as name ["purpose"]`; without count the name is an int, else a list of ints."""

    forms: ClassVar[dict[str, str]] = {"roll": "roll 2d6 as name"}
    order = "count purpose =name"
    declares = True

    count: Expr | None
    sides: int
    name: str
    name_span: Span
    purpose: Template | None


@dataclass(frozen=True, slots=True)
class Pick(Stmt):
    """`pick name in items if test`: one at random, each equally likely; a rule fault when there is none."""

    forms: ClassVar[dict[str, str]] = {"pick": "pick name in values if condition"}
    order = "items =name test"
    declares = True

    name: str
    name_span: Span
    items: Expr
    test: Expr | None


@dataclass(frozen=True, slots=True)
class Binder(Node):
    """`name in items if test` of a choice."""

    order = "items -name test"
    declares = True

    name: str
    name_span: Span
    items: Expr
    test: Expr | None


@dataclass(frozen=True, slots=True)
class Choose(Stmt):
    """`choose [secretly] [count|up to count] binders [by decider] [or pass] [as label] ["prompt"]`.

    With `count` there is one binder and its name is a list; `up_to` allows fewer.
    """

    forms: ClassVar[dict[str, str]] = {"choose": "choose name in values if condition"}
    order = "decider count binders prompt"
    declares = True

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

    order = "binders test body"

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
    """`offer [secretly] menu [to decider] [or pass|until pass] ["prompt"]`; mode is `one`, `or_pass` or
    `until_pass`."""

    forms: ClassVar[dict[str, str]] = {"offer": "offer menu to player"}

    menu: str
    menu_span: Span
    decider: Expr | None
    mode: str
    prompt: Template | None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Activate(Stmt):
    """`activate name [at key]` (on=True), `deactivate name [at key]`, or `deactivate all name [at key]` (whole)."""

    forms: ClassVar[dict[str, str]] = {"activate": "activate adjustment", "deactivate": "deactivate adjustment"}

    name: str
    name_span: Span
    at: Expr | None
    on: bool
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Note(Stmt):
    """`note position`, or `forget position` (`forget`): what was noted of it before."""

    forms: ClassVar[dict[str, str]] = {"note": "note position", "forget": "forget position"}

    name: str
    name_span: Span
    forget: bool


@dataclass(frozen=True, slots=True)
class End(Stmt):
    """`end name`: this turn, repetition or phase, or the `game`; `end step name` (`whole`): the step altogether."""

    forms: ClassVar[dict[str, str]] = {"end": "end turn` or `end step turn"}

    name: str
    name_span: Span
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Outcome(Stmt):
    """`win player`, `lose player` (one or several; None: me), `draw`."""

    forms: ClassVar[dict[str, str]] = {"win": "win player", "lose": "lose player"}

    word: str
    player: Expr | None


@dataclass(frozen=True, slots=True)
class ExtraTurn(Stmt):
    """`again player`: one turn more, `skip player`: one turn less (None: me)."""

    forms: ClassVar[dict[str, str]] = {"again": "again player", "skip": "skip player"}

    word: str
    player: Expr | None


@dataclass(frozen=True, slots=True)
class Log(Stmt):
    """`log "text"`."""

    forms: ClassVar[dict[str, str]] = {"log": 'log "text"'}

    text: Template


@dataclass(frozen=True, slots=True)
class Fail(Stmt):
    """`fail "text"`: a rule fault by the author's own word."""

    forms: ClassVar[dict[str, str]] = {"fail": 'fail "text"'}

    text: Template
