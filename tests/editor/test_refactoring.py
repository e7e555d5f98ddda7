"""An expression becomes a function, and a call what it stands for; the rules stay the same."""

from __future__ import annotations

import pytest
from lsprotocol import types
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.examples.running import run_examples
from yupana.tests.editor.client import Editor, File
from yupana.tests.editor.test_fixes import applied

pytestmark = pytest.mark.asyncio

EXTRACT, INLINE = types.CodeActionKind.RefactorExtract, types.CodeActionKind.RefactorInline


async def offered(file: File, needle: str, kind: types.CodeActionKind, after: str = "") -> list[types.CodeAction]:
    """What can be made of what is selected."""
    place = types.Range(file.at(needle, after), file.at(needle, after, end=True))
    if kind == INLINE:
        place = types.Range(place.start, place.start)
    params = types.CodeActionParams(file.identifier, place, types.CodeActionContext([], [kind]))
    found = await file.editor.client.text_document_code_action_async(params)
    return [each for each in found or () if isinstance(each, types.CodeAction)]


def holds(editor: Editor, game: str, sample: int = 40) -> None:
    """A ruleset is without a fault, and its examples hold."""
    compiled = compile_ruleset(editor.folder / game)
    assert compiled.diagnostics == []
    assert compiled.ruleset is not None
    for each in run_examples(compiled, [*compiled.ruleset.examples][:sample]):
        assert each.ok, each.message


@pytest.mark.parametrize(
    ("needle", "after", "function"),
    [
        ("s.mark != none", "is: ", "  extracted:\n    of: {s: Square}\n    is: s.mark != none\n"),
        ("t.mark == s.mark", "", "  extracted:\n    of: {t: Square, s: Square}\n    is: t.mark == s.mark\n"),
        ("lines(s, 3)", "", "  extracted:\n    of: {s: Square}\n    is: lines(s, 3)\n"),
        ("no_square_left()", "until: ", "  extracted:\n    is: no_square_left()\n"),
    ],
)
async def test_an_expression_becomes_a_function(editor: Editor, needle: str, after: str, function: str) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    found = await offered(file, needle, EXTRACT, after)
    assert found
    assert found[0].kind == EXTRACT
    assert function in applied(file, found[0])
    assert await file.codes() == []
    holds(editor, "tic_tac_toe")


async def test_all_that_say_the_same_become_one_function(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    _, every = await offered(file, "s.mark != none", EXTRACT, "is: ")
    assert applied(file, every).count("extracted(s)") == 2
    holds(editor, "tic_tac_toe")


async def test_what_is_no_expression_is_not_offered(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    assert await offered(file, "space.mark = me", EXTRACT) == []
    assert await offered(file, "and any(all(t", EXTRACT) == []


async def test_a_call_becomes_what_it_says(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    found = await offered(file, "no_square_left", INLINE, "until: ")
    assert [each.kind for each in found] == [INLINE, INLINE]
    one, whole = found
    before = file.text
    text = applied(file, one)
    assert "until: all(s.mark != none for s in Square)" in text
    assert "  no_square_left:" in text
    holds(editor, "tic_tac_toe")
    file.restore(before)
    assert "no_square_left" not in applied(file, whole)
    holds(editor, "tic_tac_toe")


async def test_arguments_take_the_place_of_parameters(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    (one,) = await offered(file, "full_line", INLINE, "effects: |")  # an overlay calls it too, so it stays
    text = applied(file, one)
    line = "any(all(t.mark == space.mark for t in line) for line in lines(space, 3))"
    assert f"if (space.mark != none and {line})" in text
    holds(editor, "tic_tac_toe")


async def test_lines_end_as_those_of_the_file_do(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    path = editor.folder / "tic_tac_toe" / "game.yaml"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    file = editor.open("tic_tac_toe/game.yaml", path.read_bytes().decode("utf-8"))
    await file.diagnostics()
    chosen = file.at("s.mark != none", "functions:"), file.at("s.mark != none", "functions:", end=True)
    asked = types.CodeActionParams(
        file.identifier, types.Range(*chosen), types.CodeActionContext([], only=[types.CodeActionKind.RefactorExtract])
    )
    first, *_ = await editor.client.text_document_code_action_async(asked) or ()
    assert isinstance(first, types.CodeAction)
    assert first.edit is not None
    (change,) = first.edit.document_changes or ()
    assert isinstance(change, types.TextDocumentEdit)
    added = next(each.new_text for each in change.edits if isinstance(each, types.TextEdit) and "is:" in each.new_text)
    assert added == "  extracted:\r\n    of: {s: Square}\r\n    is: s.mark != none\r\n"
