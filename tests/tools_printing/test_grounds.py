"""Boards on paper show what the page shows: ground, areas, backdrop, tinted spaces, coloured sides, links, points."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from yupana.tests.page.test_maps import holds
from yupana.tests.tools_printing.reading import LATIN
from yupana.tools.documents.colours import light, pale
from yupana.tools.documents.drawing import Box, Disc, Drawing, Shape, Text
from yupana.tools.drawing.maps import map_of
from yupana.tools.printing.boards import Board, boards
from yupana.tools.printing.fonts import find_fonts
from yupana.tools.printing.job import subject_of
from yupana.tools.printing.model import Kit, Sheet
from yupana.tools.printing.monochrome import without_colours
from yupana.tools.printing.paper import PrintSettings
from yupana.tools.printing.posters import poster
from yupana.tools.printing.subject import Subject

pytestmark = LATIN


def printed(name: str, board: str = "") -> tuple[Subject, Board]:
    """A board of a game on paper: its first, or that of a name."""
    subject = subject_of(name, "", None)
    made = boards(subject, PrintSettings(), find_fonts())
    return subject, next(each for each in made if board in ("", each.name))


@pytest.mark.parametrize("name", ["cargo_empire", "pizarro"])
def test_a_map_shows_its_areas_their_colours_and_what_is_around_them(name: str) -> None:
    subject, board = printed(name, "map")
    picture = next(each for each in subject.look.boards if each.name == "map")
    land = map_of(picture)
    assert land is not None
    assert picture.look is not None
    ground, *marks = board.drawing.marks
    assert isinstance(ground, Box)
    assert ground.fill == str(picture.look.ground)
    fills = Counter(mark.fill for mark in marks if isinstance(mark, Shape) and mark.closed and len(mark.points) > 4)
    assert all(fills[pale(colour)] for colour, _ in land.backdrop)
    areas = [mark for mark in marks if isinstance(mark, Shape) and mark.closed and mark.stroke not in ("", mark.fill)]
    assert len(areas) == len(picture.spaces)
    boxes = [mark for mark in marks if isinstance(mark, Box) and mark.width > 20]
    assert len(boxes) == len(areas)
    for box, area in zip(boxes, areas, strict=True):
        assert holds(list(area.points), (box.x + box.width / 2, box.y + box.height / 2))


def test_spaces_have_the_colours_of_the_page_and_a_key_says_what_they_mean() -> None:
    _, board = printed("cuzco_feld", "empire")
    fills = Counter(mark.fill for mark in board.drawing.marks if isinstance(mark, Box) and mark.width > 10)
    assert [fills[each] for each in ("#bfe6df", "#dcc8ea", "#f8d6ac", "#f6cfdf", "#f0cf7a")] == [3, 3, 3, 3, 1]
    texts = [mark.text for mark in board.drawing.marks if isinstance(mark, Text)]
    assert not any(each.startswith("#") for each in texts)
    _, board = printed("cuzco_kk", "map")
    texts = [mark.text for mark in board.drawing.marks if isinstance(mark, Text)]
    assert {"Mountain", "Forest", "Pond tile"} <= set(texts)
    cells = Counter(mark.fill for mark in board.drawing.marks if isinstance(mark, Shape) and len(mark.points) == 6)
    assert cells["#efe4c6"] == 150
    assert cells[pale("#5f93c4")] == 3


def test_sides_of_a_board_have_their_colours() -> None:
    subject, board = printed("hex")
    lines = Counter(mark.stroke for mark in board.drawing.marks if isinstance(mark, Shape) and not mark.closed)
    assert lines == {subject.colours["red"]: 44, subject.colours["blue"]: 42}


def test_links_are_drawn_as_the_look_says() -> None:
    _, board = printed("pizarro", "field")
    drawn = [mark for mark in board.drawing.marks if isinstance(mark, Shape) and not mark.closed]
    paths = board.drawing.marks
    numbers = [mark for mark in paths if isinstance(mark, Text) and mark.text in ("1", "2")]
    assert len(numbers) == len(drawn) - 1  # that of the key has none
    _, board = printed("cargo_empire", "map")
    rails = [mark for mark in board.drawing.marks if isinstance(mark, Shape) and not mark.closed]
    assert sum(mark.stroke == "#fdfcf8" for mark in rails) == (len(rails) - 1) / 2  # two rails: a light line on each


def test_where_only_lines_meet_there_are_no_cells() -> None:
    _, board = printed("go")
    assert not [mark for mark in board.drawing.marks if isinstance(mark, Shape) and mark.closed]
    assert sum(isinstance(mark, Disc) for mark in board.drawing.marks) == 5
    texts = [mark.text for mark in board.drawing.marks if isinstance(mark, Text)]
    assert texts == [*map(str, range(9, 0, -1)), *"abcdefghi"] or sorted(texts) == sorted([*"123456789", *"abcdefghi"])
    _, board = printed("nine_mens_morris")
    assert sum(isinstance(mark, Disc) for mark in board.drawing.marks) == 24
    _, board = printed("connect_four")
    assert sum(isinstance(mark, Disc) for mark in board.drawing.marks) == 42


def test_a_ground_is_light_enough_for_dark_letters() -> None:
    assert pale("#efe0ba") == "#efe0ba"
    assert all(light(pale(each)) >= 168 for each in ("#000000", "#1f4d38", "#ff0000", "#93b07c"))


def test_a_sheet_on_which_only_ground_is_is_not_printed() -> None:
    under = (Box(0, 0, 700, 250, "#aabbcc"),)
    drawing = Drawing(700, 250, (*under, Box(10, 10, 30, 30)), under=1)
    assert len(poster(PrintSettings(), find_fonts(), drawing, "map", "Map", str)) == 1
    assert len(poster(PrintSettings(), find_fonts(), Drawing(700, 250, drawing.marks), "map", "Map", str)) > 2


def test_a_map_in_greys_has_no_colour_and_light_places() -> None:
    _, board = printed("cargo_empire", "map")
    sheet = Sheet(board.drawing.width, board.drawing.height, marks=list(board.drawing.marks))
    without_colours(Kit("", "en", sheets=[sheet]), find_fonts())
    colours = {
        each for mark in sheet.marks for each in (getattr(mark, "fill", ""), getattr(mark, "stroke", "")) if each
    }
    assert all(each[1:3] == each[3:5] == each[5:7] for each in colours)
    places = [mark for mark in sheet.marks if isinstance(mark, Box) and 20 < mark.width < 200 and mark.height > 20]
    assert {mark.fill for mark in places if mark.fill} == {"#fcfcfc"}


def test_what_is_so_or_not_is_told_without_colours_and_names_are_read_on_patterns() -> None:
    """Each sign has a form of its own; what explains a colour shows its pattern; behind a name there are no lines."""
    _, board = printed("pizarro", "map")
    small = [each for each in board.drawing.marks if isinstance(each, Disc | Shape) and each.fill and not each.stroke]
    forms = {each.fill: (type(each), len(getattr(each, "points", ()))) for each in small}
    forms = {fill: form for fill, form in forms.items() if form[1] != 1}  # of ground beyond the sheet nothing is drawn
    assert len(forms) == len(set(forms.values())) == 3
    _, board = printed("cuzco_feld", "empire")
    sheet = Sheet(board.drawing.width, board.drawing.height, marks=list(board.drawing.marks))
    without_colours(Kit("", "en", sheets=[sheet]), find_fonts())
    (name,) = (at for at, each in enumerate(sheet.marks) if isinstance(each, Text) and each.text == "inner village 1")
    behind, text = sheet.marks[name - 1], sheet.marks[name]
    assert isinstance(behind, Box)
    assert isinstance(text, Text)
    assert behind.fill == "#ffffff"
    wide = find_fonts().width(text.text, text.size, bold=text.bold)
    assert (behind.x, behind.width) == pytest.approx((text.x - 0.3, wide + 0.6))
    (word,) = (each for each in sheet.marks if isinstance(each, Text) and each.text == "Turquoise")
    near = [
        each
        for each in sheet.marks
        if isinstance(each, Shape) and not each.closed and 0 < word.x - each.points[0][0] < 10
        if abs(each.points[0][1] - word.y) < 5
    ]
    assert near


REGIONS = """\
ruleset: {name: parts, title: Parts, language: 4}
players: {min: 2, max: 2, names: [red, blue]}
boards:
  field: {kind: Square, square: {columns: 4, rows: 3}}
  coast: {kind: Port, spaces: {acre: {}, bari: {}, cadiz: {}}, links: {Way: {pairs: [[acre, bari], [bari, cadiz]]}}}
actions: {pass_by: {effects: pass}}
flow: [{turns: turn, until: turn > 1}]
scoring: {items: {nothing: 0}}
look:
  boards:
    field: {regions: {north: {of: [a3, b3, b2], colour: red, title: The north}}}
    coast:
      at: {acre: [0, 0], bari: [3, 0], cadiz: [0, 2]}
      regions: {east: {of: [acre, bari], title: The east}}
  colours: {red: "#b02020"}
"""


def test_regions_are_outlined_on_grids_and_around_listed_spaces(tmp_path: Path) -> None:
    (tmp_path / "parts.yaml").write_text(REGIONS, encoding="utf-8")
    _, grid = printed(str(tmp_path / "parts.yaml"), "field")
    border = [each for each in grid.drawing.marks if isinstance(each, Shape) and each.stroke == "#b02020"]
    assert len(border) == 8, "two squares in a row and one below: nothing between them"
    (title,) = (each for each in grid.drawing.marks if isinstance(each, Text) and each.text == "The north")
    assert title.colour == "#b02020"
    _, coast = printed(str(tmp_path / "parts.yaml"), "coast")
    places = [each for each in coast.drawing.marks if isinstance(each, Box) and each.fill == "#8a7a5d"]
    assert len(places) == 2, "two of the three ports"
    whole = coast.drawing
    assert all(each.x >= 0 and each.x + each.width <= whole.width + 0.1 for each in places)
    assert any(isinstance(each, Text) and each.text == "The east" for each in whole.marks)
