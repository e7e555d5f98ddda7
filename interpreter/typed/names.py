"""The names of the typed tree: what every name that was written down means, at its place.

The nodes of the tree hold declarations, but not where in a node its name stands, and neither types nor what is named
beside code (the zone that refills another, the menu of a turn) are nodes. So the checker notes each name where it
resolves it; the tree of a ruleset and its names are made together.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Literal, NamedTuple, TypeAlias

from yupana.schemas.records import dataclass
from yupana.schemas.source import NOWHERE, Span

from ..language.types import member
from .declared import ActionInfo, Attribute, Definition, Described, DomainInfo, Identity

Use: TypeAlias = Literal["read", "write", "call"]
"""What is done with what a name means: its value is used, it is given another one, or it is called."""


@dataclass(frozen=True, slots=True)
class Entity(Definition):
    """A member of an enum, kind or board."""

    domain: DomainInfo
    number: int

    def described(self, name: str, domains: Sequence[DomainInfo]) -> Described:  # noqa: D102
        name = str(self.domain.names[self.number]) if self.number < len(self.domain.names) else ""
        span = getattr(self.domain.names[self.number], "span", self.domain.span) if name else self.domain.span
        of, whose = str(self.domain.name), self.domain.entry_of(self.number)
        return Described("member", name, member(self.domain.number), span, of=of, whose=whose)



@dataclass(frozen=True, slots=True)
class AttributeOf(Definition):
    """An attribute of the entities of a domain."""

    domain: DomainInfo
    attribute: Attribute

    def identity(self, name: str) -> Identity:  # noqa: D102
        return "attribute", str(self.attribute.name), self.domain.number

    def interface(self, acting: Container[tuple[str, str]]) -> object:  # noqa: D102
        return self.attribute.type, self.attribute.rows, self.attribute.stride

    def described(self, name: str, domains: Sequence[DomainInfo]) -> Described:  # noqa: D102
        of, attribute = str(self.domain.name), self.attribute
        return Described("attribute", str(attribute.name), attribute.type, attribute.span, of=of)



@dataclass(frozen=True, slots=True)
class Menu(Definition):
    """The actions that name the same menu."""

    name: str
    actions: tuple[ActionInfo, ...]

    def identity(self, name: str) -> Identity:  # noqa: D102
        return "menu", str(self.name), -1

    def interface(self, acting: Container[tuple[str, str]]) -> object:  # noqa: D102
        return tuple([(each.name, each.waits, tuple(each.params.items())) for each in self.actions])

    def described(self, name: str, domains: Sequence[DomainInfo]) -> Described:  # noqa: D102
        return Described("menu", str(self.name), None, NOWHERE)



class Named(NamedTuple):
    """A name at its place. Code that is checked several times names the same thing several times."""

    span: Span
    meant: Definition
    use: Use
