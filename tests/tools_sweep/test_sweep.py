"""`yupana sweep`: every point is played with its own values, for any number of workers and after an interruption."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.tools.command_line import Process, Yupana
from yupana.tests.tools.conftest import process as process

SWEEP = ("sweep", "steps.yaml", "--vary", "goal=6..18..6", "--vary", "head_start=0,5", "--games", "40", "--seed", "3")


def _figures(document: dict[str, Any], name: str) -> list[float]:
    return [each["figures"][name]["value"] for each in document["points"]]


def test_values_have_their_effect(yupana: Yupana, steps: Path) -> None:
    ran = yupana(*SWEEP, "--json")
    assert ran.code == 0, ran.err
    found = ran.document
    assert [each["values"] for each in found["points"]] == [
        ["6", "0"], ["6", "5"], ["12", "0"], ["12", "5"], ["18", "0"], ["18", "5"],
    ]  # fmt: skip
    length, first = _figures(found, "length"), _figures(found, "first_player")
    assert length[0] < length[2] < length[4]
    assert first[1] == 1.0 and first[5] > first[4]  # noqa: PT018 - five of six steps ahead wins at once
    assert all(each["figures"]["length"]["low"] <= each["figures"]["length"]["value"] for each in found["points"])


def test_the_same_as_an_overlay_by_hand(yupana: Yupana, steps: Path, tmp_path: Path) -> None:
    swept = yupana("sweep", "steps.yaml", "--vary", "goal=18", "--games", "60", "--json").document
    (tmp_path / "far.yaml").write_text("""
ruleset: {name: far, title: Far, language: 4, extends: steps}
change: {constants: {goal: {value: 18}}}
""")
    played = yupana("simulate", "steps.yaml+./far.yaml", "--games", "60", "--json").document
    assert abs(played["length"]["mean"] - _figures(swept, "length")[0]) < 0.001
    assert abs(played["seats"][0]["win_share"] - _figures(swept, "first_player")[0]) < 0.00001


@pytest.mark.parametrize("target", ["steps.yaml+./far.yaml", "far.yaml"])
def test_the_number_that_the_variant_itself_sets(yupana: Yupana, steps: Path, tmp_path: Path, target: str) -> None:
    """A point lies above the variant that is swept, and what it keeps is an overlay of that variant."""
    (tmp_path / "far.yaml").write_text("""
ruleset: {name: far, title: Far, language: 4, extends: steps}
change: {constants: {goal: {value: 18}}}
""")
    run = ("--vary", "goal=6..18..6", "--games", "20", "--json")
    swept = yupana("sweep", target, *run, "--into", "kept")
    assert (swept.code, swept.err) == (0, "")
    assert swept.document["points"] == yupana("sweep", "steps.yaml", *run).document["points"]
    assert "extends: \"steps+far\"" in (tmp_path / "kept" / "point-1.yaml").read_text()


def test_any_number_of_workers(yupana: Yupana, steps: Path) -> None:
    assert yupana(*SWEEP, "--json").out == yupana(*SWEEP, "--workers", "2", "--json").out


def test_wishes_rank_the_points(yupana: Yupana, steps: Path) -> None:
    ran = yupana(*SWEEP, "--wish", "seat_advantage<0.2", "--wish", "length~23", "--json")
    found = ran.document
    best = found["points"][found["best"][0]["point"] - 1]
    assert best["values"] == ["18", "0"]
    assert found["best"][0]["missed"] == 0
    told = yupana(*SWEEP, "--wish", "seat_advantage<0.2", "--wish", "length~23").out
    assert "The nearest to seat_advantage<0.2 and length~23 first" in told


def test_the_measures_are_those_of_balance(yupana: Yupana, steps: Path) -> None:
    """Of the same games they have the same names and values."""
    run = ("--games", "30", "--seed", "4", "--json")
    swept = yupana("sweep", "steps.yaml", "--vary", "goal=12", "--measures", "all", *run).document
    judged = yupana("balance", "steps.yaml", "--bots", "random", "--only-games", *run).document["ruleset"]
    expected = {each["key"]: each["mean"]["value"] for each in judged["measures"]}
    found = {key: each["value"] for key, each in swept["points"][0]["figures"].items()}
    assert found == expected
    assert {"length", "first_player", "seat_advantage", "drama", "lead_changes", "branching"} <= set(found)
    assert swept["worth"] == judged["worth"]
    assert [each["told"] for each in swept["measures"]] == [each["told"] for each in judged["measures"]]


def test_what_needs_a_look_at_every_decision_is_taken_when_it_is_asked_for(yupana: Yupana, steps: Path) -> None:
    run = ("sweep", "steps.yaml", "--vary", "goal=6,12", "--games", "20", "--json")
    quick = yupana(*run).document["points"][0]["figures"]
    assert "branching" not in quick
    for asked in (["--wish", "branching<3"], ["--wish", "Branching < 3"], ["--measures", "turns,branching"]):
        closer = yupana(*run, *asked).document["points"][0]["figures"]
        assert closer["branching"]["value"] == 2
        assert "drama" not in closer
        assert {key: closer[key] for key in quick} == quick
    told = yupana(*run[:-1], "--measures", "branching").out
    assert "Branching factor" in told
    assert "first_player" not in told
    wrong = yupana(*run, "--measures", "fun")
    assert (wrong.code, wrong.err.count("\n")) == (2, 1)
    assert "There are completion, first_player, seat_advantage, drawn" in wrong.err


def test_a_point_that_cannot_be_played_is_told(yupana: Yupana, steps: Path) -> None:
    ran = yupana("sweep", "steps.yaml", "--vary", "head_start=0,99", "--games", "4")
    assert ran.code == 1
    assert "point 2 (head_start = 99): " in ran.out
    again = yupana("sweep", "steps.yaml", "--vary", "actions.stop.effects=1", "--games", "4")
    assert again.code == 1
    assert "point 1 (actions.stop.effects = 1): YUP232" in again.out
    assert "Traceback" not in again.err


def test_a_sweep_is_kept_and_gone_on_with(yupana: Yupana, steps: Path, tmp_path: Path) -> None:
    whole = yupana(*SWEEP, "--into", "kept", "--json")
    assert whole.out == yupana(*SWEEP, "--json").out
    for name in ("point-2.json", "point-5.json"):
        (tmp_path / "kept" / name).unlink()
    (tmp_path / "kept" / "point-3.json").write_text("{", encoding="utf-8")
    assert yupana(*SWEEP, "--into", "kept", "--resume", "--json").out == whole.out
    assert "`--resume` goes on with it" in yupana(*SWEEP, "--into", "kept").err
    other = yupana(*SWEEP, "--bots", "first", "--into", "kept", "--resume")
    assert other.code == 2
    assert "is another one (its bots is not the same)" in other.err


def test_a_sweep_goes_on_when_only_texts_were_changed(yupana: Yupana, steps: Path) -> None:
    whole = yupana(*SWEEP, "--into", "kept", "--json").document["points"]
    text = steps.read_text(encoding="utf-8")
    steps.write_text(text.replace("title: Steps", "title: More steps") + "# a comment\n", encoding="utf-8")
    assert yupana(*SWEEP, "--into", "kept", "--resume", "--json").document["points"] == whole
    steps.write_text(text.replace("me.score += number", "me.score += 2 * number"), encoding="utf-8")
    other = yupana(*SWEEP, "--into", "kept", "--resume")
    assert other.code == 2
    assert "is another one (its rules were changed since it was begun: `actions.step` is changed)" in other.err


def test_what_is_done_is_not_played_again(yupana: Yupana, steps: Path, tmp_path: Path) -> None:
    yupana(*SWEEP, "--into", "kept")
    kept = tmp_path / "kept" / "point-1.json"
    document = json.loads(kept.read_text())
    document["figures"]["length"] = [77.0, 76.0, 78.0]
    kept.write_text(json.dumps(document))
    found = yupana(*SWEEP, "--into", "kept", "--resume", "--json").document
    assert _figures(found, "length")[0] == 77.0


def test_folders_of_others_are_left_alone(yupana: Yupana, steps: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("x")
    ran = yupana(*SWEEP, "--into", "mine")
    assert ran.code == 2
    assert "it is left alone" in ran.err
    assert [each.name for each in (tmp_path / "mine").iterdir()] == ["letter.txt"]
    assert yupana(*SWEEP, "--into", "new", "--resume").code == 2
    assert not (tmp_path / "new").exists()


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX sends them")
@pytest.mark.parametrize("sent", [pytest.param(signal.SIGINT, marks=pytest.mark.slow), signal.SIGKILL])
def test_after_an_interruption_the_result_is_the_same(
    yupana: Yupana, process: Process, steps: Path, tmp_path: Path, sent: signal.Signals
) -> None:
    line = ("sweep", "steps.yaml", "--vary", "goal=20..40", "--games", "60", "--engine", "python", "--json")
    whole = yupana(*line).out
    going = process(*line, "--into", "kept")
    end = time.monotonic() + 60
    while time.monotonic() < end and not (tmp_path / "kept" / "point-3.json").exists():
        time.sleep(0.01)
    going.send_signal(sent)
    assert going.wait(30) in (130, -signal.SIGKILL)
    done = len(list((tmp_path / "kept").glob("point-*.json")))
    assert 3 <= done < 21
    assert yupana(*line, "--into", "kept", "--resume").out == whole


@pytest.mark.slow
def test_a_page_with_plots(yupana: Yupana, steps: Path, tmp_path: Path) -> None:
    pytest.importorskip("vl_convert")
    ran = yupana(*SWEEP, "--wish", "length~20", "--report", "page.html")
    assert "The page with plots: page.html" in ran.out
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    for told in ("Duration by Goal", "Duration by Head start", "Wins of who begins", "Seats and results", "length~20"):
        assert told in page


def test_values_that_no_game_came_to_are_told(yupana: Yupana, steps: Path) -> None:
    """Points without a difference say nothing of a rule that bots never reach."""
    text = steps.read_text(encoding="utf-8").replace("constants: {goal: 12}", "constants: {goal: 12, far: 40}")
    text = text.replace("until: me.score >= goal", "until: me.score >= goal or me.score > far")
    steps.write_text(text, encoding="utf-8")
    ran = yupana("sweep", "steps.yaml", "--vary", "far=40,50", "--games", "10", "--json")
    same, never = ran.document["notes"]
    assert same == "Every game went the same way at the points 1, 2: their values made no difference."
    assert never.startswith("`me.score > far` in `flow.turn` never held: the limit is 50; random bots came to 1")
    assert never in " ".join(yupana("sweep", "steps.yaml", "--vary", "far=40,50", "--games", "10").out.split())
    assert yupana(*SWEEP, "--json").document["notes"] == []
    options = yupana("sweep", "steps.yaml", "--vary", "goal=1..2", "--games", "5", "--json").document
    assert len(options["notes"]) <= 2


def test_examples_of_other_values_do_not_keep_a_point_from_being_played(yupana: Yupana, tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text("""
ruleset: {name: cards, title: Cards, language: 4}
players: {min: 2, max: 2, names: [red, blue]}
constants: {turns: {by_players: {2: 3}}}
kinds: {Card: {start: deck, entries: {low: {count: 3}, high: {}}}}
zones: {deck: {of: Card}, hand: {of: Card, each: Player}}
actions: {take: {effects: draw 1 from deck to me.hand}}
flow: [{turns: turn, times: turns}]
scoring: {items: {cards: size(me.hand)}}
examples:
  first: {given: move low_3 to red.hand, when: [{red: take}], then: low_3 in red.hand}
""")
    line = ("sweep", str(path), "--games", "4", "--json")
    document = yupana(*line, "--vary", "kinds.Card.entries.low.count=1..2").document
    assert [each["fault"] for each in document["points"]] == ["", ""]
    assert all(each["figures"] for each in document["points"])
    document = yupana(*line, "--vary", "constants.turns.by_players.2=1..2").document
    assert [each["figures"]["length"]["value"] for each in document["points"]] == [2, 4]


def test_an_option_is_varied_or_given(yupana: Yupana, steps: Path) -> None:
    ran = yupana("sweep", str(steps), "--vary", "head_start=1..2", "--option", "head_start=3")
    assert (ran.code, ran.err) == (2, "The option `head_start` is varied: it cannot be `3` in all games.\n")
