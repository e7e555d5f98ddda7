"""Lines from a person: from a terminal with completion, or from a pipe, one line for each decision."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Protocol

from yupana.schemas.plain import plain


class Reader(Protocol):
    """Where a person's lines come from."""

    interactive: bool

    def read(self, prompt: str, words: Sequence[str]) -> str | None:
        """The next line without its end, or None when there are no more; `words` may be completed."""
        ...


class PipeReader:
    """Lines from a file or pipe; each is repeated on standard output so that what is printed can be followed."""

    interactive = False

    def __init__(self, lines: Callable[[], str] | None = None, *, echo: bool = True) -> None:
        self._next = lines or sys.stdin.readline
        self._echo = echo

    def read(self, prompt: str, words: Sequence[str]) -> str | None:
        """The next line."""
        try:
            line = self._next()
        except (OSError, ValueError):  # closed meanwhile
            return None
        if not line:
            return None
        if self._echo:
            sys.stdout.write(f"{prompt}{line.rstrip()}\n")
            sys.stdout.flush()
        return line.rstrip("\r\n")


class TerminalReader:
    """Lines typed on a terminal, with history, and completion by Tab where the system has readline."""

    interactive = True

    def __init__(self) -> None:
        self._words: Sequence[str] = ()
        try:
            import readline  # it takes over the terminal, and some systems have none
        except ImportError:  # a system without readline: lines can be typed all the same
            return
        readline.set_completer(self._complete)
        readline.set_completer_delims(" ,()")
        readline.parse_and_bind("tab: complete")

    def read(self, prompt: str, words: Sequence[str]) -> str | None:
        """The next line."""
        self._words = words
        try:
            return input(plain(prompt))
        except EOFError:
            sys.stdout.write("\n")  # the cursor still stands behind the prompt
            return None
        except OSError:  # the terminal is gone
            return None

    def _complete(self, begun: str, number: int) -> str | None:
        fitting = [word for word in self._words if word.casefold().startswith(begun.casefold())]
        return fitting[number] if number < len(fitting) else None


def make_reader(*, echo: bool = True) -> Reader:
    """The reader that suits standard input."""
    return TerminalReader() if sys.stdin.isatty() and sys.stdout.isatty() else PipeReader(echo=echo)
