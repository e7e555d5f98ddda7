"""Whose line has changed: what a condition and a line cite is known, all else is guessed and said to be a guess."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Ran, Yupana
from yupana.tests.tools_rulebook.conftest import change

CITING = """\
    requires:
      first: {is: me.money > 0, source: D-4}
      second: {is: me.money < 90, source: D-5}
    effects: |
      # D-5: money, and coins
      me.money += 1
      if me.money > 20:   # D-4
          me.money = 20
      else:
          me.money += 0   # D-3
      cell.mark = me
"""


@pytest.fixture
def citing(depot: Path, yupana: Yupana) -> Path:
    """The game with an action for four rules, which its lines cite but for the last; accepted."""
    rules = '  rules:\n    D-4: {section: "1", text: Trucks stop.}\n    D-5: {section: "1", text: Hats are worn.}\n'
    change(depot, "  rules:\n", rules)
    change(depot, "    source: [D-1, D-3]\n    text: Mark", "    source: [D-1, D-3, D-4, D-5]\n    text: Mark")
    change(depot, "    effects: |\n      cell.mark = me   # yours\n      me.money += 1\n", CITING)
    assert yupana("rulebook", "check", "depot", "--accept").code == 0
    return depot


def stale(ran: Ran) -> dict[str, bool]:
    """The stale rules, and whether it is known that they are meant."""
    return {each["rule"]: not each["guessed"] for each in ran.document["stale"]}


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("me.money += 1\n", "me.money += 2\n", {"D-5": True}),
        ("          me.money = 20", "          me.money = 21", {"D-4": True}),
        ("if me.money > 20:   # D-4", "if me.money > 25:", {"D-4": True}),  # what the lock holds of it counts
        ("me.money += 0   # D-3", "me.money += 3   # D-3", {"D-3": True}),
        ("      # D-5: money, and coins\n      me.money += 1\n", "", {"D-5": True}),
        ("      cell.mark = me\n", "      cell.mark = me\n      me.ap = 0   # D-4\n", {"D-4": True}),
        (
            "      # D-5: money, and coins\n      me.money += 1\n      if",
            "      if me.money > 5:   # D-1\n          # D-5\n          me.money += 1\n      if",
            {"D-1": True, "D-5": True},
        ),
        ("me.money < 90", "me.money < 80", {"D-5": True}),
        ("      second: {is: me.money < 90, source: D-5}\n", "", {"D-5": True}),
        ("me.money < 90, source: D-5}", "me.money < 80, source: D-4}", {"D-4": True, "D-5": True}),
        ("      cell.mark = me\n", "", {"D-3": False}),
        ("[D-1, D-3, D-4, D-5]", "[D-1, D-4, D-5]", {"D-3": True}),  # a rule that moved away is known to have
        ("          me.money += 0   # D-3", "          me.money += 0   # D-1", {}),
        ("      # D-5: money, and coins\n", "", {}),
    ],
)  # fmt: skip
def test_a_changed_line_makes_its_own_rules_stale_and_no_other(
    citing: Path, yupana: Yupana, old: str, new: str, found: dict[str, bool]
) -> None:
    change(citing, old, new)
    assert stale(yupana("rulebook", "check", "depot", "--json")) == found


def test_a_guess_is_said_to_be_one_and_names_who_else_might_be_meant(citing: Path, yupana: Yupana) -> None:
    change(citing, 'D-4: {section: "1", text: Trucks stop.}', 'D-4: {section: "1", text: Every cell has a mark.}')
    assert yupana("rulebook", "check", "depot", "--accept").code == 0
    change(citing, "      cell.mark = me\n", "      cell.mark = none\n")
    ran = yupana("rulebook", "check", "depot", "--json")
    assert stale(ran) == {"D-4": False}
    (told,) = ran.document["diagnostics"]
    assert told["message"] == "D-4 may be stale: `actions.mark` has changed, and its text has not"
    assert told["hint"].startswith("its words fit the change best, which is a guess: D-5, D-1, D-3 might be meant too")
    assert "# D-5" not in str(ran.document["stale"]), "what is shown of a change is code alone"


def test_what_lines_cite_must_be_there(citing: Path, yupana: Yupana) -> None:
    change(citing, "me.money += 0   # D-3", "me.money += 0   # D-2, D-9 x")
    found = yupana("rulebook", "check", "depot", "--json").document["diagnostics"]
    assert [(each["code"], each["message"]) for each in found] == [
        ("YUP270", "a line of `actions.mark` cites D-2, and its `source` does not"),
        ("YUP269", "a line of `actions.mark` cites D-9, and there is no such rule"),
    ]
    line = (citing / "game.yaml").read_text(encoding="utf-8").split("\n")[found[1]["line"] - 1]
    assert line[found[1]["column"] - 1 :] == "D-9 x"
