"""Cards on paper: at their size, as many as there are, nothing cut off, and their backs behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest
from yupana.schemas.pictures import Picture
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_printing.reading import JAPANESE, LATIN, Side, read_pdf
from yupana.tools.printing.cards import card_sheets
from yupana.tools.printing.components import components, of_kind
from yupana.tools.printing.fonts import find_fonts
from yupana.tools.printing.images import printable
from yupana.tools.printing.job import subject_of
from yupana.tools.printing.model import Piece, Sheet
from yupana.tools.printing.paper import PrintSettings, read_settings

pytestmark = LATIN
NEAR = 0.5
"""Half a millimetre."""

GAME = """
ruleset: {{name: small, title: Small, language: 4, text: A game.}}
players: {{min: 2, max: 2, names: [ann, ben]}}
kinds:
  Deed:
    attributes: {{worth: int}}
    entries:
      one: {{count: 3, worth: 1, text: "{text}"}}
      two: {{worth: 2, text: "Take it."}}
zones:
  deck: {{of: Deed, ordered: true, visible: none}}
flow: [{{rounds: r, times: 1, steps: [{{do: shuffle deck}}]}}]
scoring: {{items: {{p: {{points: 1}}}}}}
"""


def small(folder: Path, text: str = "Draw a card.") -> str:
    """A game with four cards, one of which says this."""
    path = folder / "small.yaml"
    path.write_text(GAME.format(text=text), encoding="utf-8")
    return str(path)


def sheets_of(target: str, settings: PrintSettings, language: str = "") -> list[Sheet]:
    """The sheets of all cards."""
    subject = subject_of(target, language, None)
    return card_sheets(subject, settings, find_fonts(), [each for each in components(subject) if each.is_card])


def test_what_shows_only_its_sign_on_a_screen_is_a_card_on_paper(tmp_path: Path) -> None:
    path = Path(small(tmp_path))
    path.write_text(path.read_text(encoding="utf-8") + "look: {shapes: {Deed: none}}\n", encoding="utf-8")
    assert len(pieces(sheets_of(str(path), PrintSettings()))) == 4


def pieces(sheets: list[Sheet], sort: str = "card") -> list[Piece]:
    """Everything of a sort on some sheets."""
    return [piece for sheet in sheets for piece in sheet.pieces if piece.sort == sort]


def within(place: Sequence[float], piece: Piece, pad: float = 0.0) -> bool:
    """Whether a place (left, top, right, bottom) lies in a piece, and not in its rim."""
    left, top, right, bottom = place
    across = piece.x + pad - 0.1 <= left and right <= piece.x + piece.width - pad + 0.1
    return across and piece.y + pad - 0.1 <= top and bottom <= piece.y + piece.height - pad + 0.1


def inside(side: Side, places: list[Piece], pad: float = 0.0) -> list[str]:
    """The letters of a side that stand in none of these places."""
    return [letter for letter, *at in side.letters if not any(within(at, each, pad) for each in places)]


@pytest.mark.parametrize(
    ("paper", "card"),
    [
        ("a4", "63x88"),
        pytest.param("letter", "poker", marks=pytest.mark.slow),
        pytest.param("a3", "mini", marks=pytest.mark.slow),
        ("200x150", "50x50"),
    ],
)
def test_paper_and_cards_have_their_sizes(yupana: Yupana, tmp_path: Path, paper: str, card: str) -> None:
    output = tmp_path / "kit.pdf"
    ran = yupana("print", "goofspiel", "-o", str(output), "--paper", paper, "--card", card, "--only", "cards")
    assert ran.code == 0, ran.err
    settings = read_settings(paper, card, 10.0, "long", "cards")
    sides, sheets = read_pdf(output), sheets_of("goofspiel", settings)
    assert len(sides) == len(sheets)
    for side, sheet in zip(sides, sheets, strict=True):
        assert sorted((side.width, side.height)) == pytest.approx(sorted(settings.paper), abs=NEAR)
        for piece in sheet.pieces:
            place = (piece.x, piece.y, piece.x + settings.card[0], piece.y + settings.card[1])
            if piece.sort == "card":
                assert any(box == pytest.approx(place, abs=NEAR) for box in side.boxes)
            assert place[0] >= 10.0 - NEAR
            assert place[2] <= side.width - 10.0 + NEAR
            assert place[1] >= 10.0 - NEAR
            assert place[3] <= side.height - 10.0 + NEAR


def test_every_card_is_there_as_often_as_it_is_in_the_game(yupana: Yupana, tmp_path: Path) -> None:
    output = tmp_path / "kit.pdf"
    assert yupana("print", "goofspiel", "-o", str(output), "--only", "cards", "--backs", "none").code == 0
    sheets = sheets_of("goofspiel", PrintSettings(backs="none"))
    found = Counter(
        "".join(letter for letter, *place in side.letters if within(place, piece))
        for side, sheet in zip(read_pdf(output), sheets, strict=True)
        for piece in sheet.pieces
    )
    assert found == {
        **{f"{number}{number}Prize": 1 for number in range(1, 14)},
        **{f"{number}{number}Card{number}": 4 for number in range(1, 14)},
    }


@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize("paper", [(210.0, 297.0), (297.0, 210.0)])
def test_backs_meet_their_fronts(edge: str, paper: tuple[float, float]) -> None:
    """Whoever turns the sheet over its long edge sees the back of every card where the card is."""
    sheets = sheets_of("goofspiel", PrintSettings(paper=paper, backs=edge))
    assert len(sheets) % 2 == 0
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        assert [each.sort for each in back.pieces] == ["back"] * len(front.pieces)
        over_side = (edge == "long") == (front.width <= front.height)
        for card, behind in zip(front.pieces, back.pieces, strict=True):
            if over_side:
                assert (front.width - card.x - card.width, card.y) == pytest.approx((behind.x, behind.y), abs=0.01)
            else:
                assert (card.x, front.height - card.y - card.height) == pytest.approx((behind.x, behind.y), abs=0.01)
            assert (card.name.partition("_")[0].title()) == behind.name


@pytest.mark.parametrize("many", [1, 40, 400])
def test_a_text_is_never_cut_off(yupana: Yupana, tmp_path: Path, many: int) -> None:
    """It is made smaller, and goes on on further cards; no letter stands outside of its card."""
    text = " ".join(f"word{number}" for number in range(many))
    target, output = small(tmp_path, text), tmp_path / "kit.pdf"
    assert yupana("print", target, "-o", str(output), "--only", "cards", "--backs", "none", "--card", "mini").code == 0
    sheets = sheets_of(target, PrintSettings(card=(44.0, 68.0), backs="none"))
    sides = read_pdf(output)
    whole = " ".join(" ".join(side.text.split()) for side in sides)
    found = Counter(whole.casefold().replace(".", "").split())
    assert all(found[f"word{number}"] == 3 for number in range(many))
    assert ("continued" in found or "(continued)" in found) == (many == 400)
    for side, sheet in zip(sides, sheets, strict=True):
        assert inside(side, sheet.pieces, 2.0) == []


@pytest.mark.parametrize("ending", ["pdf", "html"])
def test_the_same_bytes_each_time(yupana: Yupana, tmp_path: Path, ending: str) -> None:
    files = [tmp_path / f"{name}.{ending}" for name in "ab"]
    for each in files:
        assert yupana("print", small(tmp_path), "-o", str(each)).code == 0
    assert files[0].read_bytes() == files[1].read_bytes()


def test_fonts_are_in_the_file(yupana: Yupana, tmp_path: Path) -> None:
    output = tmp_path / "kit.pdf"
    assert yupana("print", small(tmp_path), "-o", str(output)).code == 0
    sides = read_pdf(output)
    assert set().union(*(side.fonts for side in sides))
    assert set().union(*(side.loose for side in sides)) == set()


@JAPANESE
def test_japanese(yupana: Yupana, tmp_path: Path) -> None:
    output = tmp_path / "kit.pdf"
    done = yupana("print", "goofspiel", "-o", str(output), "--only", "cards", "--lang", "ja", "--backs", "none")
    assert (done.code, done.err) == (0, "")
    sides = read_pdf(output)
    assert "賞品" in sides[0].text
    assert set().union(*(side.loose for side in sides)) == set()
    sheets = sheets_of("goofspiel", PrintSettings(backs="none"), "ja")
    for side, sheet in zip(sides, sheets, strict=True):
        assert inside(side, sheet.pieces) == []


def test_a_sign_that_no_font_has_is_told(yupana: Yupana, tmp_path: Path) -> None:
    ran = yupana("print", small(tmp_path, "Take \U000e0101\U0010fffd."), "-o", str(tmp_path / "kit.pdf"))
    assert ran.code == 0
    assert "No font here has the signs \U0010fffd" in ran.err.replace("\U000e0101 ", "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--paper a44", "`--paper` is a4, letter"),
        ("--paper 10x10", "between 100 and 2000 mm"),
        ("--card 1x1", "between 25 and 300 mm"),
        ("--card pokr", "Did you mean `poker`"),
        ("--card 63*88", "63x88"),
        ("--card 250x250", "has no room on paper"),
        ("--margin 90", "between 0 and 50 mm"),
        ("--margin nan", "between 0 and 50 mm"),
        ("--backs left", "`--backs` is long, short or none"),
        ("--only cards,dice", "not `dice`"),
        ("--players 9", "takes 2 to 4 players"),
        ("--language xx", "xx"),
        ("--font nothing.ttf", "is not a font"),
        ("-o kit.docx", "no .pdf, .html or folder"),
        ("-o no/folder/kit.pdf", "there is no folder"),
    ],
)
def test_wrong_values_are_told_in_a_sentence(yupana: Yupana, tmp_path: Path, words: str, said: str) -> None:
    output = [] if words.startswith("-o") else ["-o", str(tmp_path / "kit.pdf")]
    ran = yupana("print", "goofspiel", *output, *words.split())
    assert ran.code == 2
    assert said in " ".join(ran.err.split())
    assert not (tmp_path / "kit.pdf").exists()


def test_a_huge_number_of_cards_is_told(yupana: Yupana, tmp_path: Path) -> None:
    target = Path(small(tmp_path))
    target.write_text(target.read_text().replace("count: 3", "count: 19000"))
    ran = yupana("print", str(target), "-o", str(tmp_path / "kit.pdf"))
    assert ran.code == 2
    assert "19,001 cards and pieces" in ran.err


def test_a_huge_text_is_told(yupana: Yupana, tmp_path: Path) -> None:
    ran = yupana("print", small(tmp_path, "word " * 50_000), "-o", str(tmp_path / "kit.pdf"))
    assert ran.code == 2
    assert "letters on it, and 10,000 are the most" in ran.err


def test_a_page_holds_the_same_sheets(yupana: Yupana, tmp_path: Path) -> None:
    page = tmp_path / "kit.html"
    assert (
        yupana("print", small(tmp_path, "<b> & 'so'"), "-o", str(page), "--paper", "letter", "--only", "cards").code
        == 0
    )
    text = page.read_text(encoding="utf-8")
    assert text.count('<svg class="sheet') == len(sheets_of(small(tmp_path), PrintSettings(paper=(215.9, 279.4))))
    assert 'width="279.4mm" height="215.9mm"' in text
    assert "size: 279.4mm 215.9mm" in text
    assert "&lt;b&gt; &amp;" in text
    assert "<script" not in text
    assert "http:" not in text.replace("http://www.w3.org/2000/svg", "")


def picture(width: int, height: int) -> bytes:
    """A PNG in one colour."""
    image, out = pytest.importorskip("PIL.Image").new("P", (width, height)), BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def test_a_photo_is_upright_and_what_moves_stands_still() -> None:
    """In a page as in a PDF: browsers turn and move pictures, papers do not."""
    maker = pytest.importorskip("PIL.Image")
    photo, clip = BytesIO(), BytesIO()
    image = maker.new("RGB", (60, 30), "green")
    held = image.getexif()
    held[0x0112] = 6
    image.save(photo, "JPEG", exif=held)
    image.save(clip, "WEBP", save_all=True, append_images=[maker.new("RGB", (60, 30), "red")])
    given = {
        "photo": Picture("image/jpeg", photo.getvalue()),
        "clip": Picture("image/webp", clip.getvalue()),
        "plain": Picture("image/png", picture(3, 2)),
    }
    found = printable(given)
    sizes = {name: maker.open(BytesIO(data)).size for name, (_, data) in found.items()}
    assert sizes == {"photo": (30, 60), "clip": (60, 30), "plain": (3, 2)}
    assert {name: kind for name, (kind, _) in found.items()} == dict.fromkeys(found, "image/png")
    assert getattr(maker.open(BytesIO(found["clip"][1])), "n_frames", 1) == 1
    assert found["plain"][1] == given["plain"].data


@pytest.mark.parametrize(
    ("data", "code", "said"),
    [
        (picture(30, 20), 0, ""),
        (picture(30, 20)[:45], 1, "is damaged"),
        (picture(8000, 8000), 1, "8,000 by 8,000 pixels"),
    ],
    ids=["sound", "damaged", "huge"],
)
def test_pictures(yupana: Yupana, tmp_path: Path, data: bytes, code: int, said: str) -> None:
    target = Path(small(tmp_path))
    (tmp_path / "one.png").write_bytes(data)
    target.write_text(target.read_text() + "look: {pictures: {one: one.png}}\n")
    for ending in ("pdf", "html"):
        output = tmp_path / f"kit.{ending}"
        ran = yupana("print", str(target), "-o", str(output), "--only", "cards")
        assert (ran.code, said in ran.err) == (code, True), ran.err
        assert output.exists() == (code == 0)
    if code == 0:
        assert b"/Image" in (tmp_path / "kit.pdf").read_bytes()
        assert (tmp_path / "kit.html").read_text().count("<image ") == 3


NAMED = """
ruleset: {name: named, title: Named, language: 4, text: A game.}
players: {min: 2, max: 2, names: [ann, ben]}
enums: {Fruit: [plum, lime]}
tables: {power: {rows: {n: ["1", "2"]}, cells: [1, 2]}}
kinds:
  Deed:
    attributes: {fruit: Fruit, n: int}
    entries: {one: {fruit: lime, n: 4}, two: {fruit: plum, n: 5}, three: {fruit: lime, n: 6}}
boards: {land: {kind: Hill, square: {columns: 2, rows: 1}, fields: {deed: Deed?}}}
flow: [{rounds: r, times: 1, steps: [{do: a1.deed = one}]}]
scoring: {items: {p: {points: 1}}}
book: {names: {n: same tiles, Deed.n: worth}}
look: {colours: {plum: "#800080", lime: "#00ff00"}}
"""


def test_an_attribute_is_called_as_it_is_for_its_kind(tmp_path: Path) -> None:
    """And has the colour of what it names, where the look gives that one."""
    path = tmp_path / "named.yaml"
    path.write_text(NAMED, encoding="utf-8")
    subject = subject_of(str(path), "", None)
    deeds = {each.name: each for each in of_kind(subject, "Deed", dict(subject.ruleset.kinds)["Deed"])}  # type: ignore[index]
    assert [word for word, _ in deeds["one"].facts] == ["Fruit", "Worth"]
    assert {name: each.colour for name, each in deeds.items()} == {
        "one": "#00ff00",
        "two": "#800080",
        "three": "#00ff00",
    }
