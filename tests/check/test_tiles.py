"""The faces of tiles while a ruleset is edited: they say what parts there are, so all that names one is looked at."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.rechecking import Rechecker
from yupana.tests.check.test_rechecking import copied, told


@pytest.mark.parametrize(
    ("old", "new", "sound"),
    [
        ("straight: {count: 5, face: oo=oo / oo=oo", "straight: {count: 5, face: ooooo / oo=oo", False),
        ("gate: {face: ttttt / ttttt / ttttt / to=ot / oo=oo", "gate: {face: ttttt / ttttt / ttttt / tooot / ooooo", False),
        ("gate: {face: ttttt / ttttt / ttttt / to=ot / oo=oo", "gate: {face: ttttt / ttttt / ttttt / to=ot / oo=", False),
        ("sight: storehouses, stores: 1}", "sight: storehouses, stores: 2}", True),
    ],
)  # fmt: skip
def test_an_edit_of_a_face_is_checked_like_the_whole(tmp_path: Path, old: str, new: str, sound: bool) -> None:
    there = copied("puna", tmp_path)
    checker = Rechecker(there)
    checker.check()
    path = there / "game.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    again = checker.check()
    assert told(again) == told(compile_ruleset(there))
    assert (again.program is not None) == sound
