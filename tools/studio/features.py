"""All that the studio can be asked, a module each."""

from __future__ import annotations

from collections.abc import Callable

from . import begin, files, greeting, sharing, soundness, tour
from .host import Host

FEATURES: tuple[Callable[[Host], None], ...] = (
    greeting.register,
    files.register,
    begin.register,
    sharing.register,
    tour.register,
    soundness.register,
)
"""What says which methods are answered, a module each."""
