"""A YAML file that is edited by the ways to its keys: values set, keys put in and taken away, and everything else left
byte for byte as it stands, comments and layout too.

What is new is written like what stands beside it: in brackets or on lines of its own.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

from yupana.schemas.errors import UsageError
from yupana.schemas.opened import line_feeds
from yupana.schemas.quoting import in_quotes
from yupana.schemas.source import NOWHERE
from yupana.schemas.tree import Scalar

from ..format.page import STEP, WIDTH
from ..format.scalars import is_plain, literal, quote
from ..format.tree import Branch, Comment, Entry, Leaf, UnknownLayoutError, read_tree
from .aliases import Value, in_the_way

Way = Sequence[str]
_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")


class Page:
    """The text of a file, edited step by step. Raises UsageError for a file that is written too strangely for that."""

    def __init__(self, raw: str, shown: str) -> None:
        self.raw, self.shown = raw, shown
        self.before = self.text = _even(raw)
        self._root: Branch | None = None

    @property
    def after(self) -> str:
        """The whole file as it is now, with its own line ends."""
        return self.raw if self.text == self.before else _restored(self.raw, self.text)

    # ------------------------------------------------------------ finding

    def keys(self, way: Way) -> list[str]:
        """The keys of the mapping that a way leads to; none where there is no mapping."""
        branch = self._branch(way)
        return [entry.key.text for entry in branch.entries if entry.key is not None] if branch is not None else []

    def has(self, way: Way) -> bool:
        """Whether something stands there."""
        return self._entry(way) is not None

    def items(self, way: Way) -> list[str] | None:
        """The texts of a list, or of what stands alone for one; None for anything else."""
        entry = self._entry(way)
        if entry is None:
            return None
        if isinstance(entry.value, Leaf):
            return [entry.value.text] if entry.value.text else []
        if entry.value.is_map:
            return None
        return [each.value.text for each in entry.value.entries if isinstance(each.value, Leaf)]

    def _tree(self) -> Branch:
        if self._root is None:
            try:
                self._root = read_tree(self.text) or Branch(is_map=True, flow=False, start=0, end=len(self.text))
            except UnknownLayoutError as reason:
                raise UsageError(f"`{self.shown}` holds {reason}, and is to be edited by hand.") from None
        return self._root

    def _branch(self, way: Way) -> Branch | None:
        entry = self._entry(way) if way else None
        found = self._tree() if not way else entry.value if entry is not None else None
        return found if isinstance(found, Branch) and found.is_map else None

    def _entry(self, way: Way) -> Entry | None:
        branch = self._branch(way[:-1])
        every = branch.entries if branch is not None else ()
        return next((each for each in every if each.key is not None and each.key.text == way[-1]), None)

    # ------------------------------------------------------------ editing

    def set(self, way: Way, value: Value) -> None:
        """Set what stands at a way; what is missing of the way is made, at the end of what is there. The only item of a
        list stands alone where one did."""
        self._untie(way)
        entry = self._entry(way)
        if entry is not None:
            if isinstance(value, list) and len(value) == 1 and isinstance(entry.value, Leaf) and entry.value.text:
                value = value[0]
            if not (isinstance(value, list) and self._set_items(way, value)):
                self._replace(entry, value, self._indent(way))
            return
        known = len(way) - 1
        while known and not self._stands(way[:known]):
            known -= 1
        for key in reversed(way[known + 1 :]):
            value = {key: value}
        self.insert(way[:known], way[known], value)

    def insert(self, way: Way, key: str, value: Value, *, after: str | None = None, first: bool = False) -> None:
        """Put a key into a mapping, after another one; `first` before all, else at the end."""
        self._untie((*way, key))
        branch = self._branch(way)
        entry = self._entry(way) if way else None
        if branch is None or (branch.flow and not branch.entries):
            if entry is None:
                raise UsageError(f"There is no `{'.'.join(way)}` in `{self.shown}`.")
            self._replace(entry, {key: value}, self._indent(way))
            return
        beside = next((each for each in branch.entries if each.key is not None and each.key.text == after), None)
        if branch.flow:
            self._insert_in_brackets(branch, beside, key, value, first=first)
        else:
            self._insert_line(branch, beside, key, value, first=first)

    def remove(self, way: Way, keep: int) -> None:
        """Take a key away with its comments; what holds nothing then goes too, but for the first `keep` keys of the
        way, of which the last holds nothing."""
        self._untie(way)
        branch, entry = self._branch(way[:-1]), self._entry(way)
        if branch is None or entry is None:
            return
        if len(branch.entries) > 1:
            self._cut(branch, entry)
        elif len(way) - 1 > keep:
            self.remove(way[:-1], keep)
        else:
            above = self._entry(way[:-1])
            if above is not None:
                self._replace(above, {}, self._indent(way[:-1]))

    def rename(self, way: Way, key: str) -> None:
        """Give what stands at a way another key."""
        self._untie(way)
        entry = self._entry(way)
        if entry is not None and entry.key is not None:
            self._edit(entry.key.start, entry.key.end, _key(key))

    def _set_items(self, way: Way, items: list[str]) -> bool:
        """Set the items of a list that has some of them, and leave the others as they stand, with their comments.
        Whether it could be done."""
        old = self.items(way) or []
        branch = self._list(way)
        steps = difflib.SequenceMatcher(None, old, items, autojunk=False).get_opcodes()
        if branch is None or len(branch.entries) != len(old) or not any(tag == "equal" for tag, *_ in steps):
            return False
        for tag, first, last, begin, stop in reversed(steps):
            new = [] if tag == "equal" else items[begin:stop]
            both = min(last - first, len(new))
            for number in reversed(range(first + both, last if tag != "equal" else first)):
                self._cut_item(way, number)
            for word in reversed(new[both:]):
                self._insert_item(way, first + both, word)
            for number in reversed(range(both)):
                self._replace_item(way, first + number, new[number])
        return True

    def _list(self, way: Way) -> Branch | None:
        entry = self._entry(way)
        found = entry.value if entry is not None else None
        return found if isinstance(found, Branch) and not found.is_map else None

    def _cut_item(self, way: Way, number: int) -> None:
        branch = self._list(way)
        if branch is not None:
            self._cut(branch, branch.entries[number])

    def _replace_item(self, way: Way, number: int, word: str) -> None:
        branch = self._list(way)
        old = branch.entries[number].value if branch is not None else None
        if isinstance(old, Leaf):
            self._edit(old.start, old.end, _flow(word, style=old.style))

    def _insert_item(self, way: Way, number: int, word: str) -> None:
        branch = self._list(way)
        if branch is None:
            return
        beside = branch.entries[max(number - 1, 0)]
        written = _flow(word)
        if branch.flow:
            at, told = (beside.start, f"{written}, ") if number == 0 else (_end(beside), f", {written}")
        else:
            line = f"{' ' * branch.column}- {written}"
            at = self._row_start(self._lead(beside)) if number == 0 else self._row_end(_end(beside))
            told = f"{line}\n" if number == 0 else f"\n{line}"
        self._edit(at, at, told)

    def _untie(self, way: Way) -> None:
        """Write out the aliases that keep what stands at a way from being changed."""
        while (found := in_the_way(self._tree(), way)) is not None:
            entry, value = found
            self._edit(entry.value.start, entry.value.end, _flow(value))

    def _stands(self, way: Way) -> bool:
        entry = self._entry(way)
        return entry is not None and (not isinstance(entry.value, Leaf) or not entry.value.text)

    def _edit(self, start: int, end: int, new: str) -> None:
        self.text = self.text[:start] + new + self.text[end:]
        self._root = None

    def _indent(self, way: Way) -> int:
        """How far the line of a key is to the right, -1 where it stands in brackets."""
        branches = [self._branch(way[:length]) for length in range(len(way))]
        if any(each is not None and each.flow for each in branches):
            return -1
        return branches[-1].column if branches and branches[-1] is not None else 0

    def _replace(self, entry: Entry, value: Value, indent: int) -> None:
        """Another value for a key that stands."""
        old, key = entry.value, entry.key
        assert key is not None
        place = self.text.index(":", key.end) + 1
        style = old.style if isinstance(old, Leaf) else "plain"
        start = old.start if (isinstance(old, Leaf) and old.text) or (isinstance(old, Branch) and old.flow) else place
        in_lines = isinstance(old, Branch) and not old.flow
        end = self._row_end(_end(entry)) if in_lines else max(old.end, start)
        gap = "" if start > place else " "
        if indent >= 0 and isinstance(value, str) and "\n" in value:
            told = literal(value)
            if told is not None:
                rows = [" " * (indent + STEP) + row if row else "" for row in told[1]]
                self._edit(start, end, gap + "\n".join([told[0], *rows]))
                return
        self._edit(start, end, gap + _flow(value, style=style, flow=indent < 0))

    def _insert_in_brackets(self, branch: Branch, beside: Entry | None, key: str, value: Value, *, first: bool) -> None:
        written = f"{_key(key)}: {_flow(value)}"
        last = branch.entries[-1] if beside is None else beside
        if first:
            at = branch.entries[0].start
            self._edit(at, at, f"{written}, ")
            return
        rows = {each.line for each in branch.entries}
        own_lines = len(rows) == len(branch.entries) > 1
        at = _end(last)
        self._edit(at, at, f",\n{' ' * branch.column}{written}" if own_lines else f", {written}")

    def _insert_line(self, branch: Branch, beside: Entry | None, key: str, value: Value, *, first: bool) -> None:
        if not branch.entries:  # the whole file is empty
            gap = "\n" if self.text and not self.text.endswith("\n") else ""
            self._edit(len(self.text), len(self.text), gap + "\n".join(_lines(key, value, 0, short=False)) + "\n")
            return
        like = branch.entries[0] if first else beside or branch.entries[-1]
        short = isinstance(like.value, Leaf) or like.value.flow
        lines = _lines(key, value, branch.column, short=short)
        if first:
            at = self._row_start(self._lead(like))
            self._edit(at, at, "\n".join(lines) + "\n")
            return
        at = self._row_end(_end(like))
        gap = "\n" if branch is self._tree() and like.gap else ""
        self._edit(at, at, "\n" + gap + "\n".join(lines))

    # ------------------------------------------------------------ cutting

    def _cut(self, branch: Branch, entry: Entry) -> None:
        if branch.flow:
            number = branch.entries.index(entry)
            if number + 1 < len(branch.entries):
                self._edit(self._lead(entry), self._lead(branch.entries[number + 1]), "")
            else:
                self._cut_last(branch)
            return
        start, end = self._row_start(self._lead(entry)), self._row_end(_end(entry)) + 1
        gap_before = entry is branch.entries[0] or self.text[: start - 1].endswith("\n")
        if gap_before and self.text[end : end + 1] == "\n":
            end += 1
        self._edit(start, min(end, len(self.text)), "")

    def _cut_last(self, branch: Branch) -> None:
        """Take the last one in brackets away with the comment behind it, and leave that of the one before it."""
        before, entry = branch.entries[-2:]
        start, end = _end(before), _end(entry)
        comma = re.compile(r"\s*,").match(self.text, end)
        if before.trail:  # its comma stays in front of it
            start = _behind(before.trail[-1])
            end = comma.end() if comma is not None else end
        if entry.trail and _behind(entry.trail[-1]) <= branch.end:
            kept = "" if before.trail or comma is None else ","
            self._edit(start, _behind(entry.trail[-1]), kept)
        else:
            self._edit(start, end, "")

    def _lead(self, entry: Entry) -> int:
        """Where an entry begins, with the comments right above it."""
        start, row = entry.start, entry.line
        for comment in reversed(entry.lead):
            if not comment.own or comment.line != row - 1:
                break
            start, row = comment.offset, comment.line
        return start

    def _row_start(self, offset: int) -> int:
        return self.text.rfind("\n", 0, offset) + 1

    def _row_end(self, offset: int) -> int:
        end = self.text.find("\n", offset)
        return len(self.text) if end < 0 else end


# ---------------------------------------------------------------- writing


def _flow(value: Value, *, style: str = "plain", flow: bool = True) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)}: {_flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(each) for each in value) + "]"
    if flow and (value.count('"') % 2 or value.count("(") != value.count(")")):
        return in_quotes(value)  # it would be taken for code that a `,` has cut in two
    known = Scalar(value, "plain", NOWHERE)
    as_is = style not in ("single", "double") and known.kind not in ("text", "null")  # a number, or a truth value
    return quote(value, "plain" if as_is else "double", flow=flow)


def _lines(key: str, value: Value, indent: int, *, short: bool) -> list[str]:
    """A key with its value on lines of its own; `short` in brackets, where there is room."""
    pad = " " * indent
    line = f"{pad}{_key(key)}: {_flow(value, flow=not isinstance(value, str))}"
    if isinstance(value, str) and "\n" in value:
        told = literal(value)
        if told is not None:
            inside = [" " * (indent + STEP) + row if row else "" for row in told[1]]
            return [f"{pad}{_key(key)}: {told[0]}", *inside]
    if not isinstance(value, dict) or not value or (short and len(line) <= WIDTH and not _has_lines(value)):
        return [line]
    rows = [row for inner, each in value.items() for row in _lines(inner, each, indent + STEP, short=True)]
    return [f"{pad}{_key(key)}:", *rows]


def _has_lines(value: Value) -> bool:
    if isinstance(value, dict):
        return any(_has_lines(each) for each in value.values())
    return isinstance(value, str) and "\n" in value


def _key(key: str) -> str:
    return key if is_plain(key, flow=True, strict=False) and ":" not in key else in_quotes(key)


def _behind(comment: Comment) -> int:
    """Where a comment ends."""
    return comment.offset + len(comment.text)


def _end(entry: Entry) -> int:
    """Where an entry ends, the comments below it with it."""
    value = entry.value
    if isinstance(value, Leaf) or value.flow:
        return max(value.end, entry.start if entry.key is None else entry.key.end)
    ends = [_end(value.entries[-1]), *map(_behind, value.last)]
    return max(ends)


# ---------------------------------------------------------------- line ends


def _even(raw: str) -> str:
    """A text with `\\n` at the ends of lines and nothing on empty ones: as files are read."""
    lines = line_feeds(raw).split("\n")
    return "\n".join(line if line.strip(" ") else "" for line in lines)


def _restored(raw: str, text: str) -> str:
    """The text with the lines of a file that are in it, as they stand there; others end as its first line does."""
    old = [each for each in _LINES.findall(raw) if each]
    end = re.search(r"\r\n|\r|\n", raw)
    new = [each for each in _LINES.findall(text) if each]
    matcher = difflib.SequenceMatcher(None, [_even(each) for each in old], new, autojunk=False)
    made: list[str] = []
    for tag, first, last, begin, stop in matcher.get_opcodes():
        own = new[begin:stop] if end is None else [each.replace("\n", end.group()) for each in new[begin:stop]]
        made += old[first:last] if tag == "equal" else own
    return "".join(made)
