"""Which points come nearest to what is wished."""

from __future__ import annotations

import pytest
from yupana.schemas.errors import UsageError
from yupana.tools.measures.statistics import Interval
from yupana.tools.sweep.wishes import rank, read_wishes

FIGURES = ("length", "drawn")


def _at(value: float, half: float = 1.0) -> Interval:
    return Interval(value, value - half, value + half)


def test_wishes_are_read() -> None:
    assert [str(each) for each in read_wishes(["length ~ 60", "drawn<=5%"], FIGURES)] == ["length~60", "drawn<=0.05"]


@pytest.mark.parametrize(("text", "said"), [
    ("length", "A wish reads"), ("length=3", "A wish reads"), ("lenght<3", "Did you mean `length`?"),
    ("length<many", "A wish reads"), ("fun>3", "There are length, drawn."),
])  # fmt: skip
def test_what_is_wrong_is_told(text: str, said: str) -> None:
    with pytest.raises(UsageError) as fault:
        read_wishes([text], FIGURES)
    assert said in str(fault.value)


@pytest.mark.parametrize(("wish", "value", "met"), [
    ("length<60", 58.0, "yes"), ("length<60", 59.5, "perhaps"), ("length<60", 60.0, "no"),
    ("length<=60", 60.0, "perhaps"),
    ("length>60", 62.0, "yes"), ("length>=60", 59.5, "no"), ("length~60", 60.5, "perhaps"), ("length~60", 70.0, "no"),
])  # fmt: skip
def test_whether_a_wish_is_met(wish: str, value: float, met: str) -> None:
    (read,) = read_wishes([wish], FIGURES)
    assert read.met(_at(value)) == met


def test_the_nearest_come_first() -> None:
    wishes = read_wishes(["drawn<0.1", "length~60"], FIGURES)
    points = [
        {"length": _at(60), "drawn": _at(0.5)},
        {"length": _at(80), "drawn": _at(0.05)},
        {"length": _at(66), "drawn": _at(0.05)},
        {"drawn": _at(0.0)},
    ]
    ranked = rank(wishes, points)
    assert [each.at for each in ranked] == [2, 1, 0, 3]
    assert [each.missed for each in ranked] == [0, 0, 1, 2]
    assert ranked[1].distance > ranked[0].distance > 0
