"""What went unnoticed when games were broken by hand, and faults that they once had: each is among the breaks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.mutation import mutants_of

GAPS: dict[str, dict[str, list[str]]] = YAML(typ="safe").load(Path(__file__).with_name("gaps.yaml"))


@pytest.mark.parametrize("ruleset", GAPS)
def test_every_named_gap_is_a_break(ruleset: str) -> None:
    made: Any = {each.name for each in mutants_of(compile_ruleset(ruleset))}
    gone = [f"{gap}: {name}" for gap, names in GAPS[ruleset].items() for name in names if name not in made]
    assert not gone, "\n".join(gone)
    assert all(GAPS[ruleset].values())
