"""What functions keep from one list of options to the next: nothing of it ever shows."""

from __future__ import annotations

import random
from typing import Any

import pytest
from yupana.interpreter.backends.python import backend, memo
from yupana.interpreter.backends.registry import USUAL
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.optimise import PASSES, optimise
from yupana.interpreter.program import ir
from yupana.interpreter.program.facts import ProgramFacts
from yupana.interpreter.program.reach import Reach
from yupana.tests.found import game
from yupana.tests.optimise.test_passes import GAMES


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Functions are judged at once, and always found worth it: first as a whole, then value by value."""
    for module in (memo, backend):
        monkeypatch.setattr(module, "TRIAL", 2)
        monkeypatch.setattr(module, "OFTEN", 2)
    monkeypatch.setattr(memo, "LOOKING", 0.0)
    monkeypatch.setattr(memo, "KEEPING", 0.0)


def keeps(machine: Machine) -> bool:
    (runner, *_) = machine._idle
    assert isinstance(runner, backend.PythonRunner)
    return any(each.values for each in runner._memory._all.values())


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("target", GAMES)
def test_games_that_are_played_by_turns_do_not_meet(target: str) -> None:
    program = game(target).program
    plain, quick = Machine(program, USUAL, ()), Machine(program, USUAL, PASSES)
    dice = random.Random(5)
    players = (program.min_players, program.max_players)
    settings = [each.default for each in program.game_options]
    games = [
        [plain.new_state(players[i % 2], i, settings), quick.new_state(players[i % 2], i, settings)] for i in range(3)
    ]
    options = [[machine.begin(cells) for machine, cells in zip((plain, quick), pair, strict=True)] for pair in games]
    kept = False
    for _ in range(GAMES[target] * 2):
        at = dice.randrange(len(games))
        mine, other = options[at]
        assert mine == other
        assert list(games[at][0]) == list(games[at][1])
        if mine:
            chosen = dice.choice(mine)
            options[at] = [m.step(cells, chosen) for m, cells in zip((plain, quick), games[at], strict=True)]
            kept = kept or keeps(quick)
    assert kept == (target != "tic_tac_toe")


class Watched(list[int]):
    """A position that knows which of its cells are read."""

    def __init__(self, cells: Any, read: set[int]) -> None:
        super().__init__(cells)
        self.read = read

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            if at == slice(None):
                return Watched(self, self.read)
            self.read.update(range(*at.indices(len(self))))
        else:
            self.read.add(at)
        return super().__getitem__(at)


@pytest.mark.parametrize("target", [each for each in GAMES if each != "tic_tac_toe"])
def test_what_runs_reads_no_more_than_it_can_reach(target: str) -> None:
    program = optimise(game(target).program)
    machine, facts = Machine(program, USUAL, ()), ProgramFacts(program)
    reach, dice = Reach(program, facts), random.Random(2)
    asked = [number for number, each in enumerate(program.functions) if each.memo]
    state = game(target).start(2, 3)
    judged = narrower = 0
    for _ in range(25):
        for _ in range(3):
            if not state.over:
                state.apply(dice.choice(state.decision.options))  # type: ignore[union-attr]
        number = dice.choice(asked)
        function = program.functions[number]
        domains = [program.domains[function.locals[slot].domain].names for slot in function.params
                   if function.locals[slot].domain >= 0]  # fmt: skip
        if len(domains) < len(function.params):
            continue
        arguments = [dice.randrange(len(names)) for names in domains]
        cells, parts = reach.of(number, arguments)
        known = set(cells).union(*[range(*each) for part in parts for each in facts.cells_of(part)])
        read: set[int] = set()
        try:
            machine.call(Watched(state.cells, read), number, *arguments)  # type: ignore[arg-type]
        except Exception:  # a rule fault: this is no option here
            continue
        links = set(range(program.layout.zone_first, program.layout.piece_prev + program.layout.pieces))
        assert read - known - {ir.CELL_FRAME} - (links if any(kind == "zones" for kind, _ in parts) else set()) == set()
        judged += 1
        narrower += len(known) < sum(
            [end - first for part in facts.function(number).reads for first, end in facts.cells_of(part)]
        )
    assert judged > 5
    assert narrower or target in ("pizarro",)
