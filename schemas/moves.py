"""What the players of an example do, and what is claimed about what they may not do.

A bare option is taken. Three claims tell apart why something is not done: `cannot OPTION` (they are asked for something
of the kind now, and this is not offered), `not asked OPTION` (nothing of the kind is asked of them now; `not asked`
alone: nothing at all) and `never OPTION` (there is no such option in any position).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Claim = Literal["", "cannot", "not asked", "never"]

_CLAIM = re.compile(r"(?:(cannot|never)\s+(?=\S)|(not\s+asked)(?:\s+|\Z))(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Move:
    """What one entry of `when` says of a player: `claim` about the option ("": it is taken), and the option as it is
    written ("" after a bare `not asked`)."""

    claim: Claim
    option: str

    def __str__(self) -> str:
        """The canonical form."""
        return f"{self.claim} {self.option}".strip()


def read_move(text: str) -> Move:
    """What is written, without blanks around it."""
    found = _CLAIM.fullmatch(text.strip())
    if found is None:
        return Move("", text.strip())
    claim: Claim = "not asked" if found[2] else "cannot" if found[1] == "cannot" else "never"
    return Move(claim, found[3].strip())
