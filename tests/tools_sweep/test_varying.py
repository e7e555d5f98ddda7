"""What is varied, and the points of a grid or a sample."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yupana.schemas.errors import UsageError
from yupana.tools.sweep.varying import MOST_POINTS, Vary, grid, overlay_of, read_varies, sample

GOAL = {"goal": ("constants", "goal", "value")}


@pytest.mark.parametrize(("listed", "values"), [
    ("4..8", ("4", "5", "6", "7", "8")), ("0..20..5", ("0", "5", "10", "15", "20")), ("-2..0", ("-2", "-1", "0")),
    ("1,2,5", ("1", "2", "5")), ("1..3,9,2", ("1", "2", "3", "9")), ("[1,2],[3]", ("[1,2]", "[3]")),
    ("true,false", ("true", "false")), ('"a, b",c', ('"a, b"', "c")),
])  # fmt: skip
def test_values(listed: str, values: tuple[str, ...]) -> None:
    assert read_varies([f"goal={listed}"], GOAL, []) == [Vary("goal", "constant", values, GOAL["goal"])]


def test_what_a_name_stands_for() -> None:
    found = read_varies(["goal=1", "side=2", "kinds.Ship.count=3"], GOAL, ["side"])
    assert [each.way for each in found] == ["constant", "option", "path"]


@pytest.mark.parametrize(("text", "said"), [
    ("goal", "is given as NAME=VALUES"), ("=3", "is given as NAME=VALUES"), ("goal=", "`goal` has no values"),
    ("goal=9..3", "goes from the smaller number to the larger one"), ("goal=1..9..0", "holds no value"),
    ("gaol=1..2", "Did you mean `goal`?"), ("goal=0..99999999", "more than 10,000 values"),
    ("a..b=3", "There is no constant or option"),
])  # fmt: skip
def test_what_is_wrong_is_told(text: str, said: str) -> None:
    with pytest.raises(UsageError) as fault:
        read_varies([text], GOAL, [])
    assert said in str(fault.value)


def test_nothing_is_varied_twice() -> None:
    with pytest.raises(UsageError, match="varied twice"):
        read_varies(["goal=1", "goal=2"], GOAL, [])


def test_a_grid_is_every_combination() -> None:
    points = grid([Vary("a", "constant", ("1", "2")), Vary("b", "constant", ("x", "y", "z"))])
    assert [each.number for each in points] == [1, 2, 3, 4, 5, 6]
    assert [each.values for each in points][:4] == [("1", "x"), ("1", "y"), ("1", "z"), ("2", "x")]


def test_a_grid_has_an_end() -> None:
    many = Vary("a", "constant", tuple(map(str, range(200))))
    with pytest.raises(UsageError, match="--sample"):
        grid([many, many])
    assert len(sample([many, many], 30, 1)) == 30
    with pytest.raises(UsageError, match="At most"):
        sample([many, many], MOST_POINTS + 1, 1)


@given(st.integers(1, 7), st.integers(1, 7), st.integers(1, 60), st.integers(0, 2**31 - 1))
def test_a_sample_is_part_of_the_grid(rows: int, columns: int, wanted: int, seed: int) -> None:
    varies = [
        Vary("a", "constant", tuple(map(str, range(rows)))), Vary("b", "constant", tuple(map(str, range(columns)))),
    ]  # fmt: skip
    points = sample(varies, wanted, seed)
    assert points == sample(varies, wanted, seed)
    assert len({each.values for each in points}) == len(points) == min(wanted, rows * columns)
    assert {each.values for each in points} <= {each.values for each in grid(varies)}


def test_a_sample_takes_every_value_about_equally_often() -> None:
    varies = [Vary(name, "constant", tuple(map(str, range(10)))) for name in "abcd"]
    points = sample(varies, 20, 5)
    for at in range(4):
        assert set(Counter(each.values[at] for each in points).values()) == {2}


def test_an_overlay_changes_what_is_varied() -> None:
    varies = read_varies(["goal=3", "side=5", "kinds.Ship.count=x y"], GOAL, ["side"])
    (point,) = grid(varies)
    text = overlay_of("race", 4, varies, point)
    lines = text.partition("change:")[2].split()
    assert lines == ["constants:", "goal:", "value:", "3", "kinds:", "Ship:", "count:", '"x', 'y"']
    assert 'extends: "race"' in text
    assert overlay_of("race", 4, varies[1:2], grid(varies[1:2])[0]) == ""


def test_one_may_not_lie_in_another() -> None:
    varies = read_varies(["kinds.Ship=1", "kinds.Ship.count=1"], GOAL, [])
    for each in (varies, varies[::-1]):
        with pytest.raises(UsageError, match="varied"):
            overlay_of("race", 4, each, grid(each)[0])
