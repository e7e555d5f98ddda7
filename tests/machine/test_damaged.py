"""Compiled programs with something changed in them: refused, with where; and nothing of ours breaks on what is not."""

from __future__ import annotations

import json
import random
import re
from functools import lru_cache
from typing import Any

import pytest
from yupana.interpreter.game import Game, InternalError, RuleFault, UsageError
from yupana.interpreter.program.codec import ProgramFileError, _digest, from_json, to_json
from yupana.interpreter.program.validate import validate
from yupana.tests.found import game

SHIPPED = ("tic_tac_toe", "cargo_empire", "cuzco_kk", "cuzco_feld", "pizarro")


@lru_cache(maxsize=1)
def compiled(target: str) -> str:
    return json.dumps(to_json(game(target).program))


def changed(text: str, dice: random.Random) -> Any:
    """The data with one number, text or list in it changed, left out or doubled."""
    copy = json.loads(text)
    spots: list[tuple[list[Any], int]] = []
    rest: list[list[Any]] = [copy[3]]
    while rest:
        spot = rest.pop()
        for i, each in enumerate(spot):
            if isinstance(each, list):
                rest.append(each)
            spots.append((spot, i))
    spot, at = dice.choice(spots)
    if isinstance(spot[at], bool):
        spot[at] = not spot[at]
    elif isinstance(spot[at], int):
        others = [spot[at] + 1, spot[at] - 1, -1, 0, 3, 31, 10**6, 2**31 - 1, -(2**31)]
        spot[at] = dice.choice([each for each in others if each != spot[at]])
    elif isinstance(spot[at], list) and spot[at] and dice.random() < 0.5:
        spot[at] = [*spot[at], *spot[at][-1:]]
    elif isinstance(spot[at], str) and dice.random() < 0.5:
        spot[at] = spot[at] + "x"
    else:
        del spot[at]
    return copy


def refusal(data: Any) -> str:
    """Why a program is refused; "" when it is not."""
    try:
        validate(from_json(data))
    except ProgramFileError as refused:
        return str(refused)
    return ""


def played(data: Any, dice: random.Random) -> str:
    """What becomes of a program that was not refused."""
    try:
        state = Game(from_json(data)).start(2, 3)
        for _ in range(25):
            if state.over:
                break
            assert state.decision is not None
            for option in state.decision.options[:3]:
                assert option.text
            state.observation(0)
            state.apply(dice.choice(state.decision.options))
    except (RuleFault, UsageError):
        return "fault"
    except InternalError as error:
        return f"ours: {error}"
    return "played"


BEYOND = ("IndexError", "has no member")
"""What a number that is well formed and too large comes to when the game is played."""


def judge(target: str, seed: int, edits: int) -> tuple[int, int]:
    """How many of so many edits were refused for their form or types, and how many were well formed and played."""
    dice, text = random.Random(seed), compiled(target)
    shaped = 0
    for _ in range(edits):
        data = changed(text, dice)
        why = refusal(data)
        assert why, "a change went unnoticed"
        if "was changed after" in why:
            data[2] = _digest(data[3])
            if not refusal(data):
                outcome = played(data, dice)
                assert "ours" not in outcome or any(each in outcome for each in BEYOND), outcome
                continue
            why = refusal(data)
        shaped += 1
        place = r"\[\d+\]|function \d+|decision \d+|the program|name|title|layout|scoring|zone_refill"
        assert re.search(rf"\(.*({place}).*: .*\)", why), why
    return shaped, edits - shaped


@pytest.mark.parametrize("target", SHIPPED)
def test_a_damaged_program_is_refused_with_its_place(target: str) -> None:
    """A large program takes a second to read and validate again and again."""
    edits = 10 if target in ("tic_tac_toe", "cargo_empire") else 6
    shaped, other = judge(target, 1, edits)
    assert shaped + other == edits
    assert shaped > edits // 8  # of so few edits most may hit numbers, which any program may have


@pytest.mark.slow
@pytest.mark.parametrize("target", SHIPPED)
def test_thousands_of_damaged_programs(target: str) -> None:
    shaped, other = judge(target, 2, 800)
    assert shaped > 100
    assert other > 50
