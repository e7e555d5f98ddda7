"""Lines of a look as plain data for a page: words, and between them the values, each as what it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, cast

from yupana.interpreter.view.lines import Line, Value
from yupana.interpreter.view.look import Look
from yupana.interpreter.view.printed import Faces

from ..languages.words import Words

Part: TypeAlias = "str | dict[str, Any]"
"""Words; `{"d": domain, "v": [member, …]}`; `{"t": text}` for a number or a truth; `{"u": true}` for what the viewer
may not know, with the domain of pieces. With `dice` it is what dice show: the numbers, none where they are under a
cup."""


class Lines:
    """Turns lines of a look into plain data: words, and between them the values, each as what it is. A value that is a
    text itself becomes words."""

    def __init__(self, of: Look | Faces, words: Words) -> None:
        self._words = words
        self._pieces = {number for number, each in enumerate(of.domains) if each.piece_base >= 0}
        self._texts = {number: each.names for number, each in enumerate(of.domains) if is_text(each.name)}

    def of(self, lines: Iterable[Line]) -> list[list[Part]]:
        """The parts of each line."""
        return [self.parts(each) for each in lines]

    def parts(self, line: Line) -> list[Part]:
        """The parts of one line, without those that come to nothing."""
        return [part for each in line.parts if (part := each if isinstance(each, str) else self._value(each)) != ""]

    def _value(self, given: Value) -> Part:
        kind, value = given.kind, given.value
        if value is None:
            piece = {"of": kind.domain} if kind.kind == "member" and kind.domain in self._pieces else {}
            return {"u": True, **({"dice": []} if given.dice else {}), **piece}
        if kind.kind == "member":
            members = [each for each in cast("Sequence[int]", value if kind.many else (value,)) if each >= 0]
            if kind.domain in self._texts:
                return ", ".join([self._texts[kind.domain][each] for each in members])
            return {"d": kind.domain, "v": members} if members else ""
        if kind.kind == "bool" and not kind.many and not kind.is_none(cast("int", value)):
            return {"t": self._words.say("yes" if value else "no")}
        if not given.text:
            return ""
        if given.dice and kind.kind == "int":
            numbers = cast("Sequence[int]", value if kind.many else (value,))
            return {"t": given.text, "dice": [each for each in numbers if not replace(kind, many=False).is_none(each)]}
        return {"t": given.text}


def is_text(domain: str) -> bool:
    """Whether a domain of this name holds the texts of an attribute, which no name of a ruleset is like."""
    return "." in domain
