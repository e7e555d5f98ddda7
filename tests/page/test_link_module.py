"""The link of the page to a game in a module, in Node: seats see there what they see in Python."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.game import SPECTATOR, State
from yupana.tests.found import ROOT, languages_of, slow_variants
from yupana.tests.games.records import FOLDER, read_record
from yupana.tools.languages.catalogue import section
from yupana.tools.page.about import Told
from yupana.tools.page.export import ANSWERS, named
from yupana.tools.page.view import view_of
from yupana.tools.terminal.opening import open_game

NODE = shutil.which("node")
LINK = (ROOT / "tools" / "page" / "client" / "link_module.js").as_uri()

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node to play in")


def told_in(target: str, language: str | None = None) -> Told:
    """A game in a language with what a page is told of it."""
    opened = open_game(target, language)
    return Told(opened.compiled, opened.game, opened.texts, language or "en")


def through_the_link(
    told: Told, state: State, decisions: list[str], every: int, asked: dict[int, list[str]] | None = None
) -> Any:
    """What seats see of a game that is played in Node, and why what is asked at each ply is not offered."""
    assert NODE is not None
    phrases = {**section(told.language, "log"), **section(told.language, "answers")}
    phrases |= {key: told.words.say(key) for key in ANSWERS}
    module, said, taint = told.look.module()
    rules = told.game.reasons
    assert rules is not None
    behind, plain = rules.plain()
    game = {
        "module": module.hex(), "section": said, "about": told.about, "phrases": phrases, "players": state.players,
        "seed": state.seed, "settings": dict(state.options), "decisions": decisions, "every": every,
        "taint": taint.hex(), "behind": behind.hex(), "rules": plain, "named": named(told.game, plain),
        "asked": asked or {},
    }  # fmt: skip
    done = subprocess.run(
        [NODE, str(Path(__file__).with_name("link.mjs"))], input=json.dumps({"link": LINK, "games": [game]}),
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)[0]


def some_decisions(state: State, seed: int, most: int) -> list[str]:
    """The decisions of a random game."""
    chosen, dice = state.clone(), random.Random(seed)
    while not chosen.over and len(chosen.decisions) < most:
        chosen.apply(dice.choice(chosen.game.machine.printer.options(chosen.option_tuples())))
    return chosen.decisions


def sees_the_same(told: Told, language: str | None, players: int | None, most: int) -> None:
    """Play a random game here and there, and compare what all seats see on the way."""
    state = told.game.start(players, seed=3)
    decisions = some_decisions(state, 3, most)
    seen = through_the_link(told, state, decisions, 13)
    for ply in range(len(decisions) + 1):
        assert seen["keys"][ply] == hashlib.sha256(state.key).hexdigest()
        for seat, view in zip(range(SPECTATOR, state.players), seen["views"].get(str(ply), ()), strict=False):
            here = json.loads(json.dumps(view_of(state, seat, told)))
            assert view == here, f"{ply}, seat {seat}, {language}"
        if ply < len(decisions):
            state.apply(decisions[ply])
    assert seen["save"] == state.to_json()


@pytest.mark.parametrize("target", slow_variants())
def test_seats_see_through_the_link_what_they_see_in_python(target: str) -> None:
    sees_the_same(told_in(target), None, None, 27)


@pytest.mark.parametrize("target", ["tic_tac_toe", "leduc_poker"])
def test_the_same_in_another_language(target: str) -> None:
    language = languages_of(target)[0]
    sees_the_same(told_in(target, language), language, None, 40)


RECORDS = sorted(FOLDER.glob("*/*.json"))
QUICK = ("tic_tac_toe", "cargo_empire", "leduc_poker", "cuzco_kk")


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(each, marks=() if number == 0 and name in QUICK else pytest.mark.slow)
        for name in sorted({each.parent.name for each in RECORDS})
        for number, each in enumerate(each for each in RECORDS if each.parent.name == name)
    ],
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
def test_a_recorded_game_goes_through_the_same_positions(path: Path) -> None:
    record = read_record(path)
    decisions = [option for _, option in record.decisions]
    if any(option.startswith("roll chance") or " chance [" in option for option in decisions):
        pytest.skip("chance was told what comes out")
    told = told_in(record.target)
    state = told.game.start(record.players, record.seed, record.options)
    seen = through_the_link(told, state, decisions, 10_000)
    for ply, option in enumerate(decisions):
        assert seen["keys"][ply] == hashlib.sha256(state.key).hexdigest(), f"before decision {ply + 1}, {option}"
        state.apply(option)
    assert seen["keys"][-1] == hashlib.sha256(state.key).hexdigest()
    assert seen["save"] == state.to_json()
