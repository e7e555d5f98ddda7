"""What the look says is printed on cards and tiles: their sizes, icons, corners, places, and the sides of tiles."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.schemas.compose import list_rulesets
from yupana.schemas.icons import library
from yupana.tests.tools_printing.reading import LATIN, read_pdf
from yupana.tools.documents.drawing import Box, Mark, Outline, Text
from yupana.tools.printing.fonts import Fonts, find_fonts
from yupana.tools.printing.fronts import PLACE
from yupana.tools.printing.glyphs import Glyph
from yupana.tools.printing.job import subject_of
from yupana.tools.printing.kit import make_kit
from yupana.tools.printing.model import Kit, Piece, Sheet
from yupana.tools.printing.paper import PrintSettings, read_settings
from yupana.tools.printing.pdf import to_pdf
from yupana.tools.printing.signs import initials

pytestmark = LATIN
ICONS = pytest.mark.skipif(library() is None, reason="no library of icons is installed")
QUICK = ("hanabi", "goofspiel")
SHIPPED = [*QUICK, *(pytest.param(x.name, marks=pytest.mark.slow) for x in list_rulesets() if x.name not in QUICK)]

GAME = """
ruleset: {name: sides, title: Sides, language: 4, text: A game.}
players: {min: 2, max: 2, names: [ann, ben]}
enums: {Ware: [ale, bread, cloth]}
kinds:
  Deed:
    attributes: {worth: int, ware: Ware}
    entries: {one: {count: 3, worth: 1, ware: ale}, two: {worth: 2, ware: bread, text: Take it.}}
  Land:
    attributes: {ware: Ware, wants: "set[Ware]", later: int}
    entries: {hill: {ware: ale, wants: "{bread, cloth}", later: 7}, dale: {ware: cloth, wants: "{ale}", later: 8}}
zones: {deck: {of: Deed, ordered: true, visible: none}, lands: {of: Land}}
flow: [{rounds: r, times: 1, steps: [{do: shuffle deck}]}]
scoring: {items: {p: {points: 1}}}
look:
  shapes: {Land: tile}
  colours: {ale: "#a0622d", bread: "#e0b040", cloth: "#40e0d0"}
  icons: {ale: beer-mug-empty, bread: bread-slice}
  faces:
    Deed:
      size: [44, 68]
      colour: it.ware
      corners: {top_right: "{it.worth}", bottom_left: "{it.ware} {it.ware}"}
      icon: it.ware
      back: {colour: "#204060", icon: ale, title: Deeds}
    Land:
      size: [40, 30]
      title: "front {it.later - 5}"
      places: ["[it.ware]", it.wants]
      reverse: {title: "behind {it.later}", places: ["[it.ware for n in 1..2]"]}
"""


def game(folder: Path, text: str = GAME) -> str:
    """The file of a game with faces."""
    path = folder / "sides.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def kit_of(target: str, settings: PrintSettings, fonts: Fonts | None = None, language: str = "") -> Kit:
    """The kit of a ruleset."""
    return make_kit(subject_of(target, language, None), settings, fonts or find_fonts())


def on(piece: Piece, marks: list[Mark]) -> list[Mark]:
    """The marks that begin on a piece."""
    return [
        each
        for each in marks
        if isinstance(each, Box | Outline | Text)
        and piece.x <= each.x <= piece.x + piece.width
        and piece.y <= each.y <= piece.y + piece.height
    ]


def texts(piece: Piece, sheet: Sheet) -> list[str]:
    """What is written on a piece."""
    return [each.text for each in on(piece, sheet.marks) if isinstance(each, Text)]


@ICONS
def test_a_card_has_the_size_corners_and_picture_of_its_face(tmp_path: Path) -> None:
    fonts = find_fonts()
    kit = kit_of(game(tmp_path), PrintSettings(only=("cards",)), fonts)
    cards = [(sheet, each) for sheet in kit.sheets for each in sheet.pieces if each.sort == "card"]
    assert [(each.width, each.height) for _, each in cards] == [(44.0, 68.0)] * 4
    sheet, card = cards[0]
    told = texts(card, sheet)
    (ale,) = [sign for sign in fonts.glyphs if sign in told]
    assert "1" in told
    assert f"{ale} {ale}" in told
    assert told.count(ale) == 1
    side = read_pdf_of(tmp_path, kit, fonts)[0]
    assert not fonts.missing
    assert len(side.boxes) > 12


def read_pdf_of(folder: Path, kit: Kit, fonts: Fonts) -> list[object]:
    """The sides of a kit, as they are in a PDF."""
    path = folder / "kit.pdf"
    path.write_bytes(to_pdf(kit, fonts))
    return read_pdf(path)  # type: ignore[return-value]


def test_a_wish_for_a_size_goes_before_that_of_the_face(tmp_path: Path) -> None:
    kit = kit_of(game(tmp_path), read_settings("a4", "tarot", 10.0, "long", "cards"))
    assert {(each.width, each.height) for sheet in kit.sheets for each in sheet.pieces} == {(70.0, 120.0)}


@pytest.mark.parametrize("backs", ["long", "short"])
def test_a_tile_has_its_other_side_behind_it(tmp_path: Path, backs: str) -> None:
    """As large as its front, and that of the same tile."""
    front, back = kit_of(game(tmp_path), PrintSettings(only=("tokens",), backs=backs)).sheets[:2]
    tiles = [each for each in front.pieces if each.name in ("hill", "dale")]
    others = {each.name: each for each in back.pieces if each.sort == "other"}
    assert {each.name for each in tiles} == set(others) == {"hill", "dale"}
    for tile in tiles:
        other = others[tile.name]
        x = front.width - tile.x - tile.width if backs == "long" else tile.x
        y = tile.y if backs == "long" else front.height - tile.y - tile.height
        assert (other.x, other.y, other.width, other.height) == pytest.approx((x, y, tile.width, tile.height))
        number = {"hill": 7, "dale": 8}[tile.name]
        assert f"Front {number - 5}" in texts(tile, front)
        assert f"Behind {number}" in texts(other, back)


def test_places_on_a_tile_are_as_large_as_counters_and_lie_apart(tmp_path: Path) -> None:
    """The tile grows where its size has no room for them."""
    front, back = kit_of(game(tmp_path), PrintSettings(only=("tokens",))).sheets[:2]
    (hill,) = [each for each in front.pieces if each.name == "hill"]
    (other,) = [each for each in back.pieces if each.name == "hill"]
    for piece, sheet, many in ((hill, front, 3), (other, back, 2)):
        places = [
            each for each in on(piece, sheet.marks) if isinstance(each, Box) and each.width == PLACE == each.height
        ]
        assert len(places) == many
        for number, one in enumerate(places):
            assert piece.x <= one.x
            assert one.x + PLACE <= piece.x + piece.width
            assert piece.y <= one.y
            assert one.y + PLACE <= piece.y + piece.height
            for two in places[number + 1 :]:
                assert abs(one.x - two.x) >= PLACE or abs(one.y - two.y) >= PLACE
    assert hill.width >= 20
    assert hill.height > 30


@pytest.mark.slow
def test_the_tiles_of_a_city_have_places_for_all_cubes_and_posts() -> None:
    """Level 1: two cubes and two demands; level 2, behind it: three and three. (Cargo: the finding of strangers.)"""
    sheets = kit_of("cargo_empire", PrintSettings(only=("tokens",))).sheets
    for sort, many in (("token", 4), ("other", 6)):
        found = [
            (s, each)
            for s in sheets
            for each in s.pieces
            if each.sort == sort and each.name.startswith("t") and each.name[1:].isdigit()
        ]
        assert len(found) == 12
        for sheet, piece in found:
            places = [
                each for each in on(piece, sheet.marks) if isinstance(each, Box) and each.width == PLACE == each.height
            ]
            assert len(places) == many


@pytest.mark.slow
def test_counters_of_units_are_diminished_behind() -> None:
    """Front and back of each unit, of 20 mm, with the other combat factor."""
    kit = kit_of("pizarro", PrintSettings(only=("tokens",)))
    units = [each for sheet in kit.sheets for each in sheet.pieces if each.sort == "token" and each.width == 20.0]
    behind = [each for sheet in kit.sheets for each in sheet.pieces if each.sort == "other" and each.width == 20.0]
    assert len(units) == len(behind) == 98


@pytest.mark.parametrize(("language", "said"), [("", "Take bread"), ("de", "Nimm Brot")])
def test_a_face_speaks_the_language_of_the_kit_without_brackets_around_it(
    tmp_path: Path, language: str, said: str
) -> None:
    """A name in brackets explains an entry: on its card nothing stands before it."""
    text = GAME.replace("text: Take it.}}", "name: (take bread)}}").replace(
        "corners: {top_right", 'text: "{it.name}"\n      corners: {top_right'
    )
    text = text.replace("attributes: {worth: int, ware: Ware}", "attributes: {worth: int, ware: Ware, name: text?}")
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "sides.de.yaml").write_text("phrases: {(take bread): Nimm Brot}\n", encoding="utf-8")
    sheet = kit_of(game(tmp_path, text), PrintSettings(only=("cards",)), language=language).sheets[0]
    (card,) = [each for each in sheet.pieces if each.name == "two"]
    assert said in texts(card, sheet)
    assert not any("(" in each for each in texts(card, sheet))


def test_signs_of_a_kind_are_never_the_same() -> None:
    """(Two kinds shared "Tr": the finding of strangers.)"""
    found = initials({"truck": "Truck", "train": "Train", "ship": "Ship"})
    assert len(set(found.values())) == 3
    assert initials({"red": "Red", "blue": "Blue"}) == {"red": "R", "blue": "B"}


def test_a_glyph_is_measured_as_it_is_drawn() -> None:
    """An icon stands in a text like a letter."""
    fonts = find_fonts()
    sign = fonts.sign(Glyph(None, "#a0622d", "B", fonts.width("B", 1.0, bold=True)))
    assert fonts.sign(Glyph(None, "#a0622d", "B", fonts.width("B", 1.0, bold=True))) == sign
    glyph = fonts.glyphs[sign]
    assert fonts.width(f"a{sign}a", 2.0) == pytest.approx(2 * fonts.width("a", 2.0) + 2 * glyph.width)
    body = next(each for each in glyph.marks(10.0, 20.0, 4.0, "#000000") if isinstance(each, Box))
    assert body.x > 10.0
    assert body.x + body.width < 10.0 + glyph.width * 4.0


@pytest.mark.parametrize("name", SHIPPED)
def test_no_text_lies_under_another(name: str) -> None:
    """On cards and pieces: two lines never share more than a hair."""
    fonts = find_fonts()
    for sheet in kit_of(name, PrintSettings(only=("cards", "tokens")), fonts).sheets:
        for piece in sheet.pieces:
            boxes = [
                (each.x, each.y - each.size * 0.72, each.x + fonts.width(each.text, each.size, bold=each.bold), each.y)
                for each in on(piece, sheet.marks)
                if isinstance(each, Text) and each.text.strip()
            ]
            for number, one in enumerate(boxes):
                for two in boxes[number + 1 :]:
                    across = min(one[2], two[2]) - max(one[0], two[0])
                    down = min(one[3], two[3]) - max(one[1], two[1])
                    assert across <= 0.3 or down <= 0.3, (name, piece, one, two)
