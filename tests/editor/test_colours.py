"""Colours of code: every word by what it is, in every file of a ruleset."""

from __future__ import annotations

import pytest
from lsprotocol import types
from yupana.tests.editor.asked import document
from yupana.tests.editor.client import Editor, File

pytestmark = pytest.mark.asyncio

Words = list[tuple[int, str, str, frozenset[str]]]


def decoded(file: File, data: object) -> Words:
    """Every token as its line (from 1), the word, its type and its modifiers."""
    provider = file.editor.able.semantic_tokens_provider
    assert isinstance(provider, types.SemanticTokensOptions)
    legend, rows = provider.legend, [each.encode("utf-16-le") for each in file.text.split("\n")]
    found: Words = []
    line = start = 0
    numbers = list(data) if isinstance(data, list | tuple) else []
    for at in range(0, len(numbers), 5):
        down, right, length, kind, bits = numbers[at : at + 5]
        assert down >= 0
        assert right >= 0
        line, start = line + down, right + (start if down == 0 else 0)
        word = rows[line][2 * start : 2 * (start + length)].decode("utf-16-le")
        said = frozenset(name for number, name in enumerate(legend.token_modifiers) if bits >> number & 1)
        found.append((line + 1, word, legend.token_types[kind], said))
    return found


async def colours(file: File) -> Words:
    """All tokens of a file."""
    found = await file.editor.client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(document(file))
    )
    assert found is not None
    return decoded(file, found.data)


def of(words: Words, word: str, line: int | None = None) -> set[str]:
    """The types that a word has."""
    return {kind for at, each, kind, _ in words if each == word and line in (None, at)}


async def test_words_by_what_they_are(editor: Editor) -> None:
    editor.copy("cargo_empire")
    file = editor.open("cargo_empire/actions.yaml")
    found = await colours(file)
    assert of(found, "start") == {"parameter"}
    assert of(found, "has_post") == of(found, "pay") == {"function"}
    assert of(found, "cubes") == {"property"}
    assert of(found, "City") == {"type"}
    assert of(found, "truck") == {"enumMember"}
    assert of(found, "do") == of(found, "let") == {"keyword"}
    assert of(found, "perfect") == {"variable"}
    assert of(found, "+=") == {"operator"}
    assert of(found, "1") == {"number"}
    assert (file.line("start: {in: City}"), "start", "parameter", frozenset(["declaration", "readonly"])) in found
    assert (file.line("start.cubes -= 1"), "cubes", "property", frozenset(["modification"])) in found


async def test_types_comprehensions_and_texts_with_values(editor: Editor) -> None:
    editor.copy("pizarro")
    found = await colours(editor.open("pizarro/fatigue.yaml"))
    assert of(found, "set") == {"type"}
    assert of(found, "any") == {"function"}
    assert of(found, "StackForm") == {"enum"}
    assert of(found, "modifier") == {"variable"}
    assert of(found, '"fatigue of the {') == set()
    assert any(word.startswith('"fatigue of the') and kind == "string" for _, word, kind, _ in found)
    assert of(found, "strength") == {"function"}


async def test_examples_and_overlays(editor: Editor) -> None:
    editor.copy("cuzco_kk")
    found = await colours(editor.open("cuzco_kk/variants/seven_ap.yaml"))
    assert of(found, "place_single") == {"event"}
    assert of(found, "ground") == {"parameter"}
    assert of(found, "cannot") == {"keyword"}
    assert of(found, "set_pond") == {"event"}
    assert of(found, "ap_per_turn") == {"variable"}


async def test_texts_in_another_language_count_as_their_client_does(editor: Editor) -> None:
    editor.copy("cuzco_feld")
    found = await colours(editor.open("cuzco_feld/texts/ja.yaml"))
    assert of(found, "rounds_per_game") == {"variable"}
    assert of(found, "farm_tile", 24) == {"enumMember"}


async def test_a_part_of_a_file_and_what_has_changed(editor: Editor) -> None:
    editor.copy("cargo_empire")
    file = editor.open("cargo_empire/actions.yaml")
    whole = await colours(file)
    span = types.Range(types.Position(20, 0), types.Position(24, 0))
    asked = types.SemanticTokensRangeParams(document(file), span)
    part = await editor.client.text_document_semantic_tokens_range_async(asked)
    assert part is not None
    assert decoded(file, part.data) == [each for each in whole if 21 <= each[0] <= 25]
    before = await editor.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document(file)))
    assert before is not None
    file.type(file.at("do pay(truck, trucks)"), "do pay(ship, 0)\n      ")
    params = types.SemanticTokensDeltaParams(document(file), before.result_id or "")
    found = await editor.client.text_document_semantic_tokens_full_delta_async(params)
    assert isinstance(found, types.SemanticTokensDelta)
    data = [*before.data]
    for edit in found.edits:
        data[edit.start : edit.start + edit.delete_count] = edit.data or []
    now = await editor.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document(file)))
    assert now is not None
    assert data == [*now.data]
    assert len(data) > len(before.data)
