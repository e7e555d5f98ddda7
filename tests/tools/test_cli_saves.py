"""Saved games: replayed step by step, and refused when they are cut off, forged, or of another ruleset."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from yupana.schemas.errors import UsageError
from yupana.tests.tools.command_line import Yupana
from yupana.tools.playing import saves
from yupana.tools.playing.saves import save_somewhere, write_save


@pytest.fixture
def save(yupana: Yupana, tmp_path: Path) -> Path:
    """A finished game, x wins in five."""
    ran = yupana("play", "tic_tac_toe", lines=["a1", "a2", "b1", "b2", "save game.json", "c1"])
    assert ran.code == 0, ran.err
    return tmp_path / "game.json"


def test_a_replay_shows_every_decision_and_the_result(yupana: Yupana, save: Path) -> None:
    ran = yupana("replay", "game.json", "--json")
    assert ran.code == 0, ran.err
    steps = ran.document["decisions"]
    assert [(step["player"], step["option"]) for step in steps] == [
        ("x", "mark(space=a1)"),
        ("o", "mark(space=a2)"),
        ("x", "mark(space=b1)"),
        ("o", "mark(space=b2)"),
    ]
    assert ran.document["over"] is False
    assert "   4  O: mark b2  mark(space=b2)" in yupana("replay", "game.json").out
    assert "   4  O：b2に印を書く  mark(space=b2)" in yupana("replay", "game.json", "--lang", "ja").out


def test_a_replay_can_stop_early(yupana: Yupana, save: Path) -> None:
    assert len(yupana("replay", "game.json", "--to", "2", "--json").document["decisions"]) == 2
    ran = yupana("replay", "game.json", "--to", "9")
    assert ran.code == 2
    assert "holds 4 decisions" in ran.err


@pytest.mark.parametrize("command", [("replay",), ("play", "--resume")])
@pytest.mark.parametrize("spoiled", ["cut", "empty", "words", "decision", "program", "binary"])
def test_a_spoiled_save_is_refused_with_a_sentence(
    yupana: Yupana, save: Path, command: tuple[str, ...], spoiled: str
) -> None:
    text = save.read_text()
    if spoiled == "cut":
        save.write_text(text[: len(text) // 2])
    elif spoiled == "empty":
        save.write_text("")
    elif spoiled == "words":
        save.write_text('{"hello": "world"}')
    elif spoiled == "decision":
        save.write_text(text.replace("mark(space=b1)", "mark(space=a1)"))
    elif spoiled == "binary":
        save.write_bytes(b"\xff\xfe\x00")
    else:
        document = json.loads(text)
        document["program"] = "not digits"
        save.write_text(json.dumps(document))
    ran = yupana(*command, "game.json")
    assert (ran.code, ran.out) == (2, ""), ran.err
    assert ran.err.count("\n") == 1
    assert "Internal error" not in ran.err


def test_a_save_of_another_ruleset_is_refused(yupana: Yupana, save: Path) -> None:
    assert yupana("new", "other").code == 0
    ran = yupana("replay", "game.json", "--ruleset", "./other")
    assert ran.code == 2
    assert "tic_tac_toe" in ran.err


def test_a_save_whose_ruleset_cannot_be_found_by_name_says_how_to_name_it(yupana: Yupana, tmp_path: Path) -> None:
    (tmp_path / "away").mkdir()
    yupana("new", "other", "--into", "away")
    yupana("play", "./away/other", lines=["take 2", "save game.json", "quit"])
    ran = yupana("replay", "game.json")
    assert ran.code == 2
    assert "Say where it is: `yupana replay game.json --ruleset PATH`." in ran.err
    assert "Say where it is: `yupana play PATH --resume game.json`." in yupana("play", "--resume", "game.json").err
    assert yupana("replay", "game.json", "--ruleset", "./away/other").code == 0
    assert yupana("play", "./away/other", "--resume", "game.json", lines=["quit"]).code == 0


def test_tables_that_save_at_once_get_names_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exists = Path.exists
    monkeypatch.setattr(Path, "exists", lambda self: False)  # each looks before the other has written
    paths = [save_somewhere(text, "game") for text in ("one", "two", "three")]
    monkeypatch.setattr(Path, "exists", exists)
    assert [path.read_text() for path in paths] == ["one", "two", "three"]
    assert [path.name for path in paths] == [f"game-{n}.save.json" for n in (1, 2, 3)]


def test_a_save_elsewhere_is_private_and_follows_no_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    (shared / "game-1.save.json").symlink_to(tmp_path / "precious")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(shared))
    real = saves._save_in

    def nowhere(folder: Path, save: str, name: str) -> Path:
        if folder == Path():
            raise UsageError("this folder cannot be written")
        return real(folder, save, name)

    monkeypatch.setattr(saves, "_save_in", nowhere)
    path = save_somewhere("mine", "game")
    assert path.read_text() == "mine"
    assert not (tmp_path / "precious").exists()
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_name_that_somebody_takes_meanwhile_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "evening.json"
    monkeypatch.setattr("os.path.lexists", lambda each: False)
    path.write_text("theirs")
    with pytest.raises(UsageError, match="Another program has just written"):
        write_save(path, "mine")
    assert path.read_text() == "theirs"
