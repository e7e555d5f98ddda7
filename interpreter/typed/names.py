"""The names of the typed tree: what every name that was written down means, at its place.

The nodes of the tree hold declarations, but not where in a node its name stands, and neither types nor what is named
beside code (the zone that refills another, the menu of a turn) are nodes. So the checker notes each name where it
resolves it; the tree of a ruleset and its names are made together.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from yupana.schemas.source import Span

from .declared import (
    ActionInfo,
    AdjustmentInfo,
    Attribute,
    DomainInfo,
    FieldInfo,
    PositionInfo,
    PredicateInfo,
    Signature,
    Symbol,
    TableInfo,
    ZoneInfo,
)
from .values import Variable

Use: TypeAlias = Literal["read", "write", "call"]
"""What is done with what a name means: its value is used, it is given another one, or it is called."""


class Entity(NamedTuple):
    """A member of an enum, kind or board."""

    domain: DomainInfo
    number: int


class AttributeOf(NamedTuple):
    """An attribute of the entities of a domain."""

    domain: DomainInfo
    attribute: Attribute


class Menu(NamedTuple):
    """The actions that name the same menu."""

    name: str
    actions: tuple[ActionInfo, ...]


Meant: TypeAlias = (
    FieldInfo | ZoneInfo | TableInfo | Signature | PredicateInfo | DomainInfo | AdjustmentInfo | ActionInfo | Symbol
    | PositionInfo | Variable | Entity | AttributeOf | Menu
)  # fmt: skip
"""What a name can mean. A symbol stands for a constant, an option of the game or a step."""


class Named(NamedTuple):
    """A name at its place. Code that is checked several times names the same thing several times."""

    span: Span
    meant: Meant
    use: Use
