"""Whether two programs say the same, whatever the numbers of their functions, tables, texts and places are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from yupana.interpreter.program import ir
from yupana.interpreter.program.ir.node import numbers_in
from yupana.interpreter.program.operations import OPERATIONS

LISTED = {
    "alternative": "alternatives", "decision": "decisions", "function": "functions", "place": "places",
    "table": "tables", "text": "texts",
}  # fmt: skip
"""Where what a number stands for is listed; of all others the numbers themselves are compared."""

TEXTS = ("prompt", "text")
"""Fields with the number of a text."""

ROOTS = ("domains", "fields", "families", "zone_ordered", "zone_refill", "game_options", "positions", "scoring")


class Alike:
    """Compares two programs from where they begin. What is behind the game (its examples) is not looked at."""

    def __init__(self, one: ir.Program, other: ir.Program) -> None:
        self.programs = one, other
        self.known: set[tuple[str, int, int]] = set()

    def difference(self) -> str:
        """Where they part; "" if they do not."""
        one, other = self.programs
        for name in ROOTS:
            found = self._parts(getattr(one, name), getattr(other, name), name)
            if found:
                return found
        for name in ("init", "main"):
            found = self._listed("function", getattr(one, name), getattr(other, name), name)
            if found:
                return found
        return ""

    def _listed(self, sort: str, one: int, other: int, at: str) -> str:
        if min(one, other) < 0:
            return "" if one == other else f"{at}: {one} {other}"
        if (sort, one, other) in self.known:
            return ""
        self.known.add((sort, one, other))
        a, b = [getattr(each, LISTED[sort])[number] for each, number in zip(self.programs, (one, other), strict=True)]
        return self._parts(a, b, f"{at}/{getattr(a, 'name', sort)}")

    def _parts(self, one: Any, other: Any, at: str) -> str:
        if isinstance(one, (tuple, list)) and isinstance(other, (tuple, list)):
            return self._rows(one, other, at)
        if not is_dataclass(one):
            same = _unnumbered(one) == _unnumbered(other)
            return "" if same else f"{at}: {one} {other}"
        if type(one) is not type(other):
            return f"{at}: {one} {other}"
        numbers = dict(numbers_in(one))
        words: Sequence[str] = OPERATIONS[one.op].operands if isinstance(one, ir.Op) else ()
        for name in [each.name for each in fields(one)]:
            a, b = getattr(one, name), getattr(other, name)
            sort = "text" if name in TEXTS and isinstance(a, int) else numbers.get(name, "").rstrip("?")
            if name == "args" and "#table" in words:
                tables = words.index("#table")
                found = self._listed("table", a[tables].value, b[tables].value, at)
                found = found or self._rows(a[:tables] + a[tables + 1 :], b[:tables] + b[tables + 1 :], at)
            elif sort in LISTED:
                found = self._listed(sort, a, b, f"{at}.{name}")
            else:
                found = self._parts(a, b, f"{at}.{name}")
            if found:
                return found
        return ""

    def _rows(self, one: Sequence[Any], other: Sequence[Any], at: str) -> str:
        if len(one) != len(other):
            return f"{at}: {len(one)} and {len(other)} parts"
        pairs = enumerate(zip(one, other, strict=True))
        return next((found for number, (a, b) in pairs if (found := self._parts(a, b, f"{at}[{number}]"))), "")


def _unnumbered(value: Any) -> Any:
    """The name of a function without its number, which those have that the author has given none."""
    return re.sub(r"_\d+$", "", value) if isinstance(value, str) else value
