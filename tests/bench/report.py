"""What the benchmark gives: tables for people in Markdown, and the same with all rounds as JSON."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from yupana.tests.bench.measure import Spread

Value: TypeAlias = str | int | float | Spread | None


@dataclass(frozen=True)
class Plan:
    """What was asked for: rounds and seconds of each measurement, and the games (none: all). A quick run only shows
    that everything runs: its figures say nothing."""

    rounds: int = 5
    seconds: float = 1.0
    games: tuple[str, ...] = ()
    spike: Path | None = None
    quick: bool = False

    def wants(self, game: str) -> bool:
        return not self.games or game in self.games

    @cached_property
    def _folder(self) -> tempfile.TemporaryDirectory[str]:
        return tempfile.TemporaryDirectory(prefix="yupana-bench-")

    @property
    def folder(self) -> Path:
        """Where programs are built; it goes with the plan."""
        return Path(self._folder.name)


@dataclass
class Table:
    """One table. `said` are the sentences under it, also why it is not there."""

    name: str
    title: str
    rows: list[Mapping[str, Value]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    @property
    def columns(self) -> list[str]:
        return list(dict.fromkeys(name for row in self.rows for name in row))

    def markdown(self) -> str:
        """The table as Markdown, its columns as wide as what stands in them."""
        lines = [f"## {self.title}", ""]
        if self.rows:
            cells = [self.columns, *[[shown(row.get(name)) for name in self.columns] for row in self.rows]]
            wide = [max(len(row[i]) for row in cells) for i in range(len(self.columns))]
            left = [isinstance(self.rows[0].get(name), str) for name in self.columns]
            rule = ["-" * width if left[i] else "-" * (width - 1) + ":" for i, width in enumerate(wide)]
            lines.extend([_line(row, wide, left) for row in (cells[0], rule, *cells[1:])])
            lines.append("")
        lines.extend([*self.said, ""] if self.said else [])
        return "\n".join(lines)

    def document(self) -> dict[str, Any]:
        """The table as JSON."""
        rows = [{name: _data(value) for name, value in row.items()} for row in self.rows]
        return {"name": self.name, "title": self.title, "rows": rows, "said": self.said}


def _line(row: Sequence[str], wide: Sequence[int], left: Sequence[bool]) -> str:
    aligned = [each.ljust(wide[i]) if left[i] else each.rjust(wide[i]) for i, each in enumerate(row)]
    return f"| {' | '.join(aligned)} |"


def _data(value: Value) -> Any:
    if isinstance(value, Spread):
        return {"median": value.median, "least": value.least, "most": value.most, "rounds": list(value.values)}
    return value


def shown(value: Value) -> str:
    """A value as it stands in a table; of several rounds the median, with the least and the most."""
    if value is None:
        return "–"
    if isinstance(value, str):
        return value
    if isinstance(value, Spread):
        if len(value.values) == 1:
            return number(value.median)
        return f"{number(value.median)} ({number(value.least)}–{number(value.most)})"
    return number(value)


def number(value: float) -> str:
    """A number that was counted, or three digits of one that was measured."""
    if isinstance(value, int):
        return f"{value:,}"
    for unit, sign in ((1e6, " M"), (1e3, " k")):
        if value >= 10 * unit or (value >= unit and unit == 1e6):
            return f"{_three(value / unit)}{sign}"
    return _three(value)


def _three(value: float) -> str:
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"
