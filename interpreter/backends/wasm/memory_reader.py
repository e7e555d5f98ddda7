"""What a module wrote down, read by Python: events, values, and the record of a fault."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from inspect import signature
from typing import Any, NoReturn

from yupana.schemas.errors import UsageError

from ...machine import faults
from ...machine.faults import InternalError, Trap
from ...machine.printing import Printer
from ...program import ir, limits
from ..protocol import Event
from .memory_layout import EVENT, FAULTS, HELD

_EVENTS = {number: name for name, number in EVENT.items()}


def read_values(words: memoryview, at: int, end: int) -> tuple[Any, ...]:
    """Values, each behind how it is held."""
    out: list[Any] = []
    while at < end:
        held = words[at]
        if held == HELD["scalar"]:
            out.append(words[at + 1])
            at += 2
            continue
        count = words[at + 1]
        inside = words[at + 2 : at + 2 + count].tolist()
        at += 2 + count
        if held == HELD["list"]:
            out.append(tuple(inside))
        else:
            out.append(sum([(cell & 2**32 - 1) << 32 * i for i, cell in enumerate(inside)]))
    return tuple(out)


def read_events(program: ir.Program, words: memoryview, at: Mapping[str, int]) -> Iterator[Event]:
    """The events that were written down, in their order."""
    here, beyond = at["EVENTS"] >> 2, words[at["EVENTS_END"] >> 2] >> 2
    while here < beyond:
        end = here + words[here]
        kind = _EVENTS[words[here + 1]]
        if kind:
            yield _event(kind, words, here + 2, end)
        here = end


def _event(kind: str, words: memoryview, at: int, end: int) -> Event:
    match kind:
        case "log":
            return kind, words[at], read_values(words, at + 1, end)
        case "roll":
            count = words[at + 3]
            numbers = tuple(words[at + 4 : at + 4 + count].tolist())
            return kind, words[at], words[at + 1], words[at + 2], numbers, *read_values(words, at + 4 + count, end)
        case "shuffle":
            return kind, words[at]
        case "draw":
            return kind, words[at], words[at + 1], tuple(words[at + 3 : at + 3 + words[at + 2]].tolist())
    return kind, words[at], (words[at + 2], *read_values(words, at + 3, end)), bool(words[at + 1])


def raise_fault(program: ir.Program, printer: Printer, words: memoryview, at: Mapping[str, int]) -> NoReturn:
    """Raise the fault whose record a module wrote."""
    kind, place, a, b, c = [words[at[name] >> 2] for name in
                            ("FAULT_KIND", "FAULT_PLACE", "FAULT_A", "FAULT_B", "FAULT_C")]  # fmt: skip
    match FAULTS[kind]:
        case "overflow":
            faults.overflow(b << 32 | a & 2**32 - 1, place)
        case "too_many_numbers":
            faults.too_many_numbers(a, b, limits.NUMBERS, place)
        case "too_many_notes":
            faults.too_many_notes(limits.NOTES, place)
        case "too_many_elements":
            faults.too_many_elements(a, limits.LIST, place)
        case "of_nothing":
            faults.of_nothing("largest" if a else "smallest", place)
        case "told":
            first = b >> 2
            raise Trap(place, printer.text(a, read_values(words, first + 2, first + words[first])))
        case "no_die":
            raise UsageError("more dice are rolled than were given")
        case "wrong_die":
            raise UsageError(f"the given die {a} is not one of 1..{b}")
        case name if raises := getattr(faults, name, None):
            raises(*(a, b, c)[: len(signature(raises).parameters) - 1], place)
    raise InternalError(f"{program.name}: a module stopped with a fault of kind {kind}")
