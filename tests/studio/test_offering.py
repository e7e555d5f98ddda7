"""What is offered to be measured, two runs beside each other, and marks for the margin."""

from __future__ import annotations

import asyncio
import math
import shutil
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.found import ROOT
from yupana.tests.studio.asked import Asked
from yupana.tools.page.faults import Refused
from yupana.tools.page.request_body import RequestBody
from yupana.tools.studio import processes
from yupana.tools.studio.features import FEATURES
from yupana.tools.studio.host import Host
from yupana.tools.studio.offering import compared, marked


def figure(key: str, value: float, low: float | None, high: float | None, unit: str = "share") -> dict[str, Any]:
    return {"key": key, "name": key, "unit": unit, "about": "Seats", "value": value, "low": low, "high": high}


def run(name: str, *figures: dict[str, Any], kind: str = "simulate") -> dict[str, Any]:
    return {"kind": kind, "name": name, "figures": list(figures), "lengths": [[10, 3], [12, 1]]}


def test_what_is_offered_comes_from_the_rules(tmp_path: Path) -> None:
    folder = tmp_path / "cargo_empire"
    shutil.copytree(ROOT / "rulesets" / "cargo_empire", folder)
    offer = Asked(folder).ask("measure/offer")
    assert offer["players"] == {"least": 1, "most": 5, "usual": 2}
    rounds = next(each for each in offer["constants"] if each["name"] == "rounds_per_game")
    assert (rounds["value"], rounds["range"]) == (3, "2..4")
    assert rounds["title"] == "Rounds per game"
    assert offer["examples"] > 50
    before = offer["texts"]
    path = folder / "game.yaml"
    path.write_text(path.read_text().replace("rounds_per_game: {value: 3", "rounds_per_game: {value: 4"))
    assert Asked(folder).ask("measure/offer")["texts"] != before


def test_a_difference_has_the_interval_of_two_that_know_nothing_of_each_other() -> None:
    one, other = figure("a", 0.4, 0.3, 0.5), figure("a", 0.7, 0.6, 0.8)
    row = compared(run("x", one), run("y", other))["rows"][0]
    half = math.hypot(0.1, 0.1)
    assert row["value"] == pytest.approx(0.3)
    assert row["low"] == pytest.approx(0.3 - half)
    assert row["high"] == pytest.approx(0.3 + half)
    assert row["seen"]
    near = compared(run("x", one), run("y", figure("a", 0.45, 0.35, 0.55)))
    assert not near["rows"][0]["seen"]
    assert near["seen"] == 0


def test_what_only_one_run_has_is_left_out_and_what_has_no_interval_is_not_seen_to_differ() -> None:
    one, other = figure("a", 1, None, None), figure("a", 9, None, None)
    found = compared(run("x", one, figure("b", 0.5, 0.4, 0.6)), run("x", other))
    assert [each["key"] for each in found["rows"]] == ["a"]
    assert found["left"] == 1
    assert not found["rows"][0]["seen"]
    assert found["names"] == ["x (1)", "x (2)"]
    sides = {row["side"] for plot in found["plots"] for row in plot["spec"]["data"]["values"]}
    assert sides == {"x (1)", "x (2)"}


@pytest.mark.parametrize("bad", [None, 1, "x", {}, {"figures": 1}, {"kind": "balance", "figures": []}])
def test_what_is_no_run_of_the_same_kind_is_refused(bad: Any) -> None:
    with pytest.raises(Refused):
        compared(run("x", figure("a", 1, 0, 2)), bad)


def test_figures_that_are_none_are_left_out() -> None:
    found = compared({**run("x"), "figures": [{"key": "a"}, 1, figure("b", 10**400, 1, 2)]}, run("y"))
    assert found["rows"] == []


def result(line: int, outcome: str, **more: Any) -> dict[str, Any]:
    return {"file": "game.yaml", "line": line, "outcome": outcome, "what": "1 instead of 2", "accepted": "", **more}


def test_lines_are_marked_by_what_is_noticed_there() -> None:
    marks = marked([
        result(3, "noticed"), result(3, "endless"), result(5, "noticed"), result(5, "missed"), result(7, "missed"),
        result(9, "missed", accepted="It is a safeguard."), result(11, "same"), result(12, "refused"),
    ])["files"]["game.yaml"]  # fmt: skip
    assert [(each["line"], each["band"], each["breaks"], each["missed"]) for each in marks] == [
        (3, "whole", 2, 0), (5, "fair", 2, 1), (7, "weak", 1, 1), (9, "whole", 1, 0),
    ]  # fmt: skip
    assert marks[2]["told"] == ["1 instead of 2"]
    for bad in (None, 1, [1], [{"file": "x"}]):
        with pytest.raises(Refused):
            marked(bad)


def test_marks_are_told_and_grow_old(tmp_path: Path) -> None:
    folder = tmp_path / "tic_tac_toe"
    shutil.copytree(ROOT / "rulesets" / "tic_tac_toe", folder)

    async def whole() -> None:
        told: list[Any] = []
        host = Host(folder, lambda event, data: told.append(data) if event == "proof" else None, *FEATURES,
                    processes.register)  # fmt: skip
        assert (await host.ask("proof/marks", RequestBody({})))["files"] == {}
        await host.ask("work/begin", RequestBody({"name": "strength", "params": {"target": ".", "sample": 8}}))
        for _ in range(4_000):
            if told:
                break
            await asyncio.sleep(0.01)
        assert not told[0]["old"]
        assert list(told[0]["files"]) == ["game.yaml"]
        host.say_changed("game.yaml")
        assert told[1]["old"]
        assert (await host.ask("proof/marks", RequestBody({})))["old"]
        host.end()

    asyncio.run(whole())
