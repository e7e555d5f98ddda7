"""`yupana play` in a terminal of 80 by 24: what stands on it at several decisions, and what can be typed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from rich.cells import cell_len
from yupana.tests.found import shipped
from yupana.tests.tools.terminals import named_elsewhere, opened, session_of

pytest.importorskip("fcntl")

from yupana.tests.tools.own_terminal import terminal

QUICK = ["cargo_empire", "quoridor", "hanabi"]
REFUSED = ("No option matches", "There is no card, space, action or rule")


def play(name: str, folder: Path, decisions: int) -> None:
    """Type random options; at each decision look at the screen, and type what it says stands on other pages."""
    game = opened(name).game
    players = min(max(game.min_players, 2), game.max_players)
    state, chance = game.start(players=players, seed=5), random.Random(5)
    spaces = session_of(name, players, 5, 80, 24).table.scene.spaces(state)
    table = ("play", name, "--players", str(players), "--seed", "5", "--open")
    with terminal(*table, folder=folder) as here:
        screen = here.screen()
        for _ in range(decisions):
            if state.over or state.decision is None:
                break
            lines = screen.splitlines()
            assert len(lines) <= 24, screen
            assert max(map(cell_len, lines)) <= 80, screen
            prompt = (state.decision.prompt or "decides").split()[0]
            assert prompt in screen, screen
            assert any(line.lstrip().startswith("1 ") for line in lines) or len(state.decision.options) < 2, screen
            if any(value in spaces for text in state.decision.texts for value in text.replace(")", "=").split("=")):
                assert len(lines) >= 8, screen
            for part in named_elsewhere(screen):
                assert not any(each in here.type(part) for each in REFUSED), part
                assert not any(each in here.type(f"show {part}") for each in REFUSED), part
            option = state.decision.options[chance.randrange(len(state.decision.options))]
            text = state.decision.texts[state.decision.options.index(option)]
            state.apply(option)
            if not state.over:
                screen = here.type(text)


@pytest.mark.parametrize("name", QUICK)
def test_a_game_in_a_terminal(name: str, tmp_path: Path) -> None:
    play(name, tmp_path, 3)


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped())
def test_every_game_in_a_terminal(name: str, tmp_path: Path) -> None:
    play(name, tmp_path, 8)
