"""Edits come to stand where the client made them, whatever the lines of the file end with."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("lsprotocol", reason="the extra `editor` is not installed")

from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types
from yupana.tools.editor.lines import Lines, changed

_TEXT = st.text(st.sampled_from("ab: 石\U0001f0a1\n\r"), max_size=30)


def _rows(text: str) -> list[tuple[str, str]]:
    """The lines of a text, each with what it ends with, as the protocol has them."""
    pieces = re.split("(\r\n|\r|\n)", text)
    return [*zip(pieces[::2], [*pieces[1::2], ""], strict=True)]


def _put(rows: list[tuple[str, str]], begin: tuple[int, int], end: tuple[int, int], new: str) -> str:
    """A text with something new between two places, counted in characters."""
    before = "".join(map("".join, rows[: begin[0]])) + rows[begin[0]][0][: begin[1]]
    row, last = rows[end[0]]
    return before + new + row[end[1] :] + last + "".join(map("".join, rows[end[0] + 1 :]))


@pytest.mark.slow
@given(_TEXT, _TEXT, st.data())
def test_an_edit_stands_where_it_was_made(text: str, new: str, data: st.DataObject) -> None:
    rows = _rows(text)
    places = st.integers(0, len(rows) - 1).flatmap(
        lambda row: st.tuples(st.just(row), st.integers(0, len(rows[row][0])))
    )
    begin, end = sorted([data.draw(places), data.draw(places)])
    asked = [types.Position(row, len(rows[row][0][:column].encode("utf-16-le")) // 2) for row, column in (begin, end)]
    edit = types.TextDocumentContentChangePartial(range=types.Range(*asked), text=new)
    assert changed(text, edit, "utf-16") == _put(rows, begin, end, new)
    lines = Lines(text)
    assert lines.rows == [row for row, _ in rows]
    for row, column in (begin, end):
        place = lines.read(types.Position(row, len(rows[row][0][:column].encode("utf-16-le")) // 2))
        assert place == (row + 1, column + 1)
        assert lines.place(lines.offset(place)) == place


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_is_put_into_a_file_ends_its_lines_as_that_does(end: str) -> None:
    lines = Lines(f"a: 1{end}b: 2{end}")
    assert lines.ended("c: 3\nd: 4\r\n") == f"c: 3{end}d: 4{end}"
