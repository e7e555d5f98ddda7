"""One name for two things is a fault that is told, and nothing else comes of it, whichever two they are."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.tests.found import ROOT, compiled

FILES = ("59_tiles", "56_edges_and_corners", "57_hex_edges", "01_boards")
"""With boards, their links, shapes, edges and corners, tiles and their parts, kinds and enums."""


@pytest.mark.parametrize("name", [FILES[0], *(pytest.param(each, marks=pytest.mark.slow) for each in FILES[1:])])
def test_one_name_for_two_kinds_or_zones_is_a_fault(name: str, tmp_path: Path) -> None:
    file = ROOT / "tests" / "language" / f"{name}.yaml"
    program, text = compiled(str(file)).program, file.read_text(encoding="utf-8")
    names = {each.name for each in program.domains if each.name.isidentifier()} | {x.name for x in program.families}
    for one, other in itertools.permutations(sorted(names), 2):
        if one != "Player":
            path = tmp_path / f"{one}_{other}.yaml"
            path.write_text(re.sub(rf"\b{one}\b", other, text), encoding="utf-8")
            found = compile_ruleset(str(path))  # some names are made of others and change with them
            assert found.program is not None or found.diagnostics, (one, other)
