"""Renaming on request: a name becomes another one wherever it stands, in every file of the ruleset and its overlays."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types
from yupana.interpreter.index.references import Reference
from yupana.schemas.errors import UsageError
from yupana.schemas.opened import file_text, opened, real

from ..authoring.edits import Edit
from ..renaming.naming import name_of, refusal
from ..renaming.occurrences import within
from ..renaming.rename import renaming
from .background import steps_aside
from .lines import Lines
from .projects import Opened, View
from .server import EditorServer, RefusedError


def register(server: EditorServer) -> None:
    """Answer requests for other names."""

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare(params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder:
        view, found = await _named(server, params.text_document.uri, params.position)
        name = name_of(found.declaration)
        span = within(view.snapshot.compiled, found.span, name)  # `farm_1` names the first copy of `farm`
        return types.PrepareRenamePlaceholder(view.lines.range(span), name)

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def renamed(params: types.RenameParams) -> types.WorkspaceEdit:
        view, found = await _named(server, params.text_document.uri, params.position)
        files, others, new = server.projects.files.copy(), [*server.projects.by_target], params.new_name.strip()
        try:
            done = await steps_aside(renaming(view.snapshot.compiled, found.declaration, new, files.texts, others))
        except UsageError as fault:
            raise RefusedError(str(fault)) from None
        return workspace_edit(server, done.edits, files)


async def _named(server: EditorServer, uri: str, position: types.Position) -> tuple[View, Reference]:
    """What is named at a place of an open file, which must have been checked as it is now. Raises RefusedError."""
    view = await server.view(uri, fresh=True)
    if view is None:
        raise RefusedError("This file belongs to no ruleset that can be read.")
    if view.project.current is not view.snapshot.compiled:
        raise RefusedError("Nothing can be renamed before the ruleset can be read.")
    elements = await server.aside(lambda: view.snapshot.elements)
    line, column = view.lines.read(position)
    found = elements.references.at(view.shown, line, column)
    for each in sorted(found, key=lambda one: (one.span.line, -one.span.column)):
        if not each.span.line or (each.span.line, each.span.column) == (each.span.end_line, each.span.end_column):
            continue
        why = refusal(elements, each.declaration)
        if why:
            raise RefusedError(f"{why[:1].upper()}{why[1:]}.")
        return view, each
    raise RefusedError("No name stands here that could be another one.")


def workspace_edit(server: EditorServer, edits: dict[str, list[Edit]], files: Opened) -> types.WorkspaceEdit:
    """Edits by the real path of their file, as a client takes them: for the texts of `files`, and of the disk."""
    changes: list[types.TextDocumentEdit] = []
    plain: dict[str, list[types.TextEdit]] = {}
    for file, found in sorted(edits.items()):
        with opened(files.texts):
            lines = Lines(file_text(Path(file)), server.projects.encoding)
        uri = server.uri(Path(file))
        told = plain[uri] = [
            types.TextEdit(
                types.Range(lines.position(each.line, each.column), lines.position(each.end_line, each.end_column)),
                lines.ended(each.new),
            )
            for each in found
        ]
        which = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=files.versions.get(real(Path(file))))
        changes.append(types.TextDocumentEdit(which, list(told)))
    if able_to_edit(server).document_changes:
        return types.WorkspaceEdit(document_changes=list(changes))
    return types.WorkspaceEdit(changes=plain)


def able_to_edit(server: EditorServer) -> types.WorkspaceEditClientCapabilities:
    """What the client takes in edits besides what is written where: the versions of files, files that are made."""
    workspace = server.client_capabilities.workspace
    able = None if workspace is None else workspace.workspace_edit
    return able or types.WorkspaceEditClientCapabilities()
