"""What changed, all the time: against the last version of the project, and against what it was made from.

The page says with which version the project is compared (`changes/begin`), and whether it shows how games play
(`changes/watch`). Whenever files are written, and when it asks
for it (`changes/look`), events `changes` come, each with the `revision` of the files that it is of: `of` the version or
the base, the `stage` (see `differing`), what was `found`, and whether that is `whole`. What is written stops what is
being worked out: no event of an older revision is told after one of a newer.

What takes long is a work (see `working`), which has its own process or worker; where nobody does works, it is done here
bit by bit, so that others are answered meanwhile.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from yupana.schemas.errors import UsageError
from yupana.schemas.find import base_of

from ..page.faults import Refused
from ..page.request_body import RequestBody
from .differing import STAGES, Of, Stage, StageName, Wanted, digest, looking, stage_of
from .host import Host
from .params import Params, told_in
from .working import Heard, fault_told, works_of

Tell = Callable[[dict[str, Any]], None]

SLICE = 0.02
"""How long (seconds) is worked before others are answered, where it is done here."""

STILL = 0.12
"""How long (seconds) no file must have been written before it is looked."""

PAIRS_HERE = 12
"""So many pairs of games are played there."""


def register(host: Host) -> None:
    """Answer to what the page asks about changes."""
    changes = Changes(host)
    host.ending.append(changes.end)
    host.changed.append(lambda paths: changes.soon())

    @host.method("changes/begin")
    def begin(said: RequestBody) -> Any:
        return changes.begin(said)

    @host.method("changes/look")
    async def look(said: RequestBody) -> Any:
        return await changes.look()

    @host.method("changes/against")
    async def against(said: RequestBody) -> Any:
        return await changes.against(said.text("of", "version"), said.text("stage", "elements"))

    @host.method("changes/watch")
    def watch(said: RequestBody) -> Any:
        changes.watch(play=said.truth("play"))
        return {}

    @host.method("changes/stop")
    def stop(said: RequestBody) -> Any:
        changes.stop()
        return {}


class Changes:
    """What is known of the changes of one project."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._works = works_of(host)
        self._wanted: dict[Of, Wanted] = {}
        self._revision = 0
        self._task: asyncio.Task[None] | None = None
        self._last: tuple[int, dict[str, Any]] | None = None
        self._plays = True
        self._works_now: set[int] = set()

    def begin(self, said: RequestBody) -> Any:
        """With what the project is compared from now on. Raises UsageError."""
        params = Params({name: said.json(name) for name in said.names()})
        target, files = params.text("target", self._host.target), params.files("files")
        base = params.text("base", base_of(self._host.path))
        self.stop()
        self._wanted = {}
        if files:
            self._wanted["version"] = Wanted(self._host.folder, target, "", tuple(sorted(files.items())))
        if base:
            self._wanted["base"] = Wanted(self._host.folder, target, base)
        return {"of": [*self._wanted], "version": digest(files) if files else ""}

    def watch(self, *, play: bool) -> None:
        """Whether somebody sees how games play: where nobody does, none are played after an edit."""
        before, self._plays = self._plays, play
        if play and not before and self._last is not None and self._last[0] == self._revision:
            self.stop()
            self._task = asyncio.get_running_loop().create_task(self._rest(*self._last))

    def soon(self) -> None:
        """Files were written: look when no more are, and tell of it. What was being worked out is of before."""
        self.stop()
        self._revision += 1
        if self._wanted:
            self._task = asyncio.get_running_loop().create_task(self._later(self._revision))

    async def _later(self, revision: int) -> None:
        await asyncio.sleep(STILL)
        found = await self._elements_of_all()
        for of, each in found.items():
            told = {"stage": "elements", "found": each, "done": 1, "total": 1, "whole": True}
            self._host.tell("changes", {"revision": revision, "of": of, **told})
        await self._rest(revision, found)

    async def look(self) -> Any:
        """What is different now; the rest is told as it is found. Raises UsageError."""
        self.stop()
        self._revision += 1
        revision = self._revision
        found = await self._elements_of_all()
        if revision == self._revision:
            self._task = asyncio.get_running_loop().create_task(self._rest(revision, found))
        return {"revision": revision, **found}

    async def _elements_of_all(self) -> dict[str, Any]:
        return {of: await self._host.aside(partial(self._elements, wanted)) for of, wanted in [*self._wanted.items()]}

    def _elements(self, wanted: Wanted) -> dict[str, Any]:
        begun = time.perf_counter()
        try:
            found = looking(wanted.folder, wanted.target).elements(wanted).found
        except UsageError as fault:
            return {"fault": told_in(self._host.folder, str(fault))}
        return {**found, "seconds": round(time.perf_counter() - begun, 4)}

    async def _rest(self, revision: int, elements: Mapping[str, Any]) -> None:
        """The other stages: the cheap ones of all before the dear ones of any."""
        self._last = revision, dict(elements)
        sound = {of: wanted for of, wanted in self._wanted.items() if "fault" not in elements[of]}
        whole = [of for of, wanted in sound.items() if await self._told(revision, [of], wanted, ("rules", "examples"))]
        differ = [of for of in whole if not elements[of]["same"]]
        alike = len(differ) > 1 and len({json.dumps(elements[of]["changes"]) for of in differ}) == 1
        for each in [differ] if alike else [[of] for of in differ]:  # both play the same where the same is different
            if self._plays:
                await self._told(revision, each, sound[each[0]], ("play",))

    async def _told(self, revision: int, of: Sequence[Of], wanted: Wanted, stages: tuple[StageName, ...]) -> bool:
        """Tell of some stages; whether that came to an end."""

        def tell(told: dict[str, Any]) -> None:
            if revision == self._revision and told["stage"] in stages:
                for each in of:
                    self._host.tell("changes", {"revision": revision, "of": each, **told})

        try:
            await self._stages(wanted, stages, tell)
        except UsageError as fault:
            tell({"stage": stages[0], "fault": told_in(self._host.folder, str(fault)), "whole": True})
            return False
        return True

    async def _stages(self, wanted: Wanted, stages: Sequence[StageName], tell: Tell) -> dict[str, Any]:
        """Work stages out; gives what was found of each. Raises UsageError."""
        if self._works.runner is None:
            return await self._here(wanted, stages, tell)
        asked = {"target": wanted.target, "base": wanted.base, "of": wanted.of, "stages": [*stages]}
        more = {} if wanted.files is None else {"files": dict(wanted.files)}
        over: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

        def hear(number: int, heard: Heard) -> None:
            if "so_far" in heard:
                tell({**heard["so_far"], "done": heard["done"], "total": heard["total"]})
            elif heard.get("said") and heard["total"] > 1:
                tell({"stage": heard["said"], "done": heard["done"], "total": heard["total"], "whole": False})
            if not heard.keys().isdisjoint({"result", "fault", "stopped"}):
                self._works_now.discard(number)
                if not over.done():
                    over.set_result(heard)

        number = self._works.begin("changes", {**asked, **more}, hear)
        self._works_now.add(number)
        try:
            heard = await over
        except asyncio.CancelledError:
            self._works.stop(number)
            raise
        if "fault" in heard:
            raise UsageError(str(heard["fault"]))
        found: dict[str, Any] = heard.get("result", {})
        return found

    async def _here(self, wanted: Wanted, stages: Sequence[StageName], tell: Tell) -> dict[str, Any]:
        found: dict[str, Any] = {}
        since = time.perf_counter()
        try:
            for each in looking(wanted.folder, wanted.target).rest(wanted, stages, PAIRS_HERE):
                found[each.name] = each.found or found.get(each.name, {})
                tell(_event(each))
                if time.perf_counter() - since > SLICE:
                    await asyncio.sleep(0)
                    since = time.perf_counter()
        except UsageError:
            raise
        except Exception as fault:
            raise UsageError(fault_told(fault)) from None
        return found

    async def against(self, of: str, stage: str) -> Any:
        """What is different up to a stage, for who asks once. Raises Refused and UsageError."""
        wanted = next((each for name, each in self._wanted.items() if name == of), None)
        if wanted is None:
            raise Refused(409, "There is nothing to compare with.")
        upto = stage_of(stage)
        elements = await self._host.aside(partial(self._elements, wanted))
        if "fault" in elements:
            raise UsageError(elements["fault"])
        found = {"elements": elements}
        if upto != "elements":
            found |= await self._stages(wanted, STAGES[1 : STAGES.index(upto) + 1], lambda told: None)
        return {"of": of, **found}

    def stop(self) -> None:
        """What is being worked out is not wanted any more."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()

    def end(self) -> None:
        """The page is gone."""
        self.stop()


def _event(stage: Stage) -> dict[str, Any]:
    return {"stage": stage.name, "found": stage.found or None, "done": stage.done, "total": stage.total,
            "whole": stage.done == stage.total}  # fmt: skip
