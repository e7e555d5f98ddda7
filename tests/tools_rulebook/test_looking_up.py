"""What a reader looks up: the index, the signs and icons, the summary on one page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from yupana.schemas.texts import Texts
from yupana.tests.found import compiled
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_printing.reading import LATIN, read_pdf
from yupana.tests.tools_rulebook.conftest import change
from yupana.tests.tools_rulebook.test_printed import book, chapters_of
from yupana.tools.book.names import Names
from yupana.tools.documents.model import Card, Rules, Terms

FOUR = ("cargo_empire", "cuzco_kk", "cuzco_feld", "pizarro")


@pytest.fixture
def indexed(depot: Path) -> Path:
    change(depot, "    variants: {holds: variants}\n", "    signs: {holds: icons}\n    words_in: {holds: index}\n")
    look = 'look: {glyphs: {wool: w, salt: s}, colours: {wool: "#c0c0c0"}, icons: {Town: city}}\n'
    (depot / "look.yaml").write_text(look, encoding="utf-8")
    return depot


def test_words_lead_to_the_rules_in_which_they_stand(indexed: Path, yupana: Yupana) -> None:
    text = yupana("rulebook", "depot").out
    index = text.partition(" Index\n")[2]
    assert "- **AP**: [D-1](#rule-D-1)" in index
    assert "- **Card**: [D-3](#rule-D-3)" in index, "a word in the plural too"
    assert "- **Post**: [D-2](#rule-D-2)" in index


def test_signs_and_icons_are_drawn_with_what_they_stand_for(indexed: Path, yupana: Yupana) -> None:
    yupana("rulebook", "depot", "-o", "book.md")
    drawn = (indexed.parent / "book.icons.svg").read_text(encoding="utf-8")
    words = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
    assert [each for each in words if len(each) > 1][-2:] == ["Wool", "Salt"]
    assert "w" in words
    assert "s" in words


def test_one_sign_is_drawn_once_with_all_that_it_stands_for(indexed: Path, yupana: Yupana) -> None:
    (indexed / "look.yaml").write_text("look: {glyphs: {wool: w, salt: w, salt_card: x}}\n", encoding="utf-8")
    yupana("rulebook", "depot", "-o", "book.md")
    drawn = (indexed.parent / "book.icons.svg").read_text(encoding="utf-8")
    assert re.findall(r">([^<>]+)</text>", drawn) == ["w", "Wool and salt", "x", "Salt card"]


def test_what_another_word_of_the_index_speaks_of_has_no_entry(indexed: Path, yupana: Yupana) -> None:
    change(indexed, "glossary: {AP:", "glossary: {Town hall: The house of a town, cell: A place to mark, AP:")
    change(indexed, "Lima has size {lima.size}.", "Lima has size {lima.size}. A town hall marks a cell.")
    change(indexed, "actions:\n", "actions:\n  mark_a_cell: {source: D-3, effects: pass}\n")
    index = yupana("rulebook", "depot").out.partition(" Index\n")[2]
    assert "- **Town hall**: [D-3]" in index
    assert "- **Town**" not in index, "who looks for a town finds the town hall"
    assert "- **Cell**: [D-3]" in index
    assert "- **Mark**: [D-1](#rule-D-1), [D-3]" in index, "an action has all its rules, if one of them calls it so"
    assert "- **Mark a cell**" not in index


@pytest.mark.parametrize("target", FOUR)
def test_every_link_of_an_index_leads_somewhere(target: str) -> None:
    made = book(target)
    every = list(chapters_of(made.chapters))
    anchors = {each.anchor for each in every}
    anchors |= {
        rule.anchor for each in every for block in each.blocks if isinstance(block, Rules) for rule in block.rules
    }
    anchors |= {block.anchor for each in every for block in each.blocks if isinstance(block, Card)}
    (index,) = [each for each in made.chapters if each.anchor == "chapter-index"]
    (terms,) = [each for each in index.blocks if isinstance(each, Terms)]
    assert len(terms.terms) >= len(compiled(target).ruleset.rulebook.glossary) * 0.6
    for word, text in terms.terms:
        targets = [run.target for run in text if run.target]
        assert targets, word
        assert set(targets) <= anchors, word


@LATIN
@pytest.mark.parametrize(
    "target", [pytest.param(each, marks=() if each == "cargo_empire" else pytest.mark.slow) for each in FOUR]
)
def test_the_summary_is_on_one_page_and_the_index_has_pages(target: str, yupana: Yupana, tmp_path: Path) -> None:
    ran = yupana("rulebook", target, "-o", "book.pdf", "--json")
    sides = read_pdf(tmp_path / "book.pdf")
    names = {each["anchor"]: (number, each["title"]) for number, each in enumerate(ran.document["chapters"], 1)}
    number, title = names["chapter-summary"]
    page = next(at for at, side in enumerate(sides) if re.search(rf"^{number} +{title}\r?$", side.text, re.M))
    tops = [side.text.partition("\n")[2] for side in sides]  # below the foot, which is written first
    assert tops[page].startswith(f"{number} ")
    assert tops[page + 1].startswith(f"{number + 1} ")
    number, title = names["chapter-index"]
    last = "\n".join(side.text for side in sides).rpartition(title)[2]
    entries = re.findall(r"^(\S.*?) +(\d+(?:, \d+)*)\r?$", last, re.M)
    assert len(entries) > 10
    ruleset = compiled(target).ruleset
    assert ruleset is not None
    actions = {Names(ruleset, Texts()).heading(str(each)) for each in ruleset.actions}  # these lead to all their rules
    for word, numbers in entries:
        for each in map(int, numbers.split(", ") if word not in actions else ()):
            told = " ".join("".join(side.text for side in sides[each - 1 : each + 1]).split())  # a rule may be long
            assert re.search(rf"\b{re.escape(word)}", told, re.IGNORECASE), (word, each)
