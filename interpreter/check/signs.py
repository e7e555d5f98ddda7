"""The signs by which a drawing knows what stands on a space: what each means, and which is drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from yupana.schemas.diagrams import EMPTY

from ..language.types import Type
from ..typed.declared import DomainInfo

NONE = "none"
JOINT = "+"
"""Between the signs of several pieces on one space."""
_NUMBER = re.compile(r"-?[0-9]+")
_TRUTH = ("false", "true")


class Signs:
    """The signs of things with names: the glyph that the look gives, the name, and without a glyph the first letter of
    the name. What is a glyph is no name, and what is a name no first letter. A thing is known by its place in `names`;
    `glyphs` has a glyph for each, or nothing."""

    def __init__(self, names: Sequence[str], glyphs: Sequence[str]) -> None:
        self.names = names
        self._levels: tuple[dict[str, list[int]], ...] = ({}, {}, {})
        for index, (name, glyph) in enumerate(zip(names, glyphs, strict=True)):
            letter = "" if glyph else name[:1]
            for level, sign in zip(self._levels, (glyph, name, letter), strict=True):
                if sign and sign not in EMPTY and len(sign.split()) == 1:
                    level.setdefault(sign, []).append(index)

    def meant(self, sign: str) -> Sequence[int]:
        """What a sign may mean: one thing, or several that it does not tell apart; nothing where it is no sign."""
        return next((level[sign] for level in self._levels if sign in level), ())

    @cached_property
    def drawn(self) -> list[str]:
        """The sign that is drawn for each thing: the glyph, else the first letter, else the name."""
        shown: list[dict[int, str]] = [
            {level[sign][0]: sign for sign in level if list(self.meant(sign)) == level[sign] and len(level[sign]) == 1}
            for level in self._levels
        ]
        glyphs, names, letters = shown
        return [
            glyphs.get(index) or letters.get(index) or names.get(index, name) for index, name in enumerate(self.names)
        ]


def has_signs(type_: Type) -> bool:
    """Whether the values of a type have signs."""
    return type_.kind in ("int", "bool", "member")


class Values:
    """The signs of the values of a type that has them."""

    def __init__(self, type_: Type, domains: Sequence[DomainInfo], glyphs: Mapping[str, str]) -> None:
        self.type = type_
        self.signs: Signs | None = None
        if type_.kind == "member":
            self.signs = signs_of(domains[type_.domain], glyphs)
        elif type_.kind == "bool":
            self.signs = Signs(_TRUTH, [glyphs.get(each, "") for each in _TRUTH])

    def meant(self, sign: str) -> Sequence[int | None]:
        """The values that a sign may mean; None is what the sign of an empty space means."""
        if sign in EMPTY:
            return (None,)
        if self.type.optional and sign == NONE and not (self.signs is not None and self.signs.meant(sign)):
            return (None,)
        if self.signs is not None:
            return self.signs.meant(sign)
        return (int(sign),) if _NUMBER.fullmatch(sign) else ()

    def drawn(self, value: int) -> str:
        """The sign that is drawn for a value."""
        if self.type.optional and value == self.type.none:
            return EMPTY[0]
        return str(value) if self.signs is None else self.signs.drawn[value]


def signs_of(domain: DomainInfo, glyphs: Mapping[str, str]) -> Signs:
    """The signs of the members of a domain; a copy of an entry has the glyph of its entry."""
    found = []
    for index, name in enumerate(domain.names):
        found.append(str(glyphs.get(name) or glyphs.get(domain.entry_of(index), "")))
    return Signs([str(name) for name in domain.names], found)


def signs_of_pieces(kind: DomainInfo, glyphs: Mapping[str, str]) -> Signs:
    """The signs of the entries of a kind of pieces. A glyph that reads like several pieces is none of them."""
    names = list(entries_drawn(kind))
    return Signs(names, [glyph if JOINT not in (glyph := glyphs.get(name, "")) else "" for name in names])


def entries_drawn(kind: DomainInfo) -> dict[str, list[int]]:
    """The entries of a kind of pieces by name, each with its copies: what signs stand for where pieces are drawn."""
    found: dict[str, list[int]] = {}
    for index in range(kind.size):
        found.setdefault(str(kind.entry_of(index)), []).append(index)
    return found
