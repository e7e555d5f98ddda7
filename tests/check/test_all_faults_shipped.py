"""Faults of all stages, planted into the shipped rulesets by `planting`: every one is told, where it stands, and
nothing is told that only follows from one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.tests.check.planting.plant import copied, judged, planted
from yupana.tests.found import ROOT

TARGETS = ("tic_tac_toe", "cargo_empire", "cuzco_kk", "cuzco_feld+pututus", "pizarro")
QUICK, SLOW = 2, 150

KNOWN = {}


def _marks(target: str, seed: int) -> list[pytest.MarkDecorator]:
    known = KNOWN.get((target, seed))
    if known is not None:
        return [pytest.mark.xfail(reason=known, strict=True)]
    return [] if seed < QUICK else [pytest.mark.slow]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the copies lie; every mixture writes all files of its ruleset anew."""
    return tmp_path_factory.mktemp("planted")


@pytest.mark.parametrize("target", TARGETS)
def test_the_copy_is_sound_and_there_is_much_to_plant(target: str, folder: Path) -> None:
    copied(target, folder)
    assert judged(target, folder, []) == []
    assert len(planted(target).faults) > 20


@pytest.mark.parametrize(
    ("target", "seed"),
    [pytest.param(target, seed, marks=_marks(target, seed)) for target in TARGETS for seed in range(SLOW)],
)
def test_all_planted_faults_are_told_and_nothing_else(target: str, seed: int, folder: Path) -> None:
    faults = planted(target).choose(seed)
    assert 2 <= len(faults) <= 8
    assert judged(target, folder, faults) == [], "\n".join(map(str, faults))


def test_of_hidden_values_nothing_is_said_where_the_holders_of_zones_are_missing(tmp_path: Path) -> None:
    there = Path(shutil.copytree(ROOT / "rulesets" / "cuzco_feld", tmp_path / "cuzco_feld"))
    path = there / "components.yaml"
    text = path.read_text(encoding="utf-8")
    gods = "    attributes: {name: text}\n    entries:\n      illapa"
    assert gods in text
    path.write_text(text.replace(gods, gods.replace("    entries:\n", "")), encoding="utf-8")
    assert [each.code for each in compile_ruleset(there).diagnostics] == ["YUP101"]


def test_of_the_kind_of_spaces_that_a_board_does_not_name_nothing_is_said(tmp_path: Path) -> None:
    there = Path(shutil.copytree(ROOT / "rulesets" / "cuzco_kk", tmp_path / "cuzco_kk"))
    board = there / "board.yaml"
    text = board.read_text(encoding="utf-8")
    assert text.count("    kind: Hex\n") == 1
    board.write_text(text.replace("    kind: Hex\n", ""), encoding="utf-8")
    assert [each.code for each in compile_ruleset(there).diagnostics] == ["YUP202"]
