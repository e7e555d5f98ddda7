"""What a page is sent once and keeps: the files of the client, and what never changes at a table. It is compressed for
who takes that, and a file that a browser has already is not sent again."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from .bundling import CLIENT, bundle, styled
from .coding import SMALL, VARIES, compressed, in_parts, taken
from .faults import Refused

FIRST_PAGE, TABLE_PAGE = "index.html", "table.html"
"""The page where tables are made, and that of a table: each has a script of its own."""

STYLES = (
    "palette.css", "style.css", "table.css", "cards.css", "people.css", "playing.css", "rulebook.css", "stepping.css",
)  # fmt: skip
"""What the style is made of, in this order."""

MADE: dict[str, Callable[[], bytes]] = {
    "first_page.js": lambda: bundle(CLIENT / "first_page.js").encode(),
    "page.js": lambda: bundle(CLIENT / "main.js").encode(),
    "page.css": lambda: styled(STYLES).encode(),
    TABLE_PAGE: lambda: (CLIENT / FIRST_PAGE).read_bytes().replace(b"/first_page.js", b"/page.js"),
}
"""What is made of files of its kind, of several so that a page asks for few."""

KINDS = {
    ".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml", ".png": "image/png",
    ".woff2": "font/woff2", ".json": "application/json",
}  # fmt: skip
"""The files of the client that are served; by their names in the folder and by no path that somebody asks for."""

_COMPRESSED = (KINDS[".png"], KINDS[".woff2"])
"""Compressed already."""


async def client_file(request: Request, name: str) -> Response:
    """A file of the client, or that it is as it was. Raises Refused where there is none."""
    path = Path(name) if name in MADE else _files().get(name)
    if path is None:
        raise Refused(404, "There is no such file.")
    parts = [each for each in _files().values() if each.suffix == path.suffix] if name in MADE else [path]
    data, tag = _read(path, tuple((about.st_mtime_ns, about.st_size) for about in (each.stat() for each in parts)))
    return await _answer(request, data, tag, KINDS[path.suffix], "no-cache")


async def document(request: Request, text: str) -> Response:
    """A document of JSON about a table, for whoever asks for it; or that it is as it was."""
    data = text.encode()
    return await _answer(request, data, _tag(data), "application/json", "private, no-cache")


async def _answer(request: Request, data: bytes, tag: str, kind: str, kept: str) -> Response:
    headers = {"cache-control": kept, "etag": tag, **VARIES}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    codings = taken(request)
    if not codings or len(data) < SMALL or kind in _COMPRESSED:
        return Response(data, media_type=kind, headers=headers)
    sent = await asyncio.to_thread(compressed, data, codings[0])
    return Response(sent, media_type=kind, headers={**headers, "content-encoding": codings[0]})


def _tag(data: bytes) -> str:
    return f'"{hashlib.sha256(data).hexdigest()[:24]}"'


def stream(request: Request, told: AsyncIterator[bytes]) -> StreamingResponse:
    """A stream of events, each sent at once."""
    if "gzip" not in taken(request):
        return StreamingResponse(told, media_type="text/event-stream", headers=VARIES)
    headers = {**VARIES, "content-encoding": "gzip"}
    return StreamingResponse(in_parts(told), media_type="text/event-stream", headers=headers)


@lru_cache(maxsize=1)
def _files() -> dict[str, Path]:
    return {each.relative_to(CLIENT).as_posix(): each for each in CLIENT.rglob("*") if each.suffix in KINDS}


@lru_cache(maxsize=300)
def _read(path: Path, changed: tuple[tuple[int, int], ...]) -> tuple[bytes, str]:
    """What a file says and a name of its own for that, read once for each time that it, or what it is made of, was
    changed."""
    data = MADE.get(path.as_posix(), path.read_bytes)()
    return data, _tag(data)
