"""What a click means: what it takes is what was clicked, and what turns up a secret is asked back about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from yupana.interpreter.game import load
from yupana.interpreter.program.turning import turning_up
from yupana.tests.page.served import Asking
from yupana.tests.page.test_exported import Opened, page_of

MARKET = """
ruleset: {name: market, title: Market, language: 4}
players: {min: 2, max: 2, names: [ann, ben], fields: {score: int}}
kinds:
  Good: {alike: true, start: deck, entries: {salt: {count: 12}}}
zones:
  deck: {of: Good, visible: none, ordered: true}
  row: {of: Good}
  hand: {of: Good, each: Player, visible: owner}
actions:
  sell:
    parameters: {good: {in: me.hand}}
    effects: move good to row
  take:
    parameters: {good: {in: row}}
    effects: move good to me.hand
  keep:
    parameters: {good: {in: me.hand}}
    effects: me.score += 1
  draw:
    effects: draw 1 from deck to me.hand
  throw:
    effects: |
      roll d6 as r
      me.score += r
  wait:
    effects: me.score += 0
setup:
  - do: |
      shuffle deck
      draw 2 from deck to row
      for p in players:
          draw 2 from deck to p.hand
flow: [{turns: turn, until: false}]
look:
  table: ["Row: {row}"]
  player: ["Hand: {me.hand}"]
scoring: {items: {points: {points: me.score}}}
"""

PATHS = """
ruleset: {name: paths, title: Paths, language: 4}
players: {min: 2, max: 2, names: [red, blue], fields: {at: Square?}}
boards:
  field: {kind: Square, square: {columns: 3, rows: 3}}
actions:
  walk:
    parameters: {start: {in: Square, if: start == me.at}, goal: {in: Square, if: all(p.at != goal for p in players)}}
    effects: me.at = goal
  leave:
    parameters: {start: {in: Square, if: start == me.at}}
    effects: me.at = none
setup:
  - do: |
      red.at = a1
      blue.at = c3
flow: [{turns: turn, until: false}]
look:
  boards: {field: {cell: "{[p for p in players if p.at == it]}"}}
"""


def market(browser: Any, folder: Path, *, hides_row: bool = False) -> Opened:
    """The page of an exported market, with a game in it; its row may be shown nowhere."""
    source = folder / "market.yaml"
    source.write_text(MARKET.replace('["Row: {row}"]', "[Market]") if hides_row else MARKET, encoding="utf-8")
    opened = page_of(browser, str(source), folder)
    opened.begin("human", "random")
    opened.page.wait_for_selector(".decision.mine")
    return opened


def actions(opened: Opened) -> set[str]:
    """The actions of the options that are left in the list."""
    found = opened.page.locator(".options .option.whole").all_inner_texts()
    return {each.split()[0].strip(":").lower() for each in found}


def test_a_click_means_the_very_thing_and_where_several_options_fit_they_are_shown(
    browser: Any, tmp_path: Path
) -> None:
    opened = market(browser, tmp_path)
    opened.page.locator(".player .playing.lit").first.click()
    assert actions(opened) == {"sell", "keep"}
    opened.page.keyboard.press("Escape")
    before = opened.page.locator(".player .playing").count()
    opened.page.locator(".panel:not(:has(.player)) .playing.lit").first.click()
    opened.page.wait_for_function("document.querySelector('#app').dataset.ply > 0")
    assert opened.page.locator(".player .count").first.inner_text() == "×3", before
    assert opened.faults == []


def test_a_click_on_a_place_means_all_that_can_be_done_from_it(browser: Any, tmp_path: Path) -> None:
    source = tmp_path / "paths.yaml"
    source.write_text(PATHS, encoding="utf-8")
    opened = page_of(browser, str(source), tmp_path)
    opened.begin("human", "human")
    opened.page.locator(".space[data-name=a1]").click()
    assert actions(opened) == {"walk", "leave"}, "who wants to walk does not leave"
    assert opened.page.get_attribute("#app", "data-ply") == "0"
    opened.page.locator(".space[data-name=b2]").click()
    opened.page.wait_for_selector("#app[data-ply='1']")
    assert opened.page.locator(".space[data-name=b2] .piece").count() == 1
    assert opened.faults == []


def test_what_turns_up_a_secret_is_asked_back_about(browser: Any, tmp_path: Path) -> None:
    opened = market(browser, tmp_path)
    app = opened.page.locator("#app")
    for action in ("Draw", "Throw"):
        opened.page.locator(".option.whole", has_text=action).click()
        assert "cannot be taken back" in opened.page.locator(".answer").inner_text()
        assert app.get_attribute("data-ply") == "0"
        assert opened.page.locator(".option.whole").count() == 1
        opened.page.locator(".steps .back").click()
        assert opened.page.locator(".option.whole").count() > 1
    opened.page.locator(".option.whole", has_text="Throw").click()
    opened.page.locator(".option.whole", has_text="Throw").click()
    opened.page.wait_for_function("document.querySelector('#app').dataset.ply > 0")
    assert opened.faults == []


def test_what_is_open_is_done_at_once(browser: Any, tmp_path: Path) -> None:
    opened = market(browser, tmp_path)
    opened.page.locator(".option.whole", has_text="Wait").click()
    opened.page.wait_for_function("document.querySelector('#app').dataset.ply > 0")


def test_a_served_table_knows_it_too(server: Asking) -> None:
    made = server.post("/api/tables", ruleset="cargo_empire", seats=["human", "human"], seed=1, players=2).json()
    links = [each["link"] for each in made["seats"]]
    about = server.get(f"/api{links[0]}/about").json()
    final = {each["name"] for each in about["alternatives"] if each["final"]}
    assert "from_deck" in final
    assert "discard" not in final


def test_what_may_turn_up_a_secret_follows_from_the_rules(tmp_path: Path) -> None:
    source = tmp_path / "market.yaml"
    source.write_text(MARKET, encoding="utf-8")
    program = load(str(source)).program
    assert {program.alternatives[each].name for each in turning_up(program)} == {"draw", "throw"}
    dice = load("liars_dice").program
    assert {dice.alternatives[each].name for each in turning_up(dice)} == {"liar"}, "all cups are lifted"
    assert not turning_up(load("kuhn_poker").program), "cards are shown only at the end"
    backgammon = load("backgammon").program
    assert not turning_up(backgammon), "the dice are thrown for the next turn"
