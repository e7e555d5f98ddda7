"""The cache of compiled rulesets: used when nothing has changed, never when something has, and never in the way."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from yupana.interpreter.cached import compile_program
from yupana.interpreter.compiled import Compiled
from yupana.interpreter.program import cache
from yupana.schemas import caches
from yupana.schemas.source import Diagnostic, Span
from yupana.tests.found import ROOT

RULESET = """
ruleset: {name: race, title: Race, language: 1}
players: {min: 2, max: 2, names: [red, blue], fields: {score: int 0..40}}
constants: {most: 3}
actions: {add: {parameters: {number: {in: 1..most}}, effects: me.score += number}}
flow: [{turns: turn, until: me.score >= 5}]
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, and a ruleset's folder."""
    monkeypatch.setenv("YUPANA_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "race"
    folder.mkdir()
    (folder / "game.yaml").write_text(RULESET, encoding="utf-8")
    return folder


def entries(home: Path) -> list[Path]:
    return sorted((home.parent / "cache" / "programs").glob("*"))


def from_cache(compiled: Compiled) -> bool:
    return compiled.program is not None and compiled.ruleset is None


def test_an_unchanged_ruleset_comes_from_the_cache(home: Path) -> None:
    first = compile_program(str(home))
    second = compile_program(str(home))
    assert not from_cache(first)
    assert from_cache(second)
    assert second.program == first.program


@pytest.mark.parametrize("ends", [b"\r\n", b"\r"])
def test_files_with_the_line_ends_of_windows_come_from_the_cache_too(home: Path, ends: bytes) -> None:
    data = b"\xef\xbb\xbf" + RULESET.encode().replace(b"\n", ends)
    (home / "game.yaml").write_bytes(data)
    assert not from_cache(compile_program(str(home)))
    assert from_cache(compile_program(str(home)))


def test_a_changed_file_is_compiled_anew(home: Path) -> None:
    before = compile_program(str(home))
    (home / "game.yaml").write_text(RULESET.replace("most: 3", "most: 4"), encoding="utf-8")
    changed = compile_program(str(home))
    assert not from_cache(changed)
    assert changed.hash != before.hash


def test_a_new_file_of_the_folder_is_seen(home: Path) -> None:
    compile_program(str(home))
    (home / "more.yaml").write_text("constants: {other: 1}\n", encoding="utf-8")
    assert not from_cache(compile_program(str(home)))


def test_the_first_texts_in_another_language_are_seen(home: Path) -> None:
    compile_program(str(home))
    (home / "texts").mkdir()
    (home / "texts" / "ja.yaml").write_text("names: {rde: 赤}\n", encoding="utf-8")
    assert [each.code for each in compile_program(str(home)).diagnostics] == ["YUP251"]


def test_a_faulty_ruleset_is_not_kept(home: Path) -> None:
    (home / "game.yaml").write_text(RULESET.replace("number", "numbr", 1), encoding="utf-8")
    compile_program(str(home))
    assert entries(home) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_file_that_has_become_a_pipe_is_not_waited_for(home: Path) -> None:
    """Nor is one that has no end."""
    compile_program(str(home))
    (home / "game.yaml").unlink()
    os.mkfifo(home / "game.yaml")
    found: list[object] = []
    asking = threading.Thread(target=lambda: found.append(cache.load(str(home))), daemon=True)
    asking.start()
    asking.join(10)
    assert found == [None]


@pytest.mark.parametrize("rubbish", ["", "{", '{"files": 3}', "[]", "\x00\x01", '{"files": {}, "program": []}'])
def test_rubbish_in_the_cache_is_not_used(home: Path, rubbish: str) -> None:
    compile_program(str(home))
    (entry,) = entries(home)
    entry.write_text(rubbish, encoding="utf-8")
    compiled = compile_program(str(home))
    assert compiled.program is not None
    assert not from_cache(compiled)


def test_the_cache_may_be_deleted(home: Path) -> None:
    compile_program(str(home))
    for entry in entries(home):
        entry.unlink()
    assert not from_cache(compile_program(str(home)))
    assert from_cache(compile_program(str(home)))


def linked(path: Path) -> None:
    """The entry lies elsewhere, under a link."""
    path.rename(path.parent.parent / "moved.json")
    path.symlink_to(path.parent.parent / "moved.json")


SPOILED = {
    "writable by the group": lambda path: path.chmod(0o620),
    "writable by all": lambda path: path.chmod(0o602),
    "in a folder that others write to": lambda path: path.parent.chmod(0o777),
    "a link": linked,
}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither owners nor modes of files")
@pytest.mark.parametrize("spoil", SPOILED)
def test_a_program_that_somebody_else_could_have_changed_is_not_played(home: Path, spoil: str) -> None:
    """It is as much to be trusted as machine code: what it holds is run without another look at the rules."""
    compile_program(str(home))
    (entry,) = entries(home)
    SPOILED[spoil](entry)
    assert not from_cache(compile_program(str(home)))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither owners nor modes of files")
def test_a_program_of_another_user_is_not_played(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compile_program(str(home))
    assert from_cache(compile_program(str(home)))
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert not from_cache(compile_program(str(home)))


def test_a_cache_that_cannot_be_written_is_no_cache(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home.parent / "file").write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("YUPANA_CACHE", str(home.parent / "file"))
    assert compile_program(str(home)).program is not None
    assert compile_program(str(home)).program is not None


def test_old_entries_go(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caches, "KEPT", 2)
    for number in range(4):
        (home / "game.yaml").write_text(RULESET, encoding="utf-8")
        other = home.parent / f"race{number}"
        other.mkdir()
        (other / "game.yaml").write_text(RULESET, encoding="utf-8")
        compile_program(str(other))
    assert len(entries(home)) == 2


def test_two_processes_may_write_at_once(home: Path) -> None:
    code = (
        "import sys\n"
        "from yupana.interpreter.program import cache; from yupana.interpreter.compile import compile_ruleset\n"
        "c = compile_ruleset(sys.argv[1])\n"
        "for _ in range(20): cache.store(sys.argv[1], c.program, [], c.files); assert cache.load(sys.argv[1])\n"
    )
    path = str(ROOT / "tests" / ".path")
    environment = {"PYTHONPATH": path, "YUPANA_CACHE": str(home.parent / "cache"), "PATH": ""}
    environment["YUPANA_DATA"] = os.environ["YUPANA_DATA"]
    workers = [subprocess.Popen([sys.executable, "-c", code, str(home)], env=environment) for _ in range(2)]
    assert [worker.wait(timeout=120) for worker in workers] == [0, 0]
    assert from_cache(compile_program(str(home)))
    assert not [each for each in entries(home) if each.suffix != ".json"]


def test_a_diagnostic_is_kept_with_its_related_places() -> None:
    there, first = Span("a.yaml", 2, 3, 2, 9), Span("b.yaml", 1, 1, 1, 4)
    told = Diagnostic("YUP406", "warning", "twice", there, "rename one", ((first, "first declared here"),))
    assert cache._diagnostic(told.to_json()) == told
