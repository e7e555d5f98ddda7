"""Every ruleset that there is, shipped or in the tests, is played by bots that look ahead and searched for faults: what
goes wrong may be a fault of its rules, and is never one of the program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from yupana.interpreter.compile import Compiled, compile_ruleset
from yupana.interpreter.game import Game, RuleFault
from yupana.tests.docs.pages import GUIDE, chapters
from yupana.tests.docs.walk import Reader
from yupana.tests.found import ROOT, TESTS, compiled, label, language_files, targets
from yupana.tools.bots.seats import make_bot
from yupana.tools.fuzzing.plan import Plan
from yupana.tools.fuzzing.run import search

BOTS = ("mcts:6", "flat:3", "greedy")
DECISIONS, FUZZED = 12, 400
"""How many decisions the bots take in a game, and the search."""

QUICK = ("11_secrets", "27_three_cards", "31_simultaneous", "35_looks", "kuhn_poker")


def others() -> Iterator[str]:
    """The other files of the tests that are rulesets by themselves."""
    for path in sorted(TESTS.rglob("*.yaml")):
        if path not in language_files() and "\nruleset:" in "\n" + path.read_text(encoding="utf-8"):
            yield path.relative_to(ROOT).as_posix()


ALL = [
    pytest.param(each, marks=() if label(each) in QUICK else pytest.mark.slow, id=label(each))
    for each in (*targets(), *others())
]


def game_of(ruleset: Compiled) -> Game | None:
    """The game of a ruleset; None where it is faulty on purpose, or no game by itself."""
    return None if ruleset.program is None else Game(ruleset.program, ruleset.ruleset)


def play(game: Game) -> None:
    """Bots that look ahead decide a few times, in each of their seats."""
    for seed in range(1, 1 + len(BOTS)):
        try:
            state = game.start(seed=seed)
            bots = [make_bot(BOTS[(seed + seat) % len(BOTS)], seed) for seat in range(state.players)]
            for _ in range(DECISIONS):
                options = state.option_tuples()
                if not options:
                    break
                state.apply_tuple(options[bots[state.seat].choose(state, options)])
        except RuleFault:
            continue


def look(target: str, game: Game) -> list[str]:
    """What a search finds that is no fault of the rules."""
    found = search(Plan(target, (game.min_players,), decisions=FUZZED, seconds=0.0), 1, lambda *_: None)
    return [each.words for each in found.findings if each.sort in ("bug", "engine", "save")]


@pytest.mark.parametrize("target", ALL)
def test_bots_play_it(target: str) -> None:
    if (game := game_of(compiled(target))) is not None:
        play(game)


@pytest.mark.parametrize("target", ALL)
def test_it_is_searched(target: str) -> None:
    if (game := game_of(compiled(target))) is not None:
        assert look(str(ROOT / target) if target.endswith(".yaml") else target, game) == []


@pytest.mark.slow
@pytest.mark.parametrize("chapter", chapters(GUIDE))
def test_those_of_the_guide(chapter: str, tmp_path: Path) -> None:
    written = [each for each in chapters(GUIDE)[chapter] if each.language in ("yaml", "csv")]
    Reader(GUIDE, tmp_path).follow(written)
    for path in sorted(tmp_path.rglob("*.yaml")):
        game = game_of(compile_ruleset(str(path)))
        if game is not None:
            play(game)
            assert look(str(path), game) == []
