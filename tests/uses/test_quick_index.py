"""What uses what, asked between two keystrokes: without another look at the examples it is what it is with one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from yupana.interpreter.compiled import Compiled
from yupana.interpreter.index.elements import Elements, index, quick_index
from yupana.interpreter.rechecking import Rechecker
from yupana.tests.found import ROOT


def places(elements: Elements) -> set[tuple[object, ...]]:
    """Every reference: what is named, where, and what is done with it."""
    assert elements.references is not None
    every = elements.references.references
    return {(each.declaration.path, each.declaration.name, each.span, each.kind, each.element) for each in every}


def edited(folder: Path, file: str, old: str, new: str) -> Compiled:
    """A copy of a game that is checked, edited, and checked again."""
    shutil.copytree(ROOT / "rulesets" / "cargo_empire", folder / "cargo_empire")
    checker = Rechecker(folder / "cargo_empire")
    assert checker.check().around is not None
    path = folder / "cargo_empire" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return checker.check()


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("actions.yaml", "bonus += 1", "bonus += 2"),
        ("functions.yaml", "functions:\n", "# a line more\nfunctions:\n"),
        ("examples.yaml", "examples:\n", "# a line more\nexamples:\n"),
        ("game.yaml", "rounds_per_game: {value: 3", "rounds_per_game: {value: 4"),
    ],
)
def test_after_an_edit_it_is_what_it_is_with_another_look(tmp_path: Path, file: str, old: str, new: str) -> None:
    compiled = edited(tmp_path, file, old, new)
    assert compiled.around is None
    assert places(quick_index(compiled)) == places(index(compiled))


def test_beside_a_fault_most_of_it_is_known_still(tmp_path: Path) -> None:
    compiled = edited(tmp_path, "actions.yaml", "bonus += 1", "bonus += bonos")
    assert compiled.program is None
    quick, whole = places(quick_index(compiled)), places(index(compiled))
    assert quick <= whole
    assert len(quick) > 0.9 * len(whole)
