"""What compiling a ruleset gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from yupana.schemas.source import Diagnostic

from .program import ir

if TYPE_CHECKING:
    from yupana.schemas.overlay import Touch
    from yupana.schemas.ruleset import Ruleset

    from .check.checker import Checked
    from .elements import Elements
    from .lower.tables import Tables
    from .typed.names import Named


@dataclass(slots=True)
class Compiled:
    """A ruleset after compiling. `program` is None when there are errors. `ruleset` holds the declarations, and
    `checked` and `tables` let tools check and lower more code against it; all are None when the program came from the
    cache. Of one whose sections are faulty all are None too; `readable` is what was made of the rest then."""

    name: str
    hash: str
    files: dict[str, str]
    diagnostics: list[Diagnostic]
    ruleset: Ruleset | None = None
    program: ir.Program | None = None
    checked: Checked | None = field(default=None, repr=False)
    tables: Tables | None = field(default=None, repr=False)
    parts: list[Path] = field(default_factory=list)
    removed: frozenset[str] = frozenset()  # what the overlays have taken away, by name
    played: str = ""  # the digest of what decides play (`program/digest.py`); empty where there are errors or edits
    versions: dict[str, str] = field(default_factory=dict)  # of its parts that say one, by name
    touches: list[Touch] = field(default_factory=list, repr=False)  # all that the overlays did
    readable: Compiled | None = field(default=None, repr=False)
    around: list[Named] | None = field(default=None, repr=False)  # the names in examples and look, where all were read
    nearly: list[Named] | None = field(default=None, repr=False)  # else those that are known without another look
    index: Elements | None = field(default=None, init=False, repr=False, compare=False)  # made when first asked for
