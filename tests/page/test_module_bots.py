"""The bots of an exported game, in Node: they look no further than their seat does, and play well."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.game import load
from yupana.interpreter.machine.events import WORDS
from yupana.tests.found import ROOT

NODE = shutil.which("node")
LOOKS = str(ROOT / "tests" / "language" / "35_looks.yaml")
BACKS = str(ROOT / "tests" / "language" / "55_backs.yaml")

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node to play in")


def played(target: str, bots: list[str], *seeds: int, players: int | None = None, most: int = 500) -> list[Any]:
    """Games that bots have played."""
    module = load(target).module().hex()
    games = [{"module": module, "players": players, "seed": seed, "bots": bots, "most": most} for seed in seeds]
    return in_node("bots.mjs", games)


def in_node(script: str, games: Sequence[Any]) -> list[Any]:
    """What a script gives of games."""
    assert NODE is not None
    client, wasm = ROOT / "tools" / "page" / "client", ROOT / "interpreter" / "backends" / "wasm" / "yupana.mjs"
    done = subprocess.run(
        [NODE, str(Path(__file__).with_name(script))],
        input=json.dumps({"client": client.as_uri(), "wasm": wasm.as_uri(), "phrases": WORDS, "games": games}),
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("target", ["kuhn_poker", "leduc_poker", "goofspiel", "rock_paper_scissors", LOOKS, BACKS])
def test_a_bot_chooses_the_same_where_what_it_cannot_see_is_another(target: str) -> None:
    games = played(target, ["greedy", "mcts:60"], 1, 2, 3)
    assert all(each["over"] for each in games)
    assert sum(each["dealt"] for each in games) > 4, "nothing was ever dealt anew"
    assert [each["differing"] for each in games] == [[], [], []]
    assert [each["forgotten"] for each in games] == [[], [], []]


@pytest.mark.slow
@pytest.mark.parametrize("target", ["cargo_empire", "cuzco_kk", "cuzco_feld", "pizarro", "backgammon"])
def test_the_same_in_large_games(target: str) -> None:
    (game,) = played(target, ["greedy", "mcts:40"], 1, players=2, most=80)
    assert game["asked"] >= 40
    assert game["differing"] == []
    assert game["forgotten"] == []


def test_bots_that_think_beat_those_that_do_not() -> None:
    games = played("connect_four", ["mcts:200", "random"], *range(1, 7))
    assert [each["winners"] for each in games].count([0]) >= 5
    games = played("stepping_stones", ["greedy", "random"], *range(1, 4))
    assert all(each["over"] for each in games)


PLACED = """
ruleset: {name: placed, title: Placed, language: 4}
players: {min: 4, max: 4, names: [ann, ben, cat, dan], fields: {points: int 0..9}}
actions: {take: {parameters: {n: {in: 1..2}}, effects: me.points += n}}
flow: [{turns: turn, times: 2}]
scoring: {items: {points: me.points}}
"""


def test_a_page_knows_the_places(tmp_path: Path) -> None:
    (tmp_path / "placed.yaml").write_text(PLACED, encoding="utf-8")
    games = played(str(tmp_path / "placed.yaml"), ["random"], *range(1, 9), players=4)
    for each in games:
        assert each["places"] == [1 + sum(score > own for score in each["scores"]) for own in each["scores"]]
    assert any(sorted(each["places"]) == [1, 1, 3, 3] for each in games)


def test_a_bot_chooses_the_same_when_it_is_asked_again() -> None:
    first, again = played("connect_four", ["mcts:100", "greedy"], 5, 5)
    assert first["decisions"] == again["decisions"]


SHOWN = """
ruleset: {name: shown, title: What was shown, language: 4}
players: {min: 2, max: 2, names: [ann, ben], fields: {score: int}}
kinds:
  Card:
    start: deck
    entries: {a: {}, b: {}, c: {}, d: {}, e: {}, f: {}, g: {}, h: {}, i: {}, j: {}, k: {}, l: {}, m: {}, n: {}, o: {}}
zones:
  deck: {of: Card, visible: none}
  hand: {of: Card, each: Player, visible: owner}
  row: {of: Card}
actions:
  take:
    text: Take the card that all see
    when: me == ann
    parameters: {card: {in: row}}
    effects: move card to me.hand
  guess:
    text: Say what the other one has
    when: me == ben
    parameters: {card: {in: Card}}
    effects: |
      if card in ann.hand: me.score += 1
      if size(deck) > 0: draw 1 from deck to row
setup:
  - do: |
      draw 1 from deck to ann.hand
      draw 1 from deck to row
flow: [{turns: turn, until: size(row) == 0 and active == ben and size(deck) == 0}]
scoring: {items: {points: {points: me.score}}}
"""


def test_a_bot_remembers_what_it_saw_go_out_of_sight(tmp_path: Path) -> None:
    source = tmp_path / "shown.yaml"
    source.write_text(SHOWN, encoding="utf-8")
    for game in played(str(source), ["random", "greedy"], 1, 2):
        assert game["scores"][1] == sum(each.startswith("guess") for each in game["decisions"]), game["decisions"]


@pytest.mark.slow
@pytest.mark.parametrize("target", ["leduc_poker", "goofspiel", "cuzco_feld", "cargo_empire", LOOKS])
def test_games_that_look_the_same_are_remembered_the_same(target: str) -> None:
    game = load(target)
    wanted = {"module": game.module().hex(), "players": game.max_players, "seeds": [*range(1, 7)], "most": 40}
    (found,) = in_node("remembering.mjs", [wanted])
    assert found["differing"] == []
    assert found["compared"] > 12
