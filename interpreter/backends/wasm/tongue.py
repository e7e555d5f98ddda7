"""The tongue: routines that every module may need, written in a small part of Python and compiled to WebAssembly.

The files of `runtime/` are parsed, never executed. What they may say: parameters, locals and results are `i32` or `i64`
(a local has the type of its first value); assignments, `if`, `while`, `for … in range(…)`, `break`, `continue`,
`return`, calls; arithmetic that wraps, as the instructions do; `>>` keeps the sign of an i32 and not that of an i64;
`//` and `%` are cut towards 0; the truth of a value is whether it is not 0. A name is a local, a constant of the
environment or a global of the module. The constant part of an address must not make up for another part below 0.

Guarantees: a routine is in a module only when something asked for it, once; a condition over constants is decided here,
and what it leaves out is not looked at; a routine marked `spread` becomes part of who calls it.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ...machine.faults import InternalError
from .binary import I32, I64, Module
from .tongue_body import Body, Signature

_TYPES = {"i32": I32, "i64": I64}


@dataclass(frozen=True, slots=True)
class Routine:
    """A routine as it was read."""

    name: str
    file: str
    node: ast.FunctionDef
    signature: Signature
    spread: bool


class Routines:
    """All routines of one module that is being made. `names`: the constants of the environment, looked up when bodies
    are written; `globals_`: numbers of the module's globals."""

    def __init__(self, module: Module, names: Mapping[str, int], globals_: Mapping[str, int]) -> None:
        self.module = module
        self.names = names
        self.globals = globals_
        self._numbers: dict[str, int] = {}
        self._waiting: list[Routine] = []
        self._provided: dict[str, Signature] = {}

    def provide(self, name: str, number: int, params: Sequence[int], results: Sequence[int]) -> None:
        """Let routines call a function of the module by this name."""
        self._numbers[name] = number
        self._provided[name] = (tuple(params), tuple(results))

    def number(self, name: str) -> int:
        """The number of a routine's function; its body is written by `finish`."""
        known = self._numbers.get(name)
        if known is None:
            routine = self.routine(name)
            params, results = routine.signature
            known = self._numbers[name] = self.module.function(name, params, results)
            self._waiting.append(routine)
        return known

    def signature(self, name: str) -> Signature:
        """The types of a routine's parameters and of its results."""
        return self._provided[name] if name in self._provided else self.routine(name).signature

    def routine(self, name: str) -> Routine:
        """A routine by its name."""
        found = all_routines().get(name)
        if found is None:
            raise InternalError(f"there is no routine {name}")
        return found

    def spread(self, name: str) -> Routine | None:
        """A routine that becomes part of who calls it; None if this one does not."""
        if name in self._provided:
            return None
        routine = self.routine(name)
        return routine if routine.spread else None

    def finish(self) -> None:
        """Write the bodies of all routines that were asked for, and of what they call."""
        while self._waiting:
            routine = self._waiting.pop()
            function = self.module.functions[self._numbers[routine.name]]
            body = Body(self, routine.file, routine.signature)
            body.write(routine.node)
            function.locals, function.code = body.locals, bytes(body.code)


@cache
def all_routines() -> dict[str, Routine]:
    """Every routine there is, by its name."""
    out: dict[str, Routine] = {}
    for path in sorted((Path(__file__).parent / "runtime").glob("*.py")):
        found = routines_of(path.name, ast.parse(path.read_text(encoding="utf-8")))
        twice = out.keys() & found.keys()
        if twice:
            raise InternalError(f"{path.name}: there is another routine {min(twice)}")
        out |= found
    return out


def routines_of(file: str, tree: ast.Module) -> dict[str, Routine]:
    """The routines of a file by their names."""
    return {node.name: _read(file, node) for node in tree.body if isinstance(node, ast.FunctionDef)}


def _read(file: str, node: ast.FunctionDef) -> Routine:
    params = tuple([_type(file, each.annotation) for each in node.args.args])
    nothing = isinstance(node.returns, ast.Constant) and node.returns.value is None
    results = () if nothing else (_type(file, node.returns),)
    spread = any(isinstance(each, ast.Name) and each.id == "spread" for each in node.decorator_list)
    return Routine(node.name, file, node, (params, results), spread)


def _type(file: str, node: ast.expr | None) -> int:
    if isinstance(node, ast.Name) and node.id in _TYPES:
        return _TYPES[node.id]
    raise InternalError(f"{file}: a type of the tongue is i32 or i64")
