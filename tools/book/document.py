"""What a rulebook is, before it is HTML, Markdown or JSON: chapters of blocks, blocks of runs of text.

Plain values: whoever writes a book puts them together, whoever shows it reads them. No run holds markup; a renderer
escapes every text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one style: `strong`, `em`, `code`, `mark` (the status of a rule), or plain. `target` is the
    anchor it leads to."""

    text: str
    style: str = ""
    target: str = ""


Line: TypeAlias = tuple[Run, ...]


def line(*parts: str | Run | Line) -> Line:
    """Texts and runs put together; empty ones are left out."""
    out: list[Run] = []
    for part in parts:
        for run in (Run(part),) if isinstance(part, str) else (part,) if isinstance(part, Run) else part:
            if run.text:
                out.append(run)
    return tuple(out)


def code(text: str) -> Run:
    """A piece of the ruleset's own code, on one line."""
    return Run(" ".join(text.split()), "code")


def strong(text: str) -> Run:
    """An emphasised text."""
    return Run(text, "strong")


def joined(lines: Iterable[Line], between: str) -> Line:
    """Lines with a text between them."""
    out: list[Run] = []
    for each in lines:
        out += ([Run(between)] if out else []) + list(each)
    return tuple(out)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `style` is `note` for what is set small."""

    text: Line
    style: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. `numbers` are the columns set to the right."""

    head: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]
    numbers: frozenset[int] = frozenset()
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule. `status` is empty for what the source states, else the word that marks it."""

    name: str
    text: Line
    status: str = ""
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """Numbered rules, one below the other."""

    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list, with blocks below it."""

    text: Line
    inside: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Items:
    """A list, numbered or not."""

    items: tuple[Item, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """Words and what they mean."""

    terms: tuple[tuple[str, Line], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing: whole SVG text, a caption, and its name for a file. One that is `wide` has a page across to itself."""

    name: str
    svg: str
    caption: str = ""
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """Something in a frame of its own (an action, an example): a title, what it cites, and blocks."""

    title: str
    inside: tuple[Block, ...]
    cites: Line = ()
    anchor: str = ""


Block: TypeAlias = Paragraph | Grid | Rules | Items | Terms | Picture | Card


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter, perhaps with chapters inside it. `number` is shown before the title when there is one,
    `cites` are the rules it stands on."""

    title: str
    anchor: str
    blocks: tuple[Block, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    number: str = ""
    cites: Line = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing in it."""
        return not self.blocks and all(each.is_empty for each in self.chapters)


@dataclass(frozen=True, slots=True)
class Book:
    """A whole rulebook. `lang` is the language of its words; `facts` are the short lines under the title,
    `contents` the word for the list of chapters."""

    title: str
    name: str
    lang: str
    facts: tuple[Line, ...]
    chapters: tuple[Chapter, ...]
    contents: str = "Contents"
    footer: Line = ()


def to_json(value: Any) -> Any:
    """A book or a part of it as plain data: every block says what it is (`block`); a line is a text, or a list of texts
    and of runs with style or target."""
    if isinstance(value, tuple | list | frozenset):
        parts = sorted(value) if isinstance(value, frozenset) else value
        return [to_json(each) for each in parts]
    if isinstance(value, Run):
        if not value.style and not value.target:
            return value.text
        return {key: part for key in ("text", "style", "target") if (part := getattr(value, key))}
    if isinstance(value, Paragraph | Grid | Rules | Items | Terms | Picture | Card):
        return {"block": type(value).__name__.lower(), **_fields(value)}
    if isinstance(value, Book | Chapter | Rule | Item):
        return _fields(value)
    return value


def _fields(value: Any) -> dict[str, Any]:
    return {name: to_json(getattr(value, name)) for name in type(value).__slots__}


def pictures(chapters: Sequence[Chapter]) -> list[Picture]:
    """Every picture of the chapters, in order."""
    found: list[Picture] = []
    for chapter in chapters:
        for block in chapter.blocks:
            found += _pictures(block)
        found += pictures(chapter.chapters)
    return found


def _pictures(block: Block) -> list[Picture]:
    if isinstance(block, Picture):
        return [block]
    inside = block.inside if isinstance(block, Card) else ()
    return [each for part in inside for each in _pictures(part)]
