"""Diagnostics as people see them."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from yupana.schemas.render import render, width
from yupana.schemas.source import NOWHERE, Diagnostic, Span


def fault(line: int, column: int, end_line: int, end_column: int, hint: str = "") -> Diagnostic:
    return Diagnostic("YUP201", "error", "a message", Span("f.yaml", line, column, end_line, end_column), hint)


FILES = {"f.yaml": "a: 1\n  efects: pass\n\n日本: 語 x\n"}


def test_place_excerpt_underline_and_hint() -> None:
    assert render(fault(2, 3, 2, 9, "write `effects`"), FILES) == (
        "f.yaml:2:3: error YUP201: a message\n   2 |   efects: pass\n     |   ^~~~~~\n     hint: write `effects`\n"
    )


def test_wide_characters_take_two_columns() -> None:
    rows = render(fault(4, 5, 4, 6), FILES).split("\n")
    assert rows[1] == "   4 | 日本: 語 x"
    assert rows[2] == "     |       ^~"
    rows = render(fault(4, 7, 4, 8), FILES).split("\n")
    assert rows[2] == "     |          ^"


def test_of_several_lines_the_first_is_marked() -> None:
    assert render(fault(1, 1, 3, 1), FILES).split("\n")[2] == "     | ^~~~"


def test_a_place_of_no_width_and_one_behind_the_line_are_marked_once() -> None:
    assert render(fault(1, 3, 1, 3), FILES).split("\n")[2] == "     |   ^"
    assert render(fault(1, 5, 1, 6), FILES).split("\n")[2] == "     |     ^"
    assert render(fault(1, 99, 1, 120), FILES).split("\n")[2] == "     |     ^"


def test_without_a_text_there_is_no_excerpt() -> None:
    assert render(fault(2, 3, 2, 9)) == "f.yaml:2:3: error YUP201: a message\n"
    assert render(fault(77, 3, 77, 9), FILES) == "f.yaml:77:3: error YUP201: a message\n"
    assert render(fault(3, 1, 3, 1), FILES) == "f.yaml:3:1: error YUP201: a message\n"


def test_without_a_place_only_the_message_is_shown() -> None:
    assert render(Diagnostic("YUP121", "warning", "hm", NOWHERE)) == "warning YUP121: hm\n"


def test_related_places_follow_with_an_excerpt_of_their_own() -> None:
    first = Span("g.yaml", 1, 4, 1, 5)
    other = Diagnostic(
        "YUP406", "error", "twice", Span("f.yaml", 2, 3, 2, 9), "rename one", ((first, "first declared here"),)
    )
    assert render(other, {**FILES, "g.yaml": "b: 2\n"}) == (
        "f.yaml:2:3: error YUP406: twice\n   2 |   efects: pass\n     |   ^~~~~~\n     hint: rename one\n"
        "g.yaml:1:4: first declared here\n   1 | b: 2\n     |    ^\n"
    )
    assert other.to_json()["related"] == [{**first.to_json(), "message": "first declared here"}]


def test_several_are_separated_by_an_empty_line() -> None:
    assert render([fault(1, 1, 1, 2), fault(1, 4, 1, 5)]).split("\n\n")[1].startswith("f.yaml:1:4")
    assert render([]) == ""


def test_a_long_line_is_cut_around_the_fault() -> None:
    text = "x" * 500 + "WRONG" + "y" * 500
    rows = render(fault(1, 501, 1, 506), {"f.yaml": text}).split("\n")
    assert len(rows[1]) < 200
    start = rows[2].index("^")
    assert rows[1][start : start + 5] == "WRONG"
    assert rows[2].count("~") == 4


def test_colour_changes_nothing_but_the_colour() -> None:
    coloured = render(fault(2, 3, 2, 9, "hint"), FILES, colour=True)
    assert "\x1b[31m" in coloured
    assert re.sub(r"\x1b\[\d+m", "", coloured) == render(fault(2, 3, 2, 9, "hint"), FILES)


def test_widths() -> None:
    assert [width(text) for text in ("abc", "日本", "é", "e\u0301", "ｱ", "")] == [3, 4, 1, 1, 1, 0]


@given(st.text(max_size=30), st.integers(1, 40), st.integers(0, 40))
def test_no_place_makes_it_fail(text: str, column: int, more: int) -> None:
    shown = render(fault(1, column, 1, column + more), {"f.yaml": text})
    assert shown.startswith(f"f.yaml:1:{column}: error")
    assert shown.count("^") == (1 if text.split("\n")[0].strip() else 0) + text.split("\n")[0].count("^")


def test_what_is_said_of_one_word_again_and_again_is_shown_once_with_its_places() -> None:
    files = {"f.yaml": "a: nosuch\nb: nosuch + other\nc: nosuch\n", "g.yaml": "d: nosuch\n"}

    def unknown(file: str, line: int, word: str, column: int = 4) -> Diagnostic:
        span = Span(file, line, column, line, column + len(word))
        return Diagnostic("YUP401", "error", f"unknown name `{word}`", span, "")

    all_of_it = [
        unknown("f.yaml", 1, "nosuch"),
        unknown("f.yaml", 2, "nosuch"),
        unknown("f.yaml", 2, "other", 13),
        unknown("f.yaml", 3, "nosuch"),
        unknown("g.yaml", 1, "nosuch"),
    ]
    assert render(all_of_it, files) == (
        "f.yaml:1:4: error YUP401: unknown name `nosuch`\n   1 | a: nosuch\n     |    ^~~~~~\n"
        "     also at f.yaml:2:4, 3:4 and g.yaml:1:4\n\n"
        "f.yaml:2:13: error YUP401: unknown name `other`\n   2 | b: nosuch + other\n     |             ^~~~~\n"
    )
    assert "also at" not in render(all_of_it[:3], files)


def test_the_same_message_of_other_words_is_shown_each_time() -> None:
    files = {"f.yaml": "a: x\nb: y\nc: z\n"}
    faults = [
        Diagnostic("YUP411", "error", "expected a number", Span("f.yaml", line, 4, line, 5), "") for line in (1, 2, 3)
    ]
    assert render(faults, files).count("expected a number") == 3
