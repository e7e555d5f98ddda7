"""The client as code: its types hold, its files are small, nothing in it reads a text as HTML."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from yupana.tests.found import ROOT

CLIENT = ROOT / "tools" / "page" / "client"
STUDIO = ROOT / "tools" / "studio" / "client"
TYPESCRIPT = "typescript@5"
STRICT = (
    "--allowJs", "--checkJs", "--strict", "--noEmit", "--target", "es2023", "--module", "es2022",
    "--moduleResolution", "bundler", "--lib", "es2023,dom,dom.iterable",
)  # fmt: skip


def packed(package: str, folder: Path) -> Path:
    """A package of npm in a folder. Skips the test where it cannot be had."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("there is no npm here")
    done = subprocess.run([npm, "install", "--silent", "--no-save", "--prefix", str(folder), package],
                          capture_output=True, timeout=120)  # fmt: skip
    if done.returncode:
        pytest.skip(f"{package} cannot be fetched here")
    return folder / "node_modules"


@pytest.mark.slow
def test_the_types_of_the_client_hold(tmp_path: Path) -> None:
    node = shutil.which("node")
    tsc = packed(TYPESCRIPT, tmp_path) / "typescript" / "bin" / "tsc"
    assert node is not None
    files = [str(each) for each in sorted(CLIENT.rglob("*.js"))]
    done = subprocess.run([node, str(tsc), *STRICT, *files], capture_output=True, text=True, timeout=120, cwd=CLIENT)
    # what the client imports from elsewhere is checked where it is
    faults = [line for line in done.stdout.splitlines() if "error TS" in line and not line.startswith("../")]
    assert not faults, "\n".join(faults)


@pytest.mark.slow
def test_the_types_of_the_studio_hold() -> None:
    node, packages = shutil.which("node"), STUDIO.parent / "node_modules"
    tsc = packages / "typescript" / "bin" / "tsc"
    if node is None or not tsc.is_file():
        pytest.skip("the packages of the studio were not fetched: python -m yupana.tools.studio.building")
    files = [str(each) for each in sorted(STUDIO.rglob("*.js"))]
    done = subprocess.run([node, str(tsc), *STRICT, *files], capture_output=True, text=True, timeout=120, cwd=STUDIO)
    faults = [line for line in done.stdout.splitlines() if "error TS" in line and not line.startswith("../../page/")]
    assert not faults, "\n".join(faults)


def test_the_files_of_the_client_are_small_and_make_no_html_of_texts() -> None:
    for path in (*CLIENT.rglob("*.js"), *STUDIO.rglob("*.js")):
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= 300, f"{path.name} is too long"
        found = re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text)
        assert found is None, f"{path.name} has {found and found.group()}"
