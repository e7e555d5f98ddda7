"""The editor of the studio where it has to take care: files that are only read, colours, phones, texts with markup, a
server that is lost, and people who use keys alone or listen."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from yupana.schemas.find import SHIPPED
from yupana.tests.page.hostile import MARKUP
from yupana.tests.page.test_axe import AXE, FINDS, NIGHT
from yupana.tests.page.test_client_code import packed
from yupana.tests.studio.editing import Desk, desk

THEMES = ("light", "dark")

INKS = ("ink", "soft", "accent", "code-key", "code-comment", "code-word", "code-number", "code-text", "code-sign",
        "code-local", "code-field", "code-call", "code-kind", "code-member")  # fmt: skip
GROUNDS = ("code-ground", "code-active")
MORE_INKS = INKS[3:]
MORE_GROUNDS = ("code-selected", "code-same", "code-stands")

RATIOS = """([inks, grounds]) => {
    const probe = document.createElement("span");
    document.body.append(probe);
    const light = (name) => {
        probe.style.color = `var(--${name})`;
        const [r, g, b] = getComputedStyle(probe).color.match(/[\\d.]+/g).map(Number);
        const [x, y, z] = [r, g, b].map((each) => each / 255)
            .map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
        return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const found = inks.flatMap((ink) => grounds.map((ground) => {
        const [a, b] = [light(ink), light(ground)];
        return [ink, ground, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
    }));
    probe.remove();
    return found;
}"""


# ---------------------------------------------------------------- colours


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_every_colour_of_the_text_stands_out_from_every_ground(browser: Any, tmp_path: Path, theme: str) -> None:
    with desk(browser, tmp_path, color_scheme=theme) as at:
        pairs = [
            *at.page.evaluate(RATIOS, [INKS, GROUNDS]),
            *at.page.evaluate(RATIOS, [MORE_INKS, MORE_GROUNDS]),
            *at.page.evaluate(RATIOS, [["code-beside"], ["code-active"]]),
            *at.page.evaluate(RATIOS, [["accent-ink"], ["accent"]]),
        ]
        assert [(ink, ground, ratio) for ink, ground, ratio in pairs if ratio < 4.5] == []
        shown = at.page.evaluate("getComputedStyle(document.querySelector('.ed-view').shadowRoot.querySelector("
                                 "'.cm-content')).color")  # fmt: skip
        assert shown == at.page.evaluate("getComputedStyle(document.body).color")
        sizes = at.page.evaluate(
            "[...document.querySelector('.ed-view').shadowRoot.querySelectorAll('*')].map(each => "
            "parseFloat(getComputedStyle(each).fontSize))"
        )
        assert min(sizes) >= 11
        at.fine()


@pytest.mark.slow
def test_what_the_policy_refuses_would_be_seen(browser: Any, tmp_path: Path) -> None:
    with desk(browser, tmp_path) as at:
        at.page.evaluate("document.head.append(Object.assign(document.createElement('style'), {textContent: 'p {}'}))")
        at.until("() => window.violations.length")
        assert at.page.evaluate("document.querySelector('.ed-view').shadowRoot.querySelectorAll('style').length") == 0


# ---------------------------------------------------------------- a variant, whose base is only read


@pytest.fixture
def variant(browser: Any, tmp_path: Path) -> Iterator[Desk]:
    folder = tmp_path / "mine"
    folder.mkdir()
    shutil.copy(SHIPPED / "tic_tac_toe" / "variants" / "misere.yaml", folder / "game.yaml")
    with desk(browser, tmp_path, "mine") as found:
        yield found
        found.fine()


def test_a_name_of_the_base_leads_to_its_file_which_cannot_be_written(variant: Desk) -> None:
    at = variant
    at.at("mark = me")
    at.press("F12")
    at.wait(".ed-tab.open:has-text('read only')")
    at.stands("mark: Player?")
    tab = at.wait(".ed-tab.open [data-path]")
    assert tab.get_attribute("title") == "tic_tac_toe/game.yaml"
    at.type("qqq")
    at.press("Alt+f")
    at.wait(".notice:has-text('only read')")
    assert "qqq" not in at.page.locator(".cm-content").inner_text()
    at.wait(".sem-type:has-text('Player')")
    at.press("Control+i")
    at.wait(".ed-view .told:has-text('mark')")
    at.press("Escape", "Alt+ArrowLeft")
    at.opened("game.yaml")
    at.stands("space.mark = me")


@pytest.mark.slow
def test_stepping_goes_through_the_files_of_the_base(variant: Desk) -> None:
    at = variant
    at.command("Step through")
    at.wait("dialog li:has-text('the_last_square_may_win')").click()
    at.wait(".stands")
    at.opened_like("tic_tac_toe/game.yaml")
    for _ in range(30):
        if at.page.locator(".stands:has-text('space.mark = me')").count():
            break
        at.page.locator("[data-step=in]").click()
        at.page.locator(".ed-stepping:not([aria-busy])").wait_for()
    at.opened("game.yaml")
    at.wait(".beside:has-text('space = b2')")


# ---------------------------------------------------------------- phones


def test_on_a_phone_commands_are_buttons_above_the_keyboard(browser: Any, tmp_path: Path) -> None:
    with desk(browser, tmp_path, wide=390, high=844, has_touch=True) as at:
        assert at.page.evaluate("document.documentElement.scrollWidth") <= 390
        buttons = at.page.locator(".ed-bar button")
        box = buttons.first.bounding_box()
        assert box
        assert min(box["height"], box["width"]) >= 40
        at.at("full_line(space)")
        at.page.locator(".ed-bar [aria-label='Tell what stands here']").tap()
        told = at.wait(".ed-view .told").bounding_box()
        assert told
        assert 0 <= told["x"] <= 390 - told["width"]
        at.press("Escape")
        at.type("q")
        at.page.locator(".ed-bar [aria-label='Undo']").tap()
        assert "fqull_line" not in at.text()
        at.page.locator(".ed-bar [aria-label='All commands']").tap()
        at.type("List of faults")
        at.wait("dialog li:has-text('List of faults')").tap()
        assert at.wait(".ed-faults").is_visible()
        assert not at.page.locator(".ed-view").is_visible()
        at.fine()


# ---------------------------------------------------------------- keys and ears


@pytest.mark.slow
def test_everything_has_a_name_and_its_keys(browser: Any, tmp_path: Path) -> None:
    with desk(browser, tmp_path) as at:
        text = at.page.locator(".cm-content")
        assert text.get_attribute("role") == "textbox"
        assert text.get_attribute("aria-label") == "Text of game.yaml"
        unnamed = at.page.evaluate(
            "[...document.querySelectorAll('.ed button, .ed-list button, .ed-list input')].filter(each => "
            "!(each.getAttribute('aria-label') || each.textContent.trim() || each.closest('label'))).length"
        )
        assert unnamed == 0
        assert at.page.locator(".ed-tabs[role=tablist] [role=tab][aria-selected=true]").count() == 1
        at.at("full_line(space)")
        at.press("Control+i")
        at.wait(".ed-view .told")
        assert "full_line" in at.page.locator(".ed > [role=status][aria-live]").inner_text()


def test_from_the_tabs_to_the_text_to_the_commands_with_keys_alone(browser: Any, tmp_path: Path) -> None:
    with desk(browser, tmp_path) as at:
        at.focus()
        at.press("Escape", "Tab")
        where = "() => document.activeElement.closest('.ed-bar, .ed-tabs, .ed-view')?.className"
        assert at.page.evaluate(where) == "ed-bar"
        at.press("ArrowRight")
        assert at.page.evaluate("document.activeElement.getAttribute('aria-label')") == "Redo"
        at.press("Shift+Tab")
        assert at.page.evaluate(where) == "ed-view"
        at.press("Escape", "Shift+Tab")
        assert at.page.evaluate(where) == "ed-tabs"
        at.press("Tab")
        at.type("K")
        assert "K" in at.line()
        at.fine()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desk", "phone"])
def test_axe_complains_of_nothing(
    browser: Any, tmp_path: Path, size: tuple[int, int], tmp_path_factory: pytest.TempPathFactory
) -> None:
    axe = (packed(AXE, tmp_path_factory.mktemp("axe")) / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    complaints = list[str]()
    with desk(browser, tmp_path, wide=size[0], high=size[1]) as at:
        at.page.evaluate(axe)

        def look(where: str) -> None:
            at.page.wait_for_timeout(400)
            for theme, rules in (("dark", NIGHT), ("light", None)):
                found = at.page.evaluate(FINDS, ["html", theme, rules])
                complaints.extend(f"{where} ({theme}): {each}" for each in found)

        look("the text")
        at.at("full_line(space)")
        at.press("Control+i")
        at.wait(".ed-view .told")
        look("what stands here")
        at.press("Escape", "End", "Enter")
        at.type("if full_lin", delay=40)
        at.wait(".cm-tooltip-autocomplete li")
        look("suggestions")
        at.press("Escape")
        at.wait(".cm-lintRange-error")
        at.command("List of faults")
        look("faults")
        at.press("F1")
        at.wait("dialog li")
        look("commands")
        at.press("Escape")
        at.command("Search in all")
        at.type("space")
        at.wait(".ed-search li")
        look("a search")
        at.command("Keys")
        look("keys")
        at.press("Escape")
        at.page.evaluate("studio.showPane('editor')")
        at.focus()
        at.press("Control+f")
        at.wait(".cm-search")
        look("a search in the text")
        at.press("Escape", "Control+z", "Control+z", "Control+z")
        at.command("Step through")
        at.wait("dialog li").click()
        at.wait(".ed-stepping .stack li", state="attached")
        look("stepping")
    assert complaints == []


# ---------------------------------------------------------------- hostile texts


def test_markup_in_a_ruleset_is_text_wherever_it_is_told(browser: Any, tmp_path: Path) -> None:
    folder = tmp_path / "tic_tac_toe"
    shutil.copytree(SHIPPED / "tic_tac_toe", folder)
    path = folder / "game.yaml"
    text = path.read_text(encoding="utf-8")
    words = "Whether a whole row, column or diagonal through the square bears the mark of one player"
    assert words in text
    path.write_text(
        text.replace(words, json.dumps(f"{MARKUP} [x](javascript:window.bad=1) ![x](http://evil.example/x)"))
    )
    with desk(browser, tmp_path) as at:
        at.at("full_line(space)")
        at.press("Control+i")
        told = at.wait(".ed-view .told")
        assert "<img src=x" in told.inner_text()
        assert told.locator("img, a, script, iframe, style, svg").count() == 0
        assert at.page.evaluate("window.bad") is None
        at.press("Escape", "End", "Enter")
        at.type("if full_l", delay=30)
        at.wait(".cm-completionInfo .told")
        assert at.page.evaluate("window.bad") is None
        at.fine()


MESSAGES = """() => {
    const send = (message) => studio.host.tell(`language/${sessionStorage.getItem("yupana-talk")}`, message);
    const uri = "file:///nowhere/x.yaml", range = {start: {line: 1e9, character: -5}, end: {line: -1, character: 1e9}};
    for (const each of [null, 1, "x", [], {}, {id: 99}, {id: {}, result: 1}, {method: "no/such", id: 5, params: null},
        {method: "$/progress", params: {token: "t", value: {kind: "begin", title: "<b>t</b>".repeat(1000)}}},
        {method: "$/progress", params: {token: "t", value: {kind: "end"}}},
        {method: "textDocument/publishDiagnostics", params: {uri, diagnostics: []}}]) send(each);
    const message = `<img src=x onerror=window.bad=1> ${"long ".repeat(2000)}`;
    const line = {start: {line: 1, character: 0}, end: {line: 1, character: 9}};
    const diagnostics = Array.from({length: 3000}, (_, at) => ({range: at % 2 ? range : line, message, severity: 9}));
    send({method: "textDocument/publishDiagnostics", params: {uri: window.ownUri, diagnostics}});
}"""


@pytest.mark.slow
def test_messages_that_mean_nothing_and_those_without_bounds_are_borne(browser: Any, tmp_path: Path) -> None:
    with desk(browser, tmp_path) as at:
        at.page.evaluate("uri => { window.ownUri = uri; }", (at.folder / "game.yaml").as_uri())
        at.page.evaluate(MESSAGES)
        at.page.wait_for_timeout(300)
        at.wait(".ed-faults li button")
        assert at.page.locator(".ed-faults img").count() == 0
        assert at.page.evaluate("window.bad") is None
        assert at.page.locator(".ed-faults li button").count() <= 500
        at.focus()
        at.type("#")
        at.page.locator(".ed-faults li button").first.wait_for(state="detached")
        assert at.errors == []


# ---------------------------------------------------------------- a lost server


def test_two_pages_of_a_project_have_a_server_each(browser: Any, tmp_path: Path) -> None:
    with desk(browser, tmp_path) as at:
        other = at.context.new_page()
        other.goto(at.page.url)
        other.wait_for_selector(".ed[data-server]")
        assert other.evaluate("studio.project.readonly")
        at.page.bring_to_front()
        at.at("full_line(space)")
        at.press("Delete")
        at.wait(".cm-lintRange-error")
        at.press("Control+i")
        at.press("Control+z")
        at.page.locator(".cm-lintRange-error").first.wait_for(state="detached")
        at.press("Control+i")
        at.wait(".ed-view .told:has-text('full_line')")
        assert other.locator(".cm-lintRange-error").count() == 0
        at.fine()


def test_when_the_stream_of_events_was_lost_the_server_begins_anew_and_nothing_typed_is_lost(
    browser: Any, tmp_path: Path
) -> None:
    with desk(browser, tmp_path) as at:
        at.caret(48)
        at.press("End")
        at.type("x")
        at.wait(".cm-lintRange-error")
        at.page.evaluate("studio.host.tell('lost', {})")
        at.type("y")
        at.page.evaluate("studio.host.tell('found', {})")
        at.page.wait_for_timeout(500)
        at.press("Backspace", "Backspace")
        at.page.locator(".cm-lintRange-error").first.wait_for(state="detached")
        at.at("full_line(space)")
        at.press("Control+i")
        at.wait(".ed-view .told")
        at.saved("game.yaml", "full_line(space): win\n")
        at.fine()
