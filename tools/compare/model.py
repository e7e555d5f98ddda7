"""What a comparison finds: changes of elements, by their stable names, and under each what is concerned by it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from yupana.interpreter.index.elements import TELLING, TELLING_PARTS

from .pairing import Pairing

if TYPE_CHECKING:
    from yupana.interpreter.index.elements import Element

ChangeKind = Literal["added", "removed", "changed", "renamed"]

SECTIONS: Mapping[str, str] = {
    "ruleset": "Header", "players": "Players", "options": "Options", "constants": "Constants", "enums": "Enums",
    "kinds": "Components", "boards": "Boards", "tables": "Tables", "state": "State", "zones": "Zones",
    "functions": "Functions", "procedures": "Procedures", "actions": "Actions", "adjustments": "Adjustments",
    "triggers": "Triggers", "positions": "Positions", "setup": "Set-up", "flow": "Turn structure", "scoring": "Scoring",
    "invariants": "Invariants", "features": "Features",
    "rulebook": "Rulebook", "book": "Book", "rules": "Rules", "examples": "Examples", "look": "Look",
}  # fmt: skip
"""The sections in the order in which they are told, with their headings."""

@dataclass(frozen=True, slots=True)
class PartChange:
    """One key of an element: its old and its new value in canonical words (None: not there). `code` says that the
    values are code; `moved` are the names that changed their place, where the key is an order; `told` says that only
    words of texts are different, which nothing but people read."""

    key: str
    old: str | None
    new: str | None
    code: bool = False
    moved: tuple[str, ...] = ()
    told: bool = False


@dataclass(slots=True)
class Concerned:
    """What a change touches. `direct` are the paths of the elements that use the changed one, `through` those that
    depend on it through others; `rules` are the ids it implements, `rules_through` those of what depends on it;
    `examples` are the names of the examples that use it, directly or not, or cite one of its rules, or of those that
    come out differently where this was tried."""

    direct: list[str] = field(default_factory=list)
    through: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    rules_through: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Change:
    """One element that is different. `old` and `new` are None where it is not there. `inside` are the elements that
    came or went with it; `followers` the elements whose code differs only by its new name; `where` tells of what was
    added where it goes, if its place among its neighbours means something. `unused` says that the element has a part in
    the rules, but that no game comes to it under either ruleset; `same_program` that the program is the same with it
    as without."""

    kind: ChangeKind
    old: Element | None
    new: Element | None
    parts: list[PartChange] = field(default_factory=list)
    inside: list[Element] = field(default_factory=list)
    followers: list[str] = field(default_factory=list)
    concerned: Concerned = field(default_factory=Concerned)
    where: str | None = None
    unused: bool = False
    same_program: bool = False

    @property
    def element(self) -> Element:
        """The element as it is now, or as it was."""
        element = self.new or self.old
        assert element is not None
        return element

    @property
    def path(self) -> str:
        """The path it has now, or had."""
        return self.element.path

    @property
    def plays(self) -> bool:
        """Whether the change can make the game play differently."""
        return self.matters and not self.unused and not self.same_program

    @property
    def matters(self) -> bool:
        """Whether the change is one of the rules, and not only of what is told of them."""
        if self.element.section in TELLING or self.kind == "renamed":
            return False
        if self.kind != "changed":
            return True
        told = TELLING_PARTS | ({"report"} if self.element.section == "scoring" else set())
        return any(part.key.rpartition(".")[2] not in told and not part.told for part in self.parts)


@dataclass(slots=True)
class Difference:
    """All changes from one ruleset to another, section by section, and which element is which. `ran` says that the
    examples were run: those of each change are the ones that come out differently, and not all that it may touch."""

    changes: list[Change]
    pairing: Pairing
    ran: bool = False

    def of(self, section: str) -> list[Change]:
        """The changes of one section."""
        return [each for each in self.changes if each.element.section == section]

    @property
    def counts(self) -> dict[str, int]:
        """How many elements were added, removed, changed and renamed."""
        kinds: tuple[ChangeKind, ...] = ("added", "removed", "changed", "renamed")
        return {kind: sum(each.kind == kind for each in self.changes) for kind in kinds}

    @property
    def plays(self) -> bool:
        """Whether any change can make the game play differently."""
        return any(each.plays for each in self.changes)
