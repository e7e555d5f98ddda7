"""Lowering of every class of typed nodes: importing this module fills the registers."""

from . import assignments, builtins, choices, directions, expressions, loops, tiles  # noqa: F401
from .core import lower
from .statements import lower_block
from .texts import shown, text, whole_text

__all__ = ["lower", "lower_block", "shown", "text", "whole_text"]
