"""Mats: what a player has lies on a board of theirs, in places that never move, and what is chosen there is theirs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.game import SPECTATOR, load
from yupana.interpreter.view.look import Look
from yupana.tests.found import compiled
from yupana.tests.page.test_exported import page_of

CARAVAN = """\
ruleset: {name: caravan, title: Caravan, language: 4}
players:
  min: 2
  max: 2
  names: [red, blue]
  fields: {points: int 0..99, camels: {type: int 0..5, start: 5}, told: {type: int 0..9, start: 7, visible: owner},
           built: "set[Stop]"}
kinds:
  Stop: {attributes: {price: int}, entries: {well: {price: 1}, grove: {price: 12}, inn: {price: 3}}}
  Order: {start: pile, entries: {letter: {}, chest: {}, lamp: {}}}
zones:
  pile: {of: Order, ordered: true, visible: none}
  orders: {of: Order, each: Player, visible: owner}
actions:
  settle:
    says: settle at {stop}
    parameters: {stop: {in: Stop, if: stop not in me.built}}
    effects: |
      add stop to me.built
      me.points += stop.price
      me.camels -= 1
setup:
  - do: "for p in players: draw 1 from pile to p.orders"
flow: [{turns: turn, times: 3}]
look:
  player: "{'' if me.points < 12 else 'rich'}"
  mats:
    road:
      size: [10, 4]
      parts:
        score: {track: me.points, to: 9, at: [0, 0], size: [10, 2]}
        rest: {stock: size(pile), piece: sack, at: [0, 2], size: [5, 2]}
    camp:
      each: Player
      size: [12, 8]
      ground: tan
      parts:
        stops: {of: Stop, at: [0, 0], size: [12, 3], spaces: circles, tint: '"gold" if it in me.built else "olive"',
                cell: "{me if it in me.built else none}"}
        at_home: {stock: me.camels, places: 5, piece: camel, at: [0, 3], size: [12, 2]}
        secret: {stock: me.told, piece: sack, at: [0, 5], size: [4, 3]}
        to_bring: {zone: orders, places: 3, at: [4, 5], size: [8, 3]}
  pieces: {camel: {count: 5, each: Player, shape: figure}, sack: {count: 9}}
  colours: {sack: brown}
"""

BOXES = """(mat) => [...document.querySelectorAll(`${mat} :is(.space, .hole, .step, .vacant, .laid)`)].map((each) => {
    const shape = each.querySelector(':scope > .outline, :scope > .body') ?? each;
    const {x, y, width, height} = shape.getBoundingClientRect();
    const {left, top} = document.querySelector(mat).getBoundingClientRect();
    return [x - left + width / 2, y - top + height / 2].map(Math.round).join(' ');
})"""
"""Where the places of a mat are."""

MINE, OTHER, TABLE = ".mine .mat svg.board", ".side .mat[data-player=blue] svg.board", ".sheets .mat svg.board"


@pytest.fixture
def caravan(tmp_path: Path) -> str:
    file = tmp_path / "caravan.yaml"
    file.write_text(CARAVAN, encoding="utf-8")
    return str(file)


def begun(browser: Any, target: str, tmp_path: Path, wide: int = 1280) -> Any:
    """A game of red, who is a person, and blue."""
    opened = page_of(browser, target, tmp_path)
    opened.page.set_viewport_size({"width": wide, "height": 844})
    opened.begin("human", "random")
    opened.page.wait_for_selector(f"{MINE} .space")
    return opened


@pytest.mark.parametrize("wide", [390, 1280])
def test_the_own_mat_is_chosen_on_and_its_places_stay(browser: Any, caravan: str, tmp_path: Path, wide: int) -> None:
    opened = begun(browser, caravan, tmp_path, wide)
    page = opened.page
    before = page.evaluate(BOXES, MINE)
    assert len(before) == 3 + 5 + 3
    lit = page.eval_on_selector_all(
        ".lit[data-key]", "all => all.map((each) => [each.dataset.name, !!each.closest('.mine')])"
    )
    assert sorted(lit) == [["grove", True], ["inn", True], ["well", True]]  # blue has places of these names too
    page.locator(f"{MINE} .space[data-name=grove] > .outline").click()
    page.wait_for_selector(f"{MINE} .space[data-name=grove] .piece")
    assert sorted(page.evaluate(BOXES, MINE)) == sorted(before), "places lie where they lay"
    assert page.locator(f"{MINE} .stock .piece.figure").count() == 4
    assert page.locator(f"{MINE} .laid").count() == 1
    assert page.locator(f"{MINE} .vacant").count() == 2
    ground = page.locator(f"{MINE} .space[data-name=grove] > .outline")
    assert ground.evaluate("each => each.style.fill") == "gold"
    assert opened.faults == []


@pytest.mark.parametrize("wide", [390, 1280])
def test_what_glows_on_a_mat_glows_on_it_when_it_is_made_larger(
    browser: Any, caravan: str, tmp_path: Path, wide: int
) -> None:
    opened = begun(browser, caravan, tmp_path, wide)
    page, well = opened.page, f"{MINE} .space[data-name=well]"
    page.locator(f"{well} > .glow").focus()
    before = page.locator(well).element_handle()
    page.locator(".mine .mat .zoom[aria-label=Larger]").dispatch_event("click")
    page.wait_for_function("each => !each.isConnected", arg=before)  # it is drawn anew for its size
    page.wait_for_timeout(100)
    assert page.locator(f"{MINE} .space.lit").count() == 3
    assert page.evaluate("document.activeElement.closest('.space')?.dataset.name") == "well"
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{well} .piece")
    assert opened.faults == []


LETTERS = """(card) => [...card.querySelectorAll('.title text')].map((each) => [
    each.textContent, Number(each.getAttribute('font-size')) * each.getScreenCTM().a])"""
"""The words of a card's title, and how large they are in pixels."""


@pytest.mark.parametrize("wide", [390, 1280])
def test_a_card_on_a_mat_says_what_it_is_in_letters_that_can_be_read(
    browser: Any, caravan: str, tmp_path: Path, wide: int
) -> None:
    opened = begun(browser, caravan, tmp_path, wide)
    card = opened.page.locator(f"{MINE} .laid").first
    [[said, size]] = card.locator(".front").evaluate(LETTERS)
    assert said.lower() == card.get_attribute("data-name")
    assert size >= 11


AT_EDGES = """() => [...document.querySelectorAll('.mat .titling')].filter((each) => {
    const ground = each.ownerSVGElement.querySelector('.ground').getBoundingClientRect(), box = each.getBoundingClientRect();
    return box.width && (box.left < ground.left + 3 || box.top < ground.top + 1);
}).map((each) => each.textContent)"""  # noqa: E501


@pytest.mark.parametrize("wide", [390, 1280])
def test_titles_of_a_mat_keep_off_its_edges(browser: Any, caravan: str, tmp_path: Path, wide: int) -> None:
    assert begun(browser, caravan, tmp_path, wide).page.evaluate(AT_EDGES) == []


def test_markers_of_all_lie_on_one_track_and_go_round(browser: Any, caravan: str, tmp_path: Path) -> None:
    opened = begun(browser, caravan, tmp_path)
    page = opened.page
    said = f"{TABLE} [role=img]"
    assert page.locator(said).first.get_attribute("aria-label") == "Score: red 0, blue 0"
    assert page.locator(f"{TABLE} .step").count() == 10
    assert page.locator(f"{TABLE} .track .piece").count() == 2
    page.locator(f"{MINE} .space[data-name=grove] > .outline").click()
    page.wait_for_function(f"document.querySelector('{said}').getAttribute('aria-label').startsWith('Score: red 12')")
    assert page.locator(f"{TABLE} .laps").all_text_contents() == ["+10"]


def test_what_others_hide_is_hidden_on_their_mats(browser: Any, caravan: str, tmp_path: Path) -> None:
    opened = begun(browser, caravan, tmp_path)
    page = opened.page
    page.wait_for_selector(f"{OTHER} .reverse")
    assert page.locator(f"{OTHER} .laid").count() == 0
    assert page.locator(f"{OTHER} [role=img][aria-label^=Secret]").get_attribute("aria-label") == "Secret: ?"
    assert page.locator(f"{MINE} [role=img][aria-label^=Secret]").get_attribute("aria-label") == "Secret: 7"


def test_what_a_viewer_may_not_know_of_a_mat_is_told_by_no_look(caravan: str) -> None:
    state = load(caravan).start(2, 1)
    look = Look(compiled(caravan))
    assert [str(look.amount(state, "secret", viewer, 0)) for viewer in (0, 1, SPECTATOR)] == ["7", "?", "?"]
    assert [str(look.amount(state, "at_home", viewer, 1)) for viewer in (0, 1, SPECTATOR)] == ["5|5"] * 3
