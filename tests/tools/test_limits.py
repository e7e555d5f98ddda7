"""Rules of strangers that are read unasked take no more than they may, whoever reads them, and are told of."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from yupana.interpreter.game import SaveError, load
from yupana.interpreter.machine import saves
from yupana.schemas import within
from yupana.schemas.errors import UsageError
from yupana.schemas.record import read_save
from yupana.tools.editor.projects import Opened, Project
from yupana.tools.packages import adding
from yupana.tools.packages.packing import pack
from yupana.tools.page.edited import Workbench
from yupana.tools.page.faults import Refused
from yupana.tools.page.offered import Offered
from yupana.tools.playing.saves import ruleset_of
from yupana.tools.targets.games import load_game

RULES = """
ruleset: {name: held_up, title: Held up, language: 4, version: 1.0}
players: {min: 1, max: 1, names: [red]}
actions: {go: {effects: pass}}
flow: [{turns: turn, until: 1 == 2}]
functions:
"""
RULES += "".join(f"  f{each}: {{of: {{x: int}}, is: (x * x + {each}) // 7 % 5}}\n" for each in range(1, 300))
HELD_UP = r"takes more than 0 seconds, and was ended"


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ruleset that takes a while; limits are put on it by `impatient`."""
    monkeypatch.setenv("YUPANA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("YUPANA_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "held_up"
    folder.mkdir()
    (folder / "game.yaml").write_text(RULES, encoding="utf-8")
    return folder


def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(within, "_LOOKS", 0.001)
    monkeypatch.setattr(within, "_AGAIN", 0.001)
    monkeypatch.setattr(within, "SECONDS", 0.0)


def test_a_package(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = pack(str(rules))
    impatient(monkeypatch)
    with pytest.raises(UsageError, match=rf"^The package is refused: checking `held_up` {HELD_UP}\.$"):
        adding.add(package)
    assert not list((rules.parent / "data").rglob("game.yaml"))


def test_a_saved_game_that_names_rules(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save = read_save(load(rules).start(1, 1).to_json()).model_copy(update={"ruleset": "./held_up"})
    (rules / "game.yaml").write_text(RULES + "  g: {is: 1}\n", encoding="utf-8")
    impatient(monkeypatch)
    with pytest.raises(UsageError, match=HELD_UP):
        ruleset_of("a.json", save, None, load_game, "way")
    assert ruleset_of("a.json", save, "./held_up", load_game, "way").program.name == "held_up", "who asks may wait"


def test_an_editor(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = Project(rules)
    with monkeypatch.context() as hasty:
        impatient(hasty)
        project.check(Opened(), "utf-16", lambda: None)
        assert [each.code for each in project.diagnostics] == ["YUP125"]
        assert project.diagnostics[0].span.file.endswith("game.yaml")
        assert not project.sound
    project.check(Opened(), "utf-16", lambda: None)
    assert project.diagnostics == []
    assert project.sound
    whole = project.snapshot
    with monkeypatch.context() as hasty:
        impatient(hasty)
        (rules / "game.yaml").write_text(RULES + "  g: {is: 1}\n", encoding="utf-8")
        project.check(Opened(), "utf-16", lambda: None)
        assert [each.code for each in project.diagnostics] == ["YUP125"]
        assert project.snapshot is whole, "what was known answers"


def test_a_server(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf, bench = Offered("./held_up", "python"), Workbench(str(rules))
    assert bench.read() is not None
    (rules / "game.yaml").write_text(RULES + "  g: {is: 1}\n", encoding="utf-8")
    with monkeypatch.context() as hasty:
        impatient(hasty)
        edit = bench.read()
        assert edit is not None
        assert "takes more than 0 seconds" in edit.told()["message"]
        with pytest.raises(Refused, match=HELD_UP):
            shelf.details(shelf.first)
        with pytest.raises(Refused, match=HELD_UP):
            shelf.open(shelf.target(shelf.first, ()), "")
        with pytest.raises(UsageError, match=HELD_UP):
            Offered("./held_up", "python")
    assert shelf.details(shelf.first)["title"] == "Held up"
    (rules / "game.yaml").write_text(RULES + "  h: {is: 1}\n", encoding="utf-8")
    edit = bench.read()
    assert edit is not None
    assert edit.look.sound


def test_a_saved_game_of_a_stranger_is_no_long_work() -> None:
    """As many decisions as can be taken once more in some seconds; a table's own store has no such bound."""
    kept = json.loads(load("tic_tac_toe").start(2, 1).to_json())
    kept["decisions"] = ["mark 1"] * (saves.MOST_DECISIONS + 1)
    with pytest.raises(SaveError, match="at most 100,000 decisions, and this one 100,001"):
        saves.read_save(json.dumps(kept))
    assert len(saves.read_save(kept).decisions) == saves.MOST_DECISIONS + 1
