"""Names in one or two characters, for boards whose ruleset does not say how they look."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

LONGEST = 2
"""How many characters a code has at most."""


class Codes:
    """A code for each name, the same throughout a game; names that are as short already stand for themselves."""

    def __init__(self, names: Iterable[str]) -> None:
        self._codes: dict[str, str] = {}
        known = list(dict.fromkeys(names))
        taken = {name for name in known if len(name) <= LONGEST}
        for name in known:
            if name in taken or name in self._codes:
                continue
            code = next((each for each in _candidates(name) if each not in taken), "")
            if code:
                taken.add(code)
                self._codes[name] = code

    def shortened(self, lines: Sequence[str]) -> list[str]:
        """The lines with codes for names."""
        return [" ".join(self._codes.get(word, word) for word in line.split()) for line in lines]

    def legend(self, lines: Iterable[str]) -> list[str]:
        """What the codes in these lines stand for, in a line; nothing where there are none."""
        seen = sorted({word for line in lines for word in line.split() if word in self._codes})
        return ["  ".join(f"{self._codes[name]}={name}" for name in seen)] if seen else []


def _candidates(name: str) -> Iterator[str]:
    """The first letters of its words, its first letter with each later one, and then what nobody can remember."""
    letters = re.sub("[^0-9A-Za-z]", "", name) or "x"
    parts = [part for part in name.split("_") if part]
    if len(parts) > 1:
        yield (parts[0][0] + parts[-1][0]).lower()
        yield from (parts[0][0] + letter for letter in parts[-1][1:])
    else:
        yield letters[0]
    yield from (letters[0] + letter for letter in letters[1:])
    yield from (letters[0].upper() + letter for letter in letters[1:])
    yield from (f"{first}{second}" for first in letters for second in "0123456789")
