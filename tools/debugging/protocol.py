"""Messages of the Debug Adapter Protocol: each is JSON behind a header that says how long it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from threading import Lock
from typing import Any, BinaryIO

LONGEST = 16 * 1024 * 1024
"""So many bytes of one message are taken."""
_HEADER = 4096


def messages(stream: BinaryIO) -> Iterator[dict[str, Any] | str]:
    """The messages of a stream, until it ends; for one that cannot be read, a sentence that says why."""
    while (length := _length(stream)) is not None:
        if isinstance(length, str):
            yield length
            continue
        if length > LONGEST:
            _pass_over(stream, length)
            yield f"A message has more than {LONGEST:,} bytes."
            continue
        body = stream.read(length)
        if len(body) < length:
            return
        try:
            message = json.loads(body)
        except (ValueError, RecursionError):
            yield "A message is not JSON."
            continue
        yield message if isinstance(message, dict) else "A message is not an object."


def _length(stream: BinaryIO) -> int | str | None:
    """How long the next message is; a sentence where its header does not say so, None at the end."""
    found: int | None = None
    while True:
        line = stream.readline(_HEADER)
        if not line:
            return None
        text = line.strip()
        if not text:
            if found is not None:
                return found
            continue
        name, _, value = text.partition(b":")
        if name.strip().lower() == b"content-length":
            if not value.strip().isdigit() or len(value.strip()) > 12:
                return "A header does not say how long its message is."
            found = int(value)


def _pass_over(stream: BinaryIO, length: int) -> None:
    while length > 0:
        read = stream.read(min(length, 1 << 16))
        if not read:
            return
        length -= len(read)


class Writer:
    """Writes messages, from any thread; what nobody reads any more is dropped."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = Lock()
        self._number = 0
        self.lost = False

    def write(self, message: dict[str, Any]) -> None:
        """Write a message, which gets its number here."""
        with self._lock:
            self._number += 1
            body = json.dumps({"seq": self._number, **message}).encode()
            try:
                self._stream.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
                self._stream.flush()
            except (OSError, ValueError):
                self.lost = True
