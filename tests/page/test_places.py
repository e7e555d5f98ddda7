"""The places of the players at the end of a game, as a page says them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from yupana.tests.page.browsing import Seat
from yupana.tests.page.served import serving

PRIZES = """\
ruleset: {name: prizes, title: Prizes, language: 4}
players: {min: 2, max: 4, names: [red, blue, green, grey], fields: {prizes: int 0..9}}
actions: {share: {effects: "for p in players: p.prizes = 3 if number(p) < 2 else 1\\nend game"}}
flow: [{turns: turn}]
scoring: {items: {prizes: me.prizes}}
"""


@pytest.mark.parametrize(("players", "told"), [(4, ["1", "1", "3", "3"]), (2, [])])
def test_places_are_told_where_more_than_two_play(browser: Any, tmp_path: Path, players: int, told: list[str]) -> None:
    (tmp_path / "prizes.yaml").write_text(PRIZES, encoding="utf-8")
    with serving(tmp_path, str(tmp_path / "prizes.yaml")) as server:
        made = server.post("/api/tables", ruleset="prizes", players=players, seed=1).json()
        link = made["seats"][0]["link"]
        seat = Seat(browser, server.address, link, wide=1280)
        assert server.post(f"/api{link}/choose", ply=0, index=0).status_code == 200
        seat.page.wait_for_selector(".outcome")
        assert seat.page.locator(".scores .place td").all_inner_texts() == told
        assert seat.errors == []
        seat.context.close()


PAIRS = """\
ruleset: {name: pairs, title: Pairs, language: 4}
enums: {Side: [us, them]}
players:
  min: 4
  max: 4
  seats: {red: {side: us}, blue: {side: them}, green: {side: us}, grey: {side: them}}
  attributes: {side: Side}
  teams: side
actions: {claim: {effects: win next(me)}}
flow: [{turns: turn}]
"""


def test_a_team_wins(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "pairs.yaml").write_text(PAIRS, encoding="utf-8")
    with serving(tmp_path, str(tmp_path / "pairs.yaml")) as server:
        made = server.post("/api/tables", ruleset="pairs", players=4, seed=1).json()
        link = made["seats"][0]["link"]
        seat = Seat(browser, server.address, link, wide=1280)
        assert server.post(f"/api{link}/choose", ply=0, index=0).status_code == 200
        seat.page.wait_for_selector(".outcome")
        assert seat.text(".outcome h2") == "Team Them wins."
        assert server.view(link)["result"]["winners"] == ["blue", "grey"]
        assert seat.errors == []
        seat.context.close()
