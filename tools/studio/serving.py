"""The studio on this machine: its page and what it asks, for whoever has the address.

Others who use this machine can reach its ports too, so nothing is answered without the key, which stands in the
fragment of the address and so in no log.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from ..page.faults import OURS, Refused
from ..page.guard import Guard, Rates, names_here, refusal
from ..page.request_body import RequestBody
from .building import BUILT
from .features import FEATURES
from .host import Host

HEARTBEAT = 15.0
"""After how many seconds without news a stream says that it is still there."""

RATES = Rates(a_second=200.0, burst=2_000.0, body=16 * 1024 * 1024, patience=60.0)
"""One person asks, who has the key."""


class Studio:
    """The studio for one folder. `key` is what the page has to say with everything that it asks."""

    def __init__(self, folder: Path) -> None:
        self.key = secrets.token_urlsafe(24)
        self._told: set[asyncio.Queue[str]] = set()
        self.host = Host(folder, self._tell, *FEATURES)

    def _tell(self, event: str, data: Any) -> None:
        said = f"event: {event}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
        for each in self._told:
            each.put_nowait(said)

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

    async def _file(self, request: Request) -> Response:
        name = request.path_params.get("name") or "index.html"
        path = (BUILT / name).resolve()
        if not path.is_relative_to(BUILT.resolve()) or not path.is_file():
            raise Refused(404, "There is no such file.")
        return FileResponse(path, headers={"cache-control": "no-cache"})

    def _let_in(self, request: Request) -> None:
        if not hmac.compare_digest(request.headers.get("x-yupana-key", "").encode(), self.key.encode()):
            raise Refused(403, "Only who has the address that `yupana studio` printed may ask here.")

    async def _ask(self, request: Request) -> Response:
        self._let_in(request)
        said = RequestBody.read(await request.body())
        return JSONResponse(await self.host.ask(request.path_params["name"], said))

    async def _events(self, request: Request) -> Response:
        self._let_in(request)
        return StreamingResponse(self._follow(), media_type="text/event-stream")

    async def _follow(self) -> AsyncIterator[str]:
        news: asyncio.Queue[str] = asyncio.Queue()
        self._told.add(news)
        try:
            yield ": begun\n\n"
            while True:
                try:
                    yield await asyncio.wait_for(news.get(), HEARTBEAT)
                except TimeoutError:
                    yield ": here\n\n"
        finally:
            self._told.discard(news)


async def _refused(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, Refused)
    return refusal(fault)


async def _ours(request: Request, fault: Exception) -> Response:
    return refusal(Refused(500, OURS))
