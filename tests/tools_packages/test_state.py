"""What is installed stays whole: through a program that is ended at any step, beside another one, after an edit by
hand. What is not whole is told, and can be put right."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest
from yupana.interpreter.cached import compile_program
from yupana.interpreter.program.ir import Program
from yupana.schemas import host
from yupana.schemas.compose import compose
from yupana.schemas.installed import added
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools_packages.conftest import overlay
from yupana.tools.documents.schemas import document_schema
from yupana.tools.packages import placing

GALE = "ruleset: {name: gale, title: Gale, version: VERSION, language: 4, extends: tic_tac_toe}\n"


def given(yupana: Yupana, version: str) -> str:
    overlay(Path("gale.yaml"), version, GALE)
    name = f"gale-{version}.yupana"
    assert yupana("pack", "gale.yaml", "-o", name).code == 0
    Path("gale.yaml").unlink()
    return name


def version_of(name: str) -> str:
    return compose(name).versions.get(name, "")


@pytest.mark.parametrize(
    "step", [each if each % 3 == 0 else pytest.param(each, marks=pytest.mark.slow) for each in range(14)]
)
def test_a_program_that_is_killed_leaves_the_old_one_or_the_new_one(
    yupana: Yupana, work: Path, store: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    old, new = given(yupana, "1.0"), given(yupana, "2.0")
    yupana("add", old)
    child = os.fork()
    if not child:
        _die_at(step, monkeypatch)
        try:
            yupana("add", new)
        finally:
            os._exit(9)
    os.waitpid(child, 0)
    assert version_of("gale") in ("1.0", "2.0")
    assert [each.name for each in added()] == ["gale"]
    assert yupana("add", new).code == 0
    assert version_of("gale") == "2.0"
    assert [each.name for each in store.iterdir() if not each.name.endswith(".yupana-tmp")] == ["gale"]


def _die_at(step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process end in front of the so many-th time that something gets or loses its name."""
    count = 0

    def counted(real: Callable[..., object]) -> Callable[..., object]:
        def dying(*args: object, **more: object) -> object:
            nonlocal count
            count += 1
            if count > step:
                os._exit(9)
            return real(*args, **more)

        return dying

    for module, name in ((os, "rename"), (host, "replace"), (shutil, "rmtree")):
        monkeypatch.setattr(module, name, counted(getattr(module, name)))


def test_who_is_ended_between_two_names_has_lost_nothing(
    yupana: Yupana, work: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    yupana("add", given(yupana, "1.0"))
    (store / "gale").rename(store / ".gale.before")
    assert version_of("gale") == "1.0"
    assert "tic_tac_toe+gale  (1.0, added by the user)" in yupana("list").out
    assert yupana("remove", "gale").out == "Removed gale 1.0.\n"
    assert list(store.iterdir()) == []


def test_two_programs_wait_for_each_other(yupana: Yupana, work: Path, store: Path) -> None:
    file = given(yupana, "1.0")
    store.mkdir(parents=True)
    free = threading.Event()

    def busy() -> None:
        with host.locked_folder(store):
            free.set()
            time.sleep(0.3)

    other = threading.Thread(target=busy)
    other.start()
    free.wait()
    assert yupana("add", file).code == 0
    other.join()


def test_nobody_waits_for_ever(yupana: Yupana, work: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = given(yupana, "1.0")
    store.mkdir(parents=True)
    monkeypatch.setattr(placing, "_PATIENCE", 0.1)
    with host.locked_folder(store):
        ran = yupana("add", file)
    assert (ran.code, "Another program is installing" in ran.err) == (2, True)


def test_a_file_that_was_changed_by_hand_is_told_and_put_back(yupana: Yupana, work: Path, store: Path) -> None:
    file = given(yupana, "1.0")
    yupana("add", file)
    with (store / "gale" / "gale.yaml").open("a") as rules:
        rules.write("change: {actions: {mark: {text: By hand}}}\n")
    ran = yupana("check", "tic_tac_toe+gale")
    assert (ran.code, "warning YUP246" in ran.out, "`gale.yaml` has changed" in ran.out) == (0, True, True)
    assert "tic_tac_toe+gale  (1.0, added by the user, changed since)" in yupana("list").out
    ran = yupana("add", file)
    assert (ran.code, "`gale.yaml` is not as it was then: `--replace`" in ran.err) == (2, True)
    assert yupana("add", file, "--replace").code == 0
    assert yupana("check", "tic_tac_toe+gale").out == "tic_tac_toe+gale: no faults\n"
    assert yupana("add", file).out == "gale 1.0 is installed already.\n"


def test_a_file_that_came_or_went_is_told_too(yupana: Yupana, work: Path, store: Path) -> None:
    yupana("add", given(yupana, "1.0"))
    for name in (".DS_Store", "Thumbs.db", "desktop.ini", "._gale.yaml", "gale.yaml~"):
        (store / "gale" / name).write_text("left by a system or an editor")
    assert compose("gale").report.diagnostics == []
    (store / "gale" / "more.csv").write_text("a,b\n")
    assert [each.code for each in compose("gale").report.diagnostics] == ["YUP246"]
    (row,) = [each for each in yupana("list", "--json").document["rulesets"] if each["name"] == "tic_tac_toe"]
    assert row["installed"][0]["changed"] == ["more.csv"]


@pytest.mark.parametrize(
    "manifest", ["{}", '{"format": 9}', *[pytest.param(each, marks=pytest.mark.slow) for each in ("{", "", "\x00")]]
)
def test_a_folder_without_its_manifest_is_told_and_can_be_put_right(
    yupana: Yupana, work: Path, store: Path, manifest: str
) -> None:
    file = given(yupana, "1.0")
    yupana("add", file)
    (store / "gale" / "manifest.json").write_text(manifest)
    document = yupana("list", "--json").document
    jsonschema.validate(document, document_schema("list"))
    assert document["damaged"] == ["gale"]
    assert "gale was added, and is damaged" in yupana("list").out
    ran = yupana("check", "tic_tac_toe+gale")
    assert (ran.code, "what was added under this name is damaged" in ran.err) == (2, True)
    ran = yupana("add", file)
    assert (ran.code, "holds no package, or a damaged one" in ran.err) == (2, True)
    assert yupana("remove", "gale").out == "Removed gale.\n"
    assert yupana("add", file).code == 0
    assert "damaged" not in yupana("list", "--json").document


def test_a_folder_that_is_no_package_is_nobodys_to_remove(yupana: Yupana, work: Path, store: Path) -> None:
    file = given(yupana, "1.0")
    (store / "gale").mkdir(parents=True)
    (store / "gale" / "mine.yaml").write_text("work of years")
    for words in (("add", file), ("remove", "gale")):
        assert yupana(*words).code == 2
        assert (store / "gale" / "mine.yaml").read_text() == "work of years"


def test_what_comes_into_the_folder_goes_before_what_is_installed_and_was_compiled(
    yupana: Yupana, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(work / "cache"))
    yupana("add", given(yupana, "1.0"))
    for _ in range(2):
        assert dict(_program("gale").versions)["gale"] == "1.0"
    overlay(work / "gale.yaml", "3.0", GALE)
    assert dict(_program("gale").versions)["gale"] == "3.0"
    assert dict(_program("tic_tac_toe+gale").versions)["gale"] == "3.0"
    (work / "gale.yaml").unlink()
    assert dict(_program("gale").versions)["gale"] == "1.0"


def _program(target: str) -> Program:
    program = compile_program(target).program
    assert program is not None
    return program
