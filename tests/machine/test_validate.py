"""A program from elsewhere is checked before it is run: whatever was changed in it, nothing of ours breaks."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from yupana.interpreter.program import ir
from yupana.interpreter.program.codec import ProgramFileError
from yupana.interpreter.program.validate import validate

from .build import c, function, listed, lst, members, op, program, v
from .card_game import MAIN, card_game
from .tictactoe import tictactoe


def comp(word: str, element: ir.Expr, items: ir.Expr, by: ir.Expr | None = None) -> ir.Comp:
    """A comprehension over local 1."""
    return ir.Comp(word, (ir.Clause(1, items, None),), element, by=by)


@pytest.mark.parametrize("made", [card_game(), tictactoe(), program()], ids=lambda made: made.name)
def test_whole_programs_pass(made: ir.Program) -> None:
    validate(made)


NUMBER, LIST, SET, MAP = v(0), lst(1, 2), members(1), op("map_fill", 3, 0)
LISTS = op("list", LIST)
WELL: dict[str, tuple[ir.Stmt, ...]] = {
    "both branches give the result": (ir.If(NUMBER, (ir.Return(c(1)),), (ir.Return(c(2)),)),),
    "an empty list is one of anything": (ir.Return(op("list_eq", LISTS, op("list"))),),
    "set before it is read": (ir.SetLocal(1, NUMBER), ir.Return(v(1))),
    "set in both branches": (
        ir.If(NUMBER, (ir.SetLocal(1, c(1)),), (ir.SetLocal(1, c(2)),)), ir.Return(v(1)),
    ),
    "a fault ends it": (ir.If(NUMBER, (ir.Return(c(1)),)), ir.Fault(0, 0)),
    "a branch that ends does not count": (
        ir.If(NUMBER, (ir.Return(c(1)),), (ir.SetLocal(1, c(2)),)), ir.Return(v(1)),
    ),
}  # fmt: skip
ILL: list[tuple[str, tuple[ir.Stmt, ...]]] = [
    ("add of a list", (ir.Return(op("add", LIST, NUMBER)),)),
    ("eq of a list", (ir.Return(op("eq", LIST, LIST)),)),
    ("list_eq of a number", (ir.Return(op("list_eq", LIST, NUMBER)),)),
    ("a list and a number in one place", (ir.Return(op("list_has", LISTS, NUMBER)),)),
    ("list_sum of a list", (ir.Return(op("list_sum", LISTS)),)),
    ("set_or of a set of 5 and a set of 6", (ir.Return(op("set_size", op("set_or", SET, members(1, size=6)))),)),
    ("set_size of a map", (ir.Return(op("set_size", MAP)),)),
    ("map_get of a set", (ir.Return(op("map_get", SET, NUMBER)),)),
    ("a list where a number is needed", (ir.Return(LIST),)),
    ("a set of 5 in one place", (ir.Return(op("set_size", ir.Choice(NUMBER, members(size=6), SET))),)),
    ("a list where a number is needed", (ir.Return(ir.Choice(LIST, NUMBER, NUMBER)),)),
    ("a number where a list is needed", (ir.Return(comp("sum", v(1), NUMBER)),)),
    ("a list in local 1", (ir.Return(comp("sum", v(1), LISTS)),)),
    ("where sum needs a number", (ir.Return(comp("sum", LIST, LIST)),)),
    ("as the key of an order", (ir.Return(comp("best", v(1), LIST, by=SET)),)),
    ("a list in local 1", (ir.For(1, LISTS, ()), ir.Return(c(0)))),
    ("without its result", (ir.If(NUMBER, (ir.Return(c(1)),)),)),
    ("gives nothing back", (ir.Return(),)),
    ("local 1 is read", (ir.Return(v(1)),)),
    ("local 2 is read", (ir.SetLocal(1, c(1)), ir.Return(op("add", v(1), v(2))))),
    ("local 1 is read, which", (ir.If(NUMBER, (ir.SetLocal(1, c(1)),)), ir.Return(v(1)))),
    ("local 1 is read, which is", (ir.For(2, LIST, (ir.SetLocal(1, c(1)),)), ir.Return(v(1)))),
    ("local 1 is read, which is not", (ir.Return(op("add", comp("sum", v(1), LIST), v(1))),)),
    ("where there is none", (ir.Break(),)),
    ("as what it is not", (ir.Log(0, (LIST,)), ir.Return(c(0)))),
    ("room for 1", (ir.Store(20, None, LIST, listed(1)), ir.Return(c(0)))),
    ("a list of lists is stored", (ir.Store(20, None, LISTS, listed(3, listed(3))), ir.Return(c(0)))),
    ("map_fill of size", (ir.Return(op("map_get", op("map_fill", 10**9, 0), 0)),)),
    ("has or has not a key", (ir.Return(ir.Comp("sum", (ir.Clause(1, LIST, None),), v(1), key=v(1))),)),
    ("has no result", (ir.Return(ir.Call(0, ())),)),
    ("a set has such members", (ir.Return(op("set_size", members(10**9))),)),
    ("no place", (ir.Return(op("add", v(0), v(0), place=7)),)),
    ("no local", (ir.SetLocal(3, c(1)), ir.Return(c(0)))),
    ("no table", (ir.Return(ir.Table(1, v(0))),)),
    ("no operation", (ir.Return(ir.Op("pow", (v(0), v(0)))),)),
    ("with 1 operands", (ir.Return(op("add", v(0))),)),
    ("of what", (ir.Return(op("list_size", op("neighbors", v(0), v(0)))),)),
    ("which has no rows", (ir.Return(op("list_size", op("neighbors", 0, v(0)))),)),
    ("cannot be called", (ir.Do(1, ()), ir.Return(c(0)))),
    ("is called with 1 values", (ir.Do(0, (v(0),)), ir.Return(c(0)))),
    ("calls itself", (ir.Return(ir.Call(2, (v(0),))),)),
    ("no function", (ir.Return(ir.Call(9, (v(0),))),)),
    ("number does not fit", (ir.Return(c(2**31)),)),
    ("die", (ir.Roll(0, None, 0, -1, 0), ir.Return(c(0)))),
    ("no text", (ir.Fault(0, 3),)),
    ("options", (ir.Emit(0, ()), ir.Return(c(0)))),
    ("outside the state", (ir.Return(ir.Load(10**6, None, ir.SCALAR)),)),
]  # fmt: skip


def with_body(body: tuple[ir.Stmt, ...]) -> ir.Program:
    text = ir.Text(("", ""), (ir.ValueType("int"),))
    empty = ir.Text(("no",), ())
    return program([function("judged", (0,), body, count=3)], tables=((1, 2),), texts=(text, empty))


@pytest.mark.parametrize("words", WELL)
def test_well_typed_code_passes(words: str) -> None:
    body = tuple([replace(each, text=1) if isinstance(each, ir.Fault) else each for each in WELL[words]])
    validate(with_body(body))


@pytest.mark.parametrize(("words", "body"), ILL)
def test_ill_typed_code_is_refused_with_its_place(words: str, body: tuple[ir.Stmt, ...]) -> None:
    with pytest.raises(ProgramFileError, match=re.escape(words)) as refused:
        validate(with_body(body))
    assert "function 2 (judged)" in str(refused.value) or words == "calls itself"


BROKEN = {
    "state": replace(tictactoe(), layout=replace(tictactoe().layout, size=10**9)),
    "zones": replace(card_game(), layout=replace(card_game().layout, piece_next=159)),
    "main function": replace(tictactoe(), main=0),
    "no function 99": replace(tictactoe(), init=99),
    "number of players": replace(tictactoe(), min_players=3),
    "players are missing": replace(tictactoe(), max_players=3),
    "no block": replace(card_game(), functions=tuple([
        replace(MAIN, blocks=(*MAIN.blocks[:-1], ir.Block((), ir.Jump(77)))) if each is MAIN else each
        for each in card_game().functions
    ])),
    "no local 99": program([
        function("caller", (), [ir.Return(ir.Call(3, (c(1),)))]), function("called", (99,), [ir.Return(c(0))]),
    ]),
    "no function 98": replace(tictactoe(), alternatives=(replace(tictactoe().alternatives[0], announce=98),)),
    "no parameter 3": replace(tictactoe(), alternatives=(replace(tictactoe().alternatives[0], secrets=(3,)),)),
    "no text 7": replace(tictactoe(), alternatives=(replace(tictactoe().alternatives[0], text=7),)),
    "another function": replace(tictactoe(), decisions=(replace(tictactoe().decisions[0], function=1),)),
    "stack has no room": replace(tictactoe(), layout=replace(tictactoe().layout, stack=tictactoe().layout.size - 2)),
    "has no room": replace(card_game(), functions=tuple([
        replace(MAIN, frame=tuple([(slot, ir.FRAME_HEAD) for slot, _ in MAIN.frame])) if each is MAIN else each
        for each in card_game().functions
    ])),
}  # fmt: skip


@pytest.mark.parametrize("words", BROKEN)
def test_what_names_nothing_is_refused(words: str) -> None:
    with pytest.raises(ProgramFileError, match=words):
        validate(BROKEN[words])
