"""What the section `look` says is drawn, and what it says wrongly is a fault with its place."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text
from yupana.schemas.compose import compose
from yupana.tests.tools.command_line import Yupana
from yupana.tools.terminal.sheets import draw_sheet

GAME = """\
ruleset: {name: tracks, title: Tracks}
players: {min: 2, max: 2, names: [red, blue], fields: {at: {type: Step, start: s1}}}
kinds: {Step: {attributes: {vp: int}, entries: {s1: {vp: 0}, s2: {vp: 3}, s3: {vp: 5}}}}
boards:
  chess: {kind: Square, square: {columns: 2, rows: 2}, fields: {owner: Player?}}
actions:
  take: {parameters: {square: {in: Square, if: square.owner == none}}, effects: square.owner = me}
flow: [{rounds: round, times: 2, steps: [{turns: turn}]}]
scoring: {items: {squares: count(s for s in Square if s.owner == me)}}
look:
  boards: {chess: {rows: up, cell: ["{it.owner}"]}}
  sheets:
    track: {of: Step, rows: [[s1, s2], [none, s3]], cell: ["{it.vp}", "{[p for p in players if p.at == it]}"]}
    mine: {of: Step, each: Player, cell: ["{[p for p in players if p == me and p.at == it]}", "{it.vp}"]}
  glyphs: {red: R, blue: B}
"""


def test_rows_go_up_and_sheets_hold_their_cells(yupana: Yupana, tmp_path: Path) -> None:
    (tmp_path / "tracks.yaml").write_text(GAME)
    out = yupana("play", "./tracks.yaml", lines=["a1", "quit"]).out
    first, second = out.split("> ")[:2]
    rows = [line[:8].rstrip() for line in second.splitlines() if re.match("[12]  [·R]", line)]
    assert rows == ["2  · · 2", "1  R · 1"]
    assert "│0   │3│" in first
    assert "│R, B│" in first
    assert "     │5│" in first
    assert "│R│3│5│" in first
    assert "── track ──" in first


@pytest.mark.parametrize(
    ("side", "rows"),
    [
        ("bottom", ["2  · · 2", "1  R · 1"]), ("top", ["1  · R 1", "2  · · 2"]),
        ("left", ["b  · · b", "a  · R a"]), ("right", ["a  R · a", "b  · · b"]),
    ],
)  # fmt: skip
def test_a_board_is_turned_to_who_looks(yupana: Yupana, tmp_path: Path, side: str, rows: list[str]) -> None:
    told = GAME.replace("rows: up,", f"rows: up, seats: {{red: bottom, blue: {side}}},")
    (tmp_path / "tracks.yaml").write_text(told)
    out = yupana("play", "./tracks.yaml", "--bots", "red=first", lines=["quit"]).out
    assert [line[:8].rstrip() for line in out.splitlines() if re.match("[12ab]  [·R]", line)] == rows


def test_lines_that_come_to_nothing_are_left_out_and_nothing_takes_their_place(yupana: Yupana, tmp_path: Path) -> None:
    """Not even where no line is left: what the look does not show is not shown."""
    said = GAME + '  table: ["round {round if round > 1 else none}"]\n'
    (tmp_path / "tracks.yaml").write_text("state: {secrets: int}\n" + said)
    out = yupana("play", "./tracks.yaml", lines=["a1", "a2", "quit"]).out
    first, _, third = out.split("> ")[:3]
    assert "round" not in first
    assert "secrets" not in out
    assert "── table ──" not in first
    assert "round 2" in third
    (tmp_path / "tracks.yaml").write_text("state: {secrets: int}\n" + GAME)
    assert "secrets: 0" in yupana("play", "./tracks.yaml", lines=["quit"]).out


FAILING = {
    "cell": ('cell: ["{it.owner}"]', 'cell: ["{4 // count(s for s in Square if s.owner == me)}"]'),
    "sheet": ('cell: ["{it.vp}", "{[p', 'cell: ["{4 // it.vp}", "{[p'),
    "table": ("look:\n", 'look:\n  table: ["{4 // (round - 1)}"]\n'),
    "player": ("look:\n", 'look:\n  player: ["{4 // (round - 1)}"]\n'),
}


@pytest.mark.parametrize("what", FAILING)
def test_a_look_that_fails_ends_no_game_and_is_told_once(what: str, yupana: Yupana, tmp_path: Path) -> None:
    right, wrong = FAILING[what]
    (tmp_path / "tracks.yaml").write_text(GAME.replace(right, wrong))
    ran = yupana("play", "./tracks.yaml", lines=["a1", "a2", "b1", "b2"])
    assert ran.code == 0
    told = re.findall(r"the game goes on: (.*)", " ".join(ran.out.split("\n")))
    assert len(told) == 1
    assert re.search(r"\(\./tracks.yaml:[0-9]+\)", told[0])
    assert "The seed was" in ran.out
    assert "the game goes on" not in yupana("play", "./tracks.yaml", "--auto", "--json").out


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("{chess: {rows", "{ches: {rows", "unknown board `ches`"),
        ("of: Step, rows", "of: Stepp, rows", "unknown type `Stepp`"),
        ("[none, s3]", "[none, s4]", "unknown member `s4` of Step"),
        ("each: Player", "each: Step", "unknown owner `Step`"),
        ('it.vp}", "{[p', 'it.vpp}", "{[p', "unknown field `vpp`"),
        ("rows: up", "rows: left", "`left` is not one of `down`, `up`"),
    ],
)
def test_a_fault_of_the_look_has_its_place(yupana: Yupana, tmp_path: Path, right: str, wrong: str, told: str) -> None:
    assert GAME.count(right) == 1
    (tmp_path / "tracks.yaml").write_text(GAME.replace(right, wrong))
    ran = yupana("check", "./tracks.yaml")
    assert ran.code == 1
    assert told in ran.out
    line = next(n for n, text in enumerate(GAME.replace(right, wrong).splitlines(), 1) if wrong in text)
    assert f"./tracks.yaml:{line}:" in ran.out


SECRETS = """\
ruleset: {name: secrets, title: Secrets}
players: {min: 2, max: 2, names: [red, blue], fields: {die: {type: int 0..6, visible: owner, start: 4}}}
state:
  sealed: {type: int 0..99, visible: none, start: 42}
  odd: {type: bool, visible: viewer == red, start: true}
functions: {double: {of: {p: Player}, is: p.die * 2}}
flow: [{rounds: round, times: 2, steps: [{turns: turn}]}]
actions: {go: {effects: pass}}
scoring: {items: {points: me.die}}
look:
  table: ["sum {sum(p.die for p in players)}", "sealed {sealed}, odd {odd}", "points {score(red)} {score(blue)}"]
  player: ["{me}: {double(me)} {after(me.die += 1; me.die)} {me.die > 0}"]
"""


def test_a_hidden_field_is_shown_to_nobody_by_whatever_is_worked_out_from_it(yupana: Yupana, tmp_path: Path) -> None:
    """Also where one player alone hides a value, so that no deal can exchange it for another."""
    (tmp_path / "secrets.yaml").write_text(SECRETS)
    for bots, first in (("human,random", ""), ("random,human", "go")):
        out = yupana("play", "./secrets.yaml", "--bots", bots, lines=["quit"]).out
        assert "sum ?" in out
        assert f"sealed ?, odd {'?' if first else 'yes'}" in out
        assert f"points {'? 4' if first else '4 ?'}" in out
        assert f"{'blue' if first else 'red'}: 8 5 yes" in out
        assert f"{'red' if first else 'blue'}: ? ? ?" in out


PACK = """\
ruleset: {name: pack, title: Pack}
players: {min: 2, max: 2, names: [ann, ben]}
enums: {Suit: [clubs, hearts], Rank: [two, queen]}
kinds:
  Card: {attributes: {suit: Suit, rank: Rank}, start: deck, entries: {each: {suit: Suit, rank: Rank}}}
  Coin: {attributes: {worth: int, suit: Suit}, entries: {each: {worth: [1, -5], suit: Suit}, hearts: {}}}
zones: {deck: {of: Card}, purse: {of: Coin}}
flow: [{turns: turn, do: choose c in deck as take}]
look:
  glyphs: {hearts: ♥, clubs: ♣, queen: Q, two: "2", clubs_two: best}
  colours: {hearts: red, clubs_queen: blue}
"""


def test_what_is_called_by_its_values_has_their_signs_in_a_row_and_their_only_colour(tmp_path: Path) -> None:
    game = tmp_path / "pack.yaml"
    game.write_text(PACK)
    ruleset = compose(str(game)).ruleset
    assert ruleset is not None
    made = {name: sign for name, sign in ruleset.signs.items() if name not in ruleset.look.signs}
    assert made == {
        "clubs_queen": "♣Q", "hearts_two": "♥2", "hearts_queen": "♥Q",
        "worth_1_clubs": "1♣", "worth_1_hearts": "1♥", "minus_5_clubs": "-5♣", "minus_5_hearts": "-5♥",
    }  # fmt: skip
    assert ruleset.signs["clubs_two"] == "best"
    assert ruleset.colours == {
        "hearts": "red", "hearts_two": "red", "hearts_queen": "red", "clubs_queen": "blue",
        "worth_1_hearts": "red", "minus_5_hearts": "red",
    }  # fmt: skip


def test_signs_that_some_values_lack_are_none(tmp_path: Path) -> None:
    game = tmp_path / "pack.yaml"
    game.write_text(PACK.replace("queen: Q, ", ""))
    ruleset = compose(str(game)).ruleset
    assert ruleset is not None
    assert "hearts_queen" not in ruleset.signs
    assert ruleset.signs["hearts_two"] == "♥2"


def test_cards_are_shown_by_the_signs_of_their_values(yupana: Yupana, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(PACK)
    out = yupana("play", "./pack.yaml", lines=["quit"]).out
    assert "deck: best, ♣Q, ♥2, ♥Q" in out


@given(rows=st.lists(st.lists(st.lists(st.text("abcdef ", max_size=30), max_size=2), max_size=14), max_size=3))
def test_no_word_of_a_cell_is_broken_and_none_is_lost(rows: list[list[list[str]]]) -> None:
    drawn = draw_sheet([[[Text(line) for line in cell] for cell in row] for row in rows], room=40)
    assert all(line.cell_len <= 40 for line in drawn)
    shown = Counter(word for line in drawn for word in line.plain.replace("│", " ").split())
    assert shown == Counter(word for row in rows for cell in row for line in cell for word in line.split())
