"""Every screen of the studio's frame, in turn: `python -m yupana.tests.studio.screens FOLDER` draws them."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from yupana.tests.page.browsing import chromium
from yupana.tests.studio.asked import Served, studio
from yupana.tests.studio.opened import START, Opened
from yupana.tools.studio.projects import Projects

VARIANT = "ruleset:\n  name: mine\n  title: My shorter game\n  version: 0.1\n  language: 4\n  extends: tic_tac_toe\n"
CHANGE = "change: {actions: {mark: {text: Put your mark, source: TTT-2}}}\n"
FILES = {"mine.yaml": (VARIANT + CHANGE).encode(), "texts/de.yaml": b"title: Mein Spiel\n"}
SIZES = {"desk": (1280, 800), "phone": (390, 844)}

PANES = """() => {
    const {studio} = window, {layout} = studio;
    const files = layout.placed.find((each) => each.pane.id === 'files').pane;
    for (const {tab, panel} of layout.placed.splice(0)) {
        tab.remove();
        panel.remove();
    }
    Object.assign(layout, {current: {}, single: ''});
    studio.addPane(files, 'left');
    const panes = {editor: 'middle', table: 'right', cards: 'middle', tests: 'below', balance: 'below'};
    for (const [id, side] of Object.entries(panes)) {
        const element = document.createElement('p');
        element.textContent = `What the pane ${id} shows`;
        studio.addPane({id, title: id, element}, side);
    }
}"""
"""Panes that say what they are, in the place of all but the files: here the frame is looked at."""

Look = Callable[[Opened, str], None]


def screens(served: Served, open_page: Callable[..., Opened], look: Look) -> None:
    """Go through them, and look at each."""
    opened = open_page(None, ready=START)
    page = opened.page
    look(opened, "start")
    page.get_by_role("button", name="Make a variant: Chess").click()
    page.fill("#new-name", "chess")
    look(opened, "a name that is taken")
    page.keyboard.press("Escape")
    opened.go("mine")
    page.evaluate(PANES)
    page.click("#tab-files")
    look(opened, "the files")
    page.get_by_role("button", name="New file").click()
    page.fill("#path", "a.js")
    look(opened, "a file that cannot be")
    page.keyboard.press("Escape")
    page.click("#tab-editor")
    look(opened, "a project")
    page.evaluate("window.studio.notice('Something was done.', {title: 'Undo', act: () => {}})")
    page.evaluate("window.studio.warn('Another tab has it.', {title: 'Write here instead', act: () => {}})")
    look(opened, "a notice and a warning")
    page.evaluate("window.studio.warn('')")
    page.evaluate("document.querySelector('.notice').remove()")
    page.get_by_role("button", name="Share").click()
    page.wait_for_selector(".link input")
    link = page.locator(".link input").input_value()
    look(opened, "sharing")
    page.keyboard.press("Escape")
    page.evaluate("versions.add('named', 'Before lunch')")
    opened.change("mine.yaml", VARIANT + "# another line\n")
    page.get_by_role("button", name="Versions").click()
    page.get_by_role("button", name="Compare").first.click()
    page.wait_for_selector(".compared pre")
    look(opened, "versions")
    page.keyboard.press("Escape")
    opened.settled()
    page.evaluate("window.studio.project.push = () => Promise.resolve()")
    opened.change("mine.yaml", VARIANT + "# mine\n")
    (served.service.studio.projects.root / "mine" / "mine.yaml").write_text(VARIANT + "# theirs\n")
    page.evaluate("delete window.studio.project.push; void window.studio.project.push()")
    page.wait_for_selector("dialog .both")
    look(opened, "changed in two places")
    page.get_by_role("button", name="Take what is on the disk").click()
    opened.settled()
    opened.go(None, START)
    page.get_by_role("button", name="Open a link").click()
    page.fill("textarea#link", link)
    look(opened, "a link is opened")
    page.get_by_role("button", name="Look at it").click()
    page.wait_for_selector(".received")
    page.wait_for_selector(".changes h3")
    page.locator(".received summary").first.click()
    look(opened, "a game that was sent")
    opened.close()


def draw(folder: Path) -> None:
    """Draw all of them, at a desk and on a phone, by day and by night."""
    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for size, (wide, high) in SIZES.items():
            for dark in (False, True):
                with tempfile.TemporaryDirectory() as root, studio(Path(root).resolve()) as served:
                    Projects(Path(root).resolve()).make("mine", FILES)

                    def look(opened: Opened, name: str, at: str = f"{size}-{'night' if dark else 'day'}") -> None:
                        opened.page.wait_for_timeout(150)
                        opened.page.screenshot(path=folder / f"{name.replace(' ', '-')}-{at}.png")

                    def open_page(
                        project: str | None, ready: str, how: tuple[int, int, bool] = (wide, high, dark)
                    ) -> Opened:
                        return Opened(browser, served, project, ready=ready, wide=how[0], high=how[1], dark=how[2])

                    screens(served, open_page, look)


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
