"""Modules of routines for tests: compiled, put into wasmtime, and called with plain Python values."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from yupana.interpreter.backends.wasm import routines as compiler
from yupana.interpreter.backends.wasm.binary import I32, PAGE, Module
from yupana.interpreter.backends.wasm.environment import environment
from yupana.interpreter.backends.wasm.memory_layout import FAULTS, Room
from yupana.interpreter.program import ir, limits

wasmtime = pytest.importorskip("wasmtime")

_ENGINE = wasmtime.Engine()


class Fault(Exception):  # noqa: N818
    """A routine faulted: kind, place, a, b, c."""


class Routines:
    """Some routines in a module of their own, on a position of a program. They are called as attributes."""

    def __init__(
        self, program: ir.Program, names: Sequence[str], more: Mapping[str, int] | None = None, arena: int = 8 << 20
    ) -> None:
        self.program = program
        self.room = Room(program, arena)
        module = Module()
        numbers = {"arena": module.global_(I32, 0), "work": module.global_(I32, limits.WORK)}
        constants = environment(self.room, **(more or {}))
        routines = compiler.Routines(module, constants, numbers)
        self.types = {}
        for name in names:
            module.export(name, routines.number(name))
            self.types[name] = routines.signature(name)
        self.prepare(routines)
        self.room.settle()
        routines.finish()
        for name, number in numbers.items():
            module.export_global(name, number)
        module.data(self.room.at["DATA"], bytes(self.room.data))
        pages = (self.room.at["ARENA"] + arena) // PAGE + 1
        module.pages = (pages, pages)
        module.names()
        self.code = module.encode()
        self.store = wasmtime.Store(_ENGINE)
        self.exports = wasmtime.Instance(self.store, wasmtime.Module(_ENGINE, self.code), []).exports(self.store)
        self.memory = self.exports["memory"]
        self.at = self.room.at
        self.reset()

    def prepare(self, routines: compiler.Routines) -> None:
        """For tests that provide more."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        function, results = self.exports[name], self.types[name][1]

        def call(*values: Any) -> Any:
            given = [self.put(each) if isinstance(each, tuple | list) else int(each) for each in values]
            given = [
                signed(each, 32 if type_ == I32 else 64) for each, type_ in zip(given, self.types[name][0], strict=True)
            ]
            self.poke(self.at["FAULT_KIND"], 0)
            try:
                answer = function(self.store, *given)
            except wasmtime.Trap:
                kind = self.peek(self.at["FAULT_KIND"])
                if not kind:
                    raise
                rest = [self.peek(self.at[f"FAULT_{word}"]) for word in ("PLACE", "A", "B", "C")]
                raise Fault(FAULTS[kind], *rest) from None
            return answer % 2**64 if results and results[0] != I32 else answer

        return call

    def reset(self) -> None:
        """The arena is empty, the allowance of work is full."""
        self.set_global("arena", self.at["ARENA"])
        self.set_global("work", limits.WORK)

    def global_(self, name: str) -> int:
        """The value of a global."""
        return int(self.exports[name].value(self.store))

    def set_global(self, name: str, value: int) -> None:
        """Change a global."""
        self.exports[name].set_value(self.store, value)

    def peek(self, address: int) -> int:
        """A word."""
        return int.from_bytes(self.memory.read(self.store, address, address + 4), "little", signed=True)

    def poke(self, address: int, value: int) -> None:
        """Write a word."""
        self.memory.write(self.store, (value % 2**32).to_bytes(4, "little"), address)

    def take(self, size: int) -> int:
        """Room in the arena."""
        at = self.global_("arena")
        self.set_global("arena", at + size)
        return at

    def words(self, values: Sequence[int]) -> int:
        """Words in the arena; gives their address."""
        at = self.take(4 * len(values))
        self.memory.write(self.store, b"".join([(each % 2**32).to_bytes(4, "little") for each in values]), at)
        return at

    def wide(self, values: Sequence[int]) -> int:
        """A list of numbers of 64 bits in the arena."""
        at = self.words([len(values)])
        for each in values:
            self.words([each % 2**32, each >> 32])
        return at

    def put(self, values: Sequence[Any]) -> int:
        """A list in the arena, of scalars or of lists."""
        elements = [self.put(each) if isinstance(each, tuple | list) else each for each in values]
        return self.words([len(values), *elements])

    def read(self, address: int, count: int) -> tuple[int, ...]:
        """Words."""
        return tuple([self.peek(address + 4 * i) for i in range(count)])

    def listed(self, address: int) -> tuple[int, ...]:
        """A list of scalars."""
        return self.read(address + 4, self.peek(address))

    def wide_listed(self, address: int) -> tuple[int, ...]:
        """A list of numbers of 64 bits."""
        pairs = self.read(address + 4, 2 * self.peek(address))
        return tuple([low % 2**32 | high % 2**32 << 32 for low, high in zip(pairs[::2], pairs[1::2], strict=True)])

    def set_cells(self, cells: Sequence[int]) -> None:
        """The state."""
        content = b"".join([(each % 2**32).to_bytes(4, "little") for each in cells])
        self.memory.write(self.store, content, self.at["STATE"])
        self.poke(self.at["CELLS"], len(cells))

    def cells(self) -> list[int]:
        """The state."""
        return list(self.read(self.at["STATE"], self.peek(self.at["CELLS"])))


def signed(value: int, bits: int) -> int:
    """A number as one with a sign."""
    value %= 1 << bits
    return value - (1 << bits) if value >> bits - 1 else value


def written(text: str, **names: int) -> tuple[Any, Any]:
    """The last function of a text in the routine language, as a module of its own and as Python runs it."""
    module = Module()
    number = {"counter": module.global_(I32, 5)}
    routines = Local(module, names, number, text)
    last = list(routines.own)[-1]
    module.export(last, routines.number(last))
    routines.finish()
    store = wasmtime.Store(_ENGINE)
    exports = wasmtime.Instance(store, wasmtime.Module(_ENGINE, module.encode()), []).exports(store)
    return (lambda *values: exports[last](store, *values)), exports["memory"]


class Local(compiler.Routines):
    """Routines of a text."""

    def __init__(self, module: Module, names: Mapping[str, int], globals_: Mapping[str, int], text: str) -> None:
        super().__init__(module, names, globals_)
        self.own = compiler.routines_of("text.py", ast.parse(text))

    def routine(self, name: str) -> compiler.Routine:
        """One of the text."""
        return self.own.get(name) or super().routine(name)
