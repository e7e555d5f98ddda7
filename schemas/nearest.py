"""The word that was probably meant: one judgement for the keys of a file, the names of code and what is typed.

A stranger's file may hold a thousand unknown names beside a thousand known ones, and names of any length. So a known
word is compared in full only when its letters say that it could be near, a few of them for each unknown word, and what
was prepared for a set of known words is kept.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import takewhile

from .source import Fix, Hint

MAX_WORD = 60
"""Longer words are like none: nobody has mistyped them."""

_MOST_KNOWN = 2_000
"""Of more known words, those are looked at that begin or end like the unknown one."""

_FIRST, _PAIRS = 200, 6_000
"""Of so many known words with the most letters in common the beginnings and ends are compared; and in full as many
as come to about so many pairs of letters."""

_SHORT = 5
"""Words of at most so many letters are near by chance more often than by a slip."""


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, or an empty text."""
    near = close_words(word, known)
    return near[0] if near else ""


def close_words(word: str, known: Iterable[str], most: int = 1, cutoff: float = 0.6) -> list[str]:
    """The known words that were probably meant, the nearest first; `cutoff` is how alike they must be, up to 1."""
    if len(word) > MAX_WORD:
        return []
    vocabulary = _vocabulary(tuple(known))
    near = vocabulary.close(word, most, cutoff)
    # short words with two letters exchanged, or in capitals, are too far apart by that measure
    return near or vocabulary.of_letters.get(_letters(word), [])[:most]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`did you mean …?` for the nearest of the known words, or nothing."""
    near = nearest(word, known)
    return Hint(f"did you mean `{near}`?", Fix(word, near)) if near else ""


def asked_after(word: str, known: Iterable[str]) -> str:
    """` Did you mean …?` for the nearest of the known words, to stand after a sentence, or nothing."""
    near = nearest(word, known)
    return f" Did you mean `{near}`?" if near else ""


def _letters(word: str) -> str:
    return "".join(sorted(word.casefold()))


@lru_cache(maxsize=32)
def _vocabulary(known: tuple[str, ...]) -> _Vocabulary:
    return _Vocabulary(known)


class _Vocabulary:
    """Known words, each with its letters as the bits of a number: the first `a` of a word is one, the second another.
    So what two words have in common is counted by one operation."""

    def __init__(self, known: Sequence[str]) -> None:
        self._bits: dict[tuple[str, int], int] = {}
        self._known = [(each, self._marked(each, new=True)) for each in known if len(each) <= MAX_WORD]
        self.of_letters: dict[str, list[str]] = defaultdict(list)
        self._alike: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for each, bits in self._known:
            self.of_letters[_letters(each)].append(each)
            for key in _ends(each) if len(self._known) > _MOST_KNOWN else ():
                self._alike[key].append((each, bits))

    def close(self, word: str, most: int, cutoff: float) -> list[str]:
        """The known words nearest to one, the nearest first."""
        if len(self._known) > _MOST_KNOWN:
            found = [pair for key in _ends(word) for pair in self._alike.get(key, ())[:_MOST_KNOWN]]
            known = list(dict(found).items())
        else:
            known = self._known
        own, size = self._marked(word, new=False), len(word)
        possible = [
            (2 * common / whole, each)
            for each, bits in known
            if (whole := size + len(each)) and 2 * (common := (own & bits).bit_count()) >= cutoff * whole
        ]
        possible.sort(key=lambda pair: -pair[0])
        likely = sorted(possible[:_FIRST], key=lambda pair: (-_same_ends(word, pair[1]), -pair[0]))
        matcher = SequenceMatcher()
        matcher.set_seq2(word)
        scored = []
        for _, each in likely[: min(max(_PAIRS // max(size * size, 1), 3 * most), 40)]:
            matcher.set_seq1(each)
            score = matcher.ratio()
            if score >= cutoff and _is_slip(size, len(each), score):
                scored.append((score, each))
        return [each for _, each in sorted(scored, reverse=True)[:most]]

    def _marked(self, word: str, *, new: bool) -> int:
        """The letters of a word as bits; `new` gives each that is met for the first time a bit."""
        counts: dict[str, int] = {}
        bits = 0
        for letter in word:
            counts[letter] = counts.get(letter, 0) + 1
            key = (letter, counts[letter])
            if new:
                bits |= 1 << self._bits.setdefault(key, len(self._bits))
            elif key in self._bits:
                bits |= 1 << self._bits[key]
        return bits


def _is_slip(one: int, other: int, score: float) -> bool:
    """Whether two words of these lengths, with this part of their letters in common, are as near as a slip makes them.
    Half of a short word is in many others: one letter wrong, two exchanged, or some left out are a slip there."""
    shorter, whole = min(one, other), one + other
    common = round(score * whole / 2)
    return shorter > _SHORT or (shorter > 1 and (common == shorter or whole - 2 * common <= 2))


def _ends(word: str) -> tuple[str, str]:
    """What words that are alike have in common at the least: a beginning or an end."""
    return f"{word[:2].casefold()}…", f"…{word[-2:].casefold()}"


def _same_ends(one: str, other: str) -> int:
    """How many letters at the beginning and at the end two words have in common."""
    begin = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return begin + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one[::-1], other[::-1], strict=False)))


MOST_TOLD = 40
"""So many names are told of those that a wrong one might have been."""


def some_of(names: list[str]) -> str:
    """Names to choose from, the first of them where there are very many."""
    more = f" and {len(names) - MOST_TOLD} more" if len(names) > MOST_TOLD else ""
    return ", ".join(f"`{each}`" for each in names[:MOST_TOLD]) + more
