"""Why a request is refused: a status of HTTP and one clear sentence."""

from __future__ import annotations

OURS = "The server has made an error; it is none of yours or of the rules. Please report it to its authors."
"""What is said of an internal error; whoever runs the server reads more about it."""


class Refused(Exception):  # noqa: N818 - it is an answer and no error of ours
    """A request that is not carried out; `sentence` is for who asked."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
