"""Which back ends there are: the one place that names them. A further one is one more row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from yupana.schemas.errors import UsageError

from ..program import ir
from .protocol import BackEnd
from .python.backend import PYTHON
from .wasm.here import HERE

USUAL = PYTHON
"""What runs games where nobody chooses, and what only Python can run: code whose reads of a position are watched."""

AUTO = "auto"
"""Asks for the quickest back end that is there."""


def _python() -> BackEnd:
    return PYTHON


def _native() -> BackEnd:
    HERE.check()
    from .wasm.backend import NATIVE  # what makes modules is loaded for those who run them

    return NATIVE


BACK_ENDS: Mapping[str, Callable[[], BackEnd]] = {"python": _python, "native": _native}
"""By name what gives the back end. It raises UsageError when something is missing that it needs."""


class Modules(Protocol):
    """What makes modules of WebAssembly for other hosts: see `wasm/standalone.py`."""

    def standalone(self, program: ir.Program, look: Mapping[str, Any] | None = None, /) -> bytes:
        """A game as one file."""

    def parts(self, program: ir.Program, look: Mapping[str, Any] | None = None, /) -> tuple[bytes, dict[str, Any]]:
        """The same as the module without its section, and what that says."""

    def evaluator_parts(self, program: ir.Program, functions: Sequence[int], /) -> tuple[bytes, dict[str, Any]]:
        """A module with nothing but these functions, and what is said of it."""


def modules() -> Modules:
    """What makes modules for other hosts."""
    from .wasm import standalone  # what makes modules is loaded for those who want one

    return standalone


def quickest() -> str:
    """The name of the back end that is best for playing many games here."""
    return "native" if HERE.is_there() else USUAL.name


def find_back_end(wanted: str | BackEnd) -> BackEnd:
    """A back end by its name (or `AUTO`), or itself. Raises UsageError for a name that none has, and for one that
    cannot run here."""
    if not isinstance(wanted, str):
        return wanted
    name = quickest() if wanted == AUTO else wanted
    if name not in BACK_ENDS:
        raise UsageError(f"there is no engine {name!r}; there are {', '.join(sorted((AUTO, *BACK_ENDS)))}")
    return BACK_ENDS[name]()
