"""The language server: pygls speaks the protocol; what is known comes from the typed tree.

Requests are answered in the main thread out of the last snapshot, checks are carried out beside it (`background`). What
an editor can ask for is in the modules that `serving` names: each has a function `register` that says which requests it
answers.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path
from yupana.schemas.opened import real

from ..shell.extras import version
from ..shell.sentences import internal_error
from .background import aside
from .checker import Checker
from .diagnostics import Seen, Shown
from .lines import Lines, changed
from .projects import Project, Projects, View
from .protocol import Protocol
from .settings import Wishes

Result = TypeVar("Result")

PATIENCE = 20.0
"""How long (seconds) a request waits for the first check of a ruleset, or for the check of the last edit."""


class RefusedError(JsonRpcException):
    """What a client asks for cannot be; the message is a sentence for who asked."""

    CODE = -32803


class EditorServer(LanguageServer):
    """The server. `folder` is where paths begin that a client gives, `projects` are what is open; only the main thread
    changes them. Of what is in `when_checked` each is called with a project of which more is known, in the background;
    of what is in `when_edited` with the projects that an edit concerns; what is in `when_ended` is called when the
    client is gone."""

    protocol: Protocol

    def __init__(self) -> None:
        how = types.TextDocumentSyncKind.Incremental
        super().__init__("yupana", version() or "0", how, protocol_cls=Protocol)
        self.folder = Path()
        self.projects = Projects()
        self.checker = Checker(self.projects, self._project_checked, self.failed)
        self.shown = Shown(self._publish)
        self.wishes = Wishes(self)
        self.when_checked: list[Callable[[Project], None]] = []
        self.when_edited: list[Callable[[list[Project]], None]] = []
        self.when_ended: list[Callable[[], None]] = []
        self._showing = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._uris: dict[str, str] = {}  # what the client calls an open file

    # ------------------------------------------------------------ asking

    async def view(self, uri: str, *, fresh: bool = False) -> View | None:
        """A file as the editor shows it, beside the last snapshot of its ruleset; None for a file of no ruleset, or
        before there is one that can be read. With `fresh` the last edit was checked before, if that is soon done."""
        path = self.path(uri)
        project = None if path is None else self.projects.project(path)
        if path is None or project is None:
            return None
        if fresh or project.snapshot is None:
            await self.checker.settled(project, PATIENCE)
        if project.snapshot is None or real(path) not in self.projects.files.texts:
            return None
        return View(path, self.lines(path), project, project.snapshot)

    def lines(self, path: Path) -> Lines:
        """What an open file says. Raises KeyError for one that is not open."""
        return Lines(self.projects.files.texts[real(path)], self.projects.encoding)

    def open_file(self, uri: str) -> tuple[Path, Lines] | None:
        """The path of an open file, and what it says; None for one that is not open."""
        path = self.path(uri)
        return None if path is None or real(path) not in self.projects.files.texts else (path, self.lines(path))

    @staticmethod
    async def aside(work: Callable[[], Result]) -> Result:
        """What comes of work that takes long; it is done beside the main thread, where there is another."""
        return await aside(work)

    @staticmethod
    def path(uri: str) -> Path | None:
        """The path of a file; None for what is no file of this machine."""
        found = to_fs_path(uri) if uri.startswith("file:") else None
        return None if found is None else Path(found)

    def uri(self, path: Path) -> str:
        """What the client calls a file."""
        return self._uris.get(real(path)) or from_fs_path(str(path)) or path.absolute().as_uri()

    # ------------------------------------------------------------ what is open

    def opened(self, uri: str) -> None:
        """A file was opened."""
        path = self.path(uri)
        if path is not None:
            self._loop = asyncio.get_running_loop()
            self.projects.encoding = str(getattr(self.workspace.position_encoding, "value", "utf-16"))
            self._uris[real(path)] = uri
            said = self.workspace.get_text_document(uri)
            own = self.projects.open(path, said.source, said.version or 0)
            self._check(list(dict.fromkeys([*([] if own is None else [own]), *self.projects.reading(path)])))

    def changed(self, uri: str, version: int, changes: Iterable[types.TextDocumentContentChangeEvent]) -> None:
        """An open file was edited."""
        path = self.path(uri)
        text = None if path is None else self.projects.files.texts.get(real(path))
        if path is not None and text is not None:
            for change in changes:
                text = changed(text, change, self.projects.encoding)
            self._check(self.projects.change(path, text, version))

    def closed(self, uri: str) -> None:
        """A file was closed: what is on the disk counts again."""
        path = self.path(uri)
        if path is not None:
            self._check(self.projects.close(path))
            self._uris.pop(real(path), None)
            self.shown.forget(self.projects.by_target.values())

    def saved(self, *, others: bool = False) -> None:
        """Files on the disk are others than before: they say something else, or (`others`) came or went."""
        self.projects.settle(anew=others)
        self._check([*self.projects.by_target.values()])
        self.shown.forget(self.projects.by_target.values())

    def _check(self, projects: list[Project]) -> None:
        for told in self.when_edited:
            told(projects)
        self.checker.changed(projects)

    # ------------------------------------------------------------ telling

    def show(self, project: Project) -> None:
        """Show what is wrong with a project as far as it is known now, unless it is closed by then: who opens its files
        again counts their versions from the beginning. For any thread."""
        with self._showing:  # what is found later is shown later
            found = self.shown.found(project, self.projects.encoding)
            self.soon(lambda: self._tell(project, found))

    def _tell(self, project: Project, found: Seen) -> None:
        if self.projects.has(project):
            self.shown.show(project, found)

    def failed(self, fault: Exception) -> None:
        """Tell of a fault of ours. For any thread."""
        self.soon(lambda: self.report_server_error(fault, type(fault)))

    def soon(self, what: Callable[[], object]) -> None:
        """Let the main thread do something. For any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(what)

    def _project_checked(self, project: Project) -> None:
        self.show(project)
        for told in self.when_checked:
            told(project)

    def _publish(self, path: str, diagnostics: list[types.Diagnostic], version: int | None) -> None:
        uri = self.uri(Path(path))
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, version))

    def report_server_error(self, error: Exception, source: object) -> None:
        """Tell the client of an error that is ours, and what to do. What is refused has been answered, and a request
        that cannot be read or is unknown is the client's own."""
        if isinstance(error, ValueError) and source is JsonRpcException:
            self.protocol.unread()
            return
        if isinstance(error, JsonRpcException) and not isinstance(error, JsonRpcInternalError):
            return
        told = types.LogMessageParams(types.MessageType.Error, internal_error(error, "yupana lsp --debug"))
        self.window_log_message(told)
