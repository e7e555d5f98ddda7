"""Pieces on paper: as many as the game has of what it declares, and markers for what only fields hold."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from yupana.schemas.compose import list_rulesets
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_printing.reading import LATIN, read_pdf
from yupana.tools.documents.drawing import Drawing, Outline, Text
from yupana.tools.printing.boards import Board, board_sheets
from yupana.tools.printing.components import components
from yupana.tools.printing.dice import dice
from yupana.tools.printing.fonts import find_fonts
from yupana.tools.printing.job import subject_of
from yupana.tools.printing.kit import make_kit
from yupana.tools.printing.markers import markers
from yupana.tools.printing.model import Kit
from yupana.tools.printing.paper import PrintSettings
from yupana.tools.printing.pieces import pieces

pytestmark = LATIN
QUICK = ("tic_tac_toe", "goofspiel", "cargo_empire")
SHIPPED = [*QUICK, *(pytest.param(x.name, marks=pytest.mark.slow) for x in list_rulesets() if x.name not in QUICK)]

HEIGHTS = """
ruleset: {name: heights, title: Heights, language: 4, text: A game.}
players: {min: 2, max: 2, names: [ann, ben]}
boards: {land: {kind: Hill, square: {columns: 3, rows: 3}, fields: {level: int, wet: bool, seen: bool}}}
functions: {shown: {of: {h: Hill}, gives: int?, is: none if h.wet else h.level}}
flow: [{rounds: r, times: 1, steps: [{do: a1.level += 1}]}]
scoring: {items: {p: {points: 1}}}
look: {boards: {land: {cell: ["{shown(it)}"]}}}
"""


def kit_of(target: str, settings: PrintSettings, players: int | None = None) -> Kit:
    """The kit of a ruleset."""
    return make_kit(subject_of(target, "", players), settings, find_fonts())


def counted(kit: Kit, *sorts: str) -> Counter[str]:
    """How often each piece lies on the sheets."""
    return Counter(piece.name for sheet in kit.sheets for piece in sheet.pieces if piece.sort in sorts)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_component_is_printed_as_often_as_it_is_in_the_game(name: str) -> None:
    """What the program has pieces of, counted by itself."""
    subject = subject_of(name, "", None)
    wanted: Counter[str] = Counter()
    for state in subject.beginnings.values():  # with the number of players that needs most
        here: Counter[str] = Counter()
        for domain in subject.game.program.domains:
            for number in domain.here(state.cells) if domain.piece_base >= 0 else ():
                here[domain.group_names[domain.groups[number]] if domain.groups else domain.names[number]] += 1
        wanted |= here
    found = counted(make_kit(subject, PrintSettings(only=("cards", "tokens")), find_fonts()), "card", "token")
    own = (*markers(subject), *pieces(subject, PrintSettings(), find_fonts()), *dice(subject))
    others = {each.name for each in own}
    assert {each: many for each, many in found.items() if each not in others} == dict(wanted)


def test_markers_of_players_stand_for_what_spaces_hold() -> None:
    """Nine squares are shared by two; of what lies there at the start, there is just so much."""
    found = counted(kit_of("tic_tac_toe", PrintSettings(only=("tokens",))), "token")
    assert found == {"x": 5, "o": 5}
    chess = counted(kit_of("chess", PrintSettings(only=("tokens",))), "token")
    assert chess["white_pawn"] == 8
    assert chess["black_king"] == 1


def test_what_the_look_shows_through_functions_is_laid_too(tmp_path: Path) -> None:
    """The level of a space, shown by a function, is laid as a number; who may win a space has as many as who has it."""
    path = tmp_path / "heights.yaml"
    path.write_text(HEIGHTS, encoding="utf-8")
    found = {each.name: each.count for each in markers(subject_of(str(path), "", None))}
    assert found == {"wet": 3, **{f"number_{value}": 6 for value in range(1, 10)}}
    spain, inca = (each.count for each in markers(subject_of("pizarro", "", None)) if each.kind == "Player")
    assert spain == inca > 10


def test_so_many_players() -> None:
    tokens = PrintSettings(only=("tokens",))
    few, many = (counted(kit_of("cargo_empire", tokens, players), "token") for players in (2, 5))
    assert few["red"] == many["red"] > 0
    assert few["purple"] == 0 < many["purple"]


@pytest.mark.parametrize("name", SHIPPED)
def test_everything_stays_on_its_piece_and_on_the_paper(yupana: Yupana, tmp_path: Path, name: str) -> None:
    output = tmp_path / "kit.pdf"
    ran = yupana("print", name, "-o", str(output), "--only", "cards,tokens")
    assert (ran.code, ran.err) == (0, "")
    settings = PrintSettings(only=("cards", "tokens"))
    sides, sheets = read_pdf(output), kit_of(name, settings).sheets
    assert len(sides) == len(sheets)
    for side, sheet in zip(sides, sheets, strict=True):
        for piece in sheet.pieces:
            assert settings.margin - 0.1 <= piece.x <= sheet.width - settings.margin - piece.width + 0.1
            assert settings.margin - 0.1 <= piece.y <= sheet.height - settings.margin - piece.height + 0.1
        for letter, left, top, right, bottom in side.letters:
            middle = ((left + right) / 2, (top + bottom) / 2)
            for piece in sheet.pieces:
                if piece.x < middle[0] < piece.x + piece.width and piece.y < middle[1] < piece.y + piece.height:
                    assert left > piece.x, (letter, piece)
                    assert right < piece.x + piece.width, (letter, piece)
                    assert top > piece.y - 0.1, (letter, piece)
                    assert bottom < piece.y + piece.height + 0.1, (letter, piece)


@pytest.mark.slow
def test_the_other_side_of_each_sheet_is_there() -> None:
    """So that a kit is printed on both sides in one go; what lies face down in the game has a back."""
    sheets = kit_of("cuzco_feld", PrintSettings(only=("tokens",))).sheets
    assert len(sheets) % 2 == 0
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        places = {(round(front.width - each.x - each.width, 3), round(each.y, 3)) for each in front.pieces}
        assert {(round(each.x, 3), round(each.y, 3)) for each in back.pieces} <= places
    assert counted(kit_of("cuzco_feld", PrintSettings(only=("tokens",))), "back") == {"Good": 30, "Tile": 72}
    assert len(kit_of("cuzco_feld", PrintSettings(only=("tokens",), backs="none")).sheets) * 2 == len(sheets)


@pytest.mark.slow
def test_every_piece_is_told_once() -> None:
    """No entry of pieces is a marker besides."""
    subject = subject_of("cuzco_feld", "", None)
    kinds = {each.kind for each in components(subject)}
    assert not kinds & {each.kind for each in markers(subject)}


TILES = """
ruleset: {name: tiles, title: Tiles, language: 4, text: A game.}
players: {min: 2, max: 2, names: [ann, ben]}
kinds: {Stone: {attributes: {worth: int}, entries: {one: {count: 5, worth: 1}, two: {count: 8, worth: 2}}}}
zones: {stack: {of: Stone, ordered: true, visible: none}}
flow: [{rounds: r, times: 1, steps: [{do: shuffle stack}]}]
scoring: {items: {p: {points: 1}}}
look: {shapes: {Stone: tile}}
"""


@pytest.mark.parametrize("backs", ["long", "short"])
@pytest.mark.parametrize("paper", [(210.0, 297.0), (297.0, 210.0)])
def test_what_lies_face_down_has_its_back_behind_it(tmp_path: Path, backs: str, paper: tuple[float, float]) -> None:
    path = tmp_path / "tiles.yaml"
    path.write_text(TILES, encoding="utf-8")
    front, back = kit_of(str(path), PrintSettings(only=("tokens",), backs=backs, paper=paper)).sheets
    over_side = (backs == "long") == (paper[0] <= paper[1])
    wanted = [
        (paper[0] - each.x - each.width, each.y) if over_side else (each.x, paper[1] - each.y - each.height)
        for each in front.pieces
    ]
    assert len(wanted) == 13
    for behind, (x, y) in zip(back.pieces, wanted, strict=True):
        assert (behind.x, behind.y) == pytest.approx((x, y))


PLAYERS = ("red", "yellow", "green", "blue")
GAMES = ("cargo_empire", "cuzco_feld", "cuzco_kk", "pizarro")
CARDS = {"cuzco_feld": 60 + 61, "cuzco_kk": 30, "cargo_empire": 90 + 24 + 12, "pizarro": 0}
"""How many cards the sources say are in the boxes; the tactical markers of Pizarro are counters."""
MARKERS: dict[str, dict[str, int]] = {
    "cuzco_feld": {"chasqui": 4, "round_0": 4, **{f"{each}_die": 3 for each in PLAYERS}},
    "cuzco_kk": dict.fromkeys(("red", "blue", "green", "yellow"), 2),  # on the score track, and for action points
    "cargo_empire": dict.fromkeys(("markers.truck", "markers.train", "markers.ship"), 5),
    "pizarro": {"d6": 2},
}
"""Dice, figures and markers beside the pieces of the looks."""


@pytest.mark.slow
def test_each_cell_of_a_tile_has_its_icon() -> None:
    sheet = kit_of("cuzco_kk", PrintSettings(only=("tokens",))).sheets[0]
    assert {each.name for each in sheet.pieces} == {"triple"}
    assert len([each for each in sheet.marks if isinstance(each, Outline)]) == 3 * len(sheet.pieces)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_cards_dice_and_markers_are_there_in_their_numbers(name: str) -> None:
    kit = kit_of(name, PrintSettings(only=("cards", "tokens")))
    assert sum(counted(kit, "card").values()) == CARDS[name]
    found = counted(kit, "token")
    assert {each: found[each] for each in MARKERS[name]} == MARKERS[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_pieces_can_be_handled(name: str) -> None:
    """Tiles are 20 mm wide at least, counters 15, cubes as large as their places."""
    for sheet in kit_of(name, PrintSettings(only=("tokens",))).sheets:
        for piece in sheet.pieces:
            least = {"tile": 20.0, "cube": 14.0}.get(piece.form, 15.0)
            assert min(piece.width, piece.height) >= least, piece


FEW = """
ruleset: {name: few, title: Few, language: 4, text: A game.}
players: {min: 2, max: 2, names: [ann, ben]}
flow: [{rounds: r, times: 1, steps: [{do: log "x"}]}]
scoring: {items: {p: {points: 1}}}
look:
  pieces: {the_first_of_all_tokens: {count: 1}, the_second_of_them: {count: 1}, third: {count: 2}, many: {count: 30}}
"""


def test_few_pieces_lie_beside_others_and_no_word_under_another(tmp_path: Path) -> None:
    path = tmp_path / "few.yaml"
    path.write_text(FEW, encoding="utf-8")
    (front,) = kit_of(str(path), PrintSettings(only=("tokens",), backs="none")).sheets
    first, second, third, *many = front.pieces
    assert first.y == second.y == third.y < many[-1].y
    fonts = find_fonts()
    heads = [mark for mark in front.marks if isinstance(mark, Text) and "·" in mark.text]
    assert len(heads) == 4
    for one in heads:
        for other in heads:
            if one is not other and one.y == other.y and one.x < other.x:
                assert one.x + fonts.width(one.text, one.size) < other.x
    for one in front.pieces:
        for other in front.pieces:
            apart = abs(one.x - other.x) >= one.width or abs(one.y - other.y) >= one.height
            assert one is other or apart


def test_small_boards_lie_on_one_sheet(tmp_path: Path) -> None:
    """One below the other, each whole, so far apart that they can be cut; a board as large as a sheet lies alone."""
    subject, fonts, settings = subject_of("tic_tac_toe", "", None), find_fonts(), PrintSettings(backs="none")
    made = [
        Board(f"b{at}", f"Board {at}", Drawing(150.0, high, ())) for at, high in enumerate((80.0, 260.0, 90.0, 70.0))
    ]
    sheets = board_sheets(subject, settings, fonts, made)
    assert [[piece.name for piece in sheet.pieces] for sheet in sheets] == [["b0", "b2", "b3"], ["b1"]]
    one, two, three = sheets[0].pieces
    assert one.y + one.height + 8.0 <= two.y + 0.01
    assert two.y + two.height + 8.0 <= three.y + 0.01
    assert three.y + three.height <= 297.0 - settings.margin + 0.01
