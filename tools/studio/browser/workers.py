"""Works in further workers of the browser: one for each kind, with a Python of its own, which stays for the next one.

Whoever has asked can stop one: its worker is ended there and then.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from yupana.schemas import host as system

from ..host import Host
from ..working import Heard, works_of

Start = Callable[[str, str, str, Callable[[str], None]], None]
Stop = Callable[[str], None]


class WorkerRunner:
    """See `working.Runner`. `start` and `stop` are the browser's."""

    def __init__(self, start: Start, stop: Stop) -> None:
        self._start, self._stop = start, stop
        self._hear: dict[str, Callable[[Heard], None]] = {}

    def start(self, name: str, folder: Path, params: Mapping[str, Any], hear: Callable[[Heard], None]) -> None:
        """Begin a work."""
        self._hear[name] = hear

        def heard(told: str) -> None:
            if self._hear.get(name) is hear:  # of one that was stopped nothing more is said
                said = json.loads(told)
                if said.keys() & {"result", "fault", "stopped"}:
                    del self._hear[name]
                hear(said)

        self._start(name, str(folder), json.dumps(dict(params)), heard)

    def stop(self, name: str) -> None:
        """Stop what is done of a kind."""
        hear = self._hear.pop(name, None)
        if hear is not None:
            self._stop(name)
            hear({"stopped": True})

    def end(self) -> None:
        """End all of them."""
        for name in list(self._hear):
            self._stop(name)
        self._hear.clear()


def register(host: Host) -> None:
    """Works are done in workers, where the page has said how to start them."""
    if system.browser is not None and hasattr(system.browser, "start_work"):
        works_of(host).runner = WorkerRunner(system.browser.start_work, system.browser.stop_work)
