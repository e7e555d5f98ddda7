"""A book as Markdown, of the kind that code hosts show: with tables, links, and pictures in files beside it.

Every text is escaped, so that what a ruleset says is shown and never marked up.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from urllib.parse import quote

from .document import Block, Book, Card, Chapter, Grid, Item, Items, Line, Paragraph, Picture, Rules, Terms

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&!])")
_AT_START = re.compile(r"^(\s*)([-+=]|[0-9]+[.)])(?=\s|$)")


def to_markdown(book: Book, pictures: Mapping[str, str] | None = None) -> str:
    """The text; `pictures` gives, for the name of each picture, the file in which it stands. Without one, a picture's
    caption is all there is of it."""
    writer = _Writer(pictures or {})
    lines = [f"# {_escape(book.title)}", "", " · ".join(_line(each) for each in book.facts), ""]
    lines += [f"{each.number}. [{_escape(each.title)}](#{quote(each.anchor, safe='-._~')})" for each in book.chapters]
    for chapter in book.chapters:
        lines += ["", *writer.chapter(chapter, 2)]
    if book.footer:
        lines += ["", "---", "", _line(book.footer)]
    text = "\n".join(line.rstrip() for line in lines)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


class _Writer:
    def __init__(self, pictures: Mapping[str, str]) -> None:
        self.pictures = pictures

    def chapter(self, chapter: Chapter, level: int) -> list[str]:
        number = f"{chapter.number}. " if chapter.number else ""
        lines = [_mark(chapter.anchor), f"{'#' * min(level, 6)} {number}{_escape(chapter.title)}", ""]
        lines += [_line(chapter.cites), ""] if chapter.cites else []
        lines += self.blocks(chapter.blocks)
        for each in chapter.chapters:
            if not each.is_empty:
                lines += ["", *self.chapter(each, level + 1)]
        return lines

    def blocks(self, blocks: Sequence[Block]) -> list[str]:
        lines: list[str] = []
        for each in blocks:
            lines += [*self.block(each), ""]
        return lines

    def block(self, block: Block) -> list[str]:
        match block:
            case Paragraph():
                return [_start(_line(block.text))]
            case Grid():
                return _grid(block)
            case Rules():
                rows = []
                for rule in block.rules:
                    status = f"*({_escape(rule.status)})* " if rule.status else ""
                    rows += [f"{_mark(rule.anchor)}**{_escape(rule.name)}** {status}{_line(rule.text)}", ""]
                return rows
            case Items():
                return self.items(block)
            case Terms():
                return [f"- **{_escape(word)}**" + (f": {_line(text)}" if text else "") for word, text in block.terms]
            case Picture():
                caption = _escape(block.caption or block.name)
                file = self.pictures.get(block.name)
                return [f"![{caption}]({quote(file)})" if file else f"*{caption}*"]
            case Card():
                head = [_mark(block.anchor) if block.anchor else "", f"#### {_escape(block.title)}", ""]
                cites = [_line(block.cites), ""] if block.cites else []
                return [*head, *cites, *self.blocks(block.inside)]

    def items(self, block: Items) -> list[str]:
        lines: list[str] = []
        for number, item in enumerate(block.items, 1):
            lines += self.item(item, f"{number}. " if block.numbered else "- ")
        return lines

    def item(self, item: Item, sign: str) -> list[str]:
        indent = " " * len(sign)
        lines = [sign + _start(_line(item.text))]
        for each in item.inside:
            lines += [indent + row if row else "" for row in self.block(each)]
        return lines


def _mark(anchor: str) -> str:
    return f'<a id="{quote(anchor, safe="-._~")}"></a>'


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _start(text: str) -> str:
    """A line that does not begin a list or a heading by accident."""
    return _AT_START.sub(r"\1\\\2", text) if _AT_START.match(text) else text


def _code(text: str) -> str:
    """Code in as many backticks as it needs."""
    longest = max((len(each) for each in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    blank = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{blank}{text}{blank}{fence}"


def _line(parts: Line) -> str:
    out = []
    for run in parts:
        blanks = run.text[: len(run.text) - len(run.text.lstrip())], run.text[len(run.text.rstrip()) :]
        text = _code(run.text) if run.style == "code" else _escape(run.text)
        if run.style == "strong" and text:
            text = f"**{text}**"
        elif run.style == "em" and text:
            text = f"*{text}*"
        if run.target:
            text = f"[{text}](#{quote(run.target, safe='-._~')})"
        out.append(blanks[0] + text + (blanks[1] if run.text.strip() else "") if run.style != "code" else text)
    return "".join(out)


def _grid(grid: Grid) -> list[str]:
    width = max((len(row) for row in (grid.head, *grid.rows)), default=0)
    head = [_cell(each) for each in grid.head] or [""] * width
    marks = ["--:" if number in grid.numbers else "---" for number in range(width)]
    lines = [f"**{_escape(grid.caption)}**", ""] if grid.caption else []
    lines += [_row(head), _row(marks)]
    lines += [_row([_cell(each) for each in row] + [""] * (width - len(row))) for row in grid.rows]
    return lines


def _cell(parts: Line) -> str:
    """A line inside a table: a bar ends a cell also in code."""
    return "".join(_line((run,)).replace("|", "\\|") if run.style == "code" else _line((run,)) for run in parts)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
