"""The file that `yupana compile --to wasm` writes, played in Node with nothing else of Yupana."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.backends.wasm.records import kinds_of
from yupana.interpreter.game import SPECTATOR, Game, RuleFault, State, load
from yupana.interpreter.machine.events import EventWords
from yupana.interpreter.machine.observation import family_of
from yupana.tests.engines.lockstep import happened, plain
from yupana.tests.found import ROOT, game, targets
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


def numbers(state: State) -> str:
    """The options of a position as numbers, a set as its members."""
    kinds = kinds_of(state.game.program)
    out = [
        [option[0], *[
            [i for i in range(value.bit_length()) if value >> i & 1] if kind < 0 else value
            for kind, value in zip(kinds[option[0]], option[1:], strict=True)
        ]]
        for option in plain(state.option_tuples())
    ]  # fmt: skip
    return json.dumps(out, separators=(",", ":"))


def event(game: Game, kind: str, *told: Any) -> dict[str, Any]:
    """An event as `play.mjs` tells it."""
    machine, program = game.machine, game.program
    printer = machine.printer
    match kind:
        case "log":
            return {"kind": kind, "text": printer.text(*told)}
        case "roll":
            seat, purpose, sides, rolled, *said = told
            player = printer.player(seat) if seat >= 0 else None
            return {"kind": kind, "player": player, "text": printer.text(purpose, said), "sides": sides,
                    "numbers": list(rolled)}  # fmt: skip
        case "shuffle":
            return {"kind": kind, "zone": EventWords(machine, aloud=False).zone(told[0])}
        case "draw":
            source, zone, drawn = told
            domain = family_of(program, source)[0].domain
            pieces = [printer.member(domain, piece - program.domains[domain].piece_base) for piece in drawn]
            to = None if zone < 0 else EventWords(machine, aloud=False).zone(zone)
            return {"kind": kind, "from": EventWords(machine, aloud=False).zone(source), "zone": to, "pieces": pieces}
    seat, option, lapsed = told
    return {"kind": kind, "player": printer.player(seat), "option": printer.option(option), "lapsed": bool(lapsed)}


def position(state: State, looked: bool) -> dict[str, Any]:
    """A position as `play.mjs` tells it."""
    decision = state.decision
    texts = [] if decision is None else decision.texts
    printer = state.game.machine.printer
    exact = [printer.option(each, exact=True) for each in state.option_tuples()]
    told: dict[str, Any] = {
        "key": digest(state.key), "options": digest("\n".join(texts).encode()),
        "exact": digest("\n".join(exact).encode()), "numbers": digest(numbers(state).encode()),
        "events": [event(state.game, *each) for each in happened(state)],
    }  # fmt: skip
    if looked:
        told["seen"] = json.loads(json.dumps([state.observation(seat) for seat in range(SPECTATOR, state.players)]))
    return told


def same_in_node(record: Record, folder: Path, every: int) -> None:
    """Play a recorded game in Node and here, and compare everything after every decision."""
    begun = game(record.target).start(record.players, record.seed, record.options)
    goes_the_same_in_node(begun, [option for _, option in record.decisions], folder, every)


def goes_the_same_in_node(state: State, options: Sequence[str], folder: Path, every: int) -> None:
    """Go on from the first decision of a game, here and in Node."""
    file = folder / "game.wasm"
    file.write_bytes(state.game.module())
    (there,) = node([{
        "file": str(file), "players": state.players, "seed": state.seed, "settings": dict(state.options),
        "decisions": options, "every": every,
    }])  # fmt: skip
    for i, option in enumerate(options):
        assert i < len(there["positions"]), there["fault"]
        assert there["positions"][i] == position(state, i % every == 0), f"before decision {i + 1}, {option}"
        state.apply(option)
    assert there["fault"] is None
    assert there["positions"][len(options)] == position(state, True)
    assert there["over"] == state.over
    assert there["scores"] == list(state.points)
    assert there["winners"] == list(state.winner_seats)


def undisturbed(record: Record) -> bool:
    """Whether chance went its own way: there is no telling it what comes out yet."""
    return not any(option.startswith("roll chance") or " chance [" in option for _, option in record.decisions)


@pytest.mark.parametrize("target", QUICK)
def test_a_recorded_game_is_the_same_in_node(target: str, tmp_path: Path) -> None:
    records = map(read_record, sorted((FOLDER / target).glob("*.json")))
    same_in_node(next(filter(undisturbed, records)), tmp_path, 20)


@pytest.mark.slow
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_recorded_game_is_the_same_in_node(path: Path, tmp_path: Path) -> None:
    record = read_record(path)
    if not undisturbed(record):
        pytest.skip("chance was told what comes out")
    same_in_node(record, tmp_path, 10)


VALUES = """
ruleset: {name: values, title: Values, language: 4}
players: {min: 2, max: 3, names: [red, blue, green], fields: {score: int, mine: "set[Hue]"}}
enums: {Hue: [pink, lime, teal, gold]}
boards: {field: {kind: Spot, square: {columns: 9, rows: 8}}}
kinds: {Coin: {alike: true, fields: {worn: int}, entries: {penny: {count: 6}, dime: {count: 2}}, start: purse}}
zones: {purse: {of: Coin}, shelf: {of: Coin, ordered: true, each: Player, visible: owner}}
state: {marks: "set[Spot]", row: "list[int, 4]"}
actions:
  paint:
    parameters:
      hue: {in: Hue, if: hue not in me.mine}
      all: {is: "me.mine | {hue}"}
      where: {is: "{s for s in Spot if s.row == size(me.mine) + 5}"}
      shares: {is: "{h: 7 - size(me.mine) for h in Hue}"}
    effects: |
      me.mine = all
      marks = marks | where
      log "{me} has {all} and {size(marks)} at {where}, {row}"
      roll 2d6 as r "what {hue} is worth, {all}"
      row = [r[0], r[1], shares[hue]]
  pay:
    parameters: {coin: {in: purse}, also: {is: "{c for c in purse if c != coin}"}}
    effects: |
      move coin to me.shelf
      shuffle me.shelf
      log "{also} are left, {coin} is gone"
  take:
    effects: |
      draw 1 from purse to me.shelf
      for c in me.shelf: c.worn = c.worn + 1
  give:
    parameters: {coin: {in: me.shelf}, rest: {is: "{c for c in me.shelf if c != coin}"}}
    effects: move coin to purse
flow: [{turns: turn, until: size(marks) > 36 or size(purse) == 0}]
scoring: {items: {points: {points: size(me.mine)}}}
"""


def some_options(state: State, seed: int, most: int) -> list[str]:
    """The options of a random game, in the form that names them whatever the others are."""
    chosen, dice, out = state.clone(), random.Random(seed), list[str]()
    while not chosen.over and len(out) < most:
        option = dice.choice(chosen.option_tuples())
        out.append(chosen.game.machine.printer.option(option, exact=True))
        chosen.apply(out[-1])
    return out


@pytest.mark.parametrize("seed", [2, 3])
def test_values_of_all_sorts_are_the_same_in_node(tmp_path: Path, seed: int) -> None:
    (tmp_path / "values.yaml").write_text(VALUES)
    begun = load(tmp_path / "values.yaml").start(2, seed)
    goes_the_same_in_node(begun, some_options(begun, seed, 40), tmp_path, 1)


@pytest.mark.slow
@pytest.mark.parametrize("target", [each for each in targets() if "+" not in each and each.endswith(".yaml")])
def test_language_rulesets_are_the_same_in_node(target: str, tmp_path: Path) -> None:
    begun = game(target).start(seed=5)
    goes_the_same_in_node(begun, some_options(begun, 5, 60), tmp_path, 5)


def test_simultaneous_decisions_are_the_same_in_node(tmp_path: Path) -> None:
    begun = game("tests/language/31_simultaneous.yaml").start(seed=5)
    goes_the_same_in_node(begun, some_options(begun, 5, 60), tmp_path, 5)


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
