"""One place gives finished files their names: there a device or pipe is never replaced."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from yupana.schemas import host
from yupana.schemas.files import whole_file, write_atomic
from yupana.tests.found import ROOT

ONLY_HERE = {"schemas/host.py": 3, "tools/authoring/starting.py": 1}
"""How often files call what gives names: a folder that is new is given its name by `starting`."""


def test_no_other_module_gives_names_to_files() -> None:
    found: dict[str, int] = {}
    for folder in ("schemas", "interpreter", "tools"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(text)) if re.search(r"\b(os|shutil)\.(re|mo)", text) else ():
                named = isinstance(node, ast.Attribute) and node.attr in ("replace", "rename", "renames", "move")
                if named and isinstance(node.value, ast.Name) and node.value.id in ("os", "shutil"):  # type: ignore[attr-defined]
                    name = path.relative_to(ROOT).as_posix()
                    found[name] = found.get(name, 0) + 1
    assert found == ONLY_HERE


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_device_pipe_or_folder_is_not_replaced(tmp_path: Path) -> None:
    pipe, folder, new = tmp_path / "pipe", tmp_path / "folder", tmp_path / "new"
    os.mkfifo(pipe)
    folder.mkdir()
    (tmp_path / "link").symlink_to("pipe")
    for place in (pipe, folder, tmp_path / "link"):
        new.write_text("new", encoding="utf-8")
        with pytest.raises(OSError, match=r"device|folder|directory"):
            host.replace(new, place)
        with pytest.raises(OSError, match=r"device|folder|directory"), whole_file(place) as part:
            part.write_text("whole", encoding="utf-8")
        with pytest.raises(OSError, match=r"device|folder|directory"):
            write_atomic(place, "text")
    assert pipe.is_fifo()
    assert folder.is_dir()
    new.unlink()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["folder", "link", "pipe"]


def test_a_whole_file_follows_a_link_and_leaves_nothing_when_it_fails(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old", encoding="utf-8")
    (tmp_path / "link").symlink_to("real")
    with pytest.raises(TypeError), whole_file(tmp_path / "link") as part:
        part.write_bytes("half")  # type: ignore[arg-type]
    assert (tmp_path / "real").read_text(encoding="utf-8") == "old"
    with whole_file(tmp_path / "link") as part:
        part.write_text("new", encoding="utf-8")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text(encoding="utf-8") == "new"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["link", "real"]


@pytest.mark.parametrize("nameless", [True, False])
def test_a_whole_file_where_files_without_a_name_are_and_where_not(
    nameless: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    if not nameless:
        monkeypatch.setattr(host, "unnamed", lambda folder, mode: None)
    monkeypatch.setattr(host, "name_it", lambda descriptor, path: False)  # then it is copied
    with whole_file(tmp_path / "file") as part:
        part.write_text("whole", encoding="utf-8")
    assert (tmp_path / "file").read_text(encoding="utf-8") == "whole"
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(host.unnamed(ROOT, 0o600) is None, reason="there are no files without a name here")
def test_whoever_is_killed_while_writing_leaves_nothing(tmp_path: Path) -> None:
    program = (
        "import os, sys; from pathlib import Path; from yupana.schemas.files import whole_file\n"
        "with whole_file(Path(sys.argv[1])) as part, part.open('wb') as file:\n"
        "    file.write(b'half'); file.flush(); os._exit(9)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests" / ".path")}
    (tmp_path / "file").write_text("old", encoding="utf-8")
    ran = subprocess.run([sys.executable, "-c", program, str(tmp_path / "file")], env=environment, check=False)
    assert ran.returncode == 9
    assert [each.name for each in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text(encoding="utf-8") == "old"
