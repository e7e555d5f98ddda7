"""The numbers that stand in a text, in digits or in words of its language, each with what stands beside it.

What values in braces give is no part of the text; neither are the numbers of names (`god card 04`, `CKK-3.2`, `2.5`).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

from ..languages.catalogue import sections, spoken
from .relevance import words_of

HIDDEN = "\0"
"""What stands in a text for each character that is not said in it: values in braces."""

_DIGITS = re.compile(r"(?<![A-Za-z0-9_.\-/\0])(?:[1-9][0-9]*|0)(?![A-Za-z0-9_/]|[.:-]\d)")
_END = re.compile(r"[.;:!?。；：！？](?=\s|$)|[。；！？]|\n\n")
_STOP = re.compile(r"[,.;:!?()\[\]/\0。、，；：！？（）・「」『』]|\d")
_LATIN = re.compile(r"[^\W\d_]+")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_INSTEAD = re.compile(r"\b(?:instead of|rather than|statt|anstatt|anstelle von)\W+(?:\w+\W+){0,2}$", re.IGNORECASE)
_ANY = re.compile(r"\b(?:no|any|every|kein\w*|jede\w*)\s+$", re.IGNORECASE)
"""What makes a number no number: `no two posts meet`."""
_JOINS = frozenset(("and", "or", "but", "und", "oder", "aber"))
_BESIDE = 2
"""How many words after a number may say what is counted."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in a text from `start` to `end`. `near` are stems of the words after it, `next` is the first of them,
    `before` that of the word before it; `sentence` is the place of the sentence around it; `instead` says that the text
    itself calls the number one that does not hold."""

    value: int
    start: int
    end: int
    near: frozenset[str]
    before: frozenset[str]
    next: str
    sentence: tuple[int, int]
    instead: bool = False
    in_digits: bool = False


def hidden(text: str) -> str:
    """The text without what stands in its braces, every character at its place."""
    return _BRACES.sub(lambda each: HIDDEN * len(each[0]), text)


_BRACES = re.compile(r"\{(?:[^{}]|\{[^{}]*\})*\}")


def figures(text: str, lang: str) -> list[Figure]:
    """The numbers of a text whose values in braces are hidden."""
    plain = _narrow(text)
    found = [(match.start(), match.end(), int(match[0])) for match in _DIGITS.finditer(plain)]
    pattern, numbers = _in_words(lang)
    found += [(match.start(), match.end(), numbers[_key(match[0])]) for match in pattern.finditer(plain)]
    ends = [0, *(match.end() for match in _END.finditer(plain)), len(plain)]
    result = []
    for start, end, value in sorted(found):
        sentence = (max(each for each in ends if each <= start), min(each for each in ends if each >= end))
        instead = bool(_INSTEAD.search(plain[:start])) or "代わり" in plain[end : end + 8]
        near, before, first = beside(plain, start, end, lang)
        if not _ANY.search(plain[:start]):
            result.append(Figure(value, start, end, near, before, first, sentence, instead, plain[start].isdigit()))
    return result


def beside(text: str, start: int, end: int, lang: str) -> tuple[frozenset[str], frozenset[str], str]:
    """The stems of what stands right behind a number or value: what it counts; that of the word right before it; and
    that of the first following it. Other numbers are passed over (`two or three hexes`)."""
    numbers = _in_words(lang)[1]
    following = text[end : end + 80].lstrip(" \n-")
    if (stop := _STOP.search(following)) is not None:
        following = following[: stop.start()]
    if following and _WIDE.match(following):
        return frozenset((following[0], following[:2])), frozenset(), following[0]
    counted: list[str] = []
    words = _LATIN.findall(following)
    for number, word in enumerate(words):
        if word.casefold() in numbers:
            if counted:
                break
            continue
        found = words_of(word)
        if found:
            counted += found
        joins = word.casefold() in _JOINS and not (words[number + 1 :] and words[number + 1].casefold() in numbers)
        if len(counted) >= _BESIDE or (not found and (counted or joins)):
            break
    before = re.search(r"([^\W\d_]+)[ \n]+$", text[max(0, start - 40) : start])
    stems = words_of(before[1]) if before is not None and before[1].casefold() not in numbers else set()
    return frozenset(counted), frozenset(stems), counted[0] if counted else ""


def _narrow(text: str) -> str:
    """Full-width digits as digits; the length stays."""
    return "".join(unicodedata.normalize("NFKC", each) if "０" <= each <= "９" else each for each in text)


def _key(word: str) -> str:
    return re.sub(r"[\s-]+", "-", word.casefold())


@cache
def _in_words(lang: str) -> tuple[re.Pattern[str], dict[str, int]]:
    """A pattern for the numbers that the language writes in words, and what they are worth."""
    numbers: dict[str, int] = {}
    for number, words in sections(spoken(lang)).get("numbers", {}).items():
        numbers.update((each.strip().casefold(), int(number)) for each in words.split(","))
    longest = sorted(numbers, key=len, reverse=True)
    written = "|".join(re.escape(each).replace(r"\-", r"[\s-]+") for each in longest)
    wide = any(_WIDE.match(each) for each in longest)
    around = ("", "") if wide else (r"(?<![\w-])", r"(?![\w-])")
    # where words are not parted, a numeral beside another such sign belongs to a longer word
    if wide:
        around = (r"(?<![\u3400-\u9fff])", "")
    return re.compile(f"{around[0]}(?:{written}){around[1]}", re.IGNORECASE), numbers
