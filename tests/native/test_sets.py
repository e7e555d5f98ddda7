"""Sets, maps and connected parts as routines, beside the Python runtime."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from yupana.interpreter.backends.python import runtime
from yupana.tests.machine.build import program

from .routine_bench import Routines

BIG = ("set_or", "set_and", "set_sub", "set_le", "set_eq", "set_size", "set_has", "set_add", "set_without", "members")
NAMES = (
    *[f"{name}_big" for name in BIG], "members64", "list_set64", "list_set_big", "map_with", "map_fill", "map_eq",
    "border64", "part64", "parts64", "border_big", "border_rows", "part_big", "parts_big", "set_bit", "clear_bit",
)  # fmt: skip
CELLS = 4
SIZE = 128


@pytest.fixture(scope="module")
def sets() -> Routines:
    return Routines(program(), NAMES)


def _put(sets: Routines, mask: int, cells: int = CELLS) -> int:
    return sets.words([mask >> 32 * i & 2**32 - 1 for i in range(cells)])


def _read(sets: Routines, at: int, cells: int = CELLS) -> int:
    return sum([each % 2**32 << 32 * i for i, each in enumerate(sets.read(at, cells))])


def _masks(size: int) -> list[int]:
    chance = random.Random(size)
    out = [0, (1 << size) - 1, 1, 1 << size - 1, 1 << 31 | 1 << 32]
    return [*out, *[chance.getrandbits(size) & chance.getrandbits(size) for _ in range(25)]]


def test_large_sets(sets: Routines) -> None:
    masks = _masks(SIZE)
    for a, b in zip(masks, masks[7:] + masks[:7], strict=True):
        sets.reset()
        for left, right in ((a, b), (a, a), (a & b, a)):
            x, y = _put(sets, left), _put(sets, right)
            assert _read(sets, sets.set_or_big(x, y, CELLS)) == left | right
            assert _read(sets, sets.set_and_big(x, y, CELLS)) == left & right
            assert _read(sets, sets.set_sub_big(x, y, CELLS)) == left & ~right
            assert sets.set_le_big(x, y, CELLS) == (left & ~right == 0)
            assert sets.set_eq_big(x, y, CELLS) == (left == right)
        x = _put(sets, a)
        assert sets.set_size_big(x, CELLS) == a.bit_count()
        assert sets.listed(sets.members_big(x, CELLS)) == runtime.MEMBERS[a]
        for member in (-1, 0, 31, 32, 63, 64, 119, 125, 127, 128, 100_000, -(2**31)):
            assert sets.set_has_big(x, member, CELLS) == (member >= 0 and a >> member & 1)
            if member < SIZE:
                bit = 1 << member if member >= 0 else 0
                assert _read(sets, sets.set_add_big(x, member, CELLS)) == a | bit
                assert _read(sets, sets.set_without_big(x, member, CELLS)) == a & ~bit
        assert _read(sets, x) == a


def test_room_is_taken_for_what_is_made(sets: Routines) -> None:
    """So that the next value does not lie in it."""
    sets.reset()
    a, b = _put(sets, 5), _put(sets, 2**127 + 9)
    for name, given, size in (
        ("set_or_big", (a, b, CELLS), 16), ("set_and_big", (a, b, CELLS), 16), ("set_sub_big", (a, b, CELLS), 16),
        ("set_add_big", (a, 3, CELLS), 16), ("set_without_big", (a, 3, CELLS), 16), ("map_fill", (7, 1), 28),
        ("map_with", (a, CELLS, 1, 1), 16), ("members_big", (b, CELLS), 16), ("members64", (7,), 16),
        ("list_set_big", (sets.put((1, 2)), CELLS), 16), ("border_big", (a, b, CELLS), 16),
    ):  # fmt: skip
        before = sets.global_("arena")
        assert getattr(sets, name)(*given) == before
        assert sets.global_("arena") == before + size, name


def test_sets_of_one_word(sets: Routines) -> None:
    for mask in _masks(64):
        sets.reset()
        members = runtime.MEMBERS[mask]
        assert sets.listed(sets.members64(mask)) == members
        assert sets.list_set64((-1, *members[::-1], *members)) == mask
        assert _read(sets, sets.list_set_big((*members, -1), CELLS)) == mask


def test_maps(sets: Routines) -> None:
    sets.reset()
    for fill in (0, -1, 7, -(2**31)):
        at = sets.map_fill(5, fill)
        assert sets.read(at, 5) == (fill,) * 5
        changed = sets.map_with(at, 5, 3, 9)
        assert sets.read(changed, 5) == (fill, fill, fill, 9, fill)
        assert (sets.map_eq(at, changed, 5), sets.map_eq(at, changed, 3), sets.map_eq(at, at, 5)) == (0, 1, 1)
    assert sets.map_fill(0, 3) == sets.map_fill(0, 4)


def _board(size: int) -> list[int]:
    """Neighbours as sets: a row with a few links across."""
    chance = random.Random(2)
    out = [0] * size
    links = [(i, i + 1) for i in range(size - 1)] + [(chance.randrange(size), chance.randrange(size)) for _ in range(9)]
    for a, b in links:
        out[a] |= 1 << b
        out[b] |= 1 << a
    return out


def _rows(sets: Routines, rows: Sequence[int], cells: int) -> int:
    return sets.words([row >> 32 * i & 2**32 - 1 for row in rows for i in range(cells)])


def test_boards(sets: Routines) -> None:
    for size, cells in ((50, 2), (90, 3), (SIZE, CELLS)):
        rows = _board(size)
        for group in _masks(size):
            sets.reset()
            masks = _rows(sets, rows, cells)
            for x in (-1, 0, 20, 31, 32, size - 1):
                wanted = runtime.part(rows, group, x)
                if cells == 2:
                    assert sets.part64(masks, group, x) == wanted
                else:
                    assert _read(sets, sets.part_big(masks, _put(sets, group, cells), x, cells), cells) == wanted
            if cells == 2:
                assert sets.border64(masks, group) == runtime.border(rows, group)
                assert sets.listed(sets.parts64(masks, group)) == runtime.parts(rows, group)
            else:
                border = sets.border_big(masks, _put(sets, group, cells), cells)
                assert _read(sets, border, cells) == runtime.border(rows, group)
                lists = sets.words([sets.put(runtime.MEMBERS[row]) for row in rows])
                border = sets.border_rows(lists, _put(sets, group, cells), cells)
                assert _read(sets, border, cells) == runtime.border(rows, group)
                parts = sets.parts_big(masks, _put(sets, group, cells), cells)
                assert sets.listed(parts) == runtime.parts(rows, group)
                assert sets.global_("arena") == parts + 4 + 4 * len(sets.listed(parts))
