"""Files whose lines end as on Windows (or as editors there save them) are answered as all others are: every place, and
every answer of it, is the same."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from yupana.tests.editor.asked import document
from yupana.tests.editor.client import Editor, File
from yupana.tests.found import ROOT

pytestmark = pytest.mark.asyncio

_WORD = re.compile(r"[A-Za-z_]\w*")

FILES = ("moves.yaml", "men.yaml", "examples.yaml", "rulebook.yaml", "texts/ja.yaml", "variants/los_alamos.yaml")


async def _answer(asked: Awaitable[Any]) -> Any:
    try:
        return await asked
    except JsonRpcException as refused:
        return refused.message


async def _of_file(file: File, places: list[types.Position]) -> list[tuple[object, str]]:
    """What is answered to all that can be asked of a file, and of some places in it."""
    client, which = file.editor.client, document(file)
    rows = re.split("\r\n|\n", file.text)
    every = types.Range(types.Position(0, 0), types.Position(len(rows) - 1, len(rows[-1])))
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(which))
    options = types.FormattingOptions(2, True)
    found: list[tuple[object, Any]] = [
        ("diagnostics", await file.diagnostics()),
        ("symbols", await client.text_document_document_symbol_async(types.DocumentSymbolParams(which))),
        ("folds", await client.text_document_folding_range_async(types.FoldingRangeParams(which))),
        ("colours", tokens.data if tokens is not None else None),
        ("hints", await client.text_document_inlay_hint_async(types.InlayHintParams(which, every))),
        ("lenses", await client.text_document_code_lens_async(types.CodeLensParams(which))),
        ("layout", await client.text_document_formatting_async(types.DocumentFormattingParams(which, options))),
    ]
    everywhere = types.ReferenceContext(True)
    for place in places:
        around = types.CodeActionParams(which, types.Range(place, place), types.CodeActionContext([]))
        calls = types.CallHierarchyPrepareParams(which, place)
        near = (place.line + 1, place.character, rows[place.line])
        for told, asked in (
            ("hover", client.text_document_hover_async(types.HoverParams(which, place))),
            ("home", client.text_document_definition_async(types.DefinitionParams(which, place))),
            ("type", client.text_document_type_definition_async(types.TypeDefinitionParams(which, place))),
            ("uses", client.text_document_references_async(types.ReferenceParams(everywhere, which, place))),
            ("marks", client.text_document_document_highlight_async(types.DocumentHighlightParams(which, place))),
            ("signature", client.text_document_signature_help_async(types.SignatureHelpParams(which, place))),
            ("offers", client.text_document_completion_async(types.CompletionParams(which, place))),
            ("selections", client.text_document_selection_range_async(types.SelectionRangeParams(which, [place]))),
            ("calls", client.text_document_prepare_call_hierarchy_async(calls)),
            ("new name", client.text_document_rename_async(types.RenameParams(which, place, "other_name"))),
            ("actions", client.text_document_code_action_async(around)),
        ):  # fmt: skip
            found.append(((told, *near), await _answer(asked)))
    home = file.editor.folder.as_posix()
    return [
        (told, re.sub(rf"{home}/|\b(unix|windows)\b|version=\d+", "", repr(each)).replace("\\r\\n", "\\n"))
        for told, each in found
    ]


async def _of_ruleset(
    editor: Editor, folder: Path, files: Sequence[str], most: int
) -> dict[str, list[tuple[object, str]]]:
    answers = {}
    for name in files:
        text = (folder / name).read_bytes().decode("utf-8")
        file = editor.open((folder / name).relative_to(editor.folder).as_posix(), text)
        rows = re.split("\r\n|\n", text)
        words = [
            types.Position(line, found.start() + 1) for line, row in enumerate(rows) for found in _WORD.finditer(row)
        ]
        answers[name] = await _of_file(file, random.Random(11).sample(words, min(most, len(words))))
    return answers


async def _compared(editor: Editor, files: Sequence[str], most: int) -> None:
    for kind in ("unix", "windows"):
        shutil.copytree(ROOT / "rulesets" / "chess", editor.folder / kind / "chess")
    for each in (editor.folder / "windows").rglob("*.yaml"):
        each.write_bytes(each.read_bytes().replace(b"\n", b"\r\n"))
    one, other = [
        await _of_ruleset(editor, editor.folder / kind / "chess", files, most) for kind in ("unix", "windows")
    ]
    for name in files:
        assert sum(answer not in ("None", "[]") for _, answer in one[name]) > len(one[name]) / 2
        differs = [(first, second) for first, second in zip(one[name], other[name], strict=True) if first != second]
        assert differs == [], name


async def test_files_of_windows_are_answered_as_others(editor: Editor) -> None:
    await _compared(editor, FILES[:2], 2)


@pytest.mark.slow
async def test_many_places_of_files_of_windows_are_answered_as_others(editor: Editor) -> None:
    await _compared(editor, FILES, 60)
