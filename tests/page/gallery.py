"""Every game as the page shows it, to be looked at by people: the beginning, the middle and the end, wide and narrow,
by day and by night.

    python -m yupana.tests.page.gallery --out DIR [NAME…]

writes a picture of each to DIR, and a sheet of all of a game's pictures, `NAME.png`, for each NAME (all rulesets if
there is none).
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from yupana.interpreter.game import State, load
from yupana.tests.found import shipped
from yupana.tests.page.browsing import Seat, chromium
from yupana.tests.page.served import Asking, serving

SIZES = {"wide": (1280, 800), "phone": (390, 844)}
LONGEST = 300
"""So many decisions a game has at most: random games of chess have no end."""

SHEET = """<style>
body {{ margin: 8px; background: #777 }}
img {{ margin: 4px; vertical-align: top; height: {high}px }}
</style>
{pictures}"""


def moments(name: str, seed: int) -> Iterator[tuple[str, State]]:
    """The beginning, some 40 % and the end of a random game."""
    state, draw = load(name).start(seed=seed), random.Random(seed)
    found = [state.clone()]
    while not state.over and len(found) < LONGEST:
        state.apply_tuple(draw.choice(state.option_tuples()))
        found.append(state.clone())
    yield "begin", found[0]
    yield "middle", found[len(found) * 2 // 5]
    yield "end", found[-1]


def pictures(browser: Any, server: Asking, name: str, out: Path, *, whole: bool = False) -> list[Path]:
    """The pictures of a game."""
    found = []
    for moment, state in moments(name, 3):
        made = server.post("/api/tables/open", text=state.to_json(), seats=["human"] * state.players).json()
        link = made["seats"][max(state.seat or 0, 0)]["link"]
        seat = Seat(browser, server.address, link)
        for size, (wide, high) in SIZES.items():
            seat.page.set_viewport_size({"width": wide, "height": high})
            for theme in ("light", "dark"):
                seat.page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
                found.append(out / f"{name}-{moment}-{size}-{theme}.png")
                seat.page.screenshot(path=found[-1], full_page=whole and size == "phone")
        seat.context.close()
        seat.fine()
    return found


def sheet(browser: Any, files: list[Path], to: Path) -> None:
    """All pictures of a game on one sheet."""
    page = browser.new_page(viewport={"width": 2130, "height": 900})
    text = SHEET.format(high=500, pictures="".join(f'<img src="{each.name}">' for each in files))
    source = to.with_suffix(".html")
    source.write_text(text, encoding="utf-8")
    page.goto(source.resolve().as_uri())
    page.screenshot(path=to, full_page=True)
    page.close()


def main() -> None:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--whole", action="store_true", help="on a phone, all that can be scrolled to")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser, serving(Path(folder)) as server:
        for name in asked.names or [each for each in shipped() if "+" not in each]:
            sheet(browser, pictures(browser, server, name, asked.out, whole=asked.whole), asked.out / f"{name}.png")


if __name__ == "__main__":
    main()
