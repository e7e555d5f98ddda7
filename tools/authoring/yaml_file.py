"""A YAML file that is edited by the paths of its keys: values set, keys put in and taken away, and everything else left
byte for byte as it stands, comments and layout too.

What is new is written like what stands beside it: in brackets or on lines of its own. An alias (`*name`) that is in the
way of an edit is written out: what stands in two places at once cannot change in one of them.
"""

from __future__ import annotations

import difflib
import re
from codecs import BOM_UTF8
from collections.abc import Mapping
from pathlib import Path

from yupana.schemas.errors import UsageError
from yupana.schemas.find import shown
from yupana.schemas.opened import content
from yupana.schemas.quoting import in_quotes
from yupana.schemas.source import NOWHERE
from yupana.schemas.tree import Scalar

from ..format.page import STEP, WIDTH
from ..format.scalars import is_plain, literal, quote
from ..format.tree import Branch, Entry, Leaf, Node, UnknownLayoutError, read_tree
from .edits import even, restored
from .parsed_yaml import KeyPath, Parsed, Value, end_of, end_of_comment, number_of


class YamlFile:
    """The file, edited step by step; `mark` is the byte order mark that it begins with, if it does. Raises UsageError
    for a file that is written too strangely for that.

    No edit moves what stands in front of it. So the file is parsed once for all edits that are made from its end to its
    beginning; in any other order they come to the same, and it is parsed again in between.
    """

    def __init__(self, path: Path) -> None:
        self.path, data = path, content(path)
        self.mark = "\ufeff" if data.startswith(BOM_UTF8) else ""
        self.raw, self.shown = data.removeprefix(BOM_UTF8).decode("utf-8"), shown(path)
        self.before = self.text = even(self.raw)
        self._parsed: Parsed | None = None

    @property
    def after(self) -> str:
        """The whole file as it is now, with its own line ends."""
        if self.text == self.before:
            return self.raw
        found = re.search(r"\r\n|\r|\n", self.raw)
        line_end = found.group() if found is not None else "\n"
        is_even = self.before.replace("\n", line_end) == self.raw
        return self.text.replace("\n", line_end) if is_even else restored(self.raw, self.text, line_end)

    # ------------------------------------------------------------ finding

    def keys(self, path: KeyPath) -> list[str]:
        """The keys of the mapping that a path leads to; none where there is no mapping."""
        branch = self._mapping(path)
        return list(self._tree.keys(branch)) if branch is not None else []

    def has(self, path: KeyPath) -> bool:
        """Whether something stands there."""
        branch = self._mapping(path[:-1])
        return branch is not None and path[-1] in self._tree.keys(branch)

    def position(self, path: KeyPath) -> int:
        """Where in the file something stands, in the order of all that stood there when it was parsed last; 0 for
        what is not there or is new."""
        entry = self._find(path)
        return entry.start if entry is not None else 0

    def items(self, path: KeyPath) -> list[str] | None:
        """The texts of a list, or of what stands alone for one; None for anything else."""
        entry = self._find(path)
        if entry is None:
            return None
        if isinstance(entry.value, Leaf):
            return [entry.value.text] if entry.value.text else []
        if entry.value.is_map:
            return None
        return [each.value.text for each in entry.value.entries if isinstance(each.value, Leaf)]

    @property
    def _tree(self) -> Parsed:
        if self._parsed is None:
            try:
                root = read_tree(self.text) or Branch(is_map=True, flow=False, start=0, end=len(self.text))
            except UnknownLayoutError as reason:
                raise UsageError(f"`{self.shown}` holds {reason}, and is to be edited by hand.") from None
            self._parsed = Parsed(root, len(self.text))
        return self._parsed

    def _mapping(self, path: KeyPath) -> Branch | None:
        entry = self._find(path) if path else None
        found = self._tree.root if not path else entry.value if entry is not None else None
        return found if isinstance(found, Branch) and found.is_map else None

    def _find(self, path: KeyPath) -> Entry | None:
        """What stands at a path, of which other parts may have been edited since it was parsed."""
        node: Node = self._tree.root
        entry: Entry | None = None
        for key in path:
            known = self._tree.keys(node) if isinstance(node, Branch) else {}
            if key not in known:
                return None
            entry = known[key]
            if entry is None:
                self._parsed = None
                return self._find(path)
            node = entry.value
        return entry

    def _entry(self, path: KeyPath) -> Entry | None:
        """What stands at a path, to be edited: nothing in it or in front of it has been since it was parsed."""
        entry = self._find(path)
        if entry is not None and not self._tree.holds(entry):
            self._parsed = None
            return self._find(path)
        return entry

    # ------------------------------------------------------------ editing

    def set(self, path: KeyPath, value: Value) -> None:
        """Set what stands at a path; what is missing of the path is made, at the end of what is there. The only item of
        a list stands alone where one did."""
        self._untie(path)
        entry = self._entry(path)
        if entry is not None:
            if isinstance(value, list) and len(value) == 1 and isinstance(entry.value, Leaf) and entry.value.text:
                value = value[0]
            if not (isinstance(value, list) and self._set_items(path, value)):
                self._replace(entry, value, self._indent(path))
            self._note(path, changed=True)
            return
        known = len(path) - 1
        while known and not self._stands(path[:known]):
            known -= 1
        for key in reversed(path[known + 1 :]):
            value = {key: value}
        self.insert(path[:known], {path[known]: value})

    def set_all(self, path: KeyPath, values: Mapping[str, Value]) -> None:
        """Set several keys of a mapping; new ones come at its end, in their order."""
        self._untie((*path, next(iter(values))))
        there = [each for each in values if self.has((*path, each))]
        for key in sorted(there, key=lambda each: -self.position((*path, each))):
            self.set((*path, key), values[key])
        new = {key: value for key, value in values.items() if key not in there}
        if new and self._mapping(path) is not None:
            self.insert(path, new)
        elif new:
            self.set(path, new)

    def insert(
        self, path: KeyPath, values: Mapping[str, Value], *, after: str | None = None, first: bool = False
    ) -> None:
        """Put keys into a mapping, after another one; `first` before all, else at the end."""
        self._untie((*path, next(iter(values))))
        branch = self._mapping(path)
        if branch is None or (branch.flow and not branch.entries):
            entry = self._entry(path) if path else None
            if entry is None:
                raise UsageError(f"There is no `{'.'.join(path)}` in `{self.shown}`.")
            self._replace(entry, dict(values), self._indent(path))
            self._note(path, changed=True)
            return
        beside = self._entry((*path, after)) if after is not None else None
        is_known = self._tree.holds_beginning_of(branch) if first else self._tree.holds_end_of(branch)
        if beside is None and not is_known:
            self._parsed = None
        branch = self._mapping(path)
        assert branch is not None
        if branch.flow:
            self._insert_in_brackets(branch, beside, values, first=first)
        else:
            self._insert_lines(branch, beside, values, first=first)
        self._tree.grown.add(id(branch))
        self._tree.keys(branch).update(dict.fromkeys(values))
        self._note(path)

    def remove(self, path: KeyPath, keep: int) -> None:
        """Take a key away with its comments; what holds nothing then goes too, but for the first `keep` keys of the
        path, of which the last holds nothing."""
        self._untie(path)
        entry, branch = self._entry(path), self._mapping(path[:-1])
        if branch is None or entry is None:
            return
        if len(self._tree.keys(branch)) > 1:
            if branch.flow and not self._can_cut(branch, entry):
                self._parsed = None
                self.remove(path, keep)
                return
            self._cut(branch, entry)
            del self._tree.keys(branch)[path[-1]]
            self._note(path[:-1])
        elif len(path) - 1 > keep:
            self.remove(path[:-1], keep)
        else:
            above = self._entry(path[:-1])
            if above is not None:
                self._replace(above, {}, self._indent(path[:-1]))
                self._note(path[:-1], changed=True)

    def size(self, path: KeyPath) -> int:
        """How many items a list has; 0 for anything else. An item is found by its number, as a key."""
        branch = self._list(path)
        return len(branch.entries) if branch is not None else 0

    def remove_item(self, path: KeyPath, number: int) -> None:
        """Take an item of a list away with its comments, and the list if it was the only one."""
        self._untie((*path, str(number)))
        if self.size(path) > 1:
            self._cut_item(path, number)
            self._parsed = None  # the others have other numbers now
        else:
            self.remove(path, 0)

    def rename(self, path: KeyPath, key: str) -> None:
        """Give what stands at a path another key."""
        self._untie(path)
        entry = self._entry(path)
        branch = self._mapping(path[:-1])
        if entry is not None and entry.key is not None and branch is not None:
            self._edit(entry.key.start, entry.key.end, _key(key))
            del self._tree.keys(branch)[path[-1]]
            self._tree.keys(branch)[key] = None
            self._note(path[:-1])

    def _note(self, path: KeyPath, *, changed: bool = False) -> None:
        """Note that something at a path has been edited, or (`changed`) all of it."""
        for length in range(1, len(path) + 1):
            entry = self._find(path[:length])
            if entry is not None:
                self._tree.edited.add(id(entry))
        branch = self._mapping(path[:-1]) if changed else None
        if branch is not None:
            self._tree.keys(branch)[path[-1]] = None

    def _set_items(self, path: KeyPath, items: list[str]) -> bool:
        """Set the items of a list that has some of them, and leave the others as they stand, with their comments.
        Whether it could be done."""
        old = self.items(path) or []
        branch = self._list(path)
        steps = difflib.SequenceMatcher(None, old, items, autojunk=False).get_opcodes()
        if branch is None or len(branch.entries) != len(old) or not any(tag == "equal" for tag, *_ in steps):
            return False
        for tag, first, last, begin, stop in reversed(steps):
            new = [] if tag == "equal" else items[begin:stop]
            both = min(last - first, len(new))
            for number in reversed(range(first + both, last if tag != "equal" else first)):
                self._cut_item(path, number)
            for word in reversed(new[both:]):
                self._insert_item(path, first + both, word)
            for number in reversed(range(both)):
                self._replace_item(path, first + number, new[number])
        return True

    def _list(self, path: KeyPath) -> Branch | None:
        entry = self._find(path)
        found = entry.value if entry is not None else None
        return found if isinstance(found, Branch) and not found.is_map else None

    def _cut_item(self, path: KeyPath, number: int) -> None:
        branch = self._list(path)
        if branch is not None and not self._can_cut(branch, branch.entries[number]):
            self._parsed = None
            branch = self._list(path)
        if branch is not None:
            self._cut(branch, branch.entries[number])

    def _replace_item(self, path: KeyPath, number: int, word: str) -> None:
        branch = self._list(path)
        old = branch.entries[number].value if branch is not None else None
        if isinstance(old, Leaf):
            self._edit(old.start, old.end, _flow(word, style=old.style))

    def _insert_item(self, path: KeyPath, number: int, word: str) -> None:
        branch = self._list(path)
        if branch is None:
            return
        beside = branch.entries[max(number - 1, 0)]
        written = _flow(word)
        if branch.flow:
            at, text = (beside.start, f"{written}, ") if number == 0 else (end_of(beside), f", {written}")
        else:
            line = f"{' ' * branch.column}- {written}"
            at = self._row_start(self._lead(beside)) if number == 0 else self._row_end(end_of(beside))
            text = f"{line}\n" if number == 0 else f"\n{line}"
        self._edit(at, at, text)

    def _untie(self, path: KeyPath) -> None:
        """Write out the aliases that keep what stands at a path from being changed."""
        while (found := self._tree.aliases.in_the_way(self._tree.root, path)) is not None:
            entry, value = found
            if self._tree.holds(entry):
                self._edit(entry.value.start, entry.value.end, _flow(value))
            self._parsed = None

    def _stands(self, path: KeyPath) -> bool:
        entry = self._find(path)
        return entry is not None and (not isinstance(entry.value, Leaf) or not entry.value.text)

    def _edit(self, start: int, end: int, new: str) -> None:
        self.text = self.text[:start] + new + self.text[end:]
        self._tree.end = min(self._tree.end, start)

    def _indent(self, path: KeyPath) -> int:
        """How far the line of a key is to the right, -1 where it stands in brackets."""
        branches = [self._mapping(path[:length]) for length in range(len(path))]
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
        end = self._row_end(end_of(entry)) if in_lines else max(old.end, start)
        gap = "" if start > place else " "
        if indent >= 0 and isinstance(value, str) and "\n" in value:
            told = literal(value)
            if told is not None:
                rows = [" " * (indent + STEP) + row if row else "" for row in told[1]]
                self._edit(start, end, gap + "\n".join([told[0], *rows]))
                return
        self._edit(start, end, gap + _flow(value, style=style, flow=indent < 0))

    def _insert_in_brackets(
        self, branch: Branch, beside: Entry | None, values: Mapping[str, Value], *, first: bool
    ) -> None:
        written = [f"{_key(key)}: {_flow(value)}" for key, value in values.items()]
        last = branch.entries[-1] if beside is None else beside
        if first:
            at = branch.entries[0].start
            self._edit(at, at, "".join(f"{each}, " for each in written))
            return
        rows = {each.line for each in branch.entries}
        own_lines = len(rows) == len(branch.entries) > 1
        between = f",\n{' ' * branch.column}" if own_lines else ", "
        at = end_of(last)
        self._edit(at, at, "".join(f"{between}{each}" for each in written))

    def _insert_lines(self, branch: Branch, beside: Entry | None, values: Mapping[str, Value], *, first: bool) -> None:
        if not branch.entries:  # the whole file is empty
            gap = "\n" if self.text and not self.text.endswith("\n") else ""
            rows = [row for key, value in values.items() for row in _lines(key, value, 0, short=False)]
            self._edit(len(self.text), len(self.text), gap + "\n".join(rows) + "\n")
            return
        like = branch.entries[0] if first else beside or branch.entries[-1]
        short = isinstance(like.value, Leaf) or like.value.flow
        gap = "\n" if branch is self._tree.root and (like.gap or len(branch.entries) == 1) else ""
        written = ["\n".join(_lines(key, value, branch.column, short=short)) for key, value in values.items()]
        if first:
            at = self._row_start(self._lead(like))
            self._edit(at, at, "".join(f"{each}\n" for each in written))
            return
        at = self._row_end(end_of(like))
        self._edit(at, at, "".join(f"\n{gap}{each}" for each in written))

    # ------------------------------------------------------------ cutting

    def _can_cut(self, branch: Branch, entry: Entry) -> bool:
        """Whether all that cutting in brackets looks at is where it was parsed."""
        number = number_of(branch, entry)
        following = branch.entries[number + 1] if number + 1 < len(branch.entries) else None
        is_known = following is None or following.start <= self._tree.end
        return not branch.flow or (is_known and id(branch) not in self._tree.grown)

    def _cut(self, branch: Branch, entry: Entry) -> None:
        number = number_of(branch, entry)
        if not branch.flow:
            start, end = self._row_start(self._lead(entry)), self._row_end(end_of(entry)) + 1
            gap_before = number == 0 or self.text[: start - 1].endswith("\n")
            if gap_before and self.text[end : end + 1] == "\n":
                end += 1
            self._edit(start, min(end, len(self.text)), "")
        elif number + 1 < len(branch.entries):
            self._edit(self._lead(entry), self._lead(branch.entries[number + 1]), "")
        else:
            self._cut_last(branch)
        del branch.entries[number]

    def _cut_last(self, branch: Branch) -> None:
        """Take the last one in brackets away with the comment behind it, and leave that of the one before it."""
        before, entry = branch.entries[-2:]
        start, end = end_of(before), end_of(entry)
        comma = re.compile(r"\s*,").match(self.text, end)
        if before.trail:  # its comma stays in front of it
            start = end_of_comment(before.trail[-1])
            end = comma.end() if comma is not None else end
        if entry.trail and end_of_comment(entry.trail[-1]) <= branch.end:
            kept = "" if before.trail or comma is None else ","
            self._edit(start, end_of_comment(entry.trail[-1]), kept)
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
