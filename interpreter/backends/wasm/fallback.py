"""The Python machine for a runner whose positions are arrays: it works on lists."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from ...program import ir
from ..protocol import OptionTuple, Search
from ..python.backend import PythonRunner

Given = TypeVar("Given")


class Fallback:
    """A Python runner, asked in the same way; what it does to a position is done to the array when it is done."""

    def __init__(self, runner: PythonRunner) -> None:
        self.runner = runner
        self.host = runner.host
        self.fresh = runner.fresh

    def run(self, cells: ir.Cells, block: int, most: int) -> int:
        """Run blocks."""
        return self._on_list(cells, lambda own: self.runner.run(own, block, most))

    def answer(self, cells: ir.Cells, decision: int, option: OptionTuple, most: int) -> int:
        """Keep the values of an option, and run on."""
        return self._on_list(cells, lambda own: self.runner.answer(own, decision, option, most))

    def options(self, cells: ir.Cells, decision: int) -> list[OptionTuple]:
        """The options of the decision that waits."""
        return self._on_list(cells, lambda own: self.runner.options(own, decision))

    def prompt(self, cells: ir.Cells, decision: int) -> Sequence[Any]:
        """The values in the prompt."""
        return self._on_list(cells, lambda own: self.runner.prompt(own, decision))

    def call(self, cells: ir.Cells, function: int, arguments: Sequence[Any]) -> Any:
        """What a function gives."""
        return self._on_list(cells, lambda own: self.runner.call(own, function, arguments))

    def search(self, cells: ir.Cells, decision: int, search: Search) -> None:
        """Go through the options for somebody who asks."""
        self._on_list(cells, lambda own: self.runner.search(own, decision, search))

    def _on_list(self, cells: ir.Cells, ask: Callable[[list[int]], Given]) -> Given:
        own = list(cells)
        found = ask(own)
        cells[:] = array("i", own) if isinstance(cells, array) else own
        return found
