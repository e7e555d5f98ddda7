"""What the commands say of features: comparing, explaining, linting."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.language.test_features import GAME, OVERLAY, write
from yupana.tests.tools.command_line import Yupana


def test_a_comparison_tells_of_them_and_that_nothing_plays_differently(tmp_path: Path, yupana: Yupana) -> None:
    write(tmp_path)
    (tmp_path / "other.yaml").write_text(OVERLAY, encoding="utf-8")
    told = yupana("diff", str(tmp_path / "pots.yaml"), str(tmp_path / "other.yaml"))
    assert "Features" in told.out
    assert "features.last" in told.out
    document = yupana("impact", str(tmp_path / "pots.yaml"), str(tmp_path / "other.yaml"), "--games", "2", "--json")
    assert document.code == 0
    explained = yupana("explain", str(tmp_path / "pots.yaml"), "features.card")
    assert "What my card is worth" in explained.out


@pytest.mark.parametrize("used", ["features: {a: unused_here(me)}\n", ""])
def test_what_a_feature_uses_is_used(tmp_path: Path, yupana: Yupana, used: str) -> None:
    path = tmp_path / "pots.yaml"
    text = GAME.replace("functions:\n", "functions:\n  unused_here: {of: {p: Player}, is: p.money}\n")
    path.write_text(text + used, encoding="utf-8")
    told = yupana("lint", str(path)).out
    assert ("unused_here" in told) == (used == "")
