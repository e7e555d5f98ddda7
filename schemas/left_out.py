"""What is missing in a ruleset of which not everything could be read.

Later stages go on without it and must not tell what only follows: of a name that may be declared in it nothing is
known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from .grids import GRID_WORDS

_COPY = re.compile(r"_[0-9]+$")
OF_ENTRIES = "Entry"
"""What stands behind a kind's name in that of the kind whose members are its entries: `Card` has `CardEntry`."""
_CELL = re.compile(r"[a-z]+[0-9]+(_[a-z]+)?")


@dataclass(frozen=True, slots=True)
class LeftOut:
    """`words` are all words of what is missing that could be names, `sections` those of the ruleset in which it stands;
    `unwritten` are those in which an element lacks something that it must have, whose words stand nowhere; `untold`
    are the names of elements whose text is missing, and nothing else of them."""

    words: frozenset[str] = frozenset()
    sections: frozenset[str] = frozenset()
    unwritten: frozenset[str] = frozenset()
    untold: frozenset[str] = frozenset()

    def __or__(self, other: LeftOut) -> LeftOut:
        return LeftOut(
            self.words | other.words, self.sections | other.sections,
            self.unwritten | other.unwritten, self.untold | other.untold,
        )  # fmt: skip

    def may_declare(self, name: str) -> bool:
        """Whether a name may be declared in what is missing: by itself, as one of several copies of an entry, as the
        kind of the entries, as one player's thing of a kind, as the kind of a board's spaces, or as a cell of it."""
        return self.may_hold(name) or (name[:1].isupper() and "boards" in self.unwritten)

    def may_hold(self, name: str) -> bool:
        """The same of a name that is not that of a kind of spaces, such as a section of the rulebook."""
        if name in self.words or (name.endswith(OF_ENTRIES) and "kinds" in self.sections):
            return True
        one = _COPY.sub("", name)
        if one in self.words or any(one.endswith(f"_{word.lower()}") for word in self.words):
            return True
        return _CELL.fullmatch(name) is not None and not self.words.isdisjoint(GRID_WORDS)

    @classmethod
    def of(
        cls, words: Iterable[str], sections: Iterable[str], unwritten: Iterable[str] = (), untold: Iterable[str] = ()
    ) -> LeftOut:
        """Of these words, sections and names."""
        return cls(frozenset(words), frozenset(sections), frozenset(unwritten), frozenset(untold))


NOTHING = LeftOut()
