"""Tables that entries are taken from are files of the ruleset in the editor too: their cells are asked as YAML is."""

from __future__ import annotations

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from yupana.tests.editor.asked import definition, document, highlights, hover, references
from yupana.tests.editor.client import Editor, File

pytestmark = pytest.mark.asyncio

GAME = """\
ruleset: {name: shop, title: The shop, language: 4}
players:
  min: 2
  max: 2
  names: [ann, bob]
  fields: {coins: int 0..20}
enums: {Suit: [red, blue]}
rulebook:
  sections: {s: Stones}
  rules: {S-1: {section: s, text: Stones are dear.}}
zones:
  deck: {of: Card}
kinds:
  Card:
    start: deck
    attributes: {suit: Suit, vp: int 0..9, note: text}
    predicates:
      fits: {gives: bool}
    procedures: {play: {}}
    entries: {from: cards.csv}
functions:
  worth:
    of: {points: int 0..9, bonus: int 0..3}
    gives: int
    is: points + bonus
"""

CARDS = """\
card,count,suit,vp,note,fits,play,source
ruby,2,red,3,A stone,me.coins > 2,"me.coins += worth(3, 1)",S-1
opal,1,blue,2,Another,true,"me.coins += 1
me.coins += 1",
"""


async def _open(editor: Editor, *, end: str = "\n", game: str = GAME, cards: str = CARDS) -> File:
    """The table alone: it is found out what takes entries from it."""
    (editor.folder / "game.yaml").write_text(game, encoding="utf-8")
    (editor.folder / "cards.csv").write_bytes(cards.replace("\n", end).encode())
    file = editor.open("cards.csv", cards.replace("\n", end))
    await file.diagnostics()
    return file


async def _offered(file: File, where: types.Position) -> dict[str, str]:
    """What is offered at a place, with what would be typed for it."""
    found = await file.editor.client.text_document_completion_async(types.CompletionParams(document(file), where))
    assert isinstance(found, types.CompletionList)
    typed = {}
    for each in found.items:
        assert isinstance(each.text_edit, types.TextEdit)
        typed[each.label] = each.text_edit.new_text
    return typed


async def test_a_table_that_is_opened_alone_is_checked(editor: Editor) -> None:
    file = await _open(editor)
    assert await file.codes() == []
    file.replace("red", "green")
    (fault,) = await file.diagnostics()
    assert (fault.code, fault.range.start) == ("YUP405", file.at("green"))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
async def test_what_stands_in_cells_and_headings(editor: Editor, end: str) -> None:
    file = await _open(editor, end=end)
    assert "one of Suit" in await hover(file, "blue")
    assert "**coins** · field of Player: a number 0..20" in await hover(file, "coins", "Another")
    assert "worth(points: int 0..9, bonus: int 0..3): int" in await hover(file, "worth(")
    assert "attribute of Card" in await hover(file, "suit")
    assert "**count**" in await hover(file, "count")
    assert "- suit: `red`" in await hover(file, "ruby")
    assert (await hover(file, "S-1")).startswith("> **S-1** Stones are dear.")
    assert await hover(file, "A stone") == ""
    assert await definition(file, "coins > 2") == ["game.yaml:6: coins"]
    assert await definition(file, "blue") == ["game.yaml:7: blue"]
    assert [each for each, _ in await highlights(file, "coins", "Another")] == [2, 2, 3, 4]
    assert "cards.csv:2: worth" in await references(file, "worth(")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
async def test_what_may_stand_in_a_cell_is_offered(editor: Editor, end: str) -> None:
    file = await _open(editor, end=end)
    assert {"red", "blue"} <= {*await _offered(file, file.at("red"))}
    assert "coins" in await _offered(file, file.at("coins > 2"))
    assert "worth" in await _offered(file, file.at("worth("))
    assert "coins" in await _offered(file, file.at("coins += 1", end))
    assert "S-1" in await _offered(file, file.at("S-1"))
    file.type(types.Position(4, 0), f"jade,1,{end}")
    assert {"red", "blue"} <= {*await _offered(file, types.Position(4, 7))}
    file.type(types.Position(4, 7), "b")
    assert (await _offered(file, types.Position(4, 8)))["blue"] == "blue"
    file.type(types.Position(4, 8), ",2,,me.")
    assert (await _offered(file, types.Position(4, 15)))["coins"] == "coins"


async def test_headings_are_offered_as_they_stand_in_tables(editor: Editor) -> None:
    file = await _open(editor)
    file.type(file.at(",source", end=True), ",")
    offered = await _offered(file, file.at("\n"))
    assert offered["text"] == "text"
    assert not {"card", "count", "suit", "fits", "from"} & offered.keys()
    file.type(file.at("\n"), "no")
    assert "suit" not in await _offered(file, file.at("\n"))


async def test_a_call_in_a_cell_says_what_is_asked_for(editor: Editor) -> None:
    file = await _open(editor)
    found = await file.editor.client.text_document_signature_help_async(
        types.SignatureHelpParams(document(file), file.at("3, 1", "worth("))
    )
    assert found is not None
    assert found.signatures[0].label.startswith("worth(points: int 0..9, bonus: int 0..3)")


async def _renamed(file: File, needle: str) -> types.WorkspaceEdit:
    """The edits that call what stands somewhere `price`."""
    asked = types.RenameParams(document(file), file.at(needle), "price")
    found = await file.editor.client.text_document_rename_async(asked)
    assert found is not None
    return found


async def test_what_is_named_in_cells_is_renamed_from_there(editor: Editor) -> None:
    file = await _open(editor)
    found = await _renamed(file, "worth(")
    edits = {change.text_document.uri.rpartition("/")[2]: change.edits for change in found.document_changes or ()}
    assert {name: [each.new_text for each in each_] for name, each_ in edits.items()} == {
        "cards.csv": ["price"], "game.yaml": ["price"],
    }  # fmt: skip
    with pytest.raises(JsonRpcException, match="No name stands here"):
        await _renamed(file, "A stone")


def _overlay(editor: Editor, cells: str) -> None:
    """An overlay that names nothing but in its table."""
    variants = editor.folder / "variants"
    variants.mkdir()
    (variants / "dear.yaml").write_text(
        "ruleset: {name: dear, title: Dear, extends: shop}\nchange:\n  kinds:\n    Card:\n"
        "      entries: {from: dear.csv}\n",
        encoding="utf-8",
    )
    (variants / "dear.csv").write_text(cells, encoding="utf-8")


async def test_what_the_tables_of_overlays_name_is_known_everywhere(editor: Editor) -> None:
    """It is renamed, told as a use, and not taken away by what makes it needless here."""
    file = await _open(editor)
    _overlay(editor, 'card,play\nruby,"me.coins += worth(2, 2)"\n')
    found = await _renamed(file, "worth(")
    edited = [change.text_document.uri.rpartition("/")[2] for change in found.document_changes or ()]
    assert sorted(edited) == ["cards.csv", "dear.csv", "game.yaml"]
    assert "variants/dear.csv:2: worth" in await references(file, "worth(")
    start = file.at("worth(")
    asked = types.CodeActionContext([], [types.CodeActionKind.RefactorInline])
    offered = await file.editor.client.text_document_code_action_async(
        types.CodeActionParams(document(file), types.Range(start, start), asked)
    )
    assert len(offered or ()) == 1  # the call here


async def test_a_name_in_a_cell_that_is_misspelled_is_one_key_away(editor: Editor) -> None:
    file = await _open(editor)
    file.replace("blue", "bleu")
    (fault,) = await file.diagnostics()
    found = await file.editor.client.text_document_code_action_async(
        types.CodeActionParams(document(file), fault.range, types.CodeActionContext([fault]))
    )
    assert [each.title for each in found or () if isinstance(each, types.CodeAction)][:1] == ["Write `blue`"]


async def test_an_overlay_offers_the_rows_that_it_may_change(editor: Editor) -> None:
    await _open(editor)
    _overlay(editor, "card,vp\nruby,4\n")
    file = editor.open("variants/dear.csv")
    assert await file.codes() == []
    file.type(types.Position(2, 0), "o,\n")
    assert {"ruby", "opal"} - {*await _offered(file, types.Position(2, 1))} == {"ruby"}
    assert "vp: `3` → `4`" in (await hover(file, "ruby")) or "vp: `4`" in await hover(file, "ruby")


async def test_code_in_cells_has_colours_and_hints(editor: Editor) -> None:
    file = await _open(editor)
    client, which = file.editor.client, document(file)
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(which))
    assert tokens is not None
    found, line, column = [], 0, 0
    rows = file.text.split("\n")
    for at in range(0, len(tokens.data), 5):
        line, column = line + tokens.data[at], tokens.data[at + 1] + (0 if tokens.data[at] else column)
        found.append((line + 1, rows[line][column : column + tokens.data[at + 2]]))
    assert {(1, "suit"), (2, "red"), (2, "coins"), (2, "worth"), (4, "coins"), (3, "true")} <= {*found}
    assert not {"A", "stone", "Another"} & {word for _, word in found}
    every = types.Range(types.Position(0, 0), types.Position(4, 0))
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(which, every)) or []
    assert [(each.label, each.position) for each in hints] == [
        ("points:", file.at("3, 1")), ("bonus:", file.at("1)")),
    ]  # fmt: skip


async def test_nothing_of_yaml_is_said_of_a_table(editor: Editor) -> None:
    """Whatever a table looks like."""
    file = await _open(editor, cards="card,count\nruby,2\n")
    client, which = file.editor.client, document(file)
    assert not await client.text_document_document_symbol_async(types.DocumentSymbolParams(which))
    assert not await client.text_document_folding_range_async(types.FoldingRangeParams(which))
    options = types.FormattingOptions(2, True)
    assert not await client.text_document_formatting_async(types.DocumentFormattingParams(which, options))
    other = editor.open("notes.csv", "a: 1\nb: [\n")
    assert await hover(other, "a") == ""
    assert await _offered(other, types.Position(1, 4)) == {}
