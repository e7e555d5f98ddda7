"""A screen fits 50 lines of 100 characters at every decision of the shipped games, however many play."""

from __future__ import annotations

import io
import random
from functools import cache

import pytest
from rich.cells import cell_len
from rich.console import Console, ConsoleDimensions
from rich.text import Text
from yupana.interpreter.game import Game
from yupana.interpreter.view.diagrams import Drawn
from yupana.interpreter.view.look import Look
from yupana.schemas.texts import Texts
from yupana.tests.found import shipped
from yupana.tools.languages.catalogue import languages
from yupana.tools.languages.words import Words
from yupana.tools.targets.rulesets import compile_target
from yupana.tools.terminal.canvas import wrap
from yupana.tools.terminal.commands import show
from yupana.tools.terminal.meanings import Meanings
from yupana.tools.terminal.menu import Choice, read_choices, rows
from yupana.tools.terminal.opening import Manner, open_game, set_table
from yupana.tools.terminal.pages import TABLE, Page
from yupana.tools.terminal.paint import Painter
from yupana.tools.terminal.rules import Rules
from yupana.tools.terminal.scene import Scene
from yupana.tools.terminal.screen import Screen
from yupana.tools.terminal.session import Session, Table

HEIGHT, WIDTH = 50, 100
SHIPPED = ["tic_tac_toe", "cargo_empire", "cuzco_kk", "cuzco_feld", "pizarro"]


class Typist:
    """A person at a terminal who never gets to type anything."""

    interactive = True

    def read(self, prompt: str, words: object) -> str | None:
        return None


@cache
def parts(name: str) -> tuple[Game, Look, Scene, Rules, Meanings]:
    compiled = compile_target(name)
    assert compiled.program is not None
    assert compiled.ruleset is not None
    look = compiled.ruleset.look
    game = Game(compiled.program, compiled.ruleset)
    seats = [str(each) for each in compiled.ruleset.players.names]
    colours = {str(key): str(value) for key, value in look.colours.items()}
    glyphs = {str(key): str(value) for key, value in look.glyphs.items()}
    paint, words, rules = Painter(colours, glyphs, seats), Words(), Rules(compiled, Texts())
    pictures = Look(compiled)
    scene = Scene(game, pictures, paint, words, WIDTH)
    return game, pictures, scene, rules, Meanings(compiled, game, Texts(), rules, paint, words)


def screen_of(session: Session) -> list[str]:
    """What a person has on the screen, with the prompt."""
    session.table.console.file = io.StringIO()
    session.draw()
    return [*session.table.console.file.getvalue().replace("\x1b[2J\x1b[H", "").splitlines(), "> "]


def session_at(name: str, players: int, seed: int) -> Session:
    game, _, scene, rules, meanings = parts(name)
    console = Console(file=io.StringIO(), width=WIDTH, height=HEIGHT, force_terminal=True, color_system=None)
    state = game.start(players=players, seed=seed)
    bots = [None] * players
    drawn = Drawn(compile_target(name))
    table = Table(game, scene, rules, meanings, drawn, Typist(), console, list(bots), secrets=True)
    return Session(table, state)


def assert_fits(session: Session) -> None:
    for choices in opened(session):
        session._menu, session._first = choices, 0
        lines = screen_of(session)
        shown = "\n".join(lines)
        assert len(lines) <= HEIGHT, shown
        assert max(map(cell_len, lines)) <= WIDTH, shown
        assert any("(" in line for line in lines[-30:]), shown  # the question with the number of its options


def opened(session: Session) -> list[tuple[Choice, ...]]:
    """The menu of a decision, and the menus that open from its first, middle and last row."""
    whole = read_choices(session.decision().texts)
    below = [row.choices for row in rows(whole) if len(row.choices) > 1]
    return [whole, *dict.fromkeys([*below[:1], *below[len(below) // 2 :][:1], *below[-1:]])]


def play_and_look(name: str, players: int, seed: int, every: int, most: int) -> int:
    """Play at random; look at every n-th decision. How many screens were looked at."""
    return look(session_at(name, players, seed), seed, every, most)


def look(session: Session, seed: int, every: int, most: int) -> int:
    """The same at a table that is laid."""
    state, chance, looked = session.state, random.Random(seed), 0
    while not state.over and state.ply < most:
        session.viewer = state.seat
        session.open_menu()
        if state.ply % every == 0:
            assert_fits(session)
            looked += 1
        session._seen[state.seat] = len(session.log)
        options = session.decision().options
        session._do(options[chance.randrange(len(options))])
    return looked


@pytest.mark.parametrize("name", SHIPPED)
def test_the_screen_fits(name: str) -> None:
    assert play_and_look(name, parts(name)[0].max_players, seed=5, every=29, most=120) >= 1


@pytest.mark.slow
def test_an_answer_that_fits_leaves_the_pages_of_the_table() -> None:
    session = session_at("pizarro", 2, seed=4)
    session.table.console.size = ConsoleDimensions(WIDTH, 30)
    session.viewer = session.state.seat
    session.open_menu()
    assert any("page 1 of " in line for line in screen_of(session))
    assert show(session, "bo") is False  # one page: the table above it is still on the screen
    assert session.screen.turn(1)
    session.screen.text([Text(str(number)) for number in range(70)])
    assert [session.screen.turn(1) for _ in range(3)] == [True, True, False]  # lines of a text that does not fit


@pytest.mark.slow
def test_on_a_low_screen_the_table_keeps_half_of_it_however_far_an_option_is_narrowed() -> None:
    session = session_at("cuzco_kk", 2, seed=5)
    session.table.console.size = ConsoleDimensions(WIDTH, 24)
    session.viewer = session.state.seat
    session.open_menu()
    for choices in opened(session):
        session._menu, session._first = choices, 0
        below = session.menu_text()
        assert len(below) <= 12, "the options leave room for the table"
        assert len(screen_of(session)) <= 24


def test_a_part_that_is_said_to_stand_on_another_page_is_turned_to_by_its_name() -> None:
    session = session_at("pizarro", 2, seed=4)
    session.table.console.size = ConsoleDimensions(WIDTH, 24)
    session.viewer = session.state.seat
    session.open_menu()
    line = next(line for line in screen_of(session) if "(also: " in line)
    named = line.partition("(also: ")[2].rstrip(")…").split(", ")[-1].strip()
    session.table.console.file = io.StringIO()
    assert session._choose(named.upper()) is False
    shown = session.table.console.file.getvalue()
    assert "page 1 of " not in shown
    assert "nothing here is called" not in shown
    assert "page " in shown


def test_lines_are_cut_by_what_they_take_on_the_screen() -> None:
    for line in (
        "（オレンジの羽根3枚）, （服2枚）, （陶器のデキャンタ2枚）",
        "活性サークレットタイル" * 5,
        "abc " * 20,
    ):
        pieces = wrap(Text(line), 20)
        assert max(piece.cell_len for piece in pieces) <= 20
        assert "".join(piece.plain for piece in pieces).replace(" ", "") == line.replace(" ", "")


def test_what_belongs_together_stays_in_one_line_where_three_blanks_part_it() -> None:
    lines = wrap(Text("posts to place 12/14   white delivered 0   grey delivered 0"), 48, 2)
    assert [line.plain for line in lines] == ["posts to place 12/14   white delivered 0", "  grey delivered 0"]


def test_the_names_of_other_pages_are_in_the_language() -> None:
    session = session_at("cuzco_feld", 4, seed=4)
    words = Words("ja")
    screen = Screen(session.table.scene, session.table.console, words, live=True, quiet=False)
    screen._pages = [Page([Text("here")], ["map"]), Page([Text("there")], [TABLE, "pink"])]
    with session.table.console.capture() as captured:
        screen._page()
    assert f"{words.say('table')}、pink" in captured.get()


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_the_screen_fits_at_every_decision(name: str) -> None:
    game = parts(name)[0]
    for players in range(game.min_players, game.max_players + 1):
        assert play_and_look(name, players, seed=players, every=1, most=100_000) >= 3


OVERLAYS = [target for target in shipped() if "+" in target]


@pytest.mark.slow
@pytest.mark.parametrize("name", OVERLAYS)
def test_the_screen_fits_with_every_overlay(name: str) -> None:
    game = parts(name)[0]
    assert play_and_look(name, game.max_players, seed=1, every=10, most=100_000) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("lang", [each for each in languages() if each != "en"])
@pytest.mark.parametrize("name", SHIPPED)
def test_the_screen_fits_in_every_language(name: str, lang: str) -> None:
    """As `yupana play --lang` sets the table, which takes the ruleset's own texts in the language too."""
    opened = open_game(name, lang)
    game = opened.game
    state = game.start(players=game.max_players, seed=2)
    session = set_table(opened, state, Manner(delay=0.0, lang=lang))
    console = Console(file=io.StringIO(), width=WIDTH, height=HEIGHT, force_terminal=True, color_system=None)
    session.table.console, session.table.reader = console, Typist()
    session.table.scene = Scene(game, Look(opened.compiled), session.table.scene.paint, Words(lang), WIDTH)
    session = Session(session.table, state)
    assert look(session, seed=2, every=10, most=100_000) >= 1
