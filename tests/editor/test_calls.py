"""Who calls whom."""

from __future__ import annotations

import pytest
from lsprotocol import types
from yupana.tests.editor.asked import document, place, words_at
from yupana.tests.editor.client import Editor, File

pytestmark = pytest.mark.asyncio


async def item(file: File, needle: str, after: str = "") -> types.CallHierarchyItem:
    """What is called at a place."""
    params = types.CallHierarchyPrepareParams(document(file), place(file, needle, after))
    found = await file.editor.client.text_document_prepare_call_hierarchy_async(params)
    assert found is not None
    return found[0]


async def test_who_is_called_and_who_calls(editor: Editor) -> None:
    editor.copy("cargo_empire")
    file = editor.open("cargo_empire/actions.yaml")
    pay = await item(file, "pay(truck")
    assert pay.name == "pay"
    asked = types.CallHierarchyIncomingCallsParams(pay)
    (caller,) = await editor.client.call_hierarchy_incoming_calls_async(asked) or []
    assert caller.from_.name == "deliver"
    assert [words_at(file, each) for each in caller.from_ranges] == ["pay", "pay", "pay"]
    asked_too = types.CallHierarchyOutgoingCallsParams(caller.from_)
    called = await editor.client.call_hierarchy_outgoing_calls_async(asked_too) or []
    assert {"pay", "upgrade", "has_post", "draw_cards"} <= {each.to.name for each in called}


async def test_what_the_flow_begins_and_what_an_adjustment_changes(editor: Editor) -> None:
    editor.copy("cuzco_feld")
    file = editor.open("cuzco_feld/functions.yaml")
    joint = await item(editor.open("cuzco_feld/god_cards.yaml"), "joint", "doubled_use: {")
    found = await editor.client.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(joint))
    assert "doubled_use" in {each.from_.name for each in found or []}
    assert await item(file, "let here = me.chasqui")


@pytest.mark.slow
async def test_an_overlay_and_the_largest_game(editor: Editor) -> None:
    editor.copy("pizarro")
    file = editor.open("pizarro/fatigue.yaml")
    check = await item(file, "fatigue_check(p")
    found = await editor.client.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(check))
    assert [each.from_.name for each in found or []] != []
    editor.copy("tic_tac_toe")
    overlay = editor.open("tic_tac_toe/variants/misere.yaml")
    line = await item(overlay, "full_line(space)")
    incoming = await editor.client.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(line))
    assert "mark" in {each.from_.name for each in incoming or []}
