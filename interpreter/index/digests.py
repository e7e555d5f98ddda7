"""A short digest of every element that decides play: what two states of a ruleset are told apart by when only one of
them is at hand, as by a saved game.

Layout, comments, order, the names of locals, texts and what only tells something do not count.
"""

from __future__ import annotations

import hashlib

from yupana.schemas.ruleset import Ruleset

from ..language.prose import without_words
from .elements import TELLING, TELLING_PARTS, Element, Elements

DIGITS = 8
"""So many hexadecimal digits has a digest: enough to see that something is different, not to prove it the same."""


def element_digests(ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    """The paths of all elements that decide play, in order of the ruleset, each with its digest."""
    return tuple([(each.path, _digest(each)) for each in Elements(ruleset) if each.section not in TELLING])


def _digest(element: Element) -> str:
    said = []
    for key in element.parts:
        if key in element.plain or key.rpartition(".")[2] in TELLING_PARTS or (element.section, key) in _TOLD:
            continue
        bare, value = element.meaning_of(key)
        said.append((bare, without_words(value, is_text=element.holds_text(key)) if key in element.code else value))
    return hashlib.sha256(repr(sorted(said)).encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


_TOLD = {("scoring", "report"), ("actions", "announce")}
