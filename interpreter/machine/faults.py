"""What can go wrong while a game runs, told apart by whose mistake it is.

`RuleFault` is the ruleset's: a rule did what no rule may do. `InternalError` is ours: the machine or the lowering has a
bug. `UsageError` (see `schemas.errors`) is the caller's. A fault inside a back end is first a `Trap`, which knows
only the number of a place; `State` turns it into a RuleFault that says where the place is and how to see it again.
"""

from __future__ import annotations

from typing import NoReturn

from yupana.schemas.errors import IllegalOption, SaveError, UsageError, YupanaError

from ..program.ir import Place

__all__ = [
    "IllegalOption", "InternalError", "LookFault", "RuleFault", "RulesChanged", "SaveError", "Trap", "UsageError",
]  # fmt: skip


class Trap(Exception):  # noqa: N818 - a rule's fault, told apart from errors of ours
    """A rule fault on its way out of a back end."""

    def __init__(self, place: int, message: str) -> None:
        self.place = place
        self.message = message
        super().__init__(message)


class Crowded(Trap):
    """A list of options that is longer than that of any decision may be."""


class Unending(Trap):
    """A rule that was ended by one of the bounds of what may run on."""


class RuleFault(YupanaError):  # noqa: N818
    """A rule did what no rule may do (an index out of range, a division by zero, a loop past its bound, `fail`).

    `message` says what happened; `file`, `line` and `column` (from 1), `excerpt` and `element` where in the ruleset
    (empty when unknown); `player` who was deciding (or ""); `endless`: whether a bound ended what would have run on;
    `save` is the saved game that leads to the fault and `command` shows it again.
    """

    def __init__(self, message: str, place: Place | None = None, player: str = "") -> None:
        self.message = message
        self.place = place
        self.file, self.line, self.column = (place.file, place.line, place.column) if place else ("", 0, 0)
        self.excerpt, self.element = (place.excerpt, place.element) if place else ("", "")
        self.player = player
        self.endless = False
        self.save = ""
        self.command = ""
        super().__init__(message)

    def __str__(self) -> str:
        lines = [f"rule fault: {self.message}"]
        if self.place is not None:
            where = f"{self.file}:{self.line}:{self.column}"
            lines[0] = f"{where}: {lines[0]}"
            if self.element:
                lines[0] += f" (in {self.element})"
            if self.excerpt:
                lines.append(f"    {self.excerpt.strip()}")
        if self.player:
            lines.append(f"  while {self.player} was playing")
        if self.command:
            lines.append(f"  to see it again: {self.command}")
        return "\n".join(lines)


class NothingPossible(UsageError):  # noqa: N818
    """No position was found that looks like one to who sees so much of it, in as much work as it may take."""


class LookFault(RuleFault):
    """What is drawn cannot be worked out: a line of the look fails, and the game itself could go on."""


class RulesChanged(UserWarning):
    """A saved game goes another way than it did, since the rules have changed."""


class InternalError(YupanaError):
    """A mistake of ours, never of the ruleset or the player; `detail` is what to send us."""

    def __init__(self, detail: str) -> None:
        self.detail = detail
        super().__init__(f"this is a bug in Yupana, not in the ruleset; please report it with: {detail}")


# ---------------------------------------------------------------- raised by back ends: every rule fault there is


def overflow(value: int, place: int) -> NoReturn:
    """A number left the range of int."""
    raise Trap(place, f"the number {value} does not fit into an int")


def division_by_zero(place: int) -> NoReturn:
    """`//` or `%` by 0."""
    raise Trap(place, "division by zero")


def absent(place: int) -> NoReturn:
    """A value was needed and there was `none`."""
    raise Trap(place, "there is no value here: it is none")


def out_of_range(value: int, low: int, high: int, place: int) -> NoReturn:
    """A value outside the range its type gives it."""
    shown = "none" if value == -(2**31) else str(int(value))
    raise Trap(place, f"the value {shown} is outside {low}..{high}")


def bad_index(index: int, size: int, place: int) -> NoReturn:
    """A list has no such element."""
    there = "the list is empty" if size == 0 else f"the list has elements 0..{size - 1}"
    raise Trap(place, f"there is no element {int(index)}: {there}")


def too_long(length: int, bound: int, place: int) -> NoReturn:
    """A list with more elements than can be stored."""
    raise Trap(place, f"the list has {length} elements, there is room for {bound}")


def crowded(most: int, place: int) -> NoReturn:
    """A decision with more options than anybody could choose from; the machine says which decision it is."""
    raise Crowded(place, f"this decision has more than {most:,} options")


def overworked(place: int) -> NoReturn:
    """The allowance of work is used up."""
    raise Unending(place, "this takes more steps than a rule may take")


def endless(place: int) -> NoReturn:
    """Too many blocks ran without a decision."""
    raise Unending(place, "this goes on and on without reaching a decision")


def no_options(place: int) -> NoReturn:
    """A decision that is not optional has no option."""
    raise Trap(place, "there is nothing to choose from")


def too_many_numbers(low: int, high: int, most: int, place: int) -> NoReturn:
    """A range with more numbers than one may have."""
    raise Trap(place, f"{low}..{high} has more than {most} numbers")


def too_many_elements(count: int, most: int, place: int) -> NoReturn:
    """A list with more elements than one may have."""
    raise Trap(place, f"a list of {count:,} elements; the most is {most:,}")


def of_nothing(extreme: str, place: int) -> NoReturn:
    """The smallest or the largest (`extreme`) of no values was needed."""
    raise Trap(place, f"the {extreme} of nothing was asked for")


def negative_step(step: int, place: int) -> NoReturn:
    """A step of a path costs less than nothing."""
    raise Trap(place, f"a step costs {step}; no step may cost less than 0")


def bad_dice(count: int, place: int) -> NoReturn:
    """So many dice cannot be rolled."""
    raise Trap(place, f"{int(count)} dice cannot be rolled")


def nothing_to_pick(place: int) -> NoReturn:
    """A pick from an empty list."""
    raise Trap(place, "there is nothing to pick from")


def too_many_notes(most: int, place: int) -> NoReturn:
    """One note of a position too many."""
    raise Trap(place, f"there are {most:,} notes of positions already, which is the most a game can keep")


def past_bound(bound: int, place: int) -> NoReturn:
    """`repeat at most N` was not done after N."""
    raise Unending(place, f"the loop was not done after {max(int(bound), 0)} turns")
