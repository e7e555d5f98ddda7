"""What stands at a place of a YAML file that is being typed: under which keys, as a key or a value, with which text.

Read line by line, by indentation, brackets and quotes, so that a fault in one place hides nothing in the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from .lines import Lines

Path = tuple[str, ...]
Style = Literal["plain", "quoted", "block", "flow"]

_KEY = re.compile(
    r"""(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#:{}\[\],"'&*!|>%@`-][^:#{}\[\]]*?|-[^\s:]+|(?=:)))\s*:(?=\s|$)"""
)
_BLOCK = re.compile(r"[|>][-+0-9]*\s*(?:#.*)?$")
_OPENS = "\"'{&*!#"
"""What begins a value that is not written as it is read."""

_WORD = re.compile(r"[\w-]*\s*")
_NOTHING = re.compile(r"\s*(?:&\S+)?\s*(?:#.*)?")
"""What follows a key whose value begins in a line below; it may have a name for other places."""

_COMMENT = re.compile(r"\s#.*$")


@dataclass(slots=True)
class Caret:
    """The place of the caret. `path` are the keys above (items of lists by their numbers from 0), for a value with its
    own; `text` is the value or the key as far as it is typed, without quotes, and `offset` the caret in it; `own` are
    the keys that the mapping has already. In a value of several lines `text` is without its indentation."""

    path: Path
    is_key: bool
    text: str
    offset: int
    style: Style = "plain"
    in_list: bool = False
    column: int = 0


@dataclass(slots=True)
class _Level:
    """A mapping or list that is open: how far to the right its keys or dashes stand."""

    indent: int
    path: Path
    is_list: bool = False
    count: int = -1


@dataclass(slots=True)
class PartialFile:
    """A file as it is. `values` are the texts of all values by their paths, `keys` the paths of all keys in order, each
    with its line (from 0); `caret` is the place of the caret, if it is one of a key or value."""

    values: dict[Path, str] = field(default_factory=dict)
    keys: dict[Path, int] = field(default_factory=dict)
    caret: Caret | None = None

    def below(self, path: Path) -> Iterator[str]:
        """The keys of a mapping."""
        return (each[-1] for each in self.keys if each[:-1] == path)


def read_at(text: str, offset: int) -> PartialFile:
    """All of a file, and what stands at an offset of it."""
    return _Reader(text, offset).read()


class _Reader:
    def __init__(self, text: str, offset: int) -> None:
        lines = Lines(text)
        self.text, self.offset, self.lines, self.starts = text, offset, lines.rows, lines.starts
        self.row = lines.place(offset).line - 1
        self.column = offset - self.starts[self.row]
        self.levels: list[_Level] = []
        self.pending: Path = ()
        self.found = PartialFile()

    def read(self) -> PartialFile:
        """The reading."""
        row = 0
        while row < len(self.lines):
            row = self._line(row)
        return self.found

    # ------------------------------------------------------------ lines

    def _line(self, row: int) -> int:
        """Read a line, and those that belong to its value; the row that follows."""
        line = self.lines[row]
        content = line.strip()
        indent = len(line) - len(line.lstrip(" "))
        if not content:
            if row == self.row:
                self._blank(self.column)
            return row + 1
        if content.startswith("#") or content in ("---", "..."):
            return row + 1
        return self._content(row, indent)

    def _blank(self, column: int) -> None:
        """The caret in a line without content: a key may begin there."""
        levels = [each for each in self.levels if each.indent <= column]
        inner = levels[-1] if levels else None
        if inner is None or inner.indent < column:
            path = self.pending if inner is not None else ()
            if inner is not None and not (path[: len(inner.path)] == inner.path and len(path) > len(inner.path)):
                path = inner.path
        elif inner.is_list:
            mapping = next((each for each in reversed(levels) if not each.is_list and each.indent <= column), None)
            path = inner.path[:-1] if mapping is not None and mapping.indent == column else inner.path
        else:
            path = inner.path
        if self.found.caret is None:
            self.found.caret = Caret(path, True, "", 0, column=column)

    def _content(self, row: int, indent: int) -> int:
        line = self.lines[row]
        if line.startswith("- ", indent) or line[indent:].rstrip() == "-":
            return self._item(row, indent)
        key = _KEY.match(line, indent)
        if key is not None:
            return self._key(row, indent, key)
        return self._loose(row, indent)

    def _open(self, indent: int, is_list: bool) -> _Level:
        """The mapping or list to which something at a column belongs."""
        while self.levels and (
            self.levels[-1].indent > indent
            or (self.levels[-1].indent == indent and self.levels[-1].is_list and not is_list)
        ):
            self.levels.pop()
        last = self.levels[-1] if self.levels else None
        if last is None or last.indent < indent or last.is_list != is_list:
            inside = last is None or self.pending[: len(last.path)] == last.path
            self.levels.append(_Level(indent, self.pending if inside or last is None else last.path, is_list))
            if not self.levels[:-1] and not is_list:
                self.levels[-1].path = ()
        return self.levels[-1]

    def _item(self, row: int, indent: int) -> int:
        level = self._open(indent, True)
        level.count += 1
        self.pending = (*level.path, str(level.count))
        rest = self.lines[row][indent + 1 :]
        inner = indent + 1 + len(rest) - len(rest.lstrip(" "))
        if not rest.strip() or rest.strip().startswith("#"):
            if row == self.row and self.column > indent:
                self.found.caret = Caret(self.pending, False, "", 0, in_list=True)
            return row + 1
        if self.lines[row].startswith("- ", inner) or _KEY.match(self.lines[row], inner):
            return self._content(row, inner)
        return self._value(row, self._gap(row, indent + 1, inner), self.pending, indent, in_list=True)

    def _key(self, row: int, indent: int, key: re.Match[str]) -> int:
        level = self._open(indent, False)
        name = next(each for each in key.groups() if each is not None).replace("''", "'").strip()
        self.pending = path = (*level.path, name)
        self.found.keys[path] = row
        if row == self.row and indent <= self.column < key.end():
            shift = self.lines[row][indent] in "\"'"
            at = min(max(self.column - indent - shift, 0), len(name))
            self.found.caret = Caret(level.path, True, name, at, column=indent)
        start = key.end()
        rest = self.lines[row][start:]
        value = start + len(rest) - len(rest.lstrip(" "))
        if _NOTHING.fullmatch(rest):
            if row == self.row and self.column > key.end() and "#" not in rest[: self.column - start]:
                self.found.caret = Caret(path, False, "", 0)
            return row + 1
        return self._value(row, self._gap(row, start, value), path, indent)

    def _gap(self, row: int, start: int, value: int) -> int:
        """Where a value begins: at the caret, where that stands in the blanks before it."""
        here = row == self.row and start < self.column < value
        opens = self.lines[row][value] in _OPENS or _BLOCK.match(self.lines[row], value)
        return self.column if here and not opens else value

    def _typed_before(self, row: int, column: int) -> bool:
        """Whether the caret stands in front of a bracket, where the word before it is to be typed."""
        return row == self.row and self.column == column and self.lines[row][column] == "["

    def _loose(self, row: int, indent: int) -> int:
        """A line that is no key yet, or the value of the key above."""
        above = self.levels[-1] if self.levels else None
        belongs = above is not None and indent > above.indent and self.pending not in self.found.values
        if above is not None and belongs and not _WORD.fullmatch(self.lines[row], indent):
            return self._value(row, indent, self.pending, above.indent)
        if row == self.row and indent <= self.column:
            self._blank(indent)
            caret = self.found.caret
            if caret is not None:
                word = self.lines[row][indent:].rstrip()
                caret.text, caret.offset = word, min(self.column - indent, len(word))
        return row + 1

    # ------------------------------------------------------------ values

    def _value(self, row: int, column: int, path: Path, indent: int, *, in_list: bool = False) -> int:
        """Read a value, and with it all lines that stand further to the right."""
        line = self.lines[row]
        last = row + 1
        block = _BLOCK.match(line, column)
        while last < len(self.lines) and (self._deeper(last, indent) or self._open_blank(last, indent, bool(block))):
            last += 1
        if block is not None:
            self._block(row, last, path, indent, in_list)
            return last
        if line[column] in "{[" and not self._typed_before(row, column):
            flow = _Flow(self, path, self.starts[row] + column, self._end_of(last))
            flow.read()
            return self._behind(row, last, flow.at)
        if line[column] in "\"'":
            return self._quoted(row, column, last, path, in_list)
        while last > row + 1 and not self.lines[last - 1].strip():
            last -= 1
        return self._plain(row, column, last, path, in_list)

    def _deeper(self, row: int, indent: int) -> bool:
        line = self.lines[row]
        return not line.strip() or len(line) - len(line.lstrip(" ")) > indent

    def _open_blank(self, row: int, indent: int, block: bool) -> bool:
        """Whether the caret in an empty line is still inside of a block."""
        return block and row == self.row and not self.lines[row].strip() and self.column > indent

    def _end_of(self, last: int) -> int:
        return self.starts[last] - 1 if last < len(self.lines) else len(self.text)

    def _block(self, row: int, last: int, path: Path, indent: int, in_list: bool) -> None:
        rows = range(row + 1, last)
        filled = [self.lines[each] for each in rows if self.lines[each].strip()]
        depths = [len(each) - len(each.lstrip(" ")) for each in filled]
        depth = min(depths, default=max(self.column, indent + 1))
        cut = [self.lines[each][depth:] for each in rows]
        self.found.values[path] = "\n".join(cut)
        if self.row in rows and self.column > indent:
            if not self.lines[self.row].strip() and self._ended(rows, depth):
                self._blank(self.column)
                return
            number = self.row - row - 1
            cut[number] = cut[number].ljust(self.column - depth)
            offset = sum(len(each) + 1 for each in cut[:number]) + max(self.column - depth, 0)
            self.found.caret = Caret(path, False, "\n".join(cut), offset, "block", in_list)
        elif self.row in rows:
            self._blank(self.column)

    def _ended(self, rows: range, depth: int) -> bool:
        """Whether the caret stands beyond a block, in an empty line, further to the left than it."""
        below = [each for each in rows if each > self.row and self.lines[each].strip()]
        return not below and self.column < depth

    def _quoted(self, row: int, column: int, last: int, path: Path, in_list: bool) -> int:
        start = self.starts[row] + column
        end, closed = quoted_end(self.text, start, self._end_of(last))
        self.found.values[path] = self.text[start + 1 : end - closed]
        if start < self.offset <= end - closed:
            inner = self.text[start + 1 : end - closed]
            self.found.caret = Caret(path, False, inner, self.offset - start - 1, "quoted", in_list)
        return self._behind(row, last, end)

    def _behind(self, row: int, last: int, end: int) -> int:
        """The row behind a value that began in one row and ends at an offset."""
        while last > row + 1 and self.starts[last - 1] > end:
            last -= 1
        return last

    def _plain(self, row: int, column: int, last: int, path: Path, in_list: bool) -> int:
        for following in range(row + 1, last):
            line = self.lines[following]
            if _KEY.match(line, len(line) - len(line.lstrip(" "))):  # it is no part of a value of one line
                last = following
                break
        pieces = [self.lines[row][column:], *(self.lines[each] for each in range(row + 1, last))]
        kept = [_COMMENT.sub("", each) for each in pieces]
        self.found.values[path] = "\n".join(kept).rstrip()
        if (self.row == row and self.column >= column) or row < self.row < last:
            number = self.row - row
            at = self.column - (column if number == 0 else 0)
            if at <= len(kept[number]) or not pieces[number][len(kept[number]) :].lstrip().startswith("#"):
                kept[number] = kept[number].ljust(at)
                offset = sum(len(each) + 1 for each in kept[:number]) + at
                self.found.caret = Caret(path, False, "\n".join(kept), offset, "plain", in_list)
        return last


def quoted_end(text: str, start: int, stop: int) -> tuple[int, bool]:
    """Where a quoted text ends (beyond its quote), and whether it is closed."""
    quote, at = text[start], start + 1
    while at < stop:
        if text[at] == "\\" and quote == '"':
            at += 1
        elif text[at] == quote:
            if quote == "'" and text[at + 1 : at + 2] == "'":
                at += 1
            else:
                return at + 1, True
        at += 1
    return min(at, stop), False


@dataclass(slots=True)
class _Frame:
    path: Path
    is_list: bool
    count: int = 0
    key: str | None = None


class _Flow:
    """Reads `{…}` and `[…]`."""

    def __init__(self, reader: _Reader, path: Path, start: int, stop: int) -> None:
        self.reader, self.found, self.text = reader, reader.found, reader.text
        self.path, self.at, self.stop, self.wanted = path, start, stop, reader.offset
        self.frames: list[_Frame] = []

    def read(self) -> None:
        """Read all of it, or up to where it stops."""
        gap = self.at
        while self.at < self.stop:
            sign = self.text[self.at]
            if sign in " \n\t":
                self.at += 1
                continue
            if sign == "#" and self.text[self.at - 1] in " \n":
                self.at = self._line_end()
                continue
            until = self.at if sign in "{}[]," else self.at - 1  # what begins here has the place before it
            if self.frames and gap <= self.wanted <= until and self.found.caret is None:
                self._found_caret("", 0)
            if sign in "{[":
                path = self._value_path() if self.frames else self.path
                self.frames.append(_Frame(path, sign == "["))
                self.at += 1
            elif sign in "}]":
                if self.frames:
                    self.frames.pop()
                self.at += 1
                if not self.frames:
                    return
            elif sign == ",":
                frame = self.frames[-1]
                frame.count, frame.key = frame.count + 1, None
                self.at += 1
            else:
                self._token()
            gap = self.at
        if self.frames and gap <= self.wanted <= self.stop and self.found.caret is None:
            self._found_caret("", 0)

    def _line_end(self) -> int:
        end = self.text.find("\n", self.at, self.stop)
        return self.stop if end < 0 else end

    def _value_path(self) -> Path:
        frame = self.frames[-1]
        if frame.is_list:
            return (*frame.path, str(frame.count))
        return (*frame.path, frame.key or "")

    def _found_caret(self, text: str, offset: int, style: Style = "flow") -> None:
        frame = self.frames[-1]
        if frame.is_list or frame.key is not None:
            self.found.caret = Caret(self._value_path(), False, text, offset, style, frame.is_list)
        else:
            self.found.caret = Caret(frame.path, True, text, offset, style)

    def _token(self) -> None:
        start = self.at
        quoted = self.text[start] in "\"'"
        if quoted:
            end, closed = quoted_end(self.text, start, self.stop)
            text, first = self.text[start + 1 : end - closed], start + 1
        else:
            end = self._plain_end(start)
            text, first = self.text[start:end], start
        is_key = not self.frames[-1].is_list and self.frames[-1].key is None
        beyond = end
        while beyond < self.stop and self.text[beyond] in " \n" and beyond < self.wanted and not quoted:
            beyond += 1
        here = first <= self.wanted <= (end - 1 if quoted and end > first else max(end, beyond))
        if here:
            self._found_caret(text.ljust(self.wanted - first), self.wanted - first, "quoted" if quoted else "flow")
        self.at = max(end, start + 1)
        after = self.at
        while after < self.stop and self.text[after] == " ":
            after += 1
        if is_key and self.text[after : after + 1] == ":":
            self.frames[-1].key = text.strip()
            self.found.keys[*self.frames[-1].path, text.strip()] = self.reader.row
            self.at = after + 1
        elif not is_key:
            self.found.values[self._value_path()] = text.strip()

    def _plain_end(self, start: int) -> int:
        at = start
        depth = 0  # of brackets that follow a word at once: they belong to code that is not in quotes yet
        while at < self.stop:
            sign = self.text[at]
            opens = sign in "[{" and at > start and self.text[at - 1] not in " \n"
            if opens or depth:
                depth += (sign in "[{") - (sign in "]}")
                at += 1
                continue
            if sign in ",[]{}" or (sign == "#" and self.text[at - 1] in " \n"):
                break
            if sign == ":" and (at + 1 >= self.stop or self.text[at + 1] in " \n,]}"):
                break
            at += 1
        while at > start and self.text[at - 1] in " \n":
            at -= 1
        return at
