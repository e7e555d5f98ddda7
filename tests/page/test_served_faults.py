"""Whose fault it is: a look that never ends, and a table of which something else was written down than the server did;
each is told as what it is, and all else goes on."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from yupana.interpreter.program import limits
from yupana.tests.page.served import Asking, serving
from yupana.tools.page.table import Table

DEEP = "me.gold"
for each in "pqrstu":
    DEEP = f"sum({DEEP} for {each} in Square)"
GAME = f"""\
ruleset: {{name: deep, title: Deep, language: 4}}
players: {{min: 2, max: 2, names: [a, b], fields: {{gold: int 0..99}}}}
boards: {{board: {{kind: Square, square: {{columns: 19, rows: 19}}}}}}
actions:
  go: {{text: Go, effects: me.gold += 1}}
flow:
  - turns: go
    order: players
    until: all(p.gold == 3 for p in players)
scoring: {{items: {{gold: {{points: me.gold}}}}}}
look:
  player: ["{{{DEEP}}}"]
"""


def test_a_look_that_never_ends_is_told_as_a_fault_of_the_look_and_ends_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "deep.yaml").write_text(GAME, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(limits, "WORK", limits.WORK // 20)
    with serving(tmp_path, "./deep.yaml") as server:
        made = server.post("/api/tables", ruleset="deep", seats=["human", "human"], seed=1).json()
        seats = [each["link"] for each in made["seats"]]
        told = next(server.events(seats[0]))
        assert (told[0], told[2]["fault"].partition(" (")[0]) == (
            "fault", "The look of this game has failed: this takes more steps than a rule may take"
        )  # fmt: skip
        assert "deep.yaml:" in told[2]["fault"]
        assert server.post(f"/api{seats[0]}/choose", ply=0, index=0).status_code == 200, "the rules are sound"
        assert server.get(f"/api{seats[0]}/at/0").json() == told[2]
        assert fault_of(server, seats[0]) == ""
    assert "Internal error" not in capsys.readouterr().err


def fault_of(server: Asking, link: str) -> str:
    table: Table = server.table(link)[0]
    return table.fault


DAMAGES = (
    "update tables set setting = 'x'", "update tables set setting = '{}'", "update tables set setting = '[1]'",
    "update tables set setting = json_set(setting, '$.players', 'x')",
    "update tables set setting = json_set(setting, '$.players', 3)",
    "update tables set setting = json_set(setting, '$.seats', json('[1, 2]'))",
    "update tables set setting = json_set(setting, '$.options', 7)", "update tables set ply = -1",
    "update tables set ply = 9", "update decisions set text = x'00'", "update tables set setting = x'ff'",
)  # fmt: skip


def test_a_damaged_table_is_told_as_damaged_and_others_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    links = []
    with serving(tmp_path) as server:
        for _ in range(len(DAMAGES) + 1):
            made = server.post("/api/tables", ruleset="tic_tac_toe", seats=["human", "human"], seed=1).json()
            links.append(made["seats"][0]["link"])
            assert server.post(f"/api{links[-1]}/choose", ply=0, index=0).status_code == 200
    connection = sqlite3.connect(tmp_path / "tables.sqlite")
    for number, damage in enumerate(DAMAGES, 1):
        connection.execute(f"{damage} where {'game' if 'decisions' in damage else 'id'} = {number}")
    connection.commit()
    connection.close()
    with serving(tmp_path) as server:
        for link, damage in zip(links, DAMAGES, strict=False):
            answer = server.get(f"/api{link}/about")
            assert (answer.status_code, "damaged" in answer.json()["fault"]) == (409, True), (damage, answer.text)
        assert server.view(links[-1])["ply"] == 1
    assert "Internal error" not in capsys.readouterr().err
