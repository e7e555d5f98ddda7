"""The components of a game as its rulebook shows them: what the kit prints, small, over name and number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_rulebook.conftest import change

LOOK = """\
look:
  faces: {Card: {title: "{it.ware}", corners: {top_left: "{it.worth}"}}}
  pieces: {hut: {count: 5, each: Player}, crane: {count: 1}, flag: {count: 3}}
  colours: {red: "#c00000", wool: "#446688", salt: "#eeeeee"}
"""


@pytest.fixture
def shown(depot: Path, yupana: Yupana) -> str:
    (depot / "look.yaml").write_text(LOOK, encoding="utf-8")
    change(depot, "[components, entries, zones]", "[components, exhibits, entries, zones]")
    change(depot, "\nbook:\n", "\nbook:\n  hidden: [flag]\n  names: {hut: hut|huts}\n")
    assert yupana("rulebook", "depot", "-o", "book.md").code == 0
    assert "## 2. Components\n\n- 10 (11 with 3 players, 12 with 4 players) **cards**" in read(depot, "md")
    assert "exhibits.svg" in read(depot, "md").partition("## 2. Components")[2].partition("\n## ")[0]
    return read(depot, "exhibits.svg")


def read(depot: Path, ending: str) -> str:
    return (depot.parent / f"book.{ending}").read_text(encoding="utf-8")


def test_each_kind_is_shown_with_its_number_and_what_is_behind_it(shown: str) -> None:
    told = re.findall(r"<text[^>]*>([^<]+)</text>", shown)
    assert [told.count(each) for each in ("Wool", "Salt", "Depot &amp; Co")] == [1, 1, 1], "both fronts and the back"
    for title, number in (
        ("Cards", "10 (11 with 3 players, 12 with 4 players)"),
        ("Huts", "5 for each player"),
        ("Crane", "1"),
    ):
        assert f"{title}\n{number}" in "\n".join(told)
    assert "Flag" not in told, "the book hides it"
    assert told.count("Huts") == 1, "those of the first player stand for all"


def test_what_stands_on_a_card_is_as_wide_as_its_room_in_every_font(shown: str) -> None:
    (width,) = (float(each) for each in re.findall(r'<text[^>]* textLength="([0-9.]+)"[^>]*>Depot &amp; Co<', shown))
    (card, *_) = re.findall(r'<rect [^>]*width="([0-9.]+)" height="132"', shown)
    assert 0 < width < float(card)


@pytest.mark.parametrize("target", ["cargo_empire", "hearts"])
def test_the_components_of_a_shipped_game_are_shown_in_its_book_and_not_on_the_page(target: str) -> None:
    from yupana.tools.book.make import make
    from yupana.tools.book.writing import maker_of
    from yupana.tools.documents.model import pictures
    from yupana.tools.printing.gallery import Gallery

    maker, _ = maker_of(target, "", as_json=False)
    names = [each.name for each in pictures(make(maker, played=False, artist=Gallery).chapters)]
    assert names.count("exhibits") == 1
    assert "exhibits" not in [each.name for each in pictures(make(maker, played=False).chapters)]
    for each in Gallery(maker).components():
        assert not re.search("[\ue000-\uf8ff]", str(each)), "icons are outlines"


def test_boards_are_drawn_as_the_page_draws_them() -> None:
    """A map has its areas, also under what lies there at the start; without an artist it has boxes and links alone."""
    from yupana.tools.book.grounds import BORDER
    from yupana.tools.book.make import make
    from yupana.tools.book.writing import maker_of
    from yupana.tools.documents.drawing import Shape
    from yupana.tools.documents.model import pictures
    from yupana.tools.printing.gallery import Gallery

    maker, _ = maker_of("cargo_empire", "", as_json=False)
    for artist, many in ((Gallery, 12), (None, 0)):
        whole = [each.drawing for each in pictures(make(maker, artist=artist).chapters) if each.name.endswith("map")]
        found = [
            sum(isinstance(mark, Shape) and mark.stroke == BORDER for mark in each.marks)
            for each in whole if each is not None
        ]  # fmt: skip
        assert found[:2] == [many, many], "the board and the set-up"
