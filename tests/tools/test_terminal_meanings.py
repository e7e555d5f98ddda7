"""`show NAME`: what cards, tiles, spaces, actions and rules are, without telling where hidden things lie."""

from __future__ import annotations

import pytest
from yupana.interpreter.game import State
from yupana.tests.tools.test_terminal_screens import parts


def told(name: str, wanted: str, state: State | None = None, viewer: int | None = 0) -> str:
    game, _, _, _, meanings = parts(name)
    lines = meanings.of(wanted, state or game.start(seed=3), viewer)
    return "\n".join(line.plain for line in lines)


@pytest.mark.parametrize(
    ("game", "wanted", "parts_of_it"),
    [
        ("cuzco_feld", "god_12", ["GodCard, action", "Return the priest of the step", "CFE-GOD-12"]),
        ("cuzco_feld", "GOD_12", ["GodCard, action"]),
        ("cuzco_feld", "farm_04", ["Tile", "ability: ability_04", "stone trail up to 2"]),
        ("cuzco_feld", "mission_22", ["Mission", "cards of 4 gods in hand", "CFE-MIS-22"]),
        ("cuzco_feld", "i1", ["Place", "feather: turquoise", "vp: 2"]),
        ("cuzco_feld", "go_by_trail", ["action", "Move the chasqui over a stone trail", "CFE-I.M1"]),
        ("cuzco_feld", "CFE-MIS-22", ["CFE-MIS-22"]),
        ("cargo_empire", "g01", ["Goal", "posts in 5 ports", "vp: 5"]),
        ("cargo_empire", "lisbon", ["City", "port: true"]),
        ("cargo_empire", "truck_u2", ["TrackSpace", "reward: transport_card"]),
        ("cuzco_kk", "c5", ["Hex"]),
        ("pizarro", "almagro", ["Commander"]),
        ("tic_tac_toe", "b2", ["Square"]),
        ("tic_tac_toe", "mark", ["action", "Put your mark on an empty square"]),
    ],
)
def test_a_name_is_told_with_its_text(game: str, wanted: str, parts_of_it: list[str]) -> None:
    said = told(game, wanted)
    for part in parts_of_it:
        assert part in said


def test_a_name_may_be_begun_and_is_suggested_when_it_is_wrong() -> None:
    assert told("tic_tac_toe", "mar").startswith("mark  action")
    assert told("cuzco_feld", "god_1").startswith("There is no card, space, action or rule `god_1`. Which of")
    assert "Did you mean `god card 12 (a priest sent home)`?" in told("cuzco_feld", "gd_12")
    assert told("tic_tac_toe", "zzzz") == "There is no card, space, action or rule `zzzz`."


@pytest.mark.parametrize("name", ["cuzco_feld", "cargo_empire", "cuzco_kk", "pizarro"])
def test_what_a_viewer_cannot_see_changes_nothing_that_is_told(name: str) -> None:
    game, _, _, _, meanings = parts(name)
    state = game.start(players=game.max_players, seed=4)
    for _ in range(40):
        state.apply(state.decision.options[0])  # type: ignore[union-attr]
    other = state.shuffled_for(0, 1)
    assert other.cells != state.cells
    for wanted in meanings.names[::5]:
        assert told(name, wanted, state) == told(name, wanted, other), wanted


def test_where_a_card_is_is_told_to_its_owner_only() -> None:
    game = parts("cuzco_feld")[0]
    state = game.start(players=2, seed=3)
    card = state.observation(0)["zones"]["hand"][state.names[0]][0].partition("#")[0]
    assert f"lies in hand {state.names[0]}: 1" in told("cuzco_feld", card, state, 0)
    assert f"hand {state.names[0]}" not in told("cuzco_feld", card, state, 1)
    assert f"lies in hand {state.names[0]}: 1" in told("cuzco_feld", card, state, None)
