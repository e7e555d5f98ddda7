"""One conversation of a page with a language server that is a part of this program."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from yupana.interpreter.compiled import Compiled
from yupana.schemas.find import SHIPPED
from yupana.schemas.opened import real

from ..editor.serving import make

PATIENCE = 20.0
"""How long (seconds) a file waits for the check that says whether it belongs to a ruleset."""


class LanguageSession:
    """A server for the files of a folder. `tell` is given what it says, a message of the protocol each; `ended` is
    whether it hears no more."""

    def __init__(self, folder: Path, tell: Callable[[dict[str, Any]], None]) -> None:
        logging.getLogger("pygls").setLevel(logging.CRITICAL + 1)  # the page is told of errors by messages
        self._folder = folder
        self._tell = tell
        self.ended = False
        self._server = make()
        self._server.folder = folder
        self._server.protocol.set_writer(self, include_headers=False)

    @property
    def root(self) -> str:
        """The address of the folder."""
        return self._server.uri(self._folder)

    # ------------------------------------------------------------ what the page says

    def hear(self, message: dict[str, Any]) -> None:
        """Take what the page says. What becomes of it is told; who tells the server to end ends this."""
        method, params = message.get("method"), message.get("params")
        if method == types.EXIT:
            self.end()
            return
        if method == types.INITIALIZE and isinstance(params, dict):
            # this process serves others too: it does not end with one of theirs
            message = {**message, "params": {**params, "processId": None}}
        protocol = self._server.protocol
        try:
            protocol.handle_message(protocol.structure_message(message))
        except Exception as fault:  # it was said wrongly, or the fault is ours: the page is told, and all goes on
            self._server.report_server_error(fault, JsonRpcException)

    def changed(self, paths: Iterable[str]) -> None:
        """Files of the folder are others than before, or came or went. What is open says what it says, whatever is on
        the disk."""
        open_here = self._server.projects.files.texts
        if any(real(self._folder / each) not in open_here for each in paths):
            self._server.soon(lambda: None if self.ended else self._server.saved(others=True))

    def end(self) -> None:
        """Hear and tell no more."""
        if not self.ended:
            self.ended = True
            self._server.protocol.cancel_all()
            for end in (self._server.checker.end, *self._server.when_ended):
                end()

    # ------------------------------------------------------------ what the server says

    def write(self, data: bytes) -> None:
        """Tell the page; this is how the protocol writes."""
        if not self.ended:
            self._tell(json.loads(data))

    def close(self) -> None:
        """Nothing needs to be closed."""

    # ------------------------------------------------------------ files

    def compiled(self, path: Path) -> Compiled | None:
        """A ruleset as it was checked last; None for one of which nothing is open."""
        project = self._server.projects.by_target.get(path.resolve())
        return None if project is None else project.current

    async def file(self, uri: str) -> dict[str, Any] | None:
        """A file that a ruleset reads of which a file is open; None for any other."""
        try:
            named = self._server.path(uri)
            path = None if named is None else Path(real(named))
        except ValueError:  # what no path can be
            path = None
        if path is None:
            return None
        own = Path(real(self._folder))
        for project in [*self._server.projects.by_target.values()]:
            await self._server.checker.settled(project, PATIENCE)
            text = project.texts.get(project.shown.get(str(path), ""))
            if text is not None:
                homes = [each for each in (own, SHIPPED) if path.is_relative_to(each)]
                short = path.relative_to(homes[0]) if homes else path
                return {"text": text, "path": short.as_posix(), "own": own in homes}
        return None
