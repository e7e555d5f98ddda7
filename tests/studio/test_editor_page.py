"""The editor of the studio, as people use it: by keys and clicks in Chromium, with the language server behind it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from yupana.schemas.find import SHIPPED
from yupana.tests.studio.editing import Desk, desk


@pytest.fixture
def at(browser: Any, tmp_path: Path) -> Iterator[Desk]:
    with desk(browser, tmp_path) as found:
        yield found
        found.fine()


# ---------------------------------------------------------------- writing


def test_what_is_typed_is_in_the_project_at_once_on_the_disk_soon_and_can_be_undone(at: Desk) -> None:
    at.caret(7)
    at.press("End")
    at.type("x")
    assert "title: Tic-tac-toex\n" in at.text()
    at.saved("game.yaml", "Tic-tac-toex")
    at.press("Control+z")
    assert "title: Tic-tac-toe\n" in at.text()
    at.press("Control+y")
    assert "title: Tic-tac-toex\n" in at.text()


def test_a_new_line_is_indented_and_tab_leaves_the_text_after_escape(at: Desk) -> None:
    at.caret(19)
    at.press("End", "Enter")
    at.type("x")
    assert "  grid:\n    x\n" in at.text()
    at.press("Home", "Tab")
    assert "  grid:\n      x\n" in at.text()
    at.press("Shift+Tab", "Escape", "Tab")
    assert at.page.evaluate("document.activeElement.closest('.ed-bar, .ed-view') !== null")
    assert at.page.evaluate("document.activeElement.closest('.ed-view') === null")
    assert "  grid:\n    x\n" in at.text()


def test_what_somebody_else_changes_comes_in_as_one_step_and_leaves_the_caret(at: Desk) -> None:
    at.caret(47, 9)
    at.page.evaluate("""() => {
        const text = studio.project.text("game.yaml");
        const others = text.replace("title: Tic-tac-toe", "title: Noughts\\n  designer: nobody");
        studio.project.change("game.yaml", others.replace("draw}", "draw }"));
    }""")
    assert "space.mark = me" in at.line()
    at.type("Q")
    assert "      spQace.mark = me" in at.text()
    at.press("Control+z", "Control+z")
    assert "title: Tic-tac-toe\n" in at.text()
    assert "draw}" in at.text()


@pytest.mark.slow
def test_lines_that_end_as_on_windows_stay_so(browser: Any, tmp_path: Path) -> None:
    folder = tmp_path / "tic_tac_toe"
    folder.mkdir()
    text = (SHIPPED / "tic_tac_toe" / "game.yaml").read_text(encoding="utf-8").replace("\n", "\r\n")
    (folder / "game.yaml").write_bytes(text.encode())
    with desk(browser, tmp_path) as at:
        at.caret(46)
        at.press("End", "Enter")
        at.type("x = 1")
        assert at.text().count("\r\n") == text.count("\r\n") + 1
        assert at.text().count("\n") == at.text().count("\r\n")
        at.wait(".cm-lintRange-error")
        assert at.wait(".cm-lintRange-error").inner_text().strip() in ("x", "x = 1")
        at.fine()


# ---------------------------------------------------------------- what is wrong


def test_a_fault_is_underlined_in_the_gutter_and_in_the_list_and_a_fix_is_offered(at: Desk) -> None:
    at.at("full_line(space)")
    at.press("Home")
    at.page.keyboard.press("Control+ArrowRight")
    at.type("x")
    at.press("Backspace")
    at.at("full_line(space)")
    at.press("Delete")
    underlined = at.wait(".cm-lintRange-error")
    assert underlined.inner_text() == "fll_line"
    at.wait(".cm-lint-marker-error")
    listed = at.wait(".ed-list .error button")
    assert "fll_line" in listed.inner_text()
    assert "1 errors" in at.page.locator(".ed-faults [role=status]").inner_text()
    assert at.wait(".ed-tab .errors").inner_text() == "1"
    listed.click()
    assert "fll_line" in at.line()
    at.press("Control+.")
    assert "full_line" in at.wait("dialog li").inner_text()
    at.press("Enter")
    at.page.locator(".cm-lintRange-error").first.wait_for(state="detached")
    assert "fll_line" not in at.text()
    at.wait(".ed-faults [role=status]:has-text('0 errors')")


# ---------------------------------------------------------------- what may stand here, what stands here


def test_suggestions_come_while_typing_and_on_demand_and_are_explained(at: Desk) -> None:
    at.at("full_line(space): win")
    at.press("End", "Enter")
    at.type("if no_sq", delay=40)
    at.wait(".cm-tooltip-autocomplete li")
    assert "no_square_left" in at.page.locator(".cm-tooltip-autocomplete li[aria-selected]").inner_text()
    at.page.wait_for_timeout(150)
    at.press("Enter")
    at.until("() => studio.project.text('game.yaml').includes('if no_square_left()')")
    at.press("End")
    at.type(": ")
    at.press("Control+Space")
    at.wait(".cm-tooltip-autocomplete li")
    at.press("Escape")
    assert at.page.locator(".cm-tooltip-autocomplete").count() == 0


@pytest.mark.slow
def test_keys_of_yaml_are_suggested(at: Desk) -> None:
    at.caret(10)
    at.press("End", "Enter")
    at.type("desi", delay=40)
    at.wait(".cm-tooltip-autocomplete li:has-text('designer')")
    at.page.wait_for_timeout(150)
    at.press("Enter")
    at.until("() => studio.project.text('game.yaml').includes('  designer: ')")


def test_hovering_tells_with_the_pointer_and_by_keys(at: Desk) -> None:
    at.at("full_line(space)")
    at.press("Control+i")
    told = at.wait(".ed-view .told").inner_text()
    assert "full_line" in told
    assert "row, column or diagonal" in told
    assert at.page.locator(".ed-view .told code").count() > 0
    at.press("Escape")
    at.page.locator(".ed-view .told").wait_for(state="detached")
    at.page.locator(".sem-function:has-text('full_line')").first.hover()
    assert "full_line" in at.wait(".cm-tooltip-hover .told").inner_text()


def test_a_call_tells_what_it_is_given(at: Desk) -> None:
    at.at("full_line(space): win")
    at.press("End", "Enter")
    at.type("if full_line(", delay=30)
    told = at.wait(".ed-view .told.called")
    assert "full_line" in told.inner_text()
    assert "s" in told.locator("b.now").inner_text()


# ---------------------------------------------------------------- going


def test_to_the_declaration_and_back_by_keys_and_by_a_click(at: Desk) -> None:
    at.at("full_line(space)")
    at.press("F12")
    at.stands("full_line:")
    at.press("Alt+ArrowLeft")
    at.stands("full_line(space)")
    at.page.locator(".sem-function:has-text('full_line')").first.click(modifiers=["Control"])
    at.stands("full_line:")


@pytest.mark.slow
def test_where_a_name_is_used_is_listed(at: Desk) -> None:
    at.at("full_line(space)")
    at.press("Shift+F12")
    at.wait(".places section li")
    shown = at.page.locator(".places section li button")
    files = [at.text(each).count("full_line") for each in ("game.yaml", "variants/misere.yaml")]
    assert shown.count() == sum(files) > files[0]
    shown.last.click()
    at.opened("variants/misere.yaml")
    assert "full_line" in at.line()


@pytest.mark.slow
def test_symbols_of_the_file_and_of_all_files(at: Desk) -> None:
    at.focus()
    at.press("Control+Shift+O")
    at.wait("dialog li")
    at.type("both_dia")
    at.wait("dialog li:has-text('both_diagonals')")
    at.press("Enter")
    at.stands("both_diagonals")
    at.press("Control+Alt+o")
    at.type("no_square")
    at.wait("dialog li:has-text('no_square_left')")
    at.press("Enter")
    at.stands("no_square_left:")


@pytest.mark.slow
def test_who_calls_whom(at: Desk) -> None:
    at.at("full_line:")
    at.press("Shift+Alt+H")
    at.wait(".places .tree")
    assert "mark" in at.wait(".places .tree details details summary").inner_text()


# ---------------------------------------------------------------- changing


def test_a_name_is_another_wherever_it_stands_and_undone_in_one_step(at: Desk) -> None:
    before = at.text()
    at.at("full_line(space)")
    at.press("F2")
    field = at.wait("dialog input")
    assert field.input_value() == "full_line"
    field.fill("whole_line")
    at.press("Enter")
    at.until("() => !studio.project.text('game.yaml').includes('full_line')")
    assert at.text().count("whole_line") == before.count("full_line")
    assert "whole_line(space)" in at.text("variants/misere.yaml")
    at.wait(".sem-function:has-text('whole_line')")
    assert at.page.locator(".cm-lintRange-error").count() == 0
    at.wait(".notice:has-text('files were changed')").get_by_text("Undo in all").click()
    assert at.text() == before
    assert "full_line(space)" in at.text("variants/misere.yaml")


@pytest.mark.slow
def test_a_refusal_is_told(at: Desk) -> None:
    at.caret(7, 5)
    at.press("F2")
    assert "name" in at.wait(".notice").inner_text().lower()


@pytest.mark.slow
def test_layout(at: Desk) -> None:
    at.at("is: all(s.mark")
    at.press("End")
    for _ in range(len("!= none for s in Square)")):
        at.press("ArrowLeft")
    at.type("   ")
    assert "s.mark    != none" in at.text()
    at.page.wait_for_timeout(300)
    at.press("Alt+f")
    at.until("() => !studio.project.text('game.yaml').includes('s.mark    != none')")


@pytest.mark.slow
def test_folding_by_keys_and_clicks(at: Desk) -> None:
    at.caret(19)
    at.press("Control+Shift+{")
    at.wait(".cm-foldPlaceholder")
    at.press("Control+Shift+}")
    at.page.locator(".cm-foldPlaceholder").wait_for(state="detached")


@pytest.mark.slow
def test_what_is_selected_grows_and_shrinks(at: Desk) -> None:
    at.at("s.mark != none and")
    at.press("Shift+Alt+ArrowRight", "Shift+Alt+ArrowRight")
    at.until("() => document.querySelector('.ed-view').shadowRoot.getSelection().toString().length > 1")
    at.press("Shift+Alt+ArrowLeft", "Shift+Alt+ArrowLeft")
    at.until("() => document.querySelector('.ed-view').shadowRoot.getSelection().toString().length <= 1")


# ---------------------------------------------------------------- lenses, hints, colours


def test_an_example_is_run_from_the_line_above_it(at: Desk) -> None:
    at.at("a_row_wins_at_once")
    lens = at.page.locator(".lenses", has_text="step through").first
    lens.locator("button", has_text="run").click()
    at.wait(".lenses:has-text('holds')")
    at.at("c3.mark == o")
    at.press("End", "Backspace")
    at.type("x")
    at.at("x_begins_and")
    at.page.locator(".lenses", has_text="step through").first.locator("button", has_text="run").click()
    at.wait(".lenses:has-text('fails: c3.mark is o')")
    at.wait(".ed-list li button:has-text('does not hold')")


def test_the_lines_above_the_header_show_the_rulebook_and_the_table(at: Desk) -> None:
    rules = at.page.frame_locator("iframe.table").locator("#panel-rules_label")
    at.page.locator(".lenses button:has-text('rulebook')").first.click()
    rules.wait_for()
    at.page.locator(".lenses button:has-text('play')").first.click()
    rules.wait_for(state="hidden")


@pytest.mark.slow
def test_how_well_a_rule_is_protected(at: Desk) -> None:
    at.at("no_square_left:")
    at.wait(".lenses:has-text('proved by')")
    at.press("Alt+l")
    at.wait("dialog li:has-text('strength')").click()
    at.wait(".lenses:has-text('noticed')", timeout=30000)


@pytest.mark.slow
def test_hints_stand_between_the_words_and_can_be_taken_away(browser: Any, tmp_path: Path) -> None:
    with desk(browser, tmp_path, "cargo_empire") as at:
        at.focus()
        at.press("Control+p")
        at.type("actions.yaml")
        at.press("Enter")
        at.opened("actions.yaml")
        at.at("let perfect")
        at.wait(".hint:has-text(': bool')")
        at.command("Hints between")
        at.page.locator(".hint").first.wait_for(state="detached")
        at.fine()


def test_the_colours_come_from_what_the_names_are(at: Desk) -> None:
    at.caret(32)
    assert at.wait(".sem-function.sem-defaultLibrary").inner_text() == "any"
    assert at.wait(".sem-function:has-text('full_line')")
    assert at.page.locator(".sem-keyword").count() > 0


# ---------------------------------------------------------------- stepping


def test_an_example_is_stepped_through_with_values_beside_the_lines(at: Desk) -> None:
    at.at("x_begins_and")
    at.page.locator(".lenses button:has-text('step through')").first.click()
    at.wait(".stands")
    assert "not asked" in at.page.locator(".stands").inner_text()
    for _ in range(2):
        at.page.locator("[data-step=in]").click()
        at.page.locator(".ed-stepping:not([aria-busy])").wait_for()
    assert "space.mark = me" in at.wait(".stands").inner_text()
    assert "space = b2" in at.wait(".beside").inner_text()
    assert "action mark" in at.wait(".ed-stepping .stack button").inner_text()
    field = at.page.locator(".ed-stepping form input")
    field.fill("space.mark")
    at.press("Enter")
    assert "none" in at.wait(".ed-stepping .answered .leaf").inner_text()
    at.page.locator("[data-step=in]").click()
    at.wait(".stands:has-text('full_line(space)')")
    at.page.locator("[data-step=back]").click()
    at.wait(".stands:has-text('space.mark = me')")
    at.focus()
    at.press("F10")
    at.wait(".stands:has-text('full_line(space)')")


# ---------------------------------------------------------------- files


def test_files_are_tabs_with_an_undo_of_their_own(browser: Any, tmp_path: Path) -> None:
    with desk(browser, tmp_path, "stepping_stones") as at:
        at.focus()
        paths = at.page.evaluate("studio.project.paths()")
        others = [each for each in paths if each.endswith(".yaml") and each != at.open_file()]
        first = at.open_file()
        at.press("Control+End")
        at.type("# one")
        at.press("Control+p")
        at.type(others[0])
        at.wait("dialog li")
        at.press("Enter")
        at.opened(others[0])
        before = at.text()
        at.press("Control+End")
        at.type("# two")
        at.press("Control+z")
        assert at.text() == before
        assert at.text(first).endswith("# one")
        at.press("Alt+PageDown")
        at.opened(first)
        at.press("Control+z")
        assert not at.text(first).endswith("# one")
        at.page.locator(".ed-tab.open .close").click()
        assert at.open_file() == others[0]
        at.fine()


def test_files_come_and_go_and_are_called_otherwise(at: Desk) -> None:
    at.page.evaluate("""() => {
        studio.project.change("more.yaml", "functions: {added: {is: 1 + }}\\n");
        studio.open("more.yaml", {line: 1, column: 3});
    }""")
    at.opened("more.yaml")
    at.wait(".ed-faults li:has-text('more.yaml')")
    at.page.evaluate("studio.project.rename('more.yaml', 'other.yaml')")
    at.page.locator(".ed-tab [data-path='more.yaml']").wait_for(state="detached")
    at.wait(".ed-faults li:has-text('other.yaml')")
    at.page.evaluate("studio.project.remove('other.yaml')")
    at.page.locator(".ed-faults li").first.wait_for(state="detached")
    assert at.open_file() == "game.yaml"
    at.page.evaluate("studio.project.readonly = true")
    before = at.text()
    at.focus()
    at.type("x")
    assert at.text() == before
    at.page.evaluate("studio.project.readonly = false")
    at.type("x")
    assert len(at.text()) == len(before) + 1
    at.press("Control+s")
    at.wait(".notice:has-text('saved')")


def test_a_suggestion_with_brackets_leaves_the_caret_between_them(at: Desk) -> None:
    at.at("full_line(space): win")
    at.press("End", "Enter")
    at.type("if full_l", delay=40)
    at.wait(".cm-tooltip-autocomplete li")
    at.page.wait_for_timeout(150)
    at.press("Enter")
    at.until("() => studio.project.text('game.yaml').includes('if full_line()')")
    at.type("a1")
    assert "if full_line(a1)" in at.text()


def test_search_and_replace_over_all_files(at: Desk) -> None:
    at.focus()
    at.press("Control+Shift+F")
    at.type("no_square_left")
    at.wait(".ed-search mark")
    count = at.text().count("no_square_left")
    assert " hits in " in at.page.locator(".ed-search [role=status]").inner_text()
    at.page.locator(".ed-search input[type=text]").fill("nothing_left")
    at.page.locator(".ed-search button", has_text="Replace all").click()
    at.until("() => !studio.project.text('game.yaml').includes('no_square_left')")
    assert at.text().count("nothing_left") == count
    at.focus()
    at.press("Control+z")
    assert at.text().count("no_square_left") == count


@pytest.mark.slow
def test_the_palette_and_the_keys_are_told(at: Desk) -> None:
    at.command("Keys")
    assert "F12" in at.wait("dialog .ed-help").inner_text()
    at.press("Escape")
    at.page.locator("dialog").wait_for(state="detached")
    at.press("F1")
    at.wait("dialog [role=combobox]")
    at.press("Escape")
