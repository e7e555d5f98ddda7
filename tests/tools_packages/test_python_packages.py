"""Packages of Python bring rulesets as data: they are found without a line of their code being run."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from yupana.schemas.compose import compose
from yupana.schemas.installed import installed
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_packages.conftest import ruleset

CODE = "raise SystemExit('the code of a package was run')\n"
GALE = "ruleset: {name: gale, title: Gale, version: 2.0, language: 4, extends: tic_tac_toe}\n"
BREEZE = "ruleset: {name: breeze, title: Breeze, language: 4, extends: inn >=1}\nchange: {constants: {wage: 2}}\n"
ENTRIES = "[yupana.rulesets]\nall = our_games.rules\n"


def laid_out(root: Path) -> Path:
    """The folder of a package of Python with three rulesets in it."""
    package = root / "our_games"
    ruleset(package / "rules" / "inn")
    (package / "__init__.py").write_text(CODE)
    (package / "rules" / "gale.yaml").write_text(GALE)
    (package / "rules" / "breeze.yaml").write_text(BREEZE)
    (package / "rules" / "chess.yaml").write_text("ruleset: {name: chess, title: Not chess, language: 4}\n")
    return package


def wheel(root: Path, entries: str = ENTRIES) -> Path:
    """A wheel of the package that is laid out there."""
    about = "our_games-1.5.dist-info"
    files = {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}
    files[f"{about}/METADATA"] = b"Metadata-Version: 2.1\nName: our-games\nVersion: 1.5\n"
    files[f"{about}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: none\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{about}/entry_points.txt"] = entries.encode()
    rows = [f"{path},sha256={_digest(data)},{len(data)}" for path, data in files.items()]
    files[f"{about}/RECORD"] = "\n".join([*rows, f"{about}/RECORD,,"]).encode()
    made = root.parent / "our_games-1.5-py3-none-any.whl"
    with zipfile.ZipFile(made, "w") as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    return made


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


@pytest.fixture
def site(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of packages on the path."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    return folder


def unpacked(site: Path, package: Path) -> None:
    with zipfile.ZipFile(package) as archive:
        archive.extractall(site)


def test_a_wheel_that_pip_has_installed_brings_rulesets(yupana: Yupana, site: Path, tmp_path: Path) -> None:
    laid_out(tmp_path / "source")
    package = wheel(tmp_path / "source")
    words = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-compile"]
    subprocess.run([*words, "--target", str(site), str(package)], check=True, env={**os.environ, "PIP_NO_INPUT": "1"})
    modules = set(sys.modules)
    assert yupana("check", "inn", "inn+short", "inn+breeze", "gale", "tic_tac_toe+gale").code == 0
    ran = yupana("list")
    assert "The Inn  (1.0, from our-games 1.5)" in ran.out
    assert "tic_tac_toe+gale  (2.0, from our-games 1.5)" in ran.out
    assert not [each for each in set(sys.modules) - modules if each.startswith("our_games")]
    assert compose("chess").title == "Chess", "what comes with the program goes before"
    ran = yupana("remove", "gale")
    assert (ran.code, "remove that with pip" in ran.err) == (2, True)


def test_no_package_is_added_under_a_name_that_python_packages_bring(
    yupana: Yupana, site: Path, work: Path, tmp_path: Path
) -> None:
    laid_out(tmp_path / "source")
    unpacked(site, wheel(tmp_path / "source"))
    assert yupana("pack", "desk/inn").code == 0
    ran = yupana("add", "inn-1.0.yupana")
    assert (ran.code, "our-games 1.5 brings a `inn` already" in ran.err) == (2, True)


def test_a_package_may_be_one_ruleset(site: Path, tmp_path: Path) -> None:
    laid_out(tmp_path / "source")
    unpacked(site, wheel(tmp_path / "source", "[yupana.rulesets]\ninn = our_games.rules.inn\n"))
    assert [(each.name, each.origin) for each in installed()] == [("inn", "our-games 1.5")]


@pytest.mark.parametrize("how", ["pth", "url", "src"])
def test_a_package_that_is_being_edited_is_found_where_it_lies(site: Path, tmp_path: Path, how: str) -> None:
    root = tmp_path / "checkout"
    laid_out(root / "src" if how == "src" else root)
    about = site / "our_games-1.5.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: our-games\nVersion: 1.5\n")
    (about / "entry_points.txt").write_text(ENTRIES)
    record = f"{about.name}/METADATA,,\n"
    if how == "pth":
        (site / "_our_games.pth").write_text(f"import os\n{root}\n")
        record += "_our_games.pth,,\n"
    else:
        said = {"url": root.as_uri(), "dir_info": {"editable": True}}
        (about / "direct_url.json").write_text(json.dumps(said))
    (about / "RECORD").write_text(record)
    assert [each.name for each in installed()] == ["breeze", "chess", "gale", "inn"]
    assert compose("gale").ruleset is not None


@pytest.mark.parametrize("value", ["..", "../../etc", "/etc", "our_games:rules", "our_games.", "our_games.nothing", ""])
def test_an_entry_point_names_a_folder_of_its_own_package_only(site: Path, tmp_path: Path, value: str) -> None:
    laid_out(tmp_path / "source")
    unpacked(site, wheel(tmp_path / "source", f"[yupana.rulesets]\nall = {value}\n"))
    assert installed() == []


def test_links_that_lead_out_are_not_followed(site: Path, tmp_path: Path) -> None:
    laid_out(tmp_path / "source")
    unpacked(site, wheel(tmp_path / "source"))
    ruleset(tmp_path / "secret", inn="secret")
    (site / "our_games" / "rules" / "secret").symlink_to(tmp_path / "secret")
    assert "secret" not in [each.name for each in installed()]
    (site / "our_games" / "rules").rename(tmp_path / "moved")
    (site / "our_games" / "rules").symlink_to(tmp_path / "moved")
    assert installed() == []


def test_a_damaged_distribution_brings_nothing(site: Path, tmp_path: Path) -> None:
    laid_out(tmp_path / "source")
    unpacked(site, wheel(tmp_path / "source"))
    about = site / "our_games-1.5.dist-info"
    (about / "direct_url.json").write_text("{")
    (about / "RECORD").write_bytes(b"")
    assert installed() == []


GOOD = {"METADATA": b"Name: stranger\nVersion: 1\n", "entry_points.txt": ENTRIES.encode(), "RECORD": b"a.py,,\n"}
BROKEN: dict[str, dict[str, bytes | None]] = {
    "entry points of another encoding": {"entry_points.txt": b"[yupana.rulesets]\na = \xff\xfe\n"},
    "an entry point without a value": {"entry_points.txt": b"[yupana.rulesets]\nnothing\n"},
    "entry points without a group": {"entry_points.txt": b"yupana.rulesets = x\n"},
    "no metadata": {"METADATA": None},
    "metadata without a name": {"METADATA": b"Version: 1\n"},
    "metadata without a version": {"METADATA": b"Name: stranger\n"},
    "metadata of another encoding": {"METADATA": b"Name: \xff\xfe\nVersion: 1\n"},
    "a record with too many columns": {"RECORD": b"a,b,c,d,e\n"},
    "a record with an empty row": {"RECORD": b"\n\n"},
    "a record with a huge field": {"RECORD": b'"' + b"x" * 200_000 + b'",,\n'},
    "a record with other sizes": {"RECORD": b"a.py,,many\n"},
    "an address nested deep": {"direct_url.json": b"[" * 100_000},
    "an address of another encoding": {"direct_url.json": b"\xff"},
    "an address that is none": {"direct_url.json": b'{"url": "file://[x", "dir_info": {"editable": true}}'},
    "a path of another encoding": {"RECORD": b"x.pth,,\n", "../x.pth": b"\xff\xfe\n\0\n"},
}


@pytest.mark.parametrize("broken", BROKEN)
def test_what_is_broken_in_one_package_breaks_no_other(site: Path, tmp_path: Path, broken: str) -> None:
    laid_out(tmp_path / "source")
    unpacked(site, wheel(tmp_path / "source"))
    about = site / "a_stranger-1.dist-info"
    about.mkdir()
    for name, data in {**GOOD, **BROKEN[broken]}.items():
        if data is not None:
            (about / name).write_bytes(data)
    assert [each.name for each in installed()] == ["breeze", "chess", "gale", "inn"]
    assert {each.origin for each in installed()} == {"our-games 1.5"}


def test_the_command_reads_no_package_that_is_not_its_own(site: Path, tmp_path: Path) -> None:
    """Nor do the libraries that it is made with."""
    about = site / "a_stranger-1.dist-info"
    about.mkdir()
    (about / "entry_points.txt").write_bytes(b"[pydantic]\na = \xff\xfe\n")
    paths = {"PYTHONPATH": str(site), "YUPANA_CACHE": str(tmp_path / "cache"), "YUPANA_DATA": str(tmp_path / "data")}
    words, whole = [sys.executable, "-m", "yupana", "list"], {**os.environ, **paths}
    ran = subprocess.run(words, env=whole, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_packages_in_an_archive_on_the_path_break_nothing(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid_out(tmp_path / "source")
    monkeypatch.syspath_prepend(str(wheel(tmp_path / "source")))
    (site / "x.egg-info").write_text("x")
    (site / ".dist-info").mkdir()
    (site / ".dist-info" / "entry_points.txt").write_text(ENTRIES)
    assert installed() == []
