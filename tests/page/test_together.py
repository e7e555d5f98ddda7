"""A game that all win or lose together, as a page says it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from yupana.tests.page.browsing import Seat
from yupana.tests.page.served import serving
from yupana.tests.tools.test_cli_together import PULL


@pytest.mark.parametrize(("option", "words"), [("let_go", "All lose together."), ("all_in", "All win together.")])
def test_all_win_or_lose_and_nobody_is_out_of_the_game(browser: Any, tmp_path: Path, option: str, words: str) -> None:
    rules = tmp_path / "pull.yaml"
    rules.write_text(PULL.replace("when: pulled > 3, ", ""), encoding="utf-8")
    with serving(tmp_path, str(rules)) as server:
        made = server.post("/api/tables", ruleset="pull", players=2, seed=1).json()
        link = made["seats"][0]["link"]
        index = server.options(link).index(option)
        assert server.post(f"/api{link}/choose", ply=0, index=index).status_code == 200
        for wide in (1280, 390):
            seat = Seat(browser, server.address, link, wide=wide)
            assert seat.text(".outcome h2") == words
            assert seat.count(".player") == 2
            assert "out of the game" not in seat.text("body")
            assert seat.page.evaluate("document.documentElement.scrollWidth") <= wide
            assert seat.errors == []
            seat.context.close()
