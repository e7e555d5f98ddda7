"""Programs written down and read back, and what is refused."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.game import Game, load_program
from yupana.interpreter.program import ir
from yupana.interpreter.program.codec import ProgramFileError, from_json, to_json

from .build import c, cell, function, lst, mapped, op, program, v
from .card_game import card_game
from .test_operations import CASES
from .test_statements import COMPREHENSIONS
from .tictactoe import tictactoe

NODES = [*[case for case, _ in CASES], *[case for case, _ in COMPREHENSIONS]]


def everything() -> ir.Program:
    """A program with every node there is."""
    body: tuple[ir.Stmt, ...] = (
        *[ir.SetLocal(0, node) for node in NODES],
        ir.SetLocal(1, ir.Choice(v(0), ir.Table(0, v(0)), ir.Call(0, (), copy=True))),
        ir.SetLocal(1, ir.Region(2, 3, v(0), v(1), None, 4)), ir.SetLocal(1, ir.Region(2, 3, v(0), v(1), v(2), 4)),
        ir.SetLocal(1, ir.Costs(2, 3, v(0), v(1), None, v(1), c(4), 4, -1)), ir.SetLocal(1, ir.ConstSet((1, 2), 3)),
        ir.Store(4, v(0), ir.Load(5, v(1), mapped(3, 1)), mapped(3, 1), -4, 4, 1),
        ir.If(v(0), (ir.Break(),), (ir.Continue(),)), ir.For(0, v(1), (ir.Return(),)), ir.While(v(0), (), c(3), 1),
        ir.Do(0, (v(0),), 3), ir.Move(v(0), v(1), bottom=True), ir.MoveAll(v(0), v(1)), ir.Draw(c(1), v(0), v(1)),
        ir.Shuffle(v(0)), ir.Roll(0, c(2), 6, 0, 1), ir.Roll(0, None, 6, -1, 1), ir.Pick(1, lst(1, 2), 0),
        ir.Log(0, (v(0),)), ir.Reveal(0, (v(0),), lapsed=True), ir.Note(0, 1), ir.Forget(1),
        ir.Fault(0, 0), ir.Emit(0, (v(0),), lst(1)), ir.EmitFrom(0, ()), ir.Guard(v(0), (), 0), ir.Return(cell(3)),
        ir.At(2, (v(0), lst(1))),
    )  # fmt: skip
    scoring = ir.Scoring(3, (("a", 1),), (1, 2), 4, (5,))
    positions = (ir.Position("p", ((40, 4),)), ir.Position("q", ((50, 4), (9, 1)), (ir.ZonePart(0, (0, 0), (60,)),)))
    tables = ((1, 2), ((1,), ()), ())
    return program([function("all", (0, 1), body)], tables=tables, scoring=scoring, positions=positions)


@pytest.mark.parametrize("made", [everything(), card_game(), tictactoe()], ids=lambda made: made.name)
def test_a_program_comes_back_as_it_was(made: ir.Program) -> None:
    text = json.dumps(to_json(made))
    assert from_json(json.loads(text)) == made
    assert json.dumps(to_json(from_json(json.loads(text)))) == text


def test_everything_holds_every_node() -> None:
    text = json.dumps(to_json(everything())) + json.dumps(to_json(card_game()))
    families = [ir.Expr, ir.Stmt, ir.Terminator]
    classes = [cls for family in families for cls in family.__subclasses__()]
    names = [cls.__name__ for cls in classes if cls.__module__.startswith(ir.__name__)]
    assert [name for name in names if f'["{name}"' not in text and name != "CallWait"] == []


def mutations(data: Any, dice: random.Random) -> Any:
    """The same data with one thing in it changed."""
    copy = json.loads(json.dumps(data))
    spot = copy
    while True:
        inner = [i for i, each in enumerate(spot) if isinstance(each, list) and each]
        if not inner or dice.random() < 0.2:
            break
        spot = spot[dice.choice(inner)]
    at = dice.randrange(len(spot))
    spot[at] = dice.choice([None, "x", True, 1.5, {}, [], [[]], ["Const"], ["Nothing", 1], -(10**20)])
    return copy


def test_damaged_data_is_refused_or_still_a_program() -> None:
    dice, data = random.Random(5), to_json(card_game())
    refused = 0
    for _ in range(1500):
        try:
            from_json(mutations(data, dice))
        except ProgramFileError:
            refused += 1
    assert refused > 1000


@pytest.mark.parametrize("data", [
    None, [], {}, "x", ["yupana program", ir.FORMAT], ["yupana program", ir.FORMAT, []],
    ["yupana program", ir.FORMAT, None], ["other", ir.FORMAT, "", []], ["yupana program", ir.FORMAT, "", []],
])  # fmt: skip
def test_what_is_no_program_is_refused(data: Any) -> None:
    with pytest.raises(ProgramFileError):
        from_json(data)


def test_another_version_is_refused_by_its_number() -> None:
    data = to_json(tictactoe())
    data[1] = ir.FORMAT + 1
    with pytest.raises(ProgramFileError, match=f"form {ir.FORMAT + 1}"):
        from_json(data)


def test_data_nested_too_deep_is_refused() -> None:
    data = to_json(program([function("deep", (), [ir.Return(ir.Op("neg", (c(77),)))])]))
    # Find where 77 stands, and put something much deeper there.
    rest = [data]
    while rest:
        for i, each in enumerate(spot := rest.pop()):
            if each == ["Const", 77]:
                deep: Any = each
                for _ in range(60_000):
                    deep = ["Op", "neg", [deep]]
                spot[i] = deep
            elif isinstance(each, list):
                rest.append(each)
    with pytest.raises(ProgramFileError, match="too deep"):
        from_json(data)


def test_a_large_program_is_read_and_written_quickly() -> None:
    leaf = op("add", op("mul", cell(20, v(0)), 3), op("list_size", lst(1, 2, 3)), place=1)
    body = [ir.If(op("lt", leaf, c(4)), (ir.Store(30, v(1), leaf, ir.SCALAR, 0, 9, 0),)) for _ in range(6000)]
    made = program([function("big", (0, 1), body)])
    start = time.process_time()
    text = json.dumps(to_json(made))
    assert from_json(json.loads(text)) == made
    seconds = time.process_time() - start
    nodes = text.count('["')
    assert nodes > 100_000
    # Well under a second on a quiet machine for each way; three for both leave room for a busy one.
    assert seconds < 3 * nodes / 100_000, f"{seconds:.2f} s for {nodes} nodes"


PLAYED = """
import sys
from yupana.interpreter.game import load_program
state = load_program(sys.argv[1]).start(3, 4)
while not state.over:
    state.apply(state.decision.options[0])
for name in ("lark", "pydantic", "ruamel", "networkx", "yaml", "yupana.interpreter.language", "yupana.schemas.compose"):
    assert name not in sys.modules, name
print(state.key.hex())
"""


def test_a_compiled_program_is_played_without_the_language(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text(json.dumps(to_json(card_game())))
    out = subprocess.run([sys.executable, "-c", PLAYED, str(path)], capture_output=True, text=True, check=True)
    state = Game(card_game()).start(3, 4)
    while not state.over:
        assert state.decision is not None
        state.apply(state.decision.options[0])
    assert out.stdout.strip() == state.key.hex()


def test_a_file_that_is_no_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    for text in ("", "{", "[1]", json.dumps(to_json(tictactoe()))[:-40]):
        path.write_text(text)
        with pytest.raises(ProgramFileError):
            load_program(path)
