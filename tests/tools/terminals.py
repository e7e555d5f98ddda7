"""Tables at terminals of any size, in this process."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from functools import cache

from rich.console import Console
from yupana.interpreter.view.look import Look
from yupana.tools.terminal.opening import Manner, Opened, open_game, set_table
from yupana.tools.terminal.scene import Scene
from yupana.tools.terminal.session import Session

CLEARED = "\x1b[2J\x1b[H"
_ALSO = re.compile(r"\(also: (.*)\)$", re.MULTILINE)


class Typist:
    """A person at a terminal who never gets to type anything."""

    interactive = True

    def read(self, prompt: str, words: object) -> str | None:
        return None


@cache
def opened(name: str, lang: str | None = None) -> Opened:
    """A game, once for all tests."""
    return open_game(name, lang)


def session_of(name: str, players: int, seed: int, width: int, height: int, lang: str | None = None) -> Session:
    """A game at a terminal of this size, as `yupana play --open` sets the table, which has not been shown yet."""
    game = opened(name, lang).game
    state = game.start(players=players, seed=seed)
    table = set_table(opened(name, lang), state, Manner(delay=0.0, lang=lang, open_hands=True)).table
    table.console = Console(file=io.StringIO(), width=width, height=height, force_terminal=True, color_system=None)
    table.reader = Typist()
    table.scene = Scene(game, Look(opened(name, lang).compiled), table.scene.paint, table.words, width)
    return Session(table, state)


def shown(session: Session) -> list[str]:
    """What a person has on the screen, with the prompt."""
    return [*typed(session, session.draw), "> "]


def typed(session: Session, doing: Callable[[], object]) -> list[str]:
    """What is on the screen after something was done."""
    session.table.console.file = io.StringIO()
    doing()
    return session.table.console.file.getvalue().rpartition(CLEARED)[2].splitlines()


def named_elsewhere(screen: str) -> list[str]:
    """The parts that a screen says stand on other pages."""
    found = _ALSO.search(screen)
    return [each for each in found[1].split(", ") if each != "…"] if found else []
