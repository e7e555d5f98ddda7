"""Faults, and paying for work."""

from __future__ import annotations

from .words import *


def fault(kind: i32, place: i32, a: i32, b: i32, c: i32) -> None:
    """Write the fault down and stop; `memory_layout.FAULT` says what a, b and c are."""
    store(FAULT_KIND, kind)
    store(FAULT_PLACE, place)
    store(FAULT_A, a)
    store(FAULT_B, b)
    store(FAULT_C, c)
    unreachable()


@spread
def full_allowance() -> None:
    """What is asked from here on has an allowance of its own."""
    global work
    work = WORK_MOST


@spread
def pay(amount: i32, place: i32) -> None:
    """Take the amount (at least 0) from the allowance; a payment that cannot be made is a fault."""
    global work
    work -= amount
    if work < 0:
        fault(FAULT_OVERWORKED, place, 0, 0, 0)
