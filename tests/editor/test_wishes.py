"""What a client may set for the server: at the start, and later; a value that cannot be is told of once."""

from __future__ import annotations

import asyncio

import pytest
from lsprotocol import types
from yupana.tests.editor.client import Editor, File

pytestmark = [pytest.mark.asyncio, pytest.mark.alone, pytest.mark.idle]

UNUSED = "constants:\n  never_used: 7\n\n"


def a_game(editor: Editor) -> File:
    editor.copy("tic_tac_toe")
    return editor.open("tic_tac_toe/game.yaml")


def configure(editor: Editor, settings: object) -> None:
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))


@pytest.mark.parametrize("editor", [{"lint": False}], indirect=True)
async def test_the_linter_is_asked_only_where_it_is_wanted(editor: Editor) -> None:
    file = a_game(editor)
    file.type(file.at("actions:"), UNUSED)
    assert await file.codes() == []
    await asyncio.sleep(1)
    assert file.last("yupana lint") == []
    configure(editor, {"yupana": {"lint": True}})
    await editor.until(lambda: bool(file.last("yupana lint")))
    configure(editor, {"lint": False})
    await editor.until(lambda: not file.last("yupana lint"))


async def test_a_client_that_only_says_that_something_was_set_is_asked_what(editor: Editor) -> None:
    file = a_game(editor)
    file.type(file.at("actions:"), UNUSED)
    await file.diagnostics(lint=True)
    editor.configuration["yupana"] = {"lint": False, "command": "its own"}
    configure(editor, None)
    await editor.until(lambda: not file.last("yupana lint"))
    assert editor.messages == []


@pytest.mark.parametrize("editor", [{"runExamples": "always"}], indirect=True)
async def test_a_value_that_cannot_be_is_told_of_once(editor: Editor) -> None:
    wrong = 'The setting `yupana.runExamples` is "onIdle" or "never", not "always".'
    a_game(editor)
    await editor.until(lambda: bool(editor.messages))
    configure(editor, {"runExamples": "always", "lint": 5})
    await editor.until(lambda: len(editor.messages) > 1)
    assert editor.messages == [wrong, "The setting `yupana.lint` is true or false, not 5."]


@pytest.mark.parametrize("editor", [{"runExamples": "never"}], indirect=True)
async def test_examples_are_not_run_by_themselves_where_that_is_not_wanted(editor: Editor) -> None:
    file = a_game(editor)
    await file.codes()
    file.replace("if full_line(space): win", "if full_line(space): lose")
    await file.codes()
    await asyncio.sleep(2)
    assert file.last("yupana test") == []
    configure(editor, {"runExamples": "onIdle"})
    file.type(types.Position(0, 0), "# edited\n")
    await editor.until(lambda: bool(file.last("yupana test")))
