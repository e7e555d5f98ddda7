"""The studio's frame as it is looked at, listened to and used with keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.page.test_axe import AXE, FINDS, NIGHT
from yupana.tests.page.test_client_code import packed
from yupana.tests.studio.asked import Served, studio
from yupana.tests.studio.opened import START, Opened
from yupana.tests.studio.screens import FILES, PANES, SIZES, screens
from yupana.tools.studio.projects import Projects

SMALL = 11.0
"""No letters are smaller, in pixels."""
LETTERS = """() => {
    const found = [];
    for (const element of document.querySelectorAll('body *')) {
        const own = [...element.childNodes].some(each => each.nodeType === 3 && each.textContent.trim());
        if (own && element.checkVisibility() && parseFloat(getComputedStyle(element).fontSize) < %s) found.push(element.outerHTML.slice(0, 120));
    }
    return found;
}"""  # noqa: E501
WIDE = "() => document.documentElement.scrollWidth - window.innerWidth"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    Projects(tmp_path.resolve()).make("mine", FILES)
    with studio(tmp_path.resolve()) as found:
        yield found


def opener(browser: Any, served: Served, size: str) -> Callable[..., Opened]:
    wide, high = SIZES[size]

    def open_page(project: str | None, ready: str) -> Opened:
        return Opened(browser, served, project, ready=ready, wide=wide, high=high)

    return open_page


@pytest.mark.parametrize("size", SIZES)
def test_every_screen_has_room_and_letters_that_can_be_read(browser: Any, served: Served, size: str) -> None:
    def look(opened: Opened, name: str) -> None:
        assert opened.page.evaluate(LETTERS % SMALL) == [], name
        assert opened.page.evaluate(WIDE) <= 0, name
        opened.fine()

    screens(served, opener(browser, served, size), look)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_axe_complains_of_no_screen(
    browser: Any, served: Served, size: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    where = packed(AXE, tmp_path_factory.mktemp("axe"))
    source = (where / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    complaints = list[str]()

    def look(opened: Opened, name: str) -> None:
        if opened.page.evaluate("typeof axe") == "undefined":
            opened.page.evaluate(source)
        for theme, rules in (("dark", NIGHT), ("light", None)):
            complaints.extend(
                f"{name} ({theme}): {each}" for each in opened.page.evaluate(FINDS, ["html", theme, rules])
            )

    screens(served, opener(browser, served, size), look)
    assert not complaints, "\n".join(complaints)


def test_tabs_and_what_lies_between_the_sides_are_used_with_keys(browser: Any, served: Served) -> None:
    opened = Opened(browser, served, "mine")
    page = opened.page
    page.evaluate(PANES)
    page.locator("#tab-editor").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-cards"
    assert page.locator("#pane-cards").is_visible()
    assert page.locator("#pane-editor").is_hidden()
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-editor"
    for side, key in (("left", "ArrowRight"), ("right", "ArrowLeft"), ("below", "ArrowUp")):
        root, splitter = page.locator(f".side[data-side={side}]"), page.locator(f".splitter[data-side={side}]")
        what = "height" if side == "below" else "width"
        before = root.bounding_box()[what]
        splitter.focus()
        page.keyboard.press(key)
        assert root.bounding_box()[what] == pytest.approx(before + 24, abs=2)
        assert int(splitter.get_attribute("aria-valuenow")) > 0
    box = page.locator(".splitter[data-side=left]").bounding_box()
    page.mouse.move(box["x"] + 4, box["y"] + 300)
    page.mouse.down()
    page.mouse.move(box["x"] + 104, box["y"] + 300, steps=4)
    page.mouse.up()
    wide = page.locator(".side[data-side=left]").bounding_box()["width"]
    assert wide == pytest.approx(box["x"] + 104, abs=6)
    page.reload()
    page.wait_for_selector(".frame")
    page.evaluate(PANES)
    assert page.locator(".side[data-side=left]").bounding_box()["width"] == pytest.approx(wide, abs=2)
    opened.fine()
    opened.close()


def test_on_a_phone_one_pane_is_seen_and_one_row_of_tabs(browser: Any, served: Served) -> None:
    opened = Opened(browser, served, "mine", wide=390, high=844)
    page = opened.page
    page.evaluate(PANES)
    assert page.locator("[role=tablist]:visible").count() == 1
    assert page.locator("[role=tab]:visible").count() == 6
    assert page.locator(".panel:visible").count() == 1
    assert page.locator("#pane-editor").is_visible()
    page.evaluate("window.studio.showPane('balance')")
    assert page.locator("#pane-balance").is_visible()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_function("() => [...document.querySelectorAll('.panel')].filter((each) => !each.hidden).length === 4")
    assert page.locator("#pane-balance").is_visible()
    opened.fine()
    opened.close()


def test_a_dialog_is_left_with_a_key_and_gives_the_focus_back(browser: Any, served: Served) -> None:
    opened = Opened(browser, served, None, ready=START)
    page = opened.page
    button = page.get_by_role("button", name="New game from a template")
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    assert page.evaluate("document.activeElement.id") == "new-title"
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.evaluate("document.activeElement.textContent") == "New game from a template"
    page.keyboard.press("Enter")
    page.keyboard.type("By keys")
    page.keyboard.press("Enter")
    page.wait_for_selector(".frame")
    assert page.inner_text("h1") == "By keys"
    opened.fine()
    opened.close()
