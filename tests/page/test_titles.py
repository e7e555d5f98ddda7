"""Games of one title are told apart wherever people choose among them: by who made them, and by no identifier."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from yupana.tests.found import shipped
from yupana.tests.page.browsing import Seat
from yupana.tests.page.served import Asking, serving
from yupana.tests.page.test_browser import table
from yupana.tools.page.export import exported
from yupana.tools.page.titles import told_apart

GAME = """
ruleset: {name: tag, title: "Tag & Co", designer: Ada, language: 4}
players: {min: 1, max: 1, names: [red]}
actions: {wait: {effects: pass}}
flow: [{turns: turn, times: 1}]
"""


def test_what_tells_rulesets_of_one_title_apart() -> None:
    assert told_apart([("Cuzco", "Feld", "1.0", "a"), ("Cuzco", "Kramer", "1.0", "b"), ("Go", "", "1.0", "c")]) == [
        "Feld",
        "Kramer",
        "",
    ]
    assert told_apart([("Go", "", "1.0", "a"), ("Go", "", "1.1", "b")]) == ["1.0", "1.1"]
    assert told_apart([("Go", "Ada", "1.0", "a"), ("Go", "Ada", "1.0", "./a"), ("Go", "Ada", "2", "b")]) == [
        "Ada, a",
        "Ada, ./a",
        "Ada, 2",
    ]


def test_the_first_page_says_who_made_a_game_and_no_identifier(browser: Any, server: Asking) -> None:
    seat = Seat(browser, server.address, "/", ready=".games .game")
    games = seat.page.locator(".game").all_inner_texts()
    assert len(games) == len(set(games))
    assert sorted(each.split("\n")[:2] for each in games if each.startswith("Cuzco")) == [
        ["Cuzco", "Stefan Feld"],
        ["Cuzco", "Wolfgang Kramer and Michael Kiesling"],
    ]
    identifiers = {each for each in shipped() if "_" in each}
    assert not identifiers & set(re.findall(r"\w+", " ".join(games)))
    seat.page.locator(".filter").fill("kiesling")
    assert seat.count(".game") == 1
    seat.page.locator(".game").click()
    seat.page.wait_for_selector("form h2")
    assert seat.text("form .by") == "Wolfgang Kramer and Michael Kiesling"
    seat.fine()
    seat.context.close()


def test_a_table_and_a_file_are_called_after_both(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "tag.yaml"
    file.write_text(GAME, encoding="utf-8")
    assert b"<title>Tag &amp; Co (Ada)</title>" in exported(str(file))
    with serving(tmp_path, str(file)) as server:
        seat = Seat(browser, server.address, table(server, "tag", "human")["seats"][0]["link"])
        assert "Tag & Co (Ada)" in seat.page.title()
        seat.page.click(".home")
        seat.page.wait_for_selector(".mytables li")
        assert seat.text(".mytables b") == "Tag & Co (Ada)"
        seat.fine()
        seat.context.close()
