"""How long a person waits at one of many tables in the browser: from choosing an option to the view after it.

    python -m yupana.tests.bench.page [--tables 100] [--seconds 60] [--bots greedy] [--games cuzco_feld,chess]

A server plays in a process of its own; at every table one person sits, who decides every few seconds, and bots at the
other seats. All look on all the time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from yupana.tests.page.served import AMPLE, unpacked
from yupana.tools.page.serving import Served, serve

GAMES = "cuzco_feld,cuzco_kk,cargo_empire,pizarro,chess,goofspiel"
THINKS = 4.0, 12.0
"""How many seconds a person takes."""

WARM = 10.0
"""So many seconds do not count: rulesets are loaded, in the processes of the bots too."""


class Person:
    """Somebody at a table: plays random options, and notes how long it took until the result was there."""

    def __init__(self, host: str, port: int, link: str, seed: int) -> None:
        self.host, self.port, self.link = host, port, link
        self.dice = random.Random(seed)
        self.waited: list[float] = []
        self.views = 0
        self.over = False

    async def play(self, until: float) -> None:
        """Play until then, or to the end of the game."""
        asked: tuple[int, float] | None = None
        deciding: asyncio.Task[Any] | None = None
        begun = time.perf_counter()
        async for view in events(self.host, self.port, f"/api{self.link}/events"):
            self.views += 1
            if asked is not None and view["ply"] > asked[0]:
                if asked[1] > begun + WARM:
                    self.waited.append(time.perf_counter() - asked[1])
                asked = None
            if view["over"]:
                self.over = True
            if view["over"] or time.monotonic() > until:
                return
            if asked is None and view["decision"]["mine"]:
                await asyncio.sleep(self.dice.uniform(*THINKS))
                asked = view["ply"], time.perf_counter()
                body = {"ply": view["ply"], "index": self.dice.randrange(len(view["decision"]["options"]))}
                deciding = asyncio.create_task(post(self.host, self.port, f"/api{self.link}/choose", body))
        if deciding is not None:
            await deciding


async def post(host: str, port: int, path: str, body: dict[str, Any]) -> Any:
    """The answer to a request."""
    reader, writer = await asyncio.open_connection(host, port)
    data = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\nConnection: close\r\n"
    writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
    answer = await reader.read()
    writer.close()
    head, _, found = answer.decode().partition("\r\n\r\n")
    assert " 20" in head.splitlines()[0], answer
    return json.loads(found)


async def events(host: str, port: int, path: str) -> AsyncIterator[dict[str, Any]]:
    """The views of a stream."""
    reader, writer = await asyncio.open_connection(host, port, limit=2**24)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
    try:
        kind = b""
        while line := await reader.readline():
            kind = line[7:].strip() if line.startswith(b"event: ") else kind
            if line.startswith(b"data: ") and kind == b"view":
                yield unpacked(json.loads(line[6:]))
    finally:
        writer.close()


async def measured(host: str, port: int, games: list[str], tables: int, bots: str, seconds: float) -> list[Person]:
    """Everybody after they have played so long."""
    people = []
    for number in range(tables):
        asked = {"ruleset": games[number % len(games)], "players": 2, "seats": ["human", bots], "seed": number}
        made = await post(host, port, "/api/tables", asked)
        people.append(Person(host, port, made["seats"][0]["link"], number))
    until = time.monotonic() + WARM + seconds
    tasks = [asyncio.create_task(each.play(until)) for each in people]
    await asyncio.wait(tasks, timeout=WARM + seconds + 5)
    for each in tasks:
        each.cancel()
    return people


def main() -> None:
    """Measure, and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--bots", default="greedy")
    parser.add_argument("--games", default=GAMES)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve is not None:
        serve(Served(None, asked.serve, browser=False, rates=AMPLE))
        return
    with tempfile.TemporaryDirectory() as folder:
        line = [sys.executable, "-m", __spec__.name, "--serve", f"{folder}/tables.sqlite"]
        server = subprocess.Popen(line, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            host, _, port = server.stdout.readline().strip().removeprefix("http://").rstrip("/").partition(":")
            people = asyncio.run(
                measured(host, int(port), asked.games.split(","), asked.tables, asked.bots, asked.seconds)
            )
        finally:
            server.terminate()
            server.wait()
    waited = sorted(each for person in people for each in person.waited)
    if not waited:
        print("Nobody has decided anything.")
        return
    print(f"{len(people)} tables, {sum(each.views for each in people)} views, {len(waited)} decisions of people")
    for part in (0.5, 0.9, 0.99, 1.0):
        print(f"{part:>5.0%}: {waited[min(len(waited) - 1, int(len(waited) * part))] * 1000:.0f} ms")


if __name__ == "__main__":
    main()
