"""A document for people at a terminal: in colours where it has them, as wide as it may be."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from . import model
from .model import Block, Line

_COLOURS = {"added": "green", "removed": "red", "changed": "yellow", "renamed": "cyan"}
_SIGNS = {"added": "+", "removed": "-", "changed": "~", "renamed": "="}
_MARKS = {"-": "red", "+": "green", " ": ""}
_STYLES = {"strong": "bold", "seen": "bold", "em": "italic", "small": "dim", "dim": "dim", "unseen": "dim"}


def show(out: Console, document: model.Document, *, width: int = 0) -> None:
    """Print the document. Sentences are broken at the width; 0 leaves that to the terminal."""
    for each in write(document, width=width):
        out.print(each)


def write(document: model.Document, *, width: int = 0) -> Iterator[RenderableType]:
    """What is printed, one thing below the other; advice comes first."""
    writer = _Writer(width)
    if document.advice:
        yield from (writer.filled(_line(document.advice, "bold"), "", ""), "")
    facts = Text("  ").join(map(_line, document.facts))
    yield Text.assemble((document.title, "bold"), "  " if document.facts else "", facts)
    yield from writer.blocks(document.lead)
    for chapter in document.chapters:
        yield from writer.chapter(chapter)
    if document.footer:
        yield from ("", _line(document.footer))


class _Writer:
    def __init__(self, width: int) -> None:
        self.width = width

    def chapter(self, chapter: model.Chapter) -> Iterator[RenderableType]:
        if chapter.title:
            yield from ("", Text(chapter.title, "bold"))
        yield from self.blocks(chapter.blocks)
        for each in chapter.chapters:
            if not each.is_empty:
                yield from self.chapter(each)

    def blocks(self, blocks: tuple[Block, ...], indent: str = "") -> Iterator[RenderableType]:
        for each in blocks:
            yield from self.block(each, indent)

    def block(self, block: Block, indent: str) -> Iterator[RenderableType]:
        match block:
            case model.Paragraph():
                yield self.filled(_line(block.text, _STYLES.get(block.style, "")), indent, indent)
            case model.Items():
                for number, item in enumerate(block.items, 1):
                    sign = f"{number}. " if block.numbered else ""
                    yield self.filled(_line(item.text), f"{indent}  {sign}", f"{indent}    ")
                    yield from self.blocks(item.inside, indent + "    ")
            case model.Terms():
                for word, told in block.terms:
                    yield self.filled(Text.assemble(word, ": ", _line(told)), f"{indent}  ", f"{indent}    ")
            case model.Rules():
                for rule in block.rules:
                    both = Text.assemble(rule.name, ": " if rule.text else "", _line(rule.text))
                    yield self.filled(both, f"{indent}  ", f"{indent}    ")
            case model.Grid():
                yield _grid(block)
            case model.Card():
                yield Text(indent + block.title, "bold")
                yield from self.blocks(block.inside, indent + "  ")
            case model.Listing():
                yield from _listing(block, indent)
            case model.Names():
                word = f"{block.word} " if block.word else ""
                yield self.filled(Text(word + _names(block), "dim" if word else ""), indent or "  ", indent or "  ")
            case model.Changed():
                yield Text(f"{indent}{block.name}: {block.told}")
            case model.Delta():
                yield from _delta(block, indent)
            case model.Entry():
                yield from self.entry(block, indent)
            case model.Details():
                yield Text(f"{indent}… and {block.summary}", "dim")
            case model.Row():
                yield from self.blocks(block.inside, indent)
            case model.Picture():
                pass

    def entry(self, entry: model.Entry, indent: str) -> Iterator[RenderableType]:
        title = _line(entry.title)
        colour = _COLOURS.get(entry.tone, "")
        if entry.status in _SIGNS:
            title = Text.assemble((f"{_SIGNS[entry.status]} {title.plain}", colour))
        elif entry.status:
            title = Text.assemble((f"{entry.status}  ", colour), title)
        yield Text.assemble(f"{indent}  ", title, (f"  {entry.place}" if entry.place else "", "dim"))
        for each in entry.lead:
            yield Text.assemble(f"{indent}    ", _line(each))
        yield from self.blocks(entry.inside, indent + "      ")

    def filled(self, told: Text, first: str, rest: str) -> Text:
        """A paragraph as wide as it may be, with what its first line and the others begin with."""
        if not self.width:
            return Text.assemble(first, told)
        plain = textwrap.fill(told.plain, self.width, initial_indent=first, subsequent_indent=rest)
        return Text(plain, told.style)


def _line(parts: Line, style: str = "") -> Text:
    """Code keeps its backquotes; a name of the ruleset's own needs none."""
    told = Text(style=style)
    for run in parts:
        told.append(f"`{run.text}`" if run.style == "code" else run.text, _STYLES.get(run.style) or None)
    return told


def _names(names: model.Names) -> str:
    """The first few, and how many more there are."""
    if len(names.names) <= names.most + 1:
        return ", ".join(names.names)
    return f"{', '.join(names.names[: names.most])} and {len(names.names) - names.most} more"


def _listing(listing: model.Listing, indent: str) -> Iterator[Text]:
    rows = listing.text.rstrip("\n").split("\n")
    if not listing.first:
        yield Text(textwrap.indent("\n".join(rows), f"{indent}    "))
        return
    width = len(str(listing.first + len(rows) - 1))
    for number, row in enumerate(rows, listing.first):
        yield Text.assemble((f"{indent}  {number:>{width}} | ", "dim"), row)
    if listing.cut:
        yield Text(f"{indent}  {'…':>{width}} | {listing.cut} more lines", "dim")


def _delta(delta: model.Delta, indent: str) -> Iterator[Text]:
    if delta.name:
        yield Text(f"{indent}{delta.name}:")
        indent += "  "
    for mark, words in delta.rows:
        colour = _MARKS[mark]
        told = Text(f"{indent}{mark} ", colour)
        for word, changed in words:
            told.append(word, f"{colour} bold" if changed and mark != " " else colour)
        yield told


def _grid(grid: model.Grid) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, title=grid.caption or None)
    for number, head in enumerate(grid.head):
        table.add_column(_line(head), justify="right" if number in grid.numbers else "left")
    for row in grid.rows:
        table.add_row(*map(_line, row))
    return table
