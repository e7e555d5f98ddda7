"""What came of running examples and of breaking rules: words for a lens, and remarks at the places they speak of.

They are shown as long as nobody edits what they speak of, and until the same is done again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from yupana.interpreter.examples.running import ExampleResult
from yupana.interpreter.index.elements import Element
from yupana.schemas.source import Span

from ..strength.model import Strength
from ..strength.report import seen_by

Moved = Callable[[Span], "Span | None"]
"""Where a span is after an edit; None where something of it was edited."""

__all__ = ["Moved", "Outcome", "Remark", "of_breaks", "of_example"]

MOST_WORDS = 80
"""So many characters of what fails a lens shows; the diagnostic says all."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about a place, shown as a diagnostic; `source` is what the editor calls its origin."""

    span: Span
    message: str
    source: Literal["yupana test", "yupana strength"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of running the example, or of breaking the element, that is declared at `place`. `told` stands in its
    lens."""

    place: Span
    ok: bool
    told: str
    remarks: tuple[Remark, ...] = ()

    def moved(self, moved: Moved) -> Outcome | None:
        """The same after an edit; None when it speaks of what was edited."""
        place = moved(self.place)
        if place is None:
            return None
        spans = [moved(each.span) for each in self.remarks]
        kept = tuple(
            replace(each, span=span) for each, span in zip(self.remarks, spans, strict=True) if span is not None
        )
        return None if len(kept) < len(self.remarks) and not self.ok else replace(self, place=place, remarks=kept)


def of_example(result: ExampleResult, place: Span) -> Outcome:
    """How an example went."""
    if result.ok:
        return Outcome(place, True, "holds")
    values = ", ".join(f"{name} is {value}" for name, value in result.values.items())
    condition = result.message.removeprefix("does not hold: ").rpartition(" (")[0]
    for asked in result.values if len(result.values) == 1 else ():
        wanted = condition.removeprefix(f"{asked} == ")
        values += f", not {wanted}" if wanted != condition else ""
    told = values or result.message
    told = told if len(told) <= MOST_WORDS else f"{told[: MOST_WORDS - 1].rstrip()}…"
    message = f"{result.message}\n{values}" if values else result.message
    return Outcome(place, False, f"fails: {told}", (Remark(result.span, message, "yupana test"),))


def of_breaks(found: Strength, element: Element) -> Outcome:
    """What the examples said to the breaks of an element."""
    noticed, counted = found.noticed, found.breaks
    accepted = f", {found.accepted} accepted" if found.accepted else ""
    told = f"{noticed} of {counted} noticed{accepted}" if counted else "nothing to notice"
    missed = [
        Remark(each.span, f"No example notices: {each.what}; {seen_by(each)}.", "yupana strength")
        for each in found
        if each.is_open
    ]
    return Outcome(getattr(element.model, "span", element.span), not missed, told, tuple(missed))
