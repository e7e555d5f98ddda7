"""The product in a browser: what it says there is what it says here, byte for byte."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from yupana.schemas import host
from yupana.tests.studio.in_browser import RUN, Answer, InBrowser, in_browser
from yupana.tests.found import ROOT


@pytest.fixture(scope="module")
def there() -> Iterator[InBrowser]:
    yield from in_browser()


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[object]:
    """Runs a command in this Python."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    space: dict[str, object] = {}
    exec(RUN, space)
    said = space["said"]
    assert callable(said)
    yield lambda *words: Answer(*said(list(words)))


COMMANDS = [
    ("check", "cargo_empire"),
    ("check", "night_market", "hearts", "chess", "--json"),
    ("check", "cuzco_kk+nothing"),
    ("test", "tic_tac_toe", "--json"),
    ("test", "cargo_empire"),
    ("play", "hearts", "--seed", "3", "--bots", "random"),
    ("play", "hanabi", "--seed", "5", "--players", "3", "--bots", "random"),
    ("rulebook", "night_market"),
    ("diff", "nine_mens_morris", "tic_tac_toe", "--json"),
    ("diff", "leduc_poker", "kuhn_poker"),
    ("lint", "three_tides"),
    ("explain", "cargo_empire"),
    ("perft", "breakthrough", "--depth", "2"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_commands_say_the_same(there: InBrowser, here: object, words: tuple[str, ...]) -> None:
    assert callable(here)
    expected: Answer = here(*words)
    found = there.run(*words)
    assert found.code == expected.code
    assert told(found.out) == told(expected.out)
    assert told(found.err) == told(expected.err)


def told(text: str) -> str:
    """What was said, with no regard to where the program lies and how fast it was."""
    for place in (str(ROOT), "/lib/python3.14/site-packages/yupana"):
        text = text.replace(place, "")
    return re.sub(r"[\d.,]+(?= ?(s|ms|decisions/s|leaves/s)\b)", "…", text)
