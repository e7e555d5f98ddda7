"""A browser that is killed at any moment, with all its processes, loses nothing that was written a second before."""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from yupana.tests.page.browsing import CHROMIUM
from yupana.tests.studio.asked import free_port, studio
from yupana.tests.studio.test_keep import GAME
from yupana.tools.studio.projects import Place

LATEST = 1_000
"""So old may be what a kill takes away, in milliseconds."""

TYPES = """() => {
    const {project} = window.studio, filled = '# ' + 'x'.repeat(60_000) + '\\n';
    let text = filled;
    window.typing = setInterval(() => {
        text += `# ${Date.now()}\\n`;
        project.change('game.yaml', text);
    }, 12);
}"""
"""Types a line with the time every few milliseconds, into a file that is long already."""


class Killed:
    """A Chromium of its own with a profile that stays, killed as a whole."""

    def __init__(self, driver: Any, profile: Path) -> None:
        assert CHROMIUM is not None
        port = free_port()
        words = [CHROMIUM, "--no-sandbox", "--headless", f"--user-data-dir={profile}", "--no-first-run",
                 f"--remote-debugging-port={port}", "about:blank"]  # fmt: skip
        self.process = subprocess.Popen(
            words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        until = time.monotonic() + 20
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/json/version", timeout=1).read()
                break
            except OSError:
                assert time.monotonic() < until
                time.sleep(0.05)
        self.browser = driver.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        self.page = self.browser.contexts[0].new_page()
        self.page.set_default_timeout(15000)

    def open(self, address: str) -> None:
        """Open the studio."""
        self.page.goto(address)
        self.page.wait_for_selector(".frame, .state")

    def kill(self) -> int:
        """Kill all its processes; when that was, in milliseconds."""
        os.killpg(self.process.pid, signal.SIGKILL)
        when = int(time.time() * 1000)
        self.process.wait()
        return when


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path.resolve() / "mine"
    found.mkdir()
    return found


@pytest.fixture
def driver() -> Iterator[Any]:
    if CHROMIUM is None or os.name == "nt":
        pytest.skip("there is no Chromium here that can be killed")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as found:
        yield found


def kills(driver: Any, folder: Path, times: int, seed: int) -> list[int]:
    """How many milliseconds before each kill the last was written that is there again."""
    dice, lost = random.Random(seed), []
    profile = folder.parent / "profile"
    for number in range(times):
        (folder / "game.yaml").write_text(GAME + f"# {number}\n")
        with contextlib.ExitStack() as stack:
            served = stack.enter_context(studio(folder.parent / "all", Place(folder)))
            port = int(served.address.rstrip("/").rpartition(":")[2])
            chromium = Killed(driver, profile)
            chromium.open(f"{served.address}#{served.key}")
            if chromium.page.locator("dialog[open]").count():
                raise AssertionError("both are shown where nothing was changed in two places")
            if number % 2:  # the server is gone meanwhile
                stack.close()
            chromium.page.evaluate(TYPES)
            time.sleep(0.4 + dice.random() * 2.2)
            when = chromium.kill()
        with studio(folder.parent / "all", Place(folder), port=port) as served:
            chromium = Killed(driver, profile)
            chromium.open(f"{served.address}#{served.key}")
            text = str(chromium.page.evaluate("window.studio.project.text('game.yaml')"))
            asked = chromium.page.locator("dialog[open]").count()
            chromium.page.evaluate("window.studio.project.settled()")
            there = (folder / "game.yaml").read_text()
            chromium.kill()
        written = [int(each) for each in re.findall(r"^# (\d{13})$", text, re.M)]
        assert written, text[-200:]
        assert written == sorted(written)
        assert there == text
        assert not asked
        lost.append(when - written[-1])
    return lost


def test_a_killed_browser_loses_nothing_that_is_older_than_a_second(driver: Any, folder: Path) -> None:
    lost = kills(driver, folder, 2, 1)
    assert max(lost) <= LATEST, lost


@pytest.mark.slow
def test_twenty_kills(driver: Any, folder: Path) -> None:
    lost = kills(driver, folder, 20, 2)
    sys.stderr.write(f"lost of what was typed, in ms: {sorted(lost)}\n")
    assert max(lost) <= LATEST, lost
