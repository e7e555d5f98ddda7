"""Reading a drawing: which sign stands on which space. What the signs mean is not known here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from yupana.schemas.diagrams import EMPTY
from yupana.schemas.layouts import Layout, Row
from yupana.schemas.source import Code, Diagnostic, Span

from ..language import messages
from .world import World

_WORD = re.compile(r"\S+")


class Sign(NamedTuple):
    """A sign and where it stands."""

    text: str
    span: Span


class Drawn(NamedTuple):
    """What stands on a space, by the number of the space."""

    space: int
    sign: Sign


def read(world: World, code: Code, forms: Sequence[Layout], known: Callable[[str], bool]) -> list[Drawn] | None:
    """What is drawn on all spaces of the first form of the board that the drawing fits with signs that are known, or
    fits at all, rows that are left out included; None where it fits none (reported)."""
    first: Drawing | None = None
    fitting: list[Drawn] | None = None
    for plan in forms:
        drawing = Drawing(code, plan, known)
        found = drawing.read()
        if found is not None and (fitting is None or all(known(each.sign.text) for each in found)):
            there = {each.space for each in found}
            empty = Sign(EMPTY[0], code.span)
            rest = [each for row in plan.rows for each in row.spaces if each not in there]
            fitting = [*found, *(Drawn(each, empty) for each in rest)]
            if all(known(each.sign.text) for each in found):
                return fitting
        first = first or drawing
    if fitting is not None:  # which sign is wrong is told where it is looked up
        return fitting
    for fault in () if first is None else first.faults:
        world.error(fault)
    return None


@dataclass(slots=True)
class Drawing:
    """A drawing as it is read for one form of its board. `known` tells whether a text is a sign of what is drawn: it
    decides where a row may be read in two ways. `faults` are what does not fit."""

    code: Code
    layout: Layout
    known: Callable[[str], bool]
    faults: list[Diagnostic] = field(default_factory=list)

    def read(self) -> list[Drawn] | None:
        """The signs of the spaces, without those of rows that are left out; None where rows, signs or coordinates do
        not fit."""
        rows, lines = self.layout.rows, self._lines()
        for end in (0, -1, -1, 0):  # names of columns that cannot be signs, then those that stand there beside all rows
            if lines and self._is_edge(lines[end]) and (len(lines) > len(rows) or not self._are_signs(lines[end])):
                del lines[end]
        if len(rows) < len(lines) <= len(rows) + 2:
            for line in (lines[0], lines[-1]):
                if wrong := self._slip_in_edge(line):
                    self.faults.append(messages.wrong_coordinate(*wrong))
                    return None
        if 0 < len(lines) < len(rows):
            rows = self._named(lines) or rows
        if len(lines) != len(rows):
            if edge := next(filter(self._names_some, (*lines[:1], *lines[-1:])), None):
                self.faults.append(messages.columns_drawn(self.layout.columns, edge[0].span.to(edge[-1].span)))
                return None
            extra = lines[len(rows)] if len(lines) > len(rows) else lines[-1] if lines else []
            span = extra[0].span.to(extra[-1].span) if extra else self.code.span
            joined = len(lines) == 1 and self.code.span.line == self.code.span.end_line
            self.faults.append(messages.rows_drawn(len(rows), len(lines), joined, span))
            return None
        found: list[Drawn] = []
        whole = True
        for row, line in zip(rows, lines, strict=True):
            signs = self._row(row, line)
            if signs is None:
                whole = False
            else:
                found += map(Drawn, row.spaces, signs)
        return found if whole else None

    def _lines(self) -> list[list[Sign]]:
        """The words of every line that is not empty."""
        lines, offset, code = [], 0, self.code
        for line in code.text.split("\n"):
            found = _WORD.finditer(line)
            words = [Sign(each[0], code.at(offset + each.start(), offset + each.end())) for each in found]
            if words:
                lines.append(words)
            offset += len(line) + 1
        return lines

    # ------------------------------------------------------------ coordinates

    def _is_edge(self, line: Sequence[Sign]) -> bool:
        """Whether a line names the columns."""
        columns, words = self.layout.columns, [each.text for each in line]
        return bool(columns) and words in ([*columns], ["".join(columns)])

    def _names_some(self, line: Sequence[Sign]) -> bool:
        """Whether a line names columns, but not just those that there are."""
        words = [*line[0].text] if len(line) == 1 else [each.text for each in line]
        named = {*words} & {*self.layout.columns}
        return len(named) > 1 and len(named) == min(len(words), len(self.layout.columns)) and not self._are_signs(line)

    def _slip_in_edge(self, line: Sequence[Sign]) -> tuple[str, str, Span] | None:
        """The first wrong one of the names of the columns: what is wanted, what is found, and where."""
        columns = self.layout.columns
        if len(line) != len(columns) or self._are_signs(line) or not {each.text for each in line} <= set(columns):
            return None
        pairs = zip(columns, line, strict=True)
        return next(((wanted, each.text, each.span) for wanted, each in pairs if each.text != wanted), None)

    def _named(self, lines: Sequence[Sequence[Sign]]) -> tuple[Row, ...] | None:
        """The rows of lines that all have a coordinate, where these come in order: the others are empty."""
        found: list[int] = []
        for line in lines:
            fits = (
                number
                for number, row in enumerate(self.layout.rows)
                if len(line) > 1 and (line[0].text in row.left or line[-1].text in row.right)
            )
            found.append(next((number for number in fits if not found or number > found[-1]), -1))
        return None if -1 in found else tuple([self.layout.rows[number] for number in found])

    # ------------------------------------------------------------ rows

    def _row(self, row: Row, line: Sequence[Sign]) -> list[Sign] | None:
        """The signs of a row, without its coordinates; None where it has too many or too few."""
        ways = [signs for signs in self._ways(row, line) if len(signs) == len(row.spaces)]
        for signs in ways:
            if all(self.known(each.text) for each in signs):
                return signs
        for end, labels in ((0, row.left), (-1, row.right)):
            other = line[end]
            if other.text in self.layout.labels and other.text not in labels and not self.known(other.text):
                self.faults.append(messages.wrong_coordinate(labels[0], *other))
                return None
        if ways:  # which sign is wrong is told where it is looked up
            return max(reversed(ways), key=lambda signs: sum([self.known(each.text) for each in signs]))
        bare = min(self._ways(row, line), key=lambda signs: abs(len(signs) - len(row.spaces)))
        span = bare[-1].span if bare else line[-1].span
        self.faults.append(messages.signs_drawn(len(row.spaces), len(bare), row.left[0], span))
        return None

    def _are_signs(self, line: Sequence[Sign]) -> bool:
        """Whether a line can be one of signs alone."""
        joined = len(line) == 1 and all(self.known(each) for each in line[0].text)
        return joined or all(self.known(each.text) for each in line)

    def _ways(self, row: Row, line: Sequence[Sign]) -> Iterator[list[Sign]]:
        """How a row may be read: with or without coordinates, its signs apart or together."""
        for words in (line, line[1:], line[:-1], line[1:-1]):
            first, last = words[:1] != line[:1], words[-1:] != line[-1:]
            if (first and line[0].text not in row.left) or (last and line[-1].text not in row.right):
                continue
            yield list(words)
            if len(words) == 1 and len(words[0].text) > 1:
                yield self._letters(words[0])

    def _letters(self, word: Sign) -> list[Sign]:
        """The letters of a word as signs of their own."""
        span = word.span
        return [
            Sign(letter, Span(span.file, span.line, span.column + at, span.line, span.column + at + 1))
            for at, letter in enumerate(word.text)
        ]
