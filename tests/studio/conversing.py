"""A page that speaks with the language server through a host, as the studio's page does."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from yupana.tools.page.request_body import RequestBody
from yupana.tools.studio import files, language
from yupana.tools.studio.host import Host

PATIENCE = 60.0

ABLE = {
    "workspace": {
        "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "rename"]},
        "codeLens": {"refreshSupport": True},
    },
    "textDocument": {"publishDiagnostics": {"relatedInformation": True}, "rename": {"prepareSupport": True}},
    "window": {"workDoneProgress": True},
}

Json = dict[str, Any]


class Page:
    """A page with files of a folder open. `said` is all that the server has said by itself, `cuts` counts how often the
    loop came round."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.host = Host(folder, self._heard, language.register, files.register)
        self.said: list[Json] = []
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.root = ""
        self._ids = count(1)
        self._answers: dict[int, asyncio.Future[Json]] = {}
        self._asked: list[Json] = []
        self._told = asyncio.Event()

    async def ask(self, method: str, **params: Any) -> Any:
        """What the host answers."""
        return await self.host.ask(method, RequestBody(params))

    async def begin(self, **options: Any) -> Json:
        """Begin, and say what a page can do; gives what the server can."""
        self.root = (await self.ask("language/begin"))["root"]
        params = {"processId": 1, "rootUri": self.root, "capabilities": ABLE, "initializationOptions": options}
        able: Json = await self.request("initialize", params)
        await self.notify("initialized", {})
        return able

    def _heard(self, event: str, message: Json) -> None:
        assert event == "language"
        if "method" not in message:
            self._answers.pop(message["id"]).set_result(message)
            return
        self.said.append(message)
        self._told.set()
        if "id" in message:
            answer = {"jsonrpc": "2.0", "id": message["id"], "result": None}
            asyncio.get_running_loop().create_task(self.ask("language/send", message=answer))

    # ------------------------------------------------------------ messages

    async def notify(self, method: str, params: Json) -> None:
        """Tell something that has no answer."""
        await self.ask("language/send", message={"jsonrpc": "2.0", "method": method, "params": params})

    async def begin_request(self, method: str, params: Json) -> tuple[int, asyncio.Future[Json]]:
        """Ask, and go on; gives the number of the request, and its answer."""
        number = next(self._ids)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self.ask("language/send", message={"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        return number, answer

    async def request(self, method: str, params: Json) -> Any:
        """What comes of a request that is not refused."""
        _, answer = await self.begin_request(method, params)
        found = await asyncio.wait_for(answer, PATIENCE)
        assert "error" not in found, found
        return found["result"]

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds."""
        end = time.monotonic() + PATIENCE
        while not holds():
            self._told.clear()
            await asyncio.wait_for(self._told.wait(), max(0.1, end - time.monotonic()))

    def messages(self, method: str) -> list[Json]:
        """The parameters of all that was told under a name."""
        return [each["params"] for each in self.said if each["method"] == method]

    # ------------------------------------------------------------ files

    def uri(self, name: str) -> str:
        """The address of a file of the folder."""
        return f"{self.root}/{name}"

    async def open(self, name: str) -> None:
        """Open a file."""
        text = (self.folder / name).read_text(encoding="utf-8")
        self.texts[name], self.versions[name] = text, 1
        item = {"uri": self.uri(name), "languageId": "yaml", "version": 1, "text": text}
        await self.notify("textDocument/didOpen", {"textDocument": item})

    async def replace(self, name: str, old: str, new: str) -> None:
        """Type something in the place of what stands there now."""
        place = {"start": self.at(name, old), "end": self.at(name, old, end=True)}
        self.texts[name] = self.texts[name].replace(old, new, 1)
        self.versions[name] += 1
        identifier = {"uri": self.uri(name), "version": self.versions[name]}
        changes = [{"range": place, "text": new}]
        await self.notify("textDocument/didChange", {"textDocument": identifier, "contentChanges": changes})

    def at(self, name: str, needle: str, *, end: bool = False) -> Json:
        """Where something stands first; its end with `end`."""
        text = self.texts[name]
        before = text[: text.index(needle) + (len(needle) if end else 0)]
        row = before.rpartition("\n")[2]
        return {"line": before.count("\n"), "character": len(row.encode("utf-16-le")) // 2}

    def place(self, name: str, needle: str, *, end: bool = False) -> Json:
        """The parameters of a request about a place."""
        return {"textDocument": {"uri": self.uri(name)}, "position": self.at(name, needle, end=end)}

    async def diagnostics(self, name: str) -> list[Json]:
        """What is wrong with a file as it is now."""

        def last() -> list[Json]:
            told = self.messages("textDocument/publishDiagnostics")
            return [
                each for each in told if (each["uri"], each.get("version")) == (self.uri(name), self.versions[name])
            ]

        await self.until(lambda: bool(last()))
        await self.request("textDocument/codeLens", {"textDocument": {"uri": self.uri(name)}})  # all of it is checked
        return list(last()[-1]["diagnostics"])
