"""All built-in functions: importing this module fills the table."""

from . import (  # noqa: F401
    builtins_boards,
    builtins_directions,
    builtins_pieces,
    builtins_play,
    builtins_tiles,
    builtins_values,
    positions,
)
from .builtin_table import BUILTINS

__all__ = ["BUILTINS"]
