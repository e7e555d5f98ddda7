"""Where the expression language looks like Python it means what Python means: random expressions, worked out by both.

Every expression is made twice, in the language and in Python, from the same draws. Those on which Python faults or
leaves 32 bits are left out: that such things fault is stated in `faults.txt`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.found import BackEnd, faults

Pair = tuple[str, str]
"""An expression in the language, and the same in Python."""

PER_RULESET = 150
VALUES = {"a": 7, "b": -3, "c": 0, "d": 1000, "xs": [3, -1, 4, 1, -5], "ys": [2], "t": True, "f": False}
LARGEST = 2**31 - 1

RULESET = """
ruleset: {name: like_python, title: Like Python, language: 1}
players: {min: 2, max: 2, names: [red, blue]}
state: {a: int, b: int, c: int, d: int, xs: "list[int, 8]", ys: "list[int, 8]", t: bool, f: bool}
actions: {wait: {effects: pass}}
flow: [{turns: turn, order: players}]
examples:
  all:
    players: 2
    given: |
      a = 7
      b = -3
      d = 1000
      xs = [3, -1, 4, 1, -5]
      ys = [2]
      t = true
"""


class Maker:
    """Draws expressions, with the same brackets in both forms: how operators bind is part of what is compared.

    `names` are the loop variables that stand around the place (all ints).
    """

    def __init__(self, seed: str) -> None:
        self.draw = random.Random(seed)
        self.names: list[str] = []

    def pick(self, makers: list[Callable[[int], Pair]], depth: int) -> Pair:
        return self.draw.choice(makers)(depth - 1)

    def number(self, depth: int) -> Pair:
        if depth <= 0:
            word = self.draw.choice(["0", "1", "2", "3", "7", "10", "a", "b", "c", "d", *self.names, *self.names])
            return word, word
        return self.pick(
            [self._arithmetic, self._arithmetic, self._negative, self._choice, self._word, self._element, self._clamp,
             self._sum, self._count, self._extreme, self.leaf], depth,
        )  # fmt: skip

    def leaf(self, _depth: int) -> Pair:
        return self.number(0)

    def _arithmetic(self, depth: int) -> Pair:
        op = self.draw.choice(["+", "-", "*", "//", "%"])
        (x, px), (y, py) = self.number(depth), self.number(depth)
        if self.draw.random() < 0.5:
            return f"({x} {op} {y})", f"({px} {op} {py})"
        return f"({x}) {op} {y}", f"({px}) {op} {py}"

    def _negative(self, depth: int) -> Pair:
        x, px = self.number(depth)
        return f"-({x})", f"-({px})"

    def _choice(self, depth: int) -> Pair:
        (x, px), (q, pq), (y, py) = self.number(depth), self.truth(depth), self.number(depth)
        return f"({x} if {q} else {y})", f"({px} if {pq} else {py})"

    def _word(self, depth: int) -> Pair:
        name = self.draw.choice(["min", "max"])
        (x, px), (y, py) = self.number(depth), self.number(depth)
        return f"{name}({x}, {y})", f"{name}({px}, {py})"

    def _clamp(self, depth: int) -> Pair:
        x, px = self.number(depth)
        return f"clamp({x}, -5, 5)", f"max(-5, min(5, {px}))"

    def _element(self, depth: int) -> Pair:
        xs, pxs = self.numbers(depth)
        return self.draw.choice(
            [
                (f"size({xs})", f"len({pxs})"),
                (f"sum({xs})", f"sum({pxs})"),
                ("xs[2]", "xs[2]"),
                (f"abs(size({xs}) - 3)", f"abs(len({pxs}) - 3)"),
            ]
        )

    def _inside(self, depth: int, make: Callable[[int], Pair]) -> tuple[Pair, Pair, str, Pair | None]:
        items = self.numbers(depth)
        name = f"v{len(self.names)}"
        self.names.append(name)
        body = make(depth)
        test = self.truth(depth) if self.draw.random() < 0.5 else None
        for word, function in (("while", "takewhile"), ("until", "taken")):
            if self.draw.random() < 0.15:
                (xs, pxs), (q, pq) = items, self.truth(depth)
                items = f"{xs} {word} {q}", f"{function}(lambda {name}: {pq}, {pxs})"
        self.names.pop()
        return items, body, name, test

    def _sum(self, depth: int) -> Pair:
        (xs, pxs), (x, px), v, test = self._inside(depth, self.number)
        return _generated("sum", "sum", x, px, v, xs, pxs, test)

    def _count(self, depth: int) -> Pair:
        (xs, pxs), _, v, test = self._inside(depth, self.leaf)
        ours, theirs = _generated("count", "len", v, v, v, xs, pxs, test)
        return ours, theirs.replace("len(", "len([", 1)[:-1] + "])"

    def _extreme(self, depth: int) -> Pair:
        name = self.draw.choice(["min", "max"])
        (xs, pxs), (x, px), v, _ = self._inside(depth, self.number)
        return _generated(name, name, x, px, v, xs, pxs, None)

    def truth(self, depth: int) -> Pair:
        if depth <= 0:
            return self.draw.choice([("t", "t"), ("f", "f"), ("true", "True"), ("a > b", "a > b"), ("not t", "not t")])
        return self.pick(
            [self._compare, self._compare, self._chain, self._join, self._not, self._in, self._any, self._lists], depth
        )

    def _compare(self, depth: int) -> Pair:
        op = self.draw.choice(["==", "!=", "<", "<=", ">", ">="])
        (x, px), (y, py) = self.number(depth), self.number(depth)
        return f"({x} {op} {y})", f"({px} {op} {py})"

    def _chain(self, depth: int) -> Pair:
        one, two = self.draw.choice(["<", "<=", "==", "!="]), self.draw.choice(["<", "<=", ">", "!="])
        (x, px), (y, py), (z, pz) = self.number(depth), self.number(0), self.number(depth)
        return f"({x} {one} {y} {two} {z})", f"({px} {one} {py} {two} {pz})"

    def _join(self, depth: int) -> Pair:
        op = self.draw.choice(["and", "or"])
        parts = [self.truth(depth) for _ in range(self.draw.choice([2, 3]))]
        nots = [self.draw.choice(["", "not "]) for _ in parts]
        return tuple("(" + f" {op} ".join(n + p[i] for n, p in zip(nots, parts, strict=True)) + ")" for i in (0, 1))  # type: ignore[return-value]

    def _not(self, depth: int) -> Pair:
        x, px = self.truth(depth)
        return f"(not {x})", f"(not {px})"

    def _in(self, depth: int) -> Pair:
        op = self.draw.choice(["in", "not in"])
        (x, px), (xs, pxs) = self.number(depth), self.numbers(depth)
        return f"(({x}) {op} {xs})", f"(({px}) {op} {pxs})"

    def _any(self, depth: int) -> Pair:
        name = self.draw.choice(["any", "all"])
        (xs, pxs), (x, px), v, test = self._inside(depth, self.truth)
        return _generated(name, name, x, px, v, xs, pxs, test)

    def _lists(self, depth: int) -> Pair:
        op = self.draw.choice(["==", "!=", "<", "<=", ">", ">="])
        (xs, pxs), (ys, pys) = self.numbers(depth), self.numbers(depth)
        return f"({xs} {op} {ys})", f"({pxs} {op} {pys})"

    def numbers(self, depth: int) -> Pair:
        if depth <= 0:
            return self.draw.choice(
                [("xs", "xs"), ("ys", "ys"), ("(1..4)", "list(range(1, 5))"), ("[a, b, 2]", "[a, b, 2]")]
            )
        return self.pick(
            [self._literal, self._range, self._comprehension, self._joined, self._turned, self._sliced], depth
        )

    def _literal(self, depth: int) -> Pair:
        parts = [self.number(depth) for _ in range(self.draw.randint(1, 3))]
        return f"[{', '.join(x for x, _ in parts)}]", f"[{', '.join(p for _, p in parts)}]"

    def _range(self, depth: int) -> Pair:
        x, px = self.number(0)
        y, py = self.draw.choice([("9", "9"), ("a", "a"), ("3", "3"), ("c", "c")])
        return (
            f"(({x})..{y})" if x != "d" else "(1..3)",
            f"list(range({px}, {py} + 1))" if px != "d" else "list(range(1, 4))",
        )

    def _comprehension(self, depth: int) -> Pair:
        (xs, pxs), (x, px), v, test = self._inside(depth, self.number)
        ours, theirs = _generated("", "", x, px, v, xs, pxs, test)
        return f"[{ours[1:-1]}]", f"[{theirs[1:-1]}]"

    def _joined(self, depth: int) -> Pair:
        (xs, pxs), (ys, pys) = self.numbers(depth), self.numbers(depth)
        return f"({xs} + {ys})", f"({pxs} + {pys})"

    def _turned(self, depth: int) -> Pair:
        xs, pxs = self.numbers(depth)
        return self.draw.choice(
            [
                (f"reversed({xs})", f"{pxs}[::-1]"),
                (f"sorted({xs})", f"sorted({pxs})"),
                (f"distinct({xs})", f"list(dict.fromkeys({pxs}))"),
                (f"sorted(z for z in {xs} by z % 3)", f"sorted({pxs}, key=lambda z: z % 3)"),
            ]
        )

    def _sliced(self, depth: int) -> Pair:
        xs, pxs = self.numbers(depth)
        start, stop = self.draw.randint(0, 3), self.draw.randint(0, 6)
        return f"slice({xs}, {start}, {stop})", f"{pxs}[{start}:{stop}]"


def _generated(name: str, theirs: str, x: str, px: str, v: str, xs: str, pxs: str, test: Pair | None) -> Pair:
    q, pq = (f" if {test[0]}", f" if {test[1]}") if test else ("", "")
    return f"{name}({x} for {v} in {xs}{q})", f"{theirs}({px} for {v} in {pxs}{pq})"


def taken(test: Callable[[int], bool], items: Iterable[int]) -> Iterator[int]:
    """The items up to and with the first for which the test holds."""
    for each in items:
        last = test(each)
        yield each
        if last:
            return


ENDS = {"takewhile": takewhile, "taken": taken}
"""What a loop that ends early is in Python."""


class Bounded(int):
    """An int that refuses to leave 32 bits, so that Python leaves out what the language faults on."""

    def _kept(self, value: int) -> Bounded:
        if abs(value) > LARGEST:
            raise OverflowError
        return Bounded(value)

    def __add__(self, other: int) -> Bounded:
        return self._kept(int(self) + int(other))

    def __sub__(self, other: int) -> Bounded:
        return self._kept(int(self) - int(other))

    def __mul__(self, other: int) -> Bounded:
        return self._kept(int(self) * int(other))

    def __neg__(self) -> Bounded:
        return self._kept(-int(self))

    def __mod__(self, other: int) -> Bounded:
        return self._kept(int(self) % int(other))

    def __floordiv__(self, other: int) -> Bounded:
        return self._kept(int(self) // int(other))

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other: int) -> Bounded:
        return self._kept(int(other) - int(self))


def _known(values: dict[str, Any]) -> dict[str, Any]:
    def bounded(value: Any) -> Any:
        if isinstance(value, list):
            return [Bounded(each) for each in value]
        return value if isinstance(value, bool) else Bounded(value)

    return {name: bounded(value) for name, value in values.items()}


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str([int(each) for each in value]) if isinstance(value, list) else str(int(value))


def _expressions(seed: str) -> list[tuple[str, str]]:
    """(expression, value in the language's words), each of which Python can work out."""
    maker = Maker(seed)
    found: list[tuple[str, str]] = []
    while len(found) < PER_RULESET:
        make = maker.draw.choice([maker.number, maker.number, maker.truth, maker.numbers])
        ours, theirs = make(maker.draw.choice([2, 3, 4]))
        if len(ours) > 400:
            continue
        try:
            value = eval(theirs, {**ENDS, **_known(VALUES)})
            value = _written(value)
        except (ZeroDivisionError, OverflowError, ValueError, IndexError, TypeError, NameError):
            continue
        if len(value) < 200:
            found.append((ours, value))
    return found


def _failure(cases: list[tuple[str, str]], back_end: BackEnd, path: Path) -> str:
    """What the back end says against the cases; nothing when all have their values."""
    from yupana.interpreter.compile import compile_ruleset

    conditions = [f"      - |-\n        ({ours}) == ({value})\n" for ours, value in cases]
    path.write_text(RULESET + "    then:\n" + "".join(conditions), encoding="utf-8")
    what = compile_ruleset(str(path))
    # What always faults is refused on checking, even where it would not be reached.
    first = RULESET.count("\n") + 2
    refused = {(each.span.line - first) // 2 for each in what.diagnostics if each.code == "YUP420"}
    if refused:
        assert len(refused) <= len(cases) // 10
        return _failure([case for i, case in enumerate(cases) if i not in refused], back_end, path)
    assert faults(what) == []
    (result,) = back_end.examples(what, None)
    return "" if result.ok else result.message


def _check(seed: str, back_end: BackEnd, tmp_path: Path) -> None:
    assert _failure(_expressions(seed), back_end, tmp_path / "like_python.yaml") == ""


def test_a_wrong_value_is_noticed(back_end: BackEnd, tmp_path: Path) -> None:
    cases = [*_expressions("one")[:5], ("a + 1", "9")]
    assert "a + 1" in _failure(cases, back_end, tmp_path / "wrong.yaml")


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_expressions_mean_what_python_means(seed: str, back_end: BackEnd, tmp_path: Path) -> None:
    _check(seed, back_end, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_many_expressions_mean_what_python_means(seed: int, back_end: BackEnd, tmp_path: Path) -> None:
    _check(f"slow {seed}", back_end, tmp_path)
