"""Notes of positions, as SEMANTICS.md says it: every digest is worked out from nothing, every note is looked at."""

from __future__ import annotations

from yupana.interpreter.machine import faults
from yupana.interpreter.program import ir, limits

from .zones import Lists

ONES = 2**64 - 1
GOLDEN = 11400714819323198485


def scatter(x: int) -> int:
    """The mixing of 64 bits."""
    x = x % 2**64
    x = ((x ^ (x >> 30)) * 13787848793156543929) % 2**64
    x = ((x ^ (x >> 27)) * 10723151780598845931) % 2**64
    return x ^ (x >> 31)


def digest(program: ir.Program, zones: Lists, cells: ir.Cells, number: int) -> list[int]:
    """The digest of a position as a note without its number."""
    position = program.positions[number]
    total, i = 0, 0
    for base, count in position.cells:
        for cell in range(base, base + count):
            i += 1
            total += (scatter(i * GOLDEN) | 1) * cells[cell]
    for part in position.zones:
        family = program.families[part.family]
        base = program.domains[family.domain].piece_base
        for zone in range(family.first, family.first + family.count):
            for place, piece in enumerate(zones.pieces(cells, zone)):
                word = scatter(part.same[piece - base] + GOLDEN)
                for field in part.fields:
                    word = scatter(word + cells[field + piece - base] + GOLDEN)
                word = scatter(word + zone + GOLDEN)
                total += scatter(word + (place if family.ordered else 0) + GOLDEN)
    whole = (total & ONES).to_bytes(8, "big")
    return [int.from_bytes(whole[:4], "big", signed=True), int.from_bytes(whole[4:], "big", signed=True)]


def notes(program: ir.Program, cells: ir.Cells) -> list[list[int]]:
    """All notes, the first one first."""
    rest = list(cells[program.layout.size :])
    return [rest[at : at + 3] for at in range(0, len(rest), 3)]


def lay(program: ir.Program, cells: ir.Cells, kept: list[list[int]]) -> None:
    """Let these notes stand behind the state, and no others."""
    while len(cells) > program.layout.size:
        cells.pop()
    for each in kept:
        for cell in each:
            cells.append(cell)


def note(program: ir.Program, zones: Lists, cells: ir.Cells, number: int, place: int) -> None:
    """One more."""
    if len(cells) - program.layout.size >= 3 * limits.NOTES:
        faults.too_many_notes(limits.NOTES, place)
    for cell in (number, *digest(program, zones, cells, number)):
        cells.append(cell)
