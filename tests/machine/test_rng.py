"""The generator against the published output of its reference, and the evenness of bounded draws."""

from __future__ import annotations

from yupana.interpreter.machine import rng
from yupana.interpreter.program import ir

# The demonstration program of the reference prints these for seed 42 on stream 54.
REFERENCE = (0xA15C02B7, 0x7B47F409, 0xBA1D3330, 0x83D2F293, 0xBFA4784B, 0xCBED606E)


def seeded(value: int) -> list[int]:
    cells = [0] * ir.HEADER_CELLS
    rng.seed(cells, value)
    return cells


def test_the_reference_output() -> None:
    cells = seeded(42)
    assert tuple([rng.next32(cells) for _ in REFERENCE]) == REFERENCE


def test_the_generator_lives_in_two_signed_cells() -> None:
    cells = seeded(42)
    for _ in range(200):
        rng.next32(cells)
        assert all(-(2**31) <= cells[cell] < 2**31 for cell in (ir.CELL_RNG_HIGH, ir.CELL_RNG_LOW))
    assert not any(cells[i] for i in range(ir.HEADER_CELLS) if i not in (ir.CELL_RNG_HIGH, ir.CELL_RNG_LOW))
    twin = cells[:]
    assert [rng.below(cells, 6) for _ in range(50)] == [rng.below(twin, 6) for _ in range(50)]


def test_any_int_is_a_seed() -> None:
    firsts = [rng.next32(seeded(value)) for value in (0, 1, -1, 2**63, 2**64 - 2, 10**30)]
    assert len(set(firsts)) == len(firsts)
    assert rng.next32(seeded(2**64 + 5)) == rng.next32(seeded(5))


def test_bounded_draws_are_even_and_reach_every_value() -> None:
    cells = seeded(7)
    counts = [0] * 6
    for _ in range(12_000):
        counts[rng.below(cells, 6)] += 1
    # chi square with 5 degrees of freedom; 20.5 is the 0.1 % bound, and the seed is fixed
    assert sum([(n - 2000) ** 2 / 2000 for n in counts]) < 20.5
    assert {rng.below(cells, 1) for _ in range(5)} == {0}


def test_the_short_end_of_the_range_is_rejected(monkeypatch: object) -> None:
    # With 3 * 2**30 values wanted, 2**30 of the 2**32 drawn numbers must be thrown away: one in four.
    cells, bound = seeded(3), 3 * 2**30
    twin = cells[:]
    drawn = [rng.below(cells, bound) for _ in range(400)]
    used = 0
    while twin != cells:
        rng.next32(twin)
        used += 1
    assert 480 < used < 600
    assert all(0 <= value < bound for value in drawn)


def test_shuffling_is_drawing_one_after_the_other() -> None:
    for many in (0, 1, 2, 7, 300):
        cells = seeded(many)
        twin, values, others = cells[:], list(range(many)), list(range(many))
        rng.shuffle(cells, values)
        for last in range(many - 1, 0, -1):
            drawn = rng.below(twin, last + 1)
            others[last], others[drawn] = others[drawn], others[last]
        assert (values, cells) == (others, twin)
