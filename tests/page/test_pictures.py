"""Pictures of a ruleset on its page, served and exported: of a piece, of a card, of a space and of a board."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.view.look import Look
from yupana.tests.page.browsing import Seat
from yupana.tests.page.served import serving
from yupana.tools.page.export import exported

RULES = """
ruleset: {name: pictured, title: Pictured, language: 4}
players: {min: 2, max: 2, names: [red, blue]}
kinds:
  Stone: {start: bag, entries: {pebble: {count: 3}}}
  Charm: {start: deck, entries: {luck: {text: Brings luck}, doom: {text: Brings doom}}}
boards:
  meadow: {kind: Field, square: {columns: 3, rows: 2}, fields: {stone: Stone?}}
zones:
  bag: {of: Stone, visible: all}
  deck: {of: Charm, visible: none}
  hand: {of: Charm, each: Player, visible: all}
actions:
  lay:
    parameters: {at: {in: Field, if: at.stone == none}}
    effects: at.stone = member(Stone, 0)
setup:
  - do: |
      move luck to red.hand
      move doom to blue.hand
      a2.stone = member(Stone, 1)
flow: [{turns: turn, until: all(f.stone != none for f in Field)}, {do: draw}]
look:
  boards: {meadow: {cell: ["{it.stone}"]}}
  player: ["charms: {me.hand}"]
  shapes: {Stone: disc}
  pictures: {pebble: art/red.png, luck: art/green.png, c1: art/blue.png, meadow: art/grey.png}
"""

COLOURS = {"red": (200, 30, 30), "green": (30, 200, 30), "blue": (30, 30, 200), "grey": (120, 120, 120)}


def png(colour: tuple[int, int, int], wide: int = 8, high: int = 8) -> bytes:
    """A picture of one colour."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = (b"\0" + bytes(colour) * wide) * high
    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


@pytest.fixture
def pictured(tmp_path: Path) -> Path:
    folder = tmp_path / "pictured"
    (folder / "art").mkdir(parents=True)
    (folder / "game.yaml").write_text(RULES, encoding="utf-8")
    for name, colour in COLOURS.items():
        (folder / "art" / f"{name}.png").write_bytes(png(colour))
    return folder


DRAWN = """async () => {
    const loads = (url) => new Promise((done) => {
        const image = new Image();
        image.onload = () => done(image.naturalWidth);
        image.onerror = () => done(0);
        image.src = url;
    });
    const found = {};
    for (const [what, selector] of Object.entries({
        piece: '.space[data-name=a2] .piece image', card: '.playing[data-name=luck] img',
        space: '.space[data-name=c1] > image', board: 'svg.board > image', none: '.playing[data-name=doom] img',
    })) {
        const each = document.querySelector(selector), box = each?.getBoundingClientRect();
        const url = each?.getAttribute('href') ?? each?.getAttribute('src') ?? '';
        found[what] = each && [url.slice(0, 15), await loads(url), box.width > 10 && box.height > 10];
    }
    return found;
}"""

GOOD = ["data:image/png;", 8, True]
SEEN = {"piece": GOOD, "card": GOOD, "space": GOOD, "board": GOOD, "none": None}


def test_pictures_are_drawn_on_the_page(browser: Any, pictured: Path, tmp_path: Path) -> None:
    with serving(tmp_path, str(pictured)) as server:
        made = server.post("/api/tables", ruleset="pictured", seats=["human", "human"], seed=1).json()
        seat = Seat(browser, server.address, made["seats"][0]["link"])
        assert seat.page.evaluate(DRAWN) == SEEN
        seat.page.locator(".space[data-name=a1]").click()
        seat.page.wait_for_selector("#app[data-ply='1'] .space[data-name=a1] .piece image")
        seat.fine()
        seat.context.close()


def test_pictures_are_drawn_in_an_exported_game(browser: Any, pictured: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    file.write_bytes(exported(str(pictured)))
    context = browser.new_context(offline=True)
    page, faults = context.new_page(), list[str]()
    page.on("console", lambda told: faults.append(told.text) if told.type == "error" else None)
    page.goto(file.as_uri())
    page.select_option("#seat1", "human")
    page.click("form button[type=submit]")
    page.click("#go-on")
    page.wait_for_selector(".decision.mine")
    assert page.evaluate(DRAWN) == SEEN
    assert faults == []
    context.close()


def test_a_picture_is_of_something_that_there_is(pictured: Path) -> None:
    rules = pictured / "game.yaml"
    rules.write_text(RULES.replace("meadow: art/grey.png", "meadows: art/grey.png"), encoding="utf-8")
    (fault,) = Look(compile_ruleset(pictured)).faults
    assert "meadows" in fault.message
    assert "meadow" in (fault.hint or "")
