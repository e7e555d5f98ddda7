"""Nothing is lost: what anybody has been shown is there when the server was killed and is started again."""

from __future__ import annotations

import random
import signal
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from yupana.tests.page.served import Asking, Started, unpacked

QUIET = ("--delay", "0", "--engine", "python")


class Watcher(threading.Thread):
    """Plays at the first seat of a table with random options, and notes what the stream tells, until it ends."""

    def __init__(self, asking: Asking, link: str, told: dict[int, Any], dice: random.Random) -> None:
        super().__init__()
        self.asking, self.link, self.told, self.dice = asking, link, told, dice

    def run(self) -> None:
        try:
            for kind, _, view in self.asking.events(self.link):
                assert kind == "view"
                self.note(view)
                decision = unpacked(view)["decision"]
                if decision is not None and decision["mine"]:
                    index = self.dice.randrange(len(decision["options"]))
                    self.asking.post(f"/api{self.link}/choose", ply=view["ply"], index=index)
        except httpx.HTTPError:
            pass  # killed

    def note(self, view: dict[str, Any]) -> None:
        for entry in view["log"]:
            assert self.told.setdefault(entry["ply"], entry) == entry


def killed(folder: Path, kills: int) -> int:
    """Kill a server so often while it is played at; how many decisions were told."""
    dice, data = random.Random(7), folder / "tables.sqlite"
    links: list[str] = []
    told: list[dict[int, Any]] = []
    for _ in range(kills):
        server = Started(data, *QUIET)
        for link, known in zip(links, told, strict=True):
            log = {entry["ply"]: entry for entry in server.asking.get(f"/api{link}/log").json()}
            assert {ply: log.get(ply) for ply in known} == known, "what was told is there, and is the same"
        if len(links) < 3 or all(server.asking.view(link)["over"] for link in links[-2:]):
            name, seats = dice.choice((("goofspiel", ["human", "random"]), ("reversi", ["human", "human"])))
            made = server.asking.post("/api/tables", ruleset=name, seats=seats).json()["seats"]
            for seat in made:
                links += [seat["link"]] if seat["link"] else []
                told += [{}] if seat["link"] else []
        watchers = [Watcher(server.asking, *each, dice) for each in zip(links[-3:], told[-3:], strict=True)]
        for each in watchers:
            each.start()
        time.sleep(dice.uniform(0.0, 0.6))
        assert server.end(signal.SIGKILL)[0] == -signal.SIGKILL
        for each in watchers:
            each.join()
    return sum(map(len, told))


def test_a_server_that_was_killed_goes_on(tmp_path: Path) -> None:
    assert killed(tmp_path, 2) > 2


@pytest.mark.slow
def test_a_server_that_was_killed_two_hundred_times_goes_on(tmp_path: Path) -> None:
    assert killed(tmp_path, 200) > 500


@pytest.mark.parametrize("number", [pytest.param(signal.SIGINT, marks=pytest.mark.slow), signal.SIGTERM])
def test_a_server_that_is_asked_to_end_does_so_without_a_word(tmp_path: Path, number: int) -> None:
    server = Started(tmp_path / "tables.sqlite", "tic_tac_toe", *QUIET)
    seat = server.asking.post("/api/tables", ruleset="tic_tac_toe", seats=["human", "random"]).json()["seats"][0][
        "link"
    ]
    server.asking.post(f"/api{seat}/choose", ply=0, index=0)
    stream = server.asking.events(seat)
    next(stream)
    assert server.end(number) == (0, "")


@pytest.mark.slow
def test_two_servers_do_not_share_a_file(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    first = Started(data, *QUIET)
    second = Started(data, *QUIET)
    code, trouble = second.end(0)
    assert code == 2
    assert trouble.count("\n") == 1
    assert "another `yupana serve`" in trouble
    assert first.asking.get("/").status_code == 200
    assert first.end(signal.SIGINT) == (0, "")


LOOPING = """
ruleset: {name: long, title: Long, language: 4}
players: {min: 1, max: 1, names: [red]}
constants: {how: 1}
kinds: {C: {start: deck, entries: {c: {count: 99}}}}
zones: {deck: {of: C}}
actions: {go: {effects: pass}}
flow: [{turns: turn, until: how == 9}]
"""
EXAMPLE = (
    "  e%d: {then: all(count(c for c in deck if c != d and all(e != c for e in deck if e != c)) >= 0 for d in deck)}\n"
)


@pytest.mark.slow
def test_a_server_ends_at_once_whatever_it_examines(tmp_path: Path) -> None:
    """Also while the examples of an edit are played, which takes minutes."""
    game = tmp_path / "game" / "game.yaml"
    game.parent.mkdir()
    game.write_text(LOOPING, encoding="utf-8")
    server = Started(tmp_path / "tables.sqlite", str(game.parent), *QUIET)
    try:
        server.asking.client.timeout = 14  # less than between two signs of life: nothing is waited for for ever
        made = server.asking.post("/api/tables", ruleset="long", seats=["human"]).json()
        told = server.asking.events(made["seats"][0]["link"])
        next(told)
        examples = "".join(EXAMPLE % each for each in range(500))
        (game.parent / "examples.yaml").write_text(f"examples:\n{examples}", encoding="utf-8")
        game.write_text(LOOPING.replace("how: 1", "how: 2"), encoding="utf-8")
        edits = (data for kind, _, data in told if kind in ("rules", "fault"))
        assert next(edits)["examined"] is False
        time.sleep(0.2)  # it has begun
        begun = time.monotonic()
        assert server.end(signal.SIGTERM) == (0, "")
        assert time.monotonic() - begun < 10, "two seconds, and what a busy machine adds"
    finally:
        server.process.kill()
