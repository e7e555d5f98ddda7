"""The whole server: what is open, and all that an editor can ask for."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable
from typing import BinaryIO, cast

from lsprotocol import types

from ..shell.framing import Framed
from ..shell.streams import messages
from . import (
    calls,
    colours,
    commands,
    completion,
    fixing,
    folding,
    formatting,
    hints,
    hover,
    lenses,
    navigation,
    renaming,
    settings,
    signatures,
    symbols,
)
from .server import EditorServer

FEATURES: tuple[Callable[[EditorServer], None], ...] = (
    settings.register,
    commands.register,
    completion.register,
    fixing.register,
    formatting.register,
    lenses.register,
    signatures.register,
    renaming.register,
    hover.register,
    navigation.register,
    symbols.register,
    folding.register,
    colours.register,
    hints.register,
    calls.register,
)
"""What says which requests are answered, a module each."""

WATCHED = "**/*.{yaml,yml,csv,tsv,xlsx,ods}"


def make() -> EditorServer:
    """A server with all that it can do."""
    server = EditorServer()
    for register in (_files, *FEATURES):
        register(server)
    return server


def run() -> bool:
    """Serve on the standard streams until the client says that it is enough, or is gone. Whether it ended as the
    protocol asks: not at once, without having said so."""
    for name in ("pygls", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # the client is told of errors by messages
    server = make()
    gc.freeze()  # what is here now stays: nobody looks for garbage in it
    try:
        with messages() as (reads, writes):
            server.start_io(cast(BinaryIO, Framed(reads)), writes)
    finally:
        for end in (server.checker.end, *server.when_ended):
            end()
    return server.protocol.orderly


def _files(server: EditorServer) -> None:
    """What the client says of its files."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        server.opened(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        edited = params.text_document
        server.changed(edited.uri, edited.version, params.content_changes)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        server.saved()

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        server.closed(params.text_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_watched_files(params: types.DidChangeWatchedFilesParams) -> None:
        server.saved(others=any(each.type != types.FileChangeType.Changed for each in params.changes))

    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        workspace = server.client_capabilities.workspace
        watches = None if workspace is None else workspace.did_change_watched_files
        if watches is not None and watches.dynamic_registration:
            watcher = types.FileSystemWatcher(WATCHED)
            options = types.DidChangeWatchedFilesRegistrationOptions([watcher])
            asked = types.Registration("watched", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            server.client_register_capability(types.RegistrationParams([asked]))
