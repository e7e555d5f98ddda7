"""What is printed on cards and tiles, as plain data for a page: what never changes in a game, once for every entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from yupana.interpreter.view.lines import Line, Value
from yupana.interpreter.view.printed import CARD, Back, Face, Faces

from ..languages.words import Words
from ..playing.appearance import painted
from .lines import Lines


class Printed:
    """The faces of a look in one language; `colours` are those of names."""

    def __init__(self, faces: Faces, words: Words, colours: Mapping[str, str]) -> None:
        self._every, self._said = faces.every(), faces.said
        self._domains = faces.domains
        self._lines = Lines(faces, words)
        self._colours = colours

    def faces(self, texts: Mapping[str, Mapping[str, str]], titled: Callable[[str], str]) -> dict[str, dict[str, Any]]:
        """By kind the `size` and the `back`, and `of` each entry what is on it. `texts` are those of the entries, by
        kind, for the faces that have no lines of their own; `titled` is how an attribute is called."""
        found: dict[str, dict[str, Any]] = {}
        for kind in (*self._every, *(each for each in texts if each not in self._every)):
            faces, told = self._every.get(kind, {}), texts.get(kind, {})
            fronts = {name: self._front(face, told.get(name, ""), titled) for name, face in faces.items()}
            fronts |= {name: {"text": [[text]]} for name, text in told.items() if name not in fronts}
            of = {name: front for name, front in fronts.items() if front}
            first = next(iter(faces.values()), None)
            if of or first is not None:
                size, back = (CARD, Back()) if first is None else (first.size, first.back)
                said = kind in self._said
                found[kind] = {"size": list(size), "said": said, "back": self._back(back), "of": of}
        return found

    def _front(self, face: Face, text: str, titled: Callable[[str], str]) -> dict[str, Any]:
        """The front of an entry, without what is not said."""
        facts = [[titled(name), self._lines.parts(line)] for name, line in face.facts.items() if _says(line)]
        lines = self._lines.of((*face.text, *face.places))
        said = {
            "colour": self._colour(face.colour),
            "title": self._lines.parts(face.title),
            "corners": {corner: self._lines.parts(line) for corner, line in face.corners.items() if line},
            "icon": self._lines.parts(face.icon),
            "text": lines or ([[text]] if text else []),
            "small": self._lines.parts(face.small),
            "facts": facts,
            "plain": face.plain,
        }
        return {key: each for key, each in said.items() if each}

    def _back(self, back: Back) -> dict[str, Any]:
        colour = self._colours.get(back.colour) or painted(back.colour)
        said = {"colour": colour, "icon": back.icon, "title": self._lines.parts(back.title)}
        return {key: each for key, each in said.items() if each}

    def _colour(self, line: Line) -> str:
        """The colour of what a line is about."""
        for part in line.parts if line else ():
            if isinstance(part, Value) and isinstance(part.value, int) and part.value >= 0:
                return self._colours.get(self._domains[part.kind.domain].names[part.value], "")
        return ""


def _says(line: Line) -> bool:
    """Whether an attribute is something: not 0, not false."""
    return any(isinstance(part, Value) and bool(part.value) for part in line.parts) or any(
        isinstance(part, Value) and part.kind.kind == "member" and part.value == 0 for part in line.parts
    )
