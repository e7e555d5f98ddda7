"""What a page is sent once and keeps: the files of the client, and what never changes at a table. It is compressed for
who takes that, and a file that a browser has already is not sent again."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from .faults import Refused

CLIENT = Path(__file__).parent / "client"
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
    path = _files().get(name)
    if path is None:
        raise Refused(404, "There is no such file.")
    about = path.stat()
    sent = _read(path, about.st_mtime_ns, about.st_size)
    headers = {"cache-control": "no-cache", "etag": sent.tag, **_ASKS}
    if sent.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if sent.packed and _takes_packed(request):
        return Response(sent.packed, media_type=KINDS[path.suffix], headers={**headers, "content-encoding": "gzip"})
    return Response(sent.plain, media_type=KINDS[path.suffix], headers=headers)


async def document(request: Request, text: str) -> Response:
    """A document of JSON that is the same for all who look at a table in a language, and holds nothing of theirs."""
    data = text.encode()
    if len(data) < _SMALL or not _takes_packed(request):
        return Response(data, media_type="application/json", headers=_ASKS)
    packed = await asyncio.to_thread(gzip.compress, data, 6, mtime=0)
    return Response(packed, media_type="application/json", headers={**_ASKS, "content-encoding": "gzip"})


def _takes_packed(request: Request) -> bool:
    taken = request.headers.get("accept-encoding", "").lower().replace(" ", "").split(",")
    return any(each == "gzip" or (each.startswith("gzip;") and not each.endswith("q=0")) for each in taken)


@lru_cache(maxsize=1)
def _files() -> dict[str, Path]:
    return {each.relative_to(CLIENT).as_posix(): each for each in CLIENT.rglob("*") if each.suffix in KINDS}


@lru_cache(maxsize=300)
def _read(path: Path, changed: int, size: int) -> _Sent:
    """What a file says, read once for each time that it was changed."""
    plain = path.read_bytes()
    packed = b"" if path.suffix in _PACKED or len(plain) < _SMALL else gzip.compress(plain, 9, mtime=0)
    return _Sent(plain, packed, f'"{hashlib.sha256(plain).hexdigest()[:24]}"')
