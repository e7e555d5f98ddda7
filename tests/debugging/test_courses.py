"""Stepping changes nothing: what is played comes to the same end, by the same moments, wherever it begins."""

from __future__ import annotations

import random

import pytest
from yupana.interpreter.examples.running import run_examples
from yupana.interpreter.stepping import ExampleCourse, FailedError, GameCourse, Moment, RuleFault
from yupana.schemas.errors import UsageError
from yupana.tests.found import compiled

GAMES = ("tic_tac_toe", "cargo_empire", "cuzco_kk", "cuzco_feld", "pizarro")


EVERY = 53
"""Of so many moments one is looked at."""


def _told(course: GameCourse, moment: Moment) -> object:
    """What is seen at a moment; of most only where it is."""
    if moment.number % EVERY and moment.stop >= 0:
        return moment.span
    course.stepping.look(moment)
    calls = [(each.stop.name, each.stop.span.line, each.values) for each in moment.calls]
    return moment.span, calls, hash(tuple(moment.cells))


@pytest.mark.parametrize("target", [*GAMES, "tests/language/30_triggers.yaml", "tests/debugging/faulty.yaml"])
def test_an_example_that_is_stepped_through_ends_as_it_does_when_it_is_run(target: str) -> None:
    what = compiled(target)
    assert what.ruleset is not None
    names = [str(each) for each in what.ruleset.examples if each != "it_never_ends"]
    for name in random.Random(4).sample(names, min(2, len(names))):
        course, moments = ExampleCourse(what, name), list[Moment]()

        def hear(moment: Moment, course: ExampleCourse = course, moments: list[Moment] = moments) -> None:
            if moment.number % 500 == 0:  # who looks and asks changes nothing
                course.stepping.look(moment)
                course.stepping.ask("active", moment.cells, moment.calls[0] if moment.calls else None)
            moments.append(moment)

        (result,) = run_examples(what, [name])
        said = ""
        try:
            course.play(hear)
        except RuleFault as fault:
            fault.command = ""  # the saved game does not know what the example puts in place
            said = str(fault)
        except (FailedError, UsageError) as fault:
            said = str(fault)
        assert said == result.message
        assert [each.number for each in moments] == list(range(len(moments)))


@pytest.mark.parametrize(
    ("target", "most"), [("tic_tac_toe", 7), ("cargo_empire", 2), ("tests/language/18_waiting.yaml", 5)]
)
def test_what_is_played_again_comes_to_the_same_moments_from_every_decision(target: str, most: int) -> None:
    course, dice = GameCourse(compiled(target), seed=3), random.Random(2)
    taken = 0

    def more() -> None:
        nonlocal taken
        state = last[0].state
        if taken == most or state is None or state.over:
            course.more = None
            return
        taken += 1
        assert state.decision is not None
        course.decide(state.ply, dice.choice(state.decision.texts))

    last: list[Moment] = []
    first: dict[int, object] = {}

    def hear(moment: Moment) -> None:
        last[:] = [moment]
        first[moment.number] = _told(course, moment)

    course.more = more
    course.play(hear)
    assert taken == most
    anew = GameCourse(compiled(target), seed=3)
    for number, option in enumerate(course.decisions):
        anew.decide(number, option)
    moments = sorted(first)
    for way in (course, anew):  # who has not listened before either
        for begin in (moments[-1], moments[0], moments[len(moments) // 3]):
            again: dict[int, object] = {}

            def listen(moment: Moment, again: dict[int, object] = again, way: GameCourse = way) -> None:
                again[moment.number] = _told(way, moment)

            way.play(listen, begin)
            assert begin in again
            least = min(again)
            assert least == 0 or begin > 0
            assert again == {number: told for number, told in first.items() if number >= least}


def test_what_comes_before_the_moment_that_is_wanted_is_not_listened_to() -> None:
    course, heard = GameCourse(compiled("tic_tac_toe"), seed=3), list[Moment]()
    for number, cell in enumerate(("a1", "a2", "a3")):
        course.decide(number, f"mark(space={cell})")
    course.play(heard.append, course.moment_of(3))
    assert heard[0].number == course.moment_of(3)
    assert heard[0].state is not None
    assert heard[0].state.ply == 2
