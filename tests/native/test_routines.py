"""The routine language: each construct as wasmtime runs it beside what Python makes of the same text."""

from __future__ import annotations

import random

import pytest
from yupana.interpreter.machine.faults import InternalError

from .routine_bench import signed, written

HEAD = "def shr_u(x, by): return (x % 2**32) >> by\n"

TEXTS = {
    "arithmetic": "def f(a: i32, b: i32) -> i32:\n    return (a + 3) * b - (a & b) + (a | 5) - (b ^ a) + (a << 2)",
    "signs": "def f(a: i32, b: i32) -> i32:\n    return (b >> 1) * 7 - -a + ~b",
    "names": "def f(a: i32, b: i32) -> i32:\n    return a * BIG + (b if BIG > 3 else a)",
    "unsigned": "def f(a: i32, b: i32) -> i32:\n    return shr_u(a, 3) + (a if b else 7)",
    "chain": "def f(a: i32, b: i32) -> i32:\n    return (0 <= a < b) + 2 * (a == b) + 4 * (not a)",
    "and_or": """
def f(a: i32, b: i32) -> i32:
    x = 0
    if a > 2 and b > 2 or not (a < 0 or b < 0):
        x += 1
    if not (a > 2 and (b > 2 or a == 5)):
        x += 2
    if (a and b) or not b:
        x += 4
    if BIG == 9 and a > 1:
        x += 8
    if BIG == 8 and a > 1:
        x += 16
    if a > 1 and BIG == 9:
        x += 32
    if not (a > 1 and BIG == 9):
        x += 64
    return x
""",
    "loops": """
def f(a: i32, b: i32) -> i32:
    total = 0
    i = 0
    while i < a:
        i += 1
        if i == 3:
            continue
        for k in range(b):
            if k == i:
                continue
            if k > 2 * i:
                break
            total += k * i
        for k in range(b, 0, -2):
            total = (total * 3 + k) & 0xffff
        for k in range(i, b):
            total ^= k
    while True:
        total += 1
        if total % 7 == 0 or total > 1000000:
            return total
""",
    "swap": "def f(a: i32, b: i32) -> i32:\n    a, b = b, a\n    return a * 10 + b",
    "spread": """
@spread
def larger(x: i32, y: i32) -> i32:
    if x > y:
        return x
    return y
@spread
def twice(x: i32) -> i32:
    return x + x
@spread
def stepped(x: i32) -> i32:
    x += 1
    return larger(x, 4) - x
def f(a: i32, b: i32) -> i32:
    total = larger(a, b) * 100 + larger(twice(b), 3)
    for k in range(3):
        total += stepped(a) + stepped(k) * larger(k, 1)
        if larger(total, 50) == 50:
            continue
        total += larger(b, k)
    return total + a
""",
    "calls": """
def fib(n: i32) -> i32:
    return n if n < 2 else fib(n - 1) + fib(n - 2)
def f(a: i32, b: i32) -> i32:
    return fib(a & 7) + fib(b & 3)
""",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_a_text_means_what_python_means(text: str) -> None:
    native, _ = written(text, BIG=9)
    space: dict[str, object] = {"BIG": 9, "i32": int, "spread": lambda f: f}
    exec(HEAD + text, space)
    python = space["f"]
    chance = random.Random(1)
    pairs = [(a, b) for a in range(-2, 7) for b in range(-2, 7)]
    for a, b in [*pairs, *[(chance.randrange(-50, 50), chance.randrange(-50, 50)) for _ in range(50)]]:
        assert native(a, b) == signed(int(python(a, b)), 32), (a, b)  # type: ignore[operator]


def test_numbers_of_64_bits() -> None:
    native, _ = written("""
def f(a: i64, b: i32) -> i64:
    total: i64 = 1
    for i in range(ctz64(a)):
        total = total * 6364136223846793005 + i64(b)
    return total >> 3 if a else shr_s64(u64(b), 1) + i64(popcnt64(a))
""")
    total = 1
    for _ in range(5):
        total = (total * 6364136223846793005 - 7) % 2**64
    assert native(32, -7) == total >> 3
    assert native(0, -2) == (2**32 - 2) >> 1


def test_addresses_and_globals() -> None:
    native, memory = written("""
def f(at: i32, i: i32) -> i32:
    global counter
    counter += i
    store(at + BASE + 4 * i, counter)
    store64(at + BASE + 64, 0x1234567890)
    store8(at + BASE - 4, 200)
    return load(at + 4 * i + BASE) * 1000 + load8(at - 4 + BASE) + (load(BASE + 64 + 80) & 0xff)
""", BASE=1000)  # fmt: skip
    assert native(80, 3) == 8 * 1000 + 200 + 0x90
    assert memory is not None


def test_a_local_may_be_called_like_a_global() -> None:
    """Only what is declared as global is one where it is assigned to."""
    text = """
def other() -> i32:
    return counter
def f(a: i32) -> i32:
    counter = a
    return counter * 100 + other()
"""
    native, _ = written(text)
    assert native(3) == 305


def test_a_condition_over_constants_is_decided_once() -> None:
    """What it leaves out may use names that are not there."""
    text = "def f(a: i32) -> i32:\n    if SIZE == 0:\n        return nothing_of_this(a)\n    return a"
    native, _ = written(text, SIZE=3)
    assert native(4) == 4


@pytest.mark.parametrize(("text", "message"), [
    ("def f(a: i32) -> i32:\n    return b", "nothing is called b"),
    ("def f(a: i32) -> i32:\n    with a:\n        pass", "the routine language has no such statement"),
    ("def f(a: i32) -> i64:\n    return a", "wrong type"),
    ("def f(a: i32) -> i32:\n    return g(a)", "there is no routine g"),
    ("def f(a: i32) -> i32:\n    for i in range(a):\n        i += 1\n    return a", "changed in its own loop"),
    ("def f(a: str) -> i32:\n    return 1", "a type of the routine language"),
    ("def f(a: i32) -> i32:\n    return 4294967296", "too large"),
])  # fmt: skip
def test_a_mistake_in_a_routine_is_ours(text: str, message: str) -> None:
    with pytest.raises(InternalError, match=message):
        written(text)
