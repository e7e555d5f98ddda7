"""Keys that are misspelled, at any depth, and what is put at the end of a file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .places import ALL_OPTIONS, Fault, File, Place, Whole, fits

CLOSED = (
    "*", "ruleset.*", "players.*", "players.fields.*.*", "kinds.*.fields.*.*", "boards.*.fields.*.*",
    "boards.*.links.*.*", "actions.*.parameters.*.*", "actions.*.limit.*", "actions.*.requires.*.*",
    "functions.*.requires.*.*", "scoring.*", "scoring.items.*.*", "rulebook.*", "rulebook.rules.*.*", "book.*",
    "book.chapters.*.*", "book.entries.*.*", "look.*", "look.boards.*.*", "look.boards.*.links.*.*", "look.sheets.*.*",
    "flow.#.*", "flow.#.steps.#.*", "flow.#.steps.#.steps.#.*", "setup.#.*", "kinds.*.predicates.*.*",
)  # fmt: skip
"""The paths of keys that are of the language's choice; `#` is a number. Elements are in `in_yaml`."""

_PATTERNS = [each.split(".") for each in CLOSED]

ENDS = [
    ("unknown section", "zzq: {a: 1}\n", "YUP201", "zzq"),
    ("item after the sections", "- zzq\n", "YUP101", ""),
    ("word after the sections", "zzq\n", "YUP101", ""),
    ("quote after the sections", 'zzq: "a\n', "YUP101", ""),
    ("bracket after the sections", "zzq: [1, 2\n", "YUP101", ""),
    ("alias after the sections", "zzq: *zzq\n", "YUP111", ""),
    ("sign of YAML", "@zzq: 1\n", "YUP101", ""),
]


def in_keys(file: File, place: Place, whole: Whole) -> Iterator[Fault]:
    """A key one letter of which is written twice."""
    if place.key is None or place.block or not any(fits(place.path, each) for each in _PATTERNS):
        return
    if place.path[0] in ("remove", "change", "replace"):
        return
    start = file.start(place.key.span)
    if len(place.path) == 1 and place is not file.places[0] and place.key.span.column == 1:
        yield Fault("second document", ("---", file.name), file.name, start, start, "---\n", "YUP110")
    words = frozenset(re.findall(r"\w+", file.raw(place.value)))
    at = file.end(place.key.span)
    element = place.path if len(place.path) < 3 else place.element
    breaks = words | {place.name, ALL_OPTIONS}
    kind = "misspelled section" if len(place.path) == 1 else f"misspelled key in {place.path[0]}"
    yield Fault(kind, element, file.name, at, at, place.last[-1], "YUP201", word=place.last, breaks=breaks)


def at_end(file: File) -> Iterator[Fault]:
    """What does not belong to the sections of a file, written behind them."""
    end = len(file.text)
    if not file.text.endswith("\n"):
        return
    for kind, text, code, word in ENDS:
        yield Fault(kind, (f"(end of {file.name})",), file.name, end, end, text, code, at=0, last=len(text), word=word)
