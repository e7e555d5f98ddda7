"""Spaces are large enough for the fullest position of many random games: measured, not guessed."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from yupana.interpreter.game import SPECTATOR
from yupana.schemas.compose import list_rulesets
from yupana.tests.found import game
from yupana.tools.printing.job import subject_of

pytestmark = pytest.mark.slow
GAMES, LONGEST = 24, 1500
"""So many games of each ruleset are played, of so many decisions at most."""
STACKED = {"stationed", "staff", "chiefs", "pile"}
"""Zones of spaces in which things lie upon each other by the rules: the armies of Pizarro with their commanders, and
the piles of cards of a market."""


def fullest(name: str) -> Counter[str]:
    """How many pieces each zone holds at most, of those of one holder."""
    played, most = game(name), Counter[str]()
    numbers = range(played.min_players, played.max_players + 1)
    for seed in range(GAMES):
        draw = random.Random(seed)
        state = played.start(players=numbers[seed % len(numbers)], seed=seed)
        for _ in range(LONGEST):
            if state.over:
                break
            options = state.option_tuples()
            state.apply_tuple(options[draw.randrange(len(options))])
            seen = state.observation(SPECTATOR)
            for zone, held in seen["zones"].items():
                for each in held.values() if isinstance(held, dict) else (held,):
                    most[zone] = max(most[zone], len(each) if isinstance(each, list) else int(each or 0))
            for field, held in seen["fields"].items():
                kind, _, name = field.rpartition(".")
                if isinstance(held, dict):
                    most[f"{kind}.{name}"] = max(most[f"{kind}.{name}"], _lying(held, kind))
    return most


def _lying(held: dict[str, object], kind: str) -> int:
    """How many pieces of a field lie on one space: those that spaces count, or the players who stand there."""
    if kind == "Player":
        return max(Counter(str(each) for each in held.values() if each is not None).values(), default=0)
    counted = [each.values() for each in held.values() if isinstance(each, dict)]
    return max((sum(many for many in each if isinstance(many, int)) for each in counted), default=0)


@pytest.mark.parametrize("name", [each.name for each in list_rulesets()])
def test_spaces_have_room_for_all_that_lies_there(name: str) -> None:
    subject, most = subject_of(name, "", None), fullest(name)
    look = subject.ruleset.look
    boards = {str(each.kind) for each in subject.ruleset.boards.values()}
    cells = {each.kind for each in subject.look.sheets}
    for zone, decl in subject.ruleset.zones.items():
        if str(decl.each) in boards | cells and zone not in STACKED and look.zones.get(zone) != "pile":
            assert most[str(zone)] <= look.room.get(zone, 1), zone
    for field, many in look.room.items():
        found = [each for each in most if each.rpartition(".")[2] == str(field) and "." in each]
        assert not many or field in subject.ruleset.zones or all(most[each] <= many for each in found), field
    for mat in subject.look.mats:
        for part in mat.parts:
            if part.sort == "zone" and part.look.places is not None:
                found = [subject.look.amount(each, part.name, SPECTATOR) for each in subject.beginnings.values()]
                assert most[str(part.look.zone)] <= max(int(each or 0) for each in found), part.name
