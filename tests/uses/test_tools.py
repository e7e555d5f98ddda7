"""Tools tell uses of declarations: what is only spelled like something does not use it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.index.elements import Elements, index
from yupana.tests.tools.command_line import Yupana
from yupana.tests.uses.twins import EDITS, TWINS, USERS
from yupana.tools.testing.affected import affected, changes


def _written(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def _edited(path: str) -> str:
    old, new, _ = EDITS[path]
    assert TWINS.count(old) == 1, old
    return TWINS.replace(old, new)


def _elements(folder: Path, name: str, text: str) -> Elements:
    compiled = compile_ruleset(_written(folder, name, text))
    assert compiled.program is not None, compiled.diagnostics
    return index(compiled)


@pytest.mark.parametrize("path", USERS)
def test_explain(yupana: Yupana, tmp_path: Path, path: str) -> None:
    _written(tmp_path, "twins.yaml", TWINS)
    ran = yupana("explain", "twins.yaml", path, "--json")
    assert ran.code == 0, ran.err
    told = json.loads(ran.out)
    assert {*told["used_by"], *(f"examples.{each}" for each in told["examples"])} >= USERS[path]
    assert set(told["used_by"]) == {each for each in USERS[path] if not each.startswith("examples.")}


@pytest.mark.parametrize("path", EDITS)
def test_diff(yupana: Yupana, tmp_path: Path, path: str) -> None:
    _written(tmp_path, "old.yaml", TWINS)
    _written(tmp_path, "new.yaml", _edited(path))
    ran = yupana("diff", "old.yaml", "new.yaml", "--json")
    assert ran.code == 0, ran.err
    (change,) = [each for each in json.loads(ran.out)["changes"] if each["path"] == path]
    assert set(change["direct"]) == {each for each in USERS[path] if not each.startswith("examples.")}
    assert set(change["examples"]) == EDITS[path][2]


@pytest.mark.parametrize("path", EDITS)
def test_what_is_affected(tmp_path: Path, path: str) -> None:
    before, after = _elements(tmp_path, "old.yaml", TWINS), _elements(tmp_path, "new.yaml", _edited(path))
    if path.startswith("players."):
        assert affected(changes(before, after), before, after) == list(before.ruleset.examples)
    else:
        assert set(affected(changes(before, after), before, after)) == EDITS[path][2]


@pytest.mark.parametrize("path", ["enums.Mood", "functions.price"])
def test_impact(yupana: Yupana, tmp_path: Path, path: str) -> None:
    _written(tmp_path, "old.yaml", TWINS)
    _written(tmp_path, "new.yaml", _edited(path))
    ran = yupana("impact", "old.yaml", "new.yaml", "--games", "0", "--replays", "0", "--tries", "0", "--json")
    assert ran.code == 0, ran.err
    (change,) = [each for each in json.loads(ran.out)["diff"]["changes"] if each["path"] == path]
    assert set(change["direct"]) == {each for each in USERS[path] if not each.startswith("examples.")}
