"""The extension for VS Code: its parts fit together, it starts what there is, its types hold, and it can be packed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
import zipfile
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from yupana.schemas.overlay import section_names
from yupana.tests.editor.packages import installed, npm
from yupana.tests.found import ROOT
from yupana.tools.authoring.owners import owner
from yupana.tools.commands.table import COMMANDS
from yupana.tools.debugging.opening import Wanted
from yupana.tools.editor.commands import CARRIED_OUT

EXTENSION = ROOT / "tools" / "editor" / "vscode"
HOST = Path(__file__).with_name("host.cjs")
MANIFEST: dict[str, Any] = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
STRICT = (
    "--allowJs", "--checkJs", "--strict", "--noUncheckedIndexedAccess", "--noEmit", "--skipLibCheck", "--types", "node",
    "--target", "es2022", "--module", "node16", "--moduleResolution", "node16",
)  # fmt: skip


def node(*words: str) -> str:
    """What a program prints that Node runs. Skips the test where there is none."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("there is no Node here")
    done = subprocess.run([found, *words], capture_output=True, encoding="utf-8", timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def copied(folder: Path) -> Path:
    """A copy of the extension as it lies in a checkout, without what was installed into it."""
    place = folder / "tools" / "editor" / "vscode"
    left_out = shutil.ignore_patterns("node_modules", "*.vsix", "package-lock.json", "LICENSE.txt")
    shutil.copytree(EXTENSION, place, ignore=left_out)
    shutil.copy(ROOT / "LICENSE", folder)
    return place


def test_the_extension_has_the_version_of_the_program() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert MANIFEST["version"] == project["version"]
    assert MANIFEST["license"] == project["license"]


def test_what_the_manifest_names_is_there() -> None:
    contributes = MANIFEST["contributes"]
    files = [MANIFEST["main"]]
    files += [each["path"] for each in contributes["grammars"]]
    files += [each["configuration"] for each in contributes["languages"]]
    assert all((EXTENSION / each).is_file() for each in files)
    (grammar,) = contributes["grammars"]
    assert json.loads((EXTENSION / grammar["path"]).read_text(encoding="utf-8"))["scopeName"] == grammar["scopeName"]
    named = {each["command"] for each in contributes["commands"]}
    assert {each["command"] for each in contributes["menus"]["commandPalette"]} == named


def test_the_files_are_small_and_name_no_host() -> None:
    for path in [*EXTENSION.glob("*.*"), *(EXTENSION / "src").iterdir()]:
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= 300, f"{path.name} is too long"
        assert re.search(r"https?://", text) is None, f"{path.name} names a host"


def test_the_commands_are_registered_and_run_what_there_is(tmp_path: Path) -> None:
    ruleset = tmp_path / "rulesets" / "ttt"
    shutil.copytree(ROOT / "rulesets" / "tic_tac_toe", ruleset)
    done = json.loads(node(str(HOST), str(EXTENSION), str(tmp_path), str(ruleset / "game.yaml")))
    contributed = {each["command"] for each in MANIFEST["contributes"]["commands"]}
    assert {*done["commands"]} == contributed - {*CARRIED_OUT}
    assert done["languages"] == ["yupana"]
    assert ["setContext", "yupana.active", True] in done["contexts"]
    first, dropped, second, again = done["clients"]
    assert dropped == again == "disposed"
    assert first == second
    assert [first["command"], *first["args"]] == ["a folder/python", "-m", "yupana", "lsp"]
    assert first["cwd"] == str(tmp_path)
    started = ["a folder/python", "-m", "yupana"]
    there = {each.name for each in COMMANDS}
    for task in done["tasks"]:
        assert task[:3] == started
        assert task[3] in there
        assert task[-1] == str(tmp_path)
    words = [task[3:-1] for task in done["tasks"]]
    assert ["play", "./rulesets/ttt"] in words
    assert ["strength", "./rulesets/ttt"] in words
    assert words[-2:] == [["strength", "base+over"], ["strength", "./rulesets/ttt"]]
    assert done["asked"] == [["yupana.strength", ["base+over", "an example"]]]
    said = first["options"]["initializationOptions"]
    assert {*said["commands"]} <= {*done["commands"]}
    assert said["lint"] is False
    assert done["debugged"][-1]["ruleset"] == "base+over"
    assert done["debugged"][-1]["example"] == "an example"
    adapter = done["adapter"]
    assert [adapter["command"], *adapter["args"]] == [*started, "debug"]
    assert adapter["args"][-1] in there
    known = MANIFEST["contributes"]["debuggers"][0]["configurationAttributes"]["launch"]["properties"]
    for launched in [*done["debugged"], done["launched"]]:
        assert {*launched} - {"type", "request", "name"} <= {*known}
        assert launched["ruleset"] in ("base+over", "./rulesets/ttt")
    (told,) = done["told"]  # the rulebook could not be written: there is no such program
    assert "ENOENT" in told


def test_a_launch_may_say_what_the_debugger_reads() -> None:
    (debugger,) = MANIFEST["contributes"]["debuggers"]
    known = debugger["configurationAttributes"]["launch"]["properties"]
    assert {*known} == {*(each.name for each in fields(Wanted)), "stopOnEntry"} - {"saved"}


def test_a_file_belongs_to_the_same_ruleset_as_for_the_other_tools(tmp_path: Path) -> None:
    for name, text in {
        "alone.yaml": "ruleset: {name: alone}\n",
        "two/a.yaml": "ruleset: {name: a}\n",
        "two/b.yaml": "'ruleset': {name: b}\n",
        "two/c.yaml": "functions: {}\n",
        "mixed/game.yaml": "ruleset: {name: mixed}\n",
        "mixed/compose.yaml": "services: {}\n",
        "other/workflow.yml": "jobs: {}\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    files = [*tmp_path.rglob("*.y*ml"), *(ROOT / "rulesets").rglob("*.yaml"), *(ROOT / "tests" / "docs").glob("*.yaml")]
    program = "const {owner} = require(process.argv[1]); const files = JSON.parse(process.argv[2]);"
    program += "process.stdout.write(JSON.stringify(files.map((each) => owner(each) ?? null)))"
    module = str(EXTENSION / "src" / "rulesets.js")
    found = json.loads(node("-e", program, module, json.dumps([str(each) for each in files])))
    wanted = [owner(each) for each in files]
    assert found == [None if each is None else str(each) for each in wanted]
    assert None in found


def test_the_extension_knows_the_sections_of_rulesets() -> None:
    program = "const {SECTIONS} = require(process.argv[1]); process.stdout.write(JSON.stringify([...SECTIONS]))"
    assert {*json.loads(node("-e", program, str(EXTENSION / "src" / "rulesets.js")))} == {*section_names()}


def test_the_command_of_the_settings_is_cut_into_words() -> None:
    program = "const {words} = require(process.argv[1]); process.stdout.write(JSON.stringify(words(process.argv[2])))"
    asked = ("-e", program, str(EXTENSION / "src" / "rulesets.js"))
    assert json.loads(node(*asked, "uv run yupana")) == ["uv", "run", "yupana"]
    assert json.loads(node(*asked, "\"C:/a b/python\" -m 'yu pana'")) == ["C:/a b/python", "-m", "yu pana"]


def test_the_source_distribution_holds_the_extension_and_the_wheel_does_not() -> None:
    source = {each.distribution_path for each in SdistBuilder(str(ROOT)).recurse_included_files()}
    here = {each.relative_to(ROOT).as_posix() for each in copied_files()}
    assert here <= source
    assert not [each for each in source if "node_modules" in each or each.endswith(".vsix")]
    wheel = {each.distribution_path for each in WheelBuilder(str(ROOT)).recurse_included_files()}
    assert not [each for each in wheel if "vscode" in each]


def copied_files() -> list[Path]:
    """The files of the extension that belong to the project."""
    left_out = ("node_modules", "LICENSE.txt", "package-lock.json")
    files = [each for each in EXTENSION.rglob("*") if each.is_file() and each.suffix != ".vsix"]
    return [each for each in files if not {*each.relative_to(EXTENSION).parts} & {*left_out}]


@pytest.mark.slow
def test_the_types_of_the_extension_hold(tmp_path: Path) -> None:
    place = copied(tmp_path)
    tsc = installed(place) / "typescript" / "bin" / "tsc"
    files = [str(each) for each in sorted((place / "src").glob("*.js"))]
    found = shutil.which("node")
    assert found is not None
    done = subprocess.run([found, str(tsc), *STRICT, *files], capture_output=True, text=True, timeout=120, cwd=place)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_the_extension_is_packed_with_what_it_needs(tmp_path: Path) -> None:
    place = copied(tmp_path)
    installed(place)
    done = npm(place, "run", "pack")
    assert done.returncode == 0, done.stderr + done.stdout
    with zipfile.ZipFile(place / "yupana.vsix") as packed:
        names = packed.namelist()
        packed.extractall(tmp_path / "unpacked")
    inside = tmp_path / "unpacked" / "extension"
    wanted = [each.relative_to(EXTENSION).as_posix() for each in (*(EXTENSION / "src").iterdir(),)]
    assert {f"extension/{each}" for each in [*wanted, "package.json", "LICENSE.txt"]} <= {*names}
    assert not [each for each in names if "typescript" in each or each.endswith((".d.ts", ".map"))]
    # the client is whole: loaded with an editor that has whatever is asked for
    program = """
    const Module = require("node:module");
    const any = () => new Proxy(class {}, { get: (made, key) => key in made ? made[key] : any() });
    const load = Module._load;
    Module._load = (request, ...rest) => request === "vscode" ? any() : load(request, ...rest);
    const { LanguageClient } = Module.createRequire(process.argv[1] + "/src/x.js")("vscode-languageclient/node");
    process.stdout.write(typeof LanguageClient + typeof require(process.argv[1] + "/src/extension.js").activate);
    """
    assert node("-e", program, str(inside)) == "functionfunction"
