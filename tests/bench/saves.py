"""How long it takes from a save of a ruleset's file to the page in the browser drawn anew.

    python -m yupana.tests.bench.saves [--game pizarro] [--decisions 150] [--times 6]

A copy of the ruleset is served; at a table so many random decisions have been taken, and a page in Chromium shows it.
Then a number in one of its rules is changed to and fro. Prints for each save the seconds until the page says whether it
is sound, and until the board is drawn under the new rules.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import tempfile
import time
from pathlib import Path
from shutil import copytree
from typing import Any

from yupana.interpreter.game import load
from yupana.tests.found import ROOT
from yupana.tests.page.browsing import Seat, chromium
from yupana.tests.page.served import serving

EDIT = "battle_events.yaml", "value + 1", "value + 2"
"""A file of the ruleset, what stands there, and what takes its place."""

NOTE = """() => {
    window.verdict = () => document.querySelector(".verdict")?.textContent ?? "";
    new MutationObserver((found) => {
        if (window.told === undefined || window.verdict() === window.before) return;
        window.told ||= Date.now();
        if (found.some((each) => each.target.closest?.(".stage"))) window.drawn ||= Date.now();
    }).observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
}"""
"""Notes when the page tells of a save, and when a board is drawn after that."""

EXAMINED = 5.0
"""So many seconds after a save every example has run."""


def times(seat: Any, file: Path, old: str, new: str) -> tuple[float, float]:
    """Seconds until a save is told, and until the board is drawn."""
    seat.page.evaluate("() => { window.before = window.verdict(); window.told = window.drawn = 0; }")
    text = file.read_text(encoding="utf-8")
    begun = time.time()
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    seat.page.wait_for_function("() => window.drawn", timeout=60_000)
    told, drawn = seat.page.evaluate("[window.told, window.drawn]")
    time.sleep(EXAMINED)
    return told / 1000 - begun, drawn / 1000 - begun


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="pizarro")
    parser.add_argument("--edit", nargs=3, default=EDIT, metavar=("FILE", "OLD", "NEW"))
    parser.add_argument("--decisions", type=int, default=150)
    parser.add_argument("--times", type=int, default=6)
    asked = parser.parse_args()
    name, old, new = asked.edit
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        copytree(ROOT / "rulesets" / asked.game, asked.game)
        state, dice = load(f"./{asked.game}").start(seed=1), random.Random(1)
        for _ in range(asked.decisions):
            if options := state.option_tuples():
                state.apply_tuple(dice.choice(options))
        with serving(Path(folder), f"./{asked.game}") as server, chromium() as browser:
            seats = ["human"] * len(state.names)
            links = server.post("/api/tables/open", text=state.to_json(), seats=seats).json()
            seat = Seat(browser, server.address, links["seats"][0]["link"])
            time.sleep(EXAMINED)
            seat.page.evaluate(NOTE)
            found = []
            for number in range(asked.times):
                before, after = (old, new) if number % 2 == 0 else (new, old)
                found.append(times(seat, Path(asked.game) / name, before, after))
                print("told after {:.2f} s, drawn after {:.2f} s".format(*found[-1]), flush=True)
    print("median: told after {:.2f} s, drawn after {:.2f} s".format(*map(statistics.median, zip(*found, strict=True))))


if __name__ == "__main__":
    main()
