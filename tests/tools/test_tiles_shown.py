"""Tiles on the screen and on paper: faces as they are turned, what stands on their parts, and no more of a large board
than is used."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.text import Text
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.view.look import Look
from yupana.tests.found import ROOT, compiled, game
from yupana.tools.documents.drawing import Shape
from yupana.tools.printing.components import components
from yupana.tools.printing.faces import faced
from yupana.tools.printing.fonts import find_fonts
from yupana.tools.printing.job import subject_of
from yupana.tools.printing.paper import PrintSettings
from yupana.tools.terminal.boards import laid_out, narrowed

TILES = "tests/language/59_tiles.yaml"
SEAM = "\u200b"


def _cell(target: str, space: str, *options: str) -> list[str]:
    state = game(target).start(players=2, seed=1)
    for each in options:
        state.apply(each)
    look = Look(compiled(target))
    return [line.replace(SEAM, " ") for line in look.cell(state, look.boards[0].name, space, -1)]


def test_a_face_shows_every_sign_twice_and_what_stands_on_a_part_in_its_middle() -> None:
    bare = _cell(TILES, "c2")
    assert bare[1] == "meadow meadow meadow meadow path path meadow meadow meadow meadow"
    assert bare[0] == "··meadow meadow path path meadow meadow··"
    walked = _cell(TILES, "c2", "walk(part=straight_1_path)")
    assert walked[2] == "meadow meadow meadow meadow path red meadow meadow meadow meadow"
    assert [walked[at] for at in (0, 1, 3, 4)] == [bare[at] for at in (0, 1, 3, 4)]
    assert _cell(TILES, "a1") == []


def test_a_face_is_shown_as_the_tile_is_turned() -> None:
    for seed in range(1, 40):
        state = game(TILES).start(players=2, seed=seed)
        options = [str(each) for each in state.decision.options if "tile=corner" in str(each) and "turn=1" in str(each)]
        if options:
            break
    state.apply(options[0])
    space = options[0].partition("at=")[2].partition(",")[0]
    look = Look(compiled(TILES))
    lines = [line.replace(SEAM, " ") for line in look.cell(state, "land", space, -1)]
    assert lines[2] == " ".join(["meadow"] * 4 + ["path"] * 6)
    assert lines[4] == "··meadow meadow meadow meadow meadow meadow··"


@pytest.mark.parametrize(("rows", "first"), [("", "path"), ("rows: up, ", "pond")])
def test_the_rows_of_a_face_are_those_of_the_board(tmp_path: Path, rows: str, first: str) -> None:
    old, new = ".mrm. / mmrmm / mmrmm / mmrmm / .mrm.", ".mrm. / mmrmm / mmmmm / mmmmm / .ooo."
    text = (ROOT / TILES).read_text(encoding="utf-8").replace(old, new)
    examples, look = text.index("examples:"), text.index("look:")
    path = tmp_path / "tiles.yaml"
    shown = text[look:].replace("{part: it.walker}", f"{{{rows}part: it.walker}}")
    path.write_text(text[:examples] + shown, encoding="utf-8")
    made = compile_ruleset(path)
    assert made.program is not None
    state = game(str(path)).start(players=2, seed=1)
    assert first in Look(made).cell(state, "land", "c2", -1)[0]


def test_only_rows_and_columns_around_tiles_are_drawn() -> None:
    places = [(f"{'abcde'[x]}{y}", float(x), float(y)) for y in range(1, 6) for x in range(5)]
    said = {name: [Text("xx" * 5)] * 5 if name == "c3" else [] for name, _, _ in places}
    kept, cells = laid_out(places, said, said)
    assert [name for name, _, _ in kept] == ["b2", "c2", "d2", "b3", "c3", "d3", "b4", "c4", "d4"]
    assert narrowed(kept, cells, 5, 60) == cells
    assert [line.plain for line in narrowed(kept, cells, 5, 30)["c3"]] == ["xxxxx"] * 5
    assert laid_out(places, {name: [] for name in said}, said)[0] == places


@pytest.mark.parametrize(("target", "cells", "lines"), [("puna", 25, 5), ("tests/language/60_six_sides.yaml", 7, 3)])
def test_a_tile_on_paper_shows_its_face(target: str, cells: int, lines: int) -> None:
    subject, fonts = subject_of(target if "/" not in target else str(ROOT / target), "", None), find_fonts()
    made = list(faced(subject, PrintSettings(), fonts, components(subject)))
    assert made
    for each in made:
        assert each.drawing is not None
        shapes = [mark for mark in each.drawing.marks if isinstance(mark, Shape)]
        assert len(shapes) - 2 <= cells
        for shape in shapes[1:-1]:
            across = max(x for x, _ in shape.points) - min(x for x, _ in shape.points)
            assert across * lines == pytest.approx(each.drawing.width, rel=0.05)
            assert all(-0.3 <= x <= each.drawing.width + 0.3 for x, _ in shape.points)
