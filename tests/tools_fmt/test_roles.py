"""The role of a value at a path of a file is the one by which the checker reads it."""

from __future__ import annotations

import pytest
from yupana.tests.found import compiled
from yupana.tools.format.roles import Attributes, Place, Role


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("actions deliver effects", "effects"),
        ("actions deliver parameters start in", "expression"),
        ("functions held is", "body"),
        ("functions held of v", "type"),
        ("state bonus", "type"),
        ("state bonus start", "expression"),
        ("players fields posts", "type"),
        ("constants turns", "data"),
        ("setup", "effects"),
        ("setup - do", "effects"),
        ("flow - steps - until", "expression"),
        ("flow - order", "expression"),
        ("flow - pass if", "expression"),
        ("flow - start", "effects"),
        ("change flow round times", "expression"),
        ("change flow turn skip", "expression"),
        ("change flow turn steps - end", "effects"),
        ("replace functions held is", "body"),
        ("remove actions -", "data"),
        ("examples e when - red", "move"),
        ("examples e when - then", "expression"),
        ("examples e then", "expression"),
        ("examples e then -", "expression"),
        ("scoring items cities", "expression"),
        ("scoring report - say", "data"),
        ("kinds Vehicle entries truck steps", "expression"),
        ("kinds Vehicle entries truck name", "data"),
        ("kinds Vehicle entries truck count", "data"),
        ("kinds Goal entries g01 met", "expression"),
        ("kinds Nowhere entries g01 met", "data"),
        ("boards tracks spaces truck_start reward", "expression"),
        ("boards map spaces lisbon name", "data"),
        ("invariants posts", "expression"),
        ("rulebook rules CAR-1.1 text", "data"),
        ("nothing at all", "data"),
    ],
)
def test_the_role_at_a_path(path: str, role: Role) -> None:
    place = Place(Attributes.of(compiled("cargo_empire").ruleset))
    for key in path.split():
        place = place.item() if key == "-" else place.child(key)
    assert place.role() == role
