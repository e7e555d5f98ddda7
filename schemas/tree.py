"""The source tree: what a YAML file holds, with the place of every key and value.

The loader makes it, overlays are merged on it, the models read it. A tree is never changed once it is made: merging
builds new mappings that share their parts. Scalars keep the text as it was written; what a text means (a number, code,
a name) is decided by the model that reads it, so that `no`, `on` and `1.10` are never turned into something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from .plain import code_of
from .source import NOWHERE, Code, Span
from .trace import trace

Style = Literal["plain", "single", "double", "literal", "folded"]

_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
FALSE_BLANK = re.compile("[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]")
"""Blanks that a text may hold and that do not part words for YAML."""

_NULLS = frozenset(("", "~", "null", "Null", "NULL"))
_BOOLS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}


class Word(str):
    """A text an author wrote; `span` is where it stands. Equal to, and hashed like, the plain text."""

    __slots__ = ("span",)
    span: Span

    def __new__(cls, text: str, span: Span = NOWHERE) -> Word:
        """A text and its place."""
        word = super().__new__(cls, text)
        word.span = span
        return word


@dataclass(frozen=True, slots=True, eq=False)
class Scalar:
    """A YAML scalar: its text without quotes and escapes, how it was written, and where.

    `lines` are the lines of its file, from which the places of its characters are found when they are asked for; of the
    cell of a table they are given, as `Code` has them (`pieces`), and `in_cell` is what the cell holds where that is
    written in another way than in YAML (`4,0` for 4).
    """

    text: str
    style: Style
    span: Span
    lines: tuple[str, ...] = field(default=(), repr=False)
    inserted: tuple[str, tuple[int, ...], str] | None = field(default=None, repr=False)
    pieces: tuple[tuple[int, int, int], ...] = field(default=(), repr=False)
    in_cell: str = field(default="", repr=False)

    def with_inserted(self, words: str, places: list[int]) -> Scalar:
        """The scalar with words put into its text at these places; `inserted` keeps them and the text before."""
        text, last = "", 0
        for at in places:
            text += self.text[last:at] + words
            last = at
        kept = (words, tuple(places), self.text)
        return replace(self, text=text + self.text[last:], inserted=kept)

    def moved_to(self, lines: tuple[str, ...]) -> None:
        """Take the lines of its file as it is now, where it stands as before: nothing keeps the old ones then."""
        object.__setattr__(self, "lines", lines)

    @property
    def word(self) -> Word:
        """The text with its place."""
        return Word(self.text, self.span)

    @property
    def is_empty(self) -> bool:
        """Nothing was written, or YAML's `null`."""
        return self.style == "plain" and self.text in _NULLS

    @property
    def kind(self) -> Literal["null", "bool", "int", "float", "text"]:
        """What the text is by the core schema of YAML 1.2: `12` an int, `true` a bool, `yes` and `"12"` texts."""
        text = self.text
        if self.style != "plain":
            return "text"
        if text in _NULLS:
            return "null"
        if text in _BOOLS:
            return "bool"
        if _INT.fullmatch(text):
            return "int"
        return "float" if _FLOAT.fullmatch(text) else "text"

    @property
    def value(self) -> int | bool | Word | None:
        """The number, truth value or nothing that a plain scalar stands for; else its text."""
        kind = self.kind
        if kind == "int":
            return read_int(self.text)
        if kind == "bool":
            return _BOOLS[self.text]
        return None if kind == "null" else self.word

    @property
    def code(self) -> Code:
        """The text as code, with the place of every character."""
        return trace(self)


def read_int(text: str) -> int:
    """The number that `12`, `-3`, `0x1F` or `0o17` stands for; 2**63 for more digits than any number here has."""
    if len(text) > 40:
        return 2**63
    if text.startswith("0o"):
        return int(text[2:], 8)
    if text.startswith("0x"):
        return int(text[2:], 16)
    return int(text)


class Sequence(list["Node"]):
    """A YAML sequence and its place."""

    __slots__ = ("span",)
    span: Span

    def __init__(self, items: Iterable[Node], span: Span = NOWHERE) -> None:
        super().__init__(items)
        self.span = span


class Mapping(dict[str, "Node"]):
    """A YAML mapping: its keys are words (`Word`) with their places, its values are nodes. Of the row of a table
    `blank` are the keys whose cells are empty, with the places of these."""

    __slots__ = ("__weakref__", "blank", "span")
    span: Span
    blank: tuple[Word, ...]

    def __init__(
        self, items: Iterable[tuple[str, Node]] = (), span: Span = NOWHERE, blank: tuple[Word, ...] = ()
    ) -> None:
        super().__init__(items)
        self.span = span
        self.blank = blank

    def word(self, name: str) -> Word | None:
        """The text under a key, if it is one."""
        node = self.get(name)
        return node.word if isinstance(node, Scalar) and not node.is_empty else None

    def key(self, name: str) -> Word | None:
        """The key as it was written, or None."""
        if name in self:
            for word in self:
                if word == name and isinstance(word, Word):
                    return word
        return None

    def key_span(self, name: str) -> Span:
        """Where the key stands; the whole mapping if it has no such key."""
        word = self.key(name)
        return self.span if word is None else word.span

    def value_span(self, name: str) -> Span:
        """Where the value of the key stands; the key if the value is empty, the whole mapping without such a key."""
        node = self.get(name)
        if node is None or (isinstance(node, Scalar) and node.is_empty):
            return self.key_span(name)
        return node.span


Node: TypeAlias = Scalar | Mapping | Sequence


def with_items(node: Mapping, items: list[tuple[str, Node]]) -> Mapping:
    """The mapping with other keys and values: itself where they are its own."""
    same = len(items) == len(node) and all(
        key is own and value is before for (key, value), (own, before) in zip(items, node.items(), strict=True)
    )
    return node if same else Mapping(items, node.span, node.blank)


def with_elements(node: Sequence, elements: list[Node]) -> Sequence:
    """The sequence with other elements: itself where they are its own."""
    same = len(elements) == len(node) and all(one is two for one, two in zip(elements, node, strict=True))
    return node if same else Sequence(elements, node.span)


def shape(node: object) -> str:
    """What a node is, in an author's words."""
    if isinstance(node, Mapping):
        return "a mapping"
    if isinstance(node, Sequence):
        return "a list"
    if isinstance(node, Scalar):
        return "nothing" if node.is_empty else "a single value"
    return type(node).__name__


def cite(text: str) -> str:
    """An author's text for use in a message: in backquotes, on one line, cut, with nothing in it that hides."""
    start = text[:60].replace("\n", "\\n")
    line = "".join(each if each.isprintable() else code_of(each) for each in start)
    return f"`{line}…`" if len(text) > 60 else f"`{line}`"


def words_in(node: Node) -> Iterator[str]:
    """Every word that could be a name which the node declares: keys, and texts of one word (entries, steps, members
    of an enum)."""
    if isinstance(node, Scalar):
        if node.text.isidentifier():
            yield node.text
    else:
        if isinstance(node, Mapping):
            yield from node
        for inner in node.values() if isinstance(node, Mapping) else node:
            yield from words_in(inner)
