"""One conversation of a page with a language server that is a part of this program."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from yupana.schemas.find import shown
from yupana.schemas.opened import real

from ..editor.serving import make


class LanguageSession:
    """A server for the files of a folder. `tell` is given what it says, a message of the protocol each; `ended` is
    whether it hears no more."""

    def __init__(self, folder: Path, tell: Callable[[dict[str, Any]], None]) -> None:
        for name in ("pygls", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # the page is told of errors by messages
        self._folder = folder
        self._tell = tell
        self.ended = False
        self._server = make()
        self._server.protocol.set_writer(self, include_headers=False)

    @property
    def root(self) -> str:
        """The address of the folder."""
        return self._server.uri(self._folder)

    # ------------------------------------------------------------ what the page says

    def hear(self, message: dict[str, Any]) -> None:
        """Take what the page says. What becomes of it is told; who tells the server to end ends this."""
        if message.get("method") == types.EXIT:
            self.end()
            return
        protocol = self._server.protocol
        try:
            protocol.handle_message(protocol.structure_message(message))
        except Exception as fault:  # it was said wrongly, or the fault is ours: the page is told, and all goes on
            self._server.report_server_error(fault, JsonRpcException)

    def end(self) -> None:
        """Hear and tell no more."""
        if not self.ended:
            self.ended = True
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

    def file(self, uri: str) -> dict[str, Any] | None:
        """A file that a ruleset reads of which a file is open; None for any other."""
        path = self._server.path(uri)
        if path is None:
            return None
        key = real(path)
        for project in [*self._server.projects.by_target.values()]:
            name = project.shown.get(key)
            text = None if name is None else project.texts.get(name)
            if text is not None:
                inside = Path(key).is_relative_to(real(self._folder))
                short = Path(key).relative_to(real(self._folder)).as_posix() if inside else shown(path)
                return {"text": text, "path": short, "own": inside}
        return None
