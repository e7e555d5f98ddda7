"""The games that environments are tested with: the shipped rulesets; their variants in the slow suite. One is played
together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from yupana.tests.found import shipped

TOGETHER = str(Path(__file__).parents[1] / "language" / "37_together.yaml")

GAMES: list[Any] = [pytest.param(each, marks=pytest.mark.slow) if "+" in each else each for each in shipped()]
