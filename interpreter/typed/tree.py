"""What every node of the typed tree is, and the walk through a tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from yupana.schemas.records import dataclass
from yupana.schemas.source import Span

from ..language.types import Type


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A piece of code at a place."""

    parts: ClassVar[tuple[str, ...]] = ()
    faulty: ClassVar[bool] = False

    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Expr(Node):
    """Code that has a value."""

    type: Type

    @property
    def constant(self) -> int | None:
        """The one value that it always has, as far as the code alone tells."""
        return None


@dataclass(frozen=True, slots=True, eq=False)
class Unknown(Expr):
    """Code that is faulty, or that uses something whose declaration is."""

    faulty: ClassVar[bool] = True


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
    return not any(each.faulty for each in descend(node))
