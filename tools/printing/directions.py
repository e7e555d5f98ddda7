"""Texts that are read from right to left, as they are set: letters joined, and in the order in which they stand.

A line is set from left to right by all who write sheets. So the letters of Arabic take the forms that they have beside
each other, and what is read the other way is turned round here, as the bidirectional algorithm of Unicode does it for a
line without marks for directions.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import groupby

_RIGHT, _LEFT, _NUMBER = ("R", "AL"), ("L",), ("EN", "AN")
_MIRRORED = dict(zip("()[]{}<>«»", ")(][}{><»«", strict=True))
_ANY = re.compile("[\u0590-\u08ff\ufb1d-\ufefc]")
_FORMS = ("isolated", "final", "initial", "medial")


def has_right(text: str) -> bool:
    """Whether something in a text is read from right to left."""
    return _ANY.search(text) is not None


# ---------------------------------------------------------------- joined letters


@cache
def _forms() -> dict[str, dict[str, str]]:
    """The forms of each letter, and of lam and alef together, by how they join."""
    found: dict[str, dict[str, str]] = {}
    for number in (*range(0xFB50, 0xFBB2), *range(0xFBD3, 0xFC00), *range(0xFE70, 0xFEFD)):
        kind, *codes = unicodedata.decomposition(chr(number)).split() or [""]
        letters = "".join(chr(int(each, 16)) for each in codes)
        if kind.strip("<>") in _FORMS and (len(letters) == 1 or letters[:1] == "\u0644") and " " not in letters:
            found.setdefault(letters, {}).setdefault(kind.strip("<>"), chr(number))
    return found


def joined(text: str) -> str:
    """The letters of a text in the forms that they have beside each other, in the order in which they are read."""
    if not has_right(text):
        return text
    forms, letters = _forms(), list[str]()
    for each in text:  # lam and alef are one
        if letters and letters[-1] + each in forms and len(letters[-1]) == 1:
            letters[-1] += each
        else:
            letters.append(each)
    out = []
    for at, each in enumerate(letters):
        known = forms.get(each, {})
        before = _joins_on(_beside(letters, at, -1)) and "final" in known
        after = "initial" in known and "final" in forms.get(_beside(letters, at, 1), {})
        form = "medial" if before and after else "final" if before else "initial" if after else "isolated"
        out.append(known.get(form, each))
    return "".join(out)


def _beside(letters: list[str], at: int, step: int) -> str:
    """The next letter on one side; marks above and below letters do not part them."""
    at += step
    while 0 <= at < len(letters) and unicodedata.combining(letters[at][0]):
        at += step
    return letters[at] if 0 <= at < len(letters) else ""


def _joins_on(letter: str) -> bool:
    return "initial" in _forms().get(letter, {})


# ---------------------------------------------------------------- the order on a line


def as_set(line: str) -> str:
    """A line in the order in which its letters stand from left to right."""
    if not has_right(line):
        return line
    sides = _sides(line)
    runs = [
        "".join(each for each, _ in group) for _, group in groupby(zip(line, sides, strict=True), lambda one: one[1])
    ]
    ways = [side for side, _ in groupby(sides)]
    turned = [_turned(run) if way == 1 else run for run, way in zip(runs, ways, strict=True)]
    if _begins_right(line):
        return "".join(reversed(turned))
    out: list[str] = []
    for right, group in groupby(zip(turned, ways, strict=True), lambda one: one[1] > 0):
        part = [run for run, _ in group]
        out += reversed(part) if right else part
    return "".join(out)


def _begins_right(line: str) -> bool:
    strong = (unicodedata.bidirectional(each) for each in line)
    return next((each in _RIGHT for each in strong if each in (*_RIGHT, *_LEFT)), False)


def _sides(line: str) -> list[int]:
    """Of each letter: 0 is read from left to right, 1 from right to left, 2 is a number among such."""
    base = int(_begins_right(line))
    kinds = [unicodedata.bidirectional(each) for each in line]
    sides: list[int | None] = []
    now = base
    for kind in kinds:
        if kind in _RIGHT or kind in _LEFT:
            now = int(kind in _RIGHT)
            sides.append(now)
        elif kind in _NUMBER:
            sides.append(2 if now else 0)
        elif kind == "NSM" and sides and sides[-1] is not None:
            sides.append(sides[-1])
        else:
            sides.append(None)
    for at, side in enumerate(sides):
        if side is None:
            before = next((each for each in reversed(sides[:at]) if each is not None), base)
            after = next((each for each in sides[at + 1 :] if each is not None), base)
            if before == after == 2 and kinds[at] in ("CS", "ES"):
                sides[at] = 2
            else:
                sides[at] = 1 if before and after else 0 if not before and not after else base
    return [each or 0 for each in sides]


def _turned(run: str) -> str:
    """A stretch the other way round; marks stay behind their letters, brackets open to the other side."""
    letters: list[str] = []
    for each in run:
        if letters and unicodedata.combining(each):
            letters[-1] += each
        else:
            letters.append(_MIRRORED.get(each, each))
    return "".join(reversed(letters))
