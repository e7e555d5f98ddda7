"""Reads as much of a faulty file as can be read, so that one fault of YAML hides no other fault of the run.

The innermost key or item that cannot be read is left out, with all that stands below it, and the rest is read again.
Later stages cannot know what is left out: its words are given with the tree, and they keep silent about these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .reader import read_tree
from .source import Report
from .tree import Mapping, words_in

TRIES = 20
"""How many keys and items of a file may be left out one after the other before the rest of it is given up."""

_KEY = re.compile(r" *(?:- +)?([A-Za-z_][A-Za-z_0-9]*) *:")
_WORD = re.compile(r"(?<![\w.-])[A-Za-z0-9][\w.-]*(?=\"?:)|[A-Za-z_][A-Za-z_0-9]*")  # ids that are keys; names


@dataclass(frozen=True, slots=True)
class Recovered:
    """What could be read of a file. `tree` is None where nothing could, `whole` tells whether that is all of it, and
    `left_out` holds the words of what is missing (empty if it is not known what is missing); `lost` its keys, each with
    the line of what it is a key of."""

    tree: Mapping | None
    whole: bool
    left_out: frozenset[str] = frozenset()
    lost: frozenset[tuple[int, str]] = frozenset()


def read_what_can_be_read(text: str, shown: str, report: Report) -> Recovered:
    """The tree of a text as `reader.load_text` gives it, without what cannot be read. All faults of YAML go into the
    report."""
    lines = text.split("\n")
    lost: set[str] = set()
    keys: set[tuple[int, str]] = set()
    for _ in range(TRIES):
        loaded = read_tree("\n".join(lines), shown)
        report.extend(loaded.diagnostics)
        if loaded.tree is not None:
            for node in loaded.dropped:
                lost.update(words_in(node))
            return Recovered(loaded.tree, not loaded.diagnostics, frozenset(lost), frozenset(keys))
        # a bracket or quote that is never closed makes the rest unreadable only at first sight
        first = next((line for line in loaded.unread if lines[line - 1]), None)
        gone = [] if first is None else list(_block(lines, first))
        if not gone:
            return Recovered(None, not loaded.diagnostics)
        keys.update(_key_of(lines, gone[0]))
        for number in gone:
            lost.update(_WORD.findall(lines[number]))
            lines[number] = ""
        for number in _left_empty(lines, gone[0]):
            lost.update(_WORD.findall(lines[number]))
            lines[number] = ""
    return Recovered(None, False)


def _block(lines: list[str], line: int) -> Iterator[int]:
    """The indices of the lines of what begins in a line (from 1): itself, what is indented below it, and the brackets
    that close it."""
    number = line - 1
    own = _depth(lines[number])
    if own is None:
        return
    yield number
    for following in range(number + 1, len(lines)):
        depth = _depth(lines[following])
        if depth is not None:
            if depth < own or (depth == own and lines[following][depth] not in "]}"):
                return
            yield following


def _key_of(lines: list[str], number: int) -> Iterator[tuple[int, str]]:
    """The key in a line (its index), if there is one, with the line (from 1) of what it is a key of."""
    own, key = _depth(lines[number]), _KEY.match(lines[number])
    if own is None or key is None:
        return
    for above in range(number - 1, -1, -1):
        depth = _depth(lines[above])
        if depth is not None and depth < own:
            yield above + 1, key[1]
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
    """The indentation of a line; None for one without content."""
    content = line.lstrip(" ")
    return None if not content or content.startswith("#") else len(line) - len(content)
