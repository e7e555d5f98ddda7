"""The file that `yupana compile --to wasm` writes, played in Node with nothing else of Yupana."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.game import SPECTATOR, RuleFault, State, load
from yupana.tests.found import ROOT, game
from yupana.tests.games.records import FOLDER, Record, read_record

NODE = shutil.which("node")
PLAYER = (ROOT / "interpreter" / "backends" / "wasm" / "yupana.mjs").as_uri()

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node to play in")

QUICK = ("tic_tac_toe", "stepping_stones", "cargo_empire", "leduc_poker")
RECORDS = sorted(FOLDER.glob("*/*.json"))


def node(games: list[dict[str, Any]]) -> Any:
    """What comes out of games that are played in Node."""
    assert NODE is not None
    asked = json.dumps({"player": PLAYER, "games": games})
    done = subprocess.run(
        [NODE, str(Path(__file__).with_name("play.mjs"))], input=asked, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def position(state: State, looked: bool) -> dict[str, Any]:
    """A position as `play.mjs` tells it."""
    decision = state.decision
    texts = [] if decision is None else decision.texts
    printer = state.game.machine.printer
    exact = [printer.option(each, exact=True) for each in state.option_tuples()]
    told: dict[str, Any] = {
        "key": digest(state.key), "options": digest("\n".join(texts).encode()),
        "exact": digest("\n".join(exact).encode()),
    }  # fmt: skip
    if looked:
        told["seen"] = json.loads(json.dumps([state.observation(seat) for seat in range(SPECTATOR, state.players)]))
    return told


def same_in_node(record: Record, folder: Path, every: int) -> None:
    """Play a recorded game in Node and here, and compare everything after every decision."""
    here = game(record.target)
    file = folder / f"{record.target}.wasm"
    file.write_bytes(here.module())
    options = [option for _, option in record.decisions]
    (there,) = node([{
        "file": str(file), "players": record.players, "seed": record.seed, "settings": record.options,
        "decisions": options, "every": every,
    }])  # fmt: skip
    state = here.start(record.players, record.seed, record.options)
    for i, option in enumerate(options):
        assert i < len(there["positions"]), there["fault"]
        assert there["positions"][i] == position(state, i % every == 0), f"before decision {i + 1}, {option}"
        state.apply(option)
    assert there["fault"] is None
    assert there["positions"][len(options)] == position(state, True)
    assert there["over"] == state.over
    assert there["scores"] == list(state.points)
    assert there["winners"] == list(state.winner_seats)


def plain(record: Record) -> bool:
    """Whether chance went its own way: there is no telling it what comes out yet."""
    return not any(option.startswith("roll chance") or " chance [" in option for _, option in record.decisions)


@pytest.mark.parametrize("target", QUICK)
def test_a_recorded_game_is_the_same_in_node(target: str, tmp_path: Path) -> None:
    record = next(record for path in sorted((FOLDER / target).glob("*.json")) if plain(record := read_record(path)))
    same_in_node(record, tmp_path, 20)


@pytest.mark.slow
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_recorded_game_is_the_same_in_node(path: Path, tmp_path: Path) -> None:
    record = read_record(path)
    if not plain(record):
        pytest.skip("chance was told what comes out")
    same_in_node(record, tmp_path, 10)


FAULTY = """
ruleset: {name: faulty, title: Faulty, language: 4}
players: {min: 2, max: 3, names: [red, blue, green], fields: {score: int}}
options:
  start: {type: int 0..9, default: 3, text: What everybody begins with}
actions:
  share: {parameters: {among: {in: 0..2}}, effects: me.score = 12 // among}
  refuse:
    effects: |
      fail "{me} refuses"
setup: |
  for p in players:
    p.score = start
flow:
  - turns: turn
    until: sum(p.score for p in players) > 30
scoring: {items: {points: {points: me.score}}}
"""


def test_a_rule_fault_says_where_it_is_and_leaves_the_game_as_it_was(tmp_path: Path) -> None:
    source = tmp_path / "faulty.yaml"
    source.write_text(FAULTY)
    here = load(source)
    file = tmp_path / "faulty.wasm"
    file.write_bytes(here.module())
    common = {"file": str(file), "players": 2, "seed": 1, "every": 100}
    settings = {"start": 4}
    share, refuse, wrong, setting, fine = node([
        {**common, "settings": settings, "decisions": ["share(among=2)", "share(among=0)"]},
        {**common, "settings": settings, "decisions": ["refuse"]},
        {**common, "settings": settings, "decisions": ["share(among=9)"]},
        {**common, "settings": {"start": 10}, "decisions": []},
        {**common, "settings": settings, "decisions": ["share(among=1)"]},
    ])  # fmt: skip
    state = here.start(2, 1, settings)
    state.apply("share(among=2)")
    with pytest.raises(RuleFault) as fault:
        state.apply("share(among=0)")
    known = fault.value
    assert share["fault"] == f"RuleFault: {source}:{known.line}:{known.column}: division by zero (in {known.element})"
    assert share["after"] == position(state, False)
    assert "red refuses" in refuse["fault"]
    assert wrong["fault"] == "UsageError: share(among=9) is not legal now"
    assert setting["fault"] == "UsageError: option start is not 10"
    assert (fine["fault"], fine["scores"]) == (None, [12, 4])
