"""A server of tables in this process, on a port of its own, and asking it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

import httpx
from yupana.tests.found import ROOT
from yupana.tests.tools.command_line import hear_signals
from yupana.tools.page.guard import Rates
from yupana.tools.page.serving import Served, Service
from yupana.tools.page.table import Table
from yupana.tools.page.tables import Limits

AMPLE = Rates(a_second=1e9, burst=1e9, tables_a_second=1e9, tables_burst=1e9)


class Asking:
    """Asks a server as a browser does."""

    def __init__(self, address: str, service: Service | None = None) -> None:
        self.address = address
        self.service = service
        self.loop = None if service is None else service.loop
        # by gzip: a decoder of Brotli for Python gives not all of it
        heads = {"origin": address.rstrip("/"), "accept-encoding": "gzip"}
        self.client = httpx.Client(base_url=address, timeout=120, headers=heads)

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.client.get(path, headers=headers)

    def post(self, path: str, /, **body: Any) -> httpx.Response:
        return self.client.post(path, json=body)

    def events(self, link: str, last: str = "") -> Generator[tuple[str, str, Any], None, None]:
        """The events of a stream: kind, id, data."""
        headers = {"last-event-id": last} if last else {}
        with self.client.stream("GET", f"/api{link}/events", headers=headers) as answer:
            assert answer.status_code == 200, answer.read()
            found: dict[str, str] = {}
            for line in answer.iter_lines():
                name, _, value = line.partition(": ")
                if line:
                    found[name] = value
                elif "data" in found:
                    yield found.get("event", ""), found.get("id", ""), json.loads(found["data"])
                    found = {}

    def table(self, link: str) -> tuple[Table, int]:
        """The table of a server in this process, and the seat."""
        assert self.service is not None
        assert self.service.loop is not None
        found = self.service.tables.at(link.removeprefix("/t/"))
        return asyncio.run_coroutine_threadsafe(found, self.service.loop).result()

    def view(self, link: str, ply: int | None = None) -> dict[str, Any]:
        """What a seat sees, now or as soon as the game has come to a ply."""
        for kind, _, data in self.events(link):
            if kind == "view" and (ply is None or data["ply"] >= ply):
                return unpacked(data)
        raise AssertionError("the stream has ended")

    def options(self, link: str) -> list[str]:
        """What can be done at a table of a server in this process, in exact names."""
        decision = self.table(link)[0].state.decision
        return [] if decision is None else decision.texts


def unpacked(view: dict[str, Any]) -> dict[str, Any]:
    """A view with its options one by one, as a page reads them."""
    asked = view["decision"] or {}
    if "options" in asked:
        found = list[list[Any]]()
        for alternative, many, *columns in asked["options"]:
            whole = [accumulate(each) if isinstance(each[0], int) else each for each in columns]
            rows = zip(*whole, strict=True) if whole else [()] * many
            found += [[alternative, *values] for values in rows]
        asked["options"] = found
    return view


@contextlib.contextmanager
def serving(
    folder: Path, name: str | None = None, *, limits: Limits | None = None, rates: Rates = AMPLE, delay: float = 0.0,
    engine: str = "python", start: dict[str, Any] | None = None, **more: Any,
) -> Iterator[Asking]:  # fmt: skip
    """A server with its tables in a folder; `more` is what else `Served` says."""
    served = Served(
        name, folder / "tables.sqlite", delay=delay, engine=engine, rates=rates, limits=limits or Limits(),
        start=start or {}, **more,
    )  # fmt: skip
    with Service(served) as service:
        thread = threading.Thread(target=lambda: asyncio.run(service.run()))
        thread.start()
        try:
            while not service.server.started:
                time.sleep(0.01)
            yield Asking(service.address, service)
        finally:
            service.server.should_exit = True
            thread.join()


class Started:
    """A server in a process of its own, as a person starts it."""

    def __init__(self, data: Path, *words: str) -> None:
        line = [sys.executable, "-m", "yupana", "serve", *words, "--no-browser", "--data", str(data)]
        env = {**os.environ, "PYTHONPATH": str(ROOT / "tests" / ".path")}
        self.process = subprocess.Popen(
            line, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            preexec_fn=hear_signals if os.name == "posix" else None,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.asking = Asking(self.process.stdout.readline().strip())

    def end(self, number: int) -> tuple[int, str]:
        """Send it a signal; its exit code, and what it has said of trouble."""
        self.process.send_signal(number)
        _, trouble = self.process.communicate(timeout=20)
        self.asking.client.close()
        return self.process.returncode, trouble
