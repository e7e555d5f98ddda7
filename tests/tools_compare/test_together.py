"""`yupana impact` between a game in which all win or lose together and one in which they play against each other."""

from __future__ import annotations

from pathlib import Path

from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools.conftest import yupana

__all__ = ["yupana"]

TOGETHER = """\
ruleset: {name: duel, title: Duel, language: 4}
players: {min: 2, max: 2, names: [red, blue], together: true, fields: {coins: int 0..99}}
actions:
  take: {effects: me.coins += 1}
  leave: {effects: pass}
flow: [{turns: turn, times: 4}]
scoring: {winners: sum(p.coins for p in players) > 3}
"""
AGAINST = TOGETHER.replace(" together: true,", "").replace(
    "winners: sum(p.coins for p in players) > 3", "items: {coins: me.coins}"
)


def test_who_wins_is_not_compared_where_only_one_side_wins_together(tmp_path: Path, yupana: Yupana) -> None:
    (tmp_path / "old.yaml").write_text(TOGETHER, encoding="utf-8")
    (tmp_path / "new.yaml").write_text(AGAINST, encoding="utf-8")
    ran = yupana("impact", "old.yaml", "new.yaml", "--games", "4", "--workers", "1")
    told = " ".join(ran.out.split())
    assert "Under the old rules all win or lose together, under the new ones players win against each other" in told
    assert "cannot be compared, the rest can" in told
    assert "all win together" not in told
    assert "win share of" not in told
    assert "mean score" in told
