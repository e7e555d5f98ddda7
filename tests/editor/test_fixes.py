"""What is one key away: the right thing that a hint names, the linter's safe fixes, a finding allowed with a reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types
from pygls.workspace import TextDocument
from yupana.interpreter.compile import compile_ruleset
from yupana.tests.editor.client import Editor, File
from yupana.tools.linting.examine import stands, wanted_rules
from yupana.tools.linting.study import Study

pytestmark = [pytest.mark.asyncio, pytest.mark.idle]


async def offered(file: File, where: types.Position, *kinds: types.CodeActionKind) -> list[types.CodeAction]:
    """What can be done at a place."""
    params = types.CodeActionParams(
        file.identifier, types.Range(where, where), types.CodeActionContext([], list(kinds) or None)
    )
    found = await file.editor.client.text_document_code_action_async(params)
    return [each for each in found or () if isinstance(each, types.CodeAction)]


def applied(file: File, action: types.CodeAction) -> str:
    """What the file says when something was done, which is put into the editor too."""
    assert action.edit is not None
    text = ""
    for each in action.edit.document_changes or ():
        assert isinstance(each, types.TextDocumentEdit)
        path = Path(each.text_document.uri.removeprefix("file://"))
        own = each.text_document.uri == file.uri
        document = TextDocument(path.as_uri(), file.text if own else path.read_text(encoding="utf-8"))
        edits = sorted(each.edits, key=lambda one: (one.range.start.line, one.range.start.character), reverse=True)
        for one in edits:
            assert isinstance(one, types.TextEdit)
            document.apply_change(types.TextDocumentContentChangePartial(range=one.range, text=one.new_text))
        path.write_text(document.source, encoding="utf-8")
        if own:
            text = document.source
            file.restore(text)
    return text


@pytest.mark.parametrize(
    ("old", "new", "needle"),
    [
        ("space.mark == none", "space.marc == none", "marc"),
        ("s.mark != none and any", "s.mark <> none and any", "<>"),
        ("s.mark != none and any", "s.mark != none && any", "&&"),
        ("    effects: |", "    efects: |", "efects"),
        ("if full_line(space): win", "if full_line(space) then win", "then"),
        ("      space.mark = me", "      space.mark == me", "== me"),
        ("source: TTT-1\n", "source: TTT-11\n", "TTT-11"),
        ("order: players", "order: playrs", "playrs"),
        ("until: no_square_left()", "until: no_square_left() = true", "= true"),
        ("kind: Square", "kind: Square\n    squar: {columns: 2, rows: 2}", "squar:"),
    ],
)
async def test_a_hint_that_names_the_right_thing(editor: Editor, old: str, new: str, needle: str) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    assert old in file.text
    file.restore(file.text.replace(old, new, 1))
    place = file.at(needle)
    found = await offered(file, place, types.CodeActionKind.QuickFix)
    assert found, await file.diagnostics()
    assert found[0].is_preferred
    assert found[0].diagnostics
    applied(file, found[0])
    assert "squar" in new or await file.codes() == []


async def test_of_several_meanings_each_is_offered(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    more = "enums: {Warm: [red, amber], Cold: [red, teal]}\nstate: {seen: {type: bool, start: true}}\n\nactions:\n"
    file.restore(file.text.replace("\nactions:\n", "\n" + more).replace("is: all(s", "is: red != none and all(s"))
    found = await offered(file, file.at("red", "is: "), types.CodeActionKind.QuickFix)
    assert [each.title for each in found] == ["Write `Warm.red`", "Write `Cold.red`"]


async def test_where_nothing_is_wrong_nothing_is_offered(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    assert await offered(file, file.at("full_line"), types.CodeActionKind.QuickFix) == []


async def test_the_linter_is_obeyed_or_told_why_not(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    sound = file.text
    idle = "      let never_used = 7\n      space.mark = me\n"
    file.replace("      space.mark = me\n", idle)
    await file.diagnostics(lint=True)
    place = file.at("never_used")
    (delete, allow) = await offered(file, place, types.CodeActionKind.QuickFix)
    (whole,) = await offered(file, place, types.CodeActionKind.SourceFixAll)
    applied(file, allow)
    assert "lint:\n  allow:\n    - {code: YUL004, at: actions.mark, why: " in file.text
    compiled = compile_ruleset(editor.folder / "tic_tac_toe")
    assert compiled.diagnostics == []
    found, allowed = stands(Study("tic_tac_toe", compiled), wanted_rules(["YUL004"], deep=False))
    assert (found, [each.code for each, _ in allowed]) == ([], ["YUL004"])
    for each in (delete, whole):
        file.restore(sound.replace("      space.mark = me\n", idle))
        assert applied(file, each) == sound


async def test_any_text_gets_an_answer(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    for text in ("", "ruleset: [", "\t", "ruleset: {name: x}\nlint: 3\n", "é😀: {", file.text.replace(":", "")):
        file.restore(text)
        await offered(file, types.Position(0, 0))
