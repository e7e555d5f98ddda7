"""Emitted Python is compiled piece by piece; an error of ours still tells where in it and in the ruleset it showed."""

from __future__ import annotations

import re

import pytest
from yupana.interpreter.backends.python.backend import PYTHON
from yupana.tests.found import game


@pytest.mark.parametrize("target", ["tic_tac_toe", "tic_tac_toe+misere", "connect_four"])
def test_an_error_of_ours_names_the_functions_and_the_lines_that_it_went_through(target: str) -> None:
    translation = PYTHON.translate(game(target).program)
    with pytest.raises(IndexError) as damaged:
        translation.runner().options([0] * 5, 0)  # there is no such position
    told = str(translation.explained(damaged.value))
    frames = re.findall(r"; (\w+) \([^()]*\.yaml:\d+\): (.+?)(?=;|$)", told)
    assert len(frames) == 2, told
    (outer, called), (inner, line) = frames
    assert outer.endswith("_options")
    assert called.startswith(f"{inner}("), "the outer one calls the inner"
    assert line in translation.text
    assert "S[" in line, "a position is read there"
