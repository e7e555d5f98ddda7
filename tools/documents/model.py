"""What a report or a rulebook is before it is text, HTML or Markdown: chapters of blocks, blocks of runs of text.

Plain values: whoever has something to tell puts them together, and the writers `text`, `html` and `markdown` show them.
No run holds markup; a writer escapes every text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from html import unescape
from typing import Any, TypeAlias
from urllib.parse import quote

from .drawing import Drawing


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one style, or plain. `target` is the anchor it leads to.

    `strong`, `em`, `small` and `dim` are what they say; `code` is a piece of code and `name` a name of the ruleset's
    own; `seen` and `unseen` are results that count or do not, `old` and `new` the two sides of a comparison, `rule` is
    a link to a rule.
    """

    text: str
    style: str = ""
    target: str = ""


Line: TypeAlias = tuple[Run, ...]

_NOT_IN_JSON = {"json": False}


def line(*parts: str | Run | Line) -> Line:
    """Texts and runs put together; empty ones are left out."""
    out: list[Run] = []
    for part in parts:
        for run in (Run(part),) if isinstance(part, str) else (part,) if isinstance(part, Run) else part:
            if run.text:
                out.append(run)
    return tuple(out)


def plain_text(text: Line) -> str:
    """What a line says, without how its parts look."""
    return "".join(run.text for run in text)


def code(text: str) -> Run:
    """A piece of the ruleset's own code, on one line."""
    return Run(" ".join(text.split()), "code")


def prose(text: str) -> Line:
    """A sentence; what stands in it between backquotes is code."""
    pieces = text.split("`")
    if len(pieces) % 2 == 0:
        return line(text)
    return line(*(Run(each, "code") if number % 2 else each for number, each in enumerate(pieces)))


def anchor(name: str) -> str:
    """A name as what links lead to."""
    return quote(name, safe="-._~")


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
    """A table. `numbers` are the columns set to the right. `keys` say of each row what it is about, whatever it tells
    of that. `bars` are small drawings (whole SVG texts), one for each
    row, which a page shows before the last column."""

    head: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]
    numbers: frozenset[int] = frozenset()
    caption: str = ""
    bars: tuple[str, ...] = field(default=(), metadata=_NOT_IN_JSON)
    keys: tuple[str, ...] = field(default=(), metadata=_NOT_IN_JSON)


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
    """A drawing: whole SVG text, a caption, and its name for a file. One that is `wide` has a page across to itself.
    `spec` is what draws it alive in a page (Vega-Lite, as JSON), if anything does, and `drawing` what lies on paper."""

    name: str
    svg: str
    caption: str = ""
    wide: bool = False
    spec: str = field(default="", metadata=_NOT_IN_JSON)
    drawing: Drawing | None = field(default=None, metadata=_NOT_IN_JSON)

    @property
    def title(self) -> str:
        """What it shows, as those who do not see it are told."""
        return unescape(self.svg.partition("<title>")[2].partition("</title>")[0]) or self.name

    @classmethod
    def of(cls, drawing: Drawing, title: str, name: str, caption: str = "", *, wide: bool = False) -> Picture:
        """The picture of a drawing."""
        return cls(name, drawing.to_svg(title, name), caption, wide, drawing=drawing)


@dataclass(frozen=True, slots=True)
class Card:
    """Something in a frame of its own (an action, an example): a title, what it cites, and blocks."""

    title: str
    inside: tuple[Block, ...]
    cites: Line = ()
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """Code, or lines of a file. With `first` they are numbered from there; `cut` more lines are left out."""

    text: str
    first: int = 0
    cut: int = 0
    language: str = ""


@dataclass(frozen=True, slots=True)
class Names:
    """A word, and names of the ruleset's own that it is said of. A writer shows as many of them as fit, a terminal
    `most`, and says how many more there are."""

    word: str
    names: tuple[str, ...]
    most: int = 8


@dataclass(frozen=True, slots=True)
class Changed:
    """Something before and after, in a line. `told` says both; `old` and `new` are there where they can stand side by
    side as they are."""

    name: str
    told: str
    old: str | None = None
    new: str | None = None


Words: TypeAlias = tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Delta:
    """A small difference line by line: each with its mark (` `, `-`, `+`) and its words, which are (text, changed)."""

    rows: tuple[tuple[str, Words], ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something with a mark of its status (`added`, `fails`), what it is and where, and what is told of it. `tone` is
    the kind of change that the status is like; `badge` is a word that only a page has room for, with what it means. An
    `anchor` is what links lead to."""

    title: Line
    status: str = ""
    tone: str = ""
    place: str = ""
    lead: tuple[Line, ...] = ()
    inside: tuple[Block, ...] = ()
    badge: tuple[str, str] = ("", "")
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Details:
    """Blocks that are folded away under a few words, where a writer can fold."""

    summary: str
    inside: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """Blocks that stand side by side where there is room."""

    inside: tuple[Block, ...]


Block: TypeAlias = (
    Paragraph | Grid | Rules | Items | Terms | Picture | Card
    | Listing | Names | Changed | Delta | Entry | Details | Row
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter, perhaps with chapters inside it. `number` is shown before the title when there is one, `cites` are the
    rules it stands on. An `anchor` is what links lead to."""

    title: str
    anchor: str = ""
    blocks: tuple[Block, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    number: str = ""
    cites: Line = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing in it."""
        return not self.blocks and all(each.is_empty for each in self.chapters)


@dataclass(frozen=True, slots=True)
class Document:
    """A whole document. `lang` is the language of its words; `advice` says before all else what the reader should do;
    `facts` are the short lines under the title, `contents` the word for the list of chapters, if it has one, and `lead`
    is what stands before the chapters."""

    title: str
    name: str = ""
    lang: str = "en"
    facts: tuple[Line, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    contents: str = ""
    footer: Line = ()
    lead: tuple[Block, ...] = field(default=(), metadata=_NOT_IN_JSON)
    advice: Line = field(default=(), metadata=_NOT_IN_JSON)


def to_json(value: Any) -> Any:
    """A document or a part of it as plain data: every block says what it is (`block`); a line is a text, or a
    list of texts and of runs with style or target."""
    if isinstance(value, tuple | list | frozenset):
        parts = sorted(value) if isinstance(value, frozenset) else value
        return [to_json(each) for each in parts]
    if isinstance(value, Run):
        if not value.style and not value.target:
            return value.text
        return {key: part for key in ("text", "style", "target") if (part := getattr(value, key))}
    if not is_dataclass(value):
        return value
    told = {each.name: to_json(getattr(value, each.name)) for each in fields(value) if each.metadata.get("json", True)}
    is_block = not isinstance(value, Document | Chapter | Rule | Item)
    return {"block": type(value).__name__.lower(), **told} if is_block else told


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
    inside = block.inside if isinstance(block, Card | Row) else ()
    return [each for part in inside for each in _pictures(part)]
