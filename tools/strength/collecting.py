"""How well a ruleset is protected as a test of pytest: it fails below a figure, with the breaks that are missed."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.compiled import SoundRuleset
from yupana.schemas.errors import UsageError

from ..testing.collecting import Collector, FailedError, RulesetFile, RulesetItem
from .report import Demand, sentence_of
from .running import strength_of


def collector(folders: list[Path], percent: str) -> Collector:
    """What collects rulesets (see `testing.collecting`); with a percentage, one test more of each: so many percent of
    its breaks must be noticed or accepted. Raises pytest.UsageError when it is none."""
    if not percent:
        return Collector(folders)
    if not (percent.isascii() and percent.isdigit() and int(percent) <= 100):
        raise pytest.UsageError(f"--yupana-strength is a percentage from 0 to 100, not {percent!r}")
    return Collector(folders, partial(_item, int(percent)))


def _item(at_least: int, parent: RulesetFile) -> StrengthItem:
    assert isinstance(parent.compiled, SoundRuleset)  # else it has no item but its faults
    span = parent.compiled.ruleset.ruleset.span
    made: StrengthItem = StrengthItem.from_parent(parent, name="strength", span=span, at_least=at_least)
    return made


class StrengthItem(RulesetItem):
    """Breaks the ruleset in every small way."""

    def __init__(self, *, at_least: int, **rest: Any) -> None:
        super().__init__(**rest)
        self.at_least = at_least

    def runtest(self) -> None:
        """Fails with every break that is missed; or when an example does not hold, which has a test of its own."""
        assert isinstance(self.parent, RulesetFile)
        assert isinstance(self.parent.compiled, SoundRuleset)
        try:
            found = strength_of(self.parent.compiled, self.parent.target)
        except UsageError as fault:
            raise FailedError(str(fault)) from None
        demand = Demand(self.at_least, found)
        if not demand.is_met:
            missed = [sentence_of(each) for each in found if each.is_open]
            raise FailedError("\n".join([demand.told(), *missed]))
