"""Why a request is refused: a status of HTTP and one clear sentence; and what a server says of trouble on its standard
error: no more than somebody can read, whoever makes it."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from typing import Any

from yupana.interpreter.game import LookFault, RuleFault
from yupana.schemas.errors import UsageError

from ..shell.sentences import internal_error, sentence

OURS = "The server has made an error; it is none of yours or of the rules. Please report it to its authors."
"""What is said of an internal error; whoever runs the server reads more about it."""


FAILED = "A rule of this game has failed, and it cannot go on"


class Refused(Exception):  # noqa: N818 - it is an answer and no error of ours
    """A request that is not carried out; `sentence` is for who asked."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


def what_failed(fault: Exception) -> str:
    """What the seats of a table are told of what ends it: nothing that is hidden, and no path of the server."""
    if isinstance(fault, RuleFault):
        failed = "The look of this game has failed" if isinstance(fault, LookFault) else FAILED
        where = f" ({fault.file.replace(chr(92), '/').rpartition('/')[2]}:{fault.line})" if fault.line else ""
        return f"{failed}: {fault.message}{where}"
    if isinstance(fault, UsageError):
        return sentence(str(fault))
    tell_of(fault)
    return OURS


AT_ONCE, WHILE = 20, 60.0
"""So many messages are written in so many seconds; what comes beyond is counted."""


class Trouble:
    """Where trouble is told; `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since, self._told, self._left_out = clock(), 0, 0

    def tell(self, text: str) -> None:
        """Write a message, unless there were too many of late."""
        now = self._clock()
        if now - self._since >= WHILE:
            if self._left_out:
                sys.stderr.write(f"({self._left_out} more messages were left out.)\n")
            self._since, self._told, self._left_out = now, 0, 0
        if self._told < AT_ONCE:
            self._told += 1
            sys.stderr.write(text + "\n")
        else:
            self._left_out += 1


_trouble = Trouble()


def begin() -> None:
    """A server begins: nothing was told yet."""
    global _trouble
    _trouble = Trouble()


def tell_of(fault: BaseException) -> None:
    """Tell whoever runs the server of an error of ours."""
    _trouble.tell(internal_error(fault))


def of_the_loop(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Tell of what went wrong outside any request: each connection that the system cannot take is such a thing."""
    fault = context.get("exception")
    if isinstance(fault, OSError):
        _trouble.tell(f"The system says: {fault}.")
    elif fault is not None:
        tell_of(fault)
