"""What may come of a break, apart from being noticed or missed."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.mutation import Trials, Verdict, counter_examples, mutants_of
from yupana.interpreter.mutation.trials import ALLOWANCE

ENDLESS = """\
ruleset: {name: steps, title: Steps, language: 3}
players: {min: 2, max: 2, names: [red, blue], fields: {money: int 0..9}}
actions:
  walk:
    effects: |
      repeat at most 50 while me.money < 3:
          me.money += 1
flow: [{turns: turn, times: 1}]
examples:
  a_walk: {when: [{red: walk}], then: red.money == 3}
"""

TELLING = """\
ruleset: {name: draw, title: Draw, language: 3}
players: {min: 2, max: 2, names: [red, blue]}
kinds:
  Card:
    entries: {ace: {}, king: {}, queen: {}}
    start: deck
zones:
  deck: {of: Card, visible: none}
  hand: {of: Card, each: Player, visible: owner}
  table: {of: Card}
setup:
  - do: |
      for p in players:
          pick c in deck
          move c to p.hand
actions:
  show: {parameters: {card: {in: me.hand}}, effects: move card to table}
flow: [{turns: turn, times: 1}]
"""

TEAMS = """\
ruleset: {name: pairs, title: Pairs, language: 4}
enums: {Side: [north, east, south]}
players:
  min: 4
  max: 4
  seats: {ann: {side: north}, bob: {side: east}, cleo: {side: south}, dan: {side: north}}
  attributes: {side: Side}
  teams: side
  fields: {points: int 0..9}
actions:
  take: {effects: me.points += 1}
  leave: {effects: pass}
flow: [{turns: turn, times: 1}]
scoring: {places: dense, items: {points: me.points}}
examples:
  partners:
    when: |
      ann: take
      bob: take
      cleo: leave
      dan: leave
    then: |
      winners() == [ann, bob, dan]
      place(cleo) == 2
"""


def verdicts(folder: Path, text: str, begin: str = "") -> dict[str, Verdict]:
    """What comes of the breaks whose names begin so."""
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    compiled = compile_ruleset(folder)
    assert not [each for each in compiled.diagnostics if each.severity == "error"], compiled.diagnostics
    trials = Trials(compiled)
    return {each.name: trials.verdict(each) for each in mutants_of(compiled) if each.name.startswith(begin)}


def test_what_a_bound_ends_is_endless(tmp_path: Path) -> None:
    found = verdicts(tmp_path / "steps", ENDLESS)
    endless = {name for name, each in found.items() if each.outcome == "endless"}
    assert endless == {"actions.walk: `1` is `0` in `me.money += 1`", "actions.walk: `me.money += 1` is left out"}
    assert all("the loop was not done after 50 turns" in found[name].why for name in endless)
    assert found["actions.walk: `3` is `4` in `me.money < 3`"].outcome == "noticed"


def test_what_tells_a_secret_is_refused_like_by_the_check(tmp_path: Path) -> None:
    found = verdicts(tmp_path / "draw", TELLING)
    told = found["actions.show: `me` is the other player in `me.hand`"]
    assert (told.outcome, "reveals something hidden" in told.why) == ("refused", True)
    assert found["actions.show: `move card to table` is left out"].outcome == "missed"


HEAVY = """\
ruleset: {name: heavy, title: Heavy, language: 3}
players: {min: 2, max: 2, names: [red, blue], fields: {money: int 0..9}}
state: {n: int 0..1000000}
procedures:
  ponder:
    effects: |
      for i in 0..1000:
          for k in 0..TURNS:
              n = (n + k) % 7
  settle: {effects: "red.money = min(3, red.money + 3)"}
actions:
  brood: {effects: do ponder(); do settle()}
flow: [{turns: turn, times: 1}]
examples:
  a_settlement: {run: do settle(), then: red.money == 3}
"""


BROOD = "actions.brood: `do settle()` is done twice"


@pytest.mark.slow
def test_play_that_takes_much_work_is_no_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples take little work, so that what is endless is noticed soon; play may take more."""
    monkeypatch.setattr(counter_examples, "GAMES", 3)
    found = verdicts(tmp_path / "heavy", HEAVY.replace("TURNS", str(ALLOWANCE // 1000)), BROOD)
    assert [each.outcome for each in found.values()] == ["same"]


AFTERWARDS = """\
ruleset: {name: mill, title: Mill, language: 3}
players: {min: 2, max: 2, names: [red, blue], fields: {money: int 0..9}}
constants: {purse: 9}
actions:
  earn: {effects: "me.money = min(me.money + 1, purse)"}
flow:
  - turns: turn
    times: 1
  - do: draw
examples:
  two_turns: {when: [{red: earn}], then: red.money == 1}
"""


def test_what_differs_only_where_nobody_can_see_it_was_never_seen_to_matter(tmp_path: Path) -> None:
    """Who shares the victory is read from the scores where no rule has said it."""
    found = verdicts(tmp_path / "mill", AFTERWARDS)
    assert found["flow.2: `draw` is left out"].outcome == "same"
    assert found["flow.turn: `times`: `1` is `2`"].outcome == "missed"


def test_a_number_that_plainly_matters_is_missed_though_play_never_comes_so_far(tmp_path: Path) -> None:
    """Nobody gets rich in two turns; but with nothing to earn at all everybody would see it."""
    found = verdicts(tmp_path / "mill", AFTERWARDS, "constants.purse")
    sizes = {name.partition(": ")[2]: each.outcome for name, each in found.items()}
    assert sizes == {f"`9` is `{size}`": "missed" for size in (10, 8, 11, 7)}


CHOSEN = """\
ruleset: {name: house, title: House, language: 3}
players: {min: 2, max: 2, names: [red, blue], fields: {money: int 0..9}}
options: {rich: {type: bool, default: false}}
actions:
  earn: {effects: me.money += 4 if rich else 1}
flow: [{turns: turn, times: 1}]
examples:
  poor: {when: [{red: earn}], then: red.money == 1}
"""


def test_play_chooses_options_too(tmp_path: Path) -> None:
    found = verdicts(tmp_path / "house", CHOSEN, "actions.earn: `4` is")
    assert [each.outcome for each in found.values()] == ["missed", "missed"]


def test_teams_and_dense_places_are_broken(tmp_path: Path) -> None:
    """And what shows it is told apart: partners who win together, and the place behind two who share one."""
    found = verdicts(tmp_path / "whole", TEAMS)
    said = {name: each.outcome for name, each in found.items() if "`teams`" in name or "places" in name}
    assert said == {
        "players: the `teams` are dropped": "noticed",
        "scoring: places behind shared ones are left out": "noticed",
    }
    loose = TEAMS.replace("      winners() == [ann, bob, dan]\n      place(cleo) == 2\n", "      ann.points == 1\n")
    found = verdicts(tmp_path / "loose", loose)
    assert {found[name].outcome for name in said} == {"missed"}
