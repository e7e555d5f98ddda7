"""What pip installs is whole: the public names, the type marker, the rulesets, and every file the code reads."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from yupana.tests.found import ROOT

FOLDERS = ("interpreter", "schemas", "tools", "rulesets")
LEFT_OUT = ("__pycache__", "node_modules", "LICENSE.txt", "built", "wheels")
EXTENSION = "tools/editor/vscode/"
"""The extension of an editor, which is packed in a way of its own: it is in the source package only."""


def _build(kind: str, folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    environment = {**os.environ, "YUPANA_STUDIO": "0"}  # its page is built from what is fetched, and looked at below
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120, env=environment)
    (built,) = folder.iterdir()
    return built


def _wanted() -> set[str]:
    found = {"__init__.py", "__main__.py", "py.typed"}
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix != ".vsix" and not any(part in LEFT_OUT for part in path.parts):
                found.add(path.relative_to(ROOT).as_posix())
    return found - {f"{EXTENSION}package-lock.json"}


def test_the_wheel_is_whole_and_can_be_used(tmp_path: Path) -> None:
    wheel = _build("wheel", tmp_path / "wheel")
    with zipfile.ZipFile(wheel) as archive:
        names = {name.removeprefix("yupana/") for name in archive.namelist() if name.startswith("yupana/")}
        archive.extractall(tmp_path / "installed")
        outside = [name for name in archive.namelist() if not name.startswith(("yupana/", "yupana-"))]
    assert names == {each for each in _wanted() if not each.startswith(EXTENSION)}
    assert outside == []
    code = "import yupana; print(yupana.__file__, yupana.load('tic_tac_toe').start(players=2, seed=1).decision.player)"
    ran = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(tmp_path / 'installed')!r}); {code}"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    assert ran.stdout.split() == [str(tmp_path / "installed" / "yupana" / "__init__.py"), "x"], ran.stderr


def test_the_source_package_is_whole(tmp_path: Path) -> None:
    package = _build("sdist", tmp_path / "sdist")
    with tarfile.open(package) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert _wanted() - names == set()
    assert {"README.md", "LICENSE", "pyproject.toml"} <= names


def test_an_editable_install_is_this_folder_and_nothing_else(tmp_path: Path) -> None:
    wheel = _build("wheel:editable", tmp_path / "editable")
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" not in name]
        assert len(names) == 1, names
        assert archive.read(names[0]).decode().strip() == str(ROOT / "tests" / ".path")
