"""The language server inside the studio's host: with threads and, as in a browser, without."""

from __future__ import annotations

import asyncio
import json
import shutil
import threading
import time
from collections.abc import Callable, Coroutine
from importlib import util
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls", reason="pygls is not installed")

from yupana.interpreter.rechecking import Rechecker
from yupana.schemas import host
from yupana.tests.found import ROOT
from yupana.tests.studio.conversing import Json, Page
from yupana.tools.editor import checker
from yupana.tools.editor.background import Background, Steps, in_loop
from yupana.tools.page.faults import Refused

GAME = "tic_tac_toe/game.yaml"
PUBLISHED = "textDocument/publishDiagnostics"
QUIET = {"lint": False, "runExamples": "never"}

Session = Callable[[Page], Coroutine[Any, Any, Any]]


def no_thread(self: threading.Thread) -> None:
    raise RuntimeError("there are no threads here")


@pytest.fixture(params=["threads", "no threads"])
def hosted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both sorts of hosts."""
    if request.param == "no threads":
        monkeypatch.setattr(host, "SYSTEM", "emscripten")
        monkeypatch.setattr(threading.Thread, "start", no_thread)
    return str(request.param)


def spoken(folder: Path, session: Session, **options: Any) -> Any:
    """What comes of a session with a copy of a game, from its beginning to its end."""
    if not (folder / "tic_tac_toe").exists():
        shutil.copytree(ROOT / "rulesets" / "tic_tac_toe", folder / "tic_tac_toe")

    async def held() -> Any:
        page = Page(folder)
        await page.begin(**{**QUIET, **options})
        await page.open(GAME)
        try:
            found = await session(page)
            assert page.messages("window/logMessage") == []
            return found
        finally:
            page.host.end()

    return asyncio.run(held())


# ---------------------------------------------------------------- answers


async def all_answers(page: Page) -> list[Any]:
    """What a page asks for while somebody writes."""
    uri, found = {"textDocument": {"uri": page.uri(GAME)}}, list[Any]()
    found.append(await page.diagnostics(GAME))
    await page.replace(GAME, "space.mark = me\n", "space.mark = mee\n")
    faults = await page.diagnostics(GAME)
    found.append(faults)
    action = {**uri, "range": faults[0]["range"], "context": {"diagnostics": faults}}
    found.append(await page.request("textDocument/codeAction", action))
    await page.replace(GAME, "space.mark = mee\n", "space.mark = \n")
    items = await page.request("textDocument/completion", page.place(GAME, "space.mark = ", end=True))
    found.append(items)
    await page.replace(GAME, "space.mark = \n", "space.mark = me\n")
    found.append(await page.diagnostics(GAME))
    found.append(await page.request("textDocument/hover", page.place(GAME, "full_line(space)")))
    found.append(await page.request("textDocument/definition", page.place(GAME, "full_line(space)")))
    references = {**page.place(GAME, "full_line:"), "context": {"includeDeclaration": True}}
    found.append(await page.request("textDocument/references", references))
    found.append(await page.request("textDocument/rename", {**page.place(GAME, "full_line:"), "newName": "row"}))
    found.append(await page.request("textDocument/documentSymbol", uri))
    found.append(await page.request("textDocument/semanticTokens/full", uri))
    found.append(await page.request("textDocument/foldingRange", uri))
    await page.replace(GAME, "x: {in", "x:   {in") if "x: {in" in page.texts[GAME] else None
    options = {"tabSize": 2, "insertSpaces": True}
    found.append(await page.request("textDocument/formatting", {**uri, "options": options}))
    found.append(await page.request("workspace/symbol", {"query": "line"}))
    for each in await page.request("textDocument/codeLens", uri):
        found.append(each if "command" in each else await page.request("codeLens/resolve", each))
    return found


async def all_runs(page: Page) -> list[Any]:
    """What a page lets the server carry out."""
    found = list[Any]()
    await page.replace(GAME, "      not is_draw()\n", "      is_draw()\n")
    for command, *arguments in (
        ("yupana.runExample", "tic_tac_toe", "a_row_wins_at_once"),
        ("yupana.runExamples", "tic_tac_toe", "functions.no_square_left"),
        ("yupana.strength", "tic_tac_toe"),
    ):
        await page.request("workspace/executeCommand", {"command": command, "arguments": arguments})
        found.append(await page.diagnostics(GAME))
    await page.replace(GAME, "      is_draw()\n", "      not is_draw()\n")
    await page.request("workspace/executeCommand", {"command": "yupana.strength", "arguments": ["tic_tac_toe"]})
    found += [page.messages("window/showMessage"), await page.diagnostics(GAME)]
    for each in await page.request("textDocument/codeLens", {"textDocument": {"uri": page.uri(GAME)}}):
        found.append(each if "command" in each else await page.request("codeLens/resolve", each))
    kinds = [each["value"]["kind"] for each in page.messages("$/progress")]
    assert kinds.count("begin") == kinds.count("end") == 4
    assert kinds.count("report") > 10
    return found


async def what_comes_by_itself(page: Page) -> list[Any]:
    """What the linter says, and the examples that an edit concerns, while nobody types."""

    def sources() -> list[str]:
        told = page.messages(PUBLISHED)
        return [each["source"] for each in told[-1]["diagnostics"]] if told else []

    await page.replace(GAME, "  no_square_left:\n", "  unused: {is: 1}\n  no_square_left:\n")
    await page.until(lambda: "yupana lint" in sources())
    found: list[Any] = [page.messages(PUBLISHED)[-1]["diagnostics"]]
    await page.replace(GAME, "if full_line(space): win", "if full_line(space): lose")
    await page.until(lambda: "yupana test" in sources() and "yupana lint" in sources())
    await page.until(lambda: sources().count("yupana test") == 2)
    return [*found, page.messages(PUBLISHED)[-1]["diagnostics"]]


@pytest.mark.parametrize(
    ("session", "options"),
    [(all_answers, {}), (all_runs, {}), (what_comes_by_itself, {"lint": True, "runExamples": "onIdle"})],
    ids=["answers", "runs", "by itself"],
)
def test_answers_are_the_same_with_threads_and_without(
    session: Session, options: Json, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_threads = spoken(tmp_path, session, **options)
    monkeypatch.setattr(host, "SYSTEM", "emscripten")
    monkeypatch.setattr(threading.Thread, "start", no_thread)
    without = spoken(tmp_path, session, **options)
    assert len(with_threads) == len(without)
    for one, other in zip(with_threads, without, strict=True):
        assert one == other
    assert sum(bool(each) for each in without) > len(without) / 2


# ---------------------------------------------------------------- when it is checked


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each check that is begun."""
    begun: list[str] = []
    checking = Rechecker.checking

    def noted(self: Rechecker) -> Any:
        begun.append(str(self.target))
        return checking(self)

    monkeypatch.setattr(Rechecker, "checking", noted)
    return begun


def test_what_is_typed_at_once_is_checked_once(
    hosted: str, checks: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checker, "SETTLED", 0.3)

    async def typing(page: Page) -> None:
        assert await page.diagnostics(GAME) == []
        checks.clear()
        for number in range(20):
            await page.replace(GAME, "Put your mark" if not number else "Put your  mark", "Put your  mark")
        await page.replace(GAME, "space.mark = me\n", "space.mark = mee\n")
        faults = await page.diagnostics(GAME)
        assert [each["code"] for each in faults] == ["YUP401"]
        assert len(checks) == 1

    spoken(tmp_path, typing)


def test_a_request_that_wants_the_last_edit_has_it_checked_first(hosted: str, tmp_path: Path) -> None:
    async def asking(page: Page) -> None:
        await page.diagnostics(GAME)
        await page.replace(GAME, "examples:\n", "examples:\n  another: {source: TTT-1, then: size(Square) == 9}\n")
        lenses = await page.request("textDocument/codeLens", {"textDocument": {"uri": page.uri(GAME)}})
        assert page.at(GAME, "another:")["line"] in [each["range"]["start"]["line"] for each in lenses]

    spoken(tmp_path, asking)


def test_what_was_written_to_the_disk_is_read_when_the_page_says_so(hosted: str, tmp_path: Path) -> None:
    async def saving(page: Page) -> None:
        assert await page.diagnostics(GAME) == []
        more = "tic_tac_toe/more.yaml"

        async def faults_after(text: str, method: str, params: Json) -> bool:
            (tmp_path / more).write_text(text, encoding="utf-8")
            page.said.clear()
            await page.notify(method, params)
            await page.until(lambda: bool(page.messages(PUBLISHED)))
            await page.diagnostics(GAME)
            return any({each["uri"]: each["diagnostics"] for each in page.messages(PUBLISHED)}.values())

        created = {"changes": [{"uri": page.uri(more), "type": 1}]}
        assert await faults_after("functions: {full_line: {is: 1}}\n", "workspace/didChangeWatchedFiles", created)
        saved = {"textDocument": {"uri": page.uri(more)}}
        assert not await faults_after("functions: {other_line: {is: 1}}\n", "textDocument/didSave", saved)

    spoken(tmp_path, saving)


def test_what_the_host_writes_is_read(hosted: str, checks: list[str], tmp_path: Path) -> None:
    async def writing(page: Page) -> None:
        more = "tic_tac_toe/more.yaml"
        await page.diagnostics(GAME)
        page.said.clear()
        await page.ask("files/write", path=more, text="functions: {full_line: {is: 1}}\n")
        await page.until(lambda: any(each["diagnostics"] for each in page.messages(PUBLISHED)))
        await page.ask("files/remove", path=more)
        await page.until(lambda: not any(each["diagnostics"] for each in page.messages(PUBLISHED)[-1:]))
        await page.diagnostics(GAME)
        checks.clear()
        await page.ask("files/write", path=GAME, text="what the page itself has told\n")
        assert await page.diagnostics(GAME) == []
        assert checks == []

    spoken(tmp_path, writing)


# ---------------------------------------------------------------- while something is done


def test_other_requests_are_answered_while_breaks_are_tried(hosted: str, tmp_path: Path) -> None:
    async def breaking(page: Page) -> None:
        await page.diagnostics(GAME)
        command = {"command": "yupana.strength", "arguments": ["tic_tac_toe"]}
        _, answer = await page.begin_request("workspace/executeCommand", command)
        await page.until(lambda: page.messages("$/progress")[-1:] != [] and kind(page) == "report")
        hovers = 0
        while not answer.done():
            assert await page.request("textDocument/hover", page.place(GAME, "full_line(space)"))
            hovers += 1
        assert hovers > 10
        assert kind(page) == "end"

    spoken(tmp_path, breaking)


def kind(page: Page) -> str:
    """What was told last of work that goes on."""
    return str(page.messages("$/progress")[-1]["value"]["kind"])


@pytest.mark.parametrize("way", ["request", "progress", "edit"])
def test_breaking_is_ended(way: str, hosted: str, tmp_path: Path) -> None:
    async def ending(page: Page) -> None:
        await page.diagnostics(GAME)
        command = {"command": "yupana.strength", "arguments": ["tic_tac_toe"]}
        number, answer = await page.begin_request("workspace/executeCommand", command)
        await page.until(lambda: bool(page.messages("$/progress")) and kind(page) == "report")
        if way == "request":
            await page.notify("$/cancelRequest", {"id": number})
        elif way == "progress":
            token = page.messages("$/progress")[-1]["token"]
            await page.notify("window/workDoneProgress/cancel", {"token": token})
        else:
            await page.replace(GAME, "Put your mark", "Put your  mark")
        found = await asyncio.wait_for(answer, 20)
        said = [each["message"] for each in page.messages("window/showMessage")]
        if way == "request":
            assert found["error"]["code"] == -32800
            assert said == []
        else:
            assert said == [
                "It was cancelled." if way == "progress" else "The rules were edited; what was not done yet was left."
            ]
        await page.until(lambda: kind(page) == "end")
        lenses = await page.request("textDocument/codeLens", {"textDocument": {"uri": page.uri(GAME)}})
        assert "noticed" not in json.dumps(lenses)

    spoken(tmp_path, ending)


@pytest.mark.slow
def test_who_asks_something_else_waits_for_one_example_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Seconds of a processor that steps take, of a large ruleset with all its examples."""
    monkeypatch.setattr(host, "SYSTEM", "emscripten")
    monkeypatch.setattr(threading.Thread, "start", no_thread)
    shutil.copytree(ROOT / "rulesets" / "pizarro", tmp_path / "pizarro")
    taken: dict[str, list[float]] = {}

    async def timed(self: Background) -> None:
        def steps() -> Steps[None]:
            inside = self._steps()
            while True:
                began = time.process_time()
                waits = next(inside)
                taken.setdefault(self._name, []).append(time.process_time() - began)
                yield waits

        assert isinstance(self._woken, asyncio.Event)
        await in_loop(steps(), self._woken)

    monkeypatch.setattr(Background, "_in_loop", timed)

    async def running() -> None:
        page, file = Page(tmp_path), "pizarro/battle_fire.yaml"
        await page.begin(**QUIET)
        await page.open(file)
        assert await page.diagnostics(file) == []
        await page.request("workspace/executeCommand", {"command": "yupana.runExamples", "arguments": ["pizarro"]})
        page.host.end()

    asyncio.run(running())
    check, longest = max(taken["checker"]), max(taken["runner"])
    with capsys.disabled():
        print(f"the longest of {len(taken['runner'])} steps {longest:.2f} s, a check {check:.2f} s")
    assert len(taken["runner"]) > 800
    assert longest < check / 2


# ---------------------------------------------------------------- the conversation


def test_a_page_that_begins_anew_hears_nothing_of_what_was_before(hosted: str, tmp_path: Path) -> None:
    async def again(page: Page) -> None:
        await page.diagnostics(GAME)
        command = {"command": "yupana.strength", "arguments": ["tic_tac_toe"]}
        _, answer = await page.begin_request("workspace/executeCommand", command)
        await page.until(lambda: bool(page.messages("$/progress")) and kind(page) == "report")
        await page.begin(**QUIET)
        page.said.clear()
        await asyncio.sleep(0.3)
        assert page.said == []
        assert not answer.done()
        await page.open(GAME)
        assert await page.diagnostics(GAME) == []

    spoken(tmp_path, again)


def test_nobody_hears_before_it_has_begun_and_after_its_end(hosted: str, tmp_path: Path) -> None:
    async def ending(page: Page) -> None:
        await page.request("shutdown", {})
        await page.notify("exit", {})
        for method, params in (("language/send", {"message": {}}), ("language/file", {"uri": page.uri(GAME)})):
            with pytest.raises(Refused, match="not begun") as refused:
                await page.ask(method, **params)
            assert refused.value.status == 409

    spoken(tmp_path, ending)
    with pytest.raises(Refused, match="not begun"):
        asyncio.run(Page(tmp_path).ask("language/send", message={}))


@pytest.mark.parametrize(
    "message",
    [{}, {"jsonrpc": "2.0"}, {"jsonrpc": "1.0", "method": "x"}, {"jsonrpc": "2.0", "method": 1, "id": []}, {"id": 1}],
)
def test_what_is_no_message_does_no_harm(message: Json, hosted: str, tmp_path: Path) -> None:
    async def wrongly(page: Page) -> None:
        page._answers = {**page._answers, **{None: asyncio.get_running_loop().create_future()}}  # type: ignore[dict-item]
        await page.ask("language/send", message=message)
        assert await page.diagnostics(GAME) == []

    spoken(tmp_path, wrongly)


def test_it_does_not_end_with_a_process_that_a_page_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watched: list[object] = []
    monkeypatch.setattr("yupana.tools.editor.commands.watch", watched.append)

    async def begun(page: Page) -> None:
        assert watched == [None]  # the page has named one

    spoken(tmp_path, begun)


def test_without_what_speaks_the_protocol_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "yupana.tools.shell.extras.find_spec", lambda name: None if name == "pygls" else util.find_spec(name)
    )
    with pytest.raises(Refused, match=r"yupana\[editor\]") as refused:
        asyncio.run(Page(tmp_path).ask("language/begin"))
    assert refused.value.status == 400


# ---------------------------------------------------------------- files


def test_files_of_what_is_open_can_be_read_and_no_others(hosted: str, tmp_path: Path) -> None:
    variant = tmp_path / "mine.yaml"
    variant.write_text("ruleset: {name: mine, title: Mine, language: 4, extends: chess}\n", encoding="utf-8")
    (tmp_path / "secret.yaml").write_text("secret: 1\n", encoding="utf-8")
    (tmp_path / "link.yaml").symlink_to("/etc/hostname")
    shipped = ROOT / "rulesets" / "chess"

    async def reading(page: Page) -> None:
        await page.diagnostics(GAME)
        before = (shipped / "game.yaml").as_uri()
        with pytest.raises(Refused):
            await page.ask("language/file", uri=before)  # nothing that is open reads it
        await page.open("mine.yaml")
        found = await page.ask("language/file", uri=before)
        assert found == {"text": (shipped / "game.yaml").read_text("utf-8"), "path": "chess/game.yaml", "own": False}
        own = await page.ask("language/file", uri=page.uri(GAME))
        assert (own["text"], own["path"], own["own"]) == (page.texts[GAME], GAME, True)
        for uri in (
            "file:///etc/passwd",
            f"{page.root}/../../../../../../../../etc/passwd",
            page.uri("secret.yaml"),
            page.uri("link.yaml"),
            (ROOT / "rulesets" / "reversi" / "game.yaml").as_uri(),
            (ROOT / "pyproject.toml").as_uri(),
            f"{shipped.as_uri()}/../../pyproject.toml",
            "https://example.org/game.yaml",
            "file:", "file://\0", "", "chess/game.yaml", f"{page.root}/{GAME}%00",
        ):  # fmt: skip
            with pytest.raises(Refused) as refused:
                await page.ask("language/file", uri=uri)
            assert refused.value.status == 404, uri

    spoken(tmp_path, reading)


def test_what_is_typed_is_what_a_file_says(hosted: str, tmp_path: Path) -> None:
    async def reading(page: Page) -> None:
        await page.diagnostics(GAME)
        await page.replace(GAME, "Put your mark", "Put a mark")
        found = await page.ask("language/file", uri=page.uri(GAME))
        assert found["text"] == page.texts[GAME]

    spoken(tmp_path, reading)
