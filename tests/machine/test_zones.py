"""Zones: order, both ends, moving, drawing with a refill, shuffling; and that no piece is ever lost or doubled."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.machine.observation import pieces_in
from yupana.interpreter.program import ir

from .build import function, layout, listed, op, program, ready, v

pytestmark = pytest.mark.usefixtures("each_engine")

ORDERED = (1, 1, 0, 0)
PIECES = 9


def made() -> Machine:
    move = [ir.Move(v(0), v(1)), ir.Move(v(0), v(1), bottom=True)]
    functions = [
        function("top", (0, 1), [move[0]], result=None),  # 2
        function("bottom", (0, 1), [move[1]], result=None),
        function("all", (0, 1), [ir.MoveAll(v(0), v(1))], result=None),
        function("all_bottom", (0, 1), [ir.MoveAll(v(0), v(1), bottom=True)], result=None),
        function("draw", (0, 1, 2), [ir.Draw(v(0), v(1), v(2))], result=None),
        function("shuffle", (0,), [ir.Shuffle(v(0))], result=None),
        function("list", (0,), [ir.Return(op("zone_list", v(0), 0))], result=listed(PIECES)),
    ]
    # zone 0 is refilled from zone 1, zone 2 from zone 3
    where = layout(zones=4, pieces=PIECES)
    return ready(program(functions, layout=where, zone_ordered=ORDERED, zone_refill=(1, -1, 3, -1)))


MACHINE = made()
TOP, BOTTOM, ALL, ALL_BOTTOM, DRAW, SHUFFLE, LIST = range(2, 9)


def start() -> list[int]:
    return MACHINE.new_state(2, 1)


def call(cells: list[int], f: int, *arguments: int) -> Any:
    return MACHINE.call(cells, f, *arguments)


def zones(cells: list[int]) -> list[list[int]]:
    return [list(call(cells, LIST, zone)) for zone in range(4)]


def check(cells: list[int]) -> None:
    """The six arrays of the state say the same."""
    where = MACHINE.program.layout
    seen: list[int] = []
    for zone in range(4):
        pieces = pieces_in(MACHINE.program, cells, zone)
        seen += pieces
        assert cells[where.zone_size + zone] == len(pieces)
        assert cells[where.zone_first + zone] == (pieces[0] if pieces else -1)
        assert cells[where.zone_last + zone] == (pieces[-1] if pieces else -1)
        before = -1
        for piece in pieces:
            assert cells[where.piece_zone + piece] == zone
            assert cells[where.piece_prev + piece] == before
            before = piece
        if not ORDERED[zone]:
            assert pieces == sorted(pieces)
    assert max(Counter(seen).values(), default=0) <= 1
    for piece in range(PIECES):
        if piece not in seen:
            assert [cells[a + piece] for a in (where.piece_zone, where.piece_next, where.piece_prev)] == [-1, -1, -1]


def test_order_top_and_bottom() -> None:
    cells = start()
    for piece in (3, 1, 2):
        call(cells, TOP, piece, 0)
    call(cells, BOTTOM, 5, 0)
    assert zones(cells)[0] == [5, 3, 1, 2]
    call(cells, TOP, 3, 0)
    assert zones(cells)[0] == [5, 1, 2, 3]
    call(cells, BOTTOM, 3, 0)
    assert zones(cells)[0] == [3, 5, 1, 2]
    check(cells)


def test_an_unordered_zone_keeps_the_order_of_declaration() -> None:
    cells = start()
    for piece in (3, 1, 7, 2):
        call(cells, TOP, piece, 2)
    call(cells, BOTTOM, 5, 2)
    assert zones(cells)[2] == [1, 2, 3, 5, 7]
    call(cells, TOP, 3, -1)
    assert zones(cells)[2] == [1, 2, 5, 7]
    call(cells, BOTTOM, 3, -1)
    check(cells)


def test_moving_all_moves_the_first_one_first() -> None:
    cells = start()
    for piece in (3, 1, 2):
        call(cells, TOP, piece, 0)
    call(cells, TOP, 8, 1)
    call(cells, ALL, 0, 1)
    assert zones(cells)[:2] == [[], [8, 3, 1, 2]]
    call(cells, ALL_BOTTOM, 1, 0)
    assert zones(cells)[:2] == [[2, 1, 3, 8], []]
    call(cells, ALL, 0, 0)
    assert zones(cells)[0] == [2, 1, 3, 8]
    call(cells, ALL, 0, -1)
    assert zones(cells)[0] == []
    check(cells)


def test_draws_take_the_top_and_stop_when_nothing_is_left() -> None:
    cells = start()
    for piece in (3, 1, 2):
        call(cells, TOP, piece, 1)
    call(cells, DRAW, 2, 1, 3)
    assert zones(cells) == [[], [3], [], [1, 2]]
    call(cells, DRAW, 5, 1, 3)
    assert zones(cells) == [[], [], [], [1, 2, 3]]
    call(cells, DRAW, -4, 3, 1)
    assert zones(cells)[3] == [1, 2, 3]


def test_an_empty_zone_is_refilled_and_shuffled_before_a_draw() -> None:
    orders = set()
    for seed in range(30):
        cells = MACHINE.new_state(2, seed)
        for piece in range(4):
            call(cells, TOP, piece, 1)
        call(cells, TOP, 8, 0)
        call(cells, DRAW, 2, 0, 3)  # 8, then one of the refilled ones
        assert len(zones(cells)[0]) == 3
        assert zones(cells)[1] == []
        assert 8 in zones(cells)[3]
        orders.add(tuple(zones(cells)[0]))
        check(cells)
    assert len(orders) > 10


def test_a_refill_into_an_unordered_zone_needs_no_shuffle() -> None:
    cells = start()
    generator = cells[ir.CELL_RNG_HIGH : ir.CELL_RNG_LOW + 1]
    for piece in range(3):
        call(cells, TOP, piece, 3)
    call(cells, DRAW, 1, 2, 0)
    assert zones(cells) == [[2], [], [0, 1], []]
    call(cells, SHUFFLE, 2)
    assert cells[ir.CELL_RNG_HIGH : ir.CELL_RNG_LOW + 1] == generator


def test_a_shuffle_is_the_documented_one() -> None:
    from yupana.interpreter.machine import rng

    cells = start()
    for piece in range(PIECES):
        call(cells, TOP, piece, 0)
    expected, twin = list(range(PIECES)), cells[:]
    for i in range(PIECES - 1, 0, -1):
        j = rng.below(twin, i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    call(cells, SHUFFLE, 0)
    assert zones(cells)[0] == expected
    check(cells)


STEP = st.one_of(
    st.tuples(st.sampled_from([TOP, BOTTOM]), st.integers(0, PIECES - 1), st.integers(-1, 3)),
    st.tuples(st.sampled_from([ALL, ALL_BOTTOM]), st.integers(0, 3), st.integers(-1, 3)),
    st.tuples(st.just(DRAW), st.integers(-1, 5), st.integers(0, 3), st.integers(-1, 3)),
    st.tuples(st.just(SHUFFLE), st.integers(0, 3)),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(STEP, max_size=40))
def test_no_piece_is_lost_or_doubled(steps: list[tuple[int, ...]]) -> None:
    cells = start()
    for piece in range(PIECES):
        call(cells, TOP, piece, piece % 4)
    for step in steps:
        call(cells, *step)
        check(cells)
