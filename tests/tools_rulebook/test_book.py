"""The book: what stands in it, that it is whole, closed to strangers, and always the same."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from yupana.schemas.source import Report
from yupana.schemas.texts import Texts
from yupana.tests.found import ROOT, compiled, shipped
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_rulebook.conftest import GAME, change
from yupana.tools.book.make import make, make_maker
from yupana.tools.book.writing import STYLE
from yupana.tools.documents.html import to_html
from yupana.tools.documents.markdown import to_markdown
from yupana.tools.documents.model import pictures

VOID = {"meta", "br", "img", "hr"}


class Page(HTMLParser):
    """Reads a page: fails on tags that are not closed; notes ids, links, and what would be loaded."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.text = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name == "href":
                self.links.append(value or "")
            elif name == "src" or name.startswith("on"):
                self.loads.append(f"{name}={value}")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def check_page(text: str) -> Page:
    page = Page(text)
    assert len(page.ids) == len(set(page.ids))
    assert {unquote(link.removeprefix("#")) for link in page.links} <= set(page.ids)
    assert page.loads == []
    assert "http" not in re.sub(r'(xmlns="http://www.w3.org/2000/svg"|http-equiv)', "", text)
    return page


@pytest.fixture
def book(depot: Path, yupana: Yupana) -> str:
    ran = yupana("rulebook", "depot", "-o", "book.html")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "book.html: Depot & Co, 9 chapters\n"
    return (depot.parent / "book.html").read_text(encoding="utf-8")


def test_the_page_is_whole_and_stands_alone(book: str) -> None:
    page = check_page(book)
    assert {"nav", "table", "svg", "style", "dl"} <= page.tags
    assert not {"script", "link", "iframe", "img", "object", "form"} & page.tags


def test_numbers_are_taken_from_the_ruleset(book: str) -> None:
    text = Page(book).text
    assert "A player has 6 AP in a turn." in text
    assert "A board holds 12 (9 with 4 players) posts." in text
    assert "There are 3 (4 with 3 players, 5 with 4 players) salt cards; Lima has size 3." in text
    assert "{" not in re.sub(r"<style>.*?</style>", "", book, flags=re.DOTALL)


def test_what_a_reader_looks_for_is_there(depot: Path, yupana: Yupana) -> None:
    text = yupana("rulebook", "depot").out
    for each in (
        "# Depot & Co".replace("&", "\\&"),
        "2 to 4 players · Designed by A. \\<B\\>",
        "| **Winter** | Whether it snows. [D-1](#rule-D-1) | yes or no | no |",
        "- 10 (11 with 3 players, 12 with 4 players) **cards**",
        "### Cards",
        "| **Salt card** | 3 (4 with 3 players, 5 with 4 players) | salt | 3 |",
        "| **Lima** | ✓ | 3 |  |",
        "| **Quito** |  | 2 | 3 or 4 |",
        "| **Hand** | card, one for each player | everybody | [D-3](#rule-D-3) |",
        "1. Shuffle the cards. [D-3](#rule-D-3)",
        "2. For every player p: 2 drawn from deck to p’s hand. [D-2](#rule-D-2)",
        "| Posts on a board | 12 | 12 | 9 |",
        "**D-2** *(ruling)* A board holds",
        "**Round** – 2 times",
        "**Turn** – each in turn, one of: mark",
        "At the start: the player’s AP is 6",
        "| **Costs** | 1 AP |",
        "| **Number** | Once in one turn |",
        "cell: from all cells, if cell’s mark is nothing",
        "| ≤ 1 | 1 |",
        "| Roll ↓ Odds → | half | even |",
        "| 1 | 4\\* | 3 |",
        "| **Money** | Money in hand. [D-1](#rule-D-1) |",
        "- **AP**: Action points.",
        "- **post**: A small \\<b\\>hut\\</b\\>.",
        "#### A cell is marked once",
        "**What is done**",
        "- Red: mark: a1.",
    ):
        assert each in text, each


def test_markdown_has_its_pictures_beside_it(depot: Path, yupana: Yupana) -> None:
    ran = yupana("rulebook", "depot", "-o", "book.md", "--json")
    here = depot.parent
    names = ["book.md", "book.map.svg", "book.field.svg", "book.field-bar.svg", "book.yard.svg"]
    assert ran.document["written"] == names
    text = (here / "book.md").read_text(encoding="utf-8")
    assert "](book.map.svg)" in text
    for name in names[1:]:
        ElementTree.parse(here / name)
    assert ran.document["chapters"][0]["title"] == "At a glance"
    assert {each["block"] for each in ran.document["chapters"][3]["blocks"]} == {"items"}
    assert ran.document["chapters"][3]["chapters"][0]["title"] == "By the number of players"


def test_a_board_is_a_picture(depot: Path, yupana: Yupana) -> None:
    yupana("rulebook", "depot", "-o", "book.md")
    space = "{http://www.w3.org/2000/svg}"
    words = {}
    for name in ("map", "field", "yard"):
        root = ElementTree.parse(depot.parent / f"book.{name}.svg").getroot()
        words[name] = [each.text for each in root.iter(f"{space}text")]
        shapes = {"map": ("rect", 3 + 2), "field": ("polygon", 5), "yard": ("polygon", 4)}[name]
        assert len(list(root.iter(space + shapes[0]))) == shapes[1]
    assert words["map"] == ["east", "west", "south", "2", "0", "Deep", "Ferry"]
    assert words["field"] == ["a1", "a2", "a3", "b1", "b2"]


def test_a_position_is_printed_as_it_is_drawn(yupana: Yupana, tmp_path: Path) -> None:
    yupana("rulebook", "checkers", "-o", "book.md")
    rows = ["1 .x.x.x.x", "2 x.x.x.x.", "3 .x.x.x.x", "6 o.o.o.o.", "7 .o.o.o.o", "8 o.o.o.o."]
    assert "\n".join(rows) in (tmp_path / "book.md").read_text("utf-8").replace("   ", "")


# ---------------------------------------------------------------- a stranger's ruleset


HOSTILE = "</title></style><script>alert(1)</script><img src=x onerror=alert(1)>\"'`|*_[a](javascript:x)&amp;"


def test_nothing_a_stranger_writes_is_markup(depot: Path, yupana: Yupana) -> None:
    quoted = HOSTILE.replace("'", "''")
    text = GAME
    for old in ("Depot & Co", "Carriers load trucks.", "A. <B>", "Whether it snows.", "Mark a cell", "Money in hand"):
        text = text.replace(old, f"'{quoted}'")
    text = text.replace("Shuffle the cards", f"'{quoted}'").replace("name: Lima", f"name: '{quoted}'")
    text = text.replace('"Action points"', f"'{quoted}'").replace("Two players want one cell", f"'{quoted}'")
    text = text.replace("{AP:", f"{{'{quoted}': x, AP:").replace('"1": Turns', f"\"1\": '{quoted}'")
    text = text.replace("Posts on a board", f"'{quoted}'").replace(
        '{section: "2", status: assumed, text: "', '{section: "2", status: assumed, text: "<script>{{'
    )
    (depot / "game.yaml").write_text(text, encoding="utf-8")
    ran = yupana("rulebook", "depot", "-o", "book.html")
    assert (ran.code, ran.err) == (0, "")
    written = (depot.parent / "book.html").read_text(encoding="utf-8")
    page = check_page(written)
    assert page.text.count("<script>alert(1)</script>") > 10
    assert "<script" not in written
    assert "<img" not in written
    ran = yupana("rulebook", "depot", "-o", "book.md")
    markdown = (depot.parent / "book.md").read_text(encoding="utf-8")
    assert not re.search(r"(?<!\\)<(?!a id=|/a>)", markdown)
    assert not re.search(r"(?<!\\)\]\(javascript", markdown)


# ---------------------------------------------------------------- the same every time


def test_the_book_is_the_same_in_every_process(depot: Path) -> None:
    books = []
    for seed in ("1", "2"):
        environment = {"PYTHONPATH": str(ROOT / "tests" / ".path"), "PYTHONHASHSEED": seed, "PATH": ""}
        command = [sys.executable, "-m", "yupana.tools.cli", "rulebook", "depot", "--json"]
        done = subprocess.run(
            command, cwd=depot.parent, env=environment, capture_output=True, check=True, stdin=subprocess.DEVNULL
        )
        books.append(done.stdout)
    assert books[0] == books[1]
    assert len(books[0]) > 10_000


SHIPPED = [pytest.param(each, marks=pytest.mark.slow if "+" in each else ()) for each in shipped()]


@pytest.mark.parametrize("target", SHIPPED)
def test_every_shipped_ruleset_makes_a_book(target: str) -> None:
    what = compiled(target)
    assert what.ruleset is not None
    maker = make_maker(what, Texts(), Report())
    made = make(maker)
    assert maker.report.diagnostics == []
    page = check_page(to_html(made, STYLE))
    markdown = to_markdown(made)
    for rule in what.ruleset.rulebook.rules:
        assert f"rule-{rule}" in page.ids
        assert f"**{rule}**" in markdown.replace("\\", "")
    for picture in pictures(made.chapters):
        ElementTree.fromstring(picture.svg)
    assert len(pictures(made.chapters)) >= len(what.ruleset.boards)


# ---------------------------------------------------------------- languages


def test_the_book_in_another_language(depot: Path, yupana: Yupana) -> None:
    (depot / "texts").mkdir()
    (depot / "texts/de.yaml").write_text(
        'title: Lager\nsections: {"1": Züge}\nrules: {D-1: "Ein Spieler hat {ap_per_turn} AP.", D-2: "Ein Plan '
        'fasst {posts} Häuser."}\nnames: {red: rot, salt: Salz, mark: besetzen, Card: Karte}\n'
        "texts: {actions.mark: Besetze ein Feld, rulebook.glossary.AP: Aktionspunkte}\n",
        encoding="utf-8",
    )
    ran = yupana("rulebook", "depot", "--lang", "de")
    assert ran.code == 0
    for each in (
        "# Lager",
        "2 bis 4 Spieler",
        "### Züge",
        "Ein Spieler hat 6 AP.",
        "Ein Plan fasst 12 (9 bei 4 Spielern) Häuser.",
        "There are 3 (4 bei 3 Spielern, 5 bei 4 Spielern) salt cards",
        "#### Besetzen",
        "Besetze ein Feld.",
        "- 10 (11 bei 3 Spielern, 12 bei 4 Spielern) **Karte**",
        "- Rot: besetzen: a1.",
        "- **AP**: Aktionspunkte.",
        "#### Beispiel 1",
    ):
        assert each in ran.out, each
    assert "warning YUP252: not translated into `de`: 1 sections, 1 rules" in ran.err
    (depot / "variants").mkdir()
    (depot / "variants/short.yaml").write_text(
        "ruleset: {name: short, title: Short, language: 1, extends: depot, text: One round.}\n"
        "change: {flow: {round: {times: 1}}}\n",
        encoding="utf-8",
    )
    assert "- **Short**: One round.\n" in yupana("rulebook", "depot").out
    (depot / "texts/short.de.yaml").write_text("title: Kurz\n", encoding="utf-8")
    assert "- **Kurz**\n" in yupana("rulebook", "depot", "--lang", "de").out
    assert yupana("rulebook", "depot", "--lang", "ja").code == 2


# ---------------------------------------------------------------- wrong usage


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("depot", "-o", "book.txt"), "`book.txt` is neither .html nor .pdf nor .md"),
        (("depot", "-o", "nowhere/book.md"), "there is no folder `nowhere`"),
        (("depto",), "There is no ruleset `depto`"),
        (("depot", "depot"), "`depot` is a second word"),
        (("depot", "--accept"), "--accept and --strict belong to `yupana rulebook check NAME`"),
        (("depot", "--lang", "../x"), "no texts in the language `../x`"),
        (("check", "depot", "D-1"), "yupana rulebook check depot --accept D-1"),
        (("check", "depot", "--accept", "D-9"), "`depot` has no rule `D-9`."),
        (("check", "depot", "-o", "x.md"), "writes no book"),
        ((), "Missing argument"),
    ],
)
def test_wrong_usage_is_one_sentence(depot: Path, yupana: Yupana, words: tuple[str, ...], told: str) -> None:
    ran = yupana("rulebook", *words)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert ran.err.count("\n") == 1


def test_a_ruleset_with_faults_makes_no_book(depot: Path, yupana: Yupana) -> None:
    change(depot, "me.money += 1", "me.mony += 1")
    ran = yupana("rulebook", "depot", "-o", "book.html")
    assert ran.code == 1
    assert "YUP" in ran.err
    assert not (depot.parent / "book.html").exists()


# ---------------------------------------------------------------- one name for several things


def test_an_attribute_and_a_word_have_names_of_their_own(depot: Path, yupana: Yupana) -> None:
    """`mark` is an action, `ware` an enum's attribute, `post` a word of the glossary: what one is called, others need
    not be."""
    change(depot, "attributes: {deep: bool}", "attributes: {deep: bool, mark: bool}")
    change(depot, "east: {deep: true}", "east: {deep: true, mark: true}")
    change(depot, "boards: {title: Boards, holds: boards}", "boards: {title: Boards, holds: [boards, spaces map]}")
    (depot / "texts").mkdir()
    (depot / "texts" / "ja.yaml").write_text(
        "title: 駅\nnames: {mark: 印を付ける, Place.mark: 印, post: 置く, glossary.post: 小屋}\n", encoding="utf-8"
    )
    yupana("rulebook", "depot", "--lang", "ja", "-o", "book.md")
    text = (depot.parent / "book.md").read_text(encoding="utf-8")
    assert "| 印 |" in text
    assert "| 印を付ける |" not in text
    assert "- **小屋**" in text
    drawn = (depot.parent / "book.map.svg").read_text(encoding="utf-8")
    assert "印を付ける" not in drawn


def test_a_translated_overlay_says_what_it_is(depot: Path, yupana: Yupana) -> None:
    for folder in ("texts", "variants"):
        (depot / folder).mkdir()
    (depot / "variants" / "small.yaml").write_text(
        "ruleset: {name: small, title: Small, language: 3, extends: depot, text: A short game.}\n", encoding="utf-8"
    )
    (depot / "texts" / "ja.yaml").write_text("title: 駅\n", encoding="utf-8")
    (depot / "texts" / "small.ja.yaml").write_text("title: 小\ntext: 短い\n", encoding="utf-8")
    assert "- **小**: 短い。" in yupana("rulebook", "depot", "--lang", "ja").out
    assert "- **小（この本に含む）**: 短い。" in yupana("rulebook", "depot+small", "--lang", "ja").out


FORMULAS = """\
ruleset: {name: formulas, title: Formulas, language: 4}
players: {min: 2, max: 2, seats: {red: {}, blue: {}}, attributes: {late: bool}, defaults: {late: it == blue}}
enums: {Suit: [clubs, hearts]}
kinds:
  Card:
    attributes: {suit: Suit, rank: int, points: int, trump: bool, beats: Suit?}
    defaults:
      points: 13 if it.rank == 3 else 1 if it.suit == hearts else 0
      trump: it.suit == hearts
      beats: none if it.suit == clubs else clubs
    entries:
      each: {suit: Suit, rank: 2..3, count: 2}
      hearts_2: {points: it.rank * 20}
actions: {go: {effects: pass}}
flow: [{turns: turn, times: 1}]
"""


def test_a_formula_is_printed_as_what_it_comes_to(yupana: Yupana, tmp_path: Path) -> None:
    (tmp_path / "formulas.yaml").write_text(FORMULAS, encoding="utf-8")
    rows = [line for line in yupana("rulebook", "formulas.yaml").out.splitlines() if line.startswith("| **")]
    assert rows == [
        "| **Red** |  |",
        "| **Blue** | ✓ |",
        "| **Clubs 2** | 2 | clubs | 2 | 0 |  |  |",
        "| **Clubs 3** | 2 | clubs | 3 | 13 |  |  |",
        "| **Hearts 2** | 2 | hearts | 2 | 40 | ✓ | clubs |",
        "| **Hearts 3** | 2 | hearts | 3 | 13 | ✓ | clubs |",
    ]
