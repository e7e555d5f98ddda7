"""Intervals: against printed tables, against their own promise, and at the edges."""

from __future__ import annotations

import math
from random import Random

import pytest
from yupana.tools.compare.figures import difference
from yupana.tools.measures.statistics import (
    SHARE_DIGITS,
    Compared,
    Interval,
    compare_means,
    compare_shares,
    mean_interval,
    t_below,
    t_quantile,
)


@pytest.mark.parametrize(
    ("p", "degrees", "value"),
    [
        (0.975, 1, 12.7062047),
        (0.975, 2, 4.3026527),
        (0.975, 9, 2.2621572),
        (0.975, 30, 2.0422725),
        (0.995, 5, 4.0321430),
        (0.9995, 120, 3.3734542),
        (0.975, 10**6, 1.9599664),
    ],
)
def test_quantiles_are_those_of_the_tables(p: float, degrees: int, value: float) -> None:
    assert t_quantile(p, degrees) == pytest.approx(value, rel=2e-6)
    assert t_below(t_quantile(p, degrees), degrees) == pytest.approx(p, abs=1e-9)


def test_an_interval_of_a_mean_holds_it_as_often_as_it_says() -> None:
    draw = Random(7)
    runs = 2000
    inside = 0
    for _ in range(runs):
        found = mean_interval([draw.gauss(3, 2) for _ in range(12)])
        inside += found.low <= 3 <= found.high
    assert 0.935 < inside / runs < 0.965


def test_an_interval_of_rare_events_holds_at_least_as_often() -> None:
    draw = Random(8)
    runs, inside = 1500, 0
    for _ in range(runs):
        old = [draw.random() < 0.04 for _ in range(40)]
        new = [draw.random() < 0.10 for _ in range(40)]
        found = compare_shares(old, new).difference
        inside += found.low <= 0.06 <= found.high
    assert inside / runs > 0.93


def test_what_is_the_same_in_every_game_is_exact() -> None:
    same = compare_means([3.0, 5.0], [3.0, 5.0])
    assert same.difference.exact
    assert not same.seen
    shifted = compare_means([3.0, 5.0, 9.0], [1.0, 3.0, 7.0])
    assert shifted.difference.exact
    assert shifted.difference.value == -2
    assert shifted.seen
    shares = compare_shares([True, False], [True, False])
    assert shares.difference.exact
    assert not shares.seen


@pytest.mark.parametrize(
    ("low", "high", "share", "seen"),
    [
        (-0.2, -0.0004, False, False),
        (0.0049, 0.3, False, False),
        (0.006, 0.3, False, True),
        (-0.2, -0.0004, True, False),
        (0.0006, 0.3, True, True),
        (-0.3, -0.0006, True, True),
    ],
)
def test_an_interval_that_is_shown_as_reaching_zero_holds_it(low: float, high: float, share: bool, seen: bool) -> None:
    compared = Compared(1.0, 1.1, Interval((low + high) / 2, low, high), 40, SHARE_DIGITS if share else 2)
    assert compared.seen == seen
    told = difference(compared, share=share)
    assert told.startswith("no difference seen") != seen
    edge = told.partition("(")[2].split(" … ")[0 if low > 0 else 1].strip("+−%) p")
    assert (float(edge) != 0) == seen


def test_one_game_or_none_says_nothing() -> None:
    assert not compare_means([], []).seen
    assert not compare_shares([], []).seen
    one = compare_means([1.0], [2.0])
    assert not one.seen
    assert math.isinf(one.difference.high)


def test_a_table_of_many_rows_has_wider_intervals() -> None:
    values = [1.0, 4.0, 2.0, 6.0, 3.0]
    alone, among = mean_interval(values), mean_interval(values, rows=50)
    assert among.low < alone.low < alone.high < among.high


def test_pairs_that_vary_together_tell_more_than_they_would_apart() -> None:
    draw = Random(1)
    old = [draw.gauss(50, 20) for _ in range(30)]
    new = [each + draw.gauss(1, 1) for each in old]
    assert compare_means(old, new).seen
    draw.shuffle(new)
    assert not compare_means(old, new).seen


def test_no_share_lies_beyond_none_or_all() -> None:
    few = compare_means([1.0, 0.0], [0.0, 0.5], bounds=(-1.0, 1.0))
    assert (few.difference.low, few.difference.high) == (-1.0, 1.0)
    assert compare_means([1.0, 0.0], [0.0, 0.5]).difference.high > 1
    assert mean_interval([0.0, 1.0]).within(0.0, 1.0).low == 0
    assert mean_interval([0.4, 0.5, 0.6]).within(0.0, 1.0).value == pytest.approx(0.5)
