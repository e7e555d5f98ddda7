"""Spaces are large enough for the fullest position of many random games: measured, not guessed."""

from __future__ import annotations

import pytest
from yupana.schemas.compose import list_rulesets
from yupana.tests.found import game
from yupana.tests.tools_printing.fullest import fullest, without_room
from yupana.tools.printing.job import subject_of

pytestmark = pytest.mark.slow
GAMES = 24
"""So many games of each ruleset are played; `python -m yupana.tests.tools_printing.fullest` plays 1,000."""


@pytest.mark.parametrize("name", [each.name for each in list_rulesets()])
def test_spaces_have_room_for_all_that_lies_there(name: str) -> None:
    assert list(without_room(subject_of(name, "", None), fullest(game(name), GAMES))) == []
