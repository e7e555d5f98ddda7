"""The tree of a file, elements by a part of their name, what can be folded, what selections grow to."""

from __future__ import annotations

import pytest
from lsprotocol import types
from yupana.tests.editor.asked import document, place, words_at
from yupana.tests.editor.client import Editor, File

pytestmark = pytest.mark.asyncio


async def tree(file: File) -> dict[str, types.DocumentSymbol]:
    """The symbols of a file by the way to them."""
    found: dict[str, types.DocumentSymbol] = {}

    def down(symbols: object, way: str) -> None:
        for each in symbols if isinstance(symbols, list | tuple) else ():
            assert isinstance(each, types.DocumentSymbol)
            found[f"{way}{each.name}"] = each
            down(each.children, f"{way}{each.name}.")

    params = types.DocumentSymbolParams(document(file))
    down(await file.editor.client.text_document_document_symbol_async(params), "")
    return found


async def test_the_tree_of_sections_and_elements(editor: Editor) -> None:
    editor.copy("cargo_empire")
    found = await tree(editor.open("cargo_empire/game.yaml"))
    assert found["state.first_player"].detail == "Begins every round"
    assert found["flow.round"].kind == types.SymbolKind.Operator
    assert "flow.round.turn" in found
    assert found["constants.rounds_per_game"].detail == "3"
    overlay = await tree(editor.open("cargo_empire/variants/dear_ships.yaml"))
    assert "change.constants.ships_per_leg" in overlay


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("cuzco_kk/functions.yaml", "functions.settlement"),
        ("cuzco_feld/god_cards.yaml", "kinds.GodCard.god_01.doubled_use"),
        ("pizarro/fatigue.yaml", "procedures.fatigue_check"),
    ],
)
async def test_elements_are_found_in_every_game(editor: Editor, file: str, name: str) -> None:
    editor.copy(file.partition("/")[0])
    opened = editor.open(file)
    found = (await tree(opened))[name]
    assert words_at(opened, found.selection_range) == name.rpartition(".")[2]


async def test_the_tree_is_there_in_mid_edit(editor: Editor) -> None:
    editor.copy("cargo_empire")
    file = editor.open("cargo_empire/actions.yaml")
    file.type(file.at("requires:"), 'menu: "')
    assert "actions.deliver" in await tree(file)


async def test_elements_by_a_part_of_their_name(editor: Editor) -> None:
    editor.copy("cargo_empire")
    await editor.open("cargo_empire/game.yaml").diagnostics()

    async def named(query: str) -> list[str]:
        found = await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams(query))
        return [each.name for each in found or []]

    assert (await named("has_post"))[0] == "has_post"
    assert "has_post" in await named("hspst")
    assert await named("no such thing at all") == []


async def test_sections_blocks_and_comments_can_be_folded(editor: Editor) -> None:
    editor.copy("pizarro")
    file = editor.open("pizarro/fatigue.yaml")
    params = types.FoldingRangeParams(document(file))
    found = {
        (each.start_line + 1, each.end_line + 1)
        for each in await editor.client.text_document_folding_range_async(params) or []
    }
    rows = file.text.split("\n")
    assert any(rows[first - 1] == "procedures:" for first, _ in found)
    assert any(rows[first - 1].strip() == "if size(us) > 0:" for first, _ in found)
    assert all(first < last <= len(rows) for first, last in found)
    comments = editor.open("pizarro/map.yaml", "# one\n# two\n# three\nruleset: {}\n")
    kinds = await editor.client.text_document_folding_range_async(types.FoldingRangeParams(document(comments)))
    assert [(each.start_line, each.end_line, each.kind) for each in kinds or []] == [(0, 2, "comment")]


async def test_a_selection_grows_from_the_word_to_the_file(editor: Editor) -> None:
    editor.copy("cargo_empire")
    file = editor.open("cargo_empire/actions.yaml")
    at = place(file, "on_card(start) else")
    params = types.SelectionRangeParams(document(file), [at, types.Position(0, 0)])
    found = await editor.client.text_document_selection_range_async(params)
    assert found is not None
    assert len(found) == 2
    said, step = [], found[0]
    while step is not None:
        if step.range.start.line == step.range.end.line:
            said.append(words_at(file, step.range))
        outer = step.parent
        assert outer is None or (outer.range.start.line, -outer.range.end.line) <= (
            step.range.start.line, -step.range.end.line
        )  # fmt: skip
        last, step = step, outer
    assert said[:3] == ["on_card", "on_card(start)", "1 if on_card(start) else 0"]
    assert said[-1] == "bonus = (1 if on_card(start) else 0) + (1 if on_card(destination) else 0)"
    assert last.range.start == types.Position(0, 0)
