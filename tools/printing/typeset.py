"""Texts that flow over sheets: headings, paragraphs, lists, tables and pictures of a document, set with the fonts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, zip_longest

from ..documents import model as book
from ..documents.drawing import Box, Drawing, Mark, Text, line
from ..documents.model import Block, Chapter, Line, plain_text
from .drawings import on_paper
from .fitting import FAINT, INK, LEADING, RISE, words_of
from .fonts import Fonts
from .model import Link, Place, Sheet

BODY = 3.4
SMALL = 0.86
RULE = "#cfc8b8"
INDENT = 5.0
MONO = 0.62
"""How wide a character of a listing is, of its size."""
MANY_TERMS = 8
"""So many words and what they mean stand one below the other on a sheet that is to hold a whole chapter."""
LEAST_SHARE = 0.58
"""So much smaller pictures are made at most to stand beside one another."""
CLOSE = 0.8
"""So much smaller a picture is made at most to stand on what is left of a sheet."""
ONE_PAGE = "chapter-summary"
"""The anchor of the chapter that has a sheet of its own."""
SIZES = (3.4, 3.1, 2.8, 2.5, 2.25, 2.0)
"""What is to be on one page has the largest of these letters in which it is; else it has several pages."""
LARGEST_PICTURE = 0.27
"""How many millimetres a unit of a picture is at most: it is as large as on a page."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a stretch of text looks."""

    bold: bool = False
    colour: str = INK


_STYLES = {
    "strong": Style(bold=True), "name": Style(bold=True), "rule": Style(colour="#7a5c3a"), "small": Style(colour=FAINT),
    "dim": Style(colour=FAINT), "code": Style(colour="#4a4a66"),
}  # fmt: skip


@dataclass
class Flow:
    """Sheets that are filled from top to bottom. `part` and `title` are the sheets', `foot` is what stands below.
    `begun` tells on which sheet (from 1) each anchor stands; `pages` are those that are known from before, for contents
    and an index. `whole`: all is to be on one sheet."""

    fonts: Fonts
    size: tuple[float, float]
    margin: float
    part: str
    title: str
    foot: str = ""
    body: float = BODY
    pages: Mapping[str, int] = field(default_factory=dict)
    begun: dict[str, int] = field(default_factory=dict)
    sheets: list[Sheet] = field(default_factory=list)
    whole: bool = False
    _y: float = 0.0
    _left: float = 0.0
    _right: float = 0.0

    def __post_init__(self) -> None:
        self._left, self._right = self.margin, self.size[0] - self.margin
        self._new()

    @property
    def width(self) -> float:
        """The room from left to right."""
        return self._right - self._left

    @property
    def _bottom(self) -> float:
        return self.size[1] - self.margin - (5.0 if self.foot else 0.0)

    def _new(self) -> None:
        sheet = Sheet(*self.size, self.part, self.title)
        self.sheets.append(sheet)
        self._y = self.margin
        if self.foot:
            told = f"{self.foot} · {len(self.sheets)}"
            wide = self.fonts.width(told, 2.6)
            sheet.marks.append(Text((self.size[0] - wide) / 2, self.size[1] - self.margin, told, 2.6, FAINT))

    def room(self, height: float) -> float:
        """The y at which something so high stands: on a new sheet where it has no room on this one."""
        if self._y + height > self._bottom + 0.01 and self._y > self.margin:
            self._new()
        y = self._y
        self._y += height
        return y

    def keep(self, height: float) -> None:
        """Begin a new sheet where something so high has no room on this one, but would have on that."""
        if self._bottom - self._y < height <= self._bottom - self.margin:
            self._new()

    def space(self, height: float) -> None:
        """Some room, which is nothing at the top of a sheet."""
        if self._y > self.margin:
            self._y += height

    def add(self, *marks: Mark) -> None:
        """Marks on the sheet that is being filled."""
        self.sheets[-1].marks += marks

    def _mark(self, anchor: str) -> None:
        """Here stands what links with this name lead to."""
        if anchor:
            self.begun.setdefault(anchor, len(self.sheets))

    # ------------------------------------------------------------ contents

    def contents(self, title: str, chapters: Sequence[Chapter]) -> None:
        """The chapters and those in them, each with its page."""
        self.heading(title, 1)
        for each in chapters:
            self._content(f"{each.number}  {each.title}" if each.number else each.title, each.anchor, 0)
            for inside in each.chapters:
                if not inside.is_empty:
                    self._content(inside.title, inside.anchor, 1)

    def _content(self, told: str, anchor: str, level: int) -> None:
        page, left = str(self.pages.get(anchor, 0)), level * INDENT
        size, bold = self.body * (SMALL if level else 1.0), not level
        wide = self.fonts.width(page, size)
        row = rows_of(self.fonts, book.line(told), size, self.width - left - wide - 6, bold=bold)[0]
        y = self.room(size * LEADING * 1.08)
        self.add(*placed(self.fonts, row, self._left + left, y + size * RISE, size))
        self.add(Text(self._right - wide, y + size * RISE, page, size))
        start, end = self._left + left + _wide(self.fonts, row, size) + 2, self._right - wide - 2
        if end > start:
            self.add(line(start, y + size * RISE, end, y + size * RISE, RULE, 0.2, 0.3, 1.2))
        if anchor in self.pages:
            link = Link(self._left, y, self.width, size * LEADING, self.pages[anchor])
            self.sheets[-1].links.append(link)

    # ------------------------------------------------------------ texts

    def line(self, text: Line, share: float = 1.0, *, bold: bool = False, left: float = 0.0) -> None:
        """A line of runs, broken where it has to be."""
        size = self.body * share
        for row in rows_of(self.fonts, text, size, self.width - left, bold=bold):
            y = self.room(size * LEADING)
            self.add(*placed(self.fonts, row, self._left + left, y + size * RISE, size))

    def heading(self, text: str, level: int) -> None:
        """A heading, which is not left alone at the foot of a sheet."""
        share = (1.9, 1.45, 1.15)[min(level, 2)]
        self.space(self.body * (1.6, 1.2, 0.9)[min(level, 2)])
        if self._y + self.body * (share * LEADING + 3 * LEADING) > self._bottom:
            self._new()
        self.line(book.line(text), share, bold=True)
        if level == 0:
            y = self.room(1.6)
            self.add(line(self._left, y + 0.5, self._right, y + 0.5, RULE, 0.3))
        self.space(self.body * 0.3)

    def chapter(self, chapter: Chapter, level: int = 0) -> None:
        """A chapter with those inside it."""
        if chapter.is_empty:
            return
        if chapter.anchor == ONE_PAGE and not self.whole:
            self._on_one(chapter, level)
            return
        begin = self._begin(chapter.blocks)
        if begin and self._y + begin + 30 > self._bottom and self._y > self.margin:
            self._new()
        number = f"{chapter.number}  " if chapter.number else ""
        self.heading(number + chapter.title, level)
        self._mark(chapter.anchor)
        if chapter.anchor:
            self.sheets[-1].places.append(Place(number + chapter.title, min(level, 2), max(self._y - 9, 0.0)))
        self.blocks(chapter.blocks)
        for each in chapter.chapters:
            self.chapter(each, level + 1)

    def _on_one(self, chapter: Chapter, level: int) -> None:
        """A chapter on a sheet of its own, in the largest letters in which it is on one."""
        usual, self.whole = self.body, True
        for size in SIZES:
            self.body = size
            tried = replace(self, sheets=[], begun={}, whole=True)
            tried.chapter(chapter, level)
            if len(tried.sheets) == 1:
                break
        if self._y > self.margin:
            self._new()
        self.chapter(chapter, level)
        self.body, self.whole = usual, False
        self._new()

    def _begin(self, blocks: Sequence[Block]) -> float:
        """How high what begins a chapter is, where it stands with its heading: a picture, or the head of a table and
        its first row."""
        text = 0.0
        for each in blocks:
            match each:
                case book.Paragraph():
                    text += len(rows_of(self.fonts, each.text, self.body, self.width)) * self.body * LEADING
                case book.Picture():
                    return text + self._drawing(each).height * CLOSE
                case book.Row():
                    drawn = [self._drawing(one).height for one in each.inside if isinstance(one, book.Picture)]
                    return text + max(drawn, default=0.0)
                case book.Grid():
                    return text + _Table(self, each).begin
                case book.Card():
                    return text + self.body * LEADING * 2 + self._begin(each.inside)
                case _:
                    return 0.0
        return 0.0

    def blocks(self, blocks: Sequence[Block]) -> None:
        """Blocks one below the other; rules do not stay alone before the frame that shows them."""
        for each, following in zip_longest(blocks, blocks[1:]):
            if isinstance(each, book.Rules) and isinstance(following, book.Card):
                self.keep(self.body * LEADING * 5 + self._begin(following.inside))
            self.block(each)

    def block(self, block: Block) -> None:
        """One block."""
        match block:
            case book.Paragraph():
                self.line(block.text, SMALL if block.style else 1.0)
                self.space(self.body * 0.45)
            case book.Items():
                self._items(block)
            case book.Rules():
                for rule in block.rules:
                    self.keep(self.body * LEADING * 2)
                    self._mark(rule.anchor)
                    status = book.line(" ", book.Run(f"[{rule.status}]", "small")) if rule.status else ()
                    self._hanging(rule.name, book.line(rule.text, *status), 18.0)
            case book.Terms() if self.whole and len(block.terms) > MANY_TERMS:
                self._in_two(block.terms)
            case book.Terms():
                self._terms(block.terms)
            case book.Grid():
                _Table(self, block).draw()
            case book.Picture():
                self._picture(block)
            case book.Card():
                self.space(self.body * 0.4)
                self.keep(self.body * LEADING * 2 + self._begin(block.inside))
                self._mark(block.anchor)
                self.line(book.line(book.strong(block.title), "  ", block.cites))
                self._inside(block.inside)
            case book.Listing():
                self._listing(block.text)
            case book.Row():
                self._beside([each for each in block.inside if isinstance(each, book.Picture)])
                self.blocks([each for each in block.inside if not isinstance(each, book.Picture)])
            case book.Details():
                self.blocks(block.inside)
            case _:
                raise ValueError(f"a {type(block).__name__} is not set")

    def _inside(self, blocks: Sequence[Block]) -> None:
        self._left += INDENT
        self.blocks(blocks)
        self._left -= INDENT

    def _items(self, block: book.Items) -> None:
        for number, item in enumerate(block.items, 1):
            if item.text:
                self._hanging(f"{number}." if block.numbered else "•", item.text, INDENT, bold=False)
            self._inside(item.inside)
        self.space(self.body * 0.2)

    def _hanging(self, sign: str, text: Line, indent: float, *, bold: bool = True) -> None:
        """A sign or name, and behind it a text that is set in."""
        wide = self.fonts.width(sign, self.body * SMALL, bold=bold) + 1.5
        indent = max(indent, min(wide, 40.0))
        size = self.body
        for number, row in enumerate(rows_of(self.fonts, text, size, self.width - indent)):
            y = self.room(size * LEADING)
            if number == 0:
                self.add(Text(self._left, y + size * RISE, sign, size * SMALL, FAINT, bold))
            self.add(*placed(self.fonts, row, self._left + indent, y + size * RISE, size))
        self.space(size * 0.3)

    def _listing(self, text: str) -> None:
        rows = text.rstrip().split("\n")
        longest = max(map(len, rows), default=1) or 1
        size = min(self.body * SMALL, self.width / longest / MONO)
        self.space(1.0)
        for row in rows:
            y = self.room(size * LEADING)
            for at, each in enumerate(row):
                if each != " ":
                    self.add(Text(self._left + at * size * MONO, y + size * RISE, each, size))
        self.space(2.0)

    def _drawing(self, block: book.Picture) -> Drawing:
        """A picture as large as it is on a page, and no larger than there is room."""
        assert block.drawing is not None, "the rulebook draws its own pictures"
        drawing = on_paper(block.drawing, self.fonts)
        high = self.size[1] - 2 * self.margin - 32
        return drawing.scaled(min(LARGEST_PICTURE, self.width / drawing.width, high / drawing.height))

    def _terms(self, terms: Sequence[tuple[str, Line]]) -> None:
        for word, told in terms:
            self.line(book.line(book.strong(word), "  ", self._paged(told)))
            self.space(self.body * 0.35)

    def _in_two(self, terms: Sequence[tuple[str, Line]]) -> None:
        """Terms in two columns, on a sheet on which all have room."""
        left, right, top, half = self._left, self._right, self._y, (len(terms) + 1) // 2
        self._right = (left + right) / 2 - 2
        self._terms(terms[:half])
        low, self._y = self._y, top
        self._left, self._right = (left + right) / 2 + 2, right
        self._terms(terms[half:])
        self._left, self._y = left, max(self._y, low)

    def _paged(self, text: Line) -> Line:
        """A line in which links of an index are the numbers of their pages."""
        if not any(run.style == "place" for run in text):
            return text
        found = sorted({self.pages.get(run.target, 0) for run in text if run.style == "place"})
        return book.line(", ".join(map(str, found)))

    def _beside(self, pictures: Sequence[book.Picture]) -> None:
        """Pictures beside one another where there is room, else one below the other."""
        drawn = [self._drawing(each) for each in pictures]
        share = (self.width - 4 * (len(drawn) - 1)) / max(sum(each.width for each in drawn), 1.0)
        if share < LEAST_SHARE:
            self.blocks(pictures)
            return
        drawn = [each.scaled(share) for each in drawn] if share < 1 else drawn
        high = max((each.height for each in drawn), default=0.0)
        self.space(1.5)
        y, x = self.room(high + 6), self._left
        for each, drawing in zip(pictures, drawn, strict=True):
            self.sheets[-1].add(drawing.marks, x, y + high - drawing.height)
            self._caption(each.caption, x + drawing.width / 2, y + high + 4)
            x += drawing.width + 4
        self.space(2.0)

    def _caption(self, text: str, middle: float, y: float) -> None:
        if text:
            wide = self.fonts.width(text, self.body * SMALL)
            self.add(Text(middle - wide / 2, y, text, self.body * SMALL, FAINT))

    def _picture(self, block: book.Picture) -> None:
        drawing, below = self._drawing(block), 6 if block.caption else 1
        self.space(1.5)
        left = (self._bottom - self._y - below) / drawing.height
        drawing = drawing.scaled(left) if CLOSE <= left < 1 else drawing
        y = self.room(drawing.height + below)
        self.sheets[-1].add(drawing.marks, self._left + (self.width - drawing.width) / 2, y)
        self._caption(block.caption, self._left + self.width / 2, y + drawing.height + 4)
        self.space(2.0)


# ---------------------------------------------------------------- tables


class _Table:
    """A table, row by row; its head stands again on every sheet."""

    def __init__(self, flow: Flow, grid: book.Grid) -> None:
        self._flow, self._grid = flow, grid
        self._size = flow.body * SMALL
        self._pad = 1.2
        self._widths = self._columns()

    def _columns(self) -> list[float]:
        """As wide as the cells want to be; where that is too much, what is wide gives way, but for its longest word."""
        flow, size = self._flow, self._size
        rows = [self._grid.head, *self._grid.rows]
        many = max(map(len, rows))
        wanted, least = [0.0] * many, [0.0] * many
        for number, row in enumerate(rows):
            for at, cell in enumerate(row):
                text = plain_text(cell)
                bold = number == 0 or any(run.style for run in cell)
                wanted[at] = max(wanted[at], flow.fonts.width(text, size, bold=bold) + 2 * self._pad + 0.1)
                longest = max((flow.fonts.width(each, size, bold=bold) for each in words_of(text)), default=0.0)
                least[at] = max(least[at], longest + 2 * self._pad + 0.1)
        if sum(wanted) <= flow.width:
            return wanted
        spare = flow.width - sum(least)
        if spare <= 0:
            return [each * flow.width / sum(least) for each in least]
        more = sum(wanted) - sum(least)
        return [low + (high - low) * spare / more for low, high in zip(least, wanted, strict=True)]

    @property
    def begin(self) -> float:
        """How high the head and the first row are: they stand together."""
        head = [self._grid.head] if any(self._grid.head) else []
        return sum(self._high(self._cells(row, head=row is self._grid.head)) for row in (*head, *self._grid.rows[:1]))

    def draw(self) -> None:
        """The whole table."""
        flow = self._flow
        flow.keep(self.begin + (flow.body * LEADING if self._grid.caption else 0.0))
        if self._grid.caption:
            flow.line(book.line(book.strong(self._grid.caption)))
        if any(self._grid.head):
            self._row(self._grid.head, head=True)
        for row in self._grid.rows:
            self._row(row)
        flow.space(flow.body * 0.8)

    def _cells(self, row: Sequence[Line], *, head: bool) -> list[list[Letters]]:
        """What stands in each cell of a row, line by line."""
        return [
            rows_of(self._flow.fonts, cell, self._size, wide - 2 * self._pad, bold=head)
            for cell, wide in zip(row, self._widths, strict=False)
        ]

    def _high(self, cells: Sequence[Sequence[Letters]]) -> float:
        return max((len(each) for each in cells), default=1) * self._size * LEADING + 1.4

    def _row(self, row: Sequence[Line], *, head: bool = False) -> None:
        flow, size = self._flow, self._size
        cells = self._cells(row, head=head)
        high = self._high(cells)
        sheets = len(flow.sheets)
        y = flow.room(high)
        if len(flow.sheets) > sheets and not head and any(self._grid.head):
            flow._y -= high  # the head comes first
            self._row(self._grid.head, head=True)
            y = flow.room(high)
        x = flow._left
        if head:
            flow.add(Box(x, y, sum(self._widths), high, "#f0ead9"))
        for at, (lines, wide) in enumerate(zip(cells, self._widths, strict=False)):
            for number, each in enumerate(lines):
                shift = wide - 2 * self._pad - _wide(flow.fonts, each, size) if at in self._grid.numbers else 0.0
                base = y + 0.7 + number * size * LEADING + size * RISE
                flow.add(*placed(flow.fonts, each, x + self._pad + shift, base, size))
            x += wide
        flow.add(line(flow._left, y + high, flow._left + sum(self._widths), y + high, RULE, 0.15))


# ---------------------------------------------------------------- lines of runs

Letters = list[tuple[str, Style]]


def rows_of(fonts: Fonts, text: Line, size: float, width: float, *, bold: bool = False) -> list[Letters]:
    """A line of runs as rows that are not wider than this, each letter with its style."""
    letters: Letters = []
    for run in text:
        style = _STYLES.get(run.style, Style())
        told = " ".join(run.text.split("\n"))
        letters += [(each, Style(style.bold or bold, style.colour)) for each in told]
    rows: list[Letters] = [[]]
    at, wide = 0, 0.0
    for word in _words(letters):
        part = letters[at : at + len(word)]
        at += len(word)
        bare = len(word.rstrip())
        if rows[-1] and wide + _wide(fonts, part[:bare], size) > width + 1e-6:
            rows.append([])
            wide = 0.0
        for each in part:
            step = fonts.width(each[0], size, bold=each[1].bold)
            if rows[-1] and each[0] != " " and wide + step > width + 1e-6:
                rows.append([])
                wide = 0.0
            rows[-1].append(each)
            wide += step
    return [each for each in rows if each]


def _words(letters: Letters) -> Iterator[str]:
    """What cannot be broken: words, and the names of rules, which have hyphens."""
    now, at = "", 0
    for word in words_of("".join(each for each, _ in letters)):
        now, at = now + word, at + len(word)
        if word.endswith("-") and at < len(letters) and letters[at][1].colour == _STYLES["rule"].colour:
            continue
        yield now
        now = ""
    if now:
        yield now


def _wide(fonts: Fonts, letters: Letters, size: float) -> float:
    return sum(fonts.width(each, size, bold=style.bold) for each, style in letters)


def placed(fonts: Fonts, row: Letters, x: float, y: float, size: float) -> Iterator[Text]:
    """A row of letters as texts of one style each."""
    for style, group in groupby(row, key=lambda each: each[1]):
        text = "".join(each for each, _ in group)
        yield Text(x, y, text.rstrip(), size, style.colour, style.bold)
        x += fonts.width(text, size, bold=style.bold)
