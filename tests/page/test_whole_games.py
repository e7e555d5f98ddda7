"""Whole games of every shipped ruleset by clicks alone: on a served page, and on an exported file without a network.

What is clicked is drawn from a seed: what glows on the board, or what the list has.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.game import load
from yupana.tests.found import shipped
from yupana.tests.page.browsing import Seat, played_by_clicks
from yupana.tests.page.served import Asking
from yupana.tests.page.test_exported import page_of

QUICK_SERVED = ("connect_four", "kuhn_poker", "stepping_stones")
QUICK_EXPORTED = ("leduc_poker", "rock_paper_scissors")
MOST = 20_000
"""No game takes so many clicks."""


def every(quick: tuple[str, ...]) -> list[Any]:
    """All shipped rulesets; those that are not quick belong to the slow suite."""
    names = [each for each in shipped() if "+" not in each]
    assert set(quick) <= set(names)
    return [name if name in quick else pytest.param(name, marks=pytest.mark.slow) for name in names]


@pytest.mark.parametrize("ruleset", every(QUICK_SERVED))
def test_on_the_served_page(browser: Any, server: Asking, ruleset: str) -> None:
    made = server.post("/api/tables", ruleset=ruleset, seats=["human", "random"], seed=2).json()
    seat = Seat(browser, server.address, made["seats"][0]["link"])
    played = played_by_clicks(seat.page, 2, MOST)
    assert played["over"], played
    assert server.view(made["seats"][0]["link"])["over"]
    seat.fine()
    seat.context.close()


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", every(QUICK_EXPORTED))
def test_on_an_exported_file(browser: Any, ruleset: str, tmp_path: Path) -> None:
    opened = page_of(browser, ruleset, tmp_path)
    opened.begin("human", "human", players=2)
    played = played_by_clicks(opened.page, 3, MOST)
    assert played["over"], played
    assert opened.faults == []
    assert load(ruleset).resume(opened.saved()).over
    opened.context.close()
