"""On a screen of 80 by 24 the first page holds what a decision is about, and what it names can be typed."""

from __future__ import annotations

import random
import re

import pytest
from rich.cells import cell_len
from rich.text import Text
from yupana.interpreter.game import Game
from yupana.tests.found import shipped
from yupana.tests.tools.terminals import named_elsewhere, opened, session_of, shown, typed
from yupana.tools.terminal.menu import narrow, rows, spoken
from yupana.tools.terminal.session import Session

QUICK = ["cargo_empire", "quoridor", "moorfire"]
SIZES = [(80, 24), (120, 40), (60, 20)]


def assert_good(session: Session, width: int, height: int) -> None:
    """What the first page holds, for the menu that is open."""
    lines = shown(session)
    screen = "\n".join(lines)
    decision = session.decision()
    assert len(lines) <= height, screen
    assert max(map(cell_len, lines)) <= max(width, 40), screen
    below = [line.plain.rstrip() for line in session.menu_text()]
    assert [line.rstrip() for line in lines[-1 - len(below) : -1]] == below, screen
    asked = " ".join(" ".join(below[:3]).split()).casefold()
    player = session.table.scene.paint.word(decision.player)
    assert " ".join((decision.prompt or player).split())[:40].casefold() in asked, screen
    numbers = [each.number for each in session._rows if each.number]
    assert any(re.match(rf" *{re.escape(number)} ", line) for number in numbers for line in below[1:]), screen
    values = {value for each in session.menu for _, value in each.arguments}
    named = values & session.table.scene.spaces(session.state)
    if named:
        page = session.screen._pages[0]
        assert values & set(page.spaces), screen
        board = next(each for each in session.screen._table.values() if named & set(each.spaces))
        assert len(page.lines) >= min(len(board.lines), 6) or named <= set(page.spaces), screen


def look_through(
    name: str, width: int, height: int, most: int, every: int, seed: int = 7, lang: str | None = None
) -> int:
    """Play at random and look at every so manieth decision, narrowed once too; how many were looked at."""
    game: Game = opened(name, lang).game
    players = min(max(game.min_players, 2), game.max_players)
    session = session_of(name, players, seed, width, height, lang)
    chance, looked = random.Random(seed), 0
    while not session.state.over and session.state.ply < most:
        session.viewer = session.state.seat
        session.open_menu()
        if session.state.ply % every == 0:
            assert_good(session, width, height)
            below = [each.choices for each in rows(session.menu) if len(each.choices) > 1]
            for choices in below[:1] + below[-1:]:
                session._menu, session._first = choices, 0
                assert_good(session, width, height)
            looked += 1
        session._seen[session.state.seat] = len(session.log)
        options = session.decision().options
        session._do(options[chance.randrange(len(options))])
    return looked


@pytest.mark.parametrize("name", QUICK)
def test_the_first_page_holds_what_the_decision_is_about(name: str) -> None:
    assert look_through(name, 80, 24, most=45, every=9) >= 3


def test_so_does_a_larger_and_a_smaller_screen() -> None:
    for width, height in SIZES[1:]:
        assert look_through("cargo_empire", width, height, most=30, every=10) >= 3


def assert_names_can_be_typed(session: Session) -> None:
    """Every part of the table that is said to stand elsewhere is shown when its name is typed, and by `show`."""
    for name in named_elsewhere("\n".join(shown(session))):
        for doing in (lambda: session._choose(name.upper()), lambda: session.show_name(name)):  # noqa: B023
            screen = typed(session, doing)
            assert any(line.startswith("page ") for line in screen), (name, screen)
            session.draw()


@pytest.mark.parametrize("name", QUICK)
def test_what_is_named_can_be_typed(name: str) -> None:
    session = session_of(name, 2, 4, 80, 24)
    for _ in range(3):
        session.viewer = session.state.seat
        session.open_menu()
        assert_names_can_be_typed(session)
        session._do(session.decision().options[-1])


def test_parts_of_the_table_are_named_in_words_and_the_next_player_too() -> None:
    session = session_of("cuzco_feld", 2, 3, 80, 24)
    session.viewer = session.state.seat
    session.open_menu()
    screen = "\n".join(shown(session))
    assert "study tiles" in named_elsewhere(screen)
    assert "study_tiles" not in screen
    asked: list[str] = []
    session = session_of("pizarro", 2, 3, 80, 24)
    session.table.reader.read = lambda prompt, words: asked.append(prompt) or ""  # type: ignore[assignment]
    session._hand_over(session.decision().player)
    assert asked == ["Pass the screen to Spain, then press Enter. "]


def test_printed_values_are_told_by_what_the_book_calls_them() -> None:
    session = session_of("pizarro", 2, 3, 80, 24)
    session.viewer = session.state.seat
    session.open_menu()
    told = session._gists(rows(session.menu))
    assert "side Spain, MP 5, TC 3" in told.values()
    feld = session_of("cuzco_feld", 2, 3, 80, 24)
    assert feld.table.meanings.gist("slot_3") == "circlet 2, mask A orange, mask B pink"


def test_what_happened_begins_with_a_whole_line() -> None:
    screen = session_of("tic_tac_toe", 2, 3, 80, 24).screen
    news = [[Text(f"{each} begins"), Text("    and goes on")] for each in "abc"]
    assert [line.plain for line in screen._news(news, 6, 4)] == [
        "… 4 lines before: `log`",
        "c begins",
        "    and goes on",
    ]
    assert [line.plain for line in screen._news(news, 6, 6)] == [line.plain for each in news for line in each]
    assert len(screen._news([[Text("x")] * 9], 9, 4)) == 4


def test_a_space_is_shown_where_it_lies_by_the_name_that_people_read() -> None:
    session = session_of("pizarro", 2, 4, 80, 24)
    session.viewer = session.state.seat
    session.open_menu()
    for name in ("sz3", "Arequipa", "arequi"):
        screen = "\n".join(typed(session, lambda: session.show_name(name)))  # noqa: B023
        assert "── map ── " in screen
        assert screen.partition(" spaces; ")[2].count("Arequipa") >= 2  # on the board, and what is said of it
        assert "Arequipa (sz3)" not in screen, "what is called so alone needs no name in code"
    assert "Did you mean `Arequipa`?" in "\n".join(typed(session, lambda: session.show_name("Arequipo")))


LETTER = "[0-9A-Za-zÀ-ž_]"
"""Beside such a letter a name is a part of another word; Japanese writes words without spaces."""


def cannot_be_typed(session: Session) -> list[str]:
    """The names of what there is in the game that the screen shows, by what they are called there, and that say nothing
    to who types them: they choose no option, name no part of the table, and are not told of."""
    screen, words = "\n".join(shown(session)), session.table.scene.paint.word
    domains = [each for each in session.state.game.program.domains if "." not in each.name]  # others are of texts
    names = (each for domain in domains for each in domain.names)
    parts = [spoken(each) for each in session.screen.parts]
    return [
        each for each in {words(name) for name in names}
        if len(each) > 1 and re.search(rf"(?<!{LETTER}){re.escape(each)}(?!{LETTER})", screen, re.IGNORECASE)
        and not narrow(session.menu, each) and spoken(each) not in parts
        and not session.table.meanings.known(each, begun=False)
    ]  # fmt: skip


def assert_all_can_be_typed(name: str, lang: str | None, moments: tuple[int, ...]) -> None:
    """So it is in the beginning of a game and later on."""
    game = opened(name, lang).game
    session = session_of(name, min(max(game.min_players, 2), game.max_players), 4, 80, 24, lang)
    chance = random.Random(4)
    while not session.state.over and session.state.ply <= max(moments):
        session.viewer = session.state.seat
        session.open_menu()
        if session.state.ply in moments:
            found = cannot_be_typed(session)
            assert not found, (session.state.ply, found)
        options = session.decision().options
        session._do(options[chance.randrange(len(options))])


@pytest.mark.parametrize(("name", "lang"), [("cargo_empire", "de"), ("moorfire", None), ("hanabi", "ja")])
def test_every_name_that_the_screen_shows_can_be_typed(name: str, lang: str | None) -> None:
    assert_all_can_be_typed(name, lang, (0, 20))


LANGUAGES = [(name, lang) for name in shipped() for lang in (None, "de", "ja")]


def spoken_in(name: str, lang: str | None) -> None:
    """Skip the test where a game has no texts in a language."""
    if lang is not None and lang not in opened(name).game.program.languages:
        pytest.skip(f"{name} has no texts in {lang}")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "lang"), LANGUAGES)
def test_in_every_game_and_language_they_can(name: str, lang: str | None) -> None:
    spoken_in(name, lang)
    assert_all_can_be_typed(name, lang, (0, 1, 10, 30, 60, 120, 250))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "lang"), [each for each in LANGUAGES if each[1]])
def test_the_first_page_holds_it_in_every_language(name: str, lang: str) -> None:
    spoken_in(name, lang)
    assert look_through(name, 80, 24, most=160, every=16, lang=lang) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped())
def test_every_game_has_it_on_its_first_page(name: str) -> None:
    for width, height in SIZES:
        assert look_through(name, width, height, most=160, every=8) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped())
def test_in_every_game_names_can_be_typed(name: str) -> None:
    game = opened(name).game
    session = session_of(name, min(max(game.min_players, 2), game.max_players), 4, 80, 24)
    chance = random.Random(4)
    while not session.state.over and session.state.ply < 40:
        session.viewer = session.state.seat
        session.open_menu()
        if session.state.ply % 10 == 0:
            assert_names_can_be_typed(session)
        options = session.decision().options
        session._do(options[chance.randrange(len(options))])
