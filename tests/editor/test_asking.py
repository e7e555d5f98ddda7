"""Whatever is asked of whatever text: an answer comes, and never an error."""

from __future__ import annotations

import asyncio
import random

import pytest
from lsprotocol import types
from yupana.tests.editor.asked import document
from yupana.tests.editor.client import Editor, File

pytestmark = pytest.mark.asyncio

SNIPPETS = (
    '"',
    "{",
    "}",
    "[",
    ":",
    "\n",
    "  ",
    "- ",
    "(",
    ")",
    "if ",
    ".",
    "|",
    "#",
    "é𝄞",
    "me.",
    "change:\n",
    "\t",
    "&a *a",
)


def somewhere(file: File, chance: random.Random) -> types.Position:
    """A position in the text, sometimes behind it."""
    rows = file.text.split("\n")
    line = chance.randrange(len(rows) + 1)
    length = len(rows[line]) if line < len(rows) else 0
    return types.Position(line, chance.randrange(length + 3))


def edit(file: File, chance: random.Random) -> None:
    """Type, delete or put something somewhere."""
    rows = file.text.split("\n")
    line = chance.randrange(len(rows))
    column = chance.randrange(len(rows[line]) + 1)
    start = types.Position(line, column)
    if chance.random() < 0.6:
        file.type(start, chance.choice(SNIPPETS))
    else:
        last = min(line + chance.randrange(4), len(rows) - 1)
        end = types.Position(last, max(column if last == line else 0, chance.randrange(len(rows[last]) + 1)))
        file.type(types.Range(start, end), "")


async def ask(file: File, chance: random.Random) -> None:
    """Ask something of some place; an error of the server is raised here."""
    client, which, at = file.editor.client, document(file), somewhere(file, chance)
    span = types.Range(types.Position(max(at.line - 20, 0), 0), at)
    match chance.randrange(14):
        case 0 | 1 | 2:
            await client.text_document_hover_async(types.HoverParams(which, at))
        case 3 | 4:
            await client.text_document_definition_async(types.DefinitionParams(which, at))
        case 5:
            await client.text_document_type_definition_async(types.TypeDefinitionParams(which, at))
        case 6:
            context = types.ReferenceContext(chance.random() < 0.5)
            await client.text_document_references_async(types.ReferenceParams(context, which, at))
        case 7:
            await client.text_document_document_highlight_async(types.DocumentHighlightParams(which, at))
        case 8:
            await client.text_document_document_symbol_async(types.DocumentSymbolParams(which))
            await client.text_document_folding_range_async(types.FoldingRangeParams(which))
        case 9:
            await client.text_document_selection_range_async(types.SelectionRangeParams(which, [at, at]))
        case 10:
            await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(which))
        case 11:
            await client.text_document_semantic_tokens_range_async(types.SemanticTokensRangeParams(which, span))
        case 12:
            await client.text_document_inlay_hint_async(types.InlayHintParams(which, span))
        case _:
            found = await client.text_document_prepare_call_hierarchy_async(types.CallHierarchyPrepareParams(which, at))
            for item in found or []:
                await client.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(item))
                await client.call_hierarchy_outgoing_calls_async(types.CallHierarchyOutgoingCallsParams(item))


async def course(editor: Editor, names: list[str], rounds: int, seed: int) -> None:
    """Ask at random places, also of texts that are broken, and again when they are whole."""
    chance = random.Random(seed)
    files = [editor.open(name) for name in names]
    whole = {file.uri: file.text for file in files}
    for number in range(rounds):
        file = chance.choice(files)
        if number % 4 == 1:
            edit(file, chance)
        elif number % 23 == 22:
            file.restore(whole[file.uri])
        await ask(file, chance)
        if chance.random() < 0.1:
            await asyncio.sleep(0.05)


async def test_of_a_small_game_and_its_overlay(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    names = ["tic_tac_toe/game.yaml", "tic_tac_toe/variants/misere.yaml", "tic_tac_toe/texts/ja.yaml"]
    await course(editor, names, 110, 1)


GAMES = {
    "cargo_empire": ["actions.yaml", "board.yaml", "rulebook.yaml", "variants/dear_ships.yaml", "examples.yaml"],
    "cuzco_kk": ["functions.yaml", "game.yaml", "look.yaml", "variants/seven_ap.yaml"],
    "cuzco_feld": ["god_cards.yaml", "texts/ja.yaml", "variants/pututus.yaml", "examples_missions.yaml"],
    "pizarro": ["fatigue.yaml", "tables.yaml", "battle.yaml", "variants/lancers.yaml", "map.yaml"],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
async def test_of_all_games(editor: Editor, name: str) -> None:
    editor.copy(name)
    await course(editor, [f"{name}/{each}" for each in GAMES[name]], 150, 2)
