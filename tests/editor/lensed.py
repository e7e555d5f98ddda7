"""What tests of lenses ask: the titles above each line, and what happens when one is pressed."""

from __future__ import annotations

from lsprotocol import types
from yupana.tests.editor.client import Editor, File


async def lenses(file: File) -> dict[int, list[str]]:
    """The titles of the lenses by their lines, all of them resolved."""
    found: dict[int, list[str]] = {}
    for each in await given(file):
        told = each if each.command is not None else await file.editor.client.code_lens_resolve_async(each)
        assert told.command is not None
        found.setdefault(told.range.start.line, []).append(told.command.title)
    return found


async def given(file: File) -> list[types.CodeLens]:
    """The lenses as they are given first."""
    found = await file.editor.client.text_document_code_lens_async(types.CodeLensParams(file.identifier))
    return list(found or ())


async def run(editor: Editor, command: str, *arguments: str) -> None:
    """Let the server carry out a command, to its end."""
    await editor.client.workspace_execute_command_async(types.ExecuteCommandParams(command, list(arguments)))
