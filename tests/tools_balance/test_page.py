"""The page of a report: it stands alone, says what was found, and has its plots in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana

Toy = Callable[[str], str]
RUN = ("--bots", "random", "--games", "60", "--tournament", "random,first", "-o", "report.html")


@pytest.fixture
def page(yupana: Yupana, toy: Toy) -> str:
    ran = yupana("balance", toy("strong"), toy("fair"), *RUN)
    assert ran.code == 0, ran.err
    return Path("report.html").read_text(encoding="utf-8")


def test_the_page_stands_alone(page: str) -> None:
    """It loads nothing, and runs nothing but the scripts that it brings (see tests/plots)."""
    markup = re.sub(r"<script type=\"module\">.*?</script>", "", page, flags=re.DOTALL)
    for loads in ("<script", "<link", "<iframe", "<img", "@import", "url(http", "javascript:"):
        assert loads not in markup
    assert "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" in page


def test_the_page_says_and_draws(page: str) -> None:
    assert "“Never” could never be taken in these games." in page
    assert "figures differ" in page
    assert "In the literature: " in page
    pictures = re.findall(r"<figure.*?</figure>", page, re.DOTALL)
    assert len(pictures) >= 5
    for each in pictures:
        assert "<svg" in each
        assert "data-spec" in each


def test_the_other_forms_hold_the_same(yupana: Yupana, toy: Toy) -> None:
    few = ("--bots", "random", "--games", "10", "--only-games")
    name = toy("fair")
    document = yupana("balance", name, *few, "-o", "report.json", "--json")
    assert Path("report.json").read_text(encoding="utf-8").strip() == document.out.strip()
    assert yupana("balance", name, *few, "-o", "report.md").code == 0
    assert "## What to know" in Path("report.md").read_text(encoding="utf-8")


def test_without_what_draws_one_sentence_names_the_extra(
    yupana: Yupana, toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("yupana.tools.shell.extras.find_spec", lambda name: None)
    ran = yupana("balance", toy("fair"), *RUN)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "pip install 'yupana[balance]'" in ran.err
