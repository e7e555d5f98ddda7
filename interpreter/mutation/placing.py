"""A position put together: the lines of `given` that make it out of the beginning of a game.

Only what a line can say is said: fields of one value, and where pieces lie. What a position has beside (how far the
program has come, what chance will bring) stays as it is at the beginning, so that whoever uses the lines has to try
whether they do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..machine.printing import Printer
from ..program import ir

__all__ = ["fewest", "lines_between", "other_places", "other_values"]


def lines_between(printer: Printer, start: ir.Cells, wanted: ir.Cells) -> list[str]:
    """What turns one position into another, in the effects of the language."""
    moves = [
        f"move {piece} out" if zone is None else f"move {piece} to {zone}"
        for piece, zone in other_places(printer.program, start, wanted)
    ]
    return [*moves, *[f"{name} = {value}" for name, value in other_values(printer, start, wanted)]]


def other_values(printer: Printer, one: ir.Cells, other: ir.Cells) -> Iterator[tuple[str, str]]:
    """The fields of one value that have another one in the second position, with that."""
    domains = printer.program.domains
    for each in printer.program.fields:
        if each.internal or not each.name or each.shape.kind != "scalar":
            continue
        for holder in range(1 if each.domain < 0 else len(domains[each.domain].names)):
            cell = each.base + holder
            if one[cell] != other[cell]:
                name = each.name if each.domain < 0 else f"{domains[each.domain].names[holder]}.{each.name}"
                yield name, printer.value(each.type, other[cell], exact=True)


def other_places(program: ir.Program, one: ir.Cells, other: ir.Cells) -> Iterator[tuple[str, str | None]]:
    """The pieces that lie elsewhere in the second position, with where: None for those that are out of play."""
    first = program.layout.piece_zone
    for domain in program.domains:
        for index, name in enumerate(domain.names) if domain.piece_base >= 0 else ():
            cell = first + domain.piece_base + index
            if one[cell] != other[cell]:
                yield name, _zone(program, other[cell])


def _zone(program: ir.Program, number: int) -> str | None:
    """A zone as it is written; None for no zone."""
    for family in program.families:
        if family.first <= number < family.first + family.count:
            if family.holder < 0:
                return family.name
            return f"{program.domains[family.holder].names[number - family.first]}.{family.name}"
    return None


def fewest(lines: Sequence[str], does: Callable[[Sequence[str]], bool], tries: int) -> list[str]:
    """The lines without those that can be left out: many at once first, then one by one, in so many tries."""
    kept, many = [*lines], max(len(lines) // 2, 1)
    while many:
        at = 0
        while at < len(kept) and tries > 0:
            fewer = kept[:at] + kept[at + many :]
            tries -= 1
            if does(fewer):
                kept = fewer
            else:
                at += many
        many //= 2
    return kept
