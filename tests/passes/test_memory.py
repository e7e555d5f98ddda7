"""What functions keep from one list of options to the next: nothing of it ever shows."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from yupana.interpreter.backends.python import backend, memo
from yupana.interpreter.backends.registry import USUAL
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.passes import PASSES, optimise
from yupana.interpreter.passes.remember import remember
from yupana.interpreter.program import ir
from yupana.interpreter.program.facts import ProgramFacts
from yupana.interpreter.program.reach import Reach
from yupana.interpreter.program.validate import validate
from yupana.tests.found import game
from yupana.tests.machine.build import INT, PLAYER, c, cell, function, op, program, v
from yupana.tests.passes.test_passes import GAMES


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Functions are judged at once, and always found worth it: first as a whole, then value by value."""
    for module in (memo, backend):
        monkeypatch.setattr(module, "TRIAL", 2)
        monkeypatch.setattr(module, "OFTEN", 2)
    monkeypatch.setattr(memo, "LOOKING", 0.0)
    monkeypatch.setattr(memo, "KEEPING", 0.0)
    monkeypatch.setattr(memo, "WATCHING", -1.0)


def keeps(machine: Machine) -> bool:
    (runner, *_) = machine._idle
    assert isinstance(runner, backend.PythonRunner)
    return any(each.values for each in runner._memory.functions.values())


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


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("target", ["cuzco_kk", "cuzco_feld"])
def test_what_is_looked_up_pays_what_working_it_out_would(target: str) -> None:
    program = game(target).program
    marked = [each for each in PASSES if each.run is remember]
    plain, quick = Machine(program, USUAL, ()), Machine(program, USUAL, marked)
    settings = [each.default for each in program.game_options]
    cells = [machine.new_state(program.min_players, 4, settings) for machine in (plain, quick)]
    options = [machine.begin(each) for machine, each in zip((plain, quick), cells, strict=True)]
    dice = random.Random(3)
    for _ in range(40):
        assert options[0] == options[1]
        chosen = dice.choice(options[0])
        options = [machine.step(each, chosen) for machine, each in zip((plain, quick), cells, strict=True)]
        assert left(plain) == left(quick)
    assert keeps(quick)


def left(machine: Machine) -> int:
    """The work that the last step left."""
    (runner, *_) = machine._idle
    assert isinstance(runner, backend.PythonRunner)
    return runner.host.work[0]


# ---------------------------------------------------------------- values that asked for others

SPOT = ir.Domain("Spot", "spot", ("a", "b", "c", "d", "e"))
LEVEL = ir.StateField("level", 1, 20, ir.SCALAR, INT, ir.Visibility(), low=0, high=9)
"""Of each spot, in cells 20 to 24."""
AROUND = ((1,), (0, 2), (1, 3), (2, 4), (3,))


class Asking:
    """Function 3 asks for the level of its spot, and where it is above 4 function 2 for how many can be reached from
    there, which is a search (-1): all levels count, but only whether they are 0. `anew` are those worked out."""

    def __init__(self) -> None:
        reached = ir.Region(1, 2, v(0), op("neighbors", 0, v(2)), op("gt", cell(20, v(1)), 0), 5)
        size = function("size", (0,), [ir.Return(op("set_size", reached))])
        asks = function("asks", (0,), [ir.Return(ir.Choice(op("gt", cell(20, v(0)), 4), ir.Call(2, (v(0),)), c(0)))])
        option = ir.For(0, op("domain", 1), (ir.Emit(0, (ir.Call(3, (v(0),)),)),))
        made = program(
            (replace(size, memo=True), replace(asks, memo=True)), fields=(LEVEL,), tables=(AROUND,),
            domains=(PLAYER, SPOT), alternatives=(ir.Alternative("take", (("n", INT),), -1, (), 0),),
            decisions=(ir.Decision("main", 1, c(0), -1, (), (option,), (ir.Answer(0, (), 0),), False, False, 0),),
        )  # fmt: skip
        validate(made)
        self.runner = backend.PythonTranslation(made).runner()
        self.cells = [0] * 400
        self.anew: list[tuple[int, int]] = []
        for _ in range(4):  # they are tried, looked at closer, and tried again
            self.listed(5, 5, 5, 5, 5)
        memory = self.runner._memory
        for kept in (*memory.functions.values(), *memory.searches.values()):
            assert kept.watched == (kept.number >= 0)
            self.watch(kept)
        self.listed(0, 0, 0, 0, 0)

    def watch(self, kept: memo.Kept) -> None:
        working_out = kept.anew

        def anew(cells: Any, spot: int) -> Any:
            self.anew.append((kept.number, spot))
            return working_out(cells, spot)

        kept.anew = anew

    def listed(self, *levels: int) -> list[int]:
        """What the options of a position say, and what was worked out for it is in `anew`."""
        self.anew.clear()
        self.cells[20:25] = levels
        self.runner.fresh(None, None)
        return [option[1] for option in self.runner.options(self.cells, 0)]


@pytest.mark.usefixtures("eager")
def test_a_value_holds_while_what_it_asked_for_does() -> None:
    asking = Asking()
    assert asking.listed(5, 1, 0, 6, 0) == [2, 0, 0, 1, 0]
    asking.listed(5, 1, 0, 6, 0)
    assert not asking.anew, "nothing has changed"
    assert asking.listed(5, 2, 0, 6, 0) == [2, 0, 0, 1, 0]
    assert set(asking.anew) == {(-1, 0), (-1, 3), (3, 1)}, "what is reached was looked for again, and is the same"
    assert asking.listed(5, 2, 1, 6, 0) == [4, 0, 0, 4, 0]
    assert {(2, 0), (3, 0), (2, 3), (3, 3)} <= set(asking.anew)
    assert asking.listed(4, 2, 1, 6, 0) == [0, 0, 0, 4, 0]
    assert (-1, 0) not in asking.anew, "nobody asks for it any more"


@pytest.mark.usefixtures("eager")
def test_a_value_that_holds_again_pays_for_what_it_asked_for_now() -> None:
    def left(*positions: tuple[int, ...]) -> int:
        asking = Asking()
        for each in positions:
            asking.listed(*each)
        return asking.runner.host.work[0]

    inside, at_the_edge = (0, 5, 1, 0, 0), (1, 5, 0, 0, 0)  # as many can be reached, but more are met
    assert left(inside, at_the_edge) == left(at_the_edge) > left(inside) == left(at_the_edge, inside)


class TrackedCells(list[int]):
    """A position that knows which of its cells are read."""

    def __init__(self, cells: Any, read: set[int]) -> None:
        super().__init__(cells)
        self.read = read

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            if at == slice(None):
                return TrackedCells(self, self.read)
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
            machine.call(TrackedCells(state.cells, read), number, *arguments)  # type: ignore[arg-type]
        except Exception:  # a rule fault: this is no option here
            continue
        links = set(range(program.layout.zone_first, program.layout.piece_prev + program.layout.pieces))
        assert read - known - {ir.CELL_FRAME} - (links if any(kind == "zones" for kind, _ in parts) else set()) == set()
        judged += 1
        narrower += len(known) < sum(
            [end - first for part in facts.function(number).reads for first, end in facts.cells_of(part)]
        )
    assert judged > 5
    assert narrower or target in ("cargo_empire", "pizarro")
