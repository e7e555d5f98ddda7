"""Small differences of code and texts, line by line and word by word."""

from __future__ import annotations

from yupana.tools.compare.model import PartChange
from yupana.tools.compare.wording import label, lines, side_by_side


def _shown(old: str | None, new: str | None, *, code: bool = True) -> list[str]:
    return [f"{line.mark}{line.text}" for line in lines(PartChange("effects", old, new, code))]


def test_lines_that_stay_are_left_out_but_for_the_nearest() -> None:
    old = "\n".join("abcdefgh")
    assert _shown(old, old.replace("e", "x")) == [" …", " d", "-e", "+x", " f", " …"]
    assert _shown("a\nb", "a\nb\nc") == [" …", " b", "+c"]
    assert _shown(None, "a\nb") == ["+a", "+b"]
    assert _shown("a", None) == ["-a"]


def test_words_that_changed_are_marked() -> None:
    old, new = lines(PartChange("when", "a + b > 3", "a + c > 3", code=True))
    assert [word for word, changed in old.words if changed] == ["b"]
    assert [word for word, changed in new.words if changed] == ["c"]
    assert (old.text, new.text) == ("a + b > 3", "a + c > 3")


def test_of_a_long_text_what_is_around_the_change() -> None:
    long = "word " * 80
    old, new = _shown(f"{long}one {long}", f"{long}two {long}", code=False)
    assert len(old) < 120
    assert "one" in old
    assert "two" in new
    assert old.startswith("-…")


def test_labels_are_what_people_say() -> None:
    assert label("cells.roll 2, pace 6+") == "roll 2, pace 6+"
    assert label("cells.roll 2..9") == "roll 2..9"
    assert label("parameters.site.if") == "parameter site, if"
    assert label("pairs.a - b") == "link a - b"
    assert side_by_side(PartChange("source", "A, B", "B, C")) == "+ C, - A"
    assert side_by_side(PartChange("pairs.a - b", None, "there")) == "added"
