"""Worked examples and the set-up, drawn from positions that are played."""

from __future__ import annotations

import re
from pathlib import Path

from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_rulebook.conftest import change

LOOK = """\
look:
  boards: {yard: {cell: "{it.mark}"}, map: {at: {east: [2, 0], west: [0, 0], south: [0, 1]}}}
  player: "money {me.money}"
  colours: {red: "#c00000"}
"""


def drawn(depot: Path, name: str) -> str:
    return (depot.parent / f"book.{name}.svg").read_text(encoding="utf-8")


def test_an_example_is_drawn_before_and_after(depot: Path, yupana: Yupana) -> None:
    (depot / "look.yaml").write_text(LOOK, encoding="utf-8")
    yupana("rulebook", "depot", "-o", "book.md")
    before, after = (drawn(depot, f"a_cell_is_marked_once-yard-{when}") for when in ("before", "after"))
    assert "circle" not in before
    assert "#c0392b" not in before
    assert after.count("<circle") == 1
    assert 'fill="#c00000"' in after
    assert ">R</text>" in after
    assert after.count('stroke="#c0392b"') == 1, "the one cell that has changed stands out"
    text = (depot.parent / "book.md").read_text(encoding="utf-8")
    assert text.count("with a red edge") == 1, "once, before the first of them"
    assert "| **Red** | money 4 | money 5 |" in text, "what else has changed for a player"
    story = text.partition("A cell is marked once")[2]
    assert story.index("before.svg") < story.index("What is done") < story.index("money 5")


def test_what_only_code_could_say_is_not_said(depot: Path, yupana: Yupana) -> None:
    change(depot, "then: [red.money == 5, not rich(red)]", "then: all(c.mark == none for c in Cell if c != a1)")
    text = yupana("rulebook", "depot").out
    story = text.partition("A cell is marked once")[2].partition("## ")[0]
    assert "for every" not in story
    assert "is nothing" not in story
    assert "Red: mark: a1." in story


def test_rules_stand_beside_the_examples_that_show_them(depot: Path, yupana: Yupana) -> None:
    change(depot, "examples: {holds: examples}", "examples: {holds: examples 1}")
    text = yupana("rulebook", "depot").out
    assert [*map(text.count, ("**D-1** A player", "**D-2** *(ruling)*", "What is done"))] == [1, 1, 1]
    assert re.search(r"\*\*D-1\*\* .*\n\n.*\n#### A cell is marked once\n", text)
    change(depot, "examples: {holds: examples 1}", "examples: {holds: examples 9}")
    assert "there is no section of the rulebook `9`" in yupana("check", "depot").out


def test_the_set_up_is_drawn(depot: Path, yupana: Yupana) -> None:
    (depot / "look.yaml").write_text(LOOK.replace("{it.mark}", "{it.mark}{red}"), encoding="utf-8")
    change(depot, "setup: {holds: [setup, numbers]}", "setup: {holds: [setup, start, numbers]}")
    yupana("rulebook", "depot", "-o", "book.md")
    assert drawn(depot, "start-yard").count("<circle") == 4
    assert "### The boards at the start" in (depot.parent / "book.md").read_text(encoding="utf-8")


def test_what_is_done_is_told_in_the_language_of_the_book(depot: Path, yupana: Yupana) -> None:
    yupana("rulebook", "cargo_empire", "--lang", "de", "-o", "book.md")
    text = (depot.parent / "book.md").read_text(encoding="utf-8")
    assert "#### Nicht zu viel bezahlen\n" in text
    assert "- Rot: Braun von Lissabon nach Paris liefern, 1 Lok." in text
    before, after = (drawn(depot, f"overpaying_is_not_offered-player-1-{when}") for when in ("before", "after"))
    assert [each.count(">Lokkarte<") for each in (before, after)] == [2, 1]
    assert ">Rot: " in before


def test_a_page_that_plays_no_examples_has_their_texts(depot: Path, yupana: Yupana) -> None:
    from yupana.tools.book.make import make
    from yupana.tools.book.writing import maker_of
    from yupana.tools.documents.markdown import to_markdown

    maker, _ = maker_of(str(depot), "", as_json=False)
    text = to_markdown(make(maker, played=False))
    assert "Two players want one cell." in text
    assert "What is done" not in text


MATS = """\
look:
  boards: {yard: {cell: "{it.mark}"}, map: {at: {east: [2, 0], west: [0, 0], south: [0, 1]}}}
  colours: {red: "#c00000", blue: "#0000c0"}
  pieces: {coin: {count: 9, each: Player}}
  player: ["hand ({size(me.hand)}): {me.hand}", "money {me.money}"]
  mats:
    purse:
      each: Player
      size: [12, 8]
      parts:
        coins: {at: [0, 0], size: [12, 4], stock: me.money, places: 9, piece: coin}
        points: {at: [0, 4], size: [12, 4], stock: me.ap}
    hall:
      size: [12, 4]
      parts: {money_of_all: {at: [0, 0], size: [12, 4], track: me.money, from: 0, to: 9, across: 10}}
"""


def test_the_mat_and_the_hand_that_an_example_changes_are_drawn(depot: Path, yupana: Yupana) -> None:
    (depot / "look.yaml").write_text(MATS, encoding="utf-8")
    change(depot, "      me.money += 1\n", "      me.money += 1\n      draw 1 from deck to me.hand\n")
    assert yupana("rulebook", "depot", "-o", "book.md").code == 0
    name = "a_cell_is_marked_once"
    before, after = (drawn(depot, f"{name}-player-1-{when}") for when in ("before", "after"))
    assert [each.count("#c0392b") for each in (before, after)] == [0, 3], "coins, points and the hand stand out"
    coins = [each.partition(">Points<")[0].count('fill="#c00000" stroke="#4d463a"') for each in (before, after)]
    assert coins == [4, 5], "as many coins as there is money"
    assert [each.count('fill="none" stroke="#9b917a" stroke-width="0.7"') for each in (before, after)] == [5, 4]
    words = [len(re.findall(">(?:Wool|Salt) card<|>(?:Wool|Salt)<", each)) for each in (before, after)]
    assert words == [2, 3], "the hand as its owner sees it"
    assert drawn(depot, f"{name}-player-2-after").count("#c0392b") == 1, "the next player has points"
    assert not (depot.parent / f"book.{name}-player-3-after.svg").exists(), "nothing has changed there"
    table = drawn(depot, f"{name}-table-after")
    assert table.count(">R</text>") == table.count(">B</text>") == 1, "the markers of all players on the shared track"
    text = (depot.parent / "book.md").read_text(encoding="utf-8").partition("A cell is marked once")[2]
    assert "hand (" not in text, "what is drawn is not told too"
    assert "coins" not in text.lower().replace("purse", "")
    assert "| **Red** | money 4 | money 5 |" in text


def test_a_place_of_a_mat_that_has_changed_stands_out_by_itself(depot: Path, yupana: Yupana) -> None:
    (depot / "look.yaml").write_text(
        "look: {mats: {stall: {each: Player, size: [8, 6], parts: {Ware: {at: [0, 0], size: [8, 6], of: Ware, "
        'cell: "{me.money if it == salt else 0}"}}}}}\n',
        encoding="utf-8",
    )
    yupana("rulebook", "depot", "-o", "book.md")
    after = drawn(depot, "a_cell_is_marked_once-player-1-after")
    assert after.count("#c0392b") == 1
    assert re.search('stroke="#c0392b" stroke-width="2"/><text[^>]*>5<', after)


def test_what_dice_show_is_told_in_a_sentence(depot: Path, yupana: Yupana) -> None:
    change(depot, "      me.money += 1\n", '      roll d6 as r "luck of {me}"\n      me.money += 1\n')
    change(depot, "    given: red.money = 4\n", "    given: red.money = 4\n    rolls: [3]\n")
    text = yupana("rulebook", "depot").out
    assert "- Luck of red: the roll is 3." in text
    assert "d6" not in text.partition("What is done")[2]


def test_an_example_in_which_nothing_moves_is_drawn_where_it_was_set_up(depot: Path, yupana: Yupana) -> None:
    (depot / "look.yaml").write_text(LOOK, encoding="utf-8")
    change(
        depot,
        "examples:\n",
        "examples:\n  a_mark_stands: {source: D-2, given: Cell.b2.mark = blue, then: Cell.b2.mark == blue}\n",
    )
    yupana("rulebook", "depot", "-o", "book.md")
    assert drawn(depot, "a_mark_stands-yard").count("<circle") == 1
    assert "a_mark_stands-map" not in (depot.parent / "book.md").read_text(encoding="utf-8")
    assert "with a red edge" not in (depot.parent / "book.md").read_text(encoding="utf-8").partition("A mark stands")[2]


def test_what_an_example_sets_up_on_a_grid_is_drawn_beside_what_changes(depot: Path, yupana: Yupana) -> None:
    """Where it is not much: a picture of a large board shows the part that the example is about."""
    (depot / "look.yaml").write_text(LOOK, encoding="utf-8")
    change(depot, "square: {columns: 2, rows: 2}", "square: {columns: 20, rows: 20}")
    change(depot, "given: red.money = 4", "given: |\n      Cell.g1.mark = blue\n      red.money = 4")
    yupana("rulebook", "depot", "-o", "book.md")
    before, after = (drawn(depot, f"a_cell_is_marked_once-yard-{when}") for when in ("before", "after"))
    assert [each.count("<circle") for each in (before, after)] == [1, 2]
    assert ">g1<" in before
    assert ">t20<" not in before


def test_of_long_lists_only_what_an_example_changes_is_told(depot: Path, yupana: Yupana) -> None:
    look = LOOK.replace("money {me.money}", "holds: lamp, rope, {me.money} coins, map")
    (depot / "look.yaml").write_text(look, encoding="utf-8")
    assert "| **Red** | holds: 4 coins | holds: 5 coins |" in yupana("rulebook", "depot").out


def test_a_hidden_example_stands_beside_no_rule(depot: Path, yupana: Yupana) -> None:
    change(depot, "examples: {holds: examples}", "examples: {holds: examples 1}")
    change(depot, "\nbook:\n", "\nbook:\n  hidden: [a_cell_is_marked_once]\n")
    text = yupana("rulebook", "depot").out
    assert "**D-1** A player" in text
    assert "A cell is marked once" not in text
