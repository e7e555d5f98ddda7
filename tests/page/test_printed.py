"""Faces, icons, zones and dice of a look: what a page is told of them, and what Chromium draws."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.game import SPECTATOR
from yupana.interpreter.view.look import Look
from yupana.schemas import icons
from yupana.tests.page.test_exported import page_of
from yupana.tools.page.about import Told
from yupana.tools.page.view import view_of
from yupana.tools.terminal.opening import open_game

RULES = """
ruleset: {name: printed, title: Printed, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {rolled: {type: "list[int 1..6, 3]", visible: owner}}}
enums: {Good: [grain, ore]}
constants: {bonus: {value: 2}}
kinds:
  Card:
    attributes: {name: text, cost: int, goods: "set[Good]"}
    entries:
      long_way: {name: the long way, cost: 3, goods: [grain, ore], text: Sail twice.}
      mill: {name: Mill, cost: 0, goods: [], count: 2}
  Token:
    attributes: {worth: int, good: Good}
    entries: {old_harbour: {worth: 4, good: ore}, gate: {worth: 0, good: grain}}
zones:
  deck: {of: Card, visible: none}
  hand: {of: Card, each: Player, visible: owner}
  row: {of: Token}
state: {pair: {type: "list[int 1..6, 2]"}}
setup:
  - do: |
      for c in Card: move c to red.hand
      for t in Token: move t to row
      for p in players: p.rolled = [1, 5, 6]
      pair = [2, 4]
actions: {wait: {effects: pass}}
flow: [{turns: turn, times: 1}]
look:
  table: |
    market: {row}
    pair {pair}, of it {pair[0]}, fours {count(n for n in pair if n == 4)}
  player: |
    hand: {sorted(c for c in me.hand by c.cost)}
    rolled {me.rolled}
  colours: {ore: "#56616d"}
  glyphs: {grain: g}
  icons: {ore: gem, Token: coins}
  faces:
    Card:
      size: [70, 120]
      colour: first(g for g in Good if g in it.goods and g == ore)
      title: "{it.name}"
      corners: {top_left: "{it.cost}", bottom_right: "{it.cost + bonus} points"}
      icon: it.goods
      small: "{it.name} for {it.cost}"
      back: {colour: ore, icon: Token, title: Cards}
    mill: {title: none, text: ["grinds {grain}", "{ore}"]}
  shapes: {Token: card}
  zones: {hand: fan, row: grid}
  dice: [pair, Player.rolled]
"""


@pytest.fixture
def printed(tmp_path: Path) -> Path:
    file = tmp_path / "printed.yaml"
    file.write_text(RULES, encoding="utf-8")
    return file


def told(path: Path) -> Told:
    opened = open_game(str(path), None)
    return Told(opened.compiled, opened.game, opened.texts, "en")


def test_a_page_is_told_what_is_printed(printed: Path) -> None:
    here = told(printed)
    look, names = here.about["look"], {each["name"]: number for number, each in enumerate(here.about["domains"])}
    cards, good = look["faces"]["Card"], names["Good"]
    assert (cards["size"], cards["back"]) == ([70, 120], {"colour": "#56616d", "icon": "Token", "title": ["Cards"]})
    assert cards["of"]["long_way"] == {
        "colour": "#56616d",
        "title": ["the long way"],
        "corners": {"top_left": [{"t": "3"}], "bottom_right": [{"t": "5"}, " points"]},
        "icon": [{"d": good, "v": [0, 1]}],
        "text": [["Sail twice."]],
        "small": ["the long way", " for ", {"t": "3"}],
    }
    assert cards["of"]["mill"] == {
        "text": [["grinds ", {"d": good, "v": [0]}], [{"d": good, "v": [1]}]],
        "plain": True,
    }
    tokens = look["faces"]["Token"]["of"]  # which has no face: its attributes, without what is nothing
    assert tokens["old_harbour"] == {"facts": [["Worth", [{"t": "4"}]], ["Good", [{"d": good, "v": [1]}]]]}
    assert tokens["gate"] == {"facts": [["Good", [{"d": good, "v": [0]}]]]}
    assert look["lain"] == {"hand": "fan", "row": "grid"}
    assert look["icons"]["of"] == {"ore": "gem", "Token": "coins"}
    assert set(look["icons"]["drawn"]) == {"gem", "coins"}
    assert "CC BY" in look["icons"]["credit"]
    assert look["zones"]["player"] == [("hand: ", "hand: ", "hand")]


def test_numbers_of_dice_are_told_as_such_and_under_a_cup_where_they_are_hidden(printed: Path) -> None:
    here = told(printed)
    state = here.game.start(seed=1)
    table = view_of(state, 0, here)["picture"]["table"][1]
    one = {"t": "2", "dice": [2]}
    assert table == ["pair ", {"t": "2, 4", "dice": [2, 4]}, ", of it ", one, ", fours ", {"t": "1"}]
    players = view_of(state, 0, here)["picture"]["players"]
    assert players["red"][-1] == ["rolled ", {"t": "1, 5, 6", "dice": [1, 5, 6]}]
    assert players["blue"][-1] == ["rolled ", {"u": True, "dice": []}]
    assert view_of(state, SPECTATOR, here)["picture"]["players"]["red"][-1] == ["rolled ", {"u": True, "dice": []}]


def test_without_the_library_signs_and_letters_stand(printed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(icons, "library", lambda: None)
    here = told(printed)
    assert here.about["look"]["icons"] == {"credit": "", "of": {}, "drawn": {}}


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("title: \"{it.name}\"", "title: \"{it.price}\"", "YUP403"),
        ("icon: it.goods", "icon: it.cost", "YUP411"),
        ("colour: first(g for g in Good if g in it.goods and g == ore)", "colour: it.cost", "YUP411"),
        ("size: [70, 120]", "size: [70]", "YUP272"),
        ("{it.cost + bonus} points", "{size(deck)} points", "YUP272"),
        ("{it.cost + bonus} points", "{size(players)} points", "YUP272"),
        ("    mill: {title", "    mull: {title", "YUP405"),
        ("icon: Token, title", "icon: Tokn, title", "YUP405"),
        ("      icon: it.goods", "      reverse: {size: [10, 10]}", "YUP272"),
        ("      icon: it.goods", "      reverse: {title: \"{size(deck)}\"}", "YUP272"),
        ("      icon: it.goods", "      places: [it.cost]", "YUP411"),
        ("zones: {hand: fan", "room: {hands: 2}\n  zones: {hand: fan", "YUP405"),
        ("zones: {hand: fan", "zones: {hands: fan", "YUP405"),
        ("row: grid}", "row: gird}", "YUP209"),
        ("dice: [pair, Player.rolled]", "dice: [pair, Player.roled]", "YUP405"),
        ("Token: coins}", "Tokn: coins}", "YUP405"),
        ("Token: coins}", "Token: coin}", "YUP271"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_face_is_told_where_it_stands(printed: Path, old: str, new: str, fault: str) -> None:
    assert old in RULES
    printed.write_text(RULES.replace(old, new), encoding="utf-8")
    found = compile_ruleset(str(printed)).diagnostics
    first = new.strip().split("\n")[0]
    line = next(number for number, each in enumerate(RULES.replace(old, new).splitlines(), 1) if first in each)
    assert [(each.code, each.span.line) for each in found] == [(fault, line)]


DRAWN = """() => {
    const text = (one, what) => [...one.querySelectorAll(what)].map((each) => each.textContent);
    const mine = document.querySelector('.player');
    const long = mine.querySelector('.playing[data-name=long_way]'), front = long.querySelector('.front');
    const market = document.querySelector('.cards.lain-grid');
    const harbour = market.querySelector('[data-name=old_harbour]');
    const box = (each) => each.getBoundingClientRect();
    const inside = (each, whole) => box(each).left >= box(whole).left - 1 && box(each).right <= box(whole).right + 1
        && box(each).top >= box(whole).top - 1 && box(each).bottom <= box(whole).bottom + 1;
    return {
        fan: !!mine.querySelector('.cards.lain-fan'), title: text(long, '.title text'), text: text(long, 'g.text text'),
        corners: text(long, '.corner text'), marks: long.querySelectorAll('.art .mark, .art .piece').length,
        within: [...long.querySelectorAll('.front text, .front .mark')].every((each) => inside(each, front)),
        ratio: Math.round(100 * box(front).height / box(front).width),
        names: text(market, '.title text'), facts: text(harbour, 'g.text text'),
        dice: [...document.querySelectorAll('.die')].map((each) => each.getAttribute('aria-label')),
        pips: document.querySelectorAll('.player .die circle.pip').length,
        cups: document.querySelectorAll('.cup').length,
        backs: document.querySelectorAll('.player .spread .reverse').length, credit: text(document, '.credit'),
    };
}"""


def test_a_page_draws_cards_icons_dice_and_backs(browser: Any, printed: Path, tmp_path: Path) -> None:
    opened = page_of(browser, str(printed), tmp_path)
    opened.begin("human", "human")
    opened.page.locator("#go-on").click()
    opened.page.wait_for_selector(".playing")
    assert opened.page.evaluate(DRAWN) == {
        "fan": True,
        "title": ["The long", "way"],
        "text": ["Sail twice."],
        "corners": ["3", "5 points"],
        "marks": 2,
        "within": True,
        "ratio": 171,
        "names": ["Old harbour", "Gate"],
        "facts": ["Worth: 4", "Good:"],
        "dice": ["2", "4", "2", "1", "5", "6"],
        "pips": 12,
        "cups": 1,
        "backs": 0,
        "credit": ["Icons: Font Awesome Free (fontawesome.com), CC BY 4.0"],
    }
    opened.page.screenshot(path=tmp_path / "printed.png")
    opened.page.locator(".playing[data-name=long_way]").first.hover()
    opened.page.wait_for_selector(".tip .enlarged .front")
    assert opened.faults == []


def test_places_and_the_other_side_are_told_of_a_face(printed: Path) -> None:
    """Spaces for pieces stand with the texts on a page; the other side is worked out for paper."""
    text = RULES.replace("      icon: it.goods", '      places: it.goods\n      reverse: {title: "behind {it.cost}"}')
    printed.write_text(text, encoding="utf-8")
    compiled = compile_ruleset(str(printed))
    face = Look(compiled).printed.every()["Card"]["long_way"]
    assert face.reverse is not None
    assert str(face.reverse.title) == "behind 3"
    assert face.reverse.size == face.size
    assert [part.value for line in face.places for part in line.parts if not isinstance(part, str)] == [(0, 1)]
    front = told(printed).about["look"]["faces"]["Card"]["of"]["long_way"]
    assert front["text"][-1] == [{"d": 1, "v": [0, 1]}]
