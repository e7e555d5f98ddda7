"""What every geometry keeps, so that neighbours, turned shapes and pictures fit together: by being in `GRIDS`."""

from __future__ import annotations

import math

import pytest
from yupana.schemas.grids import GRIDS, Cell, Grid
from yupana.schemas.reader import load_text
from yupana.schemas.source import Code, Report

SAMPLES = {
    "hex": {
        "rows: [{r: -1, q: 0..4}, {r: 0, q: 0..4}, {r: 1, q: -1..3}, {r: 2, q: -1..3}]": 20,
        "hexagon: 3": 19,
        "hexagon: 1": 1,
        "rhombus: 4": 16,
        "rhombus: {columns: 5, rows: 4}\nbottom: first": 20,
    },
    "square": {
        "columns: 5\nrows: 4": 20,
        "columns: 5\nrows: 4\ndiagonal: true": 20,
        "columns: 4\nrows: 5\nbottom: first": 20,
    },
}
"""Declarations of each geometry, by its key, and how many spaces they have; one without is missing here."""


class Plain:
    """The sizes of a board of one form, written as numbers."""

    def number(self, code: Code) -> list[int]:
        """A number."""
        return [int(code.text)]

    def bounds(self, code: Code) -> list[tuple[int, int]]:
        """A range."""
        low, high = code.text.split("..")
        return [(int(low), int(high))]


def _grids() -> list[tuple[str, Grid, int]]:
    found: list[tuple[str, Grid, int]] = []
    for kind in GRIDS:
        for number, (text, many) in enumerate(SAMPLES[kind.word].items()):
            report = Report()
            found.append((f"{kind.word}-{number}", kind.model_validate(load_text(text, "f.yaml", report)), many))
            assert report.diagnostics == []
    return found


FOUND = _grids()
every_grid = pytest.mark.parametrize("grid", [each for _, each, _ in FOUND], ids=[name for name, _, _ in FOUND])


def _middle(grid: Grid, at: tuple[int, int]) -> tuple[float, float]:
    """Where the middle of a cell is drawn, in halves of its height."""
    x, y = grid.middle(at)
    return x * grid.step[0], y * grid.step[1]


def _corners(grid: Grid, at: tuple[int, int]) -> set[tuple[float, float]]:
    x, y = _middle(grid, at)
    return {(round(x + dx, 6) + 0.0, round(y + dy, 6) + 0.0) for dx, dy in grid.corners}


@pytest.mark.parametrize(("grid", "many"), [each for _, *each in FOUND], ids=[name for name, _, _ in FOUND])
def test_cells_have_names_and_places_of_their_own(grid: Grid, many: int) -> None:
    cells: list[Cell] = list(grid.cells(Plain()))
    assert len(cells) == many
    for values in (
        [each.name for each in cells],
        [each.at for each in cells],
        [grid.middle(each.at) for each in cells],
    ):
        assert len(set(values)) == len(values)


@every_grid
def test_north_is_up_on_the_picture(grid: Grid) -> None:
    ways = {name: grid.drawn(way) for name, way in grid.directions().items()}
    heights = {name: -1 if "north" in name else 1 if "south" in name else 0 for name in ways}
    assert {name: (y > 0) - (y < 0) for name, (_, y) in ways.items()} == heights
    assert all((x > 0) == ("east" in name) and (x < 0) == ("west" in name) for name, (x, _) in ways.items())
    assert grid.drawn((1, 1), "up")[1] == -grid.drawn((1, 1), "down")[1] == -1


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
