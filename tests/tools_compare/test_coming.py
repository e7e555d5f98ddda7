"""`yupana impact` says what of what is new no game came to, since numbers say nothing of that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_compare.conftest import Files
from yupana.tests.tools_compare.small import edited

RUN = ("impact", "old.yaml", "new.yaml", "--games", "12", "--replays", "0", "--seed", "5")
UNTIL = ("    times: most_rounds\n", "    times: most_rounds\n    until: {}\n")


def _until(condition: str) -> tuple[str, str]:
    return UNTIL[0], UNTIL[1].format(condition)


def _play(yupana: Yupana, *words: str) -> Any:
    ran = yupana(*RUN, "--json", *words)
    assert ran.code == 0, ran.err
    return ran.document["play"]


def _conditions(yupana: Yupana, *words: str) -> dict[str, Any]:
    return {each["condition"]: each for each in _play(yupana, *words)["conditions"]}


def test_an_end_that_no_game_comes_to_is_told(yupana: Yupana, files: Files) -> None:
    files(_until("max(size(p.store) for p in players) >= 9"))
    told = yupana(*RUN).out
    assert "Of what is new, 1 never came up: of that these numbers say nothing." in told
    assert (
        "`max(size(p.store) for p in players) >= 9` in `flow.season` never held: the limit is 9; random bots came to"
        in (" ".join(told.split()))
    )
    (found,) = _conditions(yupana).values()
    assert (found["path"], found["games"], found["of"], found["needs"]) == ("flow.season", 0, 12, 9)
    assert 0 < found["mean"] <= found["nearest"] < 9


@pytest.mark.slow
def test_an_end_that_games_come_to_is_counted(yupana: Yupana, files: Files) -> None:
    files(_until("any(p.sold > 0 for p in players) or pot >= 700"))
    found = _conditions(yupana)
    assert 0 < found["any(p.sold > 0 for p in players)"]["games"] <= 12
    assert (found["pot >= 700"]["games"], found["pot >= 700"]["nearest"]) == (0, 0)
    assert "never held" in yupana(*RUN).out
    files(_until("any(p.sold > 0 for p in players)"))
    assert "never" not in yupana(*RUN).out.partition("How it plays")[2].partition("Bots play worse")[0]


@pytest.mark.parametrize(
    ("condition", "least"), [("size(pile) < 1", True), ("1 > size(pile)", True), ("12 <= size(pile)", False)]
)
def test_how_near_the_games_came_whichever_side_the_limit_is_on(
    yupana: Yupana, files: Files, condition: str, least: bool
) -> None:
    files(_until(condition))
    (found,) = _conditions(yupana).values()
    assert found["number"] == "size(pile)"
    assert 1 <= found["nearest"] <= found["mean"] if least else found["mean"] <= found["nearest"] <= 10


def test_a_condition_in_which_a_changed_constant_stands(yupana: Yupana, files: Files, tmp_path: Path) -> None:
    goal = ("  fee: 1\n", "  fee: 1\n  goal: {}\n")
    condition = _until("max(p.sold for p in players) >= goal")
    files((goal[0], goal[1].format(40)), condition, old=edited((goal[0], goal[1].format(30)), condition))
    (found,) = _conditions(yupana).values()
    assert (found["condition"], found["games"], found["needs"]) == ("max(p.sold for p in players) >= goal", 0, 40)
    assert 0 < found["nearest"] < 30


def test_what_is_carried_out_is_counted_by_games(yupana: Yupana, files: Files) -> None:
    files(
        (
            "  idle: {effects: pass}",
            "  idle: {effects: pass}\n  tip: {effects: do pay(0)}\n  dream: {when: pot > 500, effects: pass}",
        ),
        ("      pot += n", "      pot += n + 0"),
    )
    play = _play(yupana)
    reached = {each["path"]: each["games"] for each in play["reached"]}
    assert reached["actions.dream"] == 0
    assert reached["actions.tip"] > 0
    assert reached["procedures.pay"] == reached["actions.tip"]
    assert "`actions.dream` was never carried out in 12 games by random bots." in " ".join(yupana(*RUN).out.split())
    assert _play(yupana, "--workers", "2") == play == _play(yupana, "--engine", "python")


def test_the_report_tells_of_all_that_is_new(yupana: Yupana, files: Files, tmp_path: Path) -> None:
    files(_until("any(p.sold > 0 for p in players) or pot >= 700"))
    assert yupana(*RUN, "-o", "report.md").code == 0
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "What is new" in text
    assert "0 of 12" in text
    assert "`pot >= 700` in `flow.season` never held" in text.replace("**", "")
