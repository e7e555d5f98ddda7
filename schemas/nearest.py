"""The word that was probably meant: one judgement for the keys of a file, the names of code and what is typed."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from .source import Fix, Hint


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, or an empty text."""
    words = list(known)
    near = get_close_matches(word, words, n=1, cutoff=0.6)
    # short words with two letters exchanged, or in capitals, are too far apart for difflib
    letters = sorted(word.casefold())
    return near[0] if near else next((each for each in words if sorted(each.casefold()) == letters), "")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`did you mean …?` for the nearest of the known words, or nothing."""
    near = nearest(word, known)
    return Hint(f"did you mean `{near}`?", Fix(word, near)) if near else ""


def asked_after(word: str, known: Iterable[str]) -> str:
    """` Did you mean …?` for the nearest of the known words, to stand after a sentence, or nothing."""
    near = nearest(word, known)
    return f" Did you mean `{near}`?" if near else ""
