"""What the search reaches in the large games, from the plain set-up and within ten minutes in two processes.

Random play came to no major battle in 130 games, and to no board on which nothing fits.
"""

from __future__ import annotations

import pytest
from yupana.interpreter.game import quickest
from yupana.tests.bench.reaching import MAJOR_BATTLE, RUNS, reach

pytestmark = pytest.mark.skipif(quickest() != "native", reason="on the Python machine it takes an hour")


@pytest.mark.slow
@pytest.mark.parametrize(("target", "options"), RUNS, ids=[" ".join([name, *given.values()]) for name, given in RUNS])
def test_every_way_to_end_is_reached(target: str, options: dict[str, str]) -> None:
    """Every way that a recorded game shows; it stops when all are reached."""
    found, ways = reach(target, options, 600, 2)
    missing = [each.words for each in ways if each.reached is None]
    assert not missing, "\n".join([f"not reached in {found.decisions:,} decisions:", *missing])
    if target == "pizarro":
        assert any(each.words == MAJOR_BATTLE for each in ways)
