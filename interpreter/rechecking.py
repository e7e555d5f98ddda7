"""Checking a ruleset again and again while it is being edited.

Guarantee: the diagnostics are those of `compile_ruleset`. What did not change is not read again: code that stands where
it stood keeps its syntax tree, and an example is looked at again when it, or something it mentions, has changed.
"""

from __future__ import annotations

import gc
from pathlib import Path

from .compile import compile_ruleset
from .compiled import Compiled
from .faces import SoundExamples
from .language.parse import KeptTrees


class Rechecker:
    """Remembers what the last check of a ruleset read."""

    def __init__(self, target: str | Path) -> None:
        self.target = target
        self._trees = KeptTrees()
        self._sound = SoundExamples()

    def check(self) -> Compiled:
        """The ruleset as its files are now."""
        collecting = gc.isenabled()
        gc.disable()  # what a check makes lives until the next one: looking for garbage in it is a third of the time
        try:
            with self._trees.reading():
                return compile_ruleset(self.target, self._sound)
        finally:
            if collecting:
                gc.enable()
