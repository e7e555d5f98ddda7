"""The rulebook coloured by how well its rules are protected, as a page that stands alone."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.mutation import Outcome
from yupana.schemas.source import Span
from yupana.tests.tools.command_line import Yupana
from yupana.tools.strength.model import Idle, Result, Strength
from yupana.tools.strength.page import page


def result(what: str, *rules: str, outcome: Outcome = "missed", reached: int = 2, accepted: str = "") -> Result:
    span = Span("./my_game/game.yaml", 21, 1, 21, 9)
    return Result("actions.take", what, "number", span, rules, outcome, "", reached, "", accepted)


def made_page(*results: Result) -> str:
    return page(compile_ruleset("./my_game"), Strength("./my_game", results))


def entry(page: str, anchor: str) -> tuple[str, str]:
    """The classes and the words of a rule in a page."""
    found = re.search(rf'<section class="([^"]*)" id="{re.escape(anchor)}">(.*?)</section>', page, re.DOTALL)
    assert found is not None
    return found[1], unescape(re.sub("<[^>]*>", "", found[2]))


@pytest.mark.usefixtures("yupana", "made")
def test_every_rule_stands_there_with_its_figures_and_what_is_missed() -> None:
    made = made_page(
        result("`1` is `2`", "R-2"),
        result("`a` is dropped", "R-2", outcome="noticed"),
        result("`b` is dropped", "R-2", "R-3", outcome="endless"),
        result("`c` is dropped", "R-2", accepted="Nobody `sees` it."),
        result("`d` is dropped", "R-2", outcome="refused"),
        result("`e` is dropped", "R-1", outcome="same"),
    )
    style, told = entry(made, "rule-R-2")
    assert style == "change poor"
    assert "R-2 2 of 4 breaks noticed, 1 accepted: 75 %" in told
    assert "Players take turns, and each takes one, two or three stones." in told
    assert "my_game/game.yaml:21 actions.take: 1 is 2; 2 examples come through here, none notices" in told
    assert "c is dropped; 2 examples come through here, none notices. Accepted: Nobody sees it." in told
    assert not any(each in told for each in ("a is dropped", "d is dropped"))
    style, told = entry(made, "rule-R-3")
    assert style == "change whole"
    assert "1 of 1 break noticed: 100 %" in told
    style, told = entry(made, "rule-R-1")
    assert style == "change untried"
    assert "nothing that an example could notice" in told


@pytest.mark.usefixtures("yupana", "made")
def test_the_weakest_rules_are_linked_first() -> None:
    held = [result(f"`{each}` is dropped", "R-3", outcome="noticed") for each in range(3)]
    made = made_page(result("a", "R-3"), *held, result("b", "R-2"), result("c", outcome="missed"))
    summary = made.partition("<h2")[0]
    assert re.findall('href="#([^"]*)"', summary) == ["rule-R-2", "rule-R-3"]
    for anchor in re.findall('href="#([^"]*)"', made):
        assert made.count(f'id="{anchor}"') == 1
    assert "actions.take" in made.partition("Where no rule is named")[2]
    whole = made_page(*held)
    assert "Nothing needs doing: all 3 breaks that were tried are noticed." in whole
    assert "Weakest" not in whole
    assert "Where no rule is named" not in whole


class _Strict(HTMLParser):
    """Every element that is opened is closed, and nothing is asked of others."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not {"src", "style", "onclick"} & {name for name, _ in attrs}
        assert all((value or "").startswith("#") for name, value in attrs if name == "href")
        self.seen.add(tag)
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.usefixtures("yupana")
def test_it_stands_alone_and_escapes_what_strangers_wrote(made: Path) -> None:
    book = made / "rulebook.yaml"
    book.write_text(book.read_text().replace("Whoever takes", "<script>x</script> & Whoever takes"))
    evil = "</style><img src=x onerror=alert(1)> \u202e"
    told = made_page(result(evil, "R-3"), result("b", "R-3", accepted=evil), result(evil, "<b>"))
    read = _Strict()
    read.feed(told)
    assert read.open == []
    assert not {"script", "img", "link", "b"} & read.seen
    assert "default-src 'none'" in told
    assert "&lt;script&gt;x" in told
    assert "\u202e" not in told
    assert "@import" not in told
    assert "url(" not in told


def test_the_command_writes_it(yupana: Yupana, made: Path) -> None:
    ran = yupana("strength", "./my_game", "--html", "strength.html")
    assert ran.code == 0
    told = made.with_name("strength.html").read_text()
    assert "The rulebook, coloured by protection: strength.html" in ran.out
    assert entry(told, "rule-R-2")[1].startswith("R-2")
    (figure,) = re.findall(r"(\d+ of \d+) breaks are noticed", ran.out)
    cards = unescape(re.sub("<[^>]*>", " ", told.partition("<table")[0]))
    assert f"of {figure.split()[-1]} breaks that an example could notice" in cards
    ran = yupana("strength", "./my_game", "--html", "nowhere/strength.html")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "Cannot write `nowhere/strength.html`: there is no folder `nowhere`.\n"


@pytest.mark.usefixtures("yupana", "made")
def test_what_is_accepted_for_nothing_is_named() -> None:
    span = Span("./my_game/game.yaml", 40, 5, 40, 9)
    idle = Idle("actions.take", "`1` is `3`", span, "the example `a_turn` notices it", "take it out")
    found = Strength("./my_game", (result("`1` is `2`", "R-2"),), (idle,))
    told = unescape(re.sub("<[^>]*>", "", page(compile_ruleset("./my_game"), found)))
    assert "1 accepted for nothing" in told
    assert "actions.take: 1 is 3; this is accepted for nothing: the example a_turn notices it (take it out)." in told
    assert "accepted for nothing" not in made_page(result("`1` is `2`", "R-2"))
