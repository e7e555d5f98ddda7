"""Moving and filling words. The instructions for it leave the module, which takes longer than a few words do."""

from __future__ import annotations

from .words import *


def moved(to: i32, source: i32, size: i32) -> None:
    """Copy so many bytes, a multiple of 4; the two places do not overlap, or are the same."""
    if size > 96:
        memcopy(to, source, size)
        return
    end = source + size
    while source != end:
        store(to, load(source))
        to += 4
        source += 4


def cleared(at: i32, size: i32) -> None:
    """Fill so many bytes, a multiple of 4, with 0."""
    if size > 96:
        memfill(at, 0, size)
        return
    end = at + size
    while at != end:
        store(at, 0)
        at += 4
