"""Which functions a list of options may ask again with the same arguments, so that keeping their values can pay."""

from __future__ import annotations

from dataclasses import replace

import pytest
from yupana.interpreter.backends.wasm.repeated_calls import asked_again, outlasts
from yupana.interpreter.program import ir
from yupana.interpreter.program.facts import ProgramFacts
from yupana.tests.found import game
from yupana.tests.machine.build import c, function, op, program, v

ASKED, BETWEEN = 2, 3  # behind those that `program` adds
PLAYERS, ROW = op("domain", 0), ir.ConstList((4, 5, 4))


def _any(slot: int, items: ir.Expr, element: ir.Expr) -> ir.Comp:
    return ir.Comp("any", (ir.Clause(slot, items, None),), element)


def _asks(*args: ir.Expr, of: int = ASKED) -> ir.Call:
    return ir.Call(of, tuple(args))


EACH = _any(1, PLAYERS, _asks(v(0), v(1)))
ONCE = {
    "what two loops go through": _any(0, PLAYERS, EACH),
    "numbers": _any(0, op("range", 1, 6), _asks(v(0), c(1))),
    "no loop": _asks(c(0), c(0)),
    "by another": _any(0, PLAYERS, _asks(v(0), of=BETWEEN)),
}
AGAIN = {
    "the inner loop only": _any(0, PLAYERS, _any(1, PLAYERS, _asks(v(1), c(0)))),
    "what may be twice": _any(0, ROW, _asks(v(0), c(0))),
    "something that follows from it": _any(0, PLAYERS, _asks(op("mod", v(0), 2), c(0))),
    "two calls": op("or", _any(0, PLAYERS, EACH), _asks(c(0), c(0))),
    "by another again and again": _any(0, PLAYERS, _any(1, PLAYERS, _asks(v(1), of=BETWEEN))),
}


def _again(test: ir.Expr, kept: int = -1) -> bool:
    asked = function("asked", (0, 1), (ir.Return(op("eq", v(0), v(1))),))
    between = function("between", (0,), (ir.Return(_any(1, PLAYERS, _asks(v(0), v(1)))),))
    made = ir.Guard(test, (ir.Emit(0, ()),), 0, "condition")
    decision = ir.Decision("main", 0, c(0), -1, (), (made,), (), secret=False, optional=False, place=0)
    whole = program([asked, between])
    return ASKED in asked_again(replace(whole, decisions=(decision,)), lambda number: number == kept)


@pytest.mark.parametrize("name", ONCE)
def test_a_call_that_hands_over_what_its_loops_go_through_is_never_made_again(name: str) -> None:
    assert not _again(ONCE[name])


@pytest.mark.parametrize("name", AGAIN)
def test_all_others_may_be_made_again(name: str) -> None:
    assert _again(AGAIN[name])


def test_who_is_kept_asks_once_for_each_argument_of_its_own() -> None:
    often = AGAIN["by another again and again"]
    assert not _again(often, kept=BETWEEN)
    assert _again(op("or", often, _asks(c(0), c(0))), kept=BETWEEN)


def test_the_directions_of_a_square_are_asked_once_and_chains_are_searched() -> None:
    reversi, go = game("reversi").program, game("go").program
    again = asked_again(reversi, lambda number: False)
    numbers = {each.name: number for number, each in enumerate(reversi.functions)}
    assert numbers["closes_in"] not in again
    assert not outlasts(reversi, ProgramFacts(reversi), numbers["closes_in"])
    chains = [number for number, each in enumerate(go.functions) if each.name in ("lives", "liberties")]
    assert all(outlasts(go, ProgramFacts(go), number) for number in chains)
