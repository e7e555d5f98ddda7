"""A back end with one thing wrong, to see that a difference is found, shrunk and named: the plain one of the tests,
in which something is put in the place of something else while it runs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

from yupana.interpreter.program import ir
from yupana.tests.toy_backend.backend import MakeCells, ToyBackEnd, ToyRunner, ToyTranslation

Plant = Callable[[], AbstractContextManager[Any]]
"""Puts the wrong thing in; it is taken out where the context ends."""


class _Runner(ToyRunner):
    plant: Plant

    def run(self, cells: ir.Cells, number: int, most: int) -> int:
        with self.plant():
            return super().run(cells, number, most)

    def options(self, *asked: Any) -> Any:
        with self.plant():
            return super().options(*asked)

    def prompt(self, *asked: Any) -> Any:
        with self.plant():
            return super().prompt(*asked)

    def call(self, *asked: Any) -> Any:
        with self.plant():
            return super().call(*asked)


class _Translation(ToyTranslation):
    def __init__(self, program: ir.Program, cells: MakeCells, plant: Plant) -> None:
        super().__init__(program, cells)
        self.plant = plant

    def runner(self) -> ToyRunner:
        runner = _Runner(self)
        runner.plant = self.plant
        return runner


class Planted(ToyBackEnd):
    """The plain back end with something wrong."""

    name = "planted"

    def __init__(self, plant: Plant) -> None:
        super().__init__(list)
        self.plant = plant

    def translate(self, program: ir.Program) -> ToyTranslation:
        """The program as it is."""
        return _Translation(program, self.cells, self.plant)


def instead(table: dict[Any, Any], key: Any, wrong: Callable[[Any], Any]) -> Planted:
    """A back end that has something else in a table: `wrong` is given what stands there."""
    return Planted(lambda: patch.dict(table, {key: wrong(table[key])}))


def replaced(holder: Any, name: str, wrong: Callable[[Any], Any]) -> Planted:
    """A back end in which a function or a method of something is another one."""
    right = getattr(holder, name)
    return Planted(lambda: patch.object(holder, name, wrong(right)))
