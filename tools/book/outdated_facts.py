"""What an overlay changes in numbers: which values of the base hold no longer, what holds instead, where it says so."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from yupana.interpreter.index.elements import Element, Elements
from yupana.schemas.source import Span
from yupana.schemas.tree import Mapping as Node

from .standing import home
from .worth import Worth, Worths

_NUMBERS = re.compile(r"(?<![\w.])[0-9]+(?![\w.])")


@dataclass(frozen=True, slots=True)
class Fact:
    """A number of the base that an overlay changes: `old` are the numbers that hold no longer, each with what holds
    instead; `at` is where the overlay says so."""

    worth: Worth
    old: Mapping[int, str]
    at: Span


def facts(old: Worths, new: Worths, parts: Sequence[Path]) -> list[Fact]:
    """The numbers that differ between what lies below and the composed ruleset, those of examples too."""
    found = []
    for name, worth in old.all.items():
        now = new.all.get(name)
        if worth.path and worth.path not in new.elements.by_path:
            continue
        held = {number for numbers in now.values.values() for number in numbers} if now is not None else set()
        gone: dict[int, str] = {}
        for count, numbers in worth.values.items():
            there = now.values.get(count, ()) if now is not None else ()
            for place, number in enumerate(numbers):
                if number not in held:
                    same = len(there) == len(numbers)
                    told = str(there[place]) if same else ", ".join(map(str, there))
                    gone.setdefault(abs(number), told or "not there")
        if gone:
            if now is not None:
                worth.join(now)
            found.append(Fact(worth, gone, place_of(worth.path, worth.key, old.elements, new.elements, parts)))
    return [*found, *_of_examples(old.elements, new.elements, parts)]


def _of_examples(old: Elements, new: Elements, parts: Sequence[Path]) -> Iterator[Fact]:
    """The numbers that an overlay takes out of what an example claims; its name and text may say them still."""
    for element in old:
        now = new.by_path.get(element.path)
        if element.section != "examples" or now is None or now.parts == element.parts:
            continue
        before, after = (Counter(map(int, _claimed(each))) for each in (element, now))
        gone = [number for number in before - after if number > 1 and number not in after]
        came = sorted((after - before).keys())
        if gone and came:
            worth = Worth(element.path, "then", f"what `{element.path}` shows", {0: tuple(gone)})
            at = place_of(element.path, "then", old, new, parts)
            yield Fact(worth, {number: ", ".join(map(str, came)) for number in gone}, at)


def _claimed(example: Element) -> list[str]:
    return _NUMBERS.findall(example.parts.get("then", ""))


def place_of(path: str, key: str, old: Elements, new: Elements, parts: Sequence[Path]) -> Span:
    """Where an overlay changes a part of an element, or adds to it; the overlay's first line where nobody knows."""
    element = new.by_path.get(path)
    if element is not None:
        added = [each for each in new if each.path not in old.by_path and each.path.startswith(f"{path}.")]
        for span in (_key_span(element, key), element.span, *(each.span for each in added)):
            if span.file and home(span, parts) > 0:
                return span
    return Span(str(parts[-1]), 1, 1, 1, 1)


def _key_span(element: Element, key: str) -> Span:
    """Where a part of an element stands."""
    node: object = getattr(element.model, "node", None)
    span = element.span
    for each in key.removeprefix("values.").split("."):
        if not isinstance(node, Node) or each not in node:
            break
        span, node = node.value_span(each), node[each]
    return span
