"""The chunks of layouts.txt: what is written, and how it is laid out."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.schemas.reader import load_text
from yupana.schemas.source import Report
from yupana.tools.format.files import same_meaning
from yupana.tools.format.page import format_text
from yupana.tools.format.roles import Attributes, Place
from yupana.tools.format.tree import read_comments

NOBODY = Attributes()


def _chunks() -> list[tuple[str, str, str]]:
    text = Path(__file__).with_name("layouts.txt").read_text(encoding="utf-8")
    found = []
    for chunk in text.split("\n=== ")[1:]:
        title, _, rest = chunk.partition("\n")
        written, _, laid_out = rest.partition("\n---\n")
        found.append((title, written + "\n", laid_out.rstrip("\n") + "\n"))
    return found


CHUNKS = _chunks()


def test_there_are_chunks() -> None:
    assert len(CHUNKS) > 15


@pytest.mark.parametrize(("written", "laid_out"), [chunk[1:] for chunk in CHUNKS], ids=[chunk[0] for chunk in CHUNKS])
def test_layout(written: str, laid_out: str) -> None:
    report = Report()
    before = load_text(written, "before", report)
    assert report.diagnostics == []
    assert format_text(written, NOBODY) == laid_out
    after = load_text(laid_out, "after", report)
    assert report.diagnostics == []
    assert same_meaning(before, after, Place(NOBODY)) is None
    assert sorted(read_comments(written)) == sorted(read_comments(laid_out))
    assert format_text(laid_out, NOBODY) == laid_out
