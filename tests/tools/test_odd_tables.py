"""People who type anything at the tables of the shipped games: whatever stands on the screen and whatever is asked,
a line is done or refused in words, and the game goes on.

Unlike the odd lines of `test_robust` these know what is asked: numbers of the menu and others, beginnings and damaged
copies of options, names on the table, commands with arguments that fit and that do not.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from yupana.tests.tools.drive import ODD_VALUES, lay_out, odd_lines
from yupana.tests.tools.test_terminal_screens import SHIPPED, parts, session_at
from yupana.tools.terminal.commands import COMMANDS, Left
from yupana.tools.terminal.session import LONGEST, Session


class Scribbler:
    """Types odd lines, and now and then an option, until it gets up; notes what it has typed."""

    def __init__(self, draw: random.Random, most: int, *, interactive: bool) -> None:
        self.draw, self.most, self.interactive = draw, most, interactive
        self.noise = odd_lines(200, draw)
        self.typed: list[str] = []
        self.session: Session | None = None

    def read(self, prompt: str, words: Sequence[str]) -> str | None:
        """The next line."""
        if len(self.typed) >= self.most:
            return None
        if not words:  # the screen is handed over
            return self.draw.choice(self.noise)
        line = self._line([each for each in words if each])
        while line.strip(": ").partition(" ")[0].casefold() == "quit":
            line = self._line(list(words))
        self.typed.append(line)
        return line

    def _line(self, words: list[str]) -> str:
        assert self.session is not None
        draw, options = self.draw, self.session.decision().options
        option = options[draw.randrange(len(options))].text
        name = draw.choice(words)
        kinds = {
            "an option": lambda: option,
            "noise": lambda: draw.choice(self.noise),
            "a number": lambda: f"{draw.choice(('', '#', '-', '0'))}{draw.randrange(60)}",
            "a beginning": lambda: option[: draw.randrange(len(option) + 1)],
            "a damaged option": lambda: option.replace(draw.choice(option), draw.choice("xyz=(),1# "), 1),
            "two options": lambda: f"{option} {options[-1].text}",
            "another value": lambda: f"{option.partition('=')[0]}={draw.choice((name, *ODD_VALUES[:20]))})",
            "a word": lambda: name,
            "show": lambda: f"show {draw.choice((name, option, *ODD_VALUES[:20]))}",
            "why not": lambda: f"why not {draw.choice((name, option, option[:-1], option[:-2] + 'x)'))}",
            "rules": lambda: f"rules {draw.choice((name, '1', 'the', '.*', ''))}",
            "a command": lambda: f"{draw.choice(list(COMMANDS))} {draw.choice(('', name, 'anyway', '3'))}",
            "undo": lambda: draw.choice(("undo", "undo anyway", "redo", "undo 3")),
            "save": lambda: f"{draw.choice(('save', 'load'))} {draw.choice(('a.json', 'b.json', *ODD_VALUES))}",
            "a page": lambda: draw.choice("+-<>"),
            "nothing": lambda: draw.choice(("", " ", "\t", ":", "all", "back")),
        }
        return kinds[draw.choice(list(kinds))]().replace("\n", " ")[: LONGEST + 10]


def scribble(name: str, players: int, seed: int, most: int, *, interactive: bool) -> Scribbler:
    """Sit at a table until so many lines are typed or the game is over. Anything but refusals is raised."""
    session = session_at(name, players, seed)
    person = Scribbler(random.Random(seed), most, interactive=interactive)
    session.table.reader = person
    session.screen.live = interactive
    person.session = session
    try:
        session.play()
    except Left:
        pass
    except Exception as fault:
        raise AssertionError(f"{name} with {players}, seed {seed}, after {person.typed[-3:]!r}") from fault
    return person


@pytest.mark.slow
@pytest.mark.parametrize("interactive", [False, True])
@pytest.mark.parametrize("name", SHIPPED)
def test_500_lines_at_every_table(
    name: str, interactive: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lay_out(tmp_path)
    (tmp_path / "fifo").unlink(missing_ok=True)  # whoever opens a pipe waits for the other end
    game, typed, seed = parts(name)[0], 0, 0
    while typed < 500:
        seed += 1
        players = game.min_players + seed % (game.max_players - game.min_players + 1)
        typed += len(scribble(name, players, seed, 250, interactive=interactive).typed)


@pytest.mark.parametrize("name", ["tic_tac_toe", "cargo_empire"])
def test_some_lines_at_a_table(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert scribble(name, parts(name)[0].max_players, 7, 60, interactive=True).typed
