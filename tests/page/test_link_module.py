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
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.game import SPECTATOR, Game, State
from yupana.interpreter.look import Look
from yupana.tests.found import ROOT, sampled, shipped
from yupana.tools.languages.catalogue import section

NODE = shutil.which("node")
LINK = (ROOT / "tools" / "page" / "client" / "link_module.js").as_uri()
PHRASES = {**section("", "log"), **section("", "answers")}

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node to play in")


def through_the_link(look: Look, about: dict[str, Any], state: State, decisions: list[str], every: int) -> Any:
    """What seats see of a game that is played in Node."""
    assert NODE is not None
    asked = {
        "module": look.module().hex(), "about": about, "phrases": PHRASES, "players": state.players,
        "seed": state.seed, "settings": dict(state.options), "decisions": decisions, "every": every,
    }  # fmt: skip
    done = subprocess.run(
        [NODE, str(Path(__file__).with_name("link.mjs"))], input=json.dumps({"link": LINK, "games": [asked]}),
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


def undoable(state: State) -> bool:
    """Whether the last decision can be taken back."""
    try:
        state.clone().undo()
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("target", sampled(shipped()))
def test_seats_see_through_the_link_what_they_see_in_python(target: str) -> None:
    compiled = compile_ruleset(target)
    assert compiled.program is not None
    look, game = Look(compiled), Game(compiled.program, compiled.ruleset)
    numbers = {each.name: number for number, each in enumerate(compiled.program.domains)}
    boards = [{"name": each.name, "kind": numbers[each.kind]} for each in look.boards]
    sheets = [
        {"name": each.name, "kind": numbers[each.kind], "rows": each.rows, "owned": each.owned} for each in look.sheets
    ]
    state = game.start(seed=3)
    decisions = some_decisions(state, 3, 40)
    seen = through_the_link(look, {"look": {"boards": boards, "sheets": sheets}}, state, decisions, 13)
    for ply in range(len(decisions) + 1):
        assert seen["keys"][ply] == hashlib.sha256(state.key).hexdigest()
        for seat, view in zip(range(SPECTATOR, state.players), seen["views"].get(str(ply), ()), strict=False):
            sees_the_same(state, look, seat, view)
        if ply < len(decisions):
            state.apply(decisions[ply])
    assert seen["save"] == state.to_json()


def sees_the_same(state: State, look: Look, seat: int, view: Any) -> None:
    """Whether a seat sees the same here as there."""
    observed: Any = json.loads(json.dumps(state.observation(seat)))
    shown = observed.pop("decision")
    assert view["observation"] == observed
    if shown is not None:
        there = {**view["decision"], "options": view["decision"].get("texts")}
        assert {key: there[key] for key in shown} == shown
    assert view["can"]["undo"] == undoable(state)
    assert {name: each["total"] for name, each in view["scores"].items()} == state.scores
    told = [
        {"ply": ply, "player": each.player or None, "text": each.chosen(seat) or None,
         "lines": [event.text for event in each.events if event.is_for(seat)]}
        for ply, each in enumerate(state.story()) if each.is_for(seat)
    ]  # fmt: skip
    assert view["log"] == told
    if state.over:
        result = {"outcome": state.outcome, "winners": state.winners, "report": state.report}
        assert view["result"] == result
