"""Which back ends there are: the one place that names them. A further one is one more row."""

from __future__ import annotations

from yupana.schemas.errors import UsageError

from .protocol import BackEnd
from .python.backend import PYTHON

BACK_ENDS: dict[str, BackEnd] = {each.name: each for each in (PYTHON,)}

USUAL = PYTHON
"""What runs games where nobody chooses, and what only Python can run: code whose reads of a position are watched."""


def find_back_end(wanted: str | BackEnd) -> BackEnd:
    """A back end by its name, or itself. Raises UsageError for a name that none has."""
    if not isinstance(wanted, str):
        return wanted
    if wanted not in BACK_ENDS:
        raise UsageError(f"there is no engine {wanted!r}; there are {', '.join(sorted(BACK_ENDS))}")
    return BACK_ENDS[wanted]
