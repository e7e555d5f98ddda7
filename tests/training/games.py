"""The games that environments are tested with: the shipped rulesets; their variants in the slow suite."""

from __future__ import annotations

from typing import Any

import pytest
from yupana.tests.found import shipped

GAMES: list[Any] = [pytest.param(each, marks=pytest.mark.slow) if "+" in each else each for each in shipped()]
