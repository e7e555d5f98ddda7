"""What may be wished of a kit: sleeves, bleed, greys, a trial of both sides, what changed; and how long it takes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_printing.reading import LATIN
from yupana.tests.tools_printing.test_cards import GAME, small
from yupana.tests.tools_printing.test_faces import GAME as SIDES
from yupana.tests.tools_printing.test_faces import game as sides
from yupana.tools.documents.drawing import Box, Disc, Mark, Outline, Shape, Text, Window
from yupana.tools.printing.effort import minutes, papers
from yupana.tools.printing.fonts import find_fonts
from yupana.tools.printing.job import subject_of
from yupana.tools.printing.kit import make_kit
from yupana.tools.printing.model import Kit, Piece, Sheet
from yupana.tools.printing.paper import CARDS, PrintSettings, read_settings

pytestmark = LATIN


def kit_of(target: str, settings: PrintSettings) -> Kit:
    """The kit of a ruleset."""
    return make_kit(subject_of(target, "", None), settings, find_fonts())


def every(marks: list[Mark] | tuple[Mark, ...]) -> list[Mark]:
    """All marks, those in windows too."""
    found: list[Mark] = []
    for each in marks:
        found += [each, *(every(each.inside) if isinstance(each, Window) else [])]
    return found


# ---------------------------------------------------------------- cards


def test_cards_in_sleeves_are_a_little_smaller_and_have_no_backs(tmp_path: Path) -> None:
    front, behind = kit_of(small(tmp_path), read_settings("a4", "poker", 10.0, "long", "cards", sleeves=True)).sheets
    wide, high = CARDS["poker"]
    assert {(each.width, each.height) for each in front.pieces} == {(wide - 1.5, high - 1.5)}
    assert not behind.pieces
    assert not behind.marks


@pytest.mark.parametrize(("name", "size"), [("poker", (63.5, 88.9)), ("tarot", (70.0, 120.0))])
def test_what_is_printed_goes_beyond_the_edge(tmp_path: Path, name: str, size: tuple[float, float]) -> None:
    """On both sides; and the marks lie where is cut, outside what is printed."""
    front, back = kit_of(small(tmp_path), read_settings("a4", name, 10.0, "long", "cards", bleed=3.0)).sheets[:2]
    for sheet in (front, back):
        assert sheet.pieces
        for piece in sheet.pieces:
            assert (piece.width, piece.height) == size
            ground = [
                each
                for each in sheet.marks
                if isinstance(each, Box)
                and (each.x, each.y) == pytest.approx((piece.x - 3, piece.y - 3))
                and (each.width, each.height) == pytest.approx((size[0] + 6, size[1] + 6))
            ]
            assert len(ground) == 1
            assert ground[0].x >= 10.0 - 0.1
        for one, two in zip(sheet.pieces, sheet.pieces[1:], strict=False):
            assert one.y != two.y or abs(one.x - two.x) >= size[0] + 6 - 0.1
    cuts = {round(each.points[0][0], 2) for each in front.marks if isinstance(each, Shape) and not each.closed}
    assert {round(each.x, 2) for each in front.pieces} <= cuts


def test_how_far_it_goes_beyond_is_bounded(yupana: Yupana, tmp_path: Path) -> None:
    ran = yupana("print", "tic_tac_toe", "-o", str(tmp_path / "kit.pdf"), "--bleed", "11")
    assert (ran.code, ran.err) == (2, "`--bleed` is between 0 and 10 mm, not 11.\n")


# ---------------------------------------------------------------- both sides


@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize("paper", [(210.0, 297.0), (279.4, 215.9)])
def test_what_shows_whether_both_sides_meet(edge: str, paper: tuple[float, float]) -> None:
    """Turned over the edge, each ring lies behind its cross."""
    front, back = kit_of("tic_tac_toe", PrintSettings(paper=paper, backs=edge, only=("test",))).sheets
    over_side = (edge == "long") == (paper[0] <= paper[1])
    there = {(round(each.x, 3), round(each.y, 3)) for each in back.pieces}
    turned = {(paper[0] - each.x, each.y) if over_side else (each.x, paper[1] - each.y) for each in front.pieces}
    assert {(round(x, 3), round(y, 3)) for x, y in turned} == there
    assert len(there) == 9
    points = {(round(each.x, 3), round(each.y, 3)) for each in back.marks if isinstance(each, Disc) and each.fill}
    assert points == there


# ---------------------------------------------------------------- without colours


def is_grey(colour: str) -> bool:
    """Whether a colour has no hue."""
    return not colour or colour[1:3] == colour[3:5] == colour[5:7]


def colours(mark: Mark) -> list[str]:
    """The colours of a mark."""
    match mark:
        case Text():
            return [mark.colour]
        case Outline():
            return [mark.fill]
        case Box() | Disc() | Shape():
            return [mark.fill, mark.stroke]
    return []


@pytest.mark.parametrize("name", ["hanabi", pytest.param("cuzco_kk", marks=pytest.mark.slow)])
def test_without_colours_everything_is_grey(name: str) -> None:
    kit = kit_of(name, PrintSettings(only=("cards", "tokens", "boards"), grey=True))
    assert all(is_grey(colour) for sheet in kit.sheets for mark in every(sheet.marks) for colour in colours(mark))


def test_without_colours_it_is_seen_whose_a_piece_is(tmp_path: Path) -> None:
    """Each piece of a player has their letter: no two players have the same."""
    text = GAME.format(text="Draw.") + "look: {pieces: {camp: {count: 2, each: Player}}}\n"
    path = tmp_path / "small.yaml"
    path.write_text(text, encoding="utf-8")
    (sheet, _) = kit_of(str(path), PrintSettings(only=("tokens",), grey=True)).sheets
    letters = [[each.text for each in sheet.marks if isinstance(each, Text) and each.text == who] for who in ("A", "B")]
    assert [len(each) for each in letters] == [2, 2]


def test_light_colours_have_patterns_of_their_own() -> None:
    """The forest and the mountains around a site are told apart without colours."""
    board = kit_of("three_tides", PrintSettings(only=("cards",), grey=True))
    assert board.sheets
    marks = [Box(0, 0, 20, 20, "#a9c48c"), Box(0, 0, 20, 20, "#ead9b4"), Box(0, 0, 20, 20, "#a9c48c")]
    from yupana.tools.printing.monochrome import without_colours

    kit = Kit("x", "en", [Sheet(100, 100, marks=[each]) for each in marks])
    without_colours(kit, find_fonts())
    drawn = [[mark.points for mark in sheet.marks if isinstance(mark, Shape)] for sheet in kit.sheets]
    assert all(drawn)
    assert drawn[0] == drawn[2] != drawn[1]


# ---------------------------------------------------------------- before printing


def test_it_is_said_how_much_paper_and_how_long_it_takes(yupana: Yupana, tmp_path: Path) -> None:
    """In the terminal, for programs and on the first sheet."""
    ran = yupana("print", "tic_tac_toe", "-o", str(tmp_path / "kit.pdf"))
    told = json.loads(yupana("print", "tic_tac_toe", "-o", str(tmp_path / "kit.pdf"), "--json").out)
    assert f"It takes {told['paper']} sheets of paper, about {told['minutes']} minutes to cut." in ran.out
    assert told["paper"] * 2 in (told["sheets"], told["sheets"] + 1)
    first = kit_of("tic_tac_toe", PrintSettings()).sheets[0]
    said = " ".join(each.text for each in first.marks if isinstance(each, Text))
    assert f"Sheets of paper: {told['paper']}. Cutting and gluing takes about {told['minutes']} minutes." in said


def test_more_to_cut_takes_longer() -> None:
    """A round piece longer than a square one, a die longest; cards in a row are cut at once; backs take no time."""

    def long(part: str, *pieces: Piece, seams: int = 0) -> float:
        return minutes(Kit("x", "en", [Sheet(210, 297, part, pieces=list(pieces) * 20, seams=seams)] * 6))

    square, disc, die = (Piece("token", "x", 0, 0, 20, 20, form) for form in ("tile", "disc", "die"))
    assert long("tokens", disc) < long("tokens", square) < long("tokens", die)
    row = [Piece("card", "x", 63.0 * at, 0, 63, 88) for at in range(3)]
    grid = [Piece("card", "x", 63.0 * (at % 3), 88.0 * (at // 3), 63, 88) for at in range(9)]
    assert long("cards", *grid) < 3 * long("cards", *row)
    assert long("boards", Piece("board", "x", 0, 0, 190, 277)) < long(
        "boards", Piece("board", "x", 0, 0, 1, 1), seams=2
    )
    assert long("cards", Piece("back", "x", 0, 0, 63, 88)) == 0
    assert papers(Kit("x", "en", [Sheet(1, 1)] * 5), both_sides=True) == 3


# ---------------------------------------------------------------- what changed


def git(folder: Path, *words: str) -> None:
    """Run git."""
    named = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    subprocess.run(["git", *named, *words], cwd=folder, check=True, capture_output=True)


def changed_cards(game: Path) -> tuple[str, ...]:
    """The command that prints the cards of a game that were touched since its last commit."""
    kit = str(game.parent / "kit.pdf")
    return "print", str(game), "-o", kit, "--changed-since", "HEAD", "--only", "cards", "--json"


def test_what_an_edit_touched_is_printed_alone(yupana: Yupana, tmp_path: Path) -> None:
    """The cards that say something else, on one sheet, and what is taken out of the box."""
    path = Path(small(tmp_path))
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "small.yaml")
    git(tmp_path, "commit", "-qm", "first")
    words = changed_cards(path)
    none = yupana(*words)
    assert none.code == 2
    assert "changes nothing of cards" in none.err
    path.write_text(path.read_text(encoding="utf-8").replace("Take it.", "Leave it."), encoding="utf-8")
    told = json.loads(yupana(*words).out)
    assert told["pieces"] == {"card": 1}
    assert told["sheets"] == 2
    assert told["gone"] == ["1 × Two"]
    wrong = yupana("print", str(path), "-o", str(tmp_path / "kit.pdf"), "--changed-since", "nowhere")
    assert (wrong.code, wrong.err) == (2, "The repository of `small.yaml` has no revision `nowhere`.\n")


def test_a_changed_picture_is_a_changed_card(yupana: Yupana, tmp_path: Path) -> None:
    """Though no word is another."""
    image = pytest.importorskip("PIL.Image")
    path = Path(small(tmp_path))
    home = tmp_path / "small"
    (home / "pictures").mkdir(parents=True)
    text = path.read_text(encoding="utf-8")
    look = "\nlook:\n  pictures: {one: pictures/one.png, two: pictures/two.png}\n"
    (home / "small.yaml").write_text(text + look, encoding="utf-8")
    for name in ("one", "two"):
        image.new("RGB", (8, 8), "red").save(home / "pictures" / f"{name}.png")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "small")
    git(tmp_path, "commit", "-qm", "first")
    words = changed_cards(home)
    assert yupana(*words).code == 2
    image.new("RGB", (8, 8), "blue").save(home / "pictures" / "two.png")
    told = json.loads(yupana(*words).out)
    assert (told["pieces"], told["gone"]) == ({"card": 1}, ["1 × Two"])


def test_changed_cards_and_pieces_lie_on_one_sheet(tmp_path: Path) -> None:
    """Where it holds them all; their backs meet them."""
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()
    after.mkdir()
    first, later = sides(before), sides(after, SIDES.replace("worth: 2,", "worth: 5,").replace("later: 8", "later: 9"))
    settings = PrintSettings(only=("cards", "tokens"))
    subject = subject_of(later, "", None)
    kit = make_kit(subject, settings, find_fonts(), subject_of(first, "", None))
    front, back = kit.sheets
    assert [(each.sort, each.name) for each in front.pieces] == [("card", "two"), ("token", "dale")]
    assert [(each.sort, each.name) for each in back.pieces] == [("back", "Deed"), ("other", "dale")]
    for one, other in zip(front.pieces, back.pieces, strict=True):
        assert one.x + one.width == pytest.approx(front.width - other.x)
        assert (one.y, one.width, one.height) == pytest.approx((other.y, other.width, other.height))
    assert len(make_kit(subject, settings, find_fonts()).sheets) == 4  # else each sort has its own
    bled = read_settings("a4", None, 10.0, "long", "cards,tokens", bleed=2.0)
    assert len(make_kit(subject, bled, find_fonts(), subject_of(first, "", None)).sheets) == 4


def test_a_base_and_a_revision_are_not_both_wished_for(yupana: Yupana, tmp_path: Path) -> None:
    words = ("print", "tic_tac_toe", "-o", str(tmp_path / "kit.pdf"), "--changed-since", "HEAD", "--only-changes")
    ran = yupana(*words)
    assert ran.code == 2
    assert "give one of them" in ran.err


# ---------------------------------------------------------------- counters


def test_numbers_that_go_far_are_kept_with_counters() -> None:
    """Of 1, 5 and 10, enough for each player, in place of tracks with two markers."""
    tracks, counters = (kit_of("pizarro", PrintSettings(only=("tokens",), counters=each)) for each in (False, True))
    worth = [sum(p.name.startswith("worth_") for s in kit.sheets for p in s.pieces) for kit in (tracks, counters)]
    assert worth == [0, 32]


def test_whose_the_icons_are_stands_on_the_first_sheet() -> None:
    """Where there are any."""
    pytest.importorskip("fontawesomefree")
    told = [
        " ".join(m.text for m in kit_of(name, PrintSettings()).sheets[0].marks if isinstance(m, Text))
        for name in ("goofspiel", "go")
    ]
    assert ["CC BY 4.0" in each for each in told] == [True, False]
