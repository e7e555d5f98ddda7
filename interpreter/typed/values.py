"""The typed tree: values written down, names, and one value taken as another."""

from __future__ import annotations

from typing import ClassVar, Literal

from yupana.schemas.records import dataclass
from yupana.schemas.source import Span

from ..language.types import Type
from .declared import (
    ActionInfo,
    AdjustmentInfo,
    Attribute,
    Definition,
    DomainInfo,
    FieldInfo,
    PositionInfo,
    Symbol,
    ZoneInfo,
)
from .tree import Expr, Node

# ---------------------------------------------------------------- values written down


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


@dataclass(frozen=True, slots=True, eq=False)
class Words(Expr):
    """A text as a value, which only the braces of another text can show."""

    parts: ClassVar[tuple[str, ...]] = ("text",)

    text: Text


# ---------------------------------------------------------------- names


@dataclass(eq=False, slots=True)
class Variable(Definition):
    """A name that code gives to a value. `outer`: the variable of the code around, which is only read here; `value`:
    what the name stands for, when nothing has to be remembered; `room`: of a list that is assigned, how many elements
    are kept over a decision."""

    name: str
    type: Type
    span: Span
    mutable: bool = False
    room: int | None = None
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


def set_of_domain(span: Span, domain: DomainInfo) -> Domain:
    """All members of a domain that are in the game."""
    return Domain(span, Type("set", domain=domain.number), domain)


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
class EntryOf(Expr):
    """The entry that a piece is a copy of."""

    parts: ClassVar[tuple[str, ...]] = ("copy",)

    copy: Expr


@dataclass(frozen=True, slots=True, eq=False)
class FirstCopy(Expr):
    """The first copy of an entry, which has its attributes."""

    parts: ClassVar[tuple[str, ...]] = ("entry",)

    entry: Expr


@dataclass(frozen=True, slots=True, eq=False)
class NumberOf(Expr):
    """A number for every entity of a kind."""

    parts: ClassVar[tuple[str, ...]] = ("entity",)

    numbers: tuple[int, ...]
    entity: Expr


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


@dataclass(frozen=True, slots=True, eq=False)
class Position(Node):
    """A position that can come again, by its name."""

    position: PositionInfo


@dataclass(frozen=True, slots=True, eq=False)
class Actions(Node):
    """Actions that are named, one by its name or all of a menu."""

    actions: tuple[ActionInfo, ...]


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
