"""The rules of a large game are edited while it is played in a browser, far into the game."""

from __future__ import annotations

import random
import re
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from yupana.interpreter.game import State, load
from yupana.tests.found import ROOT
from yupana.tests.page.browsing import Seat
from yupana.tests.page.served import serving
from yupana.tests.tools_authoring.edits import edit

FAR = 110

pytestmark = pytest.mark.slow


def played(home: Path, decisions: int) -> State:
    """A game in which so many have been taken, or a few more: the first player is to decide."""
    state, dice = load(str(home)).start(2, seed=3), random.Random(3)
    while state.ply < decisions or state.seat != 0:
        state.apply_tuple(dice.choice(state.option_tuples()))
    assert not state.over
    return state


class Case:
    """What is edited in a game: a value that leaves all decisions legal (`path` is what it is called), a word that is
    misspelt, and a value (`parts`) under which the game parts; each as (old, new)."""

    def __init__(self, file: str, goes_on: tuple[str, str], path: str, wrong: tuple[str, str],
                 parting: tuple[str, str], parts: str) -> None:  # fmt: skip
        self.file, self.goes_on, self.path = file, goes_on, path
        self.wrong, self.parting, self.parts = wrong, parting, parts


CASES = {
    "cuzco_kk": Case(
        "components.yaml",
        ("points_per_pond: {value: 3", "points_per_pond: {value: 4"), "constants.points_per_pond",
        ("ap_of_token: {value:", "ap_of_token: {valeu:"),
        ("ap_per_turn: {value: 6", "ap_per_turn: {value: 5"), "constants.ap_per_turn",
    ),
    "pizarro": Case(
        "game.yaml",
        ("longest_siege: {value: 6", "longest_siege: {value: 7"), "constants.longest_siege",
        ("round_markers: {value:", "round_markers: {valeu:"),
        ("garrison_to_army: {value: 2", "garrison_to_army: {value: 3"), "constants.garrison_to_army",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_the_rules_of_a_large_game_are_edited_far_into_it(browser: Any, name: str, tmp_path: Path) -> None:
    case, home = CASES[name], tmp_path / name
    copytree(ROOT / "rulesets" / name, home)
    rules, state = home / case.file, played(home, FAR)
    with serving(tmp_path, str(home)) as server:
        links = server.post("/api/tables/open", text=state.to_json(), seats=["human", "random"]).json()
        seat = Seat(browser, server.address, links["seats"][0]["link"])
        seat.page.set_default_timeout(60_000)
        page, here = seat.page, f"#app[data-ply='{state.ply}']"
        page.wait_for_selector(f"{here} .decision.mine")

        edit(rules, *case.goes_on)
        page.wait_for_selector(".edits .change")
        assert case.path in seat.text(".edits .change")
        page.wait_for_selector(f"{here} .edits .verdict")
        assert seat.count(".edits .parted") == 0

        line = edit(rules, *case.wrong)
        page.wait_for_selector(".edits .fault.error")
        told = " ".join(page.locator(".edits .fault.error").all_inner_texts())
        assert f"{case.file}:{line}:" in told, "with its place"
        assert f"{case.wrong[1]} " in told
        assert "^" in told, "with an excerpt"
        assert seat.count(here) == 1, "the game stands"

        edit(rules, *reversed(case.wrong))
        page.wait_for_selector(f"{here} .edits .verdict:not(.faulty)")
        assert seat.count(".edits .fault.error") == 0

        edit(rules, *case.parting)
        page.wait_for_selector(f".edits .parted:has-text('{case.parts}')")
        at = int(page.get_attribute("#app", "data-ply"))
        assert 0 < at < state.ply
        told = seat.text(".edits .parted")
        assert re.search(rf"\b{at + 1}\b", told), "which decision"
        assert state.decisions[at] in told, "what was decided"
        page.wait_for_selector(".edits .failing")
        failing = page.locator(".edits .failing").all_inner_texts()
        assert all(re.search(r"\.yaml:\d+", each) for each in failing)
        page.locator("#tab-rules_label").click()
        page.wait_for_selector(".rulebook .edited")
        page.locator("#tab-edits").click()

        edit(rules, *reversed(case.parting))
        page.wait_for_selector(f"{here} .edits .verdict:not(.faulty)")
        page.wait_for_selector(f"{here} .decision.mine")
        seat.page.locator(".options .value, .options .option.whole, .space.lit").first.click()
        seat.fine()
        seat.context.close()
