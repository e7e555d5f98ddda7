"""Why an option is missing can be asked of every game at any time: it is answered, and tells nothing that is hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from yupana.interpreter.game import State
from yupana.interpreter.program import ir
from yupana.tests.conformance.games import any_value, played
from yupana.tests.conformance.hearsay import dealt_anew
from yupana.tests.found import game, label, targets

POSITIONS, QUESTIONS = 3, 6
QUICK = ["cuzco_feld", "cuzco_kk", "tic_tac_toe", "tests/language/11_secrets.yaml"]


def _questions(state: State, draw: random.Random) -> Iterator[str]:
    """Options that one might miss: any values of the right types, all of them or some."""
    program, cells, printer = state.game.program, state.cells, state.game.machine.printer
    known = [program.alternatives[each.alternative] for each in program.decisions[cells[ir.CELL_DECISION]].answers]
    for _ in range(QUESTIONS):
        each = draw.choice(known)
        arguments = [f"{name}={any_value(printer, kind, draw)}" for name, kind in each.params if draw.random() < 0.9]
        yield f"{each.name}({', '.join(arguments)})" if arguments else each.name


def _asked(target: str, positions: int, questions: int) -> tuple[int, int]:
    """How many answers there were, and how many of them could be compared with another deal."""
    known = game(target)
    draw = random.Random(target)
    answered = compared = 0
    for _, position in played(target, known.max_players, 1).some(positions):
        if position.over:
            continue
        assert position.decision is not None
        other: Any = dealt_anew(position, position.decision.player, 1)
        same = other is not None and other.decision is not None and other.decision.texts == position.decision.texts
        for _ in range(questions // QUESTIONS):
            for text in _questions(position, draw):
                said = position.why_not(text)
                answered += 1
                assert said.endswith((".", "?", "…", ")", "!", "。")), said
                if same:
                    assert other.why_not(text) == said
                    compared += 1
    return answered, compared


@pytest.mark.parametrize("target", QUICK, ids=label)
def test_an_answer_tells_nothing_that_is_hidden(target: str) -> None:
    answered, compared = _asked(target, POSITIONS, QUESTIONS)
    assert answered > 0
    assert compared > 0


@pytest.mark.slow
@pytest.mark.parametrize("target", targets(), ids=label)
def test_many_answers_tell_nothing_that_is_hidden(target: str) -> None:
    assert _asked(target, 24, 10 * QUESTIONS)[1] > 0
