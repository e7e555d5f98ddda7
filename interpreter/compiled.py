"""What compiling a ruleset gives: one class for each state in which it may come out.

Who needs more than every state has takes the class that has it, so that nobody asks whether it is there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from yupana.schemas.source import Diagnostic

from .program import ir

if TYPE_CHECKING:
    from yupana.schemas.overlay import Touch
    from yupana.schemas.ruleset import Ruleset

    from .check.checker import Checked
    from .disclosure import Disclosure
    from .lower.tables import Tables
    from .typed.names import Named


@dataclass(slots=True)
class Compiled:
    """A ruleset after compiling. By itself it is one whose sections are faulty, of which `readable` is what was made of
    the rest, or one whose `program` came from the cache; `ruleset` is None then."""

    name: str
    hash: str
    files: dict[str, str]
    diagnostics: list[Diagnostic]
    ruleset: Ruleset | None = None
    program: ir.Program | None = None
    parts: list[Path] = field(default_factory=list)
    removed: frozenset[str] = frozenset()  # what the overlays have taken away, by name
    versions: dict[str, str] = field(default_factory=dict)  # of its parts that say one, by name
    touches: list[Touch] = field(default_factory=list, repr=False)  # all that the overlays did
    readable: CheckedRuleset | None = field(default=None, repr=False)

    @classmethod
    def of(cls, other: Compiled, **more: Any) -> Self:
        """A ruleset in this state: what is known of it in another, and what it has `more`."""
        names = [each.name for each in fields(cls) if each.init]
        return cls(**{name: getattr(other, name) for name in names if hasattr(other, name)} | more)


@dataclass(slots=True, kw_only=True)
class CheckedRuleset(Compiled):
    """A ruleset whose declarations could be read: `checked` and `tables` let tools check and lower more code against
    it. There may be errors in its code; then `program` is None."""

    ruleset: Ruleset
    checked: Checked = field(repr=False)
    tables: Tables = field(repr=False)
    disclosure: Disclosure = field(repr=False, compare=False)  # where hidden values go
    played: str = ""  # the digest of what decides play (`program/digest.py`); empty where there are errors or edits
    around: list[Named] | None = field(default=None, repr=False)  # the names in examples and look, where all were read
    nearly: Callable[[], list[Named]] | None = field(default=None, repr=False)  # else gives those known without a look
    index: Any = field(default=None, init=False, repr=False, compare=False)  # its elements, once they were asked for


@dataclass(slots=True, kw_only=True)
class SoundRuleset(CheckedRuleset):
    """A ruleset without errors."""

    program: ir.Program
