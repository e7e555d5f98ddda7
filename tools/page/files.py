"""What a page is sent once and keeps: the files of the client, and what never changes at a table. It is compressed for
who takes that, and a file that a browser has already is not sent again."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import zlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from .bundling import CLIENT, bundle
from .faults import Refused

SCRIPT, STYLE = "page.js", "page.css"
"""Each is made of several files, so that a page asks for few."""

STYLES = (
    "style.css", "table.css", "cards.css", "people.css", "playing.css", "rulebook.css", "stepping.css",
)  # fmt: skip
"""What the style is made of, in this order."""

KINDS = {
    ".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml", ".png": "image/png",
    ".woff2": "font/woff2", ".json": "application/json",
}  # fmt: skip
"""The files of the client that are served; by their names in the folder and by no path that somebody asks for."""

_SMALL = 1_000
"""So few bytes are not worth compressing, and pictures and fonts are compressed already."""
_PACKED = (".png", ".woff2")

_ASKS = {"vary": "accept-encoding"}


@dataclass(frozen=True, slots=True)
class _Sent:
    """The content of a file, as it is and compressed (empty where that is no use), and a name of its own for it."""

    plain: bytes
    packed: bytes
    tag: str


def client_file(request: Request, name: str) -> Response:
    """A file of the client, or that it is as it was. Raises Refused where there is none."""
    path = Path(name) if name in (SCRIPT, STYLE) else _files().get(name)
    if path is None:
        raise Refused(404, "There is no such file.")
    parts = [each for each in _files().values() if each.suffix == path.suffix] if name in (SCRIPT, STYLE) else [path]
    sent = _read(path, tuple((about.st_mtime_ns, about.st_size) for about in (each.stat() for each in parts)))
    headers = {"cache-control": "no-cache", "etag": sent.tag, **_ASKS}
    if sent.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if sent.packed and _takes_packed(request):
        return Response(sent.packed, media_type=KINDS[path.suffix], headers={**headers, "content-encoding": "gzip"})
    return Response(sent.plain, media_type=KINDS[path.suffix], headers=headers)


async def document(request: Request, text: str) -> Response:
    """A document of JSON about a table, for whoever asks for it; or that it is as it was."""
    data = text.encode()
    tag = _tag(data)
    headers = {"cache-control": "private, no-cache", "etag": tag, **_ASKS}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if len(data) < _SMALL or not _takes_packed(request):
        return Response(data, media_type="application/json", headers=headers)
    packed = await asyncio.to_thread(gzip.compress, data, 6, mtime=0)
    return Response(packed, media_type="application/json", headers={**headers, "content-encoding": "gzip"})


def _tag(data: bytes) -> str:
    return f'"{hashlib.sha256(data).hexdigest()[:24]}"'


def stream(request: Request, told: AsyncIterator[bytes]) -> StreamingResponse:
    """A stream of events, each sent at once."""
    if not _takes_packed(request):
        return StreamingResponse(told, media_type="text/event-stream", headers=_ASKS)
    headers = {**_ASKS, "content-encoding": "gzip"}
    return StreamingResponse(_packed(told), media_type="text/event-stream", headers=headers)


async def _packed(told: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    packer = zlib.compressobj(6, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    async for each in told:
        yield packer.compress(each) + packer.flush(zlib.Z_SYNC_FLUSH)


def _takes_packed(request: Request) -> bool:
    taken = request.headers.get("accept-encoding", "").lower().replace(" ", "").split(",")
    return any(each == "gzip" or (each.startswith("gzip;") and not each.endswith("q=0")) for each in taken)


@lru_cache(maxsize=1)
def _files() -> dict[str, Path]:
    return {each.relative_to(CLIENT).as_posix(): each for each in CLIENT.rglob("*") if each.suffix in KINDS}


@lru_cache(maxsize=300)
def _read(path: Path, changed: tuple[tuple[int, int], ...]) -> _Sent:
    """What a file says, read once for each time that it, or what it is made of, was changed."""
    if path.name == SCRIPT:
        plain = bundle(CLIENT / "main.js").encode()
    elif path.name == STYLE:
        plain = b"".join((CLIENT / each).read_bytes() for each in STYLES)
    else:
        plain = path.read_bytes()
    packed = b"" if path.suffix in _PACKED or len(plain) < _SMALL else gzip.compress(plain, 9, mtime=0)
    return _Sent(plain, packed, _tag(plain))
