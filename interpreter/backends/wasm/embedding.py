"""What a host of WebAssembly gives, whichever it is: wasmtime on a machine (`host.py`), or the browser that Python
itself is in (`browser.py`).

A `Code` is a module made ready to run; an `Instance` is one memory with the functions that work on it, for one thread
at a time. What is guaranteed: a number that does not fit is refused and never cut off; a function that traps raises
`WasmTrap`, and the instance stays usable.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from ...machine.faults import InternalError
from ..protocol import TooLargeError

MODULE_MOST = 16 * 2**20
"""Bytes of a module that is compiled at most, which takes some twenty seconds; that of the largest game that comes with
Yupana has a quarter of one MiB."""

Call = Callable[..., Any]
"""An exported function: it takes ints and gives one (signed), None or, of several results, a tuple. It raises
OverflowError for a number beyond the 32 or 64 bits of its parameter."""


class WasmTrap(Exception):  # noqa: N818 - it is on its way to becoming a rule fault, or is asked again elsewhere
    """A function of a module could not go on. `kind`: "unreachable" (the instruction), "memory" (an address outside the
    memory), "stack" (too deep), "interrupt" or "other"."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        super().__init__(kind)


class Code(Protocol):
    """A module made ready to run."""

    digest: str
    kept: bool

    @property
    def signatures(self) -> Mapping[str, tuple[str, str]]:
        """The exported functions: the types of parameters and of results, `i` for 32 and `l` for 64 bits."""


class Instance(ABC):
    """A module at work. `words` is its memory as signed numbers of 32 bits: the one at address `a` is
    `words[a >> 2]`."""

    words: memoryview

    def __init__(self, code: Code) -> None:
        self.code = code
        self._functions: dict[str, Call] = {}

    def call(self, name: str, *arguments: int) -> Any:
        """Call an exported function. See `function`."""
        return self.function(name)(*arguments)

    def function(self, name: str) -> Call:
        """An exported function: it takes ints and gives one (signed), None or, of several results, a tuple.

        It raises OverflowError for a number beyond the 32 or 64 bits of its parameter, and WasmTrap.
        """
        found = self._functions.get(name)
        if found is None:
            signature = self.code.signatures.get(name)
            if signature is None:
                raise InternalError(f"a module has no function {name}")
            found = self._functions[name] = self._caller(name, *signature)
        return found

    @abstractmethod
    def _caller(self, name: str, parameters: str, results: str) -> Call:
        """What calls a function that takes and gives these: `i` for 32 and `l` for 64 bits."""


class Embedding(Protocol):
    """A host."""

    def check(self) -> None:
        """Raises UsageError where modules cannot be run, with what to do about it."""

    def is_there(self) -> bool:
        """Whether modules can be run here."""

    def compiled(self, data: bytes, /) -> Any:
        """The `Code` of a module. Raises UsageError without a host, TooLargeError for a module that is too large, and
        InternalError for bytes that are not a valid module."""

    def machine_code(self, code: Any, /) -> bytes:
        """What `compiled_elsewhere` takes in a process that trusts this one."""

    def compiled_elsewhere(self, data: bytes, machine: bytes, /) -> Any:
        """The `Code` of a module that another process of this program has made ready."""

    def instance(self, code: Any, /) -> Instance:
        """A module at work."""


def see_room(size: int) -> None:
    """Raises TooLargeError for a module of more bytes than are compiled."""
    if size > MODULE_MOST:
        raise TooLargeError(
            f"these rules make a module of {size / 2**20:.1f} MiB, and the native engine compiles "
            f"{MODULE_MOST / 2**20:.0f} at most; the engine python plays them"
        )
