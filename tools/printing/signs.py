"""What stands for things in texts on paper: icons, signs and small bodies in their colours, else their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from yupana.interpreter.view.lines import Line, Value

from ..documents.colours import on_paper
from .fonts import Fonts
from .glyphs import Glyph
from .subject import Subject

MOST_LETTERS = 2
"""So many letters tell bodies of a kind apart at most."""


class Signs:
    """The signs of a ruleset, in the fonts of a kit; `domains` are what the numbers in lines mean."""

    def __init__(self, subject: Subject, fonts: Fonts, domains: Sequence[Any]) -> None:
        self._subject, self._fonts, self._domains = subject, fonts, domains
        self._letters: dict[str, dict[str, str]] = {}

    def of(self, name: str, kind: str) -> str:
        """The sign of a thing as a character, or as letters; empty where it has none."""
        subject, colour = self._subject, self._subject.colours.get(name, "")
        if icon := self.icon(name, kind, coloured=True):
            return icon
        sign = subject.signs.get(name, "")
        if not colour or len(sign) > MOST_LETTERS:
            return sign
        letters = self.letters(name, kind)
        return self._fonts.sign(Glyph(None, colour, letters, self._fonts.width(letters, 1.0, bold=True)))

    def icon(self, name: str, kind: str, *, coloured: bool = False) -> str:
        """The icon of a thing or of its kind as a character, perhaps in its own colour; empty where there is none."""
        icon = self._subject.icons.get(name) or self._subject.icons.get(kind)
        colour = self._subject.colours.get(name, "") if coloured else ""
        return "" if icon is None else self._fonts.sign(Glyph(icon, on_paper(colour) if colour else ""))

    def bare(self, name: str, kind: str) -> str:
        """The sign of a thing where its colour is seen already: its icon or its letters alone."""
        return self.icon(name, kind) or self.letters(name, kind)

    def letters(self, name: str, kind: str) -> str:
        """The letters that tell a thing apart from others of its kind."""
        return self._subject.signs.get(name, "") or self._letters_of(kind).get(name, "")

    def _letters_of(self, kind: str) -> dict[str, str]:
        """The first letters of the names of a kind, as many as tell them apart."""
        if kind not in self._letters:
            domain = next((each for each in self._subject.game.program.domains if each.name == kind), None)
            every = [] if domain is None else [*domain.group_names] or [*domain.names]
            self._letters[kind] = initials({name: self._subject.called(name, kind) for name in every})
        return self._letters[kind]

    def members(self, line: Line) -> list[tuple[str, str]]:
        """The things in a line with their kinds."""
        return [each for part in line.parts if isinstance(part, Value) for each in self._members(part)]

    def _members(self, part: Value) -> list[tuple[str, str]]:
        if part.kind.kind != "member" or part.value is None:
            return []
        domain = self._domains[part.kind.domain]
        values = cast("Sequence[int]", part.value if part.kind.many else (part.value,))
        return [
            (domain.group_names[domain.groups[each]] if domain.groups else domain.names[each], domain.name)
            for each in values
            if each >= 0
        ]

    def colour(self, line: Line | None) -> str:
        """The colour that a line names, or that what it is about has."""
        if line is None:
            return ""
        literal = "".join([each.text if isinstance(each, Value) else each for each in line.parts]).strip()
        found = (self._subject.colours.get(name, "") for name, _ in self.members(line))
        return next((each for each in found if each), "") or self._subject.colour(literal)

    def told(self, line: Line, *, words: bool = False) -> str:
        """A line as a text, with signs for the things in it or (`words`) with their names."""
        said = "".join([part if isinstance(part, str) else self._told(part, words) for part in line.parts])
        return " ".join(said.split())

    def _told(self, part: Value, words: bool) -> str:
        if part.kind.kind != "member" or part.value is None:
            return part.text
        domain = self._domains[part.kind.domain]
        if domain.is_of_texts:
            values = cast("Sequence[int]", part.value if part.kind.many else (part.value,))
            return ", ".join([domain.names[each] for each in values if each >= 0])
        members = self._members(part)
        signs = [self.of(*each) for each in members]
        if words or not all(signs):
            return ", ".join([self._subject.called(*each) for each in members])
        return " ".join(signs) if any(len(each) > 1 for each in signs) else "".join(signs)


def initials(named: dict[str, str]) -> dict[str, str]:
    """The first letters of each name: one where it tells all apart, else two; of the same ones the word's first and
    another of its letters."""
    found: dict[str, str] = {}
    for key, name in named.items():
        others = [other for each, other in named.items() if each != key]
        letters = [each for each in name if each.isalnum()]
        wanted = "".join(letters[:1]).upper()
        if any(other[:1].casefold() == wanted.casefold() for other in others):
            ways = [wanted + each.lower() for each in letters[1:]]
            firsts = ["".join([letter for letter in other if letter.isalnum()][:2]).casefold() for other in others]
            free = [each for each in ways if each not in found.values() and each.casefold() not in firsts]
            wanted = next(iter(free), next((each for each in ways if each not in found.values()), wanted))
        found[key] = wanted
    return found
