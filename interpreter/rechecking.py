"""Checking a ruleset again and again while it is being edited.

Guarantee: what it gives is what `compile_ruleset` gives. What did not change is not read again: elements that say what
they said are the same models, code that stands where it stood keeps its syntax tree, rules are checked when something
changed that they see, and an example when it did, or something that it uses looks different now.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from yupana.schemas.compose import compose
from yupana.schemas.kept import KeptModels
from yupana.schemas.within import Interrupted

from .compile import compile_composed
from .compiled import CheckedRuleset, Compiled
from .glancing import Glance as Glance
from .glancing import glance
from .index.elements import Elements, index
from .kept import Kept
from .language.parse import KeptTrees


@contextmanager
def garbage_waits() -> Iterator[None]:
    """While this lasts nobody looks for garbage: what a check makes lives until the next one, and looking for garbage
    in it is a third of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class Rechecker:
    """Remembers what the last check of a ruleset read."""

    def __init__(self, target: str | Path) -> None:
        self.target = target
        self._forget()

    def _forget(self) -> None:
        self._trees = KeptTrees()
        self._models = KeptModels()
        self._kept = Kept()

    def check(self, early: Callable[[Glance | None], None] | None = None) -> Compiled:
        """The ruleset as its files are now. `early` is told what is wrong with the code that was edited, before the
        whole is checked, and None where that cannot be said; what it raises ends the check, and nothing is lost."""
        try:
            with garbage_waits(), self._models.reading(), self._trees.reading():
                composed = compose(self.target)
                if early is not None:
                    early(glance(self._kept.rules.last, composed))
                return compile_composed(composed, self._kept)
        except Interrupted:  # what is half done is kept by nobody
            self._forget()
            raise

    def elements(self, compiled: CheckedRuleset) -> Elements:
        """The elements of what the last check gave, with what uses what; code is not read again for them."""
        with self._trees.reading():
            found = index(compiled)
            for each in found:
                _ = each.parts  # read now, while its trees are at hand
            return found
