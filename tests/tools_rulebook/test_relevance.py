"""How precisely `rulebook check` doubts rules: single edits of the four games, and the rules that speak of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from yupana.interpreter.index.elements import Elements, index
from yupana.schemas.source import Report
from yupana.schemas.texts import Texts
from yupana.tests.found import compiled
from yupana.tools.book import checks, figures
from yupana.tools.book.lock import implementing
from yupana.tools.book.make import make_maker
from yupana.tools.book.relevance import Relevance, edits

EDITS: list[dict[str, Any]] = YAML(typ="safe").load(
    (Path(__file__).parent / "edits.yaml").read_text(encoding="utf-8")
)


@cache
def _game(name: str) -> tuple[Elements, Relevance]:
    maker = make_maker(compiled(name), Texts(), Report())
    elements = index(maker.compiled)
    rules = maker.ruleset.rulebook.rules
    names = {str(rule): figures.names_told(decl.text, maker.ruleset) for rule, decl in rules.items()}
    return elements, Relevance(elements, checks.rule_texts(maker), names)


@dataclass(frozen=True)
class Doubt:
    """The rules that an edit makes doubtful: all that its element implements, those that are doubted, and the truth."""

    all: frozenset[str]
    doubted: frozenset[str]
    speak: frozenset[str]


def doubt(edit: dict[str, Any]) -> Doubt | None:
    """None when the game no longer holds what is edited."""
    elements, relevance = _game(edit["game"])
    element = elements.by_path.get(edit["element"])
    old = element.parts.get(edit["key"]) if element is not None else None  # guessed: without what lines cite
    if old is None or edit["old"] not in old:
        return None
    new = old.replace(edit["old"], edit["new"], 1)
    rules = [rule for rule, cited in implementing(elements).items() if any(each is element for each in cited)]
    found = relevance.speaking(edit["element"], rules, edits({edit["key"]: old}, {edit["key"]: new}))
    return Doubt(frozenset(rules), frozenset(found), frozenset(edit["speak"]) & frozenset(rules))


def test_the_rules_that_speak_of_an_edit_are_doubted_and_few_others() -> None:
    found = [each for each in map(doubt, EDITS) if each is not None]
    assert len(found) >= 25, "the games have changed: write the edits anew"
    before = sum(len(each.all) for each in found)
    doubted = sum(len(each.doubted) for each in found)
    right = sum(len(each.doubted & each.speak) for each in found)
    speak = sum(len(each.speak) for each in found)
    told = f"{before} rules doubted before, {doubted} now; {speak} speak of them, {right} of these are doubted"
    print(f"{len(found)} edits: {told}")
    assert doubted * 3 <= before
    assert right >= 0.8 * speak
    assert right >= 0.65 * doubted


def test_the_return_of_the_disc_concerns_one_rule() -> None:
    found = doubt(EDITS[0])
    assert found is not None
    assert len(found.all) == 10
    assert found.doubted == {"CKK-8.11"}
