"""WebAssembly modules in a browser (or Node), where Python is a module itself: the host around it runs ours beside it.

Nothing but the `js` module of Pyodide is needed. A memory of another module is no memory of Python, so what is read or
written goes over the border: a cell alone in two or three microseconds, and any number of them in one.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NoReturn, cast

from yupana.schemas import host as system
from yupana.schemas.errors import UsageError

from ...machine.faults import InternalError
from ..protocol import TooLargeError
from . import embedding
from .embedding import Call, WasmTrap, see_room

if system.is_browser():  # elsewhere there is nothing around Python
    import js
    from pyodide.ffi import JsBigInt, JsException


def check() -> None:
    """Raises UsageError where modules cannot be run."""
    if not is_there():
        raise UsageError("the native engine needs WebAssembly, which this browser does not offer")


def is_there() -> bool:
    """Whether modules can be run here."""
    return system.is_browser() and hasattr(js, "WebAssembly")


class Code:
    """A module that the browser has compiled. It is not kept: browsers compile in no time, and better as time goes."""

    def __init__(self, data: bytes) -> None:
        self.digest = hashlib.sha256(data).hexdigest()
        self.kept = False
        self._data = data
        self.module = _module(data)

    @cached_property
    def signatures(self) -> dict[str, tuple[str, str]]:
        """The exported functions: the types of parameters and of results, `i` for 32 and `l` for 64 bits."""
        return read_signatures(self._data)


def _module(data: bytes) -> Any:
    there = js.Uint8Array.new(len(data))
    there.assign(data)
    try:
        return js.WebAssembly.Module.new(there)
    except JsException as error:
        if "size" in str(error) or "limit" in str(error):  # functions and their variables are bounded in browsers too
            raise TooLargeError(
                "these rules make functions that are too large for this browser; the engine python plays them"
            ) from None
        raise InternalError(f"a module is not valid: {error}") from None


def compiled(data: bytes) -> Code:
    """A module made ready. Raises TooLargeError for one that is too large, and InternalError for bytes that are not a
    valid module."""
    see_room(len(data))
    return Code(data)


def machine_code(code: Code) -> bytes:
    """Nothing: what a browser makes of a module it keeps to itself."""
    return b""


def compiled_elsewhere(data: bytes, machine: bytes) -> Code:
    """The module made ready here."""
    return compiled(data)


# ---------------------------------------------------------------- instances


class Instance(embedding.Instance):
    """A module at work: its memory and its functions."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        try:
            self._exports = js.WebAssembly.Instance.new(code.module).exports
        except JsException as error:
            if "memory" in str(error).lower():
                raise UsageError(
                    "the browser has no memory for one more game; close other pages, or use the engine python"
                ) from None
            raise InternalError(f"a module does not start: {error}") from None
        self.words = cast(memoryview, Words(js.Int32Array.new(self._exports.memory.buffer)))
        """It answers what is asked of a view."""

    def _caller(self, name: str, parameters: str, results: str) -> Call:
        return _caller(name, getattr(self._exports, name), parameters, results)


instance = Instance


def _caller(name: str, function: Any, parameters: str, results: str) -> Call:
    most = [2**31 if letter == "i" else 2**63 for letter in parameters]
    large = "l" in parameters

    def call(*arguments: int) -> Any:
        if len(arguments) != len(most):
            raise TypeError(f"the function {name} takes {len(most)} numbers, not {len(arguments)}")
        for value, beyond in zip(arguments, most, strict=True):
            if not -beyond <= value < beyond:
                shown = ", ".join(str(each) for each in arguments)
                raise OverflowError(f"a number of {name}({shown}) does not fit into its parameter")
        given: Sequence[Any] = arguments
        if large:
            pairs = zip(arguments, parameters, strict=True)
            given = [JsBigInt(each) if letter == "l" else each for each, letter in pairs]
        try:
            found = function(*given)
        except JsException as error:
            _fail(error)
        if len(results) == 1:
            return int(found)
        return tuple(int(each) for each in found) if results else None

    return call


def _fail(error: Any) -> NoReturn:
    """Raise what a call came to: each browser has its own words for it."""
    name, said = str(getattr(error, "name", "")), str(error)
    if "unreachable" in said:
        kind = "unreachable"
    elif "out of bounds" in said:
        kind = "memory"
    elif name in ("RangeError", "InternalError") or "call stack" in said or "recursion" in said:
        kind = "stack"
    else:
        kind = "other"
    raise WasmTrap(kind) from None


class Words:
    """Numbers of 32 bits in a memory of JavaScript, signed; a piece of them is a view of the same memory. It does what
    a memoryview does, as far as that is asked for."""

    __slots__ = ("_view",)

    def __init__(self, view: Any) -> None:
        self._view = view

    def __len__(self) -> int:
        return int(self._view.length)

    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            first, end, _ = at.indices(len(self))
            return Words(self._view.subarray(first, max(first, end)))
        return self._view[at]

    def __setitem__(self, at: int | slice, value: Any) -> None:
        if not isinstance(at, slice):
            if not -(2**31) <= value < 2**31:
                raise ValueError("memoryview: invalid value for format 'i'")
            self._view[at] = int(value)
            return
        first, end, _ = at.indices(len(self))
        if max(end - first, 0) != len(value):
            raise ValueError("memoryview assignment: lvalue and rvalue have different structures")
        if first >= end:
            return
        part = self._view.subarray(first, end)
        if isinstance(value, Words):
            part.set(value._view)
        else:
            part.assign(value)

    def __iter__(self) -> Iterator[int]:
        return iter(self.tolist())

    def __buffer__(self, flags: int) -> memoryview:
        return memoryview(array("i", self.tobytes()))

    def tolist(self) -> list[int]:
        """All of them."""
        return array("i", self.tobytes()).tolist()

    def tobytes(self) -> bytes:
        """Them as they lie in the memory."""
        found: bytes = self._view.to_bytes()
        return found


# ---------------------------------------------------------------- the types of functions, which browsers do not tell

_TYPES, _FUNCTIONS, _EXPORTS = 1, 3, 7
_LETTERS = {0x7F: "i", 0x7E: "l"}


def read_signatures(data: bytes) -> dict[str, tuple[str, str]]:
    """The exported functions of a module that imports nothing, with the types of parameters and of results."""
    types: list[tuple[str, str]] = []
    functions: list[int] = []
    found: dict[str, tuple[str, str]] = {}
    at = 8
    while at < len(data):
        section = data[at]
        size, at = _number(data, at + 1)
        end = at + size
        if section in (_TYPES, _FUNCTIONS, _EXPORTS):
            count, at = _number(data, at)
            for _ in range(count):
                if section == _TYPES:
                    parameters, at = _letters(data, at + 1)
                    results, at = _letters(data, at)
                    types.append((parameters, results))
                elif section == _FUNCTIONS:
                    number, at = _number(data, at)
                    functions.append(number)
                else:
                    length, at = _number(data, at)
                    name, kind = data[at : at + length].decode(), data[at + length]
                    number, at = _number(data, at + length + 1)
                    if kind == 0:
                        found[name] = types[functions[number]]
        at = end
    return found


def _letters(data: bytes, at: int) -> tuple[str, int]:
    count, at = _number(data, at)
    return "".join([_LETTERS.get(each, "?") for each in data[at : at + count]]), at + count


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of the binary format, and what stands behind it."""
    value = shift = 0
    while True:
        byte = data[at]
        at, value, shift = at + 1, value | (byte & 127) << shift, shift + 7
        if byte < 128:
            return value, at
