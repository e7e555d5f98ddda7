"""Lists whose elements are no scalars, beside plain Python."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from yupana.tests.machine.build import program

from .routine_bench import Fault, Routines

OF_ELEMENT = ("list_has", "list_index", "list_count", "list_add", "list_without", "rotate", "rotate_after", "list_with")
OF_LISTS = (
    "list_equal", "list_compare", "list_copy", "list_concat", "list_slice", "list_reversed", "list_distinct",
)  # fmt: skip
CELLS = 3


class Shaped:
    """Lists with elements of one sort in the memory of a module."""

    def __init__(self, nested: Routines, kind: int, inner: Shaped | None = None) -> None:
        self.nested, self.kind, self.inner = nested, kind, inner
        self.of = nested.words([kind, CELLS if kind == 2 else 0, inner.of if inner else 0])

    def element(self, value: Any) -> int:
        if self.kind == 2:
            return self.nested.words(value)
        if self.kind == 3:
            return self.inner.put(value) if self.inner else self.nested.put(value)
        return int(value)

    def at(self, value: Any) -> int:
        """The address of an element."""
        return self.put((value,)) + 4

    def put(self, values: Any) -> int:
        if self.kind == 1:
            return self.nested.wide(values)
        return self.nested.words([len(values), *[self.element(each) for each in values]])

    def read(self, at: int) -> tuple[Any, ...]:
        if self.kind == 1:
            return self.nested.wide_listed(at)
        values = self.nested.listed(at)
        if self.kind == 2:
            return tuple([self.nested.read(each, CELLS) for each in values])
        if self.kind == 3:
            return tuple([self.inner.read(each) if self.inner else self.nested.listed(each) for each in values])
        return values

    def sample(self, chance: random.Random) -> Any:
        if self.kind == 0:
            return chance.randrange(-2, 3)
        if self.kind == 1:
            return chance.choice([0, 1, 2**63, 2**63 + 1, 2**40])
        if self.kind == 2:
            return tuple([chance.randrange(-1, 2) for _ in range(CELLS)])
        many = range(chance.randrange(3))
        return tuple([self.inner.sample(chance) if self.inner else chance.randrange(3) for _ in many])


def _shapes(nested: Routines) -> list[Shaped]:
    plain = [Shaped(nested, kind) for kind in range(4)]
    return [*plain, *[Shaped(nested, 3, each) for each in plain]]


@pytest.fixture(scope="module")
def nested() -> Routines:
    return Routines(program(), [f"{name}_of" for name in (*OF_ELEMENT, *OF_LISTS)])


def _turned(skipped: int) -> Callable[[Any, Any], Any]:
    return lambda a, x: (*a[a.index(x) + skipped :], *a[: a.index(x)]) if x in a else a


ANSWERS: dict[str, Callable[[Any, Any], Any]] = {
    "list_has": lambda a, x: int(x in a),
    "list_index": lambda a, x: a.index(x) if x in a else -(2**31),
    "list_count": lambda a, x: a.count(x),
}
MADE: dict[str, Callable[[Any, Any], Any]] = {
    "list_add": lambda a, x: (*a, x),
    "list_without": lambda a, x: (*a[: a.index(x)], *a[a.index(x) + 1 :]) if x in a else a,
    "rotate": _turned(0),
    "rotate_after": _turned(1),
}


@pytest.mark.parametrize("number", range(8))
def test_lists_of_every_sort(nested: Routines, number: int) -> None:
    chance = random.Random(number)
    for _ in range(20):
        nested.reset()
        shape = _shapes(nested)[number]
        values = tuple([shape.sample(chance) for _ in range(chance.randrange(8))])
        others = tuple([shape.sample(chance) for _ in range(chance.randrange(3))])
        at, of = shape.put(values), shape.of
        for x in (*values[:2], shape.sample(chance)):
            for name, answer in ANSWERS.items():
                assert getattr(nested, f"{name}_of")(at, shape.at(x), of) == answer(values, x), name
            for name, make in MADE.items():
                got = shape.read(getattr(nested, f"{name}_of")(at, shape.at(x), of))
                assert got == make(values, x), name
            for i in range(len(values)):
                got = shape.read(nested.list_with_of(at, i, shape.at(x), 1, of))
                assert got == (*values[:i], x, *values[i + 1 :])
            with pytest.raises(Fault, match="bad_index"):
                nested.list_with_of(at, len(values), shape.at(x), 1, of)
        assert shape.read(nested.list_copy_of(at, of)) == values
        assert shape.read(nested.list_reversed_of(at, of)) == values[::-1]
        assert shape.read(nested.list_slice_of(at, 1, 3, of)) == values[1:3]
        assert shape.read(nested.list_concat_of(at, shape.put(others), of)) == values + others
        assert shape.read(nested.list_distinct_of(at, of)) == tuple(dict.fromkeys(values))
        for other in (others, values, values[:-1], (*values, shape.sample(chance))):
            assert nested.list_equal_of(at, shape.put(other), of) == (values == other)
            assert nested.list_compare_of(at, shape.put(other), of) == (values > other) - (values < other)
        assert shape.read(at) == values


def test_many_distinct_lists(nested: Routines) -> None:
    nested.reset()
    chance = random.Random(4)
    shape = Shaped(nested, 3)
    values = tuple([tuple([chance.randrange(30) for _ in range(2)]) for _ in range(2_000)])
    assert shape.read(nested.list_distinct_of(shape.put(values), shape.of)) == tuple(dict.fromkeys(values))
