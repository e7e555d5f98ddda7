"""The guide's settings for editors: each can be read by its editor, and starts commands that there are."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from yupana.tests.docs.pages import GUIDE, chapters
from yupana.tests.editor.neovim import neovim
from yupana.tests.editor.test_extension import MANIFEST
from yupana.tools.commands.table import COMMANDS
from yupana.tools.editor.commands import CARRIED_OUT
from yupana.tools.editor.settings import Settings, read

CHAPTER = next(blocks for title, blocks in chapters(GUIDE).items() if title.endswith("In an editor"))
THERE = {each.name for each in COMMANDS}


def texts(language: str) -> list[str]:
    """The blocks of the chapter that are in a language."""
    found = [each.text for each in CHAPTER if each.language == language]
    assert found, f"the chapter shows nothing in {language}"
    return found


def started(value: Any) -> Iterator[list[str]]:
    """The words behind every `yupana` that settings start, in whichever way an editor takes them."""
    if isinstance(value, dict):
        program = value.get("command", value.get("path"))
        if program == "yupana":
            yield value.get("args", value.get("arguments"))
        for each in value.values():
            yield from started(each)
    elif isinstance(value, list):
        for each in value:
            yield from started(each)


def test_helix_reads_its_settings_and_starts_what_there_is() -> None:
    (text,) = texts("toml")
    settings = tomllib.loads(text)
    words = list(started(settings))
    assert ["lsp"] in words
    assert {each[0] for each in words} <= THERE
    language, table = settings["language"]
    for each in (language, table):
        assert {*each["language-servers"]} >= {*settings["language-server"]}
    assert (language["name"], table["name"]) == ("yaml", "csv")
    asked = language["debugger"]["templates"][0]["args"]
    assert {*asked} <= {*launched()}


def test_zed_and_vs_code_read_their_settings_and_start_what_there_is() -> None:
    launch, zed = map(json.loads, texts("json"))
    assert list(started(zed)) == [["lsp"]]
    (example,) = launch["configurations"]
    assert example["type"] == "yupana"
    assert {*example} - {"type", "request", "name"} <= {*launched()}


def test_the_settings_of_the_server_are_what_it_knows() -> None:
    helix, zed = tomllib.loads(texts("toml")[0]), json.loads(texts("json")[1])
    for given in (
        helix["language-server"]["yupana"]["config"],
        zed["lsp"]["yaml-language-server"]["initialization_options"],
        {name: MANIFEST["contributes"]["configuration"]["properties"][f"yupana.{name}"]["default"]
         for name in ("runExamples", "lint")},
    ):  # fmt: skip
        found, wrong = read(given, Settings(run_examples=False, lint=False))
        assert found == Settings()
        assert wrong == []


def launched() -> dict[str, Any]:
    """What may be said of what is stepped through."""
    found: dict[str, Any] = MANIFEST["contributes"]["debuggers"][0]["configurationAttributes"]["launch"]["properties"]
    return found


LUA = """
local lines, commands = {}, {}
local said
vim.lsp.start = function(config)
  table.insert(lines, config.cmd)
  said = config.init_options.commands
end
vim.fn.termopen = function(line) table.insert(lines, line) end
local asked
local dap = { adapters = {}, configurations = {}, run = function(given) asked = given end }
package.preload.dap = function() return dap end
for _, path in ipairs({ ... }) do dofile(path) end
vim.cmd("edit rules.yaml")
for name, command in pairs(vim.lsp.commands) do
  table.insert(commands, name)
  command({ arguments = { "a_ruleset", "an_element" } })
end
table.insert(lines, { dap.adapters.yupana.command, unpack(dap.adapters.yupana.args) })
local configured = dap.configurations.yaml[1]
configured.example = ""
told({ lines = lines, said = said, commands = commands, asked = asked, configured = configured })
"""


def test_neovim_reads_its_settings_and_starts_what_there_is(tmp_path: Path) -> None:
    found = neovim(tmp_path, LUA, *settings_of_neovim(tmp_path))
    lines = found["lines"]
    assert all(line[0] == "yupana" for line in lines)
    assert ["yupana", "lsp"] in lines
    assert ["yupana", "play", "a_ruleset"] in lines
    assert {line[1] for line in lines} <= THERE
    known = {each["command"] for each in MANIFEST["contributes"]["commands"]}
    assert {*found["commands"]} <= known - {*CARRIED_OUT}
    assert {*found["said"]} == {*found["commands"]}
    for each in (found["asked"], found["configured"]):
        assert {*each} - {"type", "request", "name"} <= {*launched()}
    assert found["asked"]["ruleset"] == "a_ruleset"


def settings_of_neovim(folder: Path) -> list[str]:
    """The blocks of the guide for Neovim, as files."""
    paths = []
    for number, text in enumerate(texts("lua")):
        paths.append(folder / f"settings_{number}.lua")
        paths[-1].write_text(text, encoding="utf-8")
    return [str(each) for each in paths]
