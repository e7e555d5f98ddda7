"""Lowering of every class of typed expressions: importing this module fills the register."""

from . import builtins, calls, expressions, loops  # noqa: F401
from .core import lower

__all__ = ["lower"]
