"""Messages of the Debug Adapter Protocol: each is JSON behind a header that says how long it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from threading import Lock
from typing import Any, BinaryIO

from ..shell.framing import next_length


def messages(stream: BinaryIO) -> Iterator[dict[str, Any] | str]:
    """The messages of a stream, until it ends; for one that cannot be read, a sentence that says why."""
    while (length := next_length(stream)) is not None:
        if isinstance(length, str):
            yield length
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
