"""A browser on a page, which plays by clicks: the system's Chromium, driven by Playwright."""

from __future__ import annotations

import contextlib
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first has no windows and takes a third of the time."""

CHROMIUM = next((found for name in BROWSERS if (found := shutil.which(name))), None)

LIT = ".space.lit:visible, .lit[role=button]:not(.glow):visible"
CHOICES = f"{LIT}, .options .option.whole, .options .value"
CLICKING = Path(__file__).with_name("clicking.mjs").read_text(encoding="utf-8")


def played_by_clicks(page: Any, seed: int, most: int) -> dict[str, Any]:
    """Play on in a page by clicks drawn from a seed: `clicks` taken, whether all is `over`, what was `said` if not."""
    found: dict[str, Any] = page.evaluate(CLICKING, [seed, most])
    return found


@contextlib.contextmanager
def chromium() -> Iterator[Any]:
    """A browser. Skips the test where there is none."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


class Seat:
    """A page at a link. `errors` is what its console complained of, `outside` what it asked of others."""

    def __init__(self, browser: Any, address: str, link: str, *, wide: int = 1280, high: int = 800,
                 dark: bool = False, touch: bool = False, moving: bool = False,
                 ready: str = ".status:not(:empty)"):  # fmt: skip
        self.context = browser.new_context(
            viewport={"width": wide, "height": high},
            color_scheme="dark" if dark else "light",
            has_touch=touch,
            reduced_motion="no-preference" if moving else "reduce",
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(15000)
        self.errors: list[str] = []
        self.outside: list[str] = []
        self.address = address
        self.page.on("console", lambda told: self.errors.append(told.text) if told.type == "error" else None)
        self.page.on("pageerror", lambda fault: self.errors.append(str(fault)))
        self.page.on("request", self._asked)
        self.page.goto(address.rstrip("/") + link)
        self.page.wait_for_selector(ready)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.outside.append(request.url)

    def count(self, what: str) -> int:
        """How many elements fit a selector."""
        return int(self.page.locator(what).count())

    def text(self, what: str) -> str:
        """What the first element that fits says."""
        return str(self.page.locator(what).first.inner_text())

    @property
    def over(self) -> bool:
        """Whether the page shows the end."""
        return self.count(".outcome") > 0

    def stands(self) -> str:
        """What tells one step of the page from the next: where the game stands, and the steps of the decision."""
        told = "() => document.querySelector('#app').dataset.ply + ' ' + document.querySelector('.steps')?.innerText"
        return str(self.page.evaluate(told))

    def may_choose(self) -> bool:
        """Whether the seat decides, now or soon; false at the end."""
        self.page.locator(f"{CHOICES}, .outcome").first.wait_for()
        return not self.over

    def click_something(self, dice: random.Random) -> None:
        """Click what glows, or where nothing does what the list has; and wait until the page has gone on."""
        before = self.stands()
        lit = self.page.locator(LIT)
        choices = lit if lit.count() else self.page.locator(CHOICES)
        choices.nth(dice.randrange(choices.count())).click()
        self.page.wait_for_function(
            "before => document.querySelector('.outcome') || before !== "
            "document.querySelector('#app').dataset.ply + ' ' + document.querySelector('.steps')?.innerText",
            arg=before,
        )

    def fine(self) -> None:
        """Check that nothing complained and nothing was asked of others."""
        assert self.errors == []
        assert self.outside == []
