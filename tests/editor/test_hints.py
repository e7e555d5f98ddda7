"""What code leaves unsaid, between its words."""

from __future__ import annotations

import pytest
from lsprotocol import types
from yupana.tests.editor.asked import document
from yupana.tests.editor.client import Editor, File

pytestmark = pytest.mark.asyncio


async def hints(file: File, first: int, last: int) -> list[str]:
    """The lines from one to another (from 1) with what is shown in them."""
    end = types.Position(last - 1, len(file.text.split("\n")[last - 1]))
    params = types.InlayHintParams(document(file), types.Range(types.Position(first - 1, 0), end))
    found = await file.editor.client.text_document_inlay_hint_async(params) or []
    rows = file.text.split("\n")[first - 1 : last]
    for each in sorted(found, key=lambda one: (one.position.line, one.position.character), reverse=True):
        at = each.position
        assert first <= at.line + 1 <= last
        row = rows[at.line + 1 - first]
        words = f"{each.label} " if each.padding_right else str(each.label)
        rows[at.line + 1 - first] = f"{row[: at.character]}«{words}»{row[at.character :]}"
    return [each.strip() for each in rows]


async def on(file: File, text: str) -> list[str]:
    """The line that a text stands in, with what is shown in it."""
    return await hints(file, file.line(text), file.line(text))


async def test_types_of_locals_names_of_arguments_and_values_of_constants(editor: Editor) -> None:
    editor.copy("cargo_empire")
    file = editor.open("cargo_empire/actions.yaml")
    assert await on(file, "do pay(truck") == ["do pay(«v: »truck, «n: »trucks)"]
    assert await on(file, "let perfect") == ["let perfect«: bool» = do upgrade(destination)"]
    assert await on(file, "do draw_cards") == ["do draw_cards(draw_after_delivery« = 1»)"]
    assert await on(file, "ships: {in") == [
        'ships: {in: "ship_counts(«a: »start, «b: »destination)", if: ships <= held(ship)}'
    ]


@pytest.mark.slow
async def test_in_the_largest_game_and_only_in_the_range(editor: Editor) -> None:
    editor.copy("pizarro")
    file = editor.open("pizarro/fatigue.yaml")
    assert await on(file, "let shelter") == ["let shelter«: int 0..1» = 1 if form == garrison else 0"]
    assert await on(file, "let us =") == ["let us«: set[Unit]» = stack(z, p, form)"]


async def test_in_an_overlay_and_after_an_edit(editor: Editor) -> None:
    editor.copy("cuzco_kk")
    file = editor.open("cuzco_kk/variants/seven_ap.yaml")
    assert await on(file, "V7-1: {") == [
        'V7-1: {section: V7, status: assumed, text: "A player has {ap_per_turn« = 7»} AP in a turn instead of 6."}'
    ]
    file.replace("value: 7", "value: 9")
    assert "ap_per_turn« = 9»" in (await on(file, "V7-1: {"))[0]


async def test_in_a_card(editor: Editor) -> None:
    editor.copy("cuzco_feld")
    file = editor.open("cuzco_feld/functions.yaml")
    assert await on(file, "let here = me.chasqui") == ["let here«: Place» = me.chasqui"]
