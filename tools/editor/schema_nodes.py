"""What stands where in a file of a ruleset: its keys and values with what the models say of them, and the code in them
with the syntax tree of each piece."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from yupana.interpreter.language import nodes
from yupana.interpreter.language.parse import parse_template
from yupana.interpreter.language.trees import all_slots
from yupana.schemas.moves import read_move
from yupana.schemas.overlay import BLOCKS
from yupana.schemas.reader import Mapping, Node, Scalar, Sequence, Word
from yupana.schemas.recover import read_what_can_be_read
from yupana.schemas.source import Code, Report, Span
from yupana.schemas.table_names import is_table

from ..format.parsing import CodeRole, read_code
from ..format.roles import Attributes
from ..format.roles import Place as Shape
from .lines import Place

Role: TypeAlias = CodeRole | Literal["template", "text", "data"]
"""What a value is: code, a text in which code stands in braces (`template` where players read it while they play,
`text` in the rulebook), or data."""

Tree: TypeAlias = nodes.Node | tuple[nodes.Node, ...]

_TEXTS = frozenset(["text", "title", "glossary", "components"])

_TRANSLATED: dict[str, Role] = {"rules": "text", "texts": "text", "phrases": "template"}
"""What the values of a file of texts in another language are, by its keys."""


@dataclass(frozen=True, slots=True)
class SchemaNode:
    """A key with its value, or an item of a list (`key` is None). `keys` is the way to it from the top of the file,
    items by their numbers; `shape` is what the models say of the value, `owner` of what the key belongs to."""

    key: Word | None
    value: Node
    keys: tuple[str, ...]
    shape: Shape
    owner: Shape

    @property
    def span(self) -> Span:
        """The key and the value; in a table the key stands far off, above the column."""
        if self.key is None or is_table(self.value.span.file):
            return self.value.span
        return _from(self.key.span, self.value.span)

    @property
    def path(self) -> tuple[str, ...]:
        """The keys and names on the way to it, without the blocks of overlays and the numbers of items."""
        return self.shape.path

    @property
    def section(self) -> str:
        """The section that it stands in."""
        return next((each for each in self.keys if each not in BLOCKS), "")

    @property
    def role(self) -> Role:
        """What the value is, if it is a single one."""
        if not isinstance(self.shape.listed(self.value), Scalar):
            return "data"
        found = self.shape.role()
        if found != "data":
            return found
        if self.shape.is_template:
            return "template"
        if len(self.keys) == 2 and self.section in _TRANSLATED:
            return _TRANSLATED[self.section]
        named = self.keys[-1] if self.keys else ""
        around = self.keys[-2] if len(self.keys) > 1 else ""
        told = named in _TEXTS or around in _TEXTS
        return "text" if told and self.section in ("rulebook", "book") else "data"


def tree_of(text: str, shown: str) -> Mapping | None:
    """The tree of a YAML file, without what of it cannot be read."""
    if is_table(shown):
        return None
    return read_what_can_be_read(text, shown, Report()).tree


def spots(tree: Mapping, attributes: Attributes) -> Iterator[SchemaNode]:
    """Every key and item of a file, those outside before those inside. What an alias stands for is shown where it was
    written."""
    yield from _inside(tree, Shape(attributes), (), tree.span)


def _inside(node: Node, shape: Shape, keys: tuple[str, ...], within: Span) -> Iterator[SchemaNode]:
    for spot in children(node, shape, keys):
        yield spot
        place = spot.value.span
        if (place.line, place.column) >= (within.line, within.column):  # else an alias: what it stands for is above
            yield from _inside(spot.value, spot.shape, spot.keys, place)


def way_to(tree: Mapping, attributes: Attributes, place: Place) -> list[SchemaNode]:
    """The keys and items around a place, from the outermost to the innermost."""
    found: list[SchemaNode] = []
    node: Node = tree
    shape, keys = Shape(attributes), tuple[str, ...]()
    while True:
        inside = [each for each in children(node, shape, keys) if holds(each.span, place)]
        if not inside:
            return found
        spot = inside[-1]
        found.append(spot)
        if isinstance(spot.shape.listed(spot.value), Scalar) or (spot.key is not None and holds(spot.key.span, place)):
            return found
        node, shape, keys = spot.value, spot.shape, spot.keys


def children(node: Node, shape: Shape, keys: tuple[str, ...]) -> Iterator[SchemaNode]:
    """The keys of a mapping or the items of a list that stands under some keys."""
    node = shape.listed(node)
    if isinstance(node, Mapping):
        for key, value in node.items():
            yield SchemaNode(word_of(key, value), value, (*keys, str(key)), shape.child(str(key)), shape)
    elif isinstance(node, Sequence):
        for number, value in enumerate(node, 1):
            yield SchemaNode(None, value, (*keys, str(number)), shape.item(), shape)


def word_of(key: str, value: Node) -> Word:
    """A key with its place; one that stands nowhere has that of its value."""
    return key if isinstance(key, Word) else Word(str(key), value.span)


def holds(span: Span, place: Place) -> bool:
    """Whether a place lies in a span, or at one of its ends."""
    return (span.line, span.column) <= place <= (span.end_line, span.end_column)


def is_citation(spot: SchemaNode) -> bool:
    """Whether the value names a rule of the rulebook."""
    keys = spot.keys[:-1] if spot.key is None else spot.keys
    return keys[-1:] == ("source",) and spot.section not in ("rulebook", "lint", "strength")


def _from(first: Span, last: Span) -> Span:
    ordered = (last.end_line, last.end_column) >= (first.end_line, first.end_column)
    return first.to(last) if ordered else first


# ---------------------------------------------------------------- code


def parsed(code: Code, role: Role) -> Tree | None:
    """The syntax tree of code; None for what is none, or is faulty."""
    if role == "data" or role == "move":
        return None
    if role == "template" or role == "text":
        return parse_template(code, Report()) if "{" in code.text else None
    found = read_code(code, role, Report())
    return found if isinstance(found, nodes.Node | tuple) else None


def option_of(code: Code) -> tuple[int, int]:
    """Where in what is done in an example the option stands: behind what is claimed of it."""
    option = read_move(code.text).option
    start = code.text.rfind(option) if option else len(code.text)
    return max(start, 0), len(code.text)


def nodes_at(tree: object, place: Place) -> list[nodes.Node]:
    """The nodes around a place, from the outermost to the innermost."""
    found: list[nodes.Node] = []
    _around(tree, place, found)
    return found


def _around(part: object, place: Place, found: list[nodes.Node]) -> None:
    if isinstance(part, tuple):
        for each in part:
            _around(each, place, found)
    elif isinstance(part, nodes.Node) and holds(part.span, place):
        found.append(part)
        for slot in all_slots(type(part)):
            _around(getattr(part, slot), place, found)
