"""An editor for tests: it types into files of a copy of a ruleset, and asks the language server as editors do."""

from __future__ import annotations

import asyncio
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient, client_capabilities
from yupana.tests.found import ROOT

PATIENCE = 60.0


class Connection:
    """A language server that was started, and the client that talks with it. `editor` is who is told what it says;
    `able` is what the server can do, `folder` where it was started."""

    def __init__(self) -> None:
        self.client = client = LanguageClient(converter_factory=default_converter)
        self.editor: Editor

        @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: types.PublishDiagnosticsParams) -> None:
            self.editor.published.setdefault(params.uri, []).append(params)
            self.editor.told.set()

        @client.feature(types.WINDOW_LOG_MESSAGE)
        def logged(params: types.LogMessageParams) -> None:
            self.editor.complaints.append(params.message)
            self.editor.told.set()

        @client.feature(types.WINDOW_SHOW_MESSAGE)
        def said(params: types.ShowMessageParams) -> None:
            self.editor.messages.append(params.message)
            self.editor.told.set()

        @client.feature(types.WINDOW_WORK_DONE_PROGRESS_CREATE)
        def created(params: types.WorkDoneProgressCreateParams) -> None:
            return None

        @client.feature(types.PROGRESS)
        def went_on(params: types.ProgressParams) -> None:
            self.editor.progress.append(params)
            self.editor.told.set()

        @client.feature(types.WORKSPACE_CONFIGURATION)
        def configured(params: types.ConfigurationParams) -> list[object]:
            return [self.editor.configuration.get(str(each.section)) for each in params.items]

        @client.feature(types.WORKSPACE_CODE_LENS_REFRESH)
        def refreshed(params: None) -> None:
            self.editor.refreshed += 1
            self.editor.told.set()

        @client.feature(types.CLIENT_REGISTER_CAPABILITY)
        def registered(params: types.RegistrationParams) -> None:
            return None

        @client.feature(types.WORKSPACE_APPLY_EDIT)
        def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
            self.editor.applied.append(params.edit)
            return types.ApplyWorkspaceEditResult(applied=True)

    async def start(self, folder: Path, options: object = None) -> None:
        """Start the server in a folder, with what the client says at the start."""
        self.folder = folder
        await self.client.start_io(sys.executable, "-m", "yupana", "lsp", cwd=str(folder))
        able = client_capabilities("visual_studio_code")
        asked = types.InitializeParams(able, root_uri=folder.as_uri(), initialization_options=options)
        self.able = (await self.client.initialize_session(asked)).capabilities

    async def end(self) -> None:
        """End the server."""
        await self.client.shutdown_session()


class Editor:
    """An editor with some files open. `complaints` are the errors that the server has told of as its own, `messages`
    what it has told people, `progress` what it has told of work that goes on; `refreshed` counts how often lenses were
    to be asked for anew; `configuration` are the settings by their sections."""

    def __init__(self, folder: Path, connection: Connection) -> None:
        self.connection, self.client = connection, connection.client
        connection.editor = self
        self.folder = folder
        self.complaints: list[str] = []
        self.applied: list[types.WorkspaceEdit] = []
        self.published: dict[str, list[types.PublishDiagnosticsParams]] = {}
        self.messages: list[str] = []
        self.progress: list[types.ProgressParams] = []
        self.refreshed = 0
        self.configuration: dict[str, object] = {}
        self.told = asyncio.Event()
        self.files: dict[str, File] = {}

    @property
    def able(self) -> types.ServerCapabilities:
        """What the server can do."""
        return self.connection.able

    async def close(self) -> None:
        """Close all files, and wait until the server has heard of it."""
        for each in self.files.values():
            self.client.text_document_did_close(types.DidCloseTextDocumentParams(each.identifier))
        await self.client.workspace_symbol_async(types.WorkspaceSymbolParams(""))

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds after the server has said something."""
        until = time.monotonic() + PATIENCE
        while not holds():
            assert self.complaints == [], self.complaints
            self.told.clear()
            await asyncio.wait_for(self.told.wait(), max(0.1, until - time.monotonic()))

    def copy(self, name: str) -> None:
        """Put a copy of a shipped ruleset into the folder, its variants with it."""
        shutil.copytree(ROOT / "rulesets" / name, self.folder / name)

    def open(self, name: str, text: str | None = None) -> File:
        """Open a file of the folder, with its text or another."""
        path = self.folder / name
        return File(self, path, path.read_text(encoding="utf-8") if text is None else text)


def units(text: str) -> int:
    """How many units of UTF-16 a text takes, which is what an editor counts in."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class File:
    """An open file. Places in it are found by what stands there."""

    def __init__(self, editor: Editor, path: Path, text: str) -> None:
        self.editor, self.path, self.uri, self.version = editor, path, path.as_uri(), 1
        self.text = text
        item = types.TextDocumentItem(self.uri, "yaml", self.version, text)
        editor.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        editor.files[self.uri] = self

    @property
    def identifier(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri)

    def at(self, needle: str, after: str = "", *, end: bool = False, nth: int = 1) -> types.Position:
        """The position of the nth needle, behind the first place where `after` stands; of its end with `end`."""
        start = self.text.index(after) + len(after) if after else 0
        for _ in range(nth):
            offset = self.text.index(needle, start)
            start = offset + 1
        offset += len(needle) if end else 0
        line = self.text.count("\n", 0, offset)
        before = self.text[self.text.rfind("\n", 0, offset) + 1 : offset]
        return types.Position(line, units(before))

    def line(self, needle: str) -> int:
        """The line (from 1) of the first needle."""
        return self.at(needle).line + 1

    def offset(self, where: types.Position) -> int:
        """Where a position is in the text, as an editor counts: lines end with line feeds only, columns are units of
        UTF-16."""
        rows = self.text.split("\n")
        row = rows[where.line].encode("utf-16-le", "surrogatepass")[: 2 * where.character]
        return sum(len(each) + 1 for each in rows[: where.line]) + len(row.decode("utf-16-le", "surrogatepass"))

    def type(self, where: types.Position | types.Range, text: str) -> None:
        """Type something at a position, or in place of a range."""
        place = types.Range(where, where) if isinstance(where, types.Position) else where
        change = types.TextDocumentContentChangePartial(range=place, text=text)
        self.version += 1
        self.text = self.text[: self.offset(place.start)] + text + self.text[self.offset(place.end) :]
        which = types.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.editor.client.text_document_did_change(types.DidChangeTextDocumentParams(which, [change]))

    def replace(self, old: str, new: str, after: str = "") -> None:
        """Type something in the place of what stands there now."""
        self.type(types.Range(self.at(old, after), self.at(old, after, end=True)), new)

    def restore(self, text: str) -> None:
        """Let the file say something else as a whole."""
        lines = self.text.split("\n")
        end = types.Position(len(lines) - 1, units(lines[-1]))
        self.type(types.Range(types.Position(0, 0), end), text)
        assert self.text == text

    async def diagnostics(self, *, lint: bool = False) -> list[types.Diagnostic]:
        """What is wrong with the text as it is now; with `lint` as soon as the linter says something."""
        until = time.monotonic() + PATIENCE
        while True:
            assert self.editor.complaints == [], self.editor.complaints
            for each in self.editor.published.get(self.uri, []):
                told = [one for one in each.diagnostics if not lint or one.source == "yupana lint"]
                if each.version == self.version and (told or not lint):
                    return list(each.diagnostics)
            self.editor.told.clear()
            await asyncio.wait_for(self.editor.told.wait(), max(0.1, until - time.monotonic()))

    def last(self, source: str = "") -> list[types.Diagnostic]:
        """What was told last of this file, of one source or of all."""
        told = self.editor.published.get(self.uri, [])
        return [each for each in (told[-1].diagnostics if told else ()) if source in ("", each.source)]

    async def codes(self) -> list[str]:
        """The codes of what is wrong now."""
        return [str(each.code) for each in await self.diagnostics()]
