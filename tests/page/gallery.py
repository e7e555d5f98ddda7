"""Every game as the page shows it, to be looked at by people: the beginning, the middle and the end, on a phone, a desk
and a wide screen, by day and by night, and as each seat and who watches see it.

    python -m yupana.tests.page.gallery --out DIR [NAME…]

writes a picture of each to DIR, and sheets of a game's pictures, `NAME-day.png`, `NAME-night.png` and `NAME-seats.png`,
for each NAME (all rulesets if there is none).
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

SIZES = {"phone": (390, 844), "desk": (1280, 800), "wide": (2560, 1440)}
LONGEST = 300
"""So many decisions a game has at most: random games of chess have no end."""
TRIED = 20
"""So many games are played until one comes to an end."""

SHEET = """<style>
body {{ margin: 8px; background: #777 }}
img {{ margin: 4px; vertical-align: top; height: {high}px }}
</style>
{pictures}"""


def played(name: str, players: int | None, seed: int) -> list[State]:
    """The positions of a random game."""
    state, draw = load(name).start(players=players, seed=seed), random.Random(seed)
    found = [state.clone()]
    while not state.over and len(found) < LONGEST:
        state.apply_tuple(draw.choice(state.option_tuples()))
        found.append(state.clone())
    return found


def moments(name: str, players: int | None) -> Iterator[tuple[str, State]]:
    """The beginning, some 40 % and the end of a random game."""
    games = (played(name, players, seed) for seed in range(3, 3 + TRIED))
    found = next((each for each in games if each[-1].over), None) or played(name, players, 3)
    yield "begin", found[0]
    yield "middle", found[len(found) * 2 // 5]
    yield "end", found[-1]


def pictures(
    browser: Any, server: Asking, name: str, players: int | None, out: Path, *, whole: bool = False
) -> dict[str, list[Path]]:
    """The pictures of a game, by the sheet on which they belong."""
    found: dict[str, list[Path]] = {"day": [], "night": [], "seats": []}
    for moment, state in moments(name, players):
        made = server.post("/api/tables/open", text=state.to_json(), seats=["human"] * state.players).json()
        links = [each["link"] for each in made["seats"]]
        seat = Seat(browser, server.address, links[max(state.seat or 0, 0)])
        for size, (wide, high) in SIZES.items():
            seat.page.set_viewport_size({"width": wide, "height": high})
            for hour, theme in (("day", "light"), ("night", "dark")):
                seat.page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
                seat.page.wait_for_timeout(150)
                found[hour].append(out / f"{name}-{moment}-{size}-{hour}.png")
                seat.page.screenshot(path=found[hour][-1], full_page=whole and size == "phone")
        seat.context.close()
        seat.fine()
        if moment == "middle":
            for number, link in enumerate([*links, made["watch"]]):
                seat = Seat(browser, server.address, link)
                seat.page.wait_for_timeout(150)
                found["seats"].append(out / f"{name}-seat{number}.png")
                seat.page.screenshot(path=found["seats"][-1])
                seat.context.close()
    return found


def sheet(browser: Any, files: list[Path], to: Path) -> None:
    """Pictures of a game on one sheet."""
    page = browser.new_page(viewport={"width": 1980, "height": 900})
    text = SHEET.format(high=500, pictures="".join(f'<img src="{each.name}">' for each in files))
    source = to.with_suffix(".html")
    source.write_text(text, encoding="utf-8")
    page.goto(source.resolve().as_uri())
    page.screenshot(path=to, full_page=True)
    page.close()
    source.unlink()


def main() -> None:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--players", type=int, help="how many play, if not as few as can")
    parser.add_argument("--whole", action="store_true", help="on a phone, all that can be scrolled to")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser, serving(Path(folder)) as server:
        for name in asked.names or [each for each in shipped() if "+" not in each]:
            for kind, files in pictures(browser, server, name, asked.players, asked.out, whole=asked.whole).items():
                sheet(browser, files, asked.out / f"{name}-{kind}.png")


if __name__ == "__main__":
    main()
