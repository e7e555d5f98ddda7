"""Operations on lists as routines, beside the Python runtime."""

from __future__ import annotations

import random

import pytest
from yupana.interpreter.backends.python import runtime
from yupana.interpreter.program.ir import NO_INT
from yupana.tests.machine.build import program

from .routine_bench import Fault, Routines

SCALARS = (
    "list_equal", "list_compare", "list_has", "list_index", "list_count", "list_copy", "list_add", "list_without",
    "list_concat", "list_slice", "list_with", "list_reversed", "list_sum", "list_min", "list_max", "rotate",
    "rotate_after", "range_list", "list_distinct", "store_list", "copy_words", "copy_list",
)  # fmt: skip


@pytest.fixture(scope="module")
def lists() -> Routines:
    return Routines(program(), SCALARS)


def _samples(seed: int = 3) -> list[tuple[int, ...]]:
    chance = random.Random(seed)
    out: list[tuple[int, ...]] = [(), (0,), (-1, -1), (NO_INT, 2**31 - 1, 0), tuple(range(40)), (7,) * 33]
    for _ in range(60):
        out.append(tuple([chance.randrange(-3, 6) for _ in range(chance.randrange(30))]))
    return out


MADE = {
    "list_add": lambda a, x: (*a, x),
    "list_without": runtime.without,
    "rotate": runtime.rotate,
    "rotate_after": runtime.rotate_after,
}
ASKED = {
    "list_has": lambda a, x: int(x in a),
    "list_index": runtime.index_of,
    "list_count": lambda a, x: a.count(x),
}


def test_with_an_element(lists: Routines) -> None:
    for values in _samples():
        lists.reset()
        for x in (-1, 0, 4, 7, NO_INT):
            for name, function in MADE.items():
                assert lists.listed(getattr(lists, name)(values, x)) == tuple(function(values, x)), (name, values, x)
            for name, function in ASKED.items():
                assert getattr(lists, name)(values, x) == function(values, x), (name, values, x)


def test_of_one_list(lists: Routines) -> None:
    for values in _samples():
        lists.reset()
        assert lists.listed(lists.list_copy(values)) == values
        assert lists.listed(lists.list_reversed(values)) == values[::-1]
        assert lists.listed(lists.list_distinct(values)) == tuple(dict.fromkeys(values))
        assert lists.list_sum(values) == sum(values) % 2**64
        if values:
            assert (lists.list_min(values, 1), lists.list_max(values, 1)) == (min(values), max(values))


def test_what_is_made_lies_behind_what_was_there(lists: Routines) -> None:
    """Nothing that was made before changes, and nothing is left of what was only needed on the way."""
    lists.reset()
    kept = lists.put(range(50, 0, -1))
    first = lists.list_distinct([*range(40), *range(40)])
    before = lists.global_("arena")
    second = lists.list_add(kept, 5)
    assert second == before
    assert lists.global_("arena") == before + 4 * 52
    assert lists.listed(kept) == tuple(range(50, 0, -1))
    assert lists.listed(first) == tuple(range(40))


def test_many_distinct_ones(lists: Routines) -> None:
    chance = random.Random(5)
    for spread in (10, 5_000, 2**31):
        lists.reset()
        values = [chance.randrange(-spread, spread) for _ in range(4_000)]
        assert lists.listed(lists.list_distinct(values)) == tuple(dict.fromkeys(values))


def test_of_two_lists(lists: Routines) -> None:
    samples = _samples()
    for a, b in zip(samples, [samples[-1], *samples], strict=False):
        lists.reset()
        for left, right in ((a, b), (a, a), (a, (*a, 0)), (a, a[:-1])):
            assert lists.listed(lists.list_concat(left, right)) == left + right
            assert lists.list_compare(left, right) == (left > right) - (left < right)
            assert lists.list_equal(left, right) == (left == right)


def test_parts(lists: Routines) -> None:
    values = (5, 6, 7, 8)
    lists.reset()
    for start in (-3, 0, 1, 3, 4, 9, NO_INT, 2**31 - 1):
        for end in (-3, 0, 2, 4, 9, NO_INT, 2**31 - 1):
            assert lists.listed(lists.list_slice(values, start, end)) == runtime.part_of_list(values, start, end)


def test_faults_of_lists(lists: Routines) -> None:
    lists.reset()
    assert lists.listed(lists.list_with((5, 6, 7), 1, 9, 3)) == (5, 9, 7)
    for name, given, fault in (
        ("list_with", ((5, 6), 2, 1, 3), ("bad_index", 3, 2, 2, 0)),
        ("list_with", ((5, 6), -1, 1, 3), ("bad_index", 3, -1, 2, 0)),
        ("list_min", ((), 5), ("of_nothing", 5, 0, 0, 0)),
        ("list_max", ((), 5), ("of_nothing", 5, 1, 0, 0)),
        ("range_list", (0, 100_000, 6), ("too_many_numbers", 6, 0, 100_000, 0)),
        ("range_list", (-(2**31), 2**31 - 1, 6), ("too_many_numbers", 6, -(2**31), 2**31 - 1, 0)),
    ):  # fmt: skip
        with pytest.raises(Fault) as caught:
            getattr(lists, name)(*given)
        assert caught.value.args == fault, name


def test_ranges(lists: Routines) -> None:
    lists.reset()
    for low, high in ((0, 0), (3, 9), (5, 4), (9, -9), (-4, 2), (2**31 - 1, 2**31 - 1)):
        assert lists.listed(lists.range_list(low, high, 1)) == tuple(range(low, high + 1))
    assert len(lists.listed(lists.range_list(1, 100_000, 1))) == 100_000


def test_lists_in_cells(lists: Routines) -> None:
    """What a shorter list does not use any more is 0; what lies behind stays."""
    lists.reset()
    cells = lists.words([0] * 5 + [77])
    lists.store_list(cells, (5, 6, 7, 8), 4, 1)
    assert lists.read(cells, 6) == (4, 5, 6, 7, 8, 77)
    lists.store_list(cells, (9, 9), 4, 1)
    assert lists.read(cells, 6) == (2, 9, 9, 0, 0, 77)
    lists.store_list(cells, cells, 4, 1)
    assert lists.read(cells, 6) == (2, 9, 9, 0, 0, 77)
    with pytest.raises(Fault) as caught:
        lists.store_list(cells, (1,) * 6, 4, 8)
    assert caught.value.args == ("too_long", 8, 6, 4, 0)
    assert lists.read(cells, 6) == (2, 9, 9, 0, 0, 77)


def test_copies(lists: Routines) -> None:
    lists.reset()
    wide = lists.wide((2**63, 5))
    assert lists.wide_listed(lists.copy_list(wide, 8)) == (2**63, 5)
    words = lists.words([1, 2, 3])
    copy = lists.copy_words(words, 12)
    assert (copy != words, lists.read(copy, 3)) == (True, (1, 2, 3))
    assert lists.global_("arena") == copy + 12
