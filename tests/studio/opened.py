"""The studio's page in a browser."""

from __future__ import annotations

from typing import Any

from yupana.tests.studio.asked import Served

OPEN, START = ".frame", ".card"
"""What shows that a project is open, and that one may begin."""


CONFLICT = "409 (Conflict)"
"""What a browser says of a file that was changed on the disk meanwhile, which is none of our errors."""


class Opened:
    """A page of the studio. `errors` is what its console complained of, `outside` what it asked of others; `context` is
    that of another page, for a second tab."""

    def __init__(
        self, browser: Any, served: Served, project: str | None = None, *, ready: str = OPEN, wide: int = 1280,
        high: int = 800, dark: bool = False, context: Any = None, language: str = "en",
    ) -> None:  # fmt: skip
        self.served = served
        self.context = context or browser.new_context(
            viewport={"width": wide, "height": high}, color_scheme="dark" if dark else "light", locale=language,
            accept_downloads=True, reduced_motion="reduce",
        )  # fmt: skip
        self.page = self.context.new_page()
        self.page.set_default_timeout(15000)
        self.errors: list[str] = []
        self.outside: list[str] = []
        self.page.on("console", self._told)
        self.page.on("pageerror", lambda fault: self.errors.append(str(fault)))
        self.page.on("request", self._asked)
        self.go(project, ready)

    def _told(self, told: Any) -> None:
        if told.type == "error" and CONFLICT not in told.text:
            self.errors.append(told.text)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.served.address, "data:", "blob:")):
            self.outside.append(request.url)

    def go(self, project: str | None, ready: str = OPEN) -> None:
        """Go to a project, to that which was named (""), or to where one begins (None)."""
        rest = "/" if project is None else f"/{project}" if project else ""
        self.page.goto(f"about:blank#{rest}")
        self.page.goto(f"{self.served.address}#{self.served.key}{rest}")
        self.page.wait_for_selector(ready)

    def change(self, path: str, text: str) -> None:
        """Write something."""
        self.page.evaluate("([path, text]) => window.studio.project.change(path, text)", [path, text])

    def text(self, path: str) -> str:
        """What a file says on the page."""
        return str(self.page.evaluate("path => window.studio.project.text(path)", path))

    def settled(self) -> None:
        """Wait until the host has all."""
        self.page.evaluate("() => window.studio.project.settled()")

    def fine(self) -> None:
        """Check that nothing complained and nothing was asked of others."""
        assert self.errors == []
        assert self.outside == []

    def close(self) -> None:
        """Close the page with all that it shares with others."""
        self.context.close()
