"""Text from strangers, made harmless for a terminal.

A ruleset, a saved game and the name of a file are written by anybody, and may hold what a terminal obeys: escape
sequences, characters that turn the direction of writing, half characters. `plain` shows these as `\\x1b` or `\\u202e`
instead. What is coloured on purpose is `Painted`: its maker has made every part of it plain that is not our own.
"""

from __future__ import annotations

import re

UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters except tab and line end, line separators, overrides of direction, half characters."""


UTF_16 = (b"\xff\xfe", b"\xfe\xff")
"""How a file in UTF-16 begins."""
UTF_32 = (b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")
"""How a file in UTF-32 begins."""


def other_encoding(data: bytes) -> str:
    """UTF-16 or UTF-32 where the data of a file are that: as its mark says, or as all its first letters show."""
    if data[:4] in UTF_32:
        return "UTF-32"
    first, second = data[0:40:2], data[1:40:2]
    by_half = len(second) > 3 and any(first) != any(second)
    return "UTF-16" if data[:2] in UTF_16 or by_half else ""


REFUSED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff\ufffe\uffff]")
"""What a file of a ruleset may not hold, since nobody can see it: a tab, which may be of any width, too."""


class Painted(str):
    """Text with colours, harmless in all its parts."""

    __slots__ = ()


def plain(text: str) -> str:
    """The text with every character shown that a terminal would obey; a tab and a line end stay."""
    return UNSAFE.sub(lambda found: code_of(found[0]), text)


def code_of(letter: str) -> str:
    """A character that is not to be shown, by its number."""
    code = ord(letter)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def plain_json(text: str, *, ascii_only: bool = False) -> str:
    """JSON text that means the same and holds no character that a terminal would obey."""
    return (_NOT_ASCII if ascii_only else UNSAFE).sub(_in_json, text)


_NOT_ASCII = re.compile("[^\x00-\x7e]|\x7f")


def _in_json(found: re.Match[str]) -> str:
    if found[0] in "\r":  # no text, but a line end between values
        return found[0]
    data = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{data[i]:02x}{data[i + 1]:02x}" for i in range(0, len(data), 2))
