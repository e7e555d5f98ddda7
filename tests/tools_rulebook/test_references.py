"""References in the texts of a rulebook: what they are worth, and what is said of those that are none."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_rulebook.conftest import change
from yupana.tests.tools_rulebook.test_check import told


@pytest.mark.parametrize(
    ("reference", "value"),
    [
        ("ap_per_turn", "6"),
        ("posts", "12 (9 with 4 players)"),
        ("posts - 2 * ap_per_turn", "0 (−3 with 4 players)"),
        ("posts // 5 + posts % 5", "4 (5 with 4 players)"),
        ("winter", "no"),
        ("steps", "1, 2 and 4"),
        ("steps[1]", "2"),
        ("size(steps)", "3"),
        ("max(steps)", "4"),
        ("sum(steps) + min(3, abs(-4))", "10"),
        ("size(Town)", "2 (1 with 2 players)"),
        ("count(salt_card)", "3 (4 with 3 players, 5 with 4 players)"),
        ("count(Card.salt_card)", "3 (4 with 3 players, 5 with 4 players)"),
        ("count(lima)", "1"),
        ("size(Card)", "10 (11 with 3 players, 12 with 4 players)"),
        ("size(players)", "2 (3 with 3 players, 4 with 4 players)"),
        ("size(Player)", "2 (3 with 3 players, 4 with 4 players)"),
        ("size(Ware)", "2"),
        ("size(Place)", "3"),
        ("lima", "Lima"),
        ("lima.name", "Lima"),
        ("Town.lima.size", "3"),
        ("lima.port", "yes"),
        ("wool_card_1.ware", "wool"),
        ("east_west.fare", "2"),
        ("toll(0)", "1"),
        ("toll(9)", "6"),
        ("combat.loss(1, half)", "4"),
        ("combat.check(1, even)", "no"),
        ("count(t for t in Town)", "2 (1 with 2 players)"),
        ("count(t for t in Town if t.port)", "1"),
        ("count(t for t in Town if not t.port and t.size < 3)", "1 (0 with 2 players)"),
        ("count(p for p in Place if p.deep or p == west)", "2"),
        ("count(c for c in Card if c.ware == salt)", "3 (4 with 3 players, 5 with 4 players)"),
        ("count(c for c in Card for t in Town if c.worth == t.size)", "3 (4 with 3 players, 5 with 4 players)"),
        ("sum(t.size for t in Town)", "5 (3 with 2 players)"),
        ("sum(t.size for t in Town if t.size > 9)", "0"),
        ("max(2 * s for s in steps if s != 4)", "4"),
        ("[t.size for t in Town]", "3 and 2 (3 with 2 players)"),
        ("count(c for c in Card if c.ware in {wool} and c.worth in [1, 2])", "7"),
        ("[]", "nothing"),
        ("any(t.port for t in Town)", "yes"),
        ("[w for w in Ware]", "wool and salt"),
        ("2 * count(salt_card) + size(lima)", "7 (9 with 3 players, 11 with 4 players)"),
        ("counted(ap_per_turn, step, steps)", "6 steps"),
        ("counted(size(Town), 'small town', 'small towns')", "2 small towns (1 small town with 2 players)"),
    ],
)
def test_a_reference_gives_its_value(depot: Path, yupana: Yupana, reference: str, value: str) -> None:
    change(depot, "A player has {ap_per_turn} AP in a turn.", f"Here: {{{reference}}}; {{{{so}}}}.")
    ran = yupana("rulebook", "depot")
    assert ran.err == ""
    assert f"Here: {value}; \\{{so\\}}." in ran.out


@pytest.mark.parametrize(
    ("reference", "message", "column"),
    [
        ("ap_per_trun", "unknown name `ap_per_trun`", 1),
        ("red.money", "`red.money` has no value before the game", 1),
        ("deck", "`deck` has no value before the game", 1),
        ("rich(red)", "`rich(red)` has no value before the game", 1),
        ("steps[3]", "there is no element 3: the list has elements 0..2", 1),
        ("1 // 0", "this divides by 0", 1),
        ("ap_per_turn and winter", "expected true or false, found a number", 1),
        ("toll(1, 2)", "`toll` expects 1 key (`level`), found 2", 1),
        ("combat(1, half)", "the cells of `combat` have several parts", 1),
        ("combat.loss(7, half)", "the value 7 is outside 1..2", 1),
        ("a1", "`a1` has several meanings", 1),
        ("size(4)", "expected a list, set or zone, found a number", 6),
        ("lima + 1", "expected a number, found a Town", 1),
        ("steps(1)", "unknown name `steps`", 1),
        ("max(lima)", "expected a list, set or zone, found a Town", 5),
        ("count(x for x in 4)", "expected a list, set or zone, found a number", 18),
        ("count(p for p in Place if p.deap)", "unknown field `deap` of Place", 29),
        ("sum(t for t in Town)", "expected a number, found a Town", 5),
        ("min(t.size for t in Town if t.size > 9)", "the smallest of nothing was asked for", 1),
        ("count(t for t in Town if t < 3)", "a Town cannot be compared with a number", 26),
        ("count(t for t in Town if 3 in t)", "expected a list, set or zone, found a Town", 31),
        ("t.size", "unknown name `t`", 1),
        ("counted(posts, post)", "`counted` takes a number and the words for one and for several", 1),
        ("counted(lima, town, towns)", "`lima` is no number", 9),
        ("counted(posts, 'a {steps}', b)", "`counted` takes a number and the words for one and for several", 1),
    ],
)
def test_a_reference_that_is_none_is_told_at_its_place(
    depot: Path, yupana: Yupana, reference: str, message: str, column: int
) -> None:
    change(depot, "A player has {ap_per_turn} AP in a turn.", f"Here: {{{reference}}} AP.")
    ran = yupana("rulebook", "check", "depot", "--json")
    assert ran.code == 1
    assert ("YUP255", message) in told(ran)
    fault = next(each for each in ran.document["diagnostics"] if each["code"] == "YUP255")
    row = (depot / "game.yaml").read_text(encoding="utf-8").split("\n")[fault["line"] - 1]
    assert fault["column"] == row.index(f"{{{reference}}}") + 1 + column
    book = yupana("rulebook", "depot", "-o", "book.md")
    assert (book.code, (depot.parent / "book.md").exists()) == (1, False)


@pytest.mark.parametrize("text", ["{", "}", "{}", "{a b}", "{{", "x {1 +} y"])
def test_braces_that_hold_nothing_are_told_or_plain(depot: Path, yupana: Yupana, text: str) -> None:
    change(depot, "A player has {ap_per_turn} AP in a turn.", f"AP: {text}")
    ran = yupana("rulebook", "check", "depot", "--json")
    codes = {code for code, _ in told(ran)}
    assert any(code.startswith("YUP3") for code in codes) == (text not in ("{{", "}"))
