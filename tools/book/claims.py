"""What an edit of a text changes in what it says: its words and numbers, apart from how they are laid out.

Two texts say the same where they have the same words in the same order: capitals, stops, brackets, line breaks and
numbers in words or digits make no difference. Of all others it is told which words and numbers came and went.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import SequenceMatcher

from .figures_check import NUMBERS

_TOKEN = re.compile(r"\d+(?:\.\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|[^\w\s.,;:!?()\[\]\"“”„«»'’/–—-]")
_MOST = 4
"""So many words that came or went are told."""
_SENTENCE = 3
"""So many words together are looked for in other rules."""
_NO_PLAIN_NUMBER = frozenset(
    ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "both", "half", "pair")
)


def said(text: str) -> list[str]:
    """The words and numbers of a text, one after the other."""
    return [_plain(each.casefold()) for each in _TOKEN.findall(text)]


def _plain(word: str) -> str:
    return str(NUMBERS[word]) if word in NUMBERS and word not in _NO_PLAIN_NUMBER else word


def says_the_same(old: str, new: str) -> bool:
    """Whether two texts say the same words."""
    return said(old) == said(new)


def in_words(old: str, new: str, others: Mapping[str, tuple[str, str]] | None = None) -> str:
    """Which words and numbers went and came: `2` for `3`, without `not`; empty where nothing can be told. Of several
    words that moved from or to one of the `others` (texts as they were and are) this is said."""
    before, after = said(old), said(new)
    told = []
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        went, came = before[a:b], after[c:d]
        if tag == "replace":
            told.append(f"`{' '.join(came)}` in place of `{' '.join(went)}`")
        elif tag == "insert":
            told.append(f"`{' '.join(came)}` too" + _elsewhere(came, others, 0))
        elif tag == "delete":
            told.append(f"no `{' '.join(went)}`" + _elsewhere(went, others, 1))
    more = len(told) - _MOST
    return ", ".join(told[:_MOST]) + (f" and {more} more" if more > 0 else "")


def _elsewhere(words: list[str], others: Mapping[str, tuple[str, str]] | None, side: int) -> str:
    """Where words stood before (side 0) that no longer do, or stand now (1) and did not."""
    if len(words) < _SENTENCE:
        return ""
    sought = f" {' '.join(words)} "
    for rule, texts in (others or {}).items():
        there = [sought in f" {' '.join(said(text))} " for text in texts]
        if there[side] and not there[1 - side]:
            return f", which {'stands' if side else 'stood'} in {rule}{' now' if side else ''}"
    return ""
