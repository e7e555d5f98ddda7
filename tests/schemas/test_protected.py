"""What a spreadsheet program might run is protected in every file for one, and comes back the same."""

from __future__ import annotations

import csv
import io
import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yupana.schemas.sheets import exchanged, protected, read_sheet

RUN = [
    "=1+1", "+cmd|' /C calc'!A0", "-2+3+cmd|' /C calc'!A0", "+1+1", "-(1+1)", "@SUM(A1)", "-1/2", "+5", "-A1", "- a",
    "\t=1", " =1", "\r=1", "\u00a0+1", "\uff1d1+1", "\uff0bcmd", "\uff20SUM(1)", '=HYPERLINK("x")', "-5\n+cmd", "-1e5",
    "+a", "@a", "\u3000-1-1", "'=1", "''+1",
    "\u200b=1", "\ufe66cmd", "\ufe62cmd|x", "\ufe63a", "\ufe6bSUM(1)",
]  # fmt: skip
NOT_RUN = ["-5", "-1.5", "-1,000.5", "-50%", "-", "+", "=", "@", "5-3", "a=b", "'quoted'", "", "one"]


@pytest.mark.parametrize("text", RUN)
def test_what_a_program_might_run_is_a_text(text: str) -> None:
    assert protected(text).startswith("'")
    again = read_sheet(exchanged([["a", text]]), "cards.csv").rows[0].cells[1]
    assert again.text == text.strip(" \t\r\n\u00a0\u3000\u200b")
    assert again.is_text


@pytest.mark.parametrize("text", NOT_RUN)
def test_what_is_a_number_or_a_word_stays_one(text: str) -> None:
    assert protected(text) == text


def test_numbers_stay_numbers_and_nothing_is_nothing() -> None:
    rows = [["a", "b"], [-5, -1e-05], [Decimal("-1.50"), None], [True, "-1e-05"], ["a\rb", ["=1"]]]
    assert exchanged(rows) == "a,b\n-5,-1e-05\n-1.50,\nTrue,'-1e-05\n\"a\rb\",['=1']\n"


@given(st.text("=+-@'0123456789.,%|!;()abc \"\n\t\uff1d\u200b\u00a0#/", max_size=12))
def test_any_cell_comes_back(text: str) -> None:
    """Without blanks around it, as all cells; and no program sees a sign at its beginning that it might run."""
    text = text.strip(" \t\n\u200b\u00a0")
    for name, separator in (("cards.csv", ","), ("cards.tsv", "\t")):
        made = exchanged([["a", text, "b"]], separator)
        row = read_sheet(made, name).rows[0]
        assert [each.text for each in row.cells] == ["a", text, "b"]
        shown = made.partition("\n")[2] if made.startswith("sep=") else made
        seen = next(csv.reader(io.StringIO(shown), delimiter=separator))[1].strip()
        assert not re.match(r"[=+@\uff1d].|-(?![0-9.,]+%?\Z).", seen, re.DOTALL)


@pytest.mark.parametrize(
    "text", ["a;=cmd|' /C calc'!A0", "a\t-1+cmd|'x'!A0", "a\n=1+1", "a;@SUM(1)", "x;\"=cmd|' /C calc'!A0;"]
)
def test_a_file_says_its_separator_where_another_would_run_something(text: str) -> None:
    """In many countries programs expect `;`."""
    made = exchanged([["card", "text"], ["a", text]])
    assert made.startswith("sep=,\n")
    assert [each.text for each in read_sheet(made, "cards.csv").rows[1].cells] == ["a", text]
    assert not exchanged([["a", "pay 2; -1 point, +1 card"]]).startswith("sep=")
