"""Lines of a look as the page is given them: words, and between them the values, each as what it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, cast

from yupana.interpreter.view.lines import Line, Value
from yupana.interpreter.view.look import Look

from ..languages.words import Words

Part: TypeAlias = "str | dict[str, Any]"
"""Words; `{"d": domain, "v": [member, …]}`; `{"t": text}` for a number or a truth; `{"u": true}` for what the viewer
may not know."""


class Lines:
    """Turns lines of a look into plain data. A value that is a text itself becomes words."""

    def __init__(self, look: Look, words: Words) -> None:
        self._words = words
        self._texts = {number: each.names for number, each in enumerate(look.domains) if is_text(each.name)}

    def of(self, lines: Iterable[Line]) -> list[list[Part]]:
        """The parts of each line."""
        return [self.parts(each) for each in lines]

    def parts(self, line: Line) -> list[Part]:
        """The parts of one line, without those that come to nothing."""
        return [part for each in line.parts if (part := each if isinstance(each, str) else self._value(each)) != ""]

    def _value(self, given: Value) -> Part:
        kind, value = given.kind, given.value
        if value is None:
            return {"u": True}
        if kind.kind == "member":
            members = [each for each in cast("Sequence[int]", value if kind.many else (value,)) if each >= 0]
            if kind.domain in self._texts:
                return ", ".join([self._texts[kind.domain][each] for each in members])
            return {"d": kind.domain, "v": members} if members else ""
        if kind.kind == "bool" and not kind.many:
            return {"t": self._words.say("yes" if value else "no")}
        return {"t": given.text} if given.text else ""


def is_text(domain: str) -> bool:
    """Whether a domain of this name holds the texts of an attribute, which no name of a ruleset is like."""
    return "." in domain
