"""Games in which rules say who has won, lost or drawn: what every tool tells of them, and of seats that differ."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana

OUT = """\
ruleset: {name: out, title: Out, language: 4}
enums: {Chair: [stool, throne]}
players:
  min: 3
  max: 3
  seats: {red: {}, blue: {text: Sits at the window.}, green: {chair: throne}}
  attributes: {chair: Chair}
actions:
  leave: {text: Leave, effects: lose}
  agree: {text: Agree, effects: draw}
  crown: {text: Crown me, effects: win}
flow: [{turns: turn, times: 3}]
"""


@pytest.fixture(autouse=True)
def _rules(tmp_path: Path) -> None:
    (tmp_path / "out.yaml").write_text(OUT, encoding="utf-8")


@pytest.mark.parametrize(
    ("lines", "outcome", "winners", "results"),
    [
        (["leave", "agree"], "draw", ["blue", "green"], ["lose", "draw", "draw"]),
        (["leave", "leave"], "won", ["green"], ["lose", "lose", "win"]),
        (["crown"], "won", ["red"], ["win", "lose", "lose"]),
        (["agree"], "draw", ["red", "blue", "green"], ["draw", "draw", "draw"]),
    ],
)
def test_the_documents_say_how_it_came_out(
    yupana: Yupana, lines: list[str], outcome: str, winners: list[str], results: list[str]
) -> None:
    *most, last = lines
    played = yupana("play", "out.yaml", "--json", lines=lines).document
    assert (played["outcome"], played["winners"], played["results"]) == (outcome, winners, results)
    yupana("play", "out.yaml", lines=[*most, "save game.json", last, "save over.json"])
    replayed = yupana("replay", "game.json", "--json").document
    assert (replayed["over"], replayed["outcome"], replayed["results"]) == (False, None, None)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ["Red has lost", "A draw between blue and green."]),
        ("de", ["Red hat verloren", "Unentschieden zwischen blue und green."]),
        ("ja", ["Redの負け", "blueとgreenの引き分け。"]),
    ],
)
def test_the_table_is_told(yupana: Yupana, lang: str, told: list[str]) -> None:
    ran = yupana("play", "out.yaml", "--lang", lang, lines=["leave", "agree"])
    assert all(each in ran.out for each in told), ran.out
    assert "━" not in ran.out  # nothing is counted, so there is no table of scores


@pytest.mark.parametrize(("lang", "told"), [("en", "The game is a draw."), ("de", "Das Spiel ist unentschieden.")])
def test_a_draw_of_all(yupana: Yupana, lang: str, told: str) -> None:
    assert told in yupana("play", "out.yaml", "--lang", lang, lines=["agree"]).out


@pytest.mark.parametrize(
    ("lang", "column", "after_a_share"),
    [
        ("en", "place", "After a shared place comes the next one: 1, 1, 2."),
        ("de", "Platz", "Nach einem geteilten Platz kommt der nächste: 1, 1, 2."),
        ("ja", "順位", "同順位のあとは、すぐ次の順位になる：1、1、2。"),
    ],
)
def test_places_are_told(yupana: Yupana, tmp_path: Path, lang: str, column: str, after_a_share: str) -> None:
    game = tmp_path / "game"
    (game / "texts").mkdir(parents=True)
    (game / "texts" / f"{lang}.yaml").write_text("names: {}\n", encoding="utf-8")

    def places(scoring: str, lines: list[str]) -> tuple[list[int], list[str]]:
        (game / "game.yaml").write_text(OUT + scoring, encoding="utf-8")
        shown = yupana("play", "game", "--lang", lang, lines=lines).out
        played = yupana("play", "game", "--json", lines=[*lines[:-1], "save over.json", lines[-1]]).document["places"]
        assert yupana("replay", "over.json", "--json").document["places"] is None
        return played, [each for each in shown.splitlines() if column in each.lower() or column in each]

    ran, told = places("", ["leave", "leave"])
    assert (ran, len(told)) == ([3, 2, 1], 1)
    ran, told = places("", ["crown"])
    assert (ran, told) == ([1, 2, 2], [])  # that is what the line about who wins says
    points = "scoring: {items: {points: number(me) // 2, more: 1}, places: WAY}\n"
    ran, told = places(points.replace("WAY", "competition"), ["crown"])
    assert ran == [1, 3, 2]
    assert [re.findall(r"\d+", each) for each in told] == [["1", "3", "2"]]
    assert after_a_share not in yupana("rulebook", "game", "--lang", lang).out
    ran, told = places(points.replace("WAY", "dense"), ["leave", "agree"])
    assert ran == [2, 1, 1]
    assert [re.findall(r"\d+", each) for each in told] == [["2", "1", "1"]]
    assert after_a_share in yupana("rulebook", "game", "--lang", lang).out


def test_draws_are_counted(yupana: Yupana) -> None:
    document = yupana("simulate", "out.yaml", "--games", "60", "--json").document
    results, seats = document["results"], document["seats"]
    assert results["won"] + results["drawn"] == 60
    assert results["shared"] == 0
    assert results["drawn"] > min(each["draws"] for each in seats) > 0  # who has lost has no share in it
    assert sum(each["win_share"] for each in seats) == pytest.approx(1, abs=1e-5)


def test_a_comparison_tells_draws(yupana: Yupana, tmp_path: Path) -> None:
    (tmp_path / "new.yaml").write_text(OUT.replace("effects: win", "effects: draw"), encoding="utf-8")
    told = yupana("impact", "out.yaml", "new.yaml", "--games", "40").out
    assert "a draw" in told
    assert "one player wins" in told


def test_a_seat_can_be_asked_about(yupana: Yupana) -> None:
    ran = yupana("play", "out.yaml", lines=["show blue", "show green", "quit"])
    assert "Sits at the window." in ran.out
    assert "chair: throne" in ran.out


def test_the_rulebook_has_a_table_of_the_seats(yupana: Yupana) -> None:
    book = yupana("rulebook", "out.yaml").out
    assert "| Name | Chair | Meaning |" in book
    assert "| **Blue** |  | Sits at the window. |" in book
    assert "| **Green** | throne |  |" in book


TURNS = "flow: [{turns: turn, times: 3}]\n"
TOLD = "book: {chapters: {all: {title: All, holds: [turns]}}}\n"


def book_of(yupana: Yupana, folder: Path, steps: str, lang: str) -> str:
    """The book of the game whose rounds are these."""
    (folder / "texts").mkdir(parents=True)
    (folder / "game.yaml").write_text(OUT.replace(TURNS, f"flow: [{steps}]\n") + TOLD, encoding="utf-8")
    (folder / "texts" / f"{lang}.yaml").write_text("names: {}\n", encoding="utf-8")
    return yupana("rulebook", str(folder), "--lang", lang).out


def test_the_book_says_outcomes_in_words(yupana: Yupana, tmp_path: Path) -> None:
    steps = "{turns: turn, times: 3, skip: lost(blue)}, {do: lose next(red); win blue}, {do: draw}"
    book = book_of(yupana, tmp_path / "game", steps, "en")
    for line in ("- The player after red has lost.", "- Blue wins, and the game ends.", "3. The game ends in a draw."):
        assert f"{line}\n" in book
    assert "left out if blue has lost" in book


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["Red and blue win, and the game ends.", "The players after red have lost."]),
        ("de", ["Red und blue gewinnen, und das Spiel endet."]),
        ("ja", ["Redとblueが勝ち、ゲームが終わる。"]),
    ],
)
def test_the_book_says_what_comes_of_several(yupana: Yupana, tmp_path: Path, lang: str, lines: list[str]) -> None:
    steps = "{turns: turn, times: 3}, {do: 'win [red, blue]; lose players after red'}"
    book = book_of(yupana, tmp_path / "game", steps, lang)
    for line in lines:
        assert f"- {line}\n" in book
