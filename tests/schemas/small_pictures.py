"""A picture of each format, as small as there can be one."""

from __future__ import annotations

import zlib


def chunk(kind: bytes, data: bytes) -> bytes:
    """A part of a PNG."""
    return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")


def png(wide: int, high: int, *, end: bool = True) -> bytes:
    """A PNG that says this size, of one black pixel."""
    head = wide.to_bytes(4, "big") + high.to_bytes(4, "big") + b"\x08\0\0\0\0"
    parts = [chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(b"\0\0")), chunk(b"IEND", b"") if end else b""]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def jpeg(wide: int, high: int, *, end: bool = True) -> bytes:
    """What is laid out as a JPEG of this size, without anything in it."""
    size = high.to_bytes(2, "big") + wide.to_bytes(2, "big")
    head = b"\xff\xd8\xff\xe0\0\4\0\0\xff\xc0\0\x0b\x08" + size + b"\1\1\x11\0"
    return head + b"\xff\xda\0\x08\1\1\0\0\x3f\0" + (b"\xff\xd9" if end else b"")


def webp(wide: int, high: int, *, end: bool = True) -> bytes:
    """The head of a WEBP of this size."""
    size = (wide - 1).to_bytes(3, "little") + (high - 1).to_bytes(3, "little")
    return b"RIFF" + (22 if end else 99).to_bytes(4, "little") + b"WEBPVP8X\n\0\0\0\0\0\0\0" + size


PNG, JPEG, WEBP = png(1, 1), jpeg(1, 1), webp(1, 1)
