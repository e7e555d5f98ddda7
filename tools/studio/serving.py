"""The studio on this machine: its page and what it asks, for whoever has the address.

Others who use this machine can reach its ports too, so nothing is answered without the key, which stands in the
fragment of the address and so in no log.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import secrets
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp
from yupana.schemas.find import leads_outside

from ..packages.paths import fault_of_path
from ..page.faults import OURS, Refused
from ..page.guard import Guard, Rates, names_here, refusal
from ..page.request_body import RequestBody
from . import processes
from .building import BUILT
from .features import FEATURES
from .host import Host, Tell
from .policy import headers_of
from .projects import Place, Projects

HEARTBEAT = 15.0
"""After how many seconds without news a stream says that it is still there."""

RATES = Rates(a_second=200.0, burst=2_000.0, body=16 * 1024 * 1024, patience=60.0)
"""One person asks, who has the key."""

KEY, PROJECT = "x-yupana-key", "x-yupana-project"
"""The headers of what is asked: the key, and the project that is meant, with what is no ASCII in it percent-encoded."""


class Studio:
    """The studio for the projects of a user: each that is open has a host. `nowhere` is an empty folder, for a page
    that has no project yet. `key` is what the page has to say with everything that it asks."""

    def __init__(self, projects: Projects, nowhere: Path, asked: str = "") -> None:
        self.key = secrets.token_urlsafe(24)
        self.projects = projects
        self._nowhere, self._asked = nowhere, asked
        self._open: dict[str, _Open] = {}

    def application(self, address: str) -> ASGIApp:
        """The server, for a host of that name."""
        routes = [
            Route("/", self._file, methods=["GET"]),
            Route("/studio/ask/{name:path}", self._ask, methods=["POST"]),
            Route("/studio/events", self._events, methods=["POST"]),
            Route("/{name:path}", self._file, methods=["GET"]),
        ]
        app = Starlette(routes=routes, exception_handlers={Refused: _refused, Exception: _ours})
        return Guard(app, names_here(address), RATES)

    def end(self) -> None:
        """All that works for pages ends, and so do their streams."""
        for each in self._open.values():
            each.end()

    async def _file(self, request: Request) -> Response:
        name = request.path_params.get("name") or "index.html"
        path = BUILT / name
        if fault_of_path(name) or not path.is_file() or leads_outside(path, BUILT):
            raise Refused(404, "There is no such file.")
        return FileResponse(path, headers={"cache-control": "no-cache", **headers_of(name)})

    def _at(self, request: Request) -> _Open:
        """What answers for the project that is meant. Raises Refused for who has no key, or means none that there
        is."""
        if not hmac.compare_digest(request.headers.get(KEY, "").encode(), self.key.encode()):
            raise Refused(403, "Only who has the address that `yupana studio` printed may ask here.")
        name = unquote(request.headers.get(PROJECT, ""))
        place = self.projects.place(name)
        if place is None and name:
            raise Refused(410, "There is no such project any more.")
        found = self._open.get(name)
        if found is None or (found.host.folder, found.host.target) != (place or Place(self._nowhere)):
            if found is not None:
                found.end()
            found = self._open[name] = _Open(self.projects, place or Place(self._nowhere), name, self._asked)
        return found

    async def _ask(self, request: Request) -> Response:
        found = self._at(request)
        said = RequestBody.read(await request.body())
        return JSONResponse(await found.host.ask(request.path_params["name"], said))

    async def _events(self, request: Request) -> Response:
        return StreamingResponse(self._at(request).follow(), media_type="text/event-stream")


class _Host(Host):
    """A host whose longer work others need not wait for: one piece at a time."""

    def __init__(self, folder: Path, tell: Tell, *features: Callable[[Host], None], target: str = ".") -> None:
        super().__init__(folder, tell, *features, target=target)
        self._alone = asyncio.Lock()

    async def aside(self, work: Callable[[], Any]) -> Any:
        """What a longer piece of work gives."""
        async with self._alone:
            return await asyncio.to_thread(work)


class _Open:
    """A project that is open: its host, and the pages that hear what happens there."""

    def __init__(self, projects: Projects, place: Place, name: str, asked: str) -> None:
        self._told: set[asyncio.Queue[str]] = set()
        features = (*FEATURES, processes.register, projects.register)
        self.host = _Host(place.folder, self._tell, *features, target=place.target)

        @self.host.method("projects/open")
        def opened(said: RequestBody) -> Any:
            there = projects.place(name) is not None
            return {"project": name if there else None, "asked": asked, "kept": True}

    def _tell(self, event: str, data: Any) -> None:
        said = f"event: {event}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
        for each in self._told:
            each.put_nowait(said)

    def end(self) -> None:
        """It is closed."""
        self.host.end()
        for each in self._told:
            each.put_nowait("")

    async def follow(self) -> AsyncIterator[str]:
        """What happens, as a stream of events, as long as somebody hears it."""
        news: asyncio.Queue[str] = asyncio.Queue()
        self._told.add(news)
        try:
            yield ": begun\n\n"
            while True:
                try:
                    said = await asyncio.wait_for(news.get(), HEARTBEAT)
                except TimeoutError:
                    said = ": here\n\n"
                if not said:
                    return
                yield said
        finally:
            self._told.discard(news)


async def _refused(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, Refused)
    return refusal(fault)


async def _ours(request: Request, fault: Exception) -> Response:
    return refusal(Refused(500, OURS))
