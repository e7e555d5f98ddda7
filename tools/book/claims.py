"""What an edit of a text changes in what it says: its words and numbers, apart from how they are laid out.

Two texts say the same where they have the same words in the same order: capitals, stops, brackets, line breaks and
numbers in words or digits make no difference. Of all others it is told which words and numbers came and went.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from .figures_check import NUMBERS

_TOKEN = re.compile(r"\d+(?:\.\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|[^\w\s.,;:!?()\[\]\"“”„«»'’/–—-]")
_MOST = 4
"""So many words that came or went are told."""
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


def in_words(old: str, new: str) -> str:
    """Which words and numbers went and came: `2` for `3`, without `not`; empty where nothing can be told."""
    before, after = said(old), said(new)
    told = []
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        went, came = " ".join(before[a:b]), " ".join(after[c:d])
        if tag != "equal":
            told.append(
                f"`{came}` in place of `{went}`" if went and came else f"`{came}` too" if came else f"no `{went}`"
            )
    more = len(told) - _MOST
    return ", ".join(told[:_MOST]) + (f" and {more} more" if more > 0 else "")
