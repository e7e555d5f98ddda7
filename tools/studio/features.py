"""All that the studio can be asked, a module each."""

from __future__ import annotations

from collections.abc import Callable

from . import (
    begin,
    changing,
    files,
    forms,
    greeting,
    language,
    offering,
    playing,
    sharing,
    sheets,
    soundness,
    stepping,
    tour,
    working,
)
from .host import Host

FEATURES: tuple[Callable[[Host], None], ...] = (
    greeting.register,
    files.register,
    language.register,
    stepping.register,
    playing.register,
    begin.register,
    sharing.register,
    tour.register,
    soundness.register,
    working.register,
    changing.register,
    offering.register,
    forms.register,
    sheets.register,
)
"""What says which methods are answered, a module each."""
