"""Why a request is refused: a status of HTTP and one clear sentence."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818 - it is an answer and no error of ours
    """A request that is not carried out; `sentence` is for who asked."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
