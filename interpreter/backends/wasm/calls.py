"""Calls of exported functions through wasmtime's unchecked way in, which is forty times as quick as its checked one.

What that one checks is held to here: that the arguments fit their types, which the views of the values see to, and that
there are as many as there are parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

Call = Callable[..., Any]
"""An exported function: it takes ints and gives one (signed), None or, of several results, a tuple. It raises
OverflowError for a number beyond the 32 or 64 bits of its parameter."""


class Line(NamedTuple):
    """What a call of one function needs, prepared once."""

    name: str
    parameters: str
    """The type of each: `i` for 32 bits, `l` for 64."""
    results: str
    invoke: Call
    """The C function; it gives an error, or 0."""
    passed: tuple[Any, ...]
    """What it is called with."""
    trap: Any
    """True after a call that trapped."""
    fail: Callable[[int | None, Any], NoReturn]
    """Raises what a call came to that did not end well."""
    numbers: memoryview
    """The values that go in and come out, 16 bytes each, as 32 bits,"""
    longs: memoryview
    """and as 64."""


def caller(line: Line) -> Call:
    """The function as Python calls it."""
    if set(line.parameters + line.results) <= {"i"} and len(line.parameters) < len(_PLAIN) and len(line.results) < 2:
        return _PLAIN[len(line.parameters)](line)
    return _any(line)


def _any(line: Line) -> Call:
    name, _, _, invoke, passed, trap, fail, *views = line
    places = [(views[letter == "l"], (2 if letter == "l" else 4) * i) for i, letter in enumerate(line.parameters)]
    given = [(views[letter == "l"], (2 if letter == "l" else 4) * i) for i, letter in enumerate(line.results)]

    def call(*arguments: int) -> Any:
        if len(arguments) != len(places):
            raise TypeError(f"the function {name} takes {len(places)} numbers, not {len(arguments)}")
        try:
            for (view, at), value in zip(places, arguments, strict=True):
                view[at] = value
        except ValueError:
            _too_large(name, arguments)
        error = invoke(*passed)
        if error or trap:
            fail(error, trap)
        out = tuple(view[at] for view, at in given)
        return out if len(out) > 1 else out[0] if out else None

    return call


# One function for each number of parameters: a call with `*arguments` and a loop over them costs as much as the call.


def _plain_0(line: Line) -> Call:
    _, _, results, invoke, passed, trap, fail, numbers, _ = line

    def call() -> int | None:
        error = invoke(*passed)
        if error or trap:
            fail(error, trap)
        return numbers[0] if results else None

    return call


def _plain_1(line: Line) -> Call:
    name, _, results, invoke, passed, trap, fail, numbers, _ = line

    def call(a: int) -> int | None:
        try:
            numbers[0] = a
        except ValueError:
            _too_large(name, (a,))
        error = invoke(*passed)
        if error or trap:
            fail(error, trap)
        return numbers[0] if results else None

    return call


def _plain_2(line: Line) -> Call:
    name, _, results, invoke, passed, trap, fail, numbers, _ = line

    def call(a: int, b: int) -> int | None:
        try:
            numbers[0] = a
            numbers[4] = b
        except ValueError:
            _too_large(name, (a, b))
        error = invoke(*passed)
        if error or trap:
            fail(error, trap)
        return numbers[0] if results else None

    return call


def _plain_3(line: Line) -> Call:
    name, _, results, invoke, passed, trap, fail, numbers, _ = line

    def call(a: int, b: int, c: int) -> int | None:
        try:
            numbers[0] = a
            numbers[4] = b
            numbers[8] = c
        except ValueError:
            _too_large(name, (a, b, c))
        error = invoke(*passed)
        if error or trap:
            fail(error, trap)
        return numbers[0] if results else None

    return call


_PLAIN = (_plain_0, _plain_1, _plain_2, _plain_3)


def _too_large(name: str, arguments: Sequence[int]) -> NoReturn:
    shown = ", ".join(str(each) for each in arguments)
    raise OverflowError(f"a number of {name}({shown}) does not fit into its parameter") from None
