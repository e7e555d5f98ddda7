"""Which positions are kept before something that could have gone otherwise."""

from __future__ import annotations

import random

from yupana.interpreter.play.coverage import marked
from yupana.tests.found import game
from yupana.tools.fuzzing.archive import Late, Spot
from yupana.tools.fuzzing.plan import Origin
from yupana.tools.fuzzing.signs import NOTHING


def _way(length: int) -> list[Spot]:
    state = marked(game("tic_tac_toe")).game.start()
    return [Spot(Origin(2, 1), None, number, state, NOTHING) for number in range(length)]


def test_the_closest_and_the_last_ones_are_kept() -> None:
    late, draw = Late(), random.Random(1)
    for distance in (9, 1, 8, 2, 7, 3, 6, 5, 0):
        late.note(("end",), [Spot(Origin(distance, 1), None, 0, _way(1)[0].state, NOTHING)], distance, draw)
    chosen = {late.choose(draw)[1].origin.players for _ in range(200)}
    assert chosen == {1, 2, 3, 6, 5, 0}


def test_positions_shortly_before_are_kept_most_often() -> None:
    draw, way = random.Random(1), _way(30)
    lengths = []
    for _ in range(400):
        late = Late()
        late.note(("beside", 1), way, 0, draw)
        lengths.append(late.choose(draw)[1].length)
    assert {0 <= each <= 29 for each in lengths} == {True}
    assert len({*lengths}) > 20
    assert sum(each >= 25 for each in lengths) > 150


def test_what_was_tried_least_comes_next_and_what_was_reached_never() -> None:
    late, draw = Late(), random.Random(1)
    late.note(("beside", 0), [], 0, draw)
    assert not len(late)
    for number in range(3):
        late.note(("beside", number), _way(2), 0, draw)
    counts = [late.choose(draw)[0][1] for _ in range(300)]
    assert all(80 <= counts.count(number) <= 120 for number in range(3))
    late.forget(("beside", 1))
    assert {late.choose(draw)[0][1] for _ in range(50)} == {0, 2}
