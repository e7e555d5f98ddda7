"""Where games can be stopped: `places.yaml` says it for every sort of code, behind each line."""

from __future__ import annotations

from yupana.interpreter.compile import compile_ruleset

from .places import PAGE, marked


def test_the_page_is_sound() -> None:
    assert [str(each) for each in compile_ruleset(PAGE).diagnostics] == []


def test_every_line_has_the_stops_that_the_page_says() -> None:
    page = PAGE.read_text(encoding="utf-8")
    found = marked(page).split("\n")
    assert [(said, is_) for said, is_ in zip(page.split("\n"), found, strict=True) if said != is_] == []
