"""What people are told in a sentence: its form, the nearest known words, and an error that is Yupana's own."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from yupana.schemas.nearest import close_words


def internal_error(fault: BaseException, again: str = "") -> str:
    """What people are told of an error that is Yupana's own; `again` is the command that shows its traceback."""
    told = " ".join(f"{type(fault).__name__}: {fault}".split())[:300]
    seen = f"what this prints: {again}" if again else "what was typed"
    return (
        f"Internal error: {told}\nThis is an error in yupana, not in your ruleset. Please report it to its authors, "
        f"with the ruleset and {seen}"
    )


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    text = text.strip()
    ends = text.endswith((".", "?", "!", "…", "。", "？", "！"))
    stop = "。" if unicodedata.east_asian_width(text[-1:] or " ") in "WF" else "."
    return text[:1].upper() + text[1:] + ("" if ends else stop)


def in_words(name: str) -> str:
    """A name as people write it: `place_post` as `Place post`."""
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def suggestion(word: str, known: Iterable[str]) -> str:
    """` Did you mean …?` for the nearest known words, or nothing."""
    names = list(known)
    near = close_words(word, names, 3)
    near += [name for name in names if word and name.startswith(word) and name not in near][: 3 - len(near)]
    if not near:
        return ""
    return f" Did you mean {' or '.join(f'`{each}`' for each in near)}?"
