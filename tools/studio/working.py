"""Long work for the studio's page: simulate, balance, sweep and what else takes longer than somebody waits for.

A work is a plain function of a module, with a name in `WORKS`: it is given the folder of the project, what was asked,
and whom to tell how far it is, and gives JSON. `run` calls it, wherever that is: in a process beside the server (see
`processes`), or in a worker of the browser. Who works (`Runner`) is no business of those who ask.

The page asks `work/begin` (and `work/list` for those that go on from before) and hears events `work`, each with the
`id`: `done` of `total` and what is `said`, with what was found `so_far` where there is something to show; then once
`result`, `fault` (a sentence) or `stopped`. Of one kind one is done at a time; others wait, and are told so.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from yupana.schemas.errors import UsageError, YupanaError
from yupana.schemas.source import RulesetError

from ..page.faults import OURS, Refused, tell_of
from ..page.request_body import RequestBody
from ..shell.sentences import sentence
from .differing import differences
from .host import Host
from .measuring import balance, fuzz, simulate, strength, sweep, tune
from .params import Params, Progress, told_in
from .suggested import suggest
from .telling import in_page

Work = Callable[[Path, Params, Progress], Any]

WORKS: dict[str, Work] = {
    "simulate": simulate, "balance": balance, "sweep": sweep, "fuzz": fuzz, "strength": strength, "tune": tune,
    "changes": differences, "suggest": suggest,
}  # fmt: skip
"""All work, by name."""


def run(name: str, folder: Path, params: Mapping[str, Any], progress: Progress) -> Any:
    """Do a work here and now. Raises UsageError with a sentence for who asked, and what `progress` raises."""
    work = WORKS.get(name)
    if work is None:
        raise UsageError("The studio knows no such work.")
    try:
        return work(folder, Params(params), progress)
    except RulesetError as fault:
        told = f"The rules have faults: {fault.diagnostics[0].message}"
    except YupanaError as fault:
        told = str(fault)
    raise UsageError(in_page(told_in(folder, told)))


def fault_told(fault: BaseException) -> str:
    """What is said of what ended a work. An error of ours is told to whoever runs the studio too."""
    if isinstance(fault, UsageError):
        return sentence(str(fault))
    if isinstance(fault, MemoryError | RecursionError):
        return "There is not enough memory for that."
    tell_of(fault)
    return OURS


# ---------------------------------------------------------------- who works

Heard = dict[str, Any]
"""An event of a work, without its id."""


class Runner(Protocol):
    """Does works, one of each kind at a time."""

    def start(self, name: str, folder: Path, params: Mapping[str, Any], hear: Callable[[Heard], None]) -> None:
        """Begin; `hear` is called in the loop, the last time with `result`, `fault` or `stopped`."""

    def stop(self, name: str) -> None:
        """Stop what is being done of a kind."""

    def end(self) -> None:
        """No more, whatever is being done."""


class Works:
    """The works of one host. `runner` is None where nobody does any; whoever wants to know of what name a work was that
    is over, and how it ended, is in `over`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.runner: Runner | None = None
        self.over: list[Callable[[str, Heard], None]] = []
        self._ids = itertools.count(1)
        self._hear: dict[int, Callable[[Heard], None]] = {}
        self._asked: dict[str, list[tuple[int, Mapping[str, Any]]]] = {}

    def begin(self, name: str, params: Mapping[str, Any], hear: Callable[[int, Heard], None]) -> int:
        """Do a work, after those of its kind that were asked for before. Raises Refused."""
        if name not in WORKS:
            raise Refused(404, "The studio knows no such work.")
        if self.runner is None:
            raise Refused(409, "Long work cannot be done here.")
        number = next(self._ids)
        self._hear[number] = lambda heard: hear(number, heard)
        waiting = self._asked.setdefault(name, [])
        waiting.append((number, params))
        if len(waiting) == 1:
            self._start(name)
        else:
            self._hear[number]({"done": 0, "total": 0, "said": "", "waits": len(waiting) - 1})
        return number

    def listed(self) -> list[dict[str, Any]]:
        """What is being done, or waits."""
        return [{"id": number, "name": name} for name, waiting in self._asked.items() for number, _ in waiting]

    def _start(self, name: str) -> None:
        assert self.runner is not None
        number, params = self._asked[name][0]

        def heard(told: Heard) -> None:
            hear = self._hear.get(number)
            if not told.keys() & {"result", "fault", "stopped"}:
                if hear is not None:
                    hear(told)
                return
            self._hear.pop(number, None)
            waiting = self._asked.get(name, [])
            if waiting and waiting[0][0] == number:
                waiting.pop(0)
            if hear is not None:
                hear(told)
            for each in self.over:
                each(name, told)
            if waiting:
                self._start(name)

        self.runner.start(name, self._folder, params, heard)

    def stop(self, number: int) -> None:
        """Stop a work; nothing where it is over."""
        for name, waiting in self._asked.items():
            for at, (each, _) in enumerate(waiting):
                if each == number and at:
                    del waiting[at]
                    self._hear.pop(number)({"stopped": True})
                    return
                if each == number and self.runner is not None:
                    self.runner.stop(name)

    def end(self) -> None:
        """End all."""
        self._hear.clear()
        self._asked.clear()
        if self.runner is not None:
            self.runner.end()


def register(host: Host) -> None:
    """Answer to what the page asks about works."""
    works = works_of(host)

    @host.method("work/begin")
    def begin(said: RequestBody) -> Any:
        params = said.json("params")
        if not isinstance(params, dict):
            raise Refused(400, "`params` is a mapping.")
        number = works.begin(said.text("name"), params, lambda id_, heard: host.tell("work", {"id": id_, **heard}))
        return {"id": number}

    @host.method("work/list")
    def listed(said: RequestBody) -> Any:
        return {"works": works.listed()}

    @host.method("work/stop")
    def stop(said: RequestBody) -> Any:
        works.stop(said.number("id"))
        return {}


_WORKS = "works"


def works_of(host: Host) -> Works:
    """The works of a host, the same for all who ask."""
    found = host.shared.get(_WORKS)
    if not isinstance(found, Works):
        found = host.shared[_WORKS] = Works(host.folder)
        host.ending.append(found.end)
    return found
