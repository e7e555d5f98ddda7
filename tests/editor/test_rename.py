"""Renaming: a name becomes another one wherever it is used, and nothing means anything else."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.workspace import TextDocument
from yupana.interpreter.compile import compile_ruleset
from yupana.tests.editor.client import Editor, File

pytestmark = pytest.mark.asyncio


async def rename(file: File, where: types.Position, new: str) -> set[str]:
    """Rename what stands at a place and write what comes of it; the names of the files that changed."""
    client = file.editor.client
    params = types.RenameParams(file.identifier, where, new)
    edit = await client.text_document_rename_async(params)
    assert edit is not None
    changed: set[str] = set()
    for each in edit.document_changes or ():
        assert isinstance(each, types.TextDocumentEdit)
        path = Path(each.text_document.uri.removeprefix("file://"))
        document = TextDocument(path.as_uri(), path.read_text(encoding="utf-8"))
        spans = sorted(each.edits, key=lambda one: (one.range.start.line, one.range.start.character), reverse=True)
        for one in spans:
            assert isinstance(one, types.TextEdit)
            document.apply_change(types.TextDocumentContentChangePartial(range=one.range, text=one.new_text))
        path.write_text(document.source, encoding="utf-8")
        changed.add(path.name)
    return changed


async def refused(file: File, where: types.Position, new: str) -> str:
    """The sentence with which a name is refused."""
    with pytest.raises(JsonRpcException) as raised:
        await file.editor.client.text_document_rename_async(types.RenameParams(file.identifier, where, new))
    return str(raised.value)


def sound(folder: Path) -> None:
    """A ruleset and its variants are without a fault."""
    for path in (folder, *sorted((folder / "variants").glob("*.yaml"))):
        if not path.name.endswith(".lock"):
            assert compile_ruleset(path).diagnostics == []


async def test_what_can_be_renamed_is_told_before(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    ask = types.PrepareRenameParams(file.identifier, file.at("full_line", "effects:"))
    found = await editor.client.text_document_prepare_rename_async(ask)
    assert isinstance(found, types.PrepareRenamePlaceholder)
    assert found.placeholder == "full_line"
    assert found.range == types.Range(file.at("full_line", "effects:"), file.at("full_line", "effects:", end=True))
    ask = types.PrepareRenameParams(file.identifier, file.at("smallest whole"))
    with pytest.raises(JsonRpcException, match="No name stands here"):
        await editor.client.text_document_prepare_rename_async(ask)


@pytest.mark.parametrize(
    ("needle", "after", "new", "files"),
    [
        ("full_line", "functions:", "is_line", {"game.yaml", "misere.yaml", "rulebook.lock", "misere.rulebook.lock"}),
        ("mark", "fields:", "sign", {"game.yaml", "misere.yaml", "rulebook.lock", "misere.rulebook.lock", "ja.yaml"}),
        ("space", "parameters:", "square", {"game.yaml", "misere.yaml", "ja.yaml"}),
        ("TTT-4", "rules:", "TTT-9", {"game.yaml", "misere.yaml", "rulebook.lock", "ja.yaml"}),
        ("a_row_wins_at_once", "", "rows_win", {"game.yaml", "misere.yaml"}),
        ("x", "names: [", "white", {"game.yaml", "misere.yaml"}),
        ("turn", "turns: ", "go", {"game.yaml", "rulebook.lock", "misere.rulebook.lock", "ja.yaml"}),
        ("Square", "kind: ", "Field", {"game.yaml", "rulebook.lock", "misere.rulebook.lock"}),
        ("grid", "boards:", "paper", {"game.yaml", "rulebook.lock", "ja.yaml"}),
        ("s", "of: {", "space", {"game.yaml"}),
    ],
)
async def test_every_kind_of_name(editor: Editor, needle: str, after: str, new: str, files: set[str]) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    changed = await rename(file, file.at(needle, after), new)
    assert {each for each in changed if not each.endswith(".lock")} == {
        each for each in files if not each.endswith(".lock")
    }
    sound(editor.folder / "tic_tac_toe")


async def test_what_is_no_name_is_refused_with_a_sentence(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    place = file.at("full_line", "functions:")
    assert "cannot be a name" in await refused(file, place, "a line")
    assert "is a word of the language" in await refused(file, place, "while")
    assert "cannot be called `no_square_left`" in await refused(file, place, "no_square_left")
    assert "called `full_line` already" in await refused(file, place, "full_line")
    assert "called so by the language" in await refused(file, file.at("column", "in Square if s."), "row")


async def test_a_name_that_would_be_captured_is_refused(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    sentence = await refused(file, file.at("s: Square"), "t")
    assert "cannot be called `t`" in sentence
    assert "line" in sentence


async def test_unsaved_text_counts(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    file.type(types.Position(0, 0), "# one line more\n")
    params = types.RenameParams(file.identifier, file.at("full_line", "functions:"), "is_line")
    edit = await editor.client.text_document_rename_async(params)
    assert edit is not None
    (own,) = [
        each
        for each in edit.document_changes or ()
        if isinstance(each, types.TextDocumentEdit) and each.text_document.uri == file.uri
    ]
    assert own.text_document.version == file.version
    starts = {(one.range.start.line, one.range.start.character) for one in own.edits if isinstance(one, types.TextEdit)}
    place = file.at("full_line", "functions:")
    assert (place.line, place.character) in starts


async def test_another_open_game_with_the_same_name_is_left_alone(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    (editor.folder / "other.yaml").write_text(file.text, encoding="utf-8")
    other = editor.open("other.yaml")
    await other.diagnostics()
    assert "other.yaml" not in await rename(file, file.at("full_line", "functions:"), "is_line")


def slow(*values: str) -> object:
    return pytest.param(*values, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("game", "name", "needle", "after", "new"),
    [
        ("chess", "game.yaml", "rook:", "attributes:", "tower"),
        ("chess", "men.yaml", "goals:", "predicates:", "aims"),
        slow("cuzco_kk", "board.yaml", "edge:", "attributes:", "rim"),
        slow("cuzco_kk", "board.yaml", "edge: mountain", "", "rim"),
        slow("cuzco_kk", "components.yaml", "supply:", "attributes:", "stock"),
        slow("cuzco_kk", "components.yaml", "Floor:", "kinds:", "Storey"),
        slow("cuzco_kk", "book.yaml", "Floor:", "entries:", "Storey"),
        slow("cuzco_kk", "components.yaml", "shared_points:", "tables:", "shared"),
        slow("cuzco_kk", "game.yaml", "trigger_player_extra_turn:", "options:", "one_more"),
        slow("cuzco_kk", "components.yaml", "Relic:", "kinds:", "Find"),
    ],
)
async def test_names_that_stand_beside_code(
    editor: Editor, game: str, name: str, needle: str, after: str, new: str
) -> None:
    """What entries, seats and areas give for a name, what an overlay takes away, and what the book calls otherwise."""
    editor.copy(game)
    file = editor.open(f"{game}/{name}")
    await rename(file, file.at(needle, after), new)
    sound(editor.folder / game)
