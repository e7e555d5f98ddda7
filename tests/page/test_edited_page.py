"""The page while the rules of its game are edited."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from yupana.tests.page.browsing import Seat
from yupana.tests.page.served import serving
from yupana.tests.tools.conftest import yupana
from yupana.tests.tools_authoring.conftest import made
from yupana.tests.tools_authoring.edits import edit

__all__ = ["made", "yupana"]


def test_a_page_follows_the_rules_as_they_are_edited(browser: Any, made: Path, tmp_path: Path) -> None:
    rules = made / "game.yaml"
    with serving(tmp_path, "./my_game") as server:
        links = server.post("/api/tables", ruleset="my_game", seats=["human", "first"], seed=1).json()
        link = links["seats"][0]["link"]
        assert server.post(f"/api{link}/choose", ply=0, index=2).status_code == 200
        server.view(link, 2)
        seat = Seat(browser, server.address, link)
        assert not seat.page.locator("#tab-edits").is_visible()

        edit(rules, "most_at_once: 3", "most_at_once: 4")
        seat.page.wait_for_selector(".edits .change")
        assert "constants.most_at_once" in seat.text(".edits .change")
        seat.page.wait_for_selector(".options .value:has-text('4'), .options .option:has-text('4')")

        edit(rules, "most_at_once: 4", "most_at_once: 2")
        seat.page.wait_for_selector("#app[data-ply='0'] .edits .parted")
        told = seat.text(".edits .parted")
        assert "take(number=3)" in told
        assert "red" in seat.text(".status").lower() or "your" in seat.text(".status").lower()

        line = edit(rules, "stones -= number", "stonse -= number")
        seat.page.wait_for_selector(".edits .fault.error")
        assert f"game.yaml:{line}:" in seat.text(".edits .fault.error")
        assert "stonse -= number" in seat.text(".edits .fault.error")

        edit(rules, "stonse -= number", "stones -= number")
        edit(rules, "most_at_once: 2", "most_at_once: 3")
        seat.page.wait_for_selector("#app[data-ply='2'] .edits .verdict.sound")
        seat.page.keyboard.press("Escape")
        seat.page.locator("#tab-log_label").click()
        assert seat.page.locator("#tip").count() == 1, "what was left behind by the page before is gone"
        seat.fine()
        seat.context.close()


def test_the_number_of_a_rule_that_was_edited_tells_it(browser: Any, made: Path, tmp_path: Path) -> None:
    with serving(tmp_path, "./my_game") as server:
        links = server.post("/api/tables", ruleset="my_game", seats=["human", "human"], seed=1).json()
        seat = Seat(browser, server.address, links["watch"])
        edit(made / "game.yaml", "text: Take some stones", "text: Take one stone or some")
        edit(made / "game.yaml", 'log "{me} takes {number}', 'log "{me} has taken {number}')
        seat.page.wait_for_selector(".edits .change")
        assert seat.text(".edits .change .rule") == "R-2"
        seat.page.locator(".edits .change .rule").first.click()
        seat.page.wait_for_selector("#tip:not([hidden])")
        assert seat.text("#tip").startswith("R-2")
        seat.page.locator("#tab-rules_label").click()
        seat.page.wait_for_selector(".rulebook dd:has-text('Whoever takes the last stone wins')")
        edit(made / "rulebook.yaml", "Whoever takes the last stone wins", "Who has taken the last stone wins")
        seat.page.wait_for_selector(".rulebook dd:has-text('Who has taken the last stone wins')", state="attached")
        seat.fine()
        seat.context.close()
