"""Code of a tour put into the rules that somebody writes: what is missing is added where it belongs, what the tour
itself wrote before may be written anew, and everything else stays byte for byte as it stands.

It goes by lines, since it is asked in the middle of an edit too, when the file can be read by nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

NAMED = 2
"""How many keys lead to a thing with a name."""

FIRST = ("source",)
"""Keys that stand in front of the others of an element."""

_KEY = re.compile(r"( *)([A-Za-z_][\w.-]*|\"[^\"\n]*\")\s*:(?=\s|$)(.*)")


@dataclass(frozen=True, slots=True)
class Put:
    """What a text is after code was put into it, and which parts were replaced that the tour had not written."""

    text: str
    overwritten: tuple[str, ...]


@dataclass(slots=True)
class Block:
    """A key with all that belongs to it: lines `start` (from 0) to `end`, without comments and empty lines around."""

    key: str
    start: int
    end: int
    inside: int
    """How far to the right the keys in it stand; -1 where no mapping stands below it."""


def put(text: str, code: str, known: Sequence[str] = (), *, where_there: bool = False) -> Put:
    """Put code into a text. `known` are other pieces of code that the tour may have put there before; `where_there`:
    only what belongs to named things that the text has is put."""
    written = _Writing(text, code, known, where_there)
    written.merge((), 0, 0, len(written.lines), 0, len(written.code))
    line_end = "\r\n" if "\r\n" in text else "\n"
    return Put(line_end.join(written.lines).rstrip("\r\n") + line_end, tuple(written.overwritten))


class _Writing:
    """The text while code is put into it."""

    def __init__(self, text: str, code: str, known: Sequence[str], where_there: bool) -> None:
        self.where_there = where_there
        self.lines = text.splitlines()
        self.code = code.splitlines()
        self.known = [each.splitlines() for each in known]
        self.overwritten: list[str] = []

    def merge(self, path: tuple[str, ...], indent: int, start: int, end: int, first: int, last: int) -> int:
        """Put the blocks of code in lines `first` to `last` among those of the text in `start` to `end`, whose keys
        stand at `indent`. Gives how many lines the text has more."""
        before = len(self.lines)
        for new in [*_blocks(self.code, first, last)]:
            end += self._put(path, indent, start, end, new)
        return len(self.lines) - before

    def _put(self, path: tuple[str, ...], indent: int, start: int, end: int, new: Block) -> int:
        """Put one block there. Gives how many lines there are more."""
        where = (*path, new.key)
        lines = _moved(self.code[new.start : new.end], indent - _indent(self.code[new.start]))
        old = next((each for each in _blocks(self.lines, start, end) if each.key == new.key), None)
        if old is None:
            if self.where_there and len(where) <= NAMED:
                return 0
            return self._add(path, start, end, lines)
        there = self.lines[old.start : old.end]
        if _bare(there) == _bare(lines):
            return 0
        if old.inside >= 0 and new.inside >= 0:
            return self.merge(where, old.inside, old.start + 1, old.end, new.start + 1, new.end)
        if not any(_bare(there) == _bare(each) for each in self._known(where)):
            self.overwritten.append(".".join(where))
        self.lines[old.start : old.end] = lines
        return len(lines) - len(there)

    def _add(self, path: tuple[str, ...], start: int, end: int, lines: list[str]) -> int:
        key = lines[0].strip().partition(":")[0]
        found = [*_blocks(self.lines, start, end)]
        at = found[-1].end if found else start if path else len(self.lines)
        if found and key in FIRST:
            at = found[0].start
        gap = [""] if not path and at and self.lines[at - 1].strip() else []
        self.lines[at:at] = [*gap, *lines]
        return len(gap) + len(lines)

    def _known(self, path: tuple[str, ...]) -> Iterator[list[str]]:
        """What the tour has written at a path before."""
        for code in self.known:
            start, end = 0, len(code)
            found: Block | None = None
            for key in path:
                found = next((each for each in _blocks(code, start, end) if each.key == key), None)
                if found is None:
                    break
                start, end = found.start + 1, found.end
            if found is not None:
                yield code[found.start : found.end]


def _blocks(lines: Sequence[str], start: int, end: int) -> Iterator[Block]:
    """The keys that stand the least to the right in some lines."""
    shown = [number for number in range(start, end) if _says(lines[number])]
    if not shown:
        return
    indent = _indent(lines[shown[0]])
    heads = [
        number for number in shown
        if (found := _KEY.fullmatch(lines[number])) is not None and len(found[1]) == indent
    ]  # fmt: skip
    for head, following in zip(heads, [*heads[1:], end], strict=True):
        mine = [each for each in shown if head <= each < following and (each == head or _is_in(lines, each, indent))]
        found = _KEY.fullmatch(lines[head])
        assert found is not None
        inside = -1
        if len(mine) > 1 and not found[3].partition(" #")[0].strip() and _KEY.fullmatch(lines[mine[1]]):
            inside = _indent(lines[mine[1]])
        yield Block(found[2].strip('"'), head, mine[-1] + 1, inside)


def _is_in(lines: Sequence[str], number: int, indent: int) -> bool:
    """Whether a line belongs to the key above it: it stands further right, or is an item of its list."""
    line = lines[number]
    return _indent(line) > indent or (_indent(line) == indent and line.lstrip().startswith("- "))


def _says(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _moved(lines: Sequence[str], by: int) -> list[str]:
    """The same lines further right or left."""
    return [line and (" " * by + line if by >= 0 else line[-by:]) for line in lines]


def _bare(lines: Sequence[str]) -> list[str]:
    """What lines say, without how far right they begin, comments and empty lines."""
    return [" ".join(line.partition(" #")[0].split()) for line in lines if _says(line)]
