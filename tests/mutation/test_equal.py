"""The fast way says what the slow way says: the program of a break, what the examples say to it, and how it is
played."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest
from yupana.interpreter.backends.python.variant import fits, varied
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.driver import translate
from yupana.interpreter.examples.running import prepare
from yupana.interpreter.language.parse import Reading
from yupana.interpreter.mutation import Mutant, Trials, mutants_of
from yupana.interpreter.mutation.recompiler import RefusedError
from yupana.interpreter.mutation.trials import failure
from yupana.interpreter.play.playable import Game
from yupana.interpreter.program import ir
from yupana.tests.mutation.alike import Alike

QUICK = {"tic_tac_toe": 20, "kuhn_poker": 15, "rock_paper_scissors": 10, "stepping_stones": 10}
SLOW = {
    "connect_four": 20, "kuhn_poker": 100, "leduc_poker": 60, "checkers": 25, "backgammon": 25, "reversi": 25,
    "cargo_empire": 25, "cuzco_kk": 20, "cuzco_feld": 12, "pizarro": 12,
}  # fmt: skip
"""By ruleset: how many of its breaks are tried."""

SIZES = [*QUICK.items(), *[pytest.param(*each, marks=pytest.mark.slow) for each in SLOW.items()]]


@cache
def trials(name: str) -> Trials:
    return Trials(compile_ruleset(name))


def sample(name: str, size: int) -> list[Mutant]:
    every = mutants_of(trials(name).compiled)
    return random.Random(1).sample(every, min(size, len(every)))


def made(ways: Trials, mutant: Mutant) -> ir.Program | None:
    """The program that is made of the code with a break, if that can be said."""
    if mutant.code is None or mutant.code in ways.recompiler.values:
        return None
    program = ways.recompiler.with_code(mutant.code, mutant.tree)
    return program if program is not None and fits(ways.program, program) else None


def waiting(program: ir.Program, ways: Trials) -> set[str]:
    """The names of the functions of the game that wait."""
    assert ways.compiled.program is not None
    known = {each.name for each in ways.compiled.program.functions}
    return {each.name for each in program.functions if each.waits} & known


@pytest.mark.parametrize(("name", "size"), SIZES)
def test_what_is_made_anew_is_what_compiling_the_whole_gives(name: str, size: int) -> None:
    ways, compared = trials(name), 0
    for mutant in sample(name, size):
        try:
            program = made(ways, mutant)
        except RefusedError:
            with pytest.raises(RefusedError):
                ways.whole(mutant)
            continue
        if program is not None:
            whole = ways.whole(mutant).program
            assert whole is not None
            if waiting(program, ways) != waiting(whole, ways):
                continue  # what waits no more is called otherwise, which nobody sees
            assert not (found := Alike(program, whole).difference()), f"{mutant.name}: {found}"
            compared += 1
    assert compared


def slowly(ways: Trials, mutant: Mutant) -> str:
    """What all examples say to a break on a game that is compiled as a whole."""
    try:
        compiled = ways.whole(mutant)
    except RefusedError:
        return "refused"
    ready = prepare(compiled)
    assert ready.program is not None
    if any(each.faults for each in ready.examples):
        return "unwritten"
    game = Game(ready.program, compiled.ruleset)
    if any(failure(game, each, ready.setup) for each in ready.examples):
        return "noticed"
    report = Reading(trees={} if mutant.code is None else {mutant.code: mutant.tree})
    translate(replace(compiled), compiled.ruleset, report)  # which asks where hidden values go
    return "refused" if report.errors else "missed"


SAID = {"endless": "noticed", "same": "missed"}
UNWRITTEN = ("refused", "noticed")
"""What may be said where an example names what is not there any more: another one may notice before."""


@pytest.mark.parametrize(("name", "size"), SIZES)
def test_the_examples_say_the_same_to_a_whole_game(name: str, size: int) -> None:
    ways = trials(name)
    for mutant in sample(name, max(5, size // 2)):
        fast = ways.verdict(mutant)
        found = SAID.get(fast.outcome, fast.outcome), slowly(ways, mutant)
        alike = found[0] in UNWRITTEN if found[1] == "unwritten" else found[0] == found[1]
        assert alike, f"{mutant.name}: {found}, {fast}"


def played(game: Game, seed: int, most: int = 60) -> list[object]:
    """All that is seen of a game at random, up to so many decisions; a rule fault ends it."""
    dice, seen = random.Random(seed), list[object]()
    state = game.start(seed=seed)
    for _ in range(most):
        decision = state.decision
        seen.append([state.observation(each) for each in state.names])
        if decision is None:
            break
        options = decision.options
        seen.append([decision.player, [str(each) for each in options]])
        state.apply(dice.choice(options))
    return [*seen, state.scores]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), SIZES)
def test_a_varied_machine_plays_as_one_that_is_made_for_the_program(name: str, size: int) -> None:
    ways = trials(name)
    for number, mutant in enumerate(sample(name, max(5, size // 4))):
        try:
            program = made(ways, mutant)
        except RefusedError:
            continue
        whole = None if program is None else ways.whole(mutant).program
        if program is None or whole is None or waiting(program, ways) != waiting(whole, ways):
            continue  # decisions of what waits no more are left over: no play comes to them
        games = [Game(program, ways.compiled.ruleset, optimised=False) for _ in range(2)]
        games[0].__dict__["machine"] = varied(ways.game.machine, program)
        seen = []
        for game in games:
            try:
                seen.append(played(game, number))
            except Exception as fault:  # whatever ends the one must end the other
                seen.append([type(fault).__name__, str(fault)])
        assert seen[0] == seen[1], mutant.name
