"""A board that is as large as an option says is, in every game, the board of that size: whatever can be asked of it has
the same answer as on a board whose size is written down."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.game import Game
from yupana.tests.found import faults

ASKED: dict[str, tuple[tuple[str, str, str], ...]] = {
    "there": (("s", "S", "true"),),
    "beside": (("s", "S", "true"), ("t", "neighbors(s)", "true")),
    "far": (("s", "S", "true"), ("t", "S", "true"), ("n", "0..20", "distance(s, t) == n")),
    "ahead": (("s", "S", "true"), ("d", "SDirection", "true"), ("t", "ray(s, d)", "true")),
    "second": (("s", "S", "true"), ("d", "SDirection", "true"), ("t", "S", "step(s, d, 2) == t")),
    "straight": (("s", "S", "true"), ("t", "S", "toward(s, t) != none"), ("u", "between(s, t)", "true")),
    "lined": (("s", "S", "true"), ("t", "S", "any(t in line for line in lines(s, 3))")),
    "laid": (("s", "S", "true"), ("n", "0..5", "true"), ("t", "S", "t in cells_of(bend, s, n)")),
    "around": (("s", "S", "true"), ("t", "border({s})", "true")),
    "reached": (("s", "S", "true"), ("t", "region(u from s if size(neighbors(u)) > 2)", "true")),
    "cheap": (("s", "S", "true"), ("t", "S", "costs(a to b from s by 1 within 2)[t] != none")),
    "counted": (("n", "0..99", "n == size(S)"),),
    "placed": (("x", "-9..9", "true"), ("y", "-9..9", "true"), ("t", "S", "at(x, y) == t")),
}
"""What is asked: the options of an action are all answers."""

BOARDS = [
    ("square: {columns: SIDE, rows: SIDE + 1}", 0),
    ("square: {columns: 5, rows: SIDE, diagonal: true, bottom: first}", 0),
    ("hex: {rhombus: SIDE}", 0),
    ("hex: {rhombus: {columns: 3, rows: SIDE}, bottom: first}", 0),
    ("hex: {hexagon: SIDE}", 1),
    ('hex: {rows: [{r: 0, q: 0..SIDE}, {r: 1, q: "0..(0 if SIDE == 3 else SIDE - 2)"}, {r: 2, q: 0..SIDE}]}', 0),
]
"""Boards as large as SIDE, and by how much a space moves on in rows and columns on a board one larger."""


def game(board: str, path: Path) -> Game:
    """A game whose options are what can be asked of the board."""
    lines = [
        "ruleset: {name: sizes, title: Sizes, language: 4}",
        "players: {min: 2, max: 2, names: [red, blue]}",
        "options: {side: {type: int 2..4, default: 3}}",
        "boards:",
        "  grid:",
        "    kind: S",
        f"    {board}",
        '    fields: {mark: Player?, seen: "set[S]", worth: "map[S, int]"}',
        "    shapes: {bar: [[0, 0], [1, 0]], bend: [[0, 0], [1, 0], [0, 1]]}",
        "actions:",
    ]
    for name, params in ASKED.items():
        lines += [f"  {name}:", "    parameters:"]
        lines += [f'      {param}: {{in: "{items}", if: "{test}"}}' for param, items, test in params]
        lines += ["    effects: pass"]
    path.write_text("\n".join([*lines, "flow: [{turns: turn, until: over}]", ""]), encoding="utf-8")
    what = compile_ruleset(str(path))
    assert faults(what) == []
    assert what.program is not None
    return Game(what.program, what.ruleset)


def moved(text: str, by: int) -> str:
    """A text in which every space has the name that it has on a board so much larger."""
    shifted = lambda found: f"={chr(ord(found[1]) + by)}{int(found[2]) + by}"  # noqa: E731
    return re.sub(r"=([a-z])(\d+)\b", shifted, text)


@pytest.mark.parametrize(("board", "moves"), BOARDS)
def test_a_board_of_a_chosen_size_is_the_board_of_that_size(board: str, moves: int, tmp_path: Path) -> None:
    chosen = game(board.replace("SIDE", "side"), tmp_path / "chosen.yaml")
    for side in (2, 3, 4):
        fixed = game(board.replace("SIDE", str(side)), tmp_path / "fixed.yaml")
        one, other = chosen.start(options={"side": side}), fixed.start()
        assert one.decision is not None
        assert other.decision is not None
        wanted = [moved(str(each), moves * (4 - side)) for each in other.decision.options]
        assert sorted(map(str, one.decision.options)) == sorted(wanted)
        seen, plain = one.observation(-1)["fields"], other.observation(-1)["fields"]
        assert {name: len(each) for name, each in seen.items()} == {name: len(each) for name, each in plain.items()}


def test_a_default_that_no_board_has_is_the_only_fault(tmp_path: Path) -> None:
    """Examples that name spaces say nothing about a size that is never chosen."""
    path = tmp_path / "wrong.yaml"
    path.write_text(
        "ruleset: {name: wrong, title: Wrong, language: 4}\n"
        "players: {min: 2, max: 2, names: [red, blue]}\n"
        "options: {side: {type: int 2..4, default: 5}}\n"
        "boards: {grid: {kind: S, square: {columns: side, rows: side}, fields: {mark: Player?}}}\n"
        "actions: {put: {parameters: {at: {in: S}}, effects: at.mark = me}}\n"
        "flow: [{turns: turn}]\n"
        "examples: {a_mark: {when: [{red: put(at=d4)}], then: d4.mark == red}}\n",
        encoding="utf-8",
    )
    (fault,) = faults(compile_ruleset(str(path)))
    assert "expected a number from 2 to 4, found 5" in fault
