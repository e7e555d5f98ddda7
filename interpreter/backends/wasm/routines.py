"""Routines that every module may need, written in a small part of Python and compiled to WebAssembly.

The files of `runtime/` are parsed, never executed. What they may say: parameters, locals and results are `i32` or `i64`
(a local has the type of its first value); assignments, `if`, `while`, `for … in range(…)`, `break`, `continue`,
`return`, calls; arithmetic that wraps, as the instructions do; `>>` keeps the sign of an i32 and not that of an i64;
`//` and `%` are cut towards 0; the truth of a value is whether it is not 0. A name is a local, a constant of the
environment or a global of the module. The constant part of an address must not make up for another part below 0.

Guarantees: a routine is in a module only when something asked for it, once; a condition over constants is decided here,
and what it leaves out is not looked at; a routine marked `spread` becomes part of who calls it. Most modules say the
same of what a routine asks, so its code is kept with what it asked, and written anew only where an answer differs.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from ...machine.faults import InternalError
from .binary import I32, I64, Module, call
from .routine_body import Body, Signature

_TYPES = {"i32": I32, "i64": I64}


@dataclass(frozen=True, slots=True)
class Routine:
    """A routine as it was read."""

    name: str
    file: str
    node: ast.FunctionDef
    signature: Signature
    spread: bool
    written: list[Written] = field(default_factory=list, compare=False)


@dataclass(slots=True)
class Written:
    """The code of a routine, without the numbers of what it calls (`calls`: where in it which routine is called), and
    what it asked of its module: constants and globals by name, and what the module itself provides."""

    names: dict[str, int | None] = field(default_factory=dict)
    globals: dict[str, int | None] = field(default_factory=dict)
    provided: dict[str, Signature | None] = field(default_factory=dict)
    calls: list[tuple[int, str]] = field(default_factory=list)
    locals: list[int] = field(default_factory=list)
    code: bytes = b""


_KEPT = 8
"""For so many different modules the code of each routine is kept, the last ones first."""


class Routines:
    """All routines of one module that is being made. `names`: the constants of the environment, looked up when bodies
    are written; `globals_`: numbers of the module's globals."""

    def __init__(self, module: Module, names: Mapping[str, int], globals_: Mapping[str, int]) -> None:
        self.module = module
        self._names = names
        self._globals = globals_
        self._asked = Written()  # what is being written
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

    def constant(self, name: str) -> int | None:
        """A constant of the environment; None if there is none of this name."""
        found = self._asked.names[name] = self._names.get(name)
        return found

    def place(self, name: str) -> int | None:
        """The number of a global of the module; None if there is none of this name."""
        found = self._asked.globals[name] = self._globals.get(name)
        return found

    def signature(self, name: str) -> Signature:
        """The types of a routine's parameters and of its results."""
        provided = self._asked.provided[name] = self._provided.get(name)
        return provided or self.routine(name).signature

    def routine(self, name: str) -> Routine:
        """A routine by its name."""
        found = all_routines().get(name)
        if found is None:
            raise InternalError(f"there is no routine {name}")
        return found

    def spread(self, name: str) -> Routine | None:
        """A routine that becomes part of who calls it; None if this one does not."""
        provided = self._asked.provided[name] = self._provided.get(name)
        if provided is not None:
            return None
        routine = self.routine(name)
        return routine if routine.spread else None

    def finish(self) -> None:
        """Write the bodies of all routines that were asked for, and of what they call."""
        while self._waiting:
            routine = self._waiting.pop()
            function = self.module.functions[self._numbers[routine.name]]
            written = next((each for each in routine.written if self._same(each)), None) or self._write(routine)
            code, begin = bytearray(), 0
            for at, name in written.calls:
                code += written.code[begin:at] + call(self.number(name))
                begin = at
            function.locals, function.code = list(written.locals), bytes(code + written.code[begin:])

    def _same(self, written: Written) -> bool:
        return (
            all(self._names.get(name) == value for name, value in written.names.items())
            and all(self._globals.get(name) == number for name, number in written.globals.items())
            and all(self._provided.get(name) == signature for name, signature in written.provided.items())
        )

    def _write(self, routine: Routine) -> Written:
        out = self._asked = Written()
        body = Body(self, routine.file, routine.signature)
        body.write(routine.node)
        out.calls, out.locals, out.code = body.calls, body.locals, bytes(body.code)
        routine.written[:] = [out, *routine.written[: _KEPT - 1]]
        return out


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
    raise InternalError(f"{file}: a type of the routine language is i32 or i64")
