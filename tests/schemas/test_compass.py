"""The directions of the geometries go clockwise as a board is drawn, whichever row is on top."""

from __future__ import annotations

import math

import pytest
from yupana.schemas.grids import GRIDS, Grid


class _Drawn:
    """A grid of which nothing is known but which way is up."""

    def __init__(self, kind: type[Grid], upward: int) -> None:
        self.compass = kind.compass
        self.upward = upward


@pytest.mark.parametrize("upward", [-1, 1])
@pytest.mark.parametrize("kind", GRIDS)
def test_directions_go_clockwise(kind: type[Grid], upward: int) -> None:
    ways = Grid.directions(_Drawn(kind, upward))  # type: ignore[arg-type]
    turns = []
    for name, way in ways.items():
        right, up = kind.middle(way)[0], way[1] * upward
        assert ("north" in name) == (up > 0)
        assert ("south" in name) == (up < 0)
        assert ("east" in name) == (right > 0)
        assert ("west" in name) == (right < 0)
        turns.append(math.atan2(right, up) % (2 * math.pi))
    assert turns == sorted(turns)


@pytest.mark.parametrize("upward", [-1, 1])
@pytest.mark.parametrize("kind", GRIDS)
def test_the_direction_half_way_round_leads_back(kind: type[Grid], upward: int) -> None:
    ways = list(Grid.directions(_Drawn(kind, upward)).values())  # type: ignore[arg-type]
    half = len(ways) // 2
    assert [(-x, -y) for x, y in ways] == [*ways[half:], *ways[:half]]
