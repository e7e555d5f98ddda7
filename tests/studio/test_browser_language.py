"""The language server in Python in the browser, under Node: what it answers is what it answers here, and at once."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.studio.in_browser import InBrowser, in_browser


@pytest.fixture(scope="module")
def python() -> Iterator[InBrowser]:
    yield from in_browser()


CONVERSING = Path(__file__).with_name("conversing.py").read_text(encoding="utf-8").replace("from __future__", "# from")

OPENED = """
import json, shutil, js
from yupana.schemas.find import SHIPPED

def worked():
    taken = js.process.cpuUsage()
    return (taken.user + taken.system) / 1e6

async def begun(name, file, **options):
    folder = Path("/language") / name
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(SHIPPED / name, folder / name)
    page = Page(folder)
    await page.begin(**{"lint": False, "runExamples": "never", **options})
    await page.open(f"{name}/{file}")
    return page
"""

ANSWERS = """
page, game = await begun("tic_tac_toe", "game.yaml"), "tic_tac_toe/game.yaml"
found = {"first": await page.diagnostics(game)}
await page.replace(game, "space.mark = me\\n", "space.mark = mee\\n")
found["fault"] = [[each["code"], each["range"]["start"]["line"]] for each in await page.diagnostics(game)]
await page.replace(game, "space.mark = mee\\n", "space.mark = me\\n")
found["mended"] = await page.diagnostics(game)
found["hover"] = (await page.request("textDocument/hover", page.place(game, "full_line(space)")))["contents"]["value"]
edit = await page.request("textDocument/rename", {**page.place(game, "full_line:"), "newName": "row"})
found["renamed"] = sorted(each["textDocument"]["uri"].rpartition("/")[2] for each in edit["documentChanges"])
command = {"command": "yupana.runExamples", "arguments": ["tic_tac_toe"]}
await page.request("workspace/executeCommand", command)
lenses = await page.request("textDocument/codeLens", {"textDocument": {"uri": page.uri(game)}})
found["holding"] = [each["command"]["title"] for each in lenses if "command" in each].count("holds")
number, answer = await page.begin_request("workspace/executeCommand", {**command, "command": "yupana.strength"})
await page.until(lambda: any(each["value"]["kind"] == "report" for each in page.messages("$/progress")[4:]))
await page.notify("$/cancelRequest", {"id": number})
found["cancelled"] = (await answer)["error"]["code"]
found["complaints"] = page.messages("window/logMessage")
page.host.end()
json.dumps(found)
"""

TYPED = """
page, file = await begun(NAME, FILE), f"{NAME}/{FILE}"
await page.diagnostics(file)
taken = []
for number in range(12):
    old, new = (OLD, NEW) if number % 2 == 0 else (NEW, OLD)
    page.said.clear()
    since = worked()
    await page.replace(file, old, new)
    told = lambda: [each for each in page.messages("textDocument/publishDiagnostics") if each["uri"] == page.uri(file)]
    await page.until(lambda: any(each["version"] == page.versions[file] for each in told()))
    taken.append(worked() - since)
    faults = await page.diagnostics(file)
    assert bool(faults) == (number % 2 == 0), faults
page.host.end()
json.dumps(taken[2:])
"""


def done(python: InBrowser, code: str, **names: str) -> Any:
    given = "".join(f"{name} = {value!r}\n" for name, value in names.items())
    return json.loads(python.do(f"{CONVERSING}\n{OPENED}\n{given}{code}"))


def test_the_language_server_answers_in_the_browser(python: InBrowser) -> None:
    found = done(python, ANSWERS)
    assert found["first"] == found["mended"] == found["complaints"] == []
    assert found["fault"] == [["YUP401", 46]]
    assert "full_line" in found["hover"]
    assert found["renamed"] == ["game.yaml", "misere.rulebook.lock", "misere.yaml", "rulebook.lock"]
    assert found["holding"] == 6
    assert found["cancelled"] == -32800


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "file", "old", "new"),
    [
        ("cargo_empire", "actions.yaml", "me.posts -= 1", "me.postss -= 1"),
        ("pizarro", "battle_fire.yaml", "not u.fired and", "not u.firedd and"),
    ],
)
def test_faults_of_an_edit_are_told_at_once(name: str, file: str, old: str, new: str, python: InBrowser) -> None:
    """Seconds of a processor, since other programs have some of those of the clock."""
    taken = done(python, TYPED, NAME=name, FILE=file, OLD=old, NEW=new)
    print(f"{name}: median {statistics.median(taken) * 1000:.0f} ms, most {max(taken) * 1000:.0f} ms")
    assert statistics.median(taken) < 0.13  # and 0.02 until it is begun
