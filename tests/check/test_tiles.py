"""The faces of tiles while a ruleset is edited: they say what parts there are, so all that names one is looked at."""

from __future__ import annotations

from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.index.elements import index
from yupana.interpreter.rechecking import Rechecker
from yupana.tests.check.test_rechecking import copied, told
from yupana.tools.renaming.naming import name_of
from yupana.tools.renaming.rename import rename

GATE = "ttttt / ttttt / ttttt / torot / ooroo"


@pytest.mark.parametrize(
    ("old", "new", "sound"),
    [
        ("straight: {count: 5, face: ooroo / ooroo", "straight: {count: 5, face: ooooo / ooroo", False),
        (f"gate: {{face: {GATE}", "gate: {face: ttttt / ttttt / ttttt / tooot / ooooo", False),
        (f"gate: {{face: {GATE}", "gate: {face: ttttt / ttttt / ttttt / torot / oor", False),
        ("scenery: storehouses, stores: 1}", "scenery: storehouses, stores: 2}", True),
    ],
)
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


@pytest.mark.parametrize(
    ("old", "new", "there"),
    [
        ("bend", "curve", "send(part=curve_1_trail)"),
        ("trail", "track", "send(part=bend_1_track)"),
        ("Part", "Stretch", "of: Stretch"),
        ("spot", "bed", "laid: bed"),
        ("ground", "soil", "match: soil"),
        ("scenery", "view", "shown: view"),
        ("face", "front", "face: front"),
        ("herder", "shepherd", "{part: it.shepherd,"),
    ],
)
def test_what_tiles_are_made_of_is_renamed(tmp_path: Path, old: str, new: str, there: str) -> None:
    path = copied("puna", tmp_path) / "game.yaml"
    compiled = compile_ruleset(path.parent)
    uses = index(compiled).references
    assert uses is not None
    paths = {"bend": "kinds.Tile", "Part": "kinds.Part", "trail": "enums.Ground", "spot": "zones.spot"}
    (named,) = {
        each.declaration
        for each in uses.references
        if name_of(each.declaration) == old and each.declaration.path.startswith(paths.get(old, "kinds."))
    }
    text = rename(compiled, named, new, {}).texts[str(path)]
    assert there in text
