"""Zones and chance: the statements that move pieces, shuffle, draw, roll and pick.

A zone is a doubly linked list over piece numbers, held in six arrays of the state (`ir.Layout`), so that a move costs
the same however large the zone is. The functions are made for one layout, with its addresses fixed in them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...machine.faults import InternalError, Trap
from ...machine.rng import below
from ...program import ir
from .host import Host
from .runtime import RANGE_MOST, scripted


def zone_functions(program: ir.Program, host: Host) -> dict[str, Callable[..., Any]]:
    """The functions by the names under which the emitted code calls them."""
    layout = program.layout
    zone_first, zone_last, zone_size = layout.zone_first, layout.zone_last, layout.zone_size
    piece_zone, piece_next, piece_prev = layout.piece_zone, layout.piece_next, layout.piece_prev
    ordered, refill = program.zone_ordered, program.zone_refill
    # No zone holds more pieces than there are; a list that seems to is a circle, and not followed for ever.
    every_piece = range(layout.pieces + 1)

    def take_out(cells: list[int], piece: int) -> None:
        zone = cells[piece_zone + piece]
        if zone < 0:
            return
        before, after = cells[piece_prev + piece], cells[piece_next + piece]
        if before < 0:
            cells[zone_first + zone] = after
        else:
            cells[piece_next + before] = after
        if after < 0:
            cells[zone_last + zone] = before
        else:
            cells[piece_prev + after] = before
        cells[zone_size + zone] -= 1
        cells[piece_zone + piece] = cells[piece_next + piece] = cells[piece_prev + piece] = -1

    def put_between(cells: list[int], piece: int, zone: int, before: int, after: int) -> None:
        cells[piece_zone + piece] = zone
        cells[piece_prev + piece] = before
        cells[piece_next + piece] = after
        if before < 0:
            cells[zone_first + zone] = piece
        else:
            cells[piece_next + before] = piece
        if after < 0:
            cells[zone_last + zone] = piece
        else:
            cells[piece_prev + after] = piece
        cells[zone_size + zone] += 1

    def move_top(cells: list[int], piece: int, zone: int) -> None:
        """To the top of an ordered zone, to its place in an unordered one, or (zone -1) out of play."""
        take_out(cells, piece)
        if zone < 0:
            return
        before, after = cells[zone_last + zone], -1
        if not ordered[zone]:
            for _ in every_piece:
                if before <= piece:
                    break
                after = before
                before = cells[piece_prev + before]
        put_between(cells, piece, zone, before, after)

    def move_bottom(cells: list[int], piece: int, zone: int) -> None:
        """The same to the bottom."""
        if zone < 0 or not ordered[zone]:
            move_top(cells, piece, zone)
            return
        take_out(cells, piece)
        put_between(cells, piece, zone, -1, cells[zone_first + zone])

    def zone_list(cells: list[int], zone: int, base: int) -> list[int]:
        """The pieces of a zone as indices of their kind, bottom (or first declared) first."""
        out: list[int] = []
        piece = cells[zone_first + zone]
        for _ in every_piece:
            if piece < 0:
                return out
            out.append(piece - base)
            piece = cells[piece_next + piece]
        raise InternalError(f"zone {zone} of {program.name} goes in a circle")

    def zone_pieces(cells: list[int], zone: int) -> list[int]:
        return zone_list(cells, zone, 0)

    def zone_end(cells: list[int], cell: int, base: int) -> int:
        """The piece named in a cell, as an index of its kind, or -1."""
        piece = cells[cell]
        return piece - base if piece >= 0 else -1

    def move_all(cells: list[int], source: int, zone: int) -> None:
        """All pieces of a zone to the top of another, the first one first."""
        for piece in zone_pieces(cells, source):
            move_top(cells, piece, zone)

    def move_all_bottom(cells: list[int], source: int, zone: int) -> None:
        """All pieces of a zone to the bottom of another, the first one first."""
        for piece in zone_pieces(cells, source):
            move_bottom(cells, piece, zone)

    def shuffle(cells: list[int], zone: int) -> None:
        """Every order equally likely; an unordered zone has no order to change."""
        if not ordered[zone]:
            return
        pieces = zone_pieces(cells, zone)
        for i in range(len(pieces) - 1, 0, -1):
            j = below(cells, i + 1)
            pieces[i], pieces[j] = pieces[j], pieces[i]
        before = -1
        for piece in pieces:
            cells[piece_prev + piece] = before
            if before < 0:
                cells[zone_first + zone] = piece
            else:
                cells[piece_next + before] = piece
            before = piece
        if pieces:
            cells[piece_next + before] = -1
            cells[zone_last + zone] = before
        if host.sink is not None:
            host.sink(("shuffle", zone))

    def draw(cells: list[int], count: int, source: int, zone: int) -> None:
        """Top pieces of `source` to `zone`; an empty source is refilled first, if it can be."""
        drawn = []
        host.work[0] -= max(count, 0)
        if host.work[0] < 0:
            raise Trap(-1, "the drawing takes too many steps")
        for _ in range(count):
            if cells[zone_size + source] == 0:
                other = refill[source]
                if other < 0:
                    break
                move_all(cells, other, source)
                shuffle(cells, source)
                if cells[zone_size + source] == 0:
                    break
            piece = cells[zone_last + source]
            move_top(cells, piece, zone)
            drawn.append(piece)
        if drawn and host.sink is not None:
            host.sink(("draw", source, zone, tuple(drawn)))

    def roll(cells: list[int], sides: int, purpose: int, *why: Any) -> int:
        """A die: 1..sides. `why` are the values in the text of its purpose."""
        value = scripted(host.script, sides) if host.script is not None else below(cells, sides) + 1
        if host.sink is not None:
            host.sink(("roll", cells[ir.CELL_ME], purpose, sides, (value,), *why))
        return value

    def roll_many(cells: list[int], count: int, sides: int, purpose: int, place: int, *why: Any) -> tuple[int, ...]:
        """A list of dice."""
        if not 0 <= count <= RANGE_MOST:
            raise Trap(place, f"{int(count)} dice cannot be rolled")
        if host.script is not None:
            script = host.script
            values = tuple([scripted(script, sides) for _ in range(count)])
        else:
            values = tuple([below(cells, sides) + 1 for _ in range(count)])
        if host.sink is not None:
            host.sink(("roll", cells[ir.CELL_ME], purpose, sides, values, *why))
        return values

    def pick(cells: list[int], items: Sequence[Any], place: int) -> Any:
        """One element, each equally likely; a scripted die gives its number, from 1."""
        size = len(items)
        if not size:
            raise Trap(place, "there is nothing to pick from")
        at = scripted(host.script, size) - 1 if host.script is not None else below(cells, size)
        return items[at]

    def on_copy(function: Callable[..., Any], cells: list[int], *arguments: Any) -> Any:
        """Call a function on a copy of the state that is thrown away; nobody is told what it does."""
        sink, script = host.sink, host.script
        host.sink = None
        host.script = None if script is None else script[:]
        host.work[0] -= len(cells) >> 4
        try:
            return function(cells[:], *arguments)
        finally:
            host.sink, host.script = sink, script

    made = (
        move_top, move_bottom, move_all, move_all_bottom, zone_list, zone_end, shuffle, draw,
        roll, roll_many, pick, on_copy,
    )  # fmt: skip
    return {each.__name__: each for each in made}
