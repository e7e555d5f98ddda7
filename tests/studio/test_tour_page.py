"""Tours as people go through them, in Chromium: from the page where one begins, by what is put in and by clicks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.examples.running import run_examples
from yupana.tests.page.browsing import chromium
from yupana.tests.studio.asked import studio
from yupana.tools.languages.catalogue import phrases
from yupana.tools.studio.tour import tours

SIZES = {"wide": (1280, 800), "narrow": (390, 844)}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


class Learner:
    """Somebody in a tour. `errors` is what the page complained of."""

    def __init__(self, page: Any, root: Path, address: str, lang: str) -> None:
        self.page, self.root, self.address, self.lang = page, root, address, lang
        self.errors: list[str] = []
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda fault: self.errors.append(str(fault)))
        page.goto(address)
        page.wait_for_selector(".tours button")

    def begin(self, tour: str) -> None:
        self.tour = tour
        self.page.click(f'.tours [data-tour="{tour}"]')
        self.at(next(iter(tours()[tour].steps)).name)

    def title(self, step: str) -> str:
        return phrases(self.lang)[f"studio_tour_{self.tour}_{step}_title"]

    def at(self, step: str) -> None:
        """Wait until a step is shown."""
        self.page.locator(".tour-card h2", has_text=re.compile(f"^{re.escape(self.title(step))}$")).wait_for()

    def put(self) -> None:
        self.page.click(".tour-put")

    def done(self) -> None:
        self.page.wait_for_selector(".tour-card.done")

    def open(self) -> str:
        """What is missing."""
        self.page.wait_for_function("() => document.querySelector('.tour-told').textContent")
        assert not self.page.query_selector(".tour-card.done")
        return str(self.page.inner_text(".tour-told"))

    def next(self) -> None:
        self.page.click(".tour-ways .main, .tour-ways .second")

    def did(self, what: str) -> None:
        """What another part of the page tells of."""
        told = "what => document.dispatchEvent(new CustomEvent('studio:did', {detail: {what}}))"
        self.page.evaluate(told, what)

    def file(self, project: str, path: str = "game.yaml") -> str:
        self.page.evaluate("studio.project.settled()")
        return (self.root / project / path).read_text(encoding="utf-8")


@contextmanager
def learner(browser: Any, root: Path, size: str = "wide", lang: str = "en") -> Iterator[Learner]:
    wide, high = SIZES[size]
    with studio(root.resolve()) as served:
        context = browser.new_context(viewport={"width": wide, "height": high}, locale=lang, reduced_motion="reduce")
        try:
            found = Learner(context.new_page(), root.resolve(), served.service.address + "/", lang)
            yield found
            assert found.errors == []
        finally:
            context.close()


def test_a_step_is_put_in_seen_to_be_done_and_the_next_comes_by_itself(browser: Any, tmp_path: Path) -> None:
    with learner(browser, tmp_path) as one:
        one.begin("first_game")
        assert "game.yaml:1" in one.open()
        one.put()
        one.done()
        assert "players: {min: 2" in one.file("ttt")
        assert one.page.inner_text(".tour-told").startswith("✓")
        one.at("board")  # by itself
        assert "boards.grid" in one.open()
        assert one.page.evaluate("document.querySelector('.tour-card progress').value") > 0


def test_what_was_put_in_is_taken_back_and_nothing_else_is(browser: Any, tmp_path: Path) -> None:
    with learner(browser, tmp_path) as one:
        one.begin("first_game")
        before = one.file("ttt")
        one.put()
        one.page.click(".tour-undo")
        assert one.file("ttt") == before
        one.put()
        one.page.wait_for_selector(".tour-undo:visible")
        one.page.evaluate("studio.project.change('game.yaml', studio.project.text('game.yaml') + '# mine\\n')")
        one.page.click(".tour-undo")
        assert one.file("ttt").endswith("[x, o]}\n# mine\n")


def test_what_is_somebodys_own_is_asked_about_first(browser: Any, tmp_path: Path) -> None:
    own = "# mine\nruleset: {name: ttt, title: Mine, language: 4}\nplayers: {min: 2, max: 4}\n"
    with learner(browser, tmp_path) as one:
        one.begin("first_game")
        one.page.evaluate("text => studio.project.change('game.yaml', text)", own)
        one.put()
        dialog = one.page.locator("dialog[open]")
        dialog.wait_for()
        assert "ruleset, players" in dialog.inner_text()
        dialog.locator(".second").click()
        assert one.file("ttt") == own
        one.put()
        dialog.locator(".main").click()
        one.done()
        assert one.file("ttt").startswith("# mine\nruleset: {name: ttt, title: Tic-tac-toe")


def test_steps_are_left_gone_back_skipped_and_gone_on_with_later(browser: Any, tmp_path: Path) -> None:
    with learner(browser, tmp_path) as one:
        one.begin("first_game")
        one.put()
        one.done()
        one.next()
        one.at("board")
        one.next()
        one.at("action")
        one.page.click(".tour-ways .quiet >> nth=0")
        one.at("board")
        one.page.reload()
        one.at("board")
        one.page.click(".tour-leave")
        one.page.wait_for_selector(".tour-offers")
        assert one.page.query_selector(".tour-ring:visible") is None
        one.page.reload()
        one.page.wait_for_selector(".tour-offers", state="attached")
        assert one.page.query_selector(".tour-card") is None
        one.page.click("#tab-tour")
        one.page.click('.tour-offers [data-tour="first_game"]')
        one.at("board")
        one.page.click(".tour-steps summary")
        one.page.click(f".tour-steps button:has-text('{one.title('win')}')")
        one.at("win")
        assert "game.yaml" in one.open() or "scoring" in one.open()


def test_a_tour_that_nobody_remembers_goes_on_where_the_rules_are(browser: Any, tmp_path: Path) -> None:
    with learner(browser, tmp_path) as one:
        one.begin("first_game")
        text = tours()["first_game"].applied("", "turns").text
        one.page.evaluate("text => studio.project.change('game.yaml', text)", text)
        one.file("ttt")
        one.page.evaluate("localStorage.clear()")
        one.page.reload()
        one.page.wait_for_selector("#tab-tour")
        one.page.click("#tab-tour")
        one.page.click('.tour-offers [data-tour="first_game"]')
        one.at("turns")


def test_on_a_phone_the_step_stands_below_covers_nothing_and_is_folded(browser: Any, tmp_path: Path) -> None:
    with learner(browser, tmp_path, "narrow") as one:
        one.begin("first_game")
        sheet = one.page.locator(".tour-sheet")
        assert sheet.is_visible()
        boxes = [one.page.locator(each).bounding_box() for each in (".framed", ".tour-sheet")]
        assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"] + 1
        assert boxes[1]["y"] + boxes[1]["height"] <= SIZES["narrow"][1] + 1
        assert boxes[0]["height"] > 0.4 * SIZES["narrow"][1]
        one.put()
        one.done()
        one.page.wait_for_function("() => document.activeElement.classList.contains('tour-put')")
        one.page.keyboard.press("Escape")
        assert not one.page.is_visible(".tour-put")
        assert one.page.get_attribute(".tour-card .fold", "aria-expanded") == "false"
        assert sheet.bounding_box()["height"] < 110
        one.page.click(".tour-card .fold")
        assert one.page.is_visible(".tour-put")
        one.page.click("#tab-tour")
        one.page.wait_for_selector("#pane-tour .tour-card")
        assert not sheet.is_visible()
        assert one.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_what_is_pointed_at_has_a_ring_that_takes_no_click(browser: Any, tmp_path: Path) -> None:
    with learner(browser, tmp_path) as one:
        one.begin("first_variant")
        one.page.wait_for_selector(".tour-ring:visible")
        place = "() => { const box = document.querySelector('.tour-ring').getBoundingClientRect();"
        middle = f"{place} return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).className }}"
        assert one.page.evaluate(middle) != "tour-ring"


def test_it_is_gone_through_by_keys_alone_and_told_to_who_does_not_see_it(browser: Any, tmp_path: Path) -> None:
    with learner(browser, tmp_path, lang="de") as one:
        one.page.focus('.tours [data-tour="first_game"]')
        one.tour = "first_game"
        one.page.keyboard.press("Enter")
        one.at("header")
        one.page.focus(".tour-put")
        one.page.keyboard.press("Enter")
        one.done()
        assert one.page.get_attribute(".tour-told", "aria-live") == "polite"
        assert "Geschafft" in one.page.inner_text(".tour-told")
        one.page.focus(".tour-ways .main")
        one.page.keyboard.press("Enter")
        one.at("board")
        assert one.page.evaluate("document.activeElement === document.querySelector('.tour-card h2')")
        assert one.page.text_content(".tour-card .hidden-text") == f"Schritt 2 von 18: {one.title('board')}"


def test_only_what_fits_a_project_is_offered_in_it(browser: Any, tmp_path: Path) -> None:
    with learner(browser, tmp_path) as one:
        one.begin("first_variant")
        one.page.click(".tour-leave")
        one.page.click("#tab-tour")
        one.page.wait_for_selector(".tour-offers button")
        offered = [each.get_attribute("data-tour") for each in one.page.query_selector_all(".tour-offers button")]
        assert offered == ["first_variant"]
        one.page.click(".tour-offers a")
        one.page.wait_for_selector(".tours button")


PLY = "document.querySelector('#pane-table iframe').contentDocument.querySelector('#app').dataset.ply"


def play(one: Learner) -> None:
    """A game at the table, to its end, by clicks on what glows."""
    page = one.page
    begin = page.locator("#pane-table .table-told button.second")
    if begin.count() and begin.first.is_visible():
        begin.first.click()
    frame = page.frame_locator("#pane-table iframe")
    for _ in range(9):
        frame.locator(".space.lit:visible, .outcome").first.wait_for()
        if frame.locator(".outcome").count():
            break
        before = page.evaluate(PLY)
        frame.locator(".space.lit:visible").first.click()
        page.wait_for_function(f"before => {PLY} !== before", arg=before)
    frame.locator(".outcome").first.wait_for()


@pytest.mark.slow
def test_the_whole_first_game_is_made_on_the_page(browser: Any, tmp_path: Path) -> None:
    with learner(browser, tmp_path) as one:
        one.begin("first_game")
        for step in tours()["first_game"].steps:
            one.at(step.name)
            if step.name in ("first_moves", "whole_game"):
                play(one)
                one.did("ended")
            elif step.name == "mended":
                one.page.locator(".cm-line", has_text="has_lin(").click()
                one.page.keyboard.press("Home")
                for _ in range(len("  line: {text: A line of three, points: 1 if h")):
                    one.page.keyboard.press("ArrowRight")
                one.page.keyboard.press("Control+.")
                one.page.locator("dialog[open], .picker").first.wait_for()
                one.page.keyboard.press("Enter")
            elif step.name == "strength":
                one.page.click("#pane-proof .second")
                one.page.locator("#pane-proof .first-said").wait_for(timeout=60_000)
                one.did("strength")
            else:
                one.put()
            one.done()
            one.next()
        one.page.wait_for_selector(".tour-offers h2")
        one.file("ttt")
        compiled = compile_ruleset(tmp_path / "ttt")
        assert isinstance(compiled, SoundRuleset)
        assert all(each.ok for each in run_examples(compiled))
