"""A table from its set-up to the first decisions, asked as a browser asks."""

from __future__ import annotations

from pathlib import Path

from yupana.tests.page.served import serving


def test_a_person_and_a_bot_play(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        made = server.post("/api/tables", ruleset="tic_tac_toe", seats=["human", "random"], seed=3).json()
        assert [each["bot"] for each in made["seats"]] == [None, "random"]
        seat = made["seats"][0]["link"]
        assert server.post(f"/api{seat}/choose", ply=0, index=4).status_code == 200
        view = server.view(seat, ply=2)
        assert any(view["picture"]["boards"]["grid"]["b2"])
        assert view["decision"]["mine"]
        assert len(view["decision"]["options"]) == 7
        assert server.view(made["watch"], ply=2)["decision"]["mine"] is False
