"""Why a request is refused: a status of HTTP and one clear sentence."""

from __future__ import annotations

from yupana.interpreter.game import LookFault, RuleFault
from yupana.schemas.errors import UsageError

from ..shell.sentences import sentence
from .trouble import tell_of

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
