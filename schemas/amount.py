"""How much a ruleset may hold in all its files together: each has limits of its own, and there may be many."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .tree import Mapping, Node, Sequence
from .walk import once_for_each

MAX_LETTERS = 16 * 1024 * 1024
"""How many characters the files and tables of a ruleset may have, with those of its overlays."""

MAX_VALUES = 300_000
"""How many keys, values and cells they may hold."""

_FEW_FILES = 20
_FEW_LETTERS = 2 * MAX_VALUES
"""So little holds no more values, and need not be counted."""


@dataclass(slots=True)
class Amount:
    """What was read so far."""

    letters: int = 0
    files: int = 0
    values: int = 0

    def read(self, texts: Iterable[str]) -> str:
        """Note the texts of files; what there is too much of by now, "" for nothing."""
        for text in texts:
            self.letters += len(text)
            self.files += 1
        return "" if self.letters <= MAX_LETTERS else f"{MAX_LETTERS // 1024 // 1024} million characters"

    def hold(self, trees: Iterable[Mapping]) -> str:
        """Note what files hold; what there is too much of by now, "" for nothing."""
        if self.files > _FEW_FILES or self.letters > _FEW_LETTERS:
            for each in trees:
                self.values += _values(each)
        return "" if self.values <= MAX_VALUES else f"{MAX_VALUES:,} values"


@once_for_each
def _values(tree: Mapping) -> int:
    """How many keys and values there are in a tree, counted until there are more than a ruleset may have."""
    found, waiting = 0, list[Node]([tree])
    while waiting and found <= MAX_VALUES:
        node = waiting.pop()
        found += 1
        if isinstance(node, Mapping):
            found += len(node)
            waiting += node.values()
        elif isinstance(node, Sequence):
            waiting += node
    return found
