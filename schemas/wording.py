"""Names as words: what people read for a name of which nobody says more."""

from __future__ import annotations

import re

_PLACE = re.compile(r"[^\W\d_](?:\d|[\u2e80-\U0003ffff])")
_PLURALS = {"man": "men", "woman": "women", "child": "children", "die": "dice", "foot": "feet"}
_OWN_PLURAL = re.compile(rf"\b(?:{'|'.join(_PLURALS)})$")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def plain_word(name: str, kind: str = "") -> str:
    """A name without its signs: `place_post` as `place post`, `TrackSpace` as `track space`."""
    words = _CAMEL.sub(" ", name).replace("_", " ").split()
    return " ".join(each if each.isupper() and len(each) > 1 else each.lower() for each in words)


def plural(word: str) -> str:
    """An English word for several things."""
    if word.endswith("s") or word[-1:].isdigit():
        return word
    own = _OWN_PLURAL.search(word)
    if own is not None:
        return word[: own.start()] + _PLURALS[own[0]]
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("x", "ch", "sh")) else "s")


def numeral(number: int | float | str) -> str:
    """A number, or one that is written already, as people read it: with a minus sign that is no hyphen."""
    return str(number).replace("-", "−")


def headed(text: str) -> str:
    """The text with a capital at its start; a space (`a1`) and what stands in words of another script stay as they
    are."""
    return text if _PLACE.match(text) else text[:1].upper() + text[1:]
