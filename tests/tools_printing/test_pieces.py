"""The pieces that a look names: so many as are in the box, in place of what would be made for fields."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.index.elements import index
from yupana.schemas.errors import UsageError
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_printing.reading import LATIN
from yupana.tools.documents.drawing import Shape, Text
from yupana.tools.printing.boards import Board, boards
from yupana.tools.printing.fonts import find_fonts
from yupana.tools.printing.job import subject_of
from yupana.tools.printing.kit import make_kit
from yupana.tools.printing.mats import mats
from yupana.tools.printing.paper import PrintSettings
from yupana.tools.printing.pieces import pieces
from yupana.tools.printing.posters import corners, shrunk
from yupana.tools.renaming.naming import name_of
from yupana.tools.renaming.rename import rename

pytestmark = LATIN

GAME = """
ruleset: {name: field, title: Field, language: 4, text: A game.}
players: {min: 2, max: 3, names: [ann, ben, cleo], fields: {seeds: {type: int, start: seeds_of_all}}}
constants: {seeds_of_all: {by_players: {2: 6, 3: 4}}}
enums: {Crop: [corn, rye]}
boards:
  plots:
    kind: Plot
    square: {columns: 3, rows: 3}
    fields: {owner: Player?, crop: Crop?}
    shapes: {bend: [[0, 0], [1, 0], [0, 1]]}
flow: [{rounds: r, times: 1, steps: [{do: ann.seeds += 0}]}]
scoring: {items: {p: {points: 1}}}
look:
  boards: {plots: {cell: ["{it.owner}{it.crop}"]}}
  player: ["seeds {me.seeds}"]
  pieces:
    %s
"""
RENAMED = (
    ("seeds_of_all", "all_seeds"), ("seeds", "grains"), ("corn", "maize"), ("bend", "corner"), ("crop", "plant"),
)  # fmt: skip
SEED = "seed: {count: seeds_of_all, each: Player, shape: cube, stands_for: [owner, seeds]}"


def game(folder: Path, *lines: str) -> str:
    """A game with some pieces."""
    path = folder / "field.yaml"
    path.write_text(GAME % "\n    ".join(lines), encoding="utf-8")
    return str(path)


def made(target: str, players: int | None = None) -> Counter[str]:
    """Everything that is cut out of the sheets of pieces."""
    kit = make_kit(subject_of(target, "", players), PrintSettings(only=("tokens",), backs="none"), find_fonts())
    return Counter(each.name for sheet in kit.sheets for each in sheet.pieces)


def test_every_player_has_so_many(tmp_path: Path) -> None:
    """The number that most players need; no field for which a piece stands has other markers, or a track."""
    target = game(tmp_path, SEED)
    assert made(target) == {"seed": 18, "corn": 5, "rye": 5}
    assert made(target, 3) == {"seed": 12, "corn": 5, "rye": 5}
    boards = mats(subject_of(target, "", None), PrintSettings(), find_fonts())
    told = [mark for each in boards for mark in each.drawing.marks]
    assert not any(isinstance(mark, Text) and mark.text == "Seeds" for mark in told)


def test_without_them_markers_are_made_for_the_fields(tmp_path: Path) -> None:
    found = made(game(tmp_path, "flag: {}"))
    assert found == {"flag": 1, "corn": 5, "rye": 5, "ann": 5, "ben": 5, "cleo": 5}


def test_of_an_enum_or_kind_there_are_so_many_of_every_member(tmp_path: Path) -> None:
    assert made(game(tmp_path, SEED, "Crop: {count: 7, stands_for: Plot.crop}")) == {"seed": 18, "corn": 7, "rye": 7}


@pytest.mark.parametrize("paper", [(210.0, 297.0), (148.0, 210.0)])
def test_a_tile_is_as_large_as_the_cells_that_it_covers(paper: tuple[float, float]) -> None:
    """On paper on which the board is made a little smaller too."""
    subject, fonts, settings = subject_of("cuzco_kk", "", None), find_fonts(), PrintSettings(paper=paper)
    (board,) = boards(subject, settings, fonts)
    cells = [each for each in shown(settings, board) if len(each.points) == 6]
    tiles = {each.name: each for each in pieces(subject, settings, fonts) if each.drawing is not None}
    for name, many in (("triple", 3), ("double", 2), ("single_crop", 1)):
        drawing = tiles[name].drawing
        assert drawing is not None
        hexes = [each for each in drawing.marks if isinstance(each, Shape)]
        assert len(hexes) == many
        assert all(extent(each) == pytest.approx(extent(cells[0]), abs=0.1) for each in hexes)
    words = [mark.text for mark in tiles["triple"].drawing.marks if isinstance(mark, Text)]  # type: ignore[union-attr]
    assert [words.count("Crop"), words.count("Village")] == [2, 1]


def shown(settings: PrintSettings, board: Board) -> list[Shape]:
    """The shapes of a board as large as they are printed."""
    drawing = board.drawing if board.firm else board.drawing.scaled(shrunk(settings, board.drawing))
    return [each for each in drawing.marks if isinstance(each, Shape)]


def extent(shape: Shape) -> tuple[float, float]:
    """How wide and high a shape is."""
    xs, ys = zip(*corners(shape), strict=True)
    return max(xs) - min(xs), max(ys) - min(ys)


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("seed: {stands_for: sedes}", "YUP40", "unknown field `sedes`"),
        ("seed: {covers: bent}", "YUP40", "unknown shape `bent`"),
        ("seed: {covers: bend, holds: barley}", "YUP40", "unknown entity `barley`"),
        ("seed: {each: Plot}", "YUP40", "unknown owner `Plot`"),
        ("seed: {count: seeds_of_al}", "YUP40", "seeds_of_al"),
        ("seed: {count: corn}", "YUP411", "expected a number"),
        ("seed: {shape: ball}", "YUP2", "`ball`"),
    ],
)
def test_faults_are_told(yupana: Yupana, tmp_path: Path, line: str, code: str, said: str) -> None:
    ran = yupana("check", game(tmp_path, line))
    assert ran.code == 1
    assert f" {code}" in ran.out
    assert said in ran.out


def test_a_number_that_depends_on_the_game_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="How many pieces `seed` there are is not known before the game"):
        made(game(tmp_path, "seed: {count: ann.seeds}"))


def test_names_in_pieces_are_renamed_too(tmp_path: Path) -> None:
    path = Path(game(tmp_path, SEED, "patch: {covers: bend, holds: corn, stands_for: Plot.crop}"))
    for old, new in (
        ("seeds_of_all", "all_seeds"),
        ("seeds", "grains"),
        ("corn", "maize"),
        ("bend", "corner"),
        ("crop", "plant"),
    ):
        compiled = compile_ruleset(path)
        uses = index(compiled).references
        assert uses is not None
        (named,) = {each.declaration for each in uses.references if name_of(each.declaration) == old}
        for file, text in rename(compiled, named, new, {}).texts.items():
            Path(file).write_text(text, encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    assert "count: all_seeds" in text
    assert "stands_for: [owner, grains]" in text
    assert "{covers: corner, holds: maize, stands_for: Plot.plant}" in text
    assert compile_ruleset(path).diagnostics == []
