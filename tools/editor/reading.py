"""What an editor can ask about rules as they stand, without changing them."""

from __future__ import annotations

from collections.abc import Callable

from . import calls, colours, folding, hints, hover, navigation, symbols
from .server import EditorServer

REQUESTS: tuple[Callable[[EditorServer], None], ...] = (
    hover.register,
    navigation.register,
    symbols.register,
    folding.register,
    colours.register,
    hints.register,
    calls.register,
)


def register(server: EditorServer) -> None:
    """Answer all of it."""
    for each in REQUESTS:
        each(server)
