"""What a client asks to be done at a place: the ruleset as it was checked with just this text, and the place."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types
from yupana.interpreter.compiled import Compiled
from yupana.schemas.find import shown
from yupana.schemas.opened import real
from yupana.schemas.source import Span

from ..authoring.edits import Edit
from .lines import Lines, Place
from .projects import Opened, Project
from .renaming import workspace_edit
from .server import EditorServer


@dataclass(frozen=True, slots=True)
class ActionContext:
    """A place of an open file. `name` is the path that spans give, `compiled` the check of the text as it is."""

    server: EditorServer
    project: Project
    path: Path
    name: str
    lines: Lines
    compiled: Compiled
    first: Place
    last: Place
    files: Opened

    def holds(self, span: Span) -> bool:
        """Whether a span stands at the place, or touches it."""
        begins, ends = (span.line, span.column), (span.end_line, span.end_column)
        return span.file == self.name and begins <= self.last and ends >= self.first

    @property
    def shown(self) -> dict[str, Lines]:
        """The file by its path."""
        return {self.name: self.lines}

    def action(self, title: str, kind: str, *edits: Edit, path: Path | None = None) -> types.CodeAction:
        """An offer to edit one file: this one, or another."""
        edit = self.server_edit({real(path or self.path): list(edits)})
        return types.CodeAction(title, kind=types.CodeActionKind(kind), edit=edit)

    def server_edit(self, edits: dict[str, list[Edit]]) -> types.WorkspaceEdit:
        """Edits by the real paths of their files, as the client takes them."""
        return workspace_edit(self.server, edits, self.files)


async def action_context(server: EditorServer, uri: str, place: types.Range) -> ActionContext | None:
    """What is asked about a stretch of an open file; None for one of no ruleset, or while it is not checked."""
    path = server.path(uri)
    project = None if path is None else server.projects.project(path)
    if path is None or project is None:
        return None
    await server.checker.settled(project, 5.0)
    compiled = project.current
    if compiled is None or real(path) not in server.projects.files.texts:
        return None
    lines = server.lines(path)
    name = project.shown.get(real(path)) or shown(path)
    if compiled.files.get(name, "").split("\n") != lines.rows:
        return None
    first, last = lines.read(place.start), lines.read(place.end)
    return ActionContext(server, project, path, name, lines, compiled, first, last, server.projects.files.copy())
