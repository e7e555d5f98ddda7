"""How what is sent is compressed, for a browser that takes it so: by Brotli, which a browser asks for where nobody on
the way could read along (https, or its own machine), else by gzip, as streams are."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import AsyncIterator, Callable
from functools import lru_cache

import brotli
from starlette.requests import Request

VARIES = {"vary": "accept-encoding"}
"""What an answer says that may come otherwise to somebody else."""

SMALL = 1_000
"""So few bytes are not worth compressing."""

_KNOWN: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda data: brotli.compress(data, quality=11),
    "gzip": lambda data: gzip.compress(data, 9, mtime=0),
}


def taken(request: Request) -> list[str]:
    """How an answer may be compressed for who asks, the best first."""
    asked = request.headers.get("accept-encoding", "").lower().replace(" ", "").split(",")
    found = {each.partition(";")[0] for each in asked if not each.endswith(";q=0")}
    return [each for each in _KNOWN if each in found]


@lru_cache(maxsize=100)
def compressed(data: bytes, coding: str) -> bytes:
    """A whole, compressed once for all who ask for it."""
    return _KNOWN[coding](data)


async def in_parts(told: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """A stream by gzip, each part compressed as it comes."""
    packer = zlib.compressobj(6, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    async for each in told:
        yield packer.compress(each) + packer.flush(zlib.Z_SYNC_FLUSH)
