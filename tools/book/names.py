"""What players read for a ruleset's names: a translation, the attribute `name`, or the name written with blanks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from yupana.schemas.grids import GRIDS
from yupana.schemas.ruleset import OpenElement, Ruleset
from yupana.schemas.texts import Texts
from yupana.schemas.wording import headed as headed
from yupana.schemas.wording import plain_word, plural

from ..languages.words import Words

_COUNTED = re.compile(r"(.+)_[0-9]+")
_SIDED = re.compile(r"([a-z]+[0-9]+)_([a-z]+)")
"""An edge or a corner of a space, called by the space and the side on which it lies."""
_SIDES = frozenset(side for grid in GRIDS for side in grid.compass)
_CAPITALS = re.compile(r"\b[A-Z]{2,4}\b")


spaced = plain_word
"""A name without its signs."""


@dataclass(slots=True)
class Names:
    """The words for the names of a ruleset in one language."""

    ruleset: Ruleset
    texts: Texts
    labels: dict[str, str] = field(default_factory=dict)
    abbreviations: set[str] = field(default_factory=set)
    notes: dict[str, str] = field(default_factory=dict)  # names in brackets: they explain an entry and do not name it
    printed: dict[str, str] = field(default_factory=dict)  # what the book calls things
    plurals: dict[str, str] = field(default_factory=dict)  # and several of them, where it says so

    def __post_init__(self) -> None:
        for rule in self.ruleset.rulebook.rules.values():
            self.abbreviations.update(_CAPITALS.findall(rule.text))
        self.abbreviations.update(word for word in self.ruleset.rulebook.glossary if _CAPITALS.fullmatch(word))
        for name, text in self.ruleset.book.names.items():
            one, _, several = " ".join(text.split()).partition("|")
            self.printed[str(name)] = one.strip()
            if several:
                self.plurals[str(name)] = several.strip()
        self._entries("Player", self.ruleset.players.seats)
        for kind, decl in self.ruleset.kinds.items():
            self._entries(str(kind), decl.entries)
        for board in self.ruleset.boards.values():
            self._entries(str(board.kind), board.spaces or {})

    def _entries(self, kind: str, entries: object) -> None:
        for name, entry in entries.items() if isinstance(entries, dict) else ():
            assert isinstance(entry, OpenElement)
            label = entry.given.get("name")
            own = label.text if label is not None else spaced(str(name))
            if own.startswith("(") and own.endswith(")"):
                self.notes[f"{kind}.{name}"] = own[1:-1]
                own = spaced(str(name))
            self.labels[f"{kind}.{name}"] = own
            self.labels.setdefault(str(name), own)

    def of(self, name: str, kind: str = "") -> str:
        """What players read for the name of an entry, seat, action, field or anything else."""
        key = f"{kind}.{name}"
        known = key in self.labels or name in self.labels or key in self.texts.names or name in self.texts.names
        counted = None if known else _COUNTED.fullmatch(name)
        if counted is not None and counted[1] in self.labels:
            name, key = counted[1], f"{kind}.{counted[1]}"
        sided = None if known else _SIDED.fullmatch(name)
        if sided is not None and sided[2] in _SIDES:
            space, side = [self.texts.name(each, each) for each in sided.groups()]
            return Words(self.texts.lang).say("beside", space=space, side=side)
        own = self.printed.get(key) or self.printed.get(name) or self.labels.get(key) or self.labels.get(name)
        return self.texts.name(name, own or self._spaced(name), kind)

    def note(self, name: str, kind: str) -> str:
        """What a name in brackets says of an entry; empty when it has another name, or one in the book's language."""
        own = self.notes.get(f"{kind}.{name}", "")
        return own if own and not self.texts.name(name, "", kind) else ""

    def _spaced(self, name: str) -> str:
        """The name with blanks; what the rules write in capitals (`AP`) is written so."""
        words = spaced(name).split()
        return " ".join(each.upper() if each.upper() in self.abbreviations else each for each in words)

    def several(self, kind: str) -> str:
        """What players read for things of a kind, in the plural where the language of the ruleset forms one."""
        told = self.texts.several(kind) or ("" if self.texts.lang else self.plurals.get(kind, ""))
        if told:
            return told
        one = self.of(kind)
        return one if self.texts.lang or kind in self.printed else plural(one)

    def counted(self, name: str, number: int) -> str:
        """What players read for so much of something: in the plural only where the ruleset or its texts say one."""
        own = "" if self.texts.lang else self.plurals.get(name, "")
        return (self.texts.several(name) or own or self.of(name)) if number != 1 else self.of(name)

    def says_more(self, name: str, text: str, articles: Iterable[str]) -> bool:
        """Whether a text says anything that the name of what it tells of does not."""
        known = {"1", *articles, *_words(name)}
        return any(each not in known for each in _words(text))

    def is_entity(self, name: str) -> bool:
        """Whether it is the name of an entry, a seat or a space that is listed."""
        counted = _COUNTED.fullmatch(name)
        seats = self.ruleset.players.called
        return name in self.labels or name in seats or (counted is not None and counted[1] in self.labels)

    def heading(self, name: str, kind: str = "") -> str:
        """The same with a capital at its start."""
        return headed(self.of(name, kind))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
