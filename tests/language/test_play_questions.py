"""`can`, `options`, `times` and `ago` say what a look at the options, and at all positions before, says."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest
from yupana.interpreter.game import Game, State
from yupana.interpreter.play.playable import Game as Playable
from yupana.interpreter.play.questions import Question, with_questions
from yupana.schemas.source import NOWHERE, Code
from yupana.tests.found import BackEnd, compiled

LANGUAGE = "tests/language"


def _asked(back_end: BackEnd, target: str, *texts: str) -> tuple[Game, list[Question]]:
    game, questions = with_questions(compiled(target), [Code(text, NOWHERE) for text in texts])
    assert [each.faults for each in questions] == [()] * len(texts)
    return Playable(game.program, game.ruleset, engine=back_end.engine), questions


def _step(state: State, draw: random.Random) -> str:
    options = state.option_tuples()
    option = options[draw.randrange(len(options))]
    state.apply_tuple(option)
    return state.game.program.alternatives[option[0]].name


@pytest.mark.parametrize(
    ("target", "menus", "decisions"),
    [
        ("tic_tac_toe", ["main"], 9), (f"{LANGUAGE}/24_offers.yaml", ["main"], 30),
        (f"{LANGUAGE}/26_interchange.yaml", ["main"], 30), (f"{LANGUAGE}/17_flow.yaml", ["main", "feast"], 60),
        ("cargo_empire", ["main"], 30), ("cuzco_kk", ["main"], 40),
    ],
    ids=["tic_tac_toe", "offers", "interchange", "flow", "cargo_empire", "cuzco_kk"],
)  # fmt: skip
def test_options_are_counted_as_they_are_listed(
    target: str, menus: list[str], decisions: int, back_end: BackEnd
) -> None:
    if back_end.engine.name == "toy" and "/" not in target and target != "tic_tac_toe":
        pytest.skip("the plain back end is slow on whole games")
    texts = [f"{word}(me, {menu})" for menu in menus for word in ("options", "can")]
    game, questions = _asked(back_end, target, *texts)
    state, draw, asked = game.start(), random.Random(target), 0
    for _ in range(decisions):
        if state.over or state.decision is None:
            break
        known = game.program.decisions[state.cells[2]]
        if known.name in menus:
            chosen = [each for each in state.option_tuples() if game.program.alternatives[each[0]].action]
            many, some = questions[2 * menus.index(known.name) :][:2]
            assert state.ask(many.function) == len(chosen)
            assert bool(state.ask(some.function)) is bool(chosen)
            asked += 1
        _step(state, draw)
    assert asked > 3


@dataclass
class Kept:
    """All positions that were noted, written out."""

    notes: list[object]

    def check(self, state: State, position: object, times: Question, ago: Question) -> None:
        """The position was noted just now."""
        self.notes.append(position)
        assert state.ask(times.function) == self.notes.count(position)
        assert state.ask(ago.function) == 0
        self.seen = self.notes.count(position)


def _where(state: State, field: str) -> object:
    program = state.game.program
    known = next(each for each in program.fields if each.name == field)
    return tuple(state.cells[known.base : known.base + len(program.domains[known.domain].names)])


@pytest.mark.parametrize("seed", range(3))
def test_times_are_counted_as_positions_are_kept(seed: int, back_end: BackEnd) -> None:
    texts = ("times(board)", "ago(board)", "times(to_play)", "ago(to_play)")
    game, questions = _asked(back_end, f"{LANGUAGE}/25_repetition.yaml", *texts)
    state, draw = game.start(options={"ko": "free"}), random.Random(seed)
    board, to_play = Kept([]), Kept([])
    while not state.over:
        stones = _where(state, "stone")
        board.check(state, stones, *questions[:2])
        to_play.check(state, (stones, state.seat), *questions[2:])
        if _step(state, draw) == "begin_anew":
            board.notes.clear()
    assert len(to_play.notes) > 3


def test_carts_are_alike_wherever_they_have_been(back_end: BackEnd) -> None:
    game, questions = _asked(back_end, f"{LANGUAGE}/26_interchange.yaml", "times(carts)", "ago(carts)")
    state, draw = game.start(), random.Random(5)
    kept = Kept([])
    again = 0
    while not state.over:
        full = _where(state, "full")
        assert isinstance(full, tuple)
        layout = game.program.layout
        zones = [state.cells[layout.piece_zone + piece] for piece in range(4)]
        stands = sorted([(zone, piece == 3, full[piece]) for piece, zone in enumerate(zones) if zone >= 0])
        kept.check(state, tuple(stands), *questions)
        again += kept.seen > 1
        _step(state, draw)
    assert again > 2
