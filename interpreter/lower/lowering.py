"""Lowering of every class of typed nodes: importing this module fills the registers."""

from . import assignments, builtins, calls, choices, directions, expressions, hypothetical, loops  # noqa: F401
from .core import lower
from .expressions import text as lower_text
from .statements import lower_block

__all__ = ["lower", "lower_block", "lower_text"]
