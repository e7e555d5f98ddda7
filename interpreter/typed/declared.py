"""What is declared, as the passes of the checker keep it: domains, fields, zones, tables, signatures, symbols."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import field
from typing import Literal, NamedTuple, TypeAlias

from yupana.schemas.grids import Coordinate, Grid
from yupana.schemas.lattices import Lattice, Part, whole
from yupana.schemas.records import dataclass
from yupana.schemas.ruleset import ActionDecl, AdjustmentDecl
from yupana.schemas.source import NOWHERE, Code, Span

from ..language import nodes
from ..language.types import Type, list_of, member
from .straight import Straight
from .tiles import TilesInfo

Identity: TypeAlias = tuple[str, str, int]
"""The sort of a definition, its name, and the number of the kind that it belongs to (-1: of none)."""


Sort: TypeAlias = Literal[
    "local", "parameter", "field", "attribute", "member", "kind", "enum", "zone", "table", "function", "procedure",
    "condition", "action", "adjustment", "trigger", "constant", "option", "step", "position", "menu", "name",
]  # fmt: skip
"""What a name is the name of; a `condition` is one that every entry of a kind gives for itself."""


class Homes(NamedTuple):
    """The paths of the elements that declare: domains by number, what an entry may carry by section and name, and named
    steps."""

    domains: Mapping[int, str]
    carried: Mapping[str, Mapping[str, str]]
    steps: Mapping[str, str]


class Described(NamedTuple):
    """What a definition is in the author's words: what sort of name it has, the type of its value (None: it has none),
    where it is declared, what it is called with, and what it is `of`. `changes`: its value does. `whose` is its name,
    but for copies, where it is that of their entry."""

    sort: Sort
    name: str
    type: Type | None
    span: Span
    params: tuple[tuple[str, Type], ...] = ()
    of: str = ""
    changes: bool = False
    whose: str = ""


class Definition:
    """What a name of the rules can mean: the base of all that is declared."""

    __slots__ = ()

    def identity(self, name: str) -> Identity | None:
        """What it is known by from one check to the next; None for what is seen from everywhere, and locals. `name` is
        what it was found by, for what holds none itself."""
        return None

    def interface(self, acting: Container[tuple[str, str]]) -> object:
        """What the code of others can see of it: equal before and after an edit that concerns nobody else. `acting` are
        the procedures in which somebody acts."""
        return None

    def path(self, name: str, homes: Homes) -> str:
        """The path of the element that declares it; empty where none does. `name` as for `identity`."""
        return ""

    def described(self, name: str, domains: Sequence[DomainInfo]) -> Described | None:
        """What it is; None for what is described where it is used. `name` as for `identity`."""
        return None


@dataclass(slots=True, eq=False)
class Attribute:
    """A fixed value of every entity: `table` is the number of its constant table, `rows` whether an entry is a list.
    A map attribute
    has `stride` entries for each entity."""

    name: str
    type: Type
    table: int
    rows: bool = False
    stride: int = 0
    span: Span = NOWHERE


Back: TypeAlias = Literal["false", "true", "until it moves"]
"""Whether a field stands on the back of a piece, and how long."""


@dataclass(slots=True, eq=False)
class FieldInfo(Definition):
    """A stored field; `domain` -1: of the game. `start` is its code (None: the default of the type). One on the `back`
    of a piece all see who see where it lies, and it `means` something."""

    name: str
    domain: int
    type: Type
    span: Span
    start: nodes.Expr | None = None
    per: str | None = None
    visible: Code | None = None
    internal: bool = False
    source: tuple[str, ...] = ()
    back: Back = "false"
    means: Code | None = None

    def identity(self, name: str) -> Identity:  # noqa: D102
        return "field", str(self.name), self.domain

    def interface(self, acting: Container[tuple[str, str]]) -> object:  # noqa: D102
        return self.type, self.per, self.back

    def path(self, name: str, homes: Homes) -> str:  # noqa: D102
        return f"state.{self.name}" if self.domain < 0 else f"{homes.domains[self.domain]}.fields.{self.name}"

    def described(self, name: str, domains: Sequence[DomainInfo]) -> Described:  # noqa: D102
        of = "" if self.domain < 0 else str(domains[self.domain].name)
        return Described("field", str(self.name), self.type, self.span, of=of, changes=True)


@dataclass(slots=True, eq=False)
class OptionInfo:
    """An option of the game, and the value that it has when nobody chooses one."""

    name: str
    type: Type
    default: int
    text: str
    span: Span


@dataclass(slots=True, eq=False)
class PredicateInfo(Definition):
    """A condition that every entry of a kind gives for itself. `overrides` are the int attributes a call may
    replace."""

    name: str
    domain: int
    params: dict[str, Type]
    result: Type
    overrides: tuple[str, ...]
    bodies: list[Code | None]
    span: Span

    def identity(self, name: str) -> Identity:  # noqa: D102
        return "predicate", str(self.name), self.domain

    def interface(self, acting: Container[tuple[str, str]]) -> object:  # noqa: D102
        return tuple(self.params.items()), self.result, self.overrides

    def path(self, name: str, homes: Homes) -> str:  # noqa: D102
        return f"{homes.domains[self.domain]}.predicates.{self.name}"

    def described(self, name: str, domains: Sequence[DomainInfo]) -> Described:  # noqa: D102
        params, of = tuple(self.params.items()), str(domains[self.domain].name)
        return Described("condition", str(self.name), self.result, self.span, params, of)


PLAYERS = ""
"""The name of an axis that is no option: the number of players."""


class Axis(NamedTuple):
    """What is chosen before a game and decides which members are in it: an option by its name, or the number of
    players; its lowest value, and how many there are. Members and bools count by their number."""

    name: str
    low: int
    many: int


@dataclass(slots=True, eq=False)
class DomainInfo(Definition):
    """An enum, kind, the players, the spaces or links of a board, its shapes, or its directions.

    `present`: the members in the game in each form, empty where all are always. Forms go through the values of `axes`,
    the last fastest; without axes the form is the number of players."""

    number: int
    name: str
    sort: Literal["enum", "kind", "space", "link", "player", "shape", "direction"]
    span: Span
    names: list[str] = field(default_factory=list)
    index: dict[str, int] = field(default_factory=dict)
    groups: list[int] = field(default_factory=list)
    group_names: list[str] = field(default_factory=list)
    group_spans: list[Span] = field(default_factory=list)
    present: list[list[int]] = field(default_factory=list)
    axes: tuple[Axis, ...] = ()
    attributes: dict[str, Attribute] = field(default_factory=dict)
    fields: dict[str, FieldInfo] = field(default_factory=dict)
    predicates: dict[str, PredicateInfo] = field(default_factory=dict)
    procedures: dict[str, Signature] = field(default_factory=dict)
    alike: bool = False
    piece_base: int = -1
    starts: list[str | None] = field(default_factory=list)
    board: BoardInfo | None = None
    tiles: TilesInfo | None = None  # of a kind of tiles, and of the kind of their parts
    label: int = -1  # table of a text attribute `name`
    of: int = -1  # of the entries of a kind: the kind
    entries: int = -1  # of a kind with counted entries: the domain of these

    def add(self, name: str) -> int:
        """A new member; its index."""
        self.index[name] = len(self.names)
        self.names.append(name)
        return len(self.names) - 1

    @property
    def shown(self) -> str:
        """The sort in the author's words."""
        kinds = {"space": "kind of space", "link": "kind of link", "direction": "kind of direction", "player": "kind"}
        return kinds.get(self.sort, self.sort)

    @property
    def entry(self) -> str:
        """What one of the members is, in the author's words."""
        return {"enum": "member", "kind": "entry", "player": "name"}.get(self.sort, self.sort)

    def entry_of(self, index: int) -> str:
        """The name of a member's entry: what copies have in common, else its own."""
        return self.group_names[self.groups[index]] if index < len(self.groups) else self.names[index]

    @property
    def size(self) -> int:
        """Number of members."""
        return len(self.names)

    @property
    def of_texts(self) -> bool:
        """Whether the members are the texts of an attribute, which are only shown: nobody can name one."""
        return self.sort == "enum" and "." in self.name

    def usual(self, players: int, options: Mapping[str, OptionInfo]) -> Sequence[int]:
        """The members in a game with so many players and with the options as they are when nobody chooses."""
        number = 0 if self.axes else players
        for axis in self.axes:
            value = players if axis.name == PLAYERS else options[axis.name].default
            number = number * axis.many + value - axis.low
        return self.present[number] if self.present else range(self.size)

    def whole(self) -> bool:
        """Whether all members are in every game."""
        return not self.present

    def path(self, name: str, homes: Homes) -> str:  # noqa: D102
        return homes.domains.get(self.number, "") if self.number else ""  # `Player` is a word of the language

    def described(self, name: str, domains: Sequence[DomainInfo]) -> Described:  # noqa: D102
        return Described("enum" if self.sort == "enum" else "kind", str(self.name), None, self.span, of=self.shown)


@dataclass(frozen=True, slots=True, eq=False)
class Carrier:
    """What carries an element in its entry: an entity of the kind by its `index`, or all copies of the entry by the
    number of their `group`."""

    domain: DomainInfo
    index: int
    group: int | None


@dataclass(slots=True, eq=False)
class BoardInfo:
    """Geometry of a board: tables of neighbours (all, and by link kind), of distances, and of shapes; of a grid, where
    its directions lead."""

    name: str
    domain: int
    degree: int
    neighbors: int
    by_link: dict[int, int] = field(default_factory=dict)
    links_at: dict[int, int] = field(default_factory=dict)
    link_degree: dict[int, int] = field(default_factory=dict)
    distances: tuple[tuple[int, ...], ...] = ()  # all, once or for each form; worked out when first asked for
    adjacency: list[list[int]] = field(default_factory=list)
    shapes: int = -1  # domain of the shapes
    shape_cells: int = -1  # table [(shape * turns + rotation) * size + anchor] -> cells
    shape_turns: int = 0
    shape_rotations: int = -1  # table by shape
    shape_bound: int = 0
    coordinates: list[tuple[int, int]] = field(default_factory=list)
    grid: Grid | None = None  # None: its spaces are listed, or parts of another board
    lattice: Lattice | None = None  # how its spaces lie that are edges or corners of another board
    parts: list[Part] = field(default_factory=list)  # these
    host: int = -1  # the domain of that other board
    touching: dict[int, int] = field(default_factory=dict)  # tables of what touches each, by the domain of the others
    touching_most: dict[int, int] = field(default_factory=dict)
    directions: int = -1  # domain of the directions, where the ruleset speaks of them
    straight: Straight | None = None
    link_pairs: list[tuple[str, int, int]] = field(default_factory=list)

    @property
    def plane(self) -> Grid | Lattice | None:
        """What knows where the spaces are drawn; None where they are listed."""
        return self.grid or self.lattice

    @property
    def in_sixths(self) -> list[Coordinate]:
        """Where the spaces of a grid, or its edges or corners, lie, in sixths of its steps."""
        return whole(self.coordinates) if self.lattice is None else self.coordinates

    @property
    def family(self) -> int:
        """The domain of the cells to which its spaces belong: its own, or that of the other board."""
        return self.domain if self.host < 0 else self.host


@dataclass(slots=True, eq=False)
class ZoneInfo(Definition):
    """A family of zones; zone number `first + holder`."""

    name: str
    number: int
    domain: int
    holder: int
    first: int
    count: int
    ordered: bool
    visible: Code | None
    refill: str | None
    span: Span

    def identity(self, name: str) -> Identity:  # noqa: D102
        return "zone", str(self.name), -1

    def interface(self, acting: Container[tuple[str, str]]) -> object:  # noqa: D102
        return self.domain, self.holder, self.count, self.ordered

    def path(self, name: str, homes: Homes) -> str:  # noqa: D102
        return f"zones.{self.name}"

    def described(self, name: str, domains: Sequence[DomainInfo]) -> Described:  # noqa: D102
        of = str(domains[self.holder].name) if self.holder >= 0 else ""
        return Described("zone", self.name, list_of(member(self.domain)), self.span, of=of)


@dataclass(slots=True, eq=False)
class PositionInfo(Definition):
    """A position that can come again: what counts (`active`: whose turn it is; `whole`: everything, the language's own
    fields too; `values`: the code of what is worked out, in which `acts` says whether somebody acts), and the step at
    whose every beginning it is noted (None: only where the rules say so)."""

    name: str
    number: int
    span: Span
    fields: list[FieldInfo] = field(default_factory=list)
    zones: list[ZoneInfo] = field(default_factory=list)
    values: list[nodes.Expr] = field(default_factory=list)
    active: bool = False
    whole: bool = False
    acts: bool = False
    at: str | None = None

    def identity(self, name: str) -> Identity:  # noqa: D102
        return "position", str(self.name), -1

    def path(self, name: str, homes: Homes) -> str:  # noqa: D102
        return f"positions.{self.name}"

    def described(self, name: str, domains: Sequence[DomainInfo]) -> Described:  # noqa: D102
        return Described("position", self.name, None, self.span)


@dataclass(slots=True, eq=False)
class TableInfo(Definition):
    """A table of the ruleset, ready for look-up: `row_of`/`column_of` map a key (from `low`) to a label's position."""

    name: str
    keys: tuple[str, ...]
    row_low: int
    row_table: int
    row_size: int
    column_low: int
    column_table: int
    column_size: int
    columns: int
    row_open: tuple[bool, bool]
    column_open: tuple[bool, bool]
    parts: dict[str, tuple[Type, int]]  # part name ("" for a plain table) -> type, table of cells
    span: Span
    words: tuple[dict[str, int], dict[str, int]] = field(default_factory=lambda: ({}, {}))

    def identity(self, name: str) -> Identity:  # noqa: D102
        return "table", str(self.name), -1

    def interface(self, acting: Container[tuple[str, str]]) -> object:  # noqa: D102
        parts = tuple([(name, type_) for name, (type_, _) in self.parts.items()])
        return self.keys, self.row_low, self.row_size, self.column_low, self.column_size, parts, self.words

    def path(self, name: str, homes: Homes) -> str:  # noqa: D102
        return f"tables.{self.name}"

    def described(self, name: str, domains: Sequence[DomainInfo]) -> Described:  # noqa: D102
        only = next(iter(self.parts.values()))[0] if len(self.parts) == 1 else None
        return Described("table", self.name, only, self.span)


@dataclass(slots=True, eq=False)
class Signature(Definition):
    """A function or procedure: parameters in order, result (None: nothing, or not yet derived). `settles`: only the
    flow calls it, so that what it offers stands inside no other option, and triggers come behind it. `depth`: so many
    of it may be going on, one inside the other, where `nested` counts them (None: it never leads to itself); then it
    `waits` although it perhaps `asks` for no decision."""

    sort: Literal["function", "procedure"]
    name: str
    params: dict[str, Type]
    result: Type | None
    waits: bool
    span: Span
    settles: bool = False
    depth: int = 0
    nested: FieldInfo | None = None
    asks: bool = False

    @property
    def element(self) -> str:
        """What its code belongs to, in places."""
        return f"{self.sort} {self.name}"

    def identity(self, name: str) -> Identity:  # noqa: D102
        return "signature", str(self.name), -1

    def interface(self, acting: Container[tuple[str, str]]) -> object:  # noqa: D102
        acts = ("procedure", self.name) in acting
        depth = 0 if self.nested is None else self.depth
        return tuple(self.params.items()), self.result, self.waits, self.asks, acts, self.sort, depth

    def path(self, name: str, homes: Homes) -> str:  # noqa: D102
        kind, dot, slot = self.name.partition(".")  # with a dot it is what entries give for themselves
        return f"kinds.{kind}.{self.sort}s.{slot}" if dot else f"{self.sort}s.{self.name}"

    def described(self, name: str, domains: Sequence[DomainInfo]) -> Described:  # noqa: D102
        return Described(self.sort, str(self.name), self.result, self.span, tuple(self.params.items()))


@dataclass(slots=True, eq=False)
class ActionInfo(Definition):
    """An action. `effects` is its code (None: faulty). A copy, which may have other code, is the same action."""

    name: str
    decl: ActionDecl
    span: Span
    effects: tuple[nodes.Stmt, ...] | None
    items: dict[str, nodes.Expr | None] = field(default_factory=dict)
    tests: dict[str, nodes.Expr | None] = field(default_factory=dict)
    values: dict[str, nodes.Expr | None] = field(default_factory=dict)
    when: nodes.Expr | None = None
    costs: dict[str, nodes.Expr] = field(default_factory=dict)
    times: nodes.Expr | None = None
    params: dict[str, Type] = field(default_factory=dict)
    waits: bool = False
    limit: FieldInfo | None = None
    announce: nodes.Template | None = None
    carrier: Carrier | None = None  # the entry that it stands in
    itself: object = field(default_factory=object, repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ActionInfo) and self.itself is other.itself

    def __hash__(self) -> int:
        return hash(self.itself)

    def code(self) -> list[nodes.Expr]:
        """Every expression of its header."""
        every = [
            *self.items.values(),
            *self.tests.values(),
            *self.values.values(),
            self.when,
            self.times,
            *self.costs.values(),
        ]
        return [each for each in every if each is not None]

    def identity(self, name: str) -> Identity:  # noqa: D102
        return "action", str(self.name), -1

    def interface(self, acting: Container[tuple[str, str]]) -> object:  # noqa: D102
        return self.waits, tuple(self.params.items())

    def path(self, name: str, homes: Homes) -> str:  # noqa: D102
        return homes.carried["actions"].get(self.name, f"actions.{self.name}")

    def described(self, name: str, domains: Sequence[DomainInfo]) -> Described:  # noqa: D102
        return Described("action", self.name, None, self.span, tuple(self.params.items()))


@dataclass(frozen=True, slots=True, eq=False)
class StepInfo:
    """A named step, and how deep it lies (from 1); `turns`: whether it gives players turns."""

    span: Span
    depth: int
    name: str
    turns: bool


@dataclass(slots=True, eq=False)
class AdjustmentInfo(Definition):
    """A declared adjustment. `cell` holds how often it is active, by `key` domain (-1: not keyed); None: always in
    force. `until` is what ends it; where it matters for whom it is active (`owned`) or a `step` that goes on does not
    count, of the player in `turn` if it is that of one, `stages` hold how often it is active, by what ends first."""

    name: str
    decl: AdjustmentDecl
    span: Span
    when: nodes.Expr | None = None
    value: nodes.Expr | None = None
    at: nodes.Expr | None = None
    codes: dict[str, tuple[nodes.Stmt, ...]] | None = None
    key: int = -1
    cell: FieldInfo | None = None
    carrier: Carrier | None = None  # the entry that it stands in; it counts where `counting` holds
    counting: nodes.Expr | None = None
    until: list[nodes.Event | None] = field(default_factory=list)
    owned: bool = False
    stages: tuple[FieldInfo, ...] = ()
    step: StepInfo | None = None
    turn: FieldInfo | None = None
    whose: nodes.Name | None = None  # the player of that step, if it is not who activates the adjustment
    of_key: bool = False  # the player of that step is the one that it is activated at
    params: Mapping[str, Type] = field(default_factory=dict)

    def identity(self, name: str) -> Identity:  # noqa: D102
        return "adjustment", str(self.name), -1

    def interface(self, acting: Container[tuple[str, str]]) -> object:  # noqa: D102
        return self.key, self.cell is None, self.at is None, self.decl.applies_to

    def path(self, name: str, homes: Homes) -> str:  # noqa: D102
        return homes.carried["adjustments"].get(self.name, f"adjustments.{self.name}")

    def described(self, name: str, domains: Sequence[DomainInfo]) -> Described:  # noqa: D102
        return Described("adjustment", self.name, None, self.span)


@dataclass(slots=True, eq=False)
class SwitchInfo(AdjustmentInfo):
    """The switch of a trigger that comes only while it is active: it is activated as an adjustment is."""

    def identity(self, name: str) -> Identity:  # noqa: D102
        return "trigger", str(self.name), -1

    def path(self, name: str, homes: Homes) -> str:  # noqa: D102
        return homes.carried["triggers"].get(self.name, f"triggers.{self.name}")

    def described(self, name: str, domains: Sequence[DomainInfo]) -> Described:  # noqa: D102
        return Described("trigger", self.name, None, self.span)


@dataclass(slots=True, eq=False)
class Symbol(Definition):
    """What a bare name means. A constant has a `value`, or a `table` by the number of players; the value of an option
    of the game and the number of a step are stored."""

    sort: Literal[
        "constant", "option", "field", "zone", "table", "function", "procedure", "domain", "scope", "adjustment",
        "trigger", "position", "word",
    ]  # fmt: skip
    what: str
    span: Span
    type: Type | None = None
    info: object = None
    value: int | tuple[int, ...] | None = None
    table: int = -1

    @property
    def shown(self) -> str:
        """The sort in the author's words."""
        return {"domain": "kind", "scope": "step"}.get(self.sort, self.sort)

    @property
    def constant(self) -> int | None:
        """The value of a constant that is a single one."""
        return self.value if isinstance(self.value, int) else None

    @property
    def held(self) -> bool:
        """Whether it has a value."""
        return self.value is not None or self.table >= 0 or self.sort in ("option", "scope")

    def identity(self, name: str) -> Identity:  # noqa: D102
        return self.sort, name, -1

    def interface(self, acting: Container[tuple[str, str]]) -> object:  # noqa: D102
        return self.type, self.value, self.table >= 0

    def path(self, name: str, homes: Homes) -> str:  # noqa: D102
        return homes.steps.get(name, "") if self.sort == "scope" else f"{self.sort}s.{name}"

    def described(self, name: str, domains: Sequence[DomainInfo]) -> Described:  # noqa: D102
        sorts: Mapping[str, Sort] = {"constant": "constant", "option": "option", "scope": "step"}
        return Described(sorts.get(self.sort, "name"), name, self.type, self.span)
