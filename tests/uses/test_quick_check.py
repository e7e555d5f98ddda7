"""A quick check of what was edited says nothing that the whole check does not say, and speaks of most edits."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from yupana.interpreter.incremental.quick_check import QuickCheck
from yupana.interpreter.rechecking import Rechecker
from yupana.schemas.source import Diagnostic
from yupana.tests.found import ROOT

TYPED = (" if", "1", "x.", " and", " + 1", "\n", " == none", '"', "(", ": [")


def edited(checker: Rechecker, file: Path, text: str) -> tuple[QuickCheck | None, list[Diagnostic]]:
    file.write_text(text, encoding="utf-8")
    quick: list[QuickCheck] = []
    compiled = checker.check(quick.append)
    told = compiled.diagnostics  # where nothing else is told before, this is all that there is
    return (quick[0] if quick else QuickCheck(told, compiled.files, whole=True)), told


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("connect_four", 20),
        ("stepping_stones", 20),
        *[pytest.param(each, 80, marks=pytest.mark.slow) for each in ("connect_four", "stepping_stones", "pizarro")],
    ],
)
def test_what_a_quick_check_finds_the_whole_check_finds(name: str, most: int, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rulesets" / name, tmp_path / name)
    checker, dice, spoken, told = Rechecker(tmp_path / name), random.Random(1), 0, 0
    checker.check()
    files = sorted((tmp_path / name).glob("*.yaml"))
    for _ in range(most):
        file = dice.choice(files)
        before = file.read_text(encoding="utf-8")
        rows = before.split("\n")
        line = dice.choice([number for number, row in enumerate(rows) if row.strip()])
        rows[line] += dice.choice(TYPED)
        found, whole = edited(checker, file, "\n".join(rows))
        if found is not None:
            known = {(each.code, each.message, each.span) for each in whole}
            assert [each for each in found.faults if (each.code, each.message, each.span) not in known] == []
            spoken, told = spoken + 1, told + bool(found.faults)
        edited(checker, file, before)
    assert spoken > most // 2
    assert told > most // 5


def test_a_fault_of_one_function_is_seen_at_once_and_what_was_said_of_it_is_old(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rulesets" / "tic_tac_toe", tmp_path / "game")
    checker, file = Rechecker(tmp_path / "game"), tmp_path / "game" / "game.yaml"
    checker.check()
    text = file.read_text(encoding="utf-8")
    found, whole = edited(checker, file, text.replace("all(s.mark != none", "all(s.marc != none"))
    assert found is not None
    assert [each.message for each in found.faults] == [each.message for each in whole]
    assert all(found.is_old(each) for each in whole)
    found, whole = edited(checker, file, text.replace("all(s.mark != none", "all(s.mark == none"))
    assert found is not None
    assert (found.faults, whole) == ([], [])
