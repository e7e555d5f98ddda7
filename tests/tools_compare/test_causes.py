"""Which change makes a difference: rulesets with changes whose true effect is known, for all four games."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from yupana.interpreter.game import Game
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_compare.conftest import Files
from yupana.tests.tools_compare.small import edited
from yupana.tools.compare.between import Between
from yupana.tools.compare.differences import compare
from yupana.tools.compare.recorded import fresh_game
from yupana.tools.compare.replaying import Replayed, Replayer
from yupana.tools.compare.sides import open_sides


@dataclass(frozen=True)
class Known:
    """An edit of a game: what is laid over it, the changes that make games part, and the innocent ones beside them."""

    game: str
    overlay: str
    guilty: frozenset[str] = frozenset()
    innocent: frozenset[str] = frozenset()
    replays: int = 2


def _known(game: str, overlay: str, guilty: str = "", innocent: str = "", replays: int = 2) -> Known:
    return Known(game, overlay, frozenset(guilty.split()), frozenset(innocent.split()), replays)


KNOWN = {
    # Cargo Empire: the finding's case is the first
    "cargo, an unused field beside a draw": _known(
        "cargo_empire",
        "state: {mood: int 0..9}\nchange: {constants: {draw_after_delivery: {value: 2}}}",
        "constants.draw_after_delivery",
        "state.mood",
    ),
    "cargo, a card fewer": _known(
        "cargo_empire",
        "change: {kinds: {Transport: {entries: {train_card: {count: 21}}}}}",
        "kinds.Transport.entries.train_card",
    ),
    "cargo, an unused function beside a hand limit": _known(
        "cargo_empire",
        "functions: {spare: {is: size(players)}}\nchange: {constants: {hand_limit: {value: 4}}}",
        "constants.hand_limit",
        "functions.spare",
        4,
    ),
    "cargo, points of a card and a text": _known(
        "cargo_empire",
        "change: {constants: {city_card_vp: {value: 6}}, actions: {deliver: {text: Deliver something}}}",
        "constants.city_card_vp",
        "actions.deliver",
    ),
    # Cuzco by Kramer and Kiesling
    "kk, AP and an unused constant": _known(
        "cuzco_kk",
        "constants: {spare: 3}\nchange: {constants: {ap_per_turn: {value: 5}}}",
        "constants.ap_per_turn",
        "constants.spare",
        1,
    ),
    "kk, the price of a pond": _known(
        "cuzco_kk", "change: {constants: {pond_price: {value: 7}}}", "constants.pond_price", "", 1
    ),
    "kk, an action that nobody can take and one that is gone": _known(
        "cuzco_kk",
        "actions: {dream: {when: ponds > 90, effects: me.pp += 1}}\nchange: {actions: {draw_card: {when: ponds > 90}}}",
        "actions.draw_card",
        "actions.dream",
        1,
    ),
    # Cuzco by Feld
    "feld, offerings and an unused table": _known(
        "cuzco_feld",
        "tables: {idle: {rows: {n: ['1', '2']}, cells: [1, 2]}}\nchange: {constants: {starting_offerings: {value: 4}}}",
        "constants.starting_offerings",
        "tables.idle",
    ),
    "feld, points of a die beside what says the same": _known(
        "cuzco_feld",
        "change: {constants: {points_per_die: {value: 3}}, functions: {village_vp: {is: v.vp + 0}}}",
        "constants.points_per_die",
        "functions.village_vp",
        1,
    ),
    "feld, two changes of which one shows first": _known(
        "cuzco_feld",
        "change: {constants: {starting_hand: {value: 1}, missions_on_board: {value: 2}}}",
        "constants.starting_hand",
        "constants.missions_on_board",
    ),
    "feld, a step of the temple and a function that says the same in other words": _known(
        "cuzco_feld",
        "change: {actions: {place_priest: {parameters: {step: {if: step.pips <= strength(pips)}}}},\n"
        "  functions: {village_vp: {is: v.vp + 0}}}",
        "actions.place_priest",
        "functions.village_vp",
        3,
    ),
    # Pizarro
    "pizarro, an unused procedure beside the cost of mountains": _known(
        "pizarro",
        'procedures: {rest: {effects: log "rest"}}\nchange: {functions: {entry_cost: {is: 9}}}',
        "functions.entry_cost",
        "procedures.rest",
    ),
    "pizarro, dice of recruitment": _known(
        "pizarro",
        'state: {spare: int 0..3}\nchange: {functions: {price: {is: "0 if side == full else u.rp_back"}}}',
        "functions.price",
        "state.spare",
        3,
    ),
    "pizarro, a rule that no game reaches": _known(
        "pizarro", "change: {constants: {longest_siege: {value: 99}}}", "", "constants.longest_siege", 1
    ),
}


def _replayed(folder: Path, known: Known) -> tuple[bool, list[Replayed]]:
    """Whether a change can matter, and games played under the old rules and replayed under the new ones."""
    (folder / "edit.yaml").write_text(
        f"ruleset: {{name: edit, title: Edit, extends: {known.game}}}\n{known.overlay}\n", encoding="utf-8"
    )
    with open_sides(known.game, str(folder / "edit.yaml"), programs=True) as (old, new):
        difference = compare(old.elements, new.elements, titles=False)
        assert old.compiled.program is not None
        assert new.compiled.program is not None
        games = Game(old.compiled.program), Game(new.compiled.program)
        replayer = Replayer(old, new, games, Between(old, new, difference, 50))
        bots = ["random"] * 2
        played = [fresh_game(games[0], 2, 1, index, bots, {}) for index in range(known.replays)]
        return difference.plays, [replayer.replay(each) for each in played]


def _holds(folder: Path, known: Known) -> None:
    plays, replayed = _replayed(folder, known)
    assert plays
    parted = [each for each in replayed if not each.same]
    assert {path for each in parted for path in each.changes} == known.guilty
    assert bool(parted) == bool(known.guilty)
    assert all(each.cause.found != "unknown" for each in parted)


QUICK = ("cargo, an unused field beside a draw", "cargo, points of a card and a text")


@pytest.mark.parametrize("name", QUICK)
def test_the_change_that_makes_the_difference_is_named(tmp_path: Path, name: str) -> None:
    _holds(tmp_path, KNOWN[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", [each for each in KNOWN if each not in QUICK])
def test_in_every_known_case_the_change_is_named(tmp_path: Path, name: str) -> None:
    _holds(tmp_path, KNOWN[name])


# ---------------------------------------------------------------- the small game

INNOCENT = ("coins += value_of(sack)", "coins += value_of(sack) + 0")


def test_a_change_nobody_uses_is_never_named(yupana: Yupana, files: Files) -> None:
    files(("  pot: {", "  mood: int 0..9\n  pot: {"), ("fee: 1", "fee: 2"))
    document = yupana("impact", "old.yaml", "new.yaml", "--games", "0", "--replays", "3", "--json").document
    for each in document["replays"]["results"]:
        assert each["changes"] == ["constants.fee"]
        assert each["cause"]["found"] == "only"
    failed = [each for each in document["examples"]["results"] if each["verdict"] == "fails"]
    assert failed == []
    people = yupana("impact", "old.yaml", "new.yaml", "--games", "0", "--replays", "3").out
    assert "made by: constants.fee (3)" in people
    assert "mood" not in people.partition("Old examples")[2]


def test_an_innocent_change_beside_it_is_not_named(yupana: Yupana, files: Files) -> None:
    files(INNOCENT, ("fee: 1", "fee: 2"))
    document = yupana("impact", "old.yaml", "new.yaml", "--games", "0", "--replays", "3", "--json").document
    for each in document["replays"]["results"]:
        assert each["changes"] == ["constants.fee"]
        assert each["cause"]["found"] == "alone"
        assert "without it the new rules make no difference here" in each["cause"]["sentence"]


def test_what_only_an_example_uses_is_named_where_the_example_fails(yupana: Yupana, files: Files) -> None:
    asked = ("then: red.sold == 1", "then: [red.sold == 1, not dear(rye_sack_1)]")
    files(asked, ("value_of(s) > 3 and s.grain == oat", "value_of(s) >= 0"), ("fee: 1", "fee: 2"), old=edited(asked))
    document = yupana("impact", "old.yaml", "new.yaml", "--games", "0", "--replays", "2", "--json").document
    failed = {each["name"]: each["changes"] for each in document["examples"]["results"] if each["verdict"] == "fails"}
    assert failed == {"selling_pays": ["functions.dear"]}
    assert [each["changes"] for each in document["replays"]["results"]] == [["constants.fee"]] * 2
    dear = next(each for each in document["diff"]["changes"] if each["path"] == "functions.dear")
    assert (dear["plays"], dear["unused"], dear["examples"]) == (False, True, ["selling_pays"])


def test_each_of_two_changes_that_matter_is_named(yupana: Yupana, files: Files) -> None:
    files(("first_coins: {value: 3", "first_coins: {value: 0"), ("me.coins += value_of(sack)", "me.coins += 1"))
    document = yupana("impact", "old.yaml", "new.yaml", "--games", "0", "--replays", "4", "--json").document
    named = {path for each in document["replays"]["results"] for path in each["changes"]}
    assert named == {"constants.first_coins"}, "the game parts at its first decision, before anything is sold"
    failed = {each["name"]: each["changes"] for each in document["examples"]["results"] if each["verdict"] == "fails"}
    assert failed == {"a_fee_is_paid": ["constants.first_coins"]}


def test_changes_that_matter_only_together_are_named_together(yupana: Yupana, files: Files) -> None:
    files(
        ("  free_visits: 0", "  free_visits: 0\n  extra: {value: 1}"),
        ("pot = free_visits", "pot = free_visits + (2 if fee == 2 else 0)"),
        ("fee: 1", "fee: 2"),
        ("cost: {coins: fee}", "cost: {coins: 1}"),
        ("items: {coins: me.coins,", "items: {coins: me.coins + pot,"),
    )
    document = yupana("impact", "old.yaml", "new.yaml", "--games", "0", "--replays", "2", "--json").document
    for each in document["replays"]["results"]:
        assert each["parting"] == "score"
        assert each["cause"]["found"] == "together"
        assert set(each["changes"]) == {"constants.fee", "setup.2", "scoring.items.coins"}


def test_what_cannot_be_tried_is_said_to_be_unknown(yupana: Yupana, files: Files) -> None:
    files(INNOCENT, ("fee: 1", "fee: 2"))
    words = ("impact", "old.yaml", "new.yaml", "--games", "0", "--replays", "2", "--tries", "1")
    for each in yupana(*words, "--json").document["replays"]["results"]:
        assert each["changes"] == []
        assert each["cause"]["found"] == "unknown"
    assert "cannot be told" in yupana(*words).out


def test_names_that_changed_too_do_not_hide_the_cause(yupana: Yupana, files: Files) -> None:
    files(("sell", "trade"), ("rye_sack", "rye_bag"), ("fee: 1", "fee: 2"), INNOCENT)
    document = yupana("impact", "old.yaml", "new.yaml", "--games", "0", "--replays", "2", "--json").document
    assert [each["changes"] for each in document["replays"]["results"]] == [["constants.fee"]] * 2


def test_an_added_step_is_found_among_others(yupana: Yupana, files: Files) -> None:
    files(
        ("  - pot = free_visits", "  - pot = free_visits\n  - shuffle pile"),
        ("fee: 1", "fee: 2"),
        ("      - turns: turn", "      - {phase: rest, do: pot += 1}\n      - turns: turn"),
        ("items: {coins: me.coins,", "items: {coins: me.coins + pot,"),
    )
    document = yupana("impact", "old.yaml", "new.yaml", "--games", "0", "--replays", "2", "--json").document
    for each in document["replays"]["results"]:
        assert each["at"] == 1
        assert each["parting"] == "score"
        assert set(each["changes"]) == {"flow.season.rest", "scoring.items.coins"}


def test_chance_that_runs_differently_is_said(yupana: Yupana, files: Files) -> None:
    files(("oat_sack: {count: 4", "oat_sack: {count: 3"))
    document = yupana("impact", "old.yaml", "new.yaml", "--games", "0", "--replays", "3", "--json").document
    parted = [each for each in document["replays"]["results"] if not each["same"]]
    assert parted
    for each in parted:
        assert each["chance"] == 1
        assert each["reason"].startswith("Chance runs differently since the set-up")
        assert each["changes"] == ["kinds.Sack.entries.oat_sack"]
