"""All that the studio can be asked, a module each."""

from __future__ import annotations

from collections.abc import Callable

from . import (
    begin,
    changing,
    files,
    greeting,
    language,
    offering,
    sharing,
    soundness,
    stepping,
    working,
)
from .host import Host

FEATURES: tuple[Callable[[Host], None], ...] = (
    greeting.register,
    files.register,
    language.register,
    stepping.register,
    begin.register,
    sharing.register,
    soundness.register,
    working.register,
    changing.register,
    offering.register,
)
"""What says which methods are answered, a module each."""
