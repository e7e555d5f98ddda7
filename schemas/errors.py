"""The exceptions that Yupana raises on purpose, by whose mistake they tell of; `interpreter.errors` gathers all."""

from __future__ import annotations

SHOWN = 300
"""So many letters of a text of a stranger are shown."""


def cut(text: str, most: int = SHOWN) -> str:
    """A text of a stranger as a message shows it: whole, or its beginning."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


class YupanaError(Exception):
    """The base of every exception that Yupana raises on purpose."""


class UsageError(YupanaError, ValueError):
    """The caller asked for something that is not there or not so: a number of players, an option, a file.

    The text is a sentence for who asked.
    """


class IllegalOption(UsageError):  # noqa: N818
    """What was to be played is none of the legal options of the decision, or (`several`) fits more than one."""

    def __init__(self, message: str, several: bool = False) -> None:
        super().__init__(message)
        self.several = several


class SaveError(UsageError):
    """A saved game cannot be read, or does not belong to this ruleset."""
