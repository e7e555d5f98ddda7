"""All that the studio can be asked, a module each."""

from __future__ import annotations

from collections.abc import Callable

from . import files, forms, greeting
from .host import Host

FEATURES: tuple[Callable[[Host], None], ...] = (
    greeting.register,
    files.register,
    forms.register,
)
"""What says which methods are answered, a module each."""
