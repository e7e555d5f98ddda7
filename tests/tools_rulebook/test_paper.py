"""The rulebook as PDF: contents with pages that are right, an outline, links, and nothing off the sheet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from yupana.tests.found import shipped
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_printing.reading import JAPANESE, LATIN, pdfium, read_pdf

pytestmark = LATIN


@pytest.mark.parametrize(
    "target",
    [
        pytest.param(each, marks=() if each in ("cargo_empire", "chess", "hearts") else pytest.mark.slow)
        for each in shipped()
        if "+" not in each
    ],
)
def test_every_page_of_the_contents_is_right(target: str, yupana: Yupana, tmp_path: Path) -> None:
    ran = yupana("rulebook", target, "-o", "book.pdf", "--json")
    sides = read_pdf(tmp_path / "book.pdf")
    chapters = [each["title"] for each in ran.document["chapters"]]
    head = "".join(side.text for side in sides[:3])
    for number, title in enumerate(chapters, 1):
        told = re.search(rf"^{number} +{re.escape(title)}\s+(\d+)\r?$", head, re.M)
        assert told is not None, title
        body = sides[int(told[1]) - 1].text
        assert re.search(rf"^{number} +{re.escape(title)}\r?$", body, re.M), (title, told[1])


def test_what_is_set_stays_on_its_sheet(yupana: Yupana, tmp_path: Path) -> None:
    for paper, (wide, high) in {"a4": (210, 297), "letter": (215.9, 279.4)}.items():
        yupana("rulebook", "cargo_empire", "-o", "book.pdf", "--paper", paper)
        for number, side in enumerate(read_pdf(tmp_path / "book.pdf"), 1):
            assert (round(side.width, 1), round(side.height, 1)) == (wide, high)
            for letter, left, top, right, bottom in side.letters:
                assert 10 <= left <= right <= wide - 10, (number, letter)
                assert 10 <= top <= bottom <= high - 10, (number, letter)
            for left, top, right, bottom in side.boxes:
                assert 0 <= left <= right <= wide, number
                assert 0 <= top <= bottom <= high, number


def test_the_outline_and_the_contents_lead_to_the_chapters(yupana: Yupana, tmp_path: Path) -> None:
    ran = yupana("rulebook", "cargo_empire", "-o", "book.pdf", "--json")
    document = pdfium.PdfDocument(str(tmp_path / "book.pdf"))
    try:
        outline = [(each.get_title(), each.level, each.get_dest().get_index()) for each in document.get_toc()]
        whole = [each for each in outline if each[1] == 0]
        titles = [f"{number}  {each['title']}" for number, each in enumerate(ran.document["chapters"], 1)]
        assert [title for title, _, _ in whole] == titles
        for title, _, page in outline:
            text = document[page].get_textpage().get_text_range()
            assert " ".join(title.split()) in " ".join(text.split())
    finally:
        document.close()


@JAPANESE
def test_a_book_in_japanese(yupana: Yupana, tmp_path: Path) -> None:
    yupana("rulebook", "cuzco_feld", "--lang", "ja", "-o", "book.pdf")
    sides = read_pdf(tmp_path / "book.pdf")
    assert "目次" in sides[0].text
    assert not any(side.loose for side in sides)


def test_no_heading_of_worked_examples_stands_alone_at_the_foot_of_a_page(yupana: Yupana, tmp_path: Path) -> None:
    ran = yupana("rulebook", "hanabi", "-o", "book.pdf", "--json")
    (chapter,) = [each for each in ran.document["chapters"] if each["anchor"] == "chapter-examples"]
    first = next(each["title"] for each in chapter["blocks"] if "title" in each)
    page = next(
        side.text for side in read_pdf(tmp_path / "book.pdf")[1:] if re.search("Worked examples\r?$", side.text, re.M)
    )
    assert first in page
