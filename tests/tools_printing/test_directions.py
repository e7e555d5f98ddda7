"""Lines that are read from right to left, wholly or in part."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_printing.reading import has_fonts, read_pdf
from yupana.tests.tools_printing.test_cards import small
from yupana.tools.printing.directions import as_set, joined

SHALOM = "\u05e9\u05dc\u05d5\u05dd"  # shin lamed vav final mem
TURNED = SHALOM[::-1]


@pytest.mark.parametrize(
    ("line", "set_"),
    [
        ("Draw 2 cards (now).", "Draw 2 cards (now)."),
        (SHALOM, TURNED),
        (f"Say {SHALOM}!", f"Say {TURNED}!"),
        (f"{SHALOM} ab", f"ab {TURNED}"),
        (f"{SHALOM} 12", f"12 {TURNED}"),
        (f"({SHALOM})", f"({TURNED})"),
        (f"{SHALOM} {SHALOM[:2]}", f"{TURNED[2:]} {TURNED}"),
        (f"a {SHALOM} 12 b", f"a 12 {TURNED} b"),
        (f"{SHALOM} 1.5", f"1.5 {TURNED}"),
    ],
)
def test_the_order_on_a_line(line: str, set_: str) -> None:
    assert as_set(line) == set_


def test_letters_of_arabic_are_joined() -> None:
    """Meem, ra (which joins to nothing behind it), hah, ba, alef."""
    assert joined("\u0645\u0631\u062d\u0628\u0627") == "\ufee3\ufeae\ufea3\ufe92\ufe8e"
    assert joined("\u0633\u0644\u0627\u0645") == "\ufeb3\ufefc\ufee1", "lam and alef are one"
    assert joined("\u0628\u064e\u0628") == "\ufe91\u064e\ufe90", "a mark parts nothing"
    assert joined("abc") == "abc"


@pytest.mark.skipif(not has_fonts(SHALOM), reason="no font has these letters")
def test_it_is_set_so(yupana: Yupana, tmp_path: Path) -> None:
    """The first letter stands at the right; in the page nothing turns it again."""
    output, page = tmp_path / "kit.pdf", tmp_path / "kit.html"
    for each in (output, page):
        ran = yupana("print", small(tmp_path, f"Say {SHALOM}."), "-o", str(each), "--only", "cards", "--backs", "none")
        assert (ran.code, ran.err) == (0, "")
    places = {letter: left for letter, left, *_ in read_pdf(output)[0].letters if letter in SHALOM}
    assert sorted(places, key=lambda each: -places[each]) == list(SHALOM)
    text = page.read_text(encoding="utf-8")
    assert f"Say {TURNED}." in text
    assert "unicode-bidi: bidi-override" in text
