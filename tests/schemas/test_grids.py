"""What every geometry keeps, so that neighbours, turned shapes and pictures fit together: by being in `GRIDS`."""

from __future__ import annotations

import math

import pytest
from yupana.schemas.grids import GRIDS, Cell, Grid, letters
from yupana.schemas.reader import load_text
from yupana.schemas.source import Code, Report

SAMPLES = {
    "hex": ["rows: [{r: -1, q: 0..4}, {r: 0, q: 0..4}, {r: 1, q: -1..3}, {r: 2, q: -1..3}]"],
    "square": ["columns: 5\nrows: 4", "columns: 5\nrows: 4\ndiagonal: true"],
}
"""Declarations of each geometry, by its key; one without is missing here."""


def _bounds(code: Code) -> tuple[int, int]:
    low, high = code.text.split("..")
    return int(low), int(high)


def _grids() -> list[Grid]:
    found: list[Grid] = []
    for kind in GRIDS:
        for text in SAMPLES[kind.word]:
            report = Report()
            found.append(kind.model_validate(load_text(text, "f.yaml", report)))
            assert report.diagnostics == []
    return found


def _name(grid: Grid) -> str:
    return f"{grid.word}-{len(grid.steps())}"


every_grid = pytest.mark.parametrize("grid", _grids(), ids=_name)


def _middle(grid: Grid, at: tuple[int, int]) -> tuple[float, float]:
    """Where the middle of a cell is drawn, in halves of its height."""
    x, y = grid.middle(at)
    return x * grid.step[0], y * grid.step[1]


def _corners(grid: Grid, at: tuple[int, int]) -> set[tuple[float, float]]:
    x, y = _middle(grid, at)
    return {(round(x + dx, 6) + 0.0, round(y + dy, 6) + 0.0) for dx, dy in grid.corners}


@every_grid
def test_cells_have_names_and_places_of_their_own(grid: Grid) -> None:
    cells: list[Cell] = list(grid.cells(_bounds))
    assert len(cells) == 20
    for values in (
        [each.name for each in cells],
        [each.at for each in cells],
        [grid.middle(each.at) for each in cells],
    ):
        assert len(set(values)) == len(values)


@every_grid
def test_neighbours_are_neighbours_of_one_another(grid: Grid) -> None:
    steps = set(grid.steps())
    assert len(steps) == len(grid.steps())
    assert {(-x, -y) for x, y in steps} == steps


@every_grid
def test_a_shape_lies_as_it_lay_after_all_turns_and_not_before(grid: Grid) -> None:
    steps = set(grid.steps())
    assert {grid.turned(each) for each in steps} == steps
    at = start = (2, -1)
    seen = []
    for _ in range(grid.turns):
        at = grid.turned(at)
        seen.append(at)
    assert at == start
    assert start not in seen[:-1]
    distances = {round(math.hypot(*_middle(grid, each)), 6) for each in seen}
    assert len(distances) == 1  # turning moves nothing nearer


@every_grid
def test_drawn_cells_touch_their_neighbours_and_overlap_none(grid: Grid) -> None:
    away = {each: round(math.hypot(*_middle(grid, each)), 6) for each in grid.steps()}
    nearest = min(away.values())
    for each, distance in away.items():
        shared = _corners(grid, (0, 0)) & _corners(grid, each)
        assert len(shared) == (2 if distance == nearest else 1), each
    others = [(x, y) for x in range(-3, 4) for y in range(-3, 4) if (x, y) != (0, 0)]
    assert min(math.hypot(*_middle(grid, each)) for each in others) == pytest.approx(nearest)


def test_letters_go_on_behind_z() -> None:
    assert [letters(each) for each in (0, 25, 26, 51, 52, 701, 702)] == ["a", "z", "aa", "az", "ba", "zz", "aaa"]
