"""What a command says once at its end, however often it came about, here or in workers.

A worker hands over what it has counted with each result, so that the numbers do not depend on who did the work.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping

UNFIT, UNSEEN = "unfit", "unseen"

_WORDS = {
    UNFIT: "In {times} a bot found none that agrees with all that it had seen, and played on by what it saw then.",
    UNSEEN: "In {times} none was found that agrees with all that a player had seen: whether they are told a secret "
    "was not looked at there.",
}
_counted: Counter[str] = Counter()


def note(what: str) -> None:
    """It has come about once."""
    _counted[what] += 1


def add(more: Mapping[str, int]) -> None:
    """What somebody else has counted."""
    _counted.update(more)


def taken() -> Counter[str]:
    """What was counted since it was asked last."""
    found = _counted.copy()
    _counted.clear()
    return found


def positions() -> int:
    """In how many positions what was seen so far could not be agreed with."""
    return _counted[UNFIT] + _counted[UNSEEN]


def tell() -> None:
    """Say on standard error what has come about; then nothing has."""
    for what, times in sorted(taken().items()):
        sys.stderr.write(_WORDS[what].format(times=f"{times:,} position{'s' * (times != 1)}") + "\n")
