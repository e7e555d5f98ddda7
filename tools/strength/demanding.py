"""A figure that is demanded: so many percent of the breaks must be noticed or accepted."""

from __future__ import annotations

from dataclasses import dataclass

from yupana.schemas.host import quote

from ..documents.checking import TestStrength
from ..documents.shape import shaped
from .model import Strength
from .report import percent


@dataclass(frozen=True, slots=True)
class Demand:
    """What was found of a ruleset, and how many percent of it are wanted."""

    at_least: int
    found: Strength

    @property
    def is_met(self) -> bool:
        """Whether that many are noticed or accepted; where there is nothing to notice, they are."""
        return self.found.figure * 100 >= self.at_least - 1e-9

    def told(self) -> str:
        """How it stands, in a sentence."""
        breaks = self.found.breaks
        said = f"{percent(self.found.figure)} of {breaks} break{'' if breaks == 1 else 's'} noticed or accepted"
        if self.is_met:
            return f"{said}, at least {self.at_least} % are wanted"
        return f"{said}, but at least {self.at_least} % are wanted"

    def advice(self) -> str:
        """What tells the breaks that are missed."""
        return quote(["yupana", "strength", self.found.ruleset])

    def to_json(self) -> TestStrength:
        """The part of `test --json` that tells it."""
        return shaped(TestStrength, self.found, at_least=self.at_least)
