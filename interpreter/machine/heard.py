"""Options written in the words that people read for them: `deliver orange from Lisbon` for `deliver(cube=orange, …)`.

What is read need not be offered, so nothing is looked up among options: the words of an alternative and of all values
that its parameters can have are taken from the text one after the other, the longest first, until nothing is left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from yupana.schemas.dots import dotted

from ..program import ir
from .printing import Printer, Written
from .speech import Either, Sentence

_BETWEEN = re.compile(r"[\s,;:.!?()…\"'„“”‘’「」、。：]+")
_NUMBER = re.compile(r"-?\d{1,10}")
_WIDE = 0x2E80
"""From this sign on are those of languages that put no blanks between words."""


class _Word(NamedTuple):
    """Something that may stand in a text: of a value the exact form and the types that it can be a value of."""

    text: str
    value: str = ""
    domain: int = -1


def heard(printer: Printer, number: int, text: str) -> Written | None:
    """What a text says of the values of an alternative, if nothing else stands in it."""
    known, rest = printer.program.alternatives[number], _BETWEEN.sub(" ", text.casefold()).strip()
    words = sorted({*_fixed(printer, number), *_values(printer, known)}, key=lambda each: (-len(each.text), each))
    found: dict[str, list[str]] = {}
    said = False
    while rest:
        integer = _NUMBER.match(rest)
        if integer is not None and _take(known, found, integer[0], None):
            rest, said = rest[integer.end() :].lstrip(), True
            continue
        word = next((each for each in words if _begins(rest, each.text) and _fits(known, found, each)), None)
        if word is None:
            return None
        if word.value:
            _take(known, found, word.value, word.domain)
        rest, said = rest[len(word.text) :].lstrip(), True
    if not said:
        return None
    many = {name for name, kind in known.params if kind.many}
    arguments = {name: f"[{','.join(values)}]" if name in many else values[0] for name, values in found.items()}
    return Written(dotted(known.name), arguments)


def written(meant: Written) -> str:
    """The exact form of what was meant."""
    shown = ", ".join([f"{name}={value}" for name, value in meant.arguments.items()])
    return f"{meant.name}({shown})" if shown else meant.name


def _begins(text: str, word: str) -> bool:
    """Whether a text begins with a word, and not with a longer one."""
    if not text.startswith(word):
        return False
    after = text[len(word) : len(word) + 1]
    return not (after.isalnum() and word[-1].isalnum()) or ord(after) >= _WIDE or ord(word[-1]) >= _WIDE


def _fits(known: ir.Alternative, found: Mapping[str, Sequence[str]], word: _Word) -> bool:
    return not word.value or _place(known, found, word.domain) is not None


def _take(known: ir.Alternative, found: dict[str, list[str]], value: str, domain: int | None) -> bool:
    """Give a value (None for the domain: a number) to the first parameter that can have it; whether there is one."""
    name = _place(known, found, domain)
    if name is not None:
        found.setdefault(name, []).append(value)
    return name is not None


def _place(known: ir.Alternative, found: Mapping[str, Sequence[str]], domain: int | None) -> str | None:
    for name, kind in known.params:
        fits = kind.kind == "int" if domain is None else kind.kind == "member" and kind.domain == domain
        if fits and (kind.many or name not in found):
            return name
    return None


def _fixed(printer: Printer, number: int) -> Iterator[_Word]:
    """What is said of an alternative whatever its values are."""
    known, word = printer.program.alternatives[number], printer.wording.word
    said = [
        word(known.name, ""),
        *(word(name, "") for name, _ in known.params),
        *_parts(printer.speech.sentences[number]),
    ]
    for each in said:
        yield from (_Word(part) for part in _BETWEEN.sub(" ", each.casefold()).split())


def _parts(sentence: Sentence) -> Iterator[str]:
    for part in sentence:
        if isinstance(part, str):
            yield part
        elif isinstance(part, Either):
            yield from (*_parts(part.then), *_parts(part.other))


def _values(printer: Printer, known: ir.Alternative) -> Iterator[_Word]:
    """What its parameters can be, by every domain once."""
    for domain in {kind.domain for _, kind in known.params if kind.kind == "member"}:
        for index, word in enumerate(printer.speech.words[domain]):
            text = _BETWEEN.sub(" ", word.casefold()).strip()
            if text:
                yield _Word(text, printer.member(domain, index), domain)
