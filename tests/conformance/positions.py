"""What must hold of the raw cells of any position of any game: read from the layout alone, without the machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from yupana.interpreter.program.ir import Program, StateField

NO_INT = -(2**31)


def piece_faults(program: Program, cells: Sequence[int]) -> list[str]:
    """Every piece is in exactly one zone or out of play, and every zone's linked list is whole."""
    layout = program.layout
    out: list[str] = []
    seen: dict[int, int] = {}
    for family in program.families:
        domain = program.domains[family.domain]
        own = range(domain.piece_base, domain.piece_base + len(domain.names))
        for zone in range(family.first, family.first + family.count):
            name = f"{family.name}[{zone - family.first}]"
            before, count = -1, 0
            piece = cells[layout.zone_first + zone]
            while piece >= 0 and count <= layout.pieces:
                if piece in seen:
                    out.append(f"{name}: piece {piece} is in zone {seen[piece]} too")
                    break
                seen[piece] = zone
                count += 1
                if piece not in own:
                    out.append(f"{name}: piece {piece} is no {domain.name}")
                if cells[layout.piece_zone + piece] != zone:
                    out.append(f"{name}: piece {piece} says it is in zone {cells[layout.piece_zone + piece]}")
                if cells[layout.piece_prev + piece] != before:
                    out.append(f"{name}: piece {piece} has {cells[layout.piece_prev + piece]} before it, not {before}")
                if not family.ordered and piece < before:
                    out.append(f"{name}: piece {piece} stands after {before} in an unordered zone")
                before, piece = piece, cells[layout.piece_next + piece]
            if cells[layout.zone_last + zone] != before:
                out.append(f"{name}: the last piece is {cells[layout.zone_last + zone]}, not {before}")
            if cells[layout.zone_size + zone] != count:
                out.append(f"{name}: holds {count} pieces, says {cells[layout.zone_size + zone]}")
    out.extend(
        f"piece {piece} says it is in zone {cells[layout.piece_zone + piece]}, which does not hold it"
        for piece in range(layout.pieces)
        if cells[layout.piece_zone + piece] >= 0 and piece not in seen
    )
    return out


def field_faults(program: Program, cells: Sequence[int]) -> list[str]:
    """Every stored value is one that its declaration allows."""
    out: list[str] = []
    for field in program.fields:
        holders = 1 if field.domain < 0 else len(program.domains[field.domain].names)
        for holder in range(holders):
            start = field.base + holder * field.shape.cells
            values = cells[start : start + field.shape.cells]
            out.extend(f"{field.name}[{holder}]: {fault}" for fault in _value_faults(program, field, values))
    return out


def _value_faults(program: Program, field: StateField, values: Sequence[int]) -> list[str]:
    shape = field.shape
    if shape.kind == "set":
        beyond = [i for i in range(shape.size, 32 * len(values)) if values[i // 32] >> (i % 32) & 1]
        return [f"has the members {beyond} of {shape.size}"] if beyond else []
    if shape.kind == "list":
        length, rest = values[0], values[1:]
        if not 0 <= length <= shape.size:
            return [f"a list of {length} with room for {shape.size}"]
        if any(rest[length:]):
            return ["cells beyond the end of the list are not 0"]
        values = rest[:length]
    return [f"holds {value}" for value in values if not _allowed(program, field, value)]


def _allowed(program: Program, field: StateField, value: int) -> bool:
    kind = field.type
    if kind.kind == "int":
        return value == NO_INT if value == NO_INT and kind.optional else field.low <= value <= field.high
    if kind.kind == "bool":
        return value in ((-1, 0, 1) if kind.optional else (0, 1))
    return (-1 if kind.optional else 0) <= value < len(program.domains[kind.domain].names)
