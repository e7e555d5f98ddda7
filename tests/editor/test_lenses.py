"""Lenses: what stands above elements, examples and the header, and in an overlay what it changes."""

from __future__ import annotations

import pytest
from lsprotocol import types
from yupana.tests.editor.client import Editor, File
from yupana.tests.editor.lensed import given, lenses

pytestmark = [pytest.mark.asyncio, pytest.mark.idle]

OF_CLIENT = ["yupana.play", "yupana.rulebook", "yupana.stepExample"]
with_commands = pytest.mark.parametrize("editor", [{"commands": OF_CLIENT}], indirect=True)


def above(found: dict[int, list[str]], file: File, needle: str, after: str = "") -> list[str]:
    """The titles in the line of a needle."""
    return found.get(file.at(needle, after).line, [])


@with_commands
async def test_elements_examples_and_the_header_have_lenses(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    found = await lenses(file)
    assert above(found, file, "ruleset:") == ["play", "test", "rulebook", "strength"]
    assert above(found, file, "mark:", "actions:") == ["proved by 6 examples", "run", "strength"]
    assert above(found, file, "no_square_left:") == ["proved by 2 examples", "run", "strength"]
    assert above(found, file, "a_row_wins_at_once:") == ["run", "step through"]
    assert above(found, file, "turns: turn") == ["proved by 3 examples", "run", "strength"]
    assert above(found, file, "look:") == []


async def test_a_client_is_not_offered_what_it_cannot_do(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    found = await lenses(file)
    assert above(found, file, "ruleset:") == ["test", "strength"]
    assert above(found, file, "a_row_wins_at_once:") == ["run"]


@pytest.mark.parametrize("editor", [{"commands": ["yupana.runExample"]}], indirect=True)
async def test_what_the_client_carries_out_is_not_offered_as_a_command_of_the_server(editor: Editor) -> None:
    provider = editor.able.execute_command_provider
    assert provider is not None
    assert {*provider.commands} == {"yupana.runExamples", "yupana.strength"}


async def test_an_element_without_an_example_says_so(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    file.type(file.at("  no_square_left:"), "  corner: {of: {s: Square}, is: s == a1}\n")
    assert above(await lenses(file), file, "corner:") == ["no example", "run", "strength"]


@pytest.mark.home
async def test_commands_are_given_the_ruleset_and_the_name(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    asked = [each.command for each in await given(file) if each.command is not None]
    by_name = {(each.command, *(each.arguments or ())) for each in asked}
    assert ("yupana.runExample", "./tic_tac_toe", "a_row_wins_at_once") in by_name
    assert ("yupana.strength", "./tic_tac_toe", "functions.full_line") in by_name
    assert ("yupana.runExamples", "./tic_tac_toe") in by_name


async def test_an_overlay_says_what_it_changes_from_what_to_what(editor: Editor) -> None:
    editor.copy("cuzco_kk")
    file = editor.open("cuzco_kk/variants/seven_ap.yaml")
    found = await lenses(file)
    assert above(found, file, "ap_per_turn:")[0] == "changes cuzco_kk: 6 → 7"
    assert above(found, file, "[six_points_and_no_more]") == ["removes six_points_and_no_more"]
    assert above(found, file, "V7-1:") == ["adds to cuzco_kk"]
    assert above(found, file, "seven_points_and_no_more:")[:2] == ["adds to cuzco_kk", "run"]


async def test_an_overlay_says_what_of_code_it_changes_and_who_used_what_it_removes(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/variants/misere.yaml")
    file.replace("  rulebook: {rules: [TTT-4]}", "  rulebook: {rules: [TTT-4]}\n  functions: [no_square_left]")
    file.type(file.at("change:", end=True), "\n  flow: {turn: {until: full_line(a1)}}")
    found = await lenses(file)
    assert above(found, file, "effects:") == ["changes tic_tac_toe: …win → …lose"]
    assert above(found, file, "[no_square_left]") == ["removes no_square_left (used by 1 element)"]
    assert above(found, file, "until:") == ["changes tic_tac_toe: until: no_square_left() → full_line(a1)"]


async def test_lenses_are_where_the_text_is_now_while_it_cannot_be_read(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    await file.codes()
    file.type(types.Position(0, 0), "# one\n# two\n")
    file.type(file.at("players:"), '"')
    found = await lenses(file)
    assert "run" in above(found, file, "full_line:")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cargo_empire", "cuzco_feld", "pizarro"])
async def test_the_large_games_have_lenses(editor: Editor, name: str) -> None:
    editor.copy(name)
    (path, *_) = sorted(each for each in (editor.folder / name).glob("*.yaml") if "\nactions:" in each.read_text())
    file = editor.open(f"{name}/{path.name}")
    every = await given(file)
    first = next(each for each in every if each.command is None)
    told = await editor.client.code_lens_resolve_async(first)
    assert told.command is not None
    assert told.command.title.startswith(("proved by ", "only passed by ", "no example"))
