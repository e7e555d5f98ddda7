"""Pictures that a look names: files in the folder of the ruleset, and nothing that could do more than be shown.

A ruleset may come from a stranger, and the picture goes to browsers. So a name leads to no file outside of the folder,
through links neither; only formats without scripts are taken, and by what the file holds, not only by what it is
called; and no picture is larger than a page can bear.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Literal, NamedTuple

from .find import home_of, leads_outside
from .source import Diagnostic, Span
from .tree import Word, cite

LARGEST = 400_000
"""So many bytes a picture has at most."""
MOST = 4_000_000
"""So many bytes all pictures of a ruleset have at most."""

MOST_PIXELS = 16_000_000
"""So many pixels a picture has at most: a file of a few bytes may stand for thousands of millions."""
MOST_PIXELS_TOGETHER = 8 * MOST_PIXELS
"""So many pixels all pictures of a ruleset have at most: who prints or shows them unpacks each."""

FORMATS = {"png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp"}
"""The endings of pictures, and what each is called where it is sent."""


class Picture(NamedTuple):
    """A picture: what it is (`image/png`), and the content of the file."""

    kind: str
    data: bytes

    @property
    def pixels(self) -> int:
        """How many pixels its head says that it has."""
        wide, high = size_of(self.data) or (0, 0)
        return wide * high

    @property
    def url(self) -> str:
        """The picture as an address that holds all of it."""
        return f"data:{self.kind};base64,{base64.b64encode(self.data).decode()}"


def read_picture(name: Word, parts: Sequence[Path]) -> Picture | Diagnostic:
    """The picture that a file of a ruleset names, or what is wrong with it. `parts` are the folders and files that the
    ruleset is put together from; the picture stands in the folder of the one that names it."""
    home, text = home_of_picture(name.span, parts), str(name)
    path = PurePosixPath(text)
    kind = FORMATS.get(path.suffix.removeprefix(".").casefold())
    if kind is None:
        hint = f"use {', '.join(f'`.{each}`' for each in FORMATS)}"
        if path.suffix.casefold() == ".svg":
            hint += "; an SVG can hold scripts"
        return _fault(f"{cite(text)} is not a picture that can be shown", name.span, hint)
    if path.is_absolute() or ".." in path.parts or "\\" in text or "\0" in text or leads_outside(home / text, home):
        hint = "name a file in it, such as `pictures/a.png`"
        return _fault(f"{cite(text)} lies outside of the ruleset's folder", name.span, hint)
    try:
        if not (home / text).is_file():
            return _fault(f"there is no file {cite(text)} in the ruleset's folder", name.span, _near(home, path))
        with (home / text).open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError):
        return _fault(f"{cite(text)} cannot be read", name.span, "look at the permissions of the file")
    if len(data) > LARGEST:
        return _fault(f"{cite(text)} is larger than {LARGEST:,} bytes", name.span, "make the picture smaller")
    if kind_of(data) != kind:
        hint = "save it in the format that it is called"
        return _fault(f"{cite(text)} does not hold what its ending says", name.span, hint)
    size = size_of(data)
    if size is not None and size[0] * size[1] > MOST_PIXELS:
        message = f"{cite(text)} is a picture of {size[0]:,} by {size[1]:,} pixels, and {MOST_PIXELS:,} may be shown"
        return _fault(message, name.span, "make the picture smaller")
    if size is None or not is_whole(data):
        message = f"{cite(text)} is damaged, or an end of it is missing"
        return _fault(message, name.span, "save the picture again")
    return Picture(kind, data)


def too_many(name: Word, size: int, pixels: int) -> Diagnostic | None:
    """What is wrong where the pictures up to this one have so many bytes and pixels together."""
    if size <= MOST and pixels <= MOST_PIXELS_TOGETHER:
        return None
    what = f"{MOST:,} bytes" if size > MOST else f"{MOST_PIXELS_TOGETHER:,} pixels"
    return _fault(f"the pictures are larger than {what} together", name.span, "make them smaller, or use fewer")


def _fault(message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic("YUP268", "error", message, span, hint)


def home_of_picture(span: Span, parts: Sequence[Path]) -> Path:
    """The folder that the pictures lie in which are named here."""
    file = Path(span.file).resolve()
    for part in parts:
        if part.resolve() in (file, file.parent):
            return home_of(part) or part.parent
    return file.parent


def _near(home: Path, path: PurePosixPath) -> str:
    """A file that may be meant: one whose name differs only in its case."""
    try:
        there = [each.name for each in (home / path.parent).iterdir()]
    except OSError:
        return "the path is taken from the folder of the ruleset"
    found = [each for each in there if each.casefold() == path.name.casefold()]
    return f"did you mean {cite(str(path.with_name(found[0])))}?" if found else "the path is taken from that folder"


def kind_of(data: bytes) -> str:
    """What a file holds, by how it begins."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    return "image/webp" if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else ""


def is_whole(data: bytes) -> bool:
    """Whether a picture has all its parts, as far as these say so without being decoded."""
    if data.startswith(b"\x89PNG"):
        return _is_whole_png(data)
    if data.startswith(b"\xff\xd8"):
        return b"\xff\xda" in data and b"\xff\xd9" in data  # a scan, and an end behind which cameras write more
    return len(data) >= int.from_bytes(data[4:8], "little") + 8


def _is_whole_png(data: bytes) -> bool:
    at, has_pixels = 8, False
    while at + 12 <= len(data):
        length, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        body = data[at + 8 : at + 8 + length]
        if zlib.crc32(kind + body).to_bytes(4, "big") != data[at + 8 + length : at + 12 + length]:
            return False
        has_pixels = has_pixels or kind == b"IDAT"
        if kind == b"IEND":
            return has_pixels
        at += 12 + length
    return False


def size_of(data: bytes) -> tuple[int, int] | None:
    """The width and height that the head of a picture says, in pixels; None where it says none. Nothing is decoded."""
    if data.startswith(b"\x89PNG"):
        found = data[16:24] if data[12:16] == b"IHDR" else b""
        return _numbers(found, 4, "big")
    if data.startswith(b"\xff\xd8"):
        return _size_of_jpeg(data)
    chunk = data[12:16]
    if chunk == b"VP8X" and len(data) >= 30:
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    if chunk == b"VP8L" and len(data) >= 25:
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    size = _numbers(data[26:30], 2, "little") if chunk == b"VP8 " else None
    return None if size is None else (size[0] & 0x3FFF, size[1] & 0x3FFF)


def _size_of_jpeg(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 <= len(data):
        if data[at] != 0xFF:
            return None
        mark = data[at + 1]
        if mark == 0xFF:  # filling
            at += 1
        elif 0xC0 <= mark <= 0xCF and mark not in (0xC4, 0xC8, 0xCC):
            size = _numbers(data[at + 5 : at + 9], 2, "big")
            return None if size is None else (size[1], size[0])
        elif mark == 0x01 or 0xD0 <= mark <= 0xD8:
            at += 2
        else:
            at += 2 + max(int.from_bytes(data[at + 2 : at + 4], "big"), 2)
    return None


def _numbers(data: bytes, width: int, order: Literal["big", "little"]) -> tuple[int, int] | None:
    """Two sizes of so many bytes each; None where they are not there, or one is nothing."""
    first, second = int.from_bytes(data[:width], order), int.from_bytes(data[width:], order)
    return (first, second) if len(data) == 2 * width and first and second else None
