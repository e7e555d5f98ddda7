"""Encodings: arrays of one size, within their bounds, and a digest that is the same everywhere and tells them apart."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
import yupana
from yupana.interpreter.game import UsageError
from yupana.tests.found import game
from yupana.tests.training.games import GAMES
from yupana.tools.training.encoding import Encoding


@pytest.mark.parametrize("target", GAMES)
def test_the_digest_belongs_to_a_ruleset_its_players_and_the_encoding(target: str) -> None:
    one = game(target)
    made = [
        Encoding(one, one.min_players),
        Encoding(one, one.min_players, view="numbers"),
        Encoding(one, one.min_players, actions="stepwise"),
        Encoding(one, one.max_players),
        Encoding(game("tic_tac_toe"), 2),
    ]
    digests = [each.digest for each in made]
    first = made[0]
    assert Encoding(one, one.min_players).digest == digests[0]
    assert digests[0] != digests[1]
    assert (digests[0] == digests[2]) == (not first.actions.flat)
    assert (digests[0] == digests[3]) == (one.min_players == one.max_players)
    assert (digests[0] == digests[4]) == (target == "tic_tac_toe")
    first.must_be(digests[0])
    with pytest.raises(UsageError, match="another ruleset"):
        first.must_be(digests[1])


def test_another_process_has_the_same_digest() -> None:
    code = "import yupana; print(yupana.encoding(yupana.load('goofspiel'), 3).digest)"
    said = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert said == {yupana.encoding(yupana.load("goofspiel"), 3).digest}


def test_scaled_observations_have_a_place_for_every_member() -> None:
    coded = Encoding(game("tic_tac_toe"), 2)
    state = game("tic_tac_toe").start()
    for text in ("mark(space=b2)", "mark(space=a1)"):
        state.apply(text)
    shown = {seat: coded.observation(coded.seen.look(state, seat)) for seat in (0, 1)}
    for seat, other in ((0, 1), (1, 0)):
        set_ = {name for name, value in zip(coded.names, shown[seat], strict=True) if value}
        assert f"Square.mark[{('b2', 'a1')[seat]}] = me" in set_
        assert f"Square.mark[{('b2', 'a1')[other]}] = me+1" in set_
        assert sum(name.startswith("Square.mark") for name in set_) == 2
    assert shown[0].dtype == np.float32


def test_numbers_are_as_a_seat_sees_them() -> None:
    coded = Encoding(game("tic_tac_toe"), 2, view="numbers")
    look = coded.seen.look(game("tic_tac_toe").start(), 0)
    assert coded.observation(look).tolist() == look.numbers
    assert coded.names == tuple(each.name for each in coded.layout)


def test_numbers_without_bounds_are_scaled_too() -> None:
    coded = Encoding(game("backgammon"), 2)
    look = coded.seen.look(game("backgammon").start(), 0)
    shown = coded.observation(look)
    assert (coded.low <= shown).all()
    assert (shown <= coded.high).all()
    men = coded.names.index("Place.men[p6](me)")
    assert 0 < shown[men] < 1


def test_a_view_that_there_is_not_is_refused() -> None:
    with pytest.raises(UsageError, match="scaled or as numbers"):
        Encoding(game("tic_tac_toe"), 2, view="picture")  # type: ignore[arg-type]


def test_the_digest_belongs_to_the_options_too() -> None:
    """Also to those that change rules alone, and not what is seen or done."""
    chess = game("chess")
    digests = {Encoding(chess, 2, {"claims": claims}).digest for claims in (True, False)}
    assert len(digests) == 2
    assert Encoding(chess, 2).digest in digests
