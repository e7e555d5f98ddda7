"""Running examples and breaking rules from an editor: what is found stands at its place, as long as nobody edits it."""

from __future__ import annotations

import asyncio

import pytest
from lsprotocol import types
from yupana.tests.editor.client import Editor, File
from yupana.tests.editor.lensed import lenses, run

pytestmark = [pytest.mark.asyncio, pytest.mark.home, pytest.mark.idle]

EXAMPLE = """
  wrong:
    when: [x: mark(space=b2)]
    then: [count(s for s in Square if s.mark == x) == 2]
"""
never = pytest.mark.parametrize("editor", [{"runExamples": "never"}], indirect=True)


def a_game(editor: Editor, example: str = "") -> File:
    editor.copy("tic_tac_toe")
    file = editor.open("tic_tac_toe/game.yaml")
    if example:
        file.type(file.at("examples:", end=True), example.rstrip())
    return file


@never
async def test_an_example_that_fails_says_the_values_in_its_lens_and_at_its_line(editor: Editor) -> None:
    file = a_game(editor, EXAMPLE)
    await run(editor, "yupana.runExample", "tic_tac_toe", "wrong")
    (told,) = file.last("yupana test")
    assert told.range.start.line == file.at("== 2").line
    assert "is 1, not 2" in told.message
    assert told.severity == types.DiagnosticSeverity.Error
    found = await lenses(file)
    at = file.at("wrong:").line
    assert found[at] == ["fails: count(s for s in Square if s.mark == x) is 1, not 2", "run"]
    assert editor.refreshed >= 1
    assert editor.messages == []


@never
async def test_what_fails_moves_with_its_text_and_goes_when_that_is_edited(editor: Editor) -> None:
    file = a_game(editor, EXAMPLE)
    await run(editor, "yupana.runExample", "tic_tac_toe", "wrong")
    file.type(types.Position(0, 0), "# a comment\n")
    await file.codes()
    (told,) = file.last("yupana test")
    assert told.range.start.line == file.at("== 2").line
    file.replace("== 2]", "== 1]")
    assert await file.codes() == []
    assert file.last("yupana test") == []
    await run(editor, "yupana.runExample", "tic_tac_toe", "wrong")
    assert (await lenses(file))[file.at("wrong:").line] == ["holds", "run"]


@never
async def test_the_examples_of_an_element_and_of_the_whole_ruleset_are_run(editor: Editor) -> None:
    file = a_game(editor)
    file.replace("      not is_draw()\n", "      is_draw()\n")
    await run(editor, "yupana.runExamples", "tic_tac_toe", "functions.no_square_left")
    (told,) = file.last("yupana test")
    assert told.range.start.line == file.at("      is_draw()\n").line
    found = await lenses(file)
    assert found[file.at("no_square_left:").line][0] == "proved by 2 examples, 1 fails"
    assert found[file.at("a_row_wins_at_once:").line] == ["run"]
    await run(editor, "yupana.runExamples", "tic_tac_toe")
    found = await lenses(file)
    assert "test (1 of 6 fail)" in found[file.at("ruleset:").line]
    assert found[file.at("a_row_wins_at_once:").line] == ["holds", "run"]
    titles = [each.value["title"] for each in editor.progress if each.value["kind"] == "begin"]
    assert titles == ["Running examples of functions.no_square_left", "Running examples of tic_tac_toe"]
    assert [each.value["kind"] for each in editor.progress].count("end") == 2


@never
async def test_a_ruleset_with_faults_is_not_run_and_says_so(editor: Editor) -> None:
    file = a_game(editor)
    file.replace("space.mark == none", "space.marc == none")
    await run(editor, "yupana.runExample", "tic_tac_toe", "a_row_wins_at_once")
    (told,) = editor.messages
    assert told.startswith("tic_tac_toe has faults")
    await run(editor, "yupana.runExample", "elsewhere", "a_row_wins_at_once")
    await run(editor, "yupana.runExample", "\0", "a_row_wins_at_once")
    await run(editor, "yupana.strength")
    closed = ["`elsewhere` is not open here.", "`\0` is not open here."]
    assert editor.messages[1:] == [*closed, "yupana.strength needs the name of a ruleset."]


@never
async def test_what_there_is_not_cannot_be_run_or_broken(editor: Editor) -> None:
    await a_game(editor).codes()
    await run(editor, "yupana.runExample", "tic_tac_toe", "no_such_thing")
    await run(editor, "yupana.strength", "tic_tac_toe", "no_such_thing")
    assert editor.messages[0] == "There is no example to run."
    assert "no_such_thing" in editor.messages[1]


@never
async def test_the_breaks_of_an_element_that_nobody_notices_stand_at_their_places(editor: Editor) -> None:
    file = a_game(editor)
    await run(editor, "yupana.strength", "tic_tac_toe", "functions.full_line")
    found = await lenses(file)
    assert found[file.at("full_line:").line][-1] == "10 of 10 noticed"
    assert file.last("yupana strength") == []
    begin = file.text.index("  a_row_wins_at_once:")
    file.restore(file.text[:begin] + file.text[file.text.index("# How the terminal draws it") :])
    await run(editor, "yupana.strength", "tic_tac_toe", "functions.full_line")
    missed = file.last("yupana strength")
    assert missed
    assert {each.severity for each in missed} == {types.DiagnosticSeverity.Information}
    assert {each.range.start.line for each in missed} == {file.at("is: s.mark").line}
    file.replace("is: s.mark != none and", "is: s.mark != none  and")
    await file.codes()
    assert file.last("yupana strength") == []
    assert (await lenses(file))[file.at("full_line:").line][-1] == "strength"


@never
async def test_the_breaks_of_a_whole_ruleset_are_summed_up(editor: Editor) -> None:
    file = a_game(editor)
    await run(editor, "yupana.strength", "tic_tac_toe")
    (told,) = editor.messages
    assert told.startswith("26 of 26 breaks are noticed (100 %)")
    found = await lenses(file)
    assert found[file.at("full_line:").line][-1] == "10 of 10 noticed"


@never
async def test_breaking_is_cancelled_and_ended_by_an_edit(editor: Editor) -> None:
    editor.copy("cuzco_kk")
    file = editor.open("cuzco_kk/actions.yaml")
    await file.codes()

    async def going_on(times: int) -> types.ProgressParams:
        def goes_on() -> bool:
            kinds = [each.value["kind"] for each in editor.progress]
            return kinds.count("begin") == times and kinds[-1] == "report"

        await editor.until(goes_on)
        return editor.progress[-1]

    breaking = asyncio.create_task(run(editor, "yupana.strength", "cuzco_kk"))
    token = (await going_on(1)).token
    editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
    await asyncio.wait_for(breaking, 20)
    assert editor.messages == ["It was cancelled."]
    breaking = asyncio.create_task(run(editor, "yupana.strength", "cuzco_kk"))
    await going_on(2)
    file.type(types.Position(0, 0), "# a comment\n")
    await asyncio.wait_for(breaking, 20)
    assert editor.messages[1:] == ["The rules were edited; what was not done yet was left."]
    assert file.last("yupana strength") == []


async def test_examples_that_an_edit_concerns_are_run_while_nobody_types(editor: Editor) -> None:
    file = a_game(editor)
    assert await file.codes() == []
    file.replace("if full_line(space): win", "if full_line(space): lose")
    await editor.until(lambda: bool(file.last("yupana test")))
    where = {each.range.start.line for each in file.last("yupana test")}
    assert file.at("winners() == [x]\n      is_over()").line in where
    file.replace("if full_line(space): lose", "if full_line(space): win")
    await editor.until(lambda: not file.last("yupana test"))
    assert editor.progress == []


@pytest.mark.slow
async def test_who_takes_an_edit_back_while_examples_are_run_sees_that_they_hold_again(editor: Editor) -> None:
    """What was examined last are the rules that come back; what was found in between is no longer true."""
    long = "sum(a % b for a in 1..150 for b in 1..150) > 0"
    claims = f"when: [x: mark(space=b2)], then: [{long}, b2.mark == x]"
    many = "".join(f"  more_{number}: {{{claims}}}\n" for number in range(100))
    editor.copy("tic_tac_toe")
    path = editor.folder / "tic_tac_toe" / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("examples:\n", f"examples:\n{many}"), "utf-8")
    file = editor.open("tic_tac_toe/game.yaml")
    assert await file.codes() == []
    file.replace("space.mark = me", "space.mark = none")
    await editor.until(lambda: bool(file.last("yupana test")))
    file.replace("space.mark = none", "space.mark = me")
    await editor.until(lambda: not file.last("yupana test"))


async def test_an_overlay_runs_the_examples_of_its_base_as_it_has_them(editor: Editor) -> None:
    editor.copy("tic_tac_toe")
    base = editor.open("tic_tac_toe/game.yaml")
    file = editor.open("tic_tac_toe/variants/misere.yaml")
    file.replace("if full_line(space): lose", "draw")
    assert await file.codes() == []
    await run(editor, "yupana.runExamples", "tic_tac_toe/variants/misere.yaml")
    assert base.last("yupana test")
    assert all(each.message.startswith("With tic_tac_toe+misere: ") for each in base.last("yupana test"))


@pytest.mark.slow
@never
@pytest.mark.parametrize(
    ("name", "file", "example"),
    [
        ("cargo_empire", "examples_end.yaml", "twenty_seven_points"),
        ("cuzco_feld", "examples_setup.yaml", "sixty_god_cards"),
        ("pizarro", "examples_counters.yaml", "what_comes_to_a_fortress_joins_the_garrison"),
    ],
)
async def test_the_large_games_run_an_example(editor: Editor, name: str, file: str, example: str) -> None:
    editor.copy(name)
    opened = editor.open(f"{name}/{file}")
    assert await opened.codes() == []  # what is run before the file is checked would be of another state
    await run(editor, "yupana.runExample", name, example)
    found = await lenses(opened)
    assert found[opened.at(f"{example}:").line] == ["holds", "run"]
