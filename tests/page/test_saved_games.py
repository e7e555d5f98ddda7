"""What a page saves is what the rules' machine wrote, digit by digit: the terminal goes on with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.game import load
from yupana.tests.page.browsing import Seat
from yupana.tests.page.served import serving
from yupana.tests.page.test_exported import Opened
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools.conftest import yupana
from yupana.tools.page.export import exported

__all__ = ["yupana"]

SEEDS = [2**53 + 1, 2**63 - 1]
"""A browser's numbers keep 53 bits."""


def goes_on(text: str, seed: int, yupana: Yupana, folder: Path) -> None:
    """Check that a saved game is the one that was played, and that the terminal goes on with it."""
    assert load("kuhn_poker").resume(text).to_json(["human", "random"]) == text
    (folder / "saved.json").write_text(text, encoding="utf-8")
    assert f'"seed": {seed},' in text
    ran = yupana("play", "--resume", "saved.json", "--bots", "ann=random,ben=random")
    assert ran.code == 0, ran.err


@pytest.mark.parametrize("seed", SEEDS)
def test_the_served_page_saves_every_digit(browser: Any, yupana: Yupana, seed: int, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        page = browser.new_context().new_page()
        page.goto(server.address)
        page.get_by_role("button", name="Kuhn poker").click()
        page.locator("#seat1").select_option("random")
        page.fill("#seed", str(seed))
        page.locator("form button[type=submit]").click()
        page.locator(".options .option.whole").first.click()
        page.wait_for_selector("#app:not([data-ply='0'])")
        with page.expect_download() as waiting:
            page.get_by_role("button", name="Save").click()
        goes_on(Path(waiting.value.path()).read_text(encoding="utf-8"), seed, yupana, tmp_path)
        page.context.close()


@pytest.mark.parametrize("seed", SEEDS)
def test_an_exported_game_saves_every_digit(browser: Any, yupana: Yupana, seed: int, tmp_path: Path) -> None:
    (tmp_path / "game.html").write_bytes(exported("kuhn_poker"))
    opened = Opened(browser, tmp_path / "game.html")
    opened.begin("human", "random", seed=seed)
    opened.clicks(1, 1)
    text = opened.saved()
    goes_on(text, seed, yupana, tmp_path)
    opened.page.click(".home")
    opened.open(text, tmp_path)
    opened.page.wait_for_selector(".bar .buttons")
    assert opened.saved() == text
    assert opened.faults == []
    opened.context.close()


def test_the_seed_of_the_command_stands_in_the_form(browser: Any, tmp_path: Path) -> None:
    start = {"players": 2, "seed": str(2**63 - 1), "seats": ["human", "human"], "options": {}, "overlays": []}
    with serving(tmp_path, "kuhn_poker", start=start) as server:
        seat = Seat(browser, server.address, "/", ready="#seed")
        assert seat.page.input_value("#seed") == str(2**63 - 1)
        seat.page.locator("form button[type=submit]").click()
        seat.page.locator(".links a").first.click()
        seat.page.wait_for_selector("#app[data-ply]")
        table, _ = server.table("/t/" + seat.page.url.rpartition("/")[2])
        assert table.setting.seed == 2**63 - 1
        seat.context.close()
