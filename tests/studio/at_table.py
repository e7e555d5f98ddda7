"""A table of the studio, asked without a server."""

from __future__ import annotations

import asyncio
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from yupana.tests.found import ROOT
from yupana.tools.page.faults import Refused
from yupana.tools.page.request_body import RequestBody
from yupana.tools.studio import playing
from yupana.tools.studio.host import Host

SHIPPED = ROOT / "rulesets"


class AtTable:
    """The table of a host; `told` is all that was told. Every question is asked in one loop, so that bots play on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.told: list[tuple[str, Any]] = []
        self.host = Host(folder, lambda event, data: self.told.append((event, data)), playing.register)
        self.loop = asyncio.new_event_loop()

    @classmethod
    def of(cls, ruleset: str, folder: Path) -> AtTable:
        """A table for a copy of a ruleset that comes with Yupana."""
        shutil.copytree(SHIPPED / ruleset, folder / ruleset)
        return cls(folder / ruleset)

    def ask(self, method: str, **params: Any) -> Any:
        """What is answered. Raises Refused."""
        return self.loop.run_until_complete(self.host.ask(method, RequestBody(params)))

    def refused(self, method: str, **params: Any) -> str:
        """The sentence with which something is refused."""
        try:
            self.ask(method, **params)
        except Refused as fault:
            return fault.sentence
        raise AssertionError("it is not refused")

    def last(self, event: str) -> Any:
        """What was told last of a sort."""
        return next(data for name, data in reversed(self.told) if name == event)

    @property
    def view(self) -> Any:
        """What is seen."""
        return self.last("table")

    @property
    def standing(self) -> Any:
        """How the table stands."""
        return self.ask("table/standing")

    def played(self, seed: int, decisions: int) -> None:
        """Take decisions at random."""
        dice = random.Random(seed)
        for _ in range(decisions):
            if self.view["over"]:
                return
            many = sum(each[1] for each in self.view["decision"]["options"])
            self.ask("table/choose", ply=self.view["ply"], index=dice.randrange(many))

    def wait(self, until: Callable[[], bool], seconds: float = 20.0) -> None:
        """Let bots play on until something is so."""

        async def waiting() -> None:
            async with asyncio.timeout(seconds):
                while not until():
                    await asyncio.sleep(0.01)

        self.loop.run_until_complete(waiting())

    def edit(self, name: str, old: str, new: str) -> None:
        """Change a file."""
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def apply(self, edit: dict[str, Any]) -> None:
        """Write what writing an example changes."""
        path = self.folder / edit["path"]
        assert (path.read_text(encoding="utf-8") if path.is_file() else "") == edit["before"]
        path.write_text(edit["text"], encoding="utf-8")
