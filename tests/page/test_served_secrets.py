"""What is hidden from a seat never leaves the server for it: all that its connection receives is the same, byte for
byte, whatever lies where it cannot look."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.game import State
from yupana.tests.found import LARGE
from yupana.tests.page.served import Asking, serving
from yupana.tools.page import table as table_module
from yupana.tools.page.plies import who_may
from yupana.tools.page.table import Table

SECRETIVE = ("leduc_poker", "goofspiel", "rock_paper_scissors", "kuhn_poker")


def received(server: Asking, link: str, names: list[str], ply: int) -> list[bytes]:
    """Everything that a seat can get to read without deciding anything."""
    stream = b""
    with server.client.stream("GET", f"/api{link}/events") as answer:
        for part in answer.iter_bytes():
            stream += part
            if b"event: view" in stream and stream.endswith(b"\n\n"):
                break
    found = [stream]
    paths = ["about", "meanings", "book", "log", "save", *(f"at/{each}" for each in range(max(0, ply - 2), ply + 2))]
    found += [server.get(f"/api{link}/{each}").content for each in paths]
    found += [server.post(f"/api{link}/why", text=each).content for each in names]
    return found


def decide(server: Asking, seats: list[str], dice: random.Random) -> bool:
    """Let who is asked decide something; whether anybody was."""
    table, _ = server.table(seats[0])
    state = table.state
    if state.over:
        return False
    index = dice.randrange(len(state.option_tuples()))
    assert server.post(f"/api{seats[state.seat]}/choose", ply=state.ply, index=index).status_code == 200
    return True


@pytest.mark.parametrize("name", sorted({*SECRETIVE, *LARGE}))
def test_what_is_dealt_anew_is_not_seen(server: Asking, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dice, changed = random.Random(name), 0
    for seed in range(2):
        made = server.post("/api/tables", ruleset=name, seed=seed).json()
        seats = [each["link"] for each in made["seats"]]
        for _ in range(dice.randrange(2 if "poker" in name or "rock" in name else 9)):
            decide(server, seats, dice)
        state = server.table(made["watch"])[0].state
        assert not state.over, "then all is told"
        # what was taken back before is no part of what is dealt anew: chance would seem to have run
        monkeypatch.setattr(table_module, "who_may", lambda _, *rest, true=state, **back: who_may(true, *rest, **back))
        for link in (*seats, made["watch"]):
            table, seat = server.table(link)
            names = _names(table.opened.told.meanings, dice)
            before = received(server, link, names, state.ply)
            for again in range(1 if seats[2:] else 2):
                show(server, table, state.shuffled_for(seat, again))
                changed += table.state.key != state.key
                assert received(server, link, names, state.ply) == before
            show(server, table, state)
    assert changed > 1, "something is hidden in this game"


def show(server: Asking, table: Table, state: State) -> None:
    """Let a table stand otherwise than it does."""
    assert server.loop is not None
    server.loop.call_soon_threadsafe(table._become, state)
    while table.state is not state:
        pass


def _names(meanings: dict[str, Any], dice: random.Random) -> list[str]:
    known = sorted(meanings["elements"])
    return dice.sample(known, min(3, len(known)))


def test_the_seed_and_the_decisions_of_others_are_told_when_all_is_over(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        made = server.post("/api/tables", ruleset="rock_paper_scissors", seed=987654321).json()
        seats = [each["link"] for each in made["seats"]]
        dice = random.Random(3)
        for link in (*seats, made["watch"]):
            assert server.get(f"/api{link}/save").status_code == 409
        assert server.post(f"/api{seats[0]}/choose", ply=0, index=1).status_code == 200
        for link in (seats[1], made["watch"]):
            entry = server.view(link)["log"][-1]
            assert entry["text"] is None
        while decide(server, seats, dice):
            pass
        save = server.get(f"/api{made['watch']}/save")
        assert save.json()["seed"] == 987654321
        again = server.post("/api/tables/open", text=save.text).json()
        assert server.view(again["watch"])["over"]


def test_a_seat_has_no_options_but_its_own(server: Asking) -> None:
    made = server.post("/api/tables", ruleset="kuhn_poker", seed=1).json()
    views = [server.view(each["link"]) for each in made["seats"]]
    assert ["options" in each["decision"] for each in views] == [True, False]
