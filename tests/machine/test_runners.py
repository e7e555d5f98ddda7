"""Each call has a runner to itself: what one hears, rolls and spends is no other's, whatever runs at the same time."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.backends.registry import BACK_ENDS, USUAL, find_back_end, quickest
from yupana.interpreter.errors import UsageError
from yupana.interpreter.game import Game, load, load_program
from yupana.interpreter.machine.faults import Trap
from yupana.interpreter.program import ir
from yupana.interpreter.program.codec import to_json
from yupana.tests.found import game
from yupana.tests.toy_backend.backend import TOY

from .build import INT, c, function, op, program, ready, v

pytestmark = pytest.mark.usefixtures("each_engine")

TELLS = function("tells", (0,), [ir.Log(0, (v(0),)), ir.Log(0, (op("add", v(0), 1),)), ir.Roll(1, None, 6, -1, 0),
                                 ir.Return(v(1))])  # fmt: skip
DEAR = function("dear", (), [
    ir.For(0, op("range", 1, 90_000), (ir.Break(), ir.For(1, op("range", 1, 150), (ir.SetLocal(2, v(1)),)))),
    ir.Return(c(4)),
])  # fmt: skip
"""It pays for more than half of what one call may spend, and does next to nothing."""

TWICE = function("twice", (), [ir.Do(2, ()), ir.Do(2, ()), ir.Return(c(5))])
TEXT = (ir.Text(("it is ", ""), (INT,)),)


def test_a_call_while_another_call_runs_takes_nothing_from_it() -> None:
    made = ready(program([TELLS], texts=TEXT))
    cells, outer, inner = made.new_state(2, 1), list[Any](), list[Any]()

    def hear(event: Any) -> None:
        outer.append(event)
        if len(outer) == 1:
            assert made.call(made.new_state(2, 1), 2, 7, sink=inner.append, script=[6]) == 6

    assert made.call(cells, 2, 1, sink=hear, script=[2]) == 2
    assert [event[:3] for event in outer] == [("log", 0, (1,)), ("log", 0, (2,)), ("roll", -1, -1)]
    assert [event[:3] for event in inner] == [("log", 0, (7,)), ("log", 0, (8,)), ("roll", -1, -1)]


def test_each_call_has_the_whole_allowance_after_a_fault_too() -> None:
    made = ready(program([DEAR, TWICE], texts=TEXT))
    for _ in range(2):
        with pytest.raises(Trap, match="more steps"):
            made.call(made.new_state(2, 1), 3)
        assert made.call(made.new_state(2, 1), 2) == 4


def test_games_in_several_threads_do_not_hear_each_other() -> None:
    made = ready(program([TELLS], texts=TEXT))
    wrong: list[Any] = []

    def work(number: int) -> None:
        for _ in range(200):
            heard = made.events_of(made.new_state(2, number), 2, number)
            if [event[2] for event in heard[:2]] != [(number,), (number + 1,)] or len(heard) != 3:
                wrong.append(heard)

    threads = [threading.Thread(target=work, args=(10 * i,)) for i in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert wrong == []


def test_a_back_end_is_chosen_by_its_name() -> None:
    assert find_back_end("python") is BACK_ENDS["python"]() is find_back_end(USUAL)
    with pytest.raises(UsageError, match="there is no engine 'abacus'; there are auto, "):
        Game(program([]), engine="abacus")


def test_a_game_is_loaded_for_an_engine_and_goes_alike_on_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = load("kuhn_poker")
    file = tmp_path / "kuhn_poker.json"
    file.write_text(json.dumps(to_json(usual.program)), encoding="utf-8")
    quick = load("kuhn_poker", engine="auto")
    assert (usual.back_end.name, quick.back_end.name) == ("python", quickest())
    assert load_program(file).back_end is usual.back_end
    assert load_program(file, engine="auto").back_end is quick.back_end
    mine, its = usual.start(seed=3), quick.start(seed=3)
    while not mine.over:
        assert [each.text for each in its.decision.options] == [each.text for each in mine.decision.options]
        mine.apply(mine.decision.options[-1])
        its.apply(its.decision.options[-1])
        assert its.key == mine.key
    assert (its.over, its.scores, its.winners) == (True, mine.scores, mine.winners)
    monkeypatch.setattr("yupana.interpreter.backends.wasm.host.is_there", lambda: False)
    assert load("kuhn_poker", engine="auto").back_end.name == "python"


@pytest.mark.parametrize("loading", [load, load_program])
def test_an_engine_that_there_is_not_is_told_before_anything_is_read(loading: Callable[..., Game]) -> None:
    with pytest.raises(UsageError, match="there is no engine 'abacus'; there are auto, "):
        loading("no_such_ruleset", engine="abacus")


def test_a_game_goes_over_to_another_back_end_and_back() -> None:
    python = game("tic_tac_toe")
    other = python.on(TOY)
    assert other.back_end is TOY
    assert (python.on("python"), other.on("python"), python.on(TOY)) == (python, python, other)
    mine, its = python.start(seed=3), python.start(seed=3, engine=TOY)
    assert its.game is other
    assert its.key == mine.key
    its.apply("mark(space=a1)")
    mine.apply("mark(space=a1)")
    assert its.key == mine.key
    assert its.why_not("mark(space=a1)") == mine.why_not("mark(space=a1)") != ""
    assert python.start(engine="python").game is python
    with pytest.raises(UsageError, match="there is no engine 'abacus'"):
        python.start(engine="abacus")
