"""A rule is accepted as it is, and what nothing proves gets an example to begin with."""

from __future__ import annotations

import pytest
from lsprotocol import types
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.examples.running import run_examples
from yupana.schemas.source import Report
from yupana.tests.editor.client import Editor
from yupana.tests.editor.test_fixes import applied, offered
from yupana.tools.book.lock import lock_file, read_lock

pytestmark = pytest.mark.asyncio

QUICK = types.CodeActionKind.QuickFix


async def test_a_rule_is_accepted_as_it_is(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    assert [each.title for each in await offered(file, file.at("TTT-4", "rules:"), QUICK)] == []
    file.replace("diagonal wins,", "diagonal has won,")
    (accept,) = await offered(file, file.at("TTT-4", "rules:"), QUICK)
    assert accept.title == "Accept TTT-4 as it is now"
    path = lock_file(editor.folder / "tic_tac_toe")
    before, _ = read_lock(path, Report())
    applied(file, accept)
    after, was = read_lock(path, Report())
    assert {rule for rule in after if after[rule] != before[rule]} == {"TTT-4"}
    assert "has won" in was[f"TTT-4 {after['TTT-4'].text}"]["text"]
    file.path.write_text(file.text, encoding="utf-8")
    assert await offered(file, file.at("TTT-4", "rules:"), QUICK) == []


async def test_a_rule_without_proof_gets_an_example(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    rule = '    TTT-6: {section: "2", text: Nobody minds.}\n'
    file.type(types.Position(file.at("# Examples are played").line - 1, 0), rule)
    (write,) = [each for each in await offered(file, file.at("TTT-6"), QUICK) if "example" in each.title]
    text = applied(file, write)
    assert "  about_ttt_6:\n    source: TTT-6\n    when: |\n      x: mark(space=" in text
    compiled = compile_ruleset(editor.folder / "tic_tac_toe")
    assert [each.code for each in compiled.diagnostics] == ["YUP252"]  # it is not translated yet
    assert all(each.ok for each in run_examples(compiled))


async def test_an_action_without_proof_is_tried_first(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    file.type(file.at("  mark:\n", "actions:"), "  rest:\n    source: TTT-2\n    effects: pass\n")
    (write,) = [each for each in await offered(file, file.at("rest:"), QUICK) if "example" in each.title]
    assert "  about_rest:\n    source: TTT-2\n    when: |\n      x: rest\n" in applied(file, write)
    assert compile_ruleset(editor.folder / "tic_tac_toe").program is not None
    assert not [each for each in await file.diagnostics() if each.source == "yupana"]


async def test_what_is_proved_needs_no_example(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    for needle in ("full_line", "mark:\n"):
        assert await offered(file, file.at(needle, "functions:"), QUICK) == []
