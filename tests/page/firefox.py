"""The system's Firefox, driven by the protocol that is built into it (Marionette, that is WebDriver over a socket),
with as much of a page as whole games need."""

from __future__ import annotations

import contextlib
import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
PREFERENCES = {
    "marionette.port": 0,
    "ui.prefersReducedMotion": 1,
    "dom.w3c_touch_events.enabled": 1,
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
ALONE = ("--headless", "--marionette", "--no-remote", "-remote-allow-system-access")
STARTS, ANSWERS = 60, 60
"""In seconds: so long it is waited for."""
SIGNS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Shift": "\ue008", " ": " ",
         "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015"}  # fmt: skip
CALLED = "const found = ({}); return typeof found === 'function' ? found(arguments[0]) : found;"
SIZED = """const {style} = gBrowser.selectedBrowser, [wide, high] = arguments;
for (const each of ['', 'min-', 'max-']) {
    style.setProperty(each + 'width', `${wide}px`);
    style.setProperty(each + 'height', `${high}px`);
}"""
COMPLAINS = """window.complaints = [];
window.addEventListener('error', (event) => window.complaints.push(event.message));
window.addEventListener('unhandledrejection', (event) => window.complaints.push(String(event.reason)));"""


class Fox:
    """A browser that runs. Raises OSError and RuntimeError."""

    def __init__(self, folder: Path) -> None:
        assert FIREFOX is not None
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
        self.process = subprocess.Popen(
            [FIREFOX, *ALONE, "--profile", str(folder)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        told, until = folder / "MarionetteActivePort", time.monotonic() + STARTS
        while not (told.exists() and told.read_text().strip()):
            if time.monotonic() > until or self.process.poll() is not None:
                self.close()
                raise OSError("Firefox does not start")
            time.sleep(0.1)
        self.socket = socket.create_connection(("127.0.0.1", int(told.read_text())), ANSWERS)
        self.stream = self.socket.makefile("rb")
        self.number = 0
        self._answer()  # it says who it is
        self.ask("WebDriver:NewSession", capabilities={"alwaysMatch": {}})
        self.at = ""
        self.home = self.ask("WebDriver:GetWindowHandle")

    def ask(self, command: str, **about: Any) -> Any:
        """Give a command, and what it answers. Raises RuntimeError when it is refused."""
        self.number += 1
        said = json.dumps([0, self.number, command, about])
        self.socket.sendall(f"{len(said.encode())}:{said}".encode())
        _, _, fault, value = self._answer()
        if fault:
            raise RuntimeError(f"{command}: {fault['message']}")
        return value["value"] if isinstance(value, dict) and set(value) == {"value"} else value

    def _answer(self) -> Any:
        size = b""
        while not size.endswith(b":"):
            one = self.stream.read(1)
            if not one:
                raise OSError("Firefox has ended")
            size += one
        return json.loads(self.stream.read(int(size[:-1])))

    def page(self, address: str, wide: int, high: int) -> FoxPage:
        """A page in a window of its own."""
        self.ask("WebDriver:SwitchToWindow", handle=self.home)  # the last one may be closed
        handle = self.ask("WebDriver:NewWindow", type="window", focus=True)["handle"]
        page = FoxPage(self, handle)
        page.here()
        self.ask("Marionette:SetContext", value="chrome")
        self.ask("WebDriver:ExecuteScript", script=SIZED, args=[wide, high])
        self.ask("Marionette:SetContext", value="content")
        self.ask("WebDriver:Navigate", url=address)
        page.evaluate(f"() => {{ {COMPLAINS} }}")
        return page

    def close(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()


class FoxPage:
    """A page, called as Playwright calls it."""

    def __init__(self, fox: Fox, handle: str) -> None:
        self.fox, self.handle = fox, handle
        self.touchscreen = self.keyboard = self

    def here(self) -> None:
        """Commands are for this page from now on."""
        if self.fox.at != self.handle:
            self.fox.ask("WebDriver:SwitchToWindow", handle=self.handle, focus=True)
            self.fox.at = self.handle

    def evaluate(self, script: str, arg: Any = None) -> Any:
        self.here()
        return self.fox.ask("WebDriver:ExecuteScript", script=CALLED.format(script.strip().rstrip(";")), args=[arg])

    def wait_for_function(self, script: str, *, arg: Any = None, timeout: float = 10_000) -> None:
        until = time.monotonic() + timeout / 1000
        while not self.evaluate(script, arg):
            if time.monotonic() > until:
                raise TimeoutError(f"it does not come true: {script}")
            time.sleep(0.02)

    def wait_for_timeout(self, milliseconds: float) -> None:
        time.sleep(milliseconds / 1000)

    def wait_for_selector(self, what: str, *, timeout: float = 10_000) -> None:
        self.wait_for_function("what => document.querySelector(what) !== null", arg=what, timeout=timeout)

    def tap(self, x: float, y: float) -> None:
        """Touch a point of the screen."""
        spot = {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}
        acts = [spot, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._perform({"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": acts})

    def press(self, keys: str) -> None:
        """Press a key, with others held down that stand before a plus."""
        signs = [SIGNS.get(each, each) for each in keys.split("+")] if len(keys) > 1 else [keys]
        acts = [{"type": "keyDown", "value": each} for each in signs]
        acts += [{"type": "keyUp", "value": each} for each in reversed(signs)]
        self._perform({"type": "key", "id": "keys", "actions": acts})

    def _perform(self, actions: dict[str, Any]) -> None:
        self.here()
        self.fox.ask("WebDriver:PerformActions", actions=[actions])

    def close(self) -> None:
        self.here()
        self.fox.ask("WebDriver:CloseWindow")
        self.fox.at = ""


@contextlib.contextmanager
def firefox(folder: Path) -> Iterator[Fox]:
    """Firefox with a profile in a folder. Skips the test where there is none."""
    if FIREFOX is None:
        pytest.skip("there is no Firefox here")
    fox = Fox(folder)
    try:
        yield fox
    finally:
        fox.close()


class FoxSeat:
    """A seat at a table, in Firefox."""

    outside: tuple[str, ...] = ()

    def __init__(self, fox: Fox, address: str, link: str, *, wide: int, high: int) -> None:
        self.page = self.context = fox.page(address.rstrip("/") + link, wide, high)
        self.page.wait_for_selector(".status:not(:empty)")
        assert self.page.evaluate("[innerWidth, innerHeight]") == [wide, high]

    @property
    def errors(self) -> list[str]:
        found: list[str] = self.page.evaluate("window.complaints")
        return [each for each in found if "ResizeObserver loop" not in each]  # what it looks at again in the next frame
