"""Messages behind a header that says how long each is, as editors and debuggers send them: whatever a header says, the
next message is found, and no more memory is taken than a message may have."""

from __future__ import annotations

import re
from typing import BinaryIO

LONGEST = 16 * 1024 * 1024
"""So many bytes of one message are taken."""

_HEADER = 4096
_SAYS = re.compile(rb"content-length[ \t]*:", re.IGNORECASE)

TOO_LONG = f"A message has more than {LONGEST:,} bytes."
NO_LENGTH = "A header does not say how long its message is."


def next_length(stream: BinaryIO) -> int | str | None:
    """How long the next message is, whose first byte is then the next of the stream; a sentence where its header does
    not say so, or where it was too long and has been passed over; None at the end."""
    found: int | None = None
    while True:
        line = stream.readline(_HEADER)
        if not line:
            return None
        text = line.strip()
        if not text:
            if found is None:
                continue
            return found if found <= LONGEST else _passed_over(stream, found)
        # behind a message of which nobody knew how long it is, the next header may stand in the same line
        says = _SAYS.search(text)
        if says is not None:
            value = text[says.end() :].strip()
            if not value.isdigit() or len(value) > 12:
                return NO_LENGTH
            found = int(value)


def _passed_over(stream: BinaryIO, length: int) -> str | None:
    while length > 0:
        read = stream.read(min(length, 1 << 16))
        if not read:
            return None
        length -= len(read)
    return TOO_LONG


class Framed:
    """A stream for who reads headers without a doubt: in the place of a message that cannot be had it is given one that
    is none, `[]`, which it answers as such."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lines: list[bytes] = []
        self._none = False

    def readline(self) -> bytes:
        """The next line of a header; nothing at the end."""
        if not self._lines:
            length = next_length(self._stream)
            if length is None:
                return b""
            self._none = isinstance(length, str) or length == 0
            self._lines = [b"\r\n", b"Content-Length: %d\r\n" % (length if isinstance(length, int) and length else 2)]
        return self._lines.pop()

    def read(self, count: int) -> bytes:
        """The message behind a header."""
        return b"[]" if self._none else self._stream.read(count)
