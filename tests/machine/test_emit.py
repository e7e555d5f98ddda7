"""The emitted source: readable, mapped back to the ruleset, and free of anything an author wrote."""

from __future__ import annotations

import ast
from dataclasses import replace

import yupana
from yupana.interpreter.backends.python.emit import emit
from yupana.interpreter.program import ir

from .build import PLACES, c, cell, function, op, program, ready, v
from .card_game import card_game
from .tictactoe import tictactoe


def test_every_line_of_the_source_has_an_entry_in_the_map() -> None:
    for made in (tictactoe(), card_game(), yupana.load("tic_tac_toe").program):
        source = emit(made)
        lines = source.text.rstrip("\n").split("\n")
        assert len(lines) == len(source.line_map)
        assert all(-1 <= place < len(made.places) for place in source.line_map)


def test_a_line_leads_back_to_its_place() -> None:
    divided = ir.Store(30, None, op("div", 6, v(0), place=1), ir.SCALAR, 0, 3, 1)
    share = replace(function("share", (0,), [divided]), place=0)
    source = emit(program([share]))
    places = {line.strip(): place for line, place in zip(source.text.split("\n"), source.line_map, strict=False)}
    assert places["def f2_share(S, v0):"] == 0
    assert places["n = divide(6, v0, 1)"] == 1
    assert PLACES[1].excerpt == "a // b"


def test_functions_are_named_after_the_rules_and_cells_are_explained() -> None:
    text = emit(tictactoe()).text
    assert "def f2_row(S, v0, v1):" in text
    assert "# S[16 + i]: mark of Space" in text
    assert "# S[25]: winner" in text


def test_plain_syntax_stands_where_it_does() -> None:
    grown = ir.Store(30, v(0), op("add", cell(20, v(0)), 1), ir.SCALAR)
    body = [ir.If(op("lt", cell(20, v(0)), 3), (grown,)), ir.Return(c(0))]
    lines = emit(program([function("grow", (0,), body)])).text.split("\n")
    at = lines.index("def f2_grow(S, v0):")
    assert lines[at + 1 : at + 4] == ["    if S[20 + v0] < 3:", "        S[30 + v0] = S[20 + v0] + 1", "    return 0"]


EVIL = "x\"\n\nimport os\n'''{}\\"


def test_nothing_an_author_wrote_is_pasted_into_the_source() -> None:
    made = card_game()
    evil = replace(
        made, name=EVIL, title=EVIL,
        functions=tuple([replace(each, name=EVIL) for each in made.functions]),
        decisions=tuple([replace(each, name=EVIL) for each in made.decisions]),
        fields=tuple([replace(each, name=EVIL) for each in made.fields]),
        domains=tuple([replace(each, name=EVIL, names=(EVIL,) * len(each.names)) for each in made.domains]),
        texts=tuple([replace(each, parts=(EVIL,) * len(each.parts)) for each in made.texts]),
        places=tuple([ir.Place(EVIL, 1, 1, EVIL, EVIL) for _ in made.places]),
    )  # fmt: skip
    tree = ast.parse(emit(evil).text)
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    kinds = {type(node) for node in tree.body}
    assert kinds == {ast.FunctionDef, ast.Assign}
    constants = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert {each for each in constants if isinstance(each, str)} <= {"log"}
    machine = ready(evil)
    cells = machine.new_state(2, 1, [0, 0, 0])
    assert machine.begin(cells)
