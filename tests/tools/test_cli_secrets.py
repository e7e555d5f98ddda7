"""What the table and a replay show of an unfinished game, and when the seed is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana

GAME = """
ruleset: {name: hush, title: Hush, language: 2}
players: {min: 2, max: 2, names: [red, blue]}
kinds:
  Card: {attributes: {worth: int}, entries: {sun: {worth: 1}, moon: {worth: 2}, star: {worth: 3}, comet: {worth: 4}}}
zones:
  hand: {of: Card, each: Player, visible: owner}
  pile: {of: Card, visible: none}
actions:
  fold: {parameters: {card: {in: me.hand}}, effects: move card to pile}
  guess: {effects: choose secretly n in 1..3 as number}
setup:
  - do: |
      move sun to red.hand
      move moon to red.hand
      move star to blue.hand
      move comet to blue.hand
flow: [{turns: turn, until: size(pile) == 2}]
"""


@pytest.fixture
def table(tmp_path: Path) -> str:
    (tmp_path / "hush.yaml").write_text(GAME, encoding="utf-8")
    return "hush.yaml"


def test_an_unfinished_game_is_replayed_as_a_seat_knows_it(yupana: Yupana, table: str) -> None:
    lines = ["fold(card=sun)", "guess", "number(n=2)", "save game.json", "quit"]
    assert yupana("play", table, "--seed", "77", lines=lines).code == 0
    replay = ("replay", "game.json", "--ruleset", table)
    told = {
        who: [step["option"] for step in yupana(*replay, *way, "--json").document["decisions"]]
        for who, way in (("all", ()), ("red", ("--seat", "red")), ("blue", ("--seat", "blue")), ("open", ("--open",)))
    }
    assert told == {
        "all": ["fold(card=?)", "guess", "has decided"],
        "red": ["fold(card=sun)", "guess", "has decided"],
        "blue": ["fold(card=?)", "guess", "number(n=2)"],
        "open": ["fold(card=sun)", "guess", "number(n=2)"],
    }
    assert "seed" not in yupana(*replay, "--json").document
    assert yupana(*replay, "--open", "--json").document["seed"] == 77
    assert yupana(*replay, "--seat", "green").code == 2
    assert yupana(*replay, "--seat", "red", "--open").code == 2


def test_the_seed_is_told_at_the_end_or_when_asked(yupana: Yupana, table: str) -> None:
    assert "77" not in yupana("play", table, "--seed", "77", lines=["fold(card=sun)", "quit"]).out
    assert "The seed is 77." in yupana("play", table, "--seed", "77", lines=["seed", "quit"]).out
    finished = yupana("play", table, "--seed", "77", lines=["fold(card=sun)", "fold(card=star)"])
    assert finished.out.rstrip().endswith("The seed was 77.")
    assert "seed" not in yupana("play", table, "--seed", "77", "--json", lines=["fold(card=sun)", "quit"]).document


def test_the_last_screen_shows_what_all_know(yupana: Yupana, table: str) -> None:
    cards = ("sun", "moon", "star", "comet")
    played = yupana("play", table, "--auto", "--seed", "1", "--delay", "0").out
    assert "red wins" in played or "a draw" in played or "blue wins" in played
    assert not any(card in played for card in cards)
    opened = yupana("play", table, "--auto", "--seed", "1", "--delay", "0", "--open").out
    assert any(card in opened for card in cards)
