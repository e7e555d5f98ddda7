"""Whole games of every shipped ruleset as people play them: by fingers and by keys alone on a served page of a phone's
size, in Chromium and in Firefox, by drags, and by clicks on an exported file without a network."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.game import load
from yupana.tests.found import most_changed, shipped
from yupana.tests.page.browsing import Seat, played_by_clicks
from yupana.tests.page.firefox import Fox, FoxSeat, firefox
from yupana.tests.page.hands import Finger, Hand, Keys, Mouse, Played
from yupana.tests.page.served import Asking, serving
from yupana.tests.page.test_exported import page_of

QUICK = {Finger: ("connect_four", "kuhn_poker"), Keys: ("goofspiel", "tic_tac_toe"), None: ("leduc_poker",)}
DRAGGED = ("amazons", "breakthrough", "checkers", "chess", "nine_mens_morris")
"""Games whose moves name a man and where it goes."""
MOST = 20_000
"""No game takes so many clicks."""
PHONE = {"wide": 390, "high": 844}


def every(quick: tuple[str, ...] = (), *, variants: bool = True) -> list[Any]:
    """All shipped rulesets, and of the variants of each the one that changes most; those that are not quick belong to
    the slow suite."""
    names = [each for each in shipped() if "+" not in each or (variants and each in most_changed())]
    assert set(quick) <= set(names)
    return [name if name in quick else pytest.param(name, marks=pytest.mark.slow) for name in names]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    """A server whose games are fast."""
    with serving(tmp_path_factory.mktemp("tables"), engine="auto") as asking:
        yield asking


@pytest.fixture(scope="module")
def fox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fox]:
    with firefox(tmp_path_factory.mktemp("profile")) as found:
        yield found


def played(server: Asking, ruleset: str, kind: type[Hand], sit: Any, **how: Any) -> Played:
    """A game that was played to its end, in which nothing was wrong."""
    game = Played(server, ruleset, kind, sit, **how)
    try:
        game.to_the_end()
    finally:
        game.close()
    print(f"{ruleset:20} {kind.__name__:7} {dict(game.counts)}")
    assert not game.faults, "\n".join(game.faults)
    return game


@pytest.mark.parametrize("ruleset", every(QUICK[Finger]))
def test_by_fingers(browser: Any, server: Asking, ruleset: str) -> None:
    played(server, ruleset, Finger, partial(Seat, browser, server.address, **PHONE, touch=True))


@pytest.mark.parametrize("ruleset", every(QUICK[Keys]))
def test_by_keys(browser: Any, server: Asking, ruleset: str) -> None:
    played(server, ruleset, Keys, partial(Seat, browser, server.address, **PHONE))


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", DRAGGED)
def test_by_drags(browser: Any, server: Asking, ruleset: str) -> None:
    game = played(server, ruleset, Mouse, partial(Seat, browser, server.address, **PHONE))
    assert game.counts["dragged"] > 3


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Finger, Keys])
@pytest.mark.parametrize("ruleset", every(variants=False))
def test_in_firefox(fox: Fox, server: Asking, ruleset: str, kind: type[Hand]) -> None:
    played(server, ruleset, kind, partial(FoxSeat, fox, server.address, **PHONE), whole=15)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", every(QUICK[None], variants=False))
def test_on_an_exported_file(browser: Any, ruleset: str, tmp_path: Path) -> None:
    opened, players = page_of(browser, ruleset, tmp_path), max(2, load(ruleset).program.min_players)
    opened.begin(*["human"] * players, players=players)
    found = played_by_clicks(opened.page, 3, MOST)
    assert found["over"], found
    assert opened.faults == []
    assert load(ruleset).resume(opened.saved()).over
    opened.context.close()
