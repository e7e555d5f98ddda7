"""On a screen of 80 by 24 the first page holds what a decision is about, and what it names can be typed."""

from __future__ import annotations

import random
import re

import pytest
from rich.cells import cell_len
from yupana.interpreter.game import Game
from yupana.tests.found import shipped
from yupana.tests.tools.terminals import named_elsewhere, opened, session_of, shown, typed
from yupana.tools.terminal.menu import rows
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
    assert lines[-1 - len(below) : -1] == below, screen
    asked = " ".join(" ".join(below[:3]).split()).casefold()
    player = session.table.scene.paint.word(decision.player)
    assert " ".join((decision.prompt or player).split())[:40].casefold() in asked, screen
    numbers = [each.number for each in session._rows if each.number]
    assert any(re.match(rf" *{re.escape(number)} ", line) for number in numbers for line in below[1:]), screen
    there = session.table.scene.spaces(session.state)
    named = {value for each in session.menu for _, value in each.arguments} & there
    if named:
        page = session.screen._pages[0]
        assert named & set(page.spaces), screen
        board = next(each for each in session.screen._table.values() if named & set(each.spaces))
        assert len(page.lines) >= min(len(board.lines), 6) or named <= set(page.spaces), screen


def look_through(name: str, width: int, height: int, most: int, every: int, seed: int = 7) -> int:
    """Play at random and look at every so manieth decision, narrowed once too; how many were looked at."""
    game: Game = opened(name).game
    players = min(max(game.min_players, 2), game.max_players)
    session = session_of(name, players, seed, width, height)
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


def test_a_space_is_shown_where_it_lies_by_the_name_that_people_read() -> None:
    session = session_of("pizarro", 2, 4, 80, 24)
    session.viewer = session.state.seat
    session.open_menu()
    for name in ("sz3", "Arequipa", "arequi"):
        screen = "\n".join(typed(session, lambda: session.show_name(name)))  # noqa: B023
        assert "── map ── " in screen
        assert screen.partition(" spaces; ")[2].count("Arequipa") >= 2  # on the board, and what is said of it
        assert "Arequipa (sz3)  " in screen or "sz3  " in screen
    assert "Did you mean `Arequipa`?" in "\n".join(typed(session, lambda: session.show_name("Arequipo")))


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
