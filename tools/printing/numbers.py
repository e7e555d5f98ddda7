"""Numbers that go not far: a track of places shows them."""

from __future__ import annotations

import re

TRACK = 60
"""A field that goes no further is kept by a marker on a track."""
RANGE = re.compile(r"int\s+(-?\d+)\s*\.\.\s*(-?\d+)")


def is_track(type_: str) -> bool:
    """Whether a field of this type is a number that goes not further than a track can be long."""
    found = RANGE.fullmatch(type_)
    return found is not None and 0 < int(found[2]) - int(found[1]) <= TRACK
