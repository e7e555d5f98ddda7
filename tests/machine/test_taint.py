"""What the functions beside others say to be read of hidden things is what is read where Python runs these."""

from __future__ import annotations

import random

import pytest
from yupana.interpreter.backends.registry import USUAL
from yupana.interpreter.game import SPECTATOR, State, load
from yupana.interpreter.machine.faults import Trap
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.passes import PASSES
from yupana.interpreter.program import ir
from yupana.interpreter.program.facts import ProgramFacts
from yupana.interpreter.program.hidden import secret_parts
from yupana.interpreter.program.reducing import reduced
from yupana.interpreter.program.taint import with_taint
from yupana.interpreter.view.taint import TrackedCells, Unseen


def asking(program: ir.Program) -> list[int]:
    """Functions of numbers that change nothing and may read something hidden."""
    facts, secret = ProgramFacts(program), secret_parts(program)
    return [
        number
        for number, each in enumerate(program.functions)
        if each.result is not None and not each.waits and not each.generator and facts.function(number).pure
        and not secret.isdisjoint(facts.function(number).reads)
        and all(each.locals[slot].kind == "scalar" and each.locals[slot].domain >= 0 for slot in each.params)
    ]  # fmt: skip


def positions(target: str, seed: int, most: int) -> list[State]:
    """Positions of a random game."""
    state, dice, found = load(target).start(None, seed=seed), random.Random(seed), []
    while not state.over and len(found) < most:
        found.append(state.clone())
        state.apply(dice.choice(state.game.machine.printer.options(state.option_tuples())))
    return found


@pytest.mark.parametrize("target", ["leduc_poker", "goofspiel", "cargo_empire", "cuzco_kk"])
def test_what_is_read_of_hidden_things_is_told(target: str) -> None:
    states = positions(target, 1, 12)
    program, dice = states[0].game.program, random.Random(2)
    functions = asking(program)
    tainted, beside = with_taint(program, functions)
    plain = Machine(reduced(program, functions), USUAL, PASSES)
    marked = Machine(reduced(tainted, list(beside.values())), USUAL, PASSES)
    told = 0
    for state in states:
        for viewer in range(SPECTATOR, state.players):
            unseen = Unseen().of(plain, state.cells, viewer)
            size = program.layout.size
            marks = [int(cell in unseen) for cell in range(size)]
            for number in dice.sample(functions, min(len(functions), 6)):
                known = program.functions[number]
                domains = [program.domains[known.locals[slot].domain] for slot in known.params]
                values = [dice.choice(list(each.here(state.cells)) or [0]) for each in domains]
                cells = TrackedCells(state.cells)
                try:
                    plain.call(cells, number, *values)
                except Trap:
                    continue
                other = [*state.cells[:size], *marks, *state.cells[size:]]
                found = marked.call(other, beside[number], *values)
                read = not cells.read.isdisjoint(unseen)
                assert bool(found) == read, f"{known.name}{values} for {viewer}"
                told += read
    assert told or not functions
