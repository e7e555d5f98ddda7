"""The one boundary to the terminal: everything the command line reads and prints goes through here.

Guarantees: no text of a stranger reaches the terminal with an escape sequence in it, whatever wrote it; a stream that
cannot show a character (ASCII, Latin-1, a Windows code page) gets the nearest it can; a stream that is closed is no
error, one that is full is told in one sentence; what cannot be decoded on standard input is a mistyped character.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, TextIO, cast

from yupana.schemas import host
from yupana.schemas.dots import DOT, dotted
from yupana.schemas.plain import Painted, plain

NEAREST = "yupana.nearest"
_NEAR = {
    "→": "->", "←": "<-", "↔": "<->", "⇒": "=>", "…": "...", "–": "-", "—": "-", "×": "x", "−": "-", "·": ".",
    "•": "*", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "≤": "<=", "≥": ">=", "≠": "!=", "█": "#",
    "●": "o", "○": "o", "■": "#", "□": "o", "✓": "v", "✗": "x", "\ufffd": "?",
}  # fmt: skip


class OutputLost(Exception):  # noqa: N818 - told to people as a sentence
    """Standard output cannot be written any more; the cause is the system's error."""

    def __init__(self, reason: OSError) -> None:
        super().__init__(f"Cannot write to standard output: {reason.strerror or reason}.")
        self.reason = reason

    @property
    def closed(self) -> bool:
        """Whether whoever read it has simply gone."""
        return host.is_closed_pipe(self.reason)


class Outlet:
    """A stream for text that makes it plain. `raw` passes it as it is, for Rich, whose texts `shell.console` makes
    plain piece by piece."""

    def __init__(self, stream: TextIO, *, raw: bool = False, quiet: bool = False) -> None:
        self._stream = stream
        self._raw = raw
        self._quiet = quiet

    def write(self, text: str) -> int:
        """Write a text; gives its length, as streams do. Raises OutputLost."""
        if not isinstance(text, str):
            raise TypeError("only text is written here")
        with self._errors():
            told = text if DOT not in text else Painted(dotted(text)) if isinstance(text, Painted) else dotted(text)
            self._stream.write(told if self._raw or isinstance(told, Painted) else plain(told))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts one after the other."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Hand on what is kept back. Raises OutputLost."""
        with self._errors():
            self._stream.flush()

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            _point_nowhere(self._stream)
            if not self._quiet:
                raise OutputLost(error) from None

    @property
    def rich_proxied_file(self) -> Outlet:
        """Where Rich writes, by the name under which it asks."""
        return Outlet(self._stream, raw=True, quiet=self._quiet)

    @property
    def encoding(self) -> str:
        """Every text can be written."""
        return "utf-8"

    @property
    def is_unicode(self) -> bool:
        """Whether the stream behind it takes every character as it is."""
        return (getattr(self._stream, "encoding", None) or "utf-8").lower().replace("-", "").startswith("utf")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextlib.contextmanager
def guarded() -> Iterator[None]:
    """Let the standard streams go through here while this lasts; inside of itself it does nothing."""
    if isinstance(sys.stdout, Outlet):
        yield
        return
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = _input(before[0])
    sys.stdout = cast("TextIO", Outlet(_output(before[1])))
    sys.stderr = cast("TextIO", Outlet(_output(before[2]), quiet=True))
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


@contextlib.contextmanager
def messages() -> Iterator[tuple[BinaryIO, BinaryIO]]:
    """The standard streams as bytes, for a program that speaks with another program over them: what it reads and what
    it writes. While this lasts everything else that is printed goes to standard error: it must not get in between."""
    fill_standard_descriptors()
    out = sys.stdout
    sys.stdout = sys.stderr
    try:
        with open(os.dup(0), "rb") as reads, open(os.dup(1), "wb") as writes:
            yield reads, writes
    finally:
        sys.stdout = out


def flush() -> None:
    """Hand on what the streams keep back; an error is nothing new at the end of a run that has failed."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OutputLost, ValueError):
            stream.flush()


def takes_all(stream: object) -> bool:
    """Whether a stream takes every character as it is."""
    return not isinstance(stream, Outlet) or stream.is_unicode


def fill_standard_descriptors() -> None:
    """Open what the caller has closed: else the next file that is opened would be taken for a standard stream."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _input(stream: TextIO | None) -> TextIO:
    if stream is None:
        return open(os.devnull, encoding="utf-8")
    _set(stream, errors="replace")
    return stream


def _output(stream: TextIO | None) -> TextIO:
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")
    encoding = host.encoding_of(stream)
    _set(stream, errors=NEAREST, **({"encoding": encoding} if encoding else {}))
    return stream


def _set(stream: Any, **settings: str) -> None:
    with contextlib.suppress(AttributeError, OSError, ValueError):
        stream.reconfigure(**settings)


def _point_nowhere(stream: TextIO) -> None:
    """Let a stream that has failed write nowhere, so that what it keeps back does not fail again when Python ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _nearest(error: UnicodeError) -> tuple[str, int]:
    """What stands for characters that an encoding does not have."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_near(each) for each in error.object[error.start : error.end]), error.end


def _near(character: str) -> str:
    if character in _NEAR:
        return _NEAR[character]
    name = unicodedata.name(character, "")
    if name.startswith("BOX DRAWINGS"):
        return "-" if name.endswith("HORIZONTAL") else "|" if name.endswith("VERTICAL") else "+"
    bare = unicodedata.normalize("NFKD", character)[:1]
    return bare if bare.isascii() else "?"


codecs.register_error(NEAREST, _nearest)
