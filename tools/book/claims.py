"""What an edit of a text changes in what it says: its words and numbers, apart from how they are laid out.

Two texts say the same where they have the same words in the same order: capitals, stops, brackets, line breaks and
numbers in words or digits make no difference. Of all others it is told which words and numbers came and went.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import SequenceMatcher

from yupana.schemas.ruleset import ConstantDecl, Ruleset
from yupana.schemas.source import Report

_TOKEN = re.compile(r"\d+(?:\.\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|[^\w\s.,;:!?()\[\]\"“”„«»'’/–—-]")
_MOST = 4
"""So many words that came or went are told."""
_SENTENCE = 3
"""So many words together are looked for in other rules."""
_NO_PLAIN_NUMBER = frozenset(
    ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "both", "half", "pair")
)


def normalised(text: str) -> list[str]:
    """The words and numbers of a text, one after the other."""
    return [_plain(each.casefold()) for each in _TOKEN.findall(text)]


def _plain(word: str) -> str:
    return str(NUMBERS[word]) if word in NUMBERS and word not in _NO_PLAIN_NUMBER else word


def says_the_same(old: str, new: str) -> bool:
    """Whether two texts say the same words."""
    return normalised(old) == normalised(new)


def in_words(old: str, new: str, others: Mapping[str, tuple[str, str]] | None = None) -> str:
    """Which words and numbers went and came: `2` for `3`, without `not`; empty where nothing can be told. Of several
    words that moved from or to one of the `others` (texts as they were and are) this is said."""
    before, after = normalised(old), normalised(new)
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
        there = [sought in f" {' '.join(normalised(text))} " for text in texts]
        if there[side] and not there[1 - side]:
            return f", which {'stands' if side else 'stood'} in {rule}{' now' if side else ''}"
    return ""


# ---------------------------------------------------------------- figures


_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
NUMBERS: Mapping[str, int] = {
    **{word: number for number, word in enumerate(_WORDS)},
    **{"once": 1, "twice": 2, "both": 2, "thrice": 3, "double": 2, "triple": 3, "half": 2, "halves": 2, "pair": 2},
    **{"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "dozen": 12},
}
_FIGURE = re.compile(r"(?<![A-Za-z0-9.-])([0-9]+)(?![0-9])|[A-Za-z]+")


def figures_in(text: str) -> set[int]:
    """The numbers that a text names, in digits or words."""
    found = set()
    for match in _FIGURE.finditer(text):
        if match[1] is not None:
            found.add(int(match[1]))
        elif match[0].casefold() in NUMBERS:
            found.add(NUMBERS[match[0].casefold()])
    return found


def check_figures(ruleset: Ruleset, texts: Mapping[str, str], report: Report) -> list[str]:
    """Report rules whose text names other numbers than the constants that cite them; the paths of these constants.
    `texts` are the rules' texts with their values."""
    told: list[str] = []
    rules = {str(name): decl for name, decl in ruleset.rulebook.rules.items()}
    for name, constant in ruleset.constants.items():
        values = _numbers(constant)
        if not values or not constant.source:
            continue
        rule = str(constant.source[0])
        named = figures_in(texts.get(rule, ""))
        others = set().union(*(figures_in(texts.get(str(each), "")) for each in constant.source[1:]))
        if len(named - {0, 1}) == 0 or named & values or others & values:
            continue
        shown = ", ".join(str(each) for each in sorted(values))
        hint = f"correct one of them, or write `{{{name}}}` into the text"
        message = f"`{name}` is {shown}, and the text of {rule}, its source, does not say so"
        report.error("YUP259", message, rules[rule].text.span, hint)
        told.append(f"constants.{name}")
    return told


def _numbers(constant: ConstantDecl) -> set[int]:
    """The values of a constant of numbers from 2 on; empty for any other."""
    given = list(constant.by_players.values()) if constant.by_players is not None else [constant.value]
    numbers = [each for each in given if isinstance(each, int) and not isinstance(each, bool)]
    return set(numbers) if len(numbers) == len(given) and min(numbers, default=0) >= 2 else set()
