"""How a change is told, whatever it is printed on: names of keys, what was before and after, word by word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from yupana.schemas.grids import GRIDS

from .model import Change, Difference, PartChange

Mark = Literal[" ", "-", "+"]

SHORT = 44
"""Values up to this length are told in one line, `old → new`."""

_AROUND = 36
_PREFIXES = {
    "values.": "",
    "cells.": "",
    "pairs.": "link ",
    "of.": "parameter ",
    "parameters.": "parameter ",
    "attributes.": "attribute ",
    "defaults.": "default ",
    "by_players.": "players ",
    "sections.": "section ",
    "cost.": "cost ",
    **{f"{each.word}.": each.part_noun for each in GRIDS if each.part_noun},
    "shapes.": "shape ",
}
_DOT = re.compile(r"(?<!\.)\.(?!\.)")
"""What parts the words of a key; the two dots of a range do not."""
_SIGNS = {"added": "+", "removed": "-", "changed": "~", "renamed": "="}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a small difference: unchanged, old or new; `words` are (text, changed) pieces of it."""

    mark: Mark
    words: tuple[tuple[str, bool], ...]

    @property
    def text(self) -> str:
        """The line as it is."""
        return "".join(text for text, _ in self.words)


UNUSED = "not used in play: no game comes to it, so this changes nothing there"
"""What is said of a change of something that is not used."""

SAME = "plays the same: the program is what it is without this change"
"""What is said of a change that says the same in other words."""


def sign(change: Change) -> str:
    """One character for what happened to an element."""
    return _SIGNS[change.kind]


def label(key: str) -> str:
    """The key of a part as people say it."""
    for prefix, word in _PREFIXES.items():
        if key.startswith(prefix):
            return word + _DOT.sub(", ", key.removeprefix(prefix))
    return _DOT.sub(" ", key)


def counted(number: int, word: str) -> str:
    """`1 change`, `2 changes`."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def touched(change: Change, *, ran: bool) -> str:
    """How many examples a change touches: those it may, or, where they were run, those it does."""
    number = len(change.concerned.examples)
    if change.element.section == "rules":
        return counted(number, "example")
    if not ran:
        return f"{counted(number, 'example')} it may touch"
    return f"{counted(number, 'example')} {'comes' if number == 1 else 'come'} out differently"


def headline(difference: Difference) -> str:
    """How much is different, in a sentence."""
    if not difference.changes:
        return "No difference."
    kinds = ", ".join(f"{number} {kind}" for kind, number in difference.counts.items() if number)
    playing = sum(each.plays for each in difference.changes)
    how = {0: "none of them changes how the game plays", 1: "1 of them can change how the game plays"}
    told = how.get(playing, f"{playing} of them can change how the game plays")
    unused = sum(each.unused for each in difference.changes)
    if unused:
        told += f"; {unused} {'is' if unused == 1 else 'are'} of what no game comes to"
    same = sum(each.same_program for each in difference.changes)
    if same:
        told += f"; {same} {'leaves' if same == 1 else 'leave'} the program as it is"
    return f"{counted(len(difference.changes), 'change')}: {kinds}; {told}."


def in_one_line(part: PartChange) -> bool:
    """Whether old and new fit side by side."""
    values = [each for each in (part.old, part.new) if each is not None]
    return all("\n" not in each and len(each) <= SHORT for each in values)


def side_by_side(part: PartChange) -> str:
    """`old → new`, or what came or went."""
    if part.moved:
        return f"{', '.join(part.moved)} moved; now {part.new}"
    if part.key == "source":
        return _list_change(part)
    if part.key.startswith(("pairs.",)) or ".pairs." in part.key:
        told = {"there": ""}
        old, new = (None if each is None else told.get(each, each) for each in (part.old, part.new))
        if part.old is None:
            return f"added {new}".rstrip()
        return f"removed {old}".rstrip() if part.new is None else f"{old or 'plain'} → {new or 'plain'}"
    if part.old is None:
        return f"{part.new} (new)"
    return f"{part.old} (gone)" if part.new is None else f"{part.old} → {part.new}"


def _list_change(part: PartChange) -> str:
    old = part.old.split(", ") if part.old else []
    new = part.new.split(", ") if part.new else []
    pieces = [f"+ {each}" for each in new if each not in old] + [f"- {each}" for each in old if each not in new]
    return ", ".join(pieces) or f"in the order {part.new}"


# ---------------------------------------------------------------- line by line


def lines(part: PartChange) -> list[Line]:
    """Old and new value line by line; lines that stay are left out but for one beside each change."""
    if part.old is None or part.new is None:
        mark: Mark = "+" if part.old is None else "-"
        return [Line(mark, ((row, False),)) for row in (part.new or part.old or "").split("\n")]
    old, new = part.old.split("\n"), part.new.split("\n")
    result: list[Line] = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            result += [Line(" ", ((row, False),)) for row in old[a:b]]
        else:
            result += _replaced(old[a:b], new[c:d], code=part.code)
    return list(_without_the_rest(result))


def _replaced(old: Sequence[str], new: Sequence[str], *, code: bool) -> list[Line]:
    if len(old) == len(new):
        pairs = [_words(before, after, code=code) for before, after in zip(old, new, strict=True)]
        return [line for pair in pairs for line in pair]
    return [*(Line("-", ((row, True),)) for row in old), *(Line("+", ((row, True),)) for row in new)]


_TOKEN = re.compile(r"\s+|\w+|[^\w\s]+")


def _words(before: str, after: str, *, code: bool) -> tuple[Line, Line]:
    """Two lines, word by word; of long texts only what is around the change."""
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    left: list[tuple[str, bool]] = []
    right: list[tuple[str, bool]] = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        left.append(("".join(old[a:b]), tag != "equal"))
        right.append(("".join(new[c:d]), tag != "equal"))
    if not code and max(len(before), len(after)) > 3 * SHORT:
        left, right = _cut(left), _cut(right)
    return Line("-", tuple(each for each in left if each[0])), Line("+", tuple(each for each in right if each[0]))


def _cut(words: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """Unchanged stretches cut to what stands next to a change."""
    result: list[tuple[str, bool]] = []
    for number, (text, changed) in enumerate(words):
        if changed or len(text) <= 2 * _AROUND:
            result.append((text, changed))
            continue
        start = text[:_AROUND] if number else ""
        end = text[-_AROUND:] if number < len(words) - 1 else ""
        result.append((f"{start}…{end}", False))
    return result


def _without_the_rest(rows: Sequence[Line]) -> Iterator[Line]:
    near = {i + step for i, row in enumerate(rows) if row.mark != " " for step in (-1, 0, 1)}
    dots = False
    for number, row in enumerate(rows):
        if number in near:
            dots = False
            yield row
        elif not dots:
            dots = True
            yield Line(" ", (("…", False),))
