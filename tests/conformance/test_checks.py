"""The suite's own checks can fail: each is given a position or a game with a fault in it and must say so."""

from __future__ import annotations

from dataclasses import replace

import pytest
from yupana.interpreter.game import State
from yupana.tests.conformance.games import Played, begin, played
from yupana.tests.conformance.positions import field_faults, piece_faults
from yupana.tests.conformance.test_conformance import check_observations, check_undo
from yupana.tests.found import game

STACKS = "tests/language/02_stacks.yaml"
SECRETS = "tests/language/11_secrets.yaml"


@pytest.mark.parametrize("array", ["zone_first", "zone_last", "zone_size", "piece_zone", "piece_next", "piece_prev"])
def test_a_broken_list_of_pieces_is_found(array: str) -> None:
    state = begin(STACKS, 2, 1)
    program = state.game.program
    assert piece_faults(program, state.cells) == []
    start = getattr(program.layout, array)
    count = program.layout.zones if array.startswith("zone") else program.layout.pieces
    for i in range(count):
        cells = list(state.cells)
        cells[start + i] += 1
        assert piece_faults(program, cells), f"{array}[{i}]"


def test_a_piece_in_two_zones_is_found() -> None:
    state = begin(STACKS, 2, 1)
    layout = state.game.program.layout
    cells = list(state.cells)
    full = next(zone for zone in range(layout.zones) if cells[layout.zone_size + zone] == 1 or zone == layout.zones - 1)
    other = next(zone for zone in range(layout.zones) if cells[layout.zone_size + zone] > 1)
    cells[layout.zone_first + full] = cells[layout.zone_first + other]
    assert piece_faults(state.game.program, cells)


@pytest.mark.parametrize(
    "target", [STACKS, SECRETS, "tests/language/15_numbers.yaml", "tests/language/14_counters.yaml"]
)
def test_a_value_out_of_its_range_is_found(target: str) -> None:
    state = begin(target, 2, 1)
    program = state.game.program
    assert field_faults(program, state.cells) == []
    for field in program.fields:
        if field.type.kind == "int" and field.high > 2**30:
            continue
        cells = list(state.cells)
        cells[field.base] = 2**30
        assert field_faults(program, cells), field.name


def test_a_field_that_leaks_is_found() -> None:
    """With a hidden field declared as visible to all, the observation changes when hidden things are dealt anew."""

    class Leaking(State):
        __slots__ = ()

        def observation(self, player: str | int) -> dict[str, object]:
            return {**super().observation(player), "leak": list(self.cells)}

        def clone(self) -> State:
            other = super().clone()
            other.__class__ = Leaking
            return other

    record = played(SECRETS, 3, 7)
    leaking = []
    for taken, state in record.positions:
        copy = state.clone()
        copy.__class__ = Leaking
        leaking.append((taken, copy))
    with pytest.raises(AssertionError, match="sees what is hidden"):
        check_observations(replace(record, positions=leaking), 8)


def test_a_game_that_differs_from_its_record_is_found() -> None:
    record = played(STACKS, 2, 7)
    changed = Played(record.target, record.players, record.seed, record.decisions, list(record.positions), record.end)
    changed.positions[3] = (changed.positions[3][0], changed.positions[4][1])
    with pytest.raises(AssertionError, match="another position"):
        check_undo(changed)


def test_an_invariant_that_does_not_hold_is_found() -> None:
    state = begin(STACKS, 2, 1)
    assert state.broken_invariants == []
    program = game(STACKS).program
    eaten = next(field for field in program.fields if field.name == "eaten")
    other = state.clone()
    other._cells = state.cells[:]
    other._cells[eaten.base] += 1
    assert other.broken_invariants == ["grain_stays"]
