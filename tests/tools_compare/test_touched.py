"""Which examples a change touches: those that come out differently, and of these none that fails is left out."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.examples.running import run_examples
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_compare.conftest import Files
from yupana.tools.compare.differences import compare
from yupana.tools.compare.sides import open_sides
from yupana.tools.compare.touched import narrow, run_old_examples

EDITS = {
    "cargo_empire": [
        "constants: {draw_after_delivery: {value: 2}}",
        "constants: {hand_limit: {value: 4}}",
        "constants: {city_card_vp: {value: 6}}",
        "constants: {ships_per_leg: {value: 2}}",
        "constants: {lv3_post_vp: {value: 4}}",
        "constants: {draw_on_pass: {value: 3}}",
        "constants: {row_size: {value: 5}}",
        "kinds: {Transport: {entries: {train_card: {count: 21}}}}",
    ],
    "cuzco_kk": [
        "constants: {ap_per_turn: {value: 5}}",
        "constants: {pond_price: {value: 7}}",
        "constants: {points_per_pond: {value: 4}}",
        "constants: {card_price: {value: 2}}",
        "actions: {draw_card: {when: ponds > 90}}",
    ],
    "cuzco_feld": [
        "constants: {starting_offerings: {value: 4}}",
        "constants: {points_per_die: {value: 3}}",
        "constants: {starting_hand: {value: 1}}",
        "constants: {missions_on_board: {value: 2}}",
        "functions: {village_vp: {is: v.vp + 1}}",
        "actions: {place_priest: {parameters: {step: {if: step.pips <= strength(pips)}}}}",
    ],
    "pizarro": [
        "functions: {entry_cost: {is: 9}}",
        'functions: {price: {is: "0 if side == full else u.rp_back"}}',
        "constants: {longest_siege: {value: 99}}",
        "constants: {round_markers: {value: 3}}",
        "constants: {garrison_to_army: {value: 3}}",
        "constants: {major_size: {value: 12}}",
        "constants: {embassy_years: {value: 2}}",
    ],
}
"""Single edits of the four games."""

SAMPLE = [("cargo_empire", 3)]


def measured(folder: Path, game: str, change: str) -> tuple[int, set[str], set[str], set[str]]:
    """Of one edit: the examples in all, those it may touch, those it touches, and those that fail by it."""
    path = folder / "edit.yaml"
    path.write_text(f"ruleset: {{name: edit, title: Edit, extends: {game}}}\nchange: {{{change}}}\n", encoding="utf-8")
    with open_sides(game, str(path), programs=True) as (old, new):
        difference = compare(old.elements, new.elements, titles=False)
        may = {name for each in difference.changes for name in each.concerned.examples}
        narrow(difference, run_old_examples(old.compiled, new.compiled, difference.pairing), old.elements, new.elements)
        touched = {name for each in difference.changes for name in each.concerned.examples}
        failing = {each.name for each in run_examples(new.compiled) if not each.ok}  # nothing is changed in examples
        assert old.compiled.ruleset is not None
        return len(old.compiled.ruleset.examples), may, touched, failing


@pytest.mark.slow
@pytest.mark.parametrize(("game", "number"), SAMPLE)
def test_no_failing_example_is_left_out(tmp_path: Path, game: str, number: int) -> None:
    _, _, touched, failing = measured(tmp_path, game, EDITS[game][number])
    assert failing
    assert failing <= touched


@pytest.mark.slow
@pytest.mark.parametrize(("game", "change"), [(game, each) for game, edits in EDITS.items() for each in edits])
def test_nor_by_any_edit(tmp_path: Path, game: str, change: str) -> None:
    _, _, touched, failing = measured(tmp_path, game, change)
    assert failing <= touched


def test_examples_that_come_out_differently_are_told_apart(yupana: Yupana, files: Files) -> None:
    files(("coins += value_of(sack)", "coins += value_of(sack) + 1"))
    words = ("diff", "old.yaml", "new.yaml")
    assert "2 examples it may touch: selling_pays, a_fee_is_paid" in yupana(*words).out
    document = yupana(*words, "--run", "--json").document
    assert document["examples_run"] is True
    assert document["changes"][0]["examples"] == [], "the example does not look at coins"
    files(("fee: 1", "fee: 2"))
    assert "1 example comes out differently: a_fee_is_paid" in yupana(*words, "--run").out, (
        "it holds, with other values"
    )
    assert "1 example comes out differently: `a_fee_is_paid`" in yupana(*words, "--run", "--markdown").out


def test_an_example_that_no_use_leads_to_is_found(yupana: Yupana, files: Files) -> None:
    files(("  - pot = free_visits\n", '  - pot = free_visits\n  - do: "for p in players: p.coins += 1"\n'))
    changes = yupana("diff", "old.yaml", "new.yaml", "--run", "--json").document["changes"]
    assert changes[0]["examples"] == ["a_fee_is_paid", "idle_is_free"]


def test_words_and_what_is_unused_touch_none(yupana: Yupana, files: Files) -> None:
    files(("value_of(s) > 3 and", "value_of(s) > 4 and"), ("text: Take a sack", "text: Take one sack"))
    changes = yupana("diff", "old.yaml", "new.yaml", "--run", "--json").document["changes"]
    assert [each["examples"] for each in changes] == [[], []]
