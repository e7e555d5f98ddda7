"""All built-in functions: importing this module fills the table."""

from . import builtins_boards, builtins_directions, builtins_pieces, builtins_play, builtins_values  # noqa: F401
from .builtin_table import BUILTINS

__all__ = ["BUILTINS"]
