"""Saved games under rules that were edited meanwhile: what goes on in silence, what is told, what is refused."""

from __future__ import annotations

import json
import random
import shutil
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.game import Game, IllegalOption, RuleFault, RulesChanged, SaveError, State, load, marks_of
from yupana.interpreter.program.digest import rules_digest

FARM = """\
ruleset: {name: farm, title: Farm, language: 4}
players: {min: 2, max: 2, names: [a, b], fields: {gold: int 0..99}}
constants: {wage: 1, least: 0}
kinds:
  Crop: {attributes: {v: int}, start: deck, entries: {cassava: {v: 2}, berry: {v: 3}, wheat: {v: 1}, corn: {v: 4}}}
zones: {deck: {of: Crop, ordered: true, visible: all}, field: {of: Crop, each: Player}}
setup: [{do: shuffle deck}]
actions:
  plant:
    text: Plant
    parameters: {c: {in: deck, if: c.v >= least}}
    effects: |
      move c to me.field
      log "{me} plants {c}"
  wait: {text: Wait, effects: me.gold += wage}
flow: [{turns: turn, times: 5}]
scoring: {items: {v: {text: Value, points: sum(c.v for c in me.field)}}}
"""
DECISIONS = ("wait", "plant(c=cassava)", "plant(c=wheat)", "wait")


def farm(folder: Path, text: str = FARM) -> Game:
    path = folder / "farm.yaml"
    path.write_text(text, encoding="utf-8")
    return load(path)


def played(game: Game, decisions: tuple[str, ...] = DECISIONS) -> State:
    state = game.start(2, 4)
    for each in decisions:
        state.apply(each)
    return state


SAME = {
    "a comment": FARM.replace("constants:", "# about numbers\nconstants:"),
    "the title": FARM.replace("title: Farm", "title: The farm"),
    "a text": FARM.replace("text: Plant\n", "text: Plant something\n"),
    "a line of the log": FARM.replace("{me} plants {c}", "now {c} grows for {me}"),
    "no line of the log": FARM.replace('      log "{me} plants {c}"\n', ""),
    "the layout": FARM.replace(
        "{text: Wait, effects: me.gold += wage}", "\n    effects: |\n      me.gold   +=   (wage)\n    text: Wait"
    ),
    "an example": FARM + "examples: {one: {when: [{a: wait}], then: a.gold == 1}}\n",
    "a rule of the book": FARM
    + "rulebook: {sections: {one: One}, rules: {F-1: {section: one, text: Plant crops., status: stated}}}\n",
    "the look": FARM + "look: {colours: {a: green}}\n",
    "an invariant": FARM + "invariants: {rich: {is: 'all(p.gold < 90 for p in players)'}}\n",
    "a feature": FARM + "features: {gold: {value: me.gold}}\n",
    "a text of scoring": FARM.replace("text: Value", "text: Worth"),
    "the version": FARM.replace("title: Farm", "title: Farm, version: 1.1"),
}


@pytest.mark.parametrize("what", SAME)
def test_what_decides_nothing_of_play_changes_nothing_of_a_save(what: str, tmp_path: Path) -> None:
    before = played(farm(tmp_path))
    game = farm(tmp_path, SAME[what])
    found = game.take_up(before.to_json())
    assert found.same
    assert found.told() == []
    assert found.state.decisions == list(DECISIONS)
    assert game.elements == farm(tmp_path).elements or "line of the log" in what


def test_neither_files_nor_folders_nor_their_names_matter(tmp_path: Path) -> None:
    before = played(farm(tmp_path))
    folder = tmp_path / "elsewhere" / "cabbage"
    folder.mkdir(parents=True)
    head, tail = FARM.split("actions:\n")
    (folder / "game.yaml").write_text(head, encoding="utf-8")
    (folder / "zz_deeds.yaml").write_text(f"actions:\n{tail.split('flow:')[0]}", encoding="utf-8")
    (folder / "b.yaml").write_text(f"flow:{tail.split('flow:')[1]}", encoding="utf-8")
    game = load(folder)
    assert game.take_up(before.to_json()).same
    (folder / "b.yaml").rename(folder / "zzz.yaml")
    shutil.move(folder, tmp_path / "farm")
    assert load(tmp_path / "farm").take_up(before.to_json()).same


def test_the_digest_is_the_same_in_other_words_from_the_cache_and_on_every_engine(tmp_path: Path) -> None:
    game = farm(tmp_path)
    again, path = load(tmp_path / "farm.yaml"), tmp_path / "farm.yaml"
    assert again.ruleset is None, "this one is from the cache"
    assert (again.rules, again.elements) == (game.rules, game.elements)
    compiled = compile_ruleset(path)
    assert compiled.program is not None
    assert rules_digest(compiled.program) == game.rules
    assert played(again.on("python")).to_json() == played(game).to_json()


CHANGED = {
    "a number": ("wage: 1", "wage: 2", ["constants.wage"], 1),
    "an effect": ("me.gold += wage", "me.gold += wage + 1", ["actions.wait"], 1),
    "an attribute": ("wheat: {v: 1}", "wheat: {v: 5}", ["kinds.Crop.entries.wheat"], None),
    "the end": ("times: 5", "times: 6", ["flow.turn"], None),
    "the scoring": ("sum(c.v", "2 * sum(c.v", ["scoring.items.v"], None),
}


@pytest.mark.parametrize("what", CHANGED)
def test_a_game_goes_on_under_other_rules_and_says_what_changed_and_from_where(what: str, tmp_path: Path) -> None:
    old, new, paths, way = CHANGED[what]
    saved = played(farm(tmp_path)).to_json()
    game = farm(tmp_path, FARM.replace(old, new, 1))
    found = game.take_up(saved)
    assert (found.same, found.stopped, found.way) == (False, 0, way)
    assert list(found.changes.changed) == paths
    assert found.state.decisions == list(DECISIONS)
    told = found.told()
    assert told[0] == f"The rules have changed since this game was saved: changed {paths[0]}."
    assert told[1:] == ([] if way is None else [f"From decision {way} on the game goes another way."])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert game.resume(saved).key == found.state.key
    assert [each.category for each in caught] == ([] if way is None else [RulesChanged])


def test_what_came_and_went_is_told_by_its_outermost_names(tmp_path: Path) -> None:
    saved = played(farm(tmp_path)).to_json()
    text = FARM.replace("  wait:", "  rest: {text: Rest, effects: me.gold += 0}\n  wait:")
    text = text.replace(", corn: {v: 4}", "")
    told = farm(tmp_path, text).take_up(saved).told()
    assert told[0].endswith("changed kinds.Crop; new actions.rest; gone kinds.Crop.entries.corn.") or told[0].endswith(
        "new actions.rest; gone kinds.Crop.entries.corn."
    )
    assert told[1] == "The game goes another way from its set-up on."


def test_a_game_opens_before_a_decision_that_is_no_longer_legal(tmp_path: Path) -> None:
    saved = played(farm(tmp_path)).to_json()
    game = farm(tmp_path, FARM.replace("least: 0", "least: 2"))
    found = game.take_up(saved)
    assert (found.stopped, found.option, found.state.ply) == (3, "plant(c=wheat)", 2)
    assert "c.v >= least" in found.why
    assert "Decision 3, `plant(c=wheat)`, is not legal any more: the game stands before it." in found.told()
    assert "The saved game stays as it is." in found.told()
    assert not any("wheat" in each for each in found.told(open_=False))
    with pytest.raises(SaveError, match="decision 3 of the saved game is not legal"):
        game.resume(saved)
    shorter = farm(tmp_path, FARM.replace("times: 5", "times: 1")).take_up(saved)
    assert (shorter.over, shorter.stopped, shorter.state.over) == (True, 3, True)


def test_a_rule_that_fails_now_stops_before_it_and_one_that_failed_then_fails_again(tmp_path: Path) -> None:
    saved = played(farm(tmp_path)).to_json()
    game = farm(tmp_path, FARM.replace("me.gold += wage", "me.gold += wage // (4 - count(c for c in deck))"))
    found = game.take_up(saved)
    assert (found.stopped, found.state.ply, found.fault is not None) == (1, 0, True)
    with pytest.raises(RuleFault) as fault:
        game.start(2, 4).apply("wait")
    with pytest.raises(RuleFault):
        game.take_up(fault.value.save)


@pytest.mark.parametrize("decisions", [["plant(c=gold)"], ["wait", "plant"], ["wait"] * 11, ["x" * 100_000]])
def test_under_the_same_rules_what_was_never_legal_is_refused(decisions: list[str], tmp_path: Path) -> None:
    game = farm(tmp_path)
    saved = {**json.loads(played(game).to_json()), "decisions": decisions}
    with pytest.raises(SaveError) as fault:
        game.take_up(saved)
    assert "forged" in str(fault.value) or "after its end" in str(fault.value)
    assert len(str(fault.value)) < 1000


def test_a_save_of_before_is_tried(tmp_path: Path) -> None:
    new = json.loads(played(farm(tmp_path)).to_json())
    old = {key: each for key, each in new.items() if key not in ("program", "trail", "elements")} | {"format": 1}
    assert farm(tmp_path).take_up(old).told() == []
    found = farm(tmp_path, SAME["a text"]).take_up(old)
    assert found.as_it_was
    assert found.told() == ["The ruleset has changed since this game was saved; the save does not say in what."]
    assert farm(tmp_path, FARM.replace("least: 0", "least: 2")).take_up(old).stopped == 3


@pytest.mark.parametrize("name", ["goofspiel", "leduc_poker", "cargo_empire"])
def test_a_trail_agrees_with_itself_and_tells_games_apart(name: str) -> None:
    game = load(name)

    def random_game(seed: int) -> State:
        state, dice = game.start(seed=seed), random.Random(seed)
        while not state.over and state.ply < 60:
            state.apply_tuple(dice.choice(state.option_tuples()))
        return state

    state = random_game(1)
    again = game.resume(state.to_json())
    assert marks_of(again) == marks_of(state)
    assert len(marks_of(state)) == state.ply + 1
    assert marks_of(state, state.ply) == marks_of(state)[-1:]
    assert marks_of(random_game(2))[0] != marks_of(state)[0], "chance came out otherwise"


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_no_mapping_of_a_stranger_does_more_than_be_refused(data: Any) -> None:
    game = load("tic_tac_toe")
    saved = json.loads(game.start(2, 1).to_json())
    values = st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.lists(st.text(max_size=3), max_size=3)
    values |= st.dictionaries(st.text(max_size=3), st.text(max_size=3) | st.integers(), max_size=3)
    key = data.draw(st.sampled_from(sorted(saved)))
    try:
        found = game.take_up({**saved, key: data.draw(values)})
    except SaveError:
        return
    assert all(isinstance(each, str) for each in found.told())


@pytest.mark.parametrize(
    "change",
    [
        {"decisions": ["x" * 90_000]}, {"decisions": [f"mark(space={'x' * 90_000})"]}, {"decisions": ["x" * 1_000_001]},
        {"options": {"x" * 90_000: 1}}, {"ruleset": "x" * 90_000, "program": "0" * 64}, {"players": 10**4_000},
    ],
)  # fmt: skip
def test_what_a_stranger_wrote_is_told_in_its_beginning(change: dict[str, Any]) -> None:
    state = load("tic_tac_toe").start(2, 1)
    with pytest.raises(SaveError) as told:
        state.game.resume({**json.loads(state.to_json()), **change})
    assert len(str(told.value)) < 1_500
    for text in change.get("decisions", ()):
        with pytest.raises(IllegalOption) as illegal:
            state.apply(text)
        assert len(str(illegal.value)) < 1_500
