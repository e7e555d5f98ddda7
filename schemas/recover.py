"""Reads as much of a faulty file as can be read, so that one fault of YAML hides no other fault of the run.

The innermost key or item that cannot be read is left out, with all that stands below it, and the rest is read again.
Later stages cannot know what is left out: its words are given with the tree, and they keep silent about these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .left_out import NOTHING, LeftOut
from .reader import read_tree
from .source import Report
from .tree import Mapping, words_in

TRIES = 20
"""How many keys and items of a file may be left out one after the other before the rest of it is given up."""

_KEY = re.compile(r"[ \t]*(?:- +)?([A-Za-z_][A-Za-z_0-9]*) *:")
_TEXT_BELOW = re.compile(r"[:-] +[|>][-+0-9]*\s*(#.*)?$")
_WORD = re.compile(r"(?<![\w.-])[A-Za-z0-9][\w.-]*(?=\"?:)|[A-Za-z_][A-Za-z_0-9]*")  # ids that are keys; names


@dataclass(frozen=True, slots=True)
class Recovered:
    """What could be read of a file. `tree` is None where nothing could, `whole` tells whether that is all of it, and
    `left_out` tells what is missing (nothing if that is not known); `lost` its keys, each with the line of what it is a
    key of."""

    tree: Mapping | None
    whole: bool
    left_out: LeftOut = NOTHING
    lost: frozenset[tuple[int, str]] = frozenset()


def read_what_can_be_read(text: str, shown: str, report: Report) -> Recovered:
    """The tree of a text as `reader.load_text` gives it, without what cannot be read. All faults of YAML go into the
    report."""
    lines = text.split("\n")
    lost: set[str] = set()
    sections: set[str] = set()
    keys: set[tuple[int, str]] = set()
    for _ in range(TRIES):
        loaded = read_tree("\n".join(lines), shown)
        report.extend(loaded.diagnostics)
        if loaded.tree is not None:
            for node in loaded.dropped:
                lost.update(words_in(node))
                sections.update(_section_of(lines, node.span.line - 1))
            owners = [_KEY.match(lines[line - 1]) for line, key in keys if key == "text"]
            left_out = LeftOut.of(lost, sections, untold=[each[1] for each in owners if each is not None])
            return Recovered(loaded.tree, not loaded.diagnostics, left_out, frozenset(keys))
        # a bracket or quote that is never closed makes the rest unreadable only at first sight
        first = next((line for line in loaded.unread if lines[line - 1]), None)
        gone = [] if first is None else list(_block(lines, _start_of_text(lines, first)))
        if not gone:
            return Recovered(None, not loaded.diagnostics)
        keys.update(_keys_of(lines, gone))
        sections.update(_section_of(lines, gone[0]))
        for number in gone:
            lost.update(_WORD.findall(lines[number]))
            lines[number] = ""
        for number in _left_empty(lines, gone[0]):
            lost.update(_WORD.findall(lines[number]))
            lines[number] = ""
    return Recovered(None, False)


def _block(lines: list[str], line: int) -> Iterator[int]:
    """The indices of the lines of what begins in a line (from 1): itself, what is indented below it, and the brackets
    that close it; and where a line above it should stand as far to the right, all that does."""
    number = line - 1
    own = _depth(lines[number])
    if own is None:
        return
    hanging = _hangs_from(lines, number) is not None
    yield number
    for following in range(number + 1, len(lines)):
        depth = _depth(lines[following])
        if depth is not None:
            if depth < own or (depth == own and not hanging and lines[following].lstrip()[0] not in "]}"):
                return
            yield following


def _start_of_text(lines: list[str], line: int) -> int:
    """The line (from 1) of the key whose text of several lines (`|`, `>`) a line belongs to, else the line itself: what
    is left of such a text could not be understood."""
    number: int | None = line - 1
    while number is not None:
        number = _owner(lines, number)
        if number is not None and _TEXT_BELOW.search(lines[number]):
            return number + 1
    return line


def _hangs_from(lines: list[str], number: int) -> int | None:
    """The index of the line with a key and its whole value from which a line hangs that stands further to the right."""
    above = next((each for each in range(number - 1, -1, -1) if _depth(lines[each]) is not None), None)
    key = _KEY.match(lines[above]) if above is not None else None
    if above is None or key is None or (_depth(lines[above]) or 0) >= (_depth(lines[number]) or 0):
        return None
    value = lines[above][key.end() :].partition(" #")[0].strip()
    is_open = value[:1] in ("|", ">") or (value[:1] in ("[", "{", '"', "'") and value[-1] not in "]}\"'")
    return None if not value or is_open else above


def _keys_of(lines: list[str], gone: list[int]) -> Iterator[tuple[int, str]]:
    """The keys in lines (their indices) that stand as far to the right as the first, or hang from it, with the line
    (from 1) of what they are keys of."""
    first = gone[0]
    hanging = _hangs_from(lines, first)
    owner = _owner(lines, first if hanging is None else hanging)
    depths = {_depth(lines[first])}
    if len(gone) > 1 and _hangs_from(lines, gone[1]) == first:
        depths.add(_depth(lines[gone[1]]))
    for number in gone:
        key = _KEY.match(lines[number])
        if owner is not None and key is not None and _depth(lines[number]) in depths:
            yield owner + 1, key[1]


def _owner(lines: list[str], number: int) -> int | None:
    """The index of the line above that stands further to the left."""
    own = _depth(lines[number]) or 0
    depths = ((each, _depth(lines[each])) for each in range(number - 1, -1, -1))
    return next((each for each, depth in depths if depth is not None and depth < own), None)


def _section_of(lines: list[str], number: int) -> Iterator[str]:
    """The key at the left margin under which a line (its index) stands."""
    for above in range(min(number, len(lines) - 1), -1, -1):
        if _depth(lines[above]) == 0:
            key = _KEY.match(lines[above])
            if key is not None:
                yield key[1]
            return


def _left_empty(lines: list[str], number: int) -> Iterator[int]:
    """The indices of the keys above a line from below which everything has been taken."""
    following = next((depth for each in lines[number:] if (depth := _depth(each)) is not None), 0)
    for above in range(number - 1, -1, -1):
        depth = _depth(lines[above])
        if depth is not None:
            if depth < following or not lines[above].rstrip().endswith(":"):
                return
            yield above
            following = min(following, depth)


def _depth(line: str) -> int | None:
    """The indentation of a line, with a tab as wide as most editors show it; None for one without content."""
    content = line.lstrip(" \t")
    if not content or content.startswith("#"):
        return None
    return len(line[: len(line) - len(content)].expandtabs(4))
