"""A document as Markdown, of the kind that code hosts show: with tables, links, and pictures in files beside it.

Every text is escaped, so that what a ruleset says is shown and never marked up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from urllib.parse import quote

from . import model
from .model import Block, Line, anchor

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&!])")
_AT_START = re.compile(r"^(\s*)([-+=]|[0-9]+[.)])(?=\s|$)")
_MOST = 12
"""So many names are shown."""


def to_markdown(document: model.Document, pictures: Mapping[str, str] | None = None, *, level: int = 1) -> str:
    """The text, its title a heading of the level; `pictures` gives, for the name of each picture, the file in which it
    stands. Without one, a picture's caption is all there is of it."""
    writer = _Writer(pictures or {})
    lines = [f"{'#' * level} {_escape(document.title)}", ""]
    lines += [" · ".join(_line(each) for each in document.facts), ""] if document.facts else []
    lines += [_start(_line(document.advice)), ""] if document.advice else []
    lines += writer.blocks(document.lead)
    if document.contents:
        lines += [f"{each.number}. [{_escape(each.title)}](#{anchor(each.anchor)})" for each in document.chapters]
    for chapter in document.chapters:
        lines += ["", *writer.chapter(chapter, level + 1)]
    if document.footer:
        lines += ["", "---", "", _line(document.footer)]
    text = "\n".join(line.rstrip() for line in lines)
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


class _Writer:
    def __init__(self, pictures: Mapping[str, str]) -> None:
        self.pictures = pictures

    def chapter(self, chapter: model.Chapter, level: int) -> list[str]:
        number = f"{chapter.number}. " if chapter.number else ""
        lines = [_mark(chapter.anchor)] if chapter.anchor else []
        lines += [f"{'#' * min(level, 6)} {number}{_escape(chapter.title)}", ""]
        lines += [_line(chapter.cites), ""] if chapter.cites else []
        lines += self.blocks(chapter.blocks)
        for each in chapter.chapters:
            if not each.is_empty:
                lines += ["", *self.chapter(each, level + 1)]
        return lines

    def blocks(self, blocks: Sequence[Block]) -> list[str]:
        """Blocks with an empty line between them; entries that follow each other are the items of one list."""
        lines: list[str] = []
        for each, following in zip_longest(blocks, blocks[1:]):
            listed = isinstance(each, model.Entry) and isinstance(following, model.Entry)
            lines += [*self.block(each), *([] if listed else [""])]
        return lines

    def block(self, block: Block) -> list[str]:
        match block:
            case model.Paragraph():
                return [_start(_line(block.text))]
            case model.Grid():
                return _grid(block)
            case model.Rules():
                rows = []
                for rule in block.rules:
                    status = f"*({_escape(rule.status)})* " if rule.status else ""
                    rows += [f"{_mark(rule.anchor)}**{_escape(rule.name)}** {status}{_line(rule.text)}", ""]
                return rows
            case model.Items():
                return self.items(block)
            case model.Terms():
                return [f"- **{_escape(word)}**" + (f": {_line(text)}" if text else "") for word, text in block.terms]
            case model.Picture():
                caption = _escape(block.caption or block.title)
                file = self.pictures.get(block.name)
                return [f"![{caption}]({quote(file)})" if file else f"*{caption}*"]
            case model.Card():
                head = [_mark(block.anchor) if block.anchor else "", f"#### {_escape(block.title)}", ""]
                cites = [_line(block.cites), ""] if block.cites else []
                return [*head, *cites, *self.blocks(block.inside)]
            case model.Listing():
                return _fenced(block.language, block.text.rstrip("\n").split("\n"))
            case model.Names():
                return [f"{_escape(block.word)} {_names(block.names)}"]
            case model.Changed():
                sides = block.old is not None and block.new is not None
                told = f"{_code(block.old or '')} → {_code(block.new or '')}" if sides else _escape(block.told)
                return [f"{_escape(block.name)}: {told}"]
            case model.Delta():
                rows = _fenced("diff", [f"{mark} {''.join(text for text, _ in words)}" for mark, words in block.rows])
                return [f"{_escape(block.name)}:", "", *_indented(rows, "  "), ""] if block.name else ["", *rows, ""]
            case model.Entry():
                return self.entry(block)
            case model.Details():
                return [f"… and {_escape(block.summary)}."]
            case model.Row():
                return self.blocks(block.inside)

    def entry(self, entry: model.Entry) -> list[str]:
        """An item of a list, what is told of it in items below."""
        status = f"**{_escape(entry.status)}** " if entry.status else ""
        place = f" ({_code(entry.place)})" if entry.place else ""
        lead = f": {_line(entry.lead[0])}" if entry.lead else ""
        rows = [f"- {status}{_line(entry.title)}{place}{lead}", *(f"  - {_line(each)}" for each in entry.lead[1:])]
        for each in entry.inside:
            bare = isinstance(each, model.Delta) and not each.name
            rows += _indented(self.block(each), "  ", "" if bare else "- ")
        return rows

    def items(self, block: model.Items) -> list[str]:
        lines: list[str] = []
        for number, item in enumerate(block.items, 1):
            lines += self.item(item, f"{number}. " if block.numbered else "- ")
        return lines

    def item(self, item: model.Item, sign: str) -> list[str]:
        lines = [sign + _start(_line(item.text))]
        for each in item.inside:
            lines += _indented(self.block(each), " " * len(sign))
        return lines


def _indented(rows: Iterable[str], indent: str, sign: str = "") -> list[str]:
    return [(indent + (row if number else sign + row)) if row else "" for number, row in enumerate(rows)]


def _mark(name: str) -> str:
    return f'<a id="{anchor(name)}"></a>'


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _start(text: str) -> str:
    """A line that does not begin a list or a heading by accident."""
    return _AT_START.sub(r"\1\\\2", text) if _AT_START.match(text) else text


def _backticks(texts: Iterable[str], least: int) -> str:
    """More backticks than stand in a row in the texts."""
    return "`" * max([least, *(len(run) + 1 for text in texts for run in re.findall("`+", text))])


def _code(text: str) -> str:
    """A short piece of code or a name."""
    text = " ".join(text.split())
    fence = _backticks([text], 1)
    blank = " " if text.startswith("`") or text.endswith("`") or not text else ""
    return f"{fence}{blank}{text}{blank}{fence}"


def _fenced(language: str, rows: Sequence[str]) -> list[str]:
    fence = _backticks(rows, 3)
    return [f"{fence}{language}", *rows, fence]


def _names(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    return ", ".join(map(_code, names[:_MOST])) + more


def _line(parts: Line) -> str:
    return "".join(map(_run, parts))


def _run(run: model.Run) -> str:
    """A run; blanks around it stay outside of its marks."""
    is_code = run.style in ("code", "name")
    text = _code(run.text) if is_code else _escape(run.text)
    mark = {"strong": "**", "seen": "**", "em": "*"}.get(run.style, "") if text else ""
    text = f"{mark}{text}{mark}"
    if run.target:
        text = f"[{text}](#{anchor(run.target)})"
    if is_code:
        return text
    before, after = run.text[: len(run.text) - len(run.text.lstrip())], run.text[len(run.text.rstrip()) :]
    return before + text + (after if run.text.strip() else "")


def _grid(grid: model.Grid) -> list[str]:
    width = max((len(row) for row in (grid.head, *grid.rows)), default=0)
    head = [_cell(each) for each in grid.head] or [""] * width
    marks = ["--:" if number in grid.numbers else "---" for number in range(width)]
    lines = [f"**{_escape(grid.caption)}**", ""] if grid.caption else []
    lines += [_row(head), _row(marks)]
    lines += [_row([_cell(each) for each in row] + [""] * (width - len(row))) for row in grid.rows]
    return lines


def _cell(parts: Line) -> str:
    """A line inside a table: a bar ends a cell also in code."""
    return "".join(_run(run).replace("|", "\\|") if run.style in ("code", "name") else _run(run) for run in parts)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
