"""What a decision is about: the names in its options, and where on a board that is.

A space stands for itself, a piece for the spaces on which whoever looks sees it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..book.meanings import NUMBERED
from .menu import Choice

_NAME = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class Concern:
    """The `names` in the options, each once and in their order, with those that are printed on what they name (`kin`);
    `before` are the names in what the same player has decided just before, which say where a decision is about if its
    options do not."""

    names: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    kin: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def spaces(self, there: Collection[str], observed: Mapping[str, Any]) -> tuple[str, ...]:
        """The spaces of a board that are in question, those first that matter most."""
        direct = self.entries(there, akin=False)
        if direct:
            return direct
        standing = _held(self.names, there, observed)
        before = _held(self.before, there, observed)
        near = [name for name in before if name in standing]
        return tuple(dict.fromkeys([*near, *standing])) or self.entries(there) or tuple(before)

    def entries(self, there: Collection[str], *, akin: bool = True) -> tuple[str, ...]:
        """Which of these are in question: those that are named, or else those that are printed on what is named."""
        direct = tuple(name for name in self.names if name in there)
        if direct or not akin:
            return direct
        printed = (each for name in self.names for each in self.kin.get(name, ()))
        return tuple(dict.fromkeys(each for each in printed if each in there))

    def within(self, text: str, words: Mapping[str, str]) -> list[str]:
        """The names that a line of text holds as words of their own, or the words for them."""
        held = set(_NAME.findall(text))
        return [name for name in self.names if name in held or ((said := words.get(name, "")) and said in text)]

    def __bool__(self) -> bool:
        return bool(self.names or self.before)


NOTHING = Concern()


def named(choices: Sequence[Choice]) -> tuple[str, ...]:
    """The names in the arguments of options: first those of the first argument, by which they are listed."""
    most = max((len(each.arguments) for each in choices), default=0)
    values = dict.fromkeys(each.arguments[at][1] for at in range(most) for each in choices if at < len(each.arguments))
    return tuple(dict.fromkeys(name for value in values for name in _NAME.findall(value)))


def _held(names: Sequence[str], there: Collection[str], observed: Mapping[str, Any]) -> list[str]:
    """The spaces that are among the names, or on which what they name stands."""
    wanted = set(names)
    found = dict.fromkeys(name for name in names if name in there)
    for held in observed["fields"].values():
        if isinstance(held, Mapping):
            places = (value for holder, value in held.items() if holder in wanted)
            found.update(dict.fromkeys(each for each in places if isinstance(each, str) and each in there))
    for held in observed["zones"].values():
        for holder, pieces in held.items() if isinstance(held, Mapping) else ():
            lying = pieces if holder in there and isinstance(pieces, list) else ()
            if any(piece and NUMBERED.sub("", str(piece)) in wanted for piece in lying):
                found[holder] = None
    return list(found)
