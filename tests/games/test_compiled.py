"""A compiled file is the whole game: the recorded games are played from it in a fresh process, without the YAML and
without importing the language side, to the same states."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from yupana.interpreter.program.codec import to_json
from yupana.tests.found import ROOT, compiled
from yupana.tests.games.records import FOLDER, Record, read_record, records_of

PLAYER = """
import hashlib, json, sys
from yupana.interpreter.game import load_program
job = json.load(sys.stdin)
game = load_program(job["program"])
for record in job["records"]:
    state = game.start(players=record["players"], seed=record["seed"], options=record["options"])
    for option in record["decisions"]:
        state.apply(option)
    print(json.dumps([state.over, state.scores, state.winners, hashlib.sha256(state.key).hexdigest()]))
banned = ("lark", "pydantic", "ruamel", "networkx", "yupana.interpreter.language", "yupana.interpreter.check")
loaded = [name for name in sys.modules if name.startswith(banned)]
assert not loaded, loaded
"""

TARGETS = sorted({path.parent.name for path in FOLDER.glob("*/*.json")})


QUICK = ("tic_tac_toe", "chess", "goofspiel", "backgammon", "go", "cargo_empire", "leduc_poker")
"""A board, pieces, simultaneous decisions, dice, a history, cards, and something hidden; the others are slow."""


@pytest.mark.parametrize("target", QUICK)
def test_a_recorded_game_is_played_from_the_compiled_file(target: str, tmp_path: Path) -> None:
    _same_from_file(
        target, sorted(map(read_record, records_of(target)), key=lambda each: len(each.decisions))[:1], tmp_path
    )


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
def test_the_recorded_games_are_played_from_the_compiled_file(target: str, tmp_path: Path) -> None:
    _same_from_file(target, [read_record(each) for each in records_of(target)], tmp_path)


def _same_from_file(target: str, records: list[Record], tmp_path: Path) -> None:
    assert records
    program = compiled(target).program
    assert program is not None
    path = tmp_path / "program.json"
    path.write_text(json.dumps(to_json(program)), encoding="utf-8")
    job = {
        "program": str(path),
        "records": [
            {"players": r.players, "seed": r.seed, "options": r.options, "decisions": [each for _, each in r.decisions]}
            for r in records
        ],
    }
    done = subprocess.run(
        [sys.executable, "-c", PLAYER],
        input=json.dumps(job),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT / "tests" / ".path"), "PATH": ""},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    outcomes = [json.loads(line) for line in done.stdout.splitlines()]
    wanted = [[r.outcome["over"], r.outcome["scores"], r.outcome["winners"], r.outcome["key"]] for r in records]
    assert outcomes == wanted
