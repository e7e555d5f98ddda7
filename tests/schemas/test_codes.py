"""The table of codes: whole, used, and as its examples say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from yupana.interpreter.language.messages import documented_codes
from yupana.schemas import codes
from yupana.schemas.codes import CODES, add_codes

FOLDER = Path(codes.__file__).parent


def used(*more: Path) -> set[str]:
    """Every code that a module of the package mentions, or one of some more."""
    found: set[str] = set()
    for path in (*FOLDER.glob("*.py"), *more):
        if path.name != "codes.py":
            found |= set(re.findall(r"YUP\d{3}(?!\d)", path.read_text(encoding="utf-8")))
    return found


def test_every_code_that_is_used_is_in_the_table() -> None:
    assert used() <= set(CODES)


def test_every_code_of_this_package_is_used() -> None:
    migrating = (FOLDER.parent / "tools" / "migrations").glob("*.py")
    assert {code for code in CODES if code[:4] in ("YUP1", "YUP2")} <= used(*migrating)


def test_every_row_is_whole() -> None:
    for code, doc in CODES.items():
        assert re.fullmatch(r"YUP[1-9]\d\d", code)
        assert doc.title
        assert doc.meaning.endswith("."), code
        assert doc.fix.endswith("."), code
        assert len({doc.title, doc.meaning, doc.fix}) == 3


def test_titles_are_told_apart() -> None:
    titles = [doc.title for doc in documented_codes().values()]
    assert len(titles) == len(set(titles))


def test_a_stage_adds_its_codes_once() -> None:
    row = ("a title", "A meaning.", "an example", "A fix.")
    before = dict(CODES)
    try:
        add_codes({"YUP999": row})
        add_codes({"YUP999": row})
        assert CODES["YUP999"].fix == "A fix."
        with pytest.raises(ValueError, match="YUP999"):
            add_codes({"YUP999": ("other", *row[1:])})
    finally:
        CODES.clear()
        CODES.update(before)
