"""Comprehensions with `by`, keys of options, and the heap of cheapest ways, beside plain Python."""

from __future__ import annotations

import random
from heapq import heappop, heappush
from typing import Any

import pytest
from yupana.interpreter.backends.python import runtime
from yupana.interpreter.backends.wasm.memory_layout import ALIKE_LEAST
from yupana.tests.machine.build import program

from .routine_bench import Routines

NAMES = (
    "by_leaders", "by_sorted", "by_ranks", "by_order", "alike_reset", "alike_begin",
    "alike_word", "alike_wide", "alike_list", "alike_seen", "cost_heap", "cost_heap_push", "cost_heap_pop",
    "cost_buckets", "cost_far", "cost_nearer", "cost_known", "new_epoch",
)  # fmt: skip


@pytest.fixture(scope="module")
def orders() -> Routines:
    return Routines(program(), NAMES)


def _keys(chance: random.Random, n: int, deep: int) -> list[Any]:
    if deep:
        return [tuple([chance.randrange(-2, 3) for _ in range(chance.randrange(3))]) for _ in range(n)]
    return [chance.randrange(-4, 5) for _ in range(n)]


def test_of_keys(orders: Routines) -> None:
    chance = random.Random(7)
    for n in [0, 1, 2, 7, 8, 9, 16, 17, 33, 100, *range(1, 12)]:
        for deep in (0, 1):
            orders.reset()
            keys = _keys(chance, n, deep)
            at, elements = orders.put(keys), tuple(range(n))
            pairs = list(zip(elements, keys, strict=True))
            assert orders.listed(orders.by_leaders(at, deep)) == runtime.leaders(pairs)
            before = orders.global_("arena")
            assert orders.listed(orders.by_sorted(at, deep)) == runtime.in_order(pairs)
            assert orders.global_("arena") == before + 4 + 4 * n
            assert orders.read(orders.by_ranks(elements, at, deep, n + 2, -1), n + 2) == runtime.ranks(pairs, n + 2, -1)


def test_a_long_list_is_sorted(orders: Routines) -> None:
    orders.reset()
    chance = random.Random(1)
    keys = [chance.randrange(50) for _ in range(5_000)]
    assert orders.listed(orders.by_sorted(keys, 0)) == tuple(sorted(range(5_000), key=keys.__getitem__))


def test_elements_in_an_order(orders: Routines) -> None:
    orders.reset()
    assert orders.listed(orders.by_order((5, 6, 7), (2, 0), 4)) == (7, 5)
    assert orders.wide_listed(orders.by_order(orders.wide((5, 2**63, 7)), (1, 1, 0), 8)) == (2**63, 2**63, 5)


@pytest.mark.slow
def test_keys_are_known_again(orders: Routines) -> None:
    chance = random.Random(3)
    for most in (3, 30, 3_000):
        for _ in range(2):
            orders.alike_reset()
            seen = set()
            for _ in range(2 * most):
                orders.reset()
                key = (chance.randrange(2), chance.randrange(most), tuple(range(chance.randrange(3))))
                orders.alike_begin(key[0])
                orders.alike_word(key[1])
                orders.alike_list(key[2])
                assert orders.alike_seen() == (key in seen)
                seen.add(key)


def test_keys_of_several_sorts_of_words(orders: Routines) -> None:
    """Each word of a key counts, both halves of wide ones too; where digests are the same the words decide."""

    def seen(*words: int) -> int:
        orders.alike_begin(0)
        for each in words:
            orders.alike_wide(each)
        return int(orders.alike_seen())

    orders.alike_reset()
    values = [0, 1, 2**31, 2**32, 2**33, 2**62, 2**63, 2**63 + 1]
    assert [seen(each) for each in [*values, *values]] == [0] * len(values) + [1] * len(values)
    one, other = _same_digest()
    orders.alike_reset()
    assert [seen(each) for each in (one, other, other, one)] == [0, 0, 1, 1]


def _same_digest() -> tuple[int, int]:
    """Two numbers whose keys have the same digest."""
    known: dict[int, int] = {}
    for x in range(2**20):
        value = x * 0x9E3779B97F4A7C15 % 2**64
        digest = 3
        for word in (0, value % 2**32, value >> 32):
            digest = (digest ^ word) * 0x2C1B3C6D % 2**32
            digest ^= digest >> 15
        if digest in known:
            return known[digest], value
        known[digest] = value
    raise AssertionError("there are none")


def test_few_keys_need_few_slots(orders: Routines) -> None:
    """However often a listing begins anew."""
    for _ in range(1_000):
        orders.alike_reset()
        orders.alike_begin(1)
        assert orders.alike_seen() == 0
    assert orders.peek(orders.at["ALIKE_MASK"]) == ALIKE_LEAST - 1


def test_an_epoch_that_begins_again(orders: Routines) -> None:
    """After 2**32 listings a slot of the first of them is not taken for one of now."""

    def seen() -> int:
        orders.alike_begin(1)
        orders.alike_wide(2**63)
        return int(orders.alike_seen())

    orders.poke(orders.at["ALIKE_EPOCH"], 0)
    orders.alike_reset()
    assert (seen(), seen()) == (0, 1)
    orders.poke(orders.at["ALIKE_EPOCH"], -1)
    orders.alike_reset()
    assert (seen(), seen()) == (0, 1)


def test_cheapest_ways(orders: Routines) -> None:
    chance = random.Random(9)
    far = 2**31 - 1
    for size, most, longest in (
        (1, 5, 9), (12, far, 9), (60, far, 9), (60, 25, 9), (130, far, 30), (130, far, 90), (130, far, 900),
        (80, far, 66), (600, far, 9),
    ):  # fmt: skip
        orders.reset()
        steps = {
            (a, b): chance.randrange(longest)
            for a in range(size) for b in range(size) if chance.randrange(size) < 3
        }  # fmt: skip
        heap = orders.cost_heap(size, most)
        orders.cost_heap_push(heap, 0, 0)
        order, known = [], {}
        ways = [(0, 0)]
        while ways:
            cost, here = heappop(ways)
            if here in known:
                continue
            known[here] = cost
            assert orders.cost_heap_pop(heap) == here
            assert orders.cost_known(heap, here) == cost
            order.append(here)
            for there in range(size):
                if (here, there) in steps:
                    total = cost + steps[here, there]
                    orders.cost_heap_push(heap, total, there)
                    if there not in known and total <= most:
                        heappush(ways, (total, there))
        assert orders.cost_heap_pop(heap) == -1
        assert len(order) > 1 or size == 1


def test_ways_that_are_far_off(orders: Routines) -> None:
    """A member whose cheaper way was found meanwhile does not say what comes next."""
    size = 5
    known = orders.cost_buckets(size)
    assert orders.read(known, size + 65) == (-(2**31),) * size + (0,) * 65
    assert orders.cost_nearer(known, size) == -1
    for member, cost in ((1, 100), (2, 300), (3, 363), (4, 364)):
        orders.cost_far(known, size, cost, member)
    orders.poke(known + 4, 50)
    assert orders.cost_nearer(known, size) == 300
    buckets = known + 4 * size
    filled = [i for i in range(64) if orders.peek(buckets + 4 * i)]
    assert filled == sorted((300 % 64, 363 % 64))
    assert [orders.peek(orders.peek(buckets + 4 * (each % 64))) for each in (300, 363)] == [2, 3]
    low, high = orders.read(buckets + 4 * 66, 2)
    assert low % 2**32 | high % 2**32 << 32 == sum([1 << i for i in filled])
    for i in filled:
        orders.poke(buckets + 4 * i, 0)
    assert orders.cost_nearer(known, size) == 364
