"""Boards on paper: as large as their pieces need, over sheets that overlap, and what players read beside them."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.schemas.compose import list_rulesets
from yupana.schemas.errors import UsageError
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_printing.reading import JAPANESE, LATIN, read_pdf
from yupana.tools.book.make import make
from yupana.tools.book.summary import summary
from yupana.tools.documents.drawing import Box, Disc, Drawing, Shape, Text, Window
from yupana.tools.documents.drawing import line as straight
from yupana.tools.documents.model import Chapter, Grid, Paragraph, Picture, Run, line
from yupana.tools.printing.boards import Board, board_sheets, boards
from yupana.tools.printing.drawings import on_paper
from yupana.tools.printing.fonts import find_fonts
from yupana.tools.printing.gallery import Gallery
from yupana.tools.printing.job import subject_of
from yupana.tools.printing.keeping import sheets_on_mats
from yupana.tools.printing.leaflets import rulebook_sheets, summary_sheets
from yupana.tools.printing.model import Sheet
from yupana.tools.printing.paper import PrintSettings
from yupana.tools.printing.pieces import pieces
from yupana.tools.printing.posters import OVERLAP, poster
from yupana.tools.printing.printed import printed
from yupana.tools.printing.tokens import size_of
from yupana.tools.printing.typeset import Flow, rows_of

pytestmark = LATIN
QUICK = ("tic_tac_toe", "goofspiel", "cargo_empire")
SHIPPED = [*QUICK, *(pytest.param(x.name, marks=pytest.mark.slow) for x in list_rulesets() if x.name not in QUICK)]


def test_a_large_drawing_lies_over_sheets_that_overlap() -> None:
    """Glued where they overlap, the sheets show all of it once."""
    drawing = Drawing(700.0, 350.0, (Box(0, 0, 700, 350, "#ffffff"), Text(350, 150, "middle", 5)))
    sheets = poster(PrintSettings(), find_fonts(), drawing, "map", "Map", "on {}".format)
    pieces = [sheet.pieces[0] for sheet in sheets]
    assert len(sheets) > 1
    columns = pieces[: len(pieces) // 2]
    rows = len(pieces) // len(columns)
    assert sum(each.width for each in columns) - OVERLAP * (len(columns) - 1) == pytest.approx(700.0, abs=0.5)
    heights = [pieces[at * len(columns)].height for at in range(rows)]
    assert sum(heights) - OVERLAP * (rows - 1) == pytest.approx(350.0, abs=0.5)
    told = [mark.text for sheet in sheets for mark in sheet.marks if isinstance(mark, Text)]
    assert {"1", "2", "on 2"} <= set(told)
    seen = [mark for sheet in sheets for mark in sheet.marks if isinstance(mark, Window)]
    assert any(isinstance(mark, Text) for window in seen for mark in window.inside)


def test_a_board_of_thousands_of_sheets_is_told() -> None:
    with pytest.raises(UsageError, match="`map` would lie over"):
        poster(PrintSettings(), find_fonts(), Drawing(1e6, 1e6, ()), "map", "Map", str)


def test_what_fits_on_a_sheet_is_not_cut() -> None:
    drawing = Drawing(270.0, 180.0, (Box(0, 0, 270, 180),))
    (sheet,) = poster(PrintSettings(), find_fonts(), drawing, "map", "Map", str)
    assert (sheet.width, sheet.height) == (297.0, 210.0)
    assert [type(each) for each in sheet.marks] == [Window]
    slightly = Drawing(300.0, 100.0, (Box(0, 0, 300, 100),))
    assert len(poster(PrintSettings(), find_fonts(), slightly, "map", "Map", str)) == 1


@pytest.mark.parametrize(("name", "least"), [("tic_tac_toe", 30.0), ("chess", 20.0), ("go", 16.0), ("hex", 16.0)])
def test_cells_are_as_large_as_pieces(name: str, least: float) -> None:
    subject, fonts = subject_of(name, "", None), find_fonts()
    board = next(boards(subject, PrintSettings(), fonts))
    shapes = [mark for mark in board.drawing.marks if isinstance(mark, Shape)]
    cells = [mark for mark in shapes if mark.closed] or [
        straight(*mark.points[0], *mark.points[1], "") for mark in shapes if mark.points[0][1] == mark.points[1][1]
    ]  # where only lines meet, from one crossing to the next
    wide = max(x for x, _ in cells[0].points) - min(x for x, _ in cells[0].points)
    many = subject.maker.figures.size_of(board_kind(subject), 2)
    assert len(cells) == (many if cells[0].closed else many - many**0.5)
    assert least - 0.5 <= wide <= 32.5


def board_kind(subject: object) -> str:
    """The kind of the spaces of the only board."""
    (board,) = subject.ruleset.boards.values()  # type: ignore[attr-defined]
    return str(board.kind)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_space_is_on_its_board(name: str) -> None:
    """Each space that the game has by the names that players read, and nothing outside of the paper."""
    subject, fonts = subject_of(name, "", None), find_fonts()
    made: list[Board] = list(boards(subject, PrintSettings(), fonts))
    told = " ".join(mark.text for each in made for mark in each.drawing.marks if isinstance(mark, Text))
    compact = "".join(told.split()).casefold()
    on_mats = {each.kind for each in subject.look.sheets if each.name in sheets_on_mats(subject)}
    for board in subject.ruleset.boards.values():
        if str(board.kind) in on_mats or board.between is not None:
            continue  # what is printed there is what the look says; and the parts of cells have no names on paper
        domain = subject.maker.figures.domain(str(board.kind))
        for number in domain.usual(subject.game.max_players, subject.maker.compiled.checked.world.options):
            name_ = str(domain.names[number])
            hidden = subject.maker.is_hidden(name_, str(board.kind))
            said = "".join(subject.maker.names.of(name_, str(board.kind)).split()).casefold()
            around = {said[:1], said[1:]} <= set(told.split())  # where lines meet, rows and columns are named
            assert hidden or said in compact or around, name_
    for sheet in board_sheets(subject, PrintSettings(backs="none"), fonts, made):
        lies_on_paper(sheet)


def lies_on_paper(sheet: Sheet) -> None:
    """Everything that is cut out lies inside the margins."""
    for piece in sheet.pieces:
        assert 9.9 <= piece.x <= piece.x + piece.width <= sheet.width - 9.9
        assert 9.9 <= piece.y <= piece.y + piece.height <= sheet.height - 9.9


@pytest.mark.parametrize("name", SHIPPED)
def test_the_book_and_a_summary_for_everybody(yupana: Yupana, tmp_path: Path, name: str) -> None:
    output = tmp_path / "kit.pdf"
    assert yupana("print", name, "-o", str(output), "--only", "summary,rulebook").code == 0
    subject, fonts = subject_of(name, "", None), find_fonts()
    sides = read_pdf(output)
    text = "".join("".join(side.text.split()) for side in sides)
    for rule in subject.ruleset.rulebook.rules:
        words = subject.maker.rule_text(str(rule)).split()
        assert all(word in text for word in words[:6]), rule
    summaries = summary_sheets(subject, PrintSettings(), fonts, summary(subject.maker))
    assert [each.pieces[0].name for each in summaries if each.pieces and each.pieces[0].sort == "summary"][::1]
    assert {piece.name for sheet in summaries for piece in sheet.pieces} == set(subject.seats)
    book = make(subject.maker, artist=Gallery)
    assert len(sides) == len(summaries) + len(rulebook_sheets(PrintSettings(), fonts, book))
    for side in sides:
        for letter, left, top, right, bottom in side.letters:
            assert left > 15, letter
            assert right < side.width - 15, letter
            assert 15 < top < bottom < side.height - 13, letter


@JAPANESE
def test_a_book_in_japanese(yupana: Yupana, tmp_path: Path) -> None:
    output = tmp_path / "kit.pdf"
    ran = yupana("print", "goofspiel", "-o", str(output), "--language", "ja", "--only", "summary,rulebook")
    assert (ran.code, ran.err) == (0, "")
    assert "手番" in read_pdf(output)[0].text


def test_a_drawing_lies_on_paper_with_all_that_is_in_it() -> None:
    marks = (
        Box(0, 0, 10, 5, "#ffffff", "#000000", 1.0, 1.0),
        Disc(6, 7, 2, "#111111"),
        Shape(((0, 0), (10, 10), (20, 0)), "", "#222222", closed=False, bends=frozenset((1,)), tip=True),
        Text(50, 20, "Word", 10, "#333333", bold=True, anchor="middle"),
    )
    fonts = find_fonts()
    drawing = on_paper(Drawing.within(-10, -10, 90, 40, marks), fonts).scaled(2.0)
    assert (drawing.width, drawing.height) == (200.0, 100.0)
    box, disc, curve, head, text = drawing.marks
    assert isinstance(box, Box)
    assert (box.x, box.y, box.width, box.round, box.fill, box.stroke) == (20, 20, 20, 2, "#ffffff", "#000000")
    assert (disc.x, disc.y, disc.radius) == (32, 34, 4)  # type: ignore[union-attr]
    assert isinstance(curve, Shape)
    assert len(curve.points) == 11
    assert isinstance(head, Shape)
    assert head.points[0] == curve.points[-1]
    assert isinstance(text, Text)
    wide = fonts.width("Word", text.size, bold=True)
    assert (text.x + wide / 2, text.y) == (pytest.approx(120), pytest.approx(60))


def test_the_cover_says_what_is_in_the_kit_and_measures_it(yupana: Yupana, tmp_path: Path) -> None:
    output = tmp_path / "kit.pdf"
    assert yupana("print", "tic_tac_toe", "-o", str(output)).code == 0
    cover, behind, *others = read_pdf(output)
    assert "10 × Markers" in cover.text
    assert "over its long edge" in " ".join(cover.text.split())
    ticks = [(left + right) / 2 for left, top, right, bottom in cover.boxes if right - left < 1 < bottom - top]
    assert ticks[-1] - ticks[0] == pytest.approx(100.0, abs=0.5)
    assert behind.text.strip() == ""
    assert len(others) > 4


def test_a_space_has_room_for_what_is_laid_there() -> None:
    """Also for what a field of it holds."""
    subject, fonts = subject_of("cargo_empire", "", None), find_fonts()
    drawing = next(boards(subject, PrintSettings(), fonts)).drawing
    spaces = [mark for mark in drawing.marks[1:] if isinstance(mark, Box) and mark.width > 20]
    made = printed(subject, fonts, pieces(subject, PrintSettings(), fonts))
    tiles = [size_of(subject, fonts, each) for each in made if each.kind == "Tile"]
    assert len(spaces) == len(tiles) == 12
    assert all(box.width >= wide and box.height >= high for box in spaces for wide, high in tiles)


def test_spaces_are_as_long_for_their_width_as_the_look_says() -> None:
    """Five men lie one behind the other between the points of backgammon."""
    subject, fonts = subject_of("backgammon", "", None), find_fonts()
    (board,) = boards(subject, PrintSettings(), fonts)
    points = [each for each in board.drawing.marks if isinstance(each, Shape) and len(each.points) in (3, 4)]
    assert len(points) == 24
    for each in points:
        wide, high = (max(way) - min(way) for way in zip(*each.points, strict=True))
        assert high >= 5 * wide - 0.01 > 5 * 14


@pytest.mark.parametrize("heading", [True, False])
def test_the_head_of_a_table_stands_with_its_first_row_and_its_heading(*, heading: bool) -> None:
    """Wherever on a sheet it comes to stand."""
    fonts = find_fonts()
    grid = Grid((line("Word"), line("Meaning")), ((line("one"), line("first row")), (line("two"), line("last"))))
    for lines in range(1, 60):
        flow = Flow(fonts, (148.0, 210.0), 16.0, "rulebook", "Rules")
        for number in range(lines):
            flow.block(Paragraph(line(f"line {number}")))
        if heading:
            flow.chapter(Chapter("Heading", "heading", (grid,)))
        else:
            flow.block(grid)
        (there,) = [
            {mark.text for mark in sheet.marks if isinstance(mark, Text)} & {"Heading", "Word", "first row"}
            for sheet in flow.sheets
            if any(isinstance(mark, Text) and mark.text == "first row" for mark in sheet.marks)
        ]
        assert there == {*(["Heading"] if heading else []), "Word", "first row"}, lines
        for sheet in flow.sheets:
            told = {mark.text for mark in sheet.marks if isinstance(mark, Text)}
            assert "Word" not in told or told & {"first row", "last"}, lines


def test_a_picture_for_which_there_is_nearly_room_is_made_smaller() -> None:
    """With the heading above it; one that would have to be much smaller stands on the next sheet."""
    fonts = find_fonts()
    picture = Picture.of(Drawing(400.0, 400.0, (Box(0, 0, 400, 400),)), "Square", "square")
    whole = 0.27 * 400
    high = set()
    for lines in range(1, 60):
        flow = Flow(fonts, (148.0, 210.0), 16.0, "rulebook", "Rules")
        for number in range(lines):
            flow.block(Paragraph(line(f"line {number}")))
        flow.chapter(Chapter("Heading", "heading", (picture,)))
        ((box, sheet),) = [(each, one) for one in flow.sheets for each in one.marks if isinstance(each, Box)]
        assert box.y + box.height <= 210.0 - 16.0
        assert any(isinstance(each, Text) and each.text == "Heading" for each in sheet.marks), lines
        high.add(round(box.height / whole, 2))
    assert min(high) >= 0.8
    assert max(high) == 1
    assert len(high) > 2


def test_the_name_of_a_rule_is_not_broken() -> None:
    fonts = find_fonts()
    text = (*line("a well-known word and then "), Run("ABC-D.1", "rule"))
    for width in range(14, 60):
        rows = ["".join(letter for letter, _ in row) for row in rows_of(fonts, text, 3.4, width)]
        assert any("ABC-D.1" in row for row in rows), rows


@pytest.mark.parametrize("paper", [(210.0, 297.0), (215.9, 279.4), (200.0, 150.0)])
def test_the_arrows_are_where_the_next_sheet_comes_to_lie(paper: tuple[float, float]) -> None:
    """Each sheet, laid with its edge on the arrows of the one before, goes on with the drawing without a step."""
    told = [Text(x, y, f"{x} {y}", 0.5) for x in range(0, 700, 5) for y in range(0, 350, 5)]
    sheets = poster(PrintSettings(paper=paper), find_fonts(), Drawing(700.0, 350.0, tuple(told)), "map", "Map", str)
    begins = [begin(sheet) for sheet in sheets]
    seen = [
        (round(each.pieces[0].x - x, 2), round(each.pieces[0].y - y, 2))
        for each, (x, y) in zip(sheets, begins, strict=True)
    ]
    for sheet, (x, y), (left, top) in zip(sheets, begins, seen, strict=True):
        piece = sheet.pieces[0]
        tips = [mark.points[0] for mark in sheet.marks if isinstance(mark, Shape) and mark.closed]
        across = {round(tip[0] - x, 2) for tip in tips if not piece.y <= tip[1] <= piece.y + piece.height}
        down = {round(tip[1] - y, 2) for tip in tips if not piece.x <= tip[0] <= piece.x + piece.width}
        assert across == {min([other for other, _ in seen if other > left], default=None)} - {None}
        assert down == {min([other for _, other in seen if other > top], default=None)} - {None}


def begin(sheet: Sheet) -> tuple[float, float]:
    """Where the left upper corner of the whole drawing lies, seen from a sheet that shows a part of it."""
    (window,) = (mark for mark in sheet.marks if isinstance(mark, Window))
    mark = next(each for each in window.inside if isinstance(each, Text))
    x, y = (int(each) * mark.size / 0.5 for each in mark.text.split())
    return mark.x - x, mark.y - y
