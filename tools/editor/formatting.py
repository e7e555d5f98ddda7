"""Layout on request: of a whole file, of the lines that are selected, and of what was just typed, as `fmt` has it."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from lsprotocol import types
from yupana.schemas.find import SUFFIXES, shown
from yupana.schemas.opened import opened, real

from ..authoring.owners import owner
from ..format.files import attributes_of, format_file
from .lines import Lines
from .server import EditorServer


def register(server: EditorServer) -> None:
    """Answer requests for layout."""

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def whole(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        return edits(server, params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_RANGE_FORMATTING)
    def part(params: types.DocumentRangeFormattingParams) -> list[types.TextEdit]:
        last = params.range.end.line - (params.range.end.character == 0 < params.range.end.line)
        return edits(server, params.text_document.uri, params.range.start.line, last)

    @server.feature(
        types.TEXT_DOCUMENT_ON_TYPE_FORMATTING, types.DocumentOnTypeFormattingOptions(first_trigger_character="\n")
    )
    def typed(params: types.DocumentOnTypeFormattingParams) -> list[types.TextEdit]:
        line = params.position.line - 1
        return [] if line < 0 else edits(server, params.text_document.uri, line, line)


def edits(server: EditorServer, uri: str, first: int = 0, last: int | None = None) -> list[types.TextEdit]:
    """What turns lines (from 0) of an open file into how they are laid out; nothing for one with faults, or a table."""
    file = server.open_file(uri)
    if file is None or file[0].suffix not in SUFFIXES:
        return []
    path, lines = file
    with opened({**server.projects.files.texts, real(path): lines.text}):
        target = owner(path)
        attributes_of.cache_clear()
        done = format_file(path, shown(path), attributes_of(None if target is None else str(target)))
    if done.after is None or not done.changes:
        return []
    final = len(lines.rows) if last is None else last
    return [edit for edit, begin, end in _pieces(lines, done.after) if begin <= final and end > first]


def _pieces(lines: Lines, after: str) -> Iterator[tuple[types.TextEdit, int, int]]:
    """The edits, with the lines (from 0, the end exclusive) that they replace."""
    old, new = lines.text.splitlines(keepends=True), after.splitlines(keepends=True)
    for tag, begin, end, from_, to in difflib.SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
        if tag != "equal":
            span = types.Range(types.Position(begin, 0), types.Position(end, 0))
            yield types.TextEdit(span, lines.ended("".join(new[from_:to]))), begin, max(end, begin + 1)
