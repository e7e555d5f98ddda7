"""What tests of an editor ask the server, in fewer words."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types
from pygls.uris import to_fs_path
from yupana.tests.editor.client import File


def document(file: File) -> types.TextDocumentIdentifier:
    """The file, as a request names it."""
    return types.TextDocumentIdentifier(file.uri)


async def hover(file: File, needle: str, after: str = "", *, into: int = 0, nth: int = 1) -> str:
    """What is told of a place; nothing where nothing is."""
    found = await file.editor.client.text_document_hover_async(
        types.HoverParams(document(file), place(file, needle, after, into=into, nth=nth))
    )
    if found is None:
        return ""
    assert isinstance(found.contents, types.MarkupContent)
    return found.contents.value


def place(file: File, needle: str, after: str = "", *, into: int = 0, nth: int = 1) -> types.Position:
    """A place inside of what stands somewhere, so many characters behind its beginning."""
    found = file.at(needle, after, nth=nth)
    return types.Position(found.line, found.character + into)


def words_at(file: File, span: types.Range) -> str:
    """What stands in a range of one line of the file."""
    line = file.text.split("\n")[span.start.line]
    return line[span.start.character : span.end.character]


async def definition(file: File, needle: str, after: str = "", *, into: int = 0) -> list[str]:
    """Where what stands somewhere is declared."""
    params = types.DefinitionParams(document(file), place(file, needle, after, into=into))
    return told(file, await file.editor.client.text_document_definition_async(params))


async def type_definition(file: File, needle: str, after: str = "") -> list[str]:
    """Where the kind of what stands somewhere is declared."""
    params = types.TypeDefinitionParams(document(file), place(file, needle, after))
    return told(file, await file.editor.client.text_document_type_definition_async(params))


async def references(file: File, needle: str, after: str = "", *, own: bool = True, into: int = 0) -> list[str]:
    """Where what stands somewhere is named."""
    at = place(file, needle, after, into=into)
    params = types.ReferenceParams(types.ReferenceContext(own), document(file), at)
    return told(file, await file.editor.client.text_document_references_async(params))


async def highlights(file: File, needle: str, after: str = "") -> list[tuple[int, str]]:
    """The lines (from 1) in which it stands in the file, and whether it is read or written there."""
    params = types.DocumentHighlightParams(document(file), place(file, needle, after))
    found = await file.editor.client.text_document_document_highlight_async(params) or []
    kinds = {types.DocumentHighlightKind.Write: "write", types.DocumentHighlightKind.Read: "read"}
    return [(each.range.start.line + 1, kinds.get(each.kind or types.DocumentHighlightKind.Text, "")) for each in found]


def told(file: File, found: object) -> list[str]:
    """Locations as `file:line: what stands there`, with what the files say now."""
    rows = []
    for each in found if isinstance(found, list | tuple) else []:
        assert isinstance(each, types.Location)
        path = Path(to_fs_path(each.uri) or "")
        start, end = each.range.start, each.range.end
        line = path.read_text(encoding="utf-8").split("\n")[start.line]
        rows.append(f"{path.relative_to(file.editor.folder)}:{start.line + 1}: {line[start.character : end.character]}")
    return rows
