"""The numbers that bots choose by: splitmix64 (Steele, Lea, Flood 2014), which every engine can make, so that the same
seed plays the same game on all of them."""

from __future__ import annotations

_MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
"""What splitmix64 adds to its state for each number."""


class Numbers:
    """The numbers from one seed."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def below(self, bound: int) -> int:
        """The next number, below a bound."""
        self._state = (self._state + STEP) & _MASK
        return (_mixed(self._state) >> 32) * bound >> 32


def game_seed(seed: int, index: int) -> int:
    """The seed (below 2**31) of game number `index`, from 0, of a run; game 0 is played with the run's own seed.

    The mixing function is that of splitmix64, whose outputs for successive inputs are independent.
    """
    return seed if index == 0 else mix(seed * STEP + index) >> 33


def mix(value: int) -> int:
    """The first number of splitmix64 from a state, which may be any integer."""
    return _mixed((value + STEP) & _MASK)


def _mixed(value: int) -> int:
    """The number that splitmix64 makes of a state below 2**64."""
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
    return value ^ (value >> 31)
