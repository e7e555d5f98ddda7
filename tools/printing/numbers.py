"""Numbers that go not far: a track of places shows them."""

from __future__ import annotations

import re

TRACK = 60
"""A field that goes no further is kept by a marker on a track."""
RANGE = re.compile(r"int\s+(-?\d+)\s*\.\.\s*(-?\d+)")


BOUNDLESS = 2**31 - 1
"""So far goes a number of which no type says how far."""
TENS_AND_ONES = [*(f"{each}0" for each in range(10)), *(str(each) for each in range(10))]
"""The values of a track with two markers, for a number that goes further."""


def is_track(type_: str) -> bool:
    """Whether a field of this type is a number that goes not further than a track can be long."""
    found = RANGE.fullmatch(type_)
    return found is not None and 0 < int(found[2]) - int(found[1]) <= TRACK


def values_of(type_: str) -> list[str]:
    """The numbers of a track for a field of such a type."""
    found = RANGE.fullmatch(type_)
    return [] if found is None else [str(each) for each in range(int(found[1]), int(found[2]) + 1)]
