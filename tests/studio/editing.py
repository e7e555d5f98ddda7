"""The studio in a browser, with a copy of a shipped ruleset to edit: what a person does there by keys and clicks."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from yupana.schemas.find import SHIPPED
from yupana.tests.studio.asked import studio
from yupana.tools.studio.projects import Place

WATCHING = """() => {
    window.violations = [];
    document.addEventListener("securitypolicyviolation", (event) =>
        window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));
}"""


class Desk:
    """A page of the studio. `errors` is what its console complained of."""

    def __init__(self, browser: Any, address: str, folder: Path, **how: Any) -> None:
        wide, high = how.pop("wide", 1280), how.pop("high", 800)
        self.context = browser.new_context(viewport={"width": wide, "height": high}, reduced_motion="reduce", **how)
        self.page = self.context.new_page()
        self.page.set_default_timeout(20000)
        self.folder = folder
        self.errors: list[str] = []
        self.page.on("console", lambda told: self.errors.append(told.text) if told.type == "error" else None)
        self.page.on("pageerror", lambda fault: self.errors.append(str(fault)))
        self.page.add_init_script(f"({WATCHING})()")
        self.page.goto(address)
        self.page.wait_for_selector(".cm-content")
        self.page.wait_for_selector(".ed[data-server]")

    # ------------------------------------------------------------ going

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for each in keys:
            self.page.keyboard.press(each)

    def type(self, text: str, **how: Any) -> None:
        """Type a text."""
        self.page.keyboard.type(text, **how)

    def focus(self) -> None:
        """Click into the text."""
        self.page.locator(".cm-content").click(position={"x": 200, "y": 8})

    def caret(self, line: int, column: int = 1) -> None:
        """Put the caret at a place (both from 1) by keys."""
        self.focus()
        self.press("Control+Alt+g")
        self.page.locator("dialog input").fill(f"{line}:{column}")
        self.press("Enter")
        self.page.locator("dialog").wait_for(state="detached")

    def at(self, word: str, nth: int = 0) -> None:
        """Put the caret into a word of the text."""
        rows, left = self.text().split("\n"), nth
        for number, row in enumerate(rows, 1):
            begin = row.find(word)
            while begin >= 0:
                if left == 0:
                    self.caret(number, begin + 2)
                    return
                left -= 1
                begin = row.find(word, begin + 1)
        raise AssertionError(word)

    def command(self, name: str) -> None:
        """Choose a command of the palette."""
        self.press("Control+Shift+P")
        self.page.locator("dialog input").fill(name)
        self.page.locator("dialog li").first.wait_for()
        self.press("Enter")
        self.page.locator(f"dialog:has([aria-selected]:has-text({name!r}))").wait_for(state="detached")

    # ------------------------------------------------------------ seeing

    def text(self, path: str = "") -> str:
        """What the project has for a file; without a path the one that is open."""
        asked = "path => studio.project.text(path || document.querySelector('.ed-tab.open [data-path]').dataset.path)"
        return str(self.page.evaluate(asked, path))

    def open_file(self) -> str:
        """The file that is shown."""
        return str(self.page.locator(".ed-tab.open [data-path]").get_attribute("data-path"))

    def line(self) -> str:
        """What the line of the caret says."""
        return str(self.page.locator(".cm-activeLine").first.inner_text())

    def stands(self, text: str) -> None:
        """Wait until the caret is in a line that has a text."""
        self.wait(f".cm-activeLine:has-text({text!r})")

    def selected(self) -> str:
        """What is selected in the text."""
        return str(self.page.evaluate("document.querySelector('.ed-view').shadowRoot.getSelection().toString()"))

    def opened(self, path: str) -> None:
        """Wait until a file is shown."""
        self.wait(f".ed-tab.open [data-path={path!r}]")

    def opened_like(self, title: str) -> None:
        """Wait until a file of another ruleset is shown."""
        self.wait(f".ed-tab.open [title={title!r}]")

    def saved(self, path: str, text: str) -> None:
        """Wait until the disk has a text in a file."""
        for _ in range(100):
            if text in (self.folder / path).read_text(encoding="utf-8"):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{text!r} is not in {path}")

    def wait(self, what: str, **how: Any) -> Any:
        """The first element that fits, once it is there."""
        found = self.page.locator(what).first
        found.wait_for(**how)
        return found

    def until(self, condition: str, *given: Any) -> None:
        """Wait until a condition holds in the page."""
        self.page.wait_for_function(condition, arg=given[0] if given else None)

    def fine(self) -> None:
        """Check that nothing complained."""
        assert self.errors == []
        assert self.page.evaluate("window.violations") == []


@contextlib.contextmanager
def desk(browser: Any, folder: Path, name: str = "tic_tac_toe", **how: Any) -> Iterator[Desk]:
    """The studio on a copy of a shipped ruleset."""
    place = folder / name
    if not place.exists():
        shutil.copytree(SHIPPED / name, place)
    with studio(folder, Place(place)) as served:
        found = Desk(browser, served.service.address, place, **how)
        try:
            yield found
        finally:
            found.context.close()
