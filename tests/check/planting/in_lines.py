"""Faulty lines among the effects of an element."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .in_code import EFFECTS
from .places import ALL_OPTIONS, Fault, File, Place, made

LINES = [
    ("assignment to an unknown name", "zzq = 1", "YUP401", "zzq"),
    ("adding to an unknown name", "zzq += 1", "YUP401", "zzq"),
    ("assignment to the players", "players = []", "YUP4", ""),
    ("unknown procedure", "do zzq()", "YUP40[15]", "zzq"),
    ("unknown zone", "shuffle zzq", "YUP40", "zzq"),
    ("piece that is none", "move 3 out", "YUP41", ""),
    ("unknown piece", "move zzq out", "YUP401", "zzq"),
    ("moved from what is no zone", "move all 3 out", "YUP408", ""),
    ("misspelled word", "lett zzq = 3", "YUP3", ""),
    ("no sign of assignment", "let zzq 3", "YUP3", ""),
    ("local of itself", "let zzq = zzq", "YUP401", "zzq"),
    ("local of no type", "let zzq = none", "YUP415", ""),
    ("local of an unknown type", "let zzq: Zzq = 1", "YUP404", ""),
    ("local with a word of the language", "let me = 1", "YUP4", "me"),
    ("loop over a number", "for zzq in 3: pass", "YUP41", ""),
    ("loop in other words", "for zzq of players: pass", "YUP3", ""),
    ("no colon", "if 1 < 2 pass", "YUP3", ""),
    ("condition that is a number", "if 3: pass", "YUP411", ""),
    ("endless loop", "loop: pass", "YUP435", ""),
    ("unknown word in a log", 'log "{zzq}"', "YUP401", "zzq"),
    ("log left open", 'log "zzq', "YUP3", ""),
    ("log without quotes", "log zzq", "YUP3", ""),
    ("value that goes nowhere", "1 + 1", "YUP3", ""),
    ("unknown adjustment", "activate zzq", "YUP40", "zzq"),
    ("unknown step", "end step zzq", "YUP40", "zzq"),
    ("unknown choice", "pick zzq in zzq", "YUP401", "zzq"),
    ("no die", "roll 3 as zzq", "YUP3", ""),
    ("sign of another language", "zzq++", "YUP3", ""),
    ("comment of another language", "// zzq", "YUP3", ""),
    ("call of a value", "3(1)", "YUP", ""),
]


def in_lines(file: File, place: Place) -> Iterator[Fault]:
    """Each before the first statement of a block of effects."""
    if place.last not in EFFECTS - {"given"} or place.value.style != "literal" or place.key is None:  # type: ignore[union-attr]
        return
    start = file.start(place.value.span)
    raw = file.raw(place.value)
    found = re.search(r"\n( +)(?=[^\s#|>])", raw)
    if found is None:
        return
    at = start + found.start(1)
    breaks = frozenset([place.name, ALL_OPTIONS])
    for kind, line, code, word in LINES:
        yield made(kind, file, place, at, at, f"{found[1]}{line}\n", code, word=word, breaks=breaks)
