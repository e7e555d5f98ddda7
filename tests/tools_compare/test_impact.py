"""`yupana impact`: what it finds out about single edits of a small game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_compare.conftest import Files
from yupana.tools.compare.measuring import Meter
from yupana.tools.simulation.playouts import Plan

_FEW = ("--games", "12", "--replays", "3", "--seed", "5")


def _found(yupana: Yupana, *words: str) -> Any:
    ran = yupana("impact", "old.yaml", "new.yaml", *_FEW, "--json", *words)
    assert ran.code == 0, ran.err
    return ran.document


def _rows(document: Any, heading: str) -> dict[str, Any]:
    (table,) = (rows for name, rows in document["play"]["tables"].items() if name.startswith(heading))
    return {row["name"]: row for row in table}


# ---------------------------------------------------------------- nothing that plays


RENAMED = (("sell", "trade"), ("rye_sack", "rye_bag"), ("sold", "market"))


@pytest.mark.parametrize("edits", [(), RENAMED], ids=["nothing", "names"])
def test_what_only_looks_different_plays_the_same(
    yupana: Yupana, files: Files, edits: tuple[tuple[str, str], ...]
) -> None:
    files(*edits)
    document = _found(yupana)
    assert document["examples"]["holds"] == 3
    assert document["replays"]["same"] == document["replays"]["games"] == 3
    assert document["play"]["seen"] == []
    everything = [row for rows in document["play"]["tables"].values() for row in rows]
    assert all(row["difference"]["exact"] and row["difference"]["value"] == 0 for row in everything)


# ---------------------------------------------------------------- examples


def test_an_example_that_fails_says_why_and_what_concerns_it(yupana: Yupana, files: Files) -> None:
    files(("fee: 1", "fee: 4"))
    document = _found(yupana)
    assert (document["examples"]["holds"], document["examples"]["fails"]) == (2, 1)
    (failed,) = (each for each in document["examples"]["results"] if each["verdict"] == "fails")
    assert failed["name"] == "a_fee_is_paid"
    assert "fetch" in failed["message"]
    assert (failed["held_before"], failed["now"], failed["rules"]) == (True, "kept", ["M-2"])
    assert failed["changes"] == ["constants.fee"]


def test_an_example_whose_names_are_gone_cannot_be_compiled(yupana: Yupana, files: Files) -> None:
    files(("  first_coins: {value: 3, source: M-1}\n", ""), ("first_coins", "3"))
    document = _found(yupana)
    verdicts = {each["name"]: each["verdict"] for each in document["examples"]["results"]}
    assert verdicts == {
        "selling_pays": "holds",
        "a_fee_is_paid": "cannot be compiled",
        "idle_is_free": "cannot be compiled",
    }
    assert "YUP" in document["examples"]["results"][1]["message"]


# ---------------------------------------------------------------- old games


def test_an_option_that_is_gone_is_explained_by_its_condition(yupana: Yupana, files: Files) -> None:
    files(("size(pile) > 0", "size(pile) > 8"))
    for replayed in _found(yupana)["replays"]["results"]:
        assert replayed["parting"] == "options"
        assert replayed["reason"].startswith("`size(pile) > 8` does not hold")
        assert replayed["changes"] == ["actions.fetch"]
        assert replayed["rules"] == ["M-2"]
        assert 1 < replayed["at"] <= replayed["decisions"]


def test_an_option_that_is_new_is_explained_by_the_old_condition(yupana: Yupana, files: Files) -> None:
    files(("when: size(pile) > 0", "when: true"), ("fee: 1", "fee: 0"))
    replayed = [each for each in _found(yupana)["replays"]["results"] if each["parting"] == "options"]
    for each in replayed:
        assert each["reason"].startswith("Under the old rules it was not offered")


def test_a_decision_that_is_no_longer_legal_is_found_behind_other_options(yupana: Yupana, files: Files) -> None:
    files(
        ("idle: {effects: pass}", "idle: {when: pot > 2, effects: pass}\n  nap: {effects: pass}"),
        ("- red: idle", "- red: nap"),
    )
    results = _found(yupana)["replays"]["results"]
    assert all(each["parting"] == "options" for each in results)
    told = [sentence for each in results for sentence in each["also"]]
    assert any("`idle` is no longer legal, because `pot > 2` does not hold" in each for each in told)


def test_another_score_is_led_back_to_what_gives_it(yupana: Yupana, files: Files) -> None:
    files(("sacks: size(me.store)", "sacks: 2 * size(me.store)"))
    for replayed in _found(yupana)["replays"]["results"]:
        assert replayed["parting"] == "score"
        assert "(from sacks)" in replayed["why"]
        assert replayed["changes"] == ["scoring.items.sacks"]
        assert replayed["rules"] == ["M-3"]


def test_an_earlier_end_is_told(yupana: Yupana, files: Files) -> None:
    files(("{2: 5, 3: 4}", "{2: 3, 3: 4}"))
    document = _found(yupana)
    for replayed in document["replays"]["results"]:
        assert (replayed["parting"], replayed["at"], replayed["decisions"]) == ("end", 7, 10)
        assert replayed["changes"] == ["constants.most_rounds"]
    length = _rows(document, "Length")
    assert length["decisions"]["difference"] == {"value": -4.0, "low": -4.0, "high": -4.0, "exact": True}
    assert (length["repetitions of season"]["old"], length["repetitions of season"]["new"]) == (5, 3)


def test_a_rule_that_fails_on_the_way_is_told(yupana: Yupana, files: Files) -> None:
    files(("me.sold += 1", 'if me.sold > 0: fail "too many"\n      me.sold += 1'))
    document = _found(yupana)
    assert {each["parting"] for each in document["replays"]["results"]} <= {"fault", "none"}
    faults = document["play"]["faults"]
    assert faults["old"] == []
    assert faults["new"]
    assert "too many" in faults["new"][0]
    assert document["play"]["pairs"] == 12 - len(faults["new"])


def test_records_in_a_folder_are_replayed(yupana: Yupana, files: Files, tmp_path: Path) -> None:
    files(("fee: 1", "fee: 2"))
    kept = tmp_path / "kept"
    kept.mkdir()
    decisions = ["red: fetch", "blue: idle", "idle"]
    record = {"ruleset": "mill", "players": 2, "seed": 3, "options": {}, "decisions": decisions, "outcome": {}}
    (kept / "a.json").write_text(json.dumps(record), encoding="utf-8")
    (kept / "b.json").write_text("{}", encoding="utf-8")
    document = _found(yupana, "--recorded", "kept", "--replays", "0")
    (replayed,) = document["replays"]["results"]
    assert (replayed["game"], replayed["fresh"], replayed["decisions"]) == ("a.json", False, 3)
    assert (replayed["parting"], replayed["at"]) == ("score", 2)
    assert document["notes"] == ["b.json is no recorded game"]
    ran = yupana("impact", "old.yaml", "new.yaml", "--recorded", "nowhere")
    assert (ran.code, ran.out) == (2, "")


def test_a_game_that_cannot_be_started_any_more(yupana: Yupana, files: Files, tmp_path: Path) -> None:
    files(("max: 3", "max: 2"))
    (tmp_path / "three.json").write_text(
        json.dumps({"ruleset": "mill", "players": 3, "seed": 1, "options": {}, "decisions": ["red: idle"]}),
        encoding="utf-8",
    )
    (replayed,) = _found(yupana, "--recorded", ".", "--replays", "0")["replays"]["results"]
    assert replayed["parting"] == "start"
    assert replayed["changes"] == ["players"]


# ---------------------------------------------------------------- playouts


@pytest.mark.slow
def test_the_same_seed_gives_the_same_document(yupana: Yupana, files: Files) -> None:
    files(("fee: 1", "fee: 2"))
    assert _found(yupana) == _found(yupana)
    assert _found(yupana, "--workers", "2") == _found(yupana)
    assert _found(yupana, "--seed", "6") != _found(yupana)


def test_what_is_used_and_how_often_is_compared(yupana: Yupana, files: Files) -> None:
    files(
        ("idle: {effects: pass}", "nap: {effects: pass}\n  rest: {effects: me.coins += 1}"), ("red: idle", "red: nap")
    )
    document = _found(yupana)
    actions = _rows(document, "Actions")
    assert actions["rest"]["old"] == 0
    assert actions["rest"]["seen"]
    assert "idle" not in actions, "what is renamed goes by its new name"
    assert actions["nap"]["old"] > 0
    assert set(_rows(document, "Components")) == {"Sack rye_sack", "Sack oat_sack"}
    assert set(_rows(document, "How games end")) == {"times of season"}
    seats = document["play"]["seats"]
    assert [each["seat"] for each in seats] == ["red", "blue"]
    assert sum(each["wins"]["new"] for each in seats) == pytest.approx(1, abs=1e-4)


def test_how_a_game_ends_is_told_apart(yupana: Yupana, files: Files) -> None:
    files(
        ("times: most_rounds", "times: most_rounds\n    until: any(p.sold > 1 for p in players)"),
        ("idle: {effects: pass}", "idle:\n    effects: |\n      if season == 4: end game"),
    )
    ends = _rows(_found(yupana, "--games", "40"), "How games end")
    assert ends["times of season"]["old"] == 1
    assert ends["until of season"]["new"] > 0
    assert ends["an effect of actions.idle"]["new"] > 0
    assert sum(row["new"] for row in ends.values()) == pytest.approx(1, abs=1e-4)


def test_all_engines_find_the_same(yupana: Yupana, files: Files) -> None:
    files(("fee: 1", "fee: 2"))
    found = [_found(yupana, "--engine", engine) for engine in ("python", "native")]
    assert found[0]["play"]["seen"]
    assert found[0] == found[1]


def test_draws_and_wins_alone_are_told_apart_from_shares(yupana: Yupana) -> None:
    ran = yupana("impact", "tic_tac_toe", "tic_tac_toe", "--games", "40", "--replays", "0", "--json")
    play = ran.document["play"]
    out = {row["name"]: row["old"] for row in play["tables"]["How games come out"]}
    assert set(out) == {"one player wins", "a draw"}
    assert 0 < out["a draw"] < 1
    assert sum(out.values()) == pytest.approx(1)
    assert sum(seat["wins_alone"]["old"] for seat in play["seats"]) == pytest.approx(out["one player wins"])
    assert sum(seat["wins"]["old"] for seat in play["seats"]) == pytest.approx(1)


def test_an_end_that_asks_whose_turn_it_is_is_told_as_it_happened(yupana: Yupana, tmp_path: Path) -> None:
    text = "ruleset: {name: race, title: Race}\nplayers: {min: 2, max: 2, names: [red, blue], fields: {n: int 0..99}}\n"
    text += "actions: {go: {parameters: {n: {in: 1..3}}, effects: me.n += n}}\nflow: [{turns: turn, until: me.n > 9}]\n"
    (tmp_path / "race.yaml").write_text(text, encoding="utf-8")
    ran = yupana("impact", "race.yaml", "race.yaml", "--games", "20", "--replays", "0", "--json")
    assert {name: row["old"] for name, row in _rows(ran.document, "How games end").items()} == {"until of turn": 1}


def test_an_end_that_a_rule_says_is_told(yupana: Yupana) -> None:
    ran = yupana("impact", "tic_tac_toe", "tic_tac_toe", "--games", "20", "--replays", "0", "--json")
    assert {name: row["old"] for name, row in _rows(ran.document, "How games end").items()} == {"an effect": 1}


def test_rounds_are_counted_as_they_are_played(tmp_path: Path) -> None:
    overlay = "ruleset: {name: brief, title: Brief, extends: cuzco_feld}\n"
    overlay += "change: {constants: {rounds_per_game: {value: 4}}}\n"
    (tmp_path / "brief.yaml").write_text(overlay, encoding="utf-8")
    plan = Plan("cuzco_feld", 2, 1, 1, ("random", "random"))
    old, new = (Meter(compile_ruleset(target)).play(plan, 0) for target in ("cuzco_feld", str(tmp_path / "brief.yaml")))
    assert (old.rounds["round"], new.rounds["round"]) == (6, 4)
    assert (old.end, new.end) == ("times of round", "times of round")


LOOPS = """
ruleset: {name: loops, title: Loops, language: 2}
players: {min: 2, max: 2, names: [red, blue], fields: {n: int 0..99}}
actions:
  add: {effects: me.n += 1}
ACTION
flow:
FLOW
scoring: {items: {n: me.n}}
"""


@pytest.mark.parametrize(
    ("action", "flow", "rounds", "end"),
    [
        ("", "  - {rounds: day, times: 3, do: pass}\n  - turns: turn", {"day": 3, "turn": 2}, "times of day"),
        ("", "  - turns: turn", {"turn": 2}, "the last step"),
        (
            "",
            "  - {turns: turn, until: me.n == 2}\n  - {rounds: empty, times: 4, do: pass}",
            {"turn": 3, "empty": 4},
            "times of empty",
        ),
        (
            "  stop: {effects: end game}",
            "  - {rounds: day, times: 2, steps: [{turns: turn}]}",
            None,
            "an effect of actions.stop",
        ),
        (
            "",
            "  - phase: whole\n    steps:\n      - {rounds: day, until: day == 2, steps: [{turns: turn}]}",
            {"day": 2},
            "until of day",
        ),
    ],
    ids=["rounds without a decision", "no repetition", "two steps", "end game", "a number that is gone at the end"],
)
def test_what_brought_the_end(
    yupana: Yupana, tmp_path: Path, action: str, flow: str, rounds: dict[str, int] | None, end: str
) -> None:
    text = LOOPS.replace("ACTION", action).replace("FLOW", flow)
    (tmp_path / "loops.yaml").write_text(text, encoding="utf-8")
    ran = yupana("impact", "loops.yaml", "loops.yaml", "--games", "12", "--replays", "0", "--json")
    assert ran.code == 0, ran.err
    assert end in _rows(ran.document, "How games end")
    if rounds is not None:
        counted = {f"repetitions of {name}": number for name, number in rounds.items()}
        length = {name: row["old"] for name, row in _rows(ran.document, "Length").items()}
        assert length.items() >= counted.items()


@pytest.mark.parametrize(
    "words",
    [("--players", "4"), ("--option", "nope=1"), ("--option", "calm=true"), ("--bots", "clever"), ("-o", "x.pdf")],
)
def test_wrong_wishes_are_refused_before_anything_is_played(
    yupana: Yupana, files: Files, words: tuple[str, str]
) -> None:
    files(("default: false}", "default: false}\n  calm: {type: bool, default: true}"))
    ran = yupana("impact", "old.yaml", "new.yaml", *words)
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.strip().split("\n")) == 1


def test_people_read_the_gist(yupana: Yupana, files: Files) -> None:
    files(("size(pile) > 0", "size(pile) > 8"))
    ran = yupana("impact", "old.yaml", "new.yaml", *_FEW)
    assert ran.code == 0, ran.err
    assert ran.err == ""
    told = ("~ actions.fetch", "All 3 old examples hold", "3 × other options", "12 pairs", "made by: actions.fetch (3)")
    for words in told:
        assert words in ran.out
    files()
    assert "no difference seen in any of" in yupana("impact", "old.yaml", "new.yaml", *_FEW).out
