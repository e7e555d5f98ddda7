"""Getting up from the table."""

from __future__ import annotations


class Left(Exception):  # noqa: N818 - not an error: somebody got up from the table
    """The person has left the table; `save` tells whether the game is worth keeping."""

    def __init__(self, *, save: bool) -> None:
        super().__init__()
        self.save = save
