"""Calls of exported functions through wasmtime's unchecked way in, which is forty times as quick as its checked one.

What that one checks is held to here: that the arguments fit their types, which the views of the values see to, and that
there are as many as there are parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple, NoReturn

from .embedding import Call


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
    if set(line.parameters + line.results) <= {"i"} and len(line.results) < 2:
        return _plain(len(line.parameters))(line)
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

_PLAIN = """
def caller(line):
    name, _, results, invoke, passed, trap, fail, numbers, _ = line
    def call({names}):
        try:
            {stores}
        except ValueError:
            too_large(name, ({tuple}))
        error = invoke(*passed)
        if error or trap:
            fail(error, trap)
        return numbers[0] if results else None
    return call
"""


@cache
def _plain(count: int) -> Callable[[Line], Call]:
    """What makes functions of so many numbers of 32 bits, of which at most one comes back."""
    names = [f"a{i}" for i in range(count)]
    stores = "; ".join([f"numbers[{4 * i}] = {name}" for i, name in enumerate(names)]) or "pass"
    space: dict[str, Any] = {"too_large": _too_large}
    exec(_PLAIN.format(names=", ".join(names), stores=stores, tuple="".join([f"{name}, " for name in names])), space)
    made: Callable[[Line], Call] = space["caller"]
    return made


def _too_large(name: str, arguments: Sequence[int]) -> NoReturn:
    shown = ", ".join(str(each) for each in arguments)
    raise OverflowError(f"a number of {name}({shown}) does not fit into its parameter") from None
