"""Elements at which a game is stopped: by the names that a game has for them when it stops, and by their paths."""

from __future__ import annotations

import pytest
from yupana.interpreter.index.elements import index
from yupana.interpreter.stepping import GameCourse
from yupana.tests.found import compiled
from yupana.tools.debugging.breakpoints import Breakpoint, Breakpoints


def placed(points: Breakpoints, element: str) -> Breakpoint:
    (point,) = points.set_elements([Breakpoint(0, element=element)])
    return point


@pytest.mark.parametrize(
    ("target", "path", "name"),
    [
        ("tic_tac_toe", "functions.full_line", "function full_line"),
        ("tic_tac_toe", "actions.mark", "mark"),
        ("cuzco_feld", "scoring.items.villages", "scoring villages"),
    ],
)
def test_a_path_leads_to_where_the_name_does(target: str, path: str, name: str) -> None:
    points = Breakpoints(GameCourse(compiled(target)))
    by_path, by_name = placed(points, path), placed(points, name)
    assert by_path.fault == by_name.fault == ""
    assert (by_path.file, by_path.line, by_path.stops) == (by_name.file, by_name.line, by_name.stops)


def test_the_path_of_an_entry_leads_to_its_own_code() -> None:
    course = GameCourse(compiled("cuzco_feld"))
    point = placed(Breakpoints(course), "kinds.GodCard.entries.god_01")
    assert point.fault == ""
    assert {course.stepping.stops[each].element for each in point.stops} == {"action god_01", "adjustment doubled_use"}


@pytest.mark.parametrize("target", ["cuzco_kk", "cuzco_feld"])
def test_every_action_and_function_can_be_named_by_its_path(target: str) -> None:
    course = GameCourse(compiled(target))
    points = Breakpoints(course)
    paths = [each.path for each in index(course.stepping.compiled) if each.path.startswith(("actions.", "functions."))]
    assert len(paths) > 20
    assert {path: point.fault for path in paths if (point := placed(points, path)).fault} == {}
