"""`yupana explain NAME ELEMENT --uses`: what depends on an element, and the overlay that takes away all of it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console
from yupana.interpreter.compile import compile_ruleset
from yupana.schemas.errors import UsageError
from yupana.tools.documents.text import show
from yupana.tools.explaining.pages import removal_page
from yupana.tools.explaining.removal import removal

STALL = """\
ruleset: {name: stall, title: Stall, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {coins: int 0..99, goods: int 0..9}}
constants: {price: 3, times: 2}
functions:
  cost_of: {of: {n: int}, is: n * price}
actions:
  buy: {when: me.coins >= cost_of(1), effects: me.coins -= cost_of(1); me.goods += 1}
  wait: {effects: pass}
flow: [{turns: turn, times: times}]
rulebook:
  sections: {"1": Stall}
  rules:
    S-1.1: {section: "1", text: "A good costs {price}."}
    S-1.2: {section: "1", text: Waiting is free.}
examples:
  one_costs_three: {given: red.coins = 5, when: [{red: buy}], then: red.coins == 2}
  waiting: {when: [{red: wait}], then: red.coins == 0}
"""


@pytest.fixture
def stall(tmp_path: Path) -> Path:
    path = tmp_path / "stall.yaml"
    path.write_text(STALL, encoding="utf-8")
    return path


@pytest.mark.parametrize("element", ["price", "cost_of", "buy", "one_costs_three", "S-1.2"])
def test_the_overlay_removes_all_and_checks_clean(stall: Path, element: str) -> None:
    found = removal(compile_ruleset(stall), str(stall), element)
    assert found.still_wrong == []
    over = stall.parent / "less.yaml"
    over.write_text(f"ruleset: {{name: less, title: Less, extends: stall}}\n{found.overlay}", encoding="utf-8")
    compiled = compile_ruleset(f"{stall}+{over}")
    assert [each.message for each in compiled.diagnostics if each.severity == "error"] == []
    assert "waiting" in {str(name) for name in compiled.ruleset.examples} if compiled.ruleset else False


def test_every_place_is_told_and_what_depends_through_others(stall: Path) -> None:
    found = removal(compile_ruleset(stall), str(stall), "price")
    assert [(line, element) for _, line, element, _ in found.places] == [(5, "functions.cost_of"), (13, "rules.S-1.1")]
    assert "actions.buy" in found.used_through_others
    assert "examples.one_costs_three" in found.used_through_others


def test_what_cannot_be_removed_by_name_is_told(stall: Path) -> None:
    text = STALL.replace("times: times}]", "times: 1}]\nsetup: [red.coins = times]")
    stall.write_text(text, encoding="utf-8")
    found = removal(compile_ruleset(stall), str(stall), "times")
    assert [row.partition("stall.yaml:")[2] for row in found.still_wrong] == ["10: `times` is used here"]


def test_a_turn_that_still_offers_something_stays(stall: Path) -> None:
    assert "flow" not in removal(compile_ruleset(stall), str(stall), "buy").overlay
    assert "flow: [turn]" in removal(compile_ruleset(stall), str(stall), "turn").overlay
    stall.write_text(STALL.replace("  wait: {effects: pass}\n", "").partition("  waiting:")[0], encoding="utf-8")
    assert "flow: [turn]" in removal(compile_ruleset(stall), str(stall), "buy").overlay


def test_there_must_be_such_an_element(stall: Path) -> None:
    with pytest.raises(UsageError, match="There is no element `prise`"):
        removal(compile_ruleset(stall), str(stall), "prise")


CENTRAL = """\
ruleset: {name: stall, title: Stall, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {coins: int 0..99}}
kinds:
  Good: {entries: {tea: {count: 2}, salt: {count: 2}}, start: shop}
zones: {shop: {of: Good}}
functions:
  price: {is: size(shop)}
actions:
  buy: {when: me.coins >= price, effects: me.coins -= price}
  wait: {when: size(shop) > 0, effects: pass}
flow: [{turns: turn, times: 2}]
"""


def test_of_what_most_of_a_game_depends_on_no_overlay_is_shown_but_what_can_go(stall: Path) -> None:
    stall.write_text(CENTRAL, encoding="utf-8")
    found = removal(compile_ruleset(stall), str(stall), "Good")
    assert (found.is_central, found.overlay) == (True, "")
    assert found.gone > found.whole / 2
    assert [each for each, _ in found.parts] == ["kinds.Good.entries.tea", "kinds.Good.entries.salt"]
    out = io.StringIO()
    show(Console(file=out, width=80), removal_page(found), width=80)
    told = out.getvalue()
    assert len(told.splitlines()) < 24, "one page of a terminal"
    assert "Most of the game depends on it" in told
    assert "kinds.Good.entries.tea (nothing)" in told
    assert "remove:" not in told
