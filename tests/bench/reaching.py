"""What `yupana fuzz` reaches, and how soon: `python -m yupana.tests.bench.reaching [GAME…] [--seconds 600]`.

For each of the large games every way to end that a recorded game shows, as `tests.games.refresh` tells them apart, and
what the records that were played on purpose are kept for: how battles and sieges end, a board on which nothing fits.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from yupana.interpreter.game import quickest
from yupana.tests.found import game
from yupana.tests.games.pizarro.ways import WAYS
from yupana.tests.games.records import FOLDER, Record, read_record
from yupana.tools.fuzzing.checks import again
from yupana.tools.fuzzing.plan import Plan
from yupana.tools.fuzzing.run import Reached, Search, search
from yupana.tools.fuzzing.signs import Sign, end_of

RUNS: tuple[tuple[str, dict[str, str]], ...] = (
    ("cargo_empire", {}), ("cuzco_kk", {}), ("cuzco_feld", {}),
    ("pizarro", {"scenario": "campaign"}), ("pizarro", {"scenario": "occupation"}),
)  # fmt: skip
MAJOR_BATTLE = "major battle in"


@dataclass(frozen=True, slots=True)
class Way:
    """Something to be reached, and how it was (None: it was not)."""

    game: str
    words: str
    reached: Reached | None

    def row(self) -> str:
        """A line of the table."""
        if self.reached is None:
            return f"| {self.game} | {self.words} | not reached | | |"
        each = self.reached
        return f"| {self.game} | {self.words} | {each.seconds:.0f} s | {each.decisions:,} | {len(each.taken)} |"


class Wanted:
    """What is to be reached in one game with these options."""

    def __init__(self, target: str, options: Mapping[str, str]) -> None:
        self.target = target
        self.game = game(target)
        self.name = " ".join([target, *options.values()])
        self.said: dict[str, str] = {}
        if target == "pizarro":
            self.said = {MAJOR_BATTLE: MAJOR_BATTLE} | {way.replace("_", " "): said for way, said in WAYS.items()}
        self.ends: list[Sign] = []
        for path in sorted((FOLDER / target).glob("*.json")):
            record = read_record(path)
            if all(str(record.options[name]) == value for name, value in options.items()):
                self.ends.append(self._end(record))
        self.ends = list(dict.fromkeys(self.ends))
        self._looked_at: set[Sign] = set()
        self._blocked: Reached | None = None

    def ways(self, found: Search) -> list[Way]:
        """How each was reached."""
        ways = [Way(self.name, words, _saying(found, said)) for words, said in self.said.items()]
        if self.target == "cuzco_kk":
            ways.append(Way(self.name, "nothing fits while tiles are left", self._where_blocked(found)))
        ends = {self._plain(sign): reached for sign, reached in reversed(found.signs.items()) if sign[0] == "end"}
        return ways + [Way(self.name, _words(sign), ends.get(sign)) for sign in self.ends]

    def all(self, found: Search) -> bool:
        """Whether there is nothing more to be reached."""
        return all(each.reached for each in self.ways(found))

    def _end(self, record: Record) -> Sign:
        state = self.game.start(players=record.players, seed=record.seed, options=record.options)
        for _, option in record.decisions:
            state.apply(option)
        last = record.decisions[-1][1].partition("(")[0]
        number = next(i for i, each in enumerate(self.game.program.alternatives) if each.name == last)
        return self._plain(end_of(state, tuple(_texts(record.options).items()), number))

    def _plain(self, sign: Sign) -> Sign:
        """The sign of an end with those options only that are not as usual."""
        usual = _texts(self.game.start(sign[1], 1).options)
        return (*sign[:2], tuple(sorted([each for each in sign[2] if usual[each[0]] != each[1]])), *sign[3:])

    def _where_blocked(self, found: Search) -> Reached | None:
        """How soon a game ended in which nobody could place anything, with tiles left (CKK-R24)."""
        for sign, reached in found.signs.items():
            if sign[0] not in ("over", "left") or sign in self._looked_at or self._blocked is not None:
                continue
            self._looked_at.add(sign)
            state = again(self.game.on(quickest()), reached.origin, reached.taken)
            triples = state.observation(state.names[0])["fields"]["triples"]
            if isinstance(triples, int) and triples > 0:
                self._blocked = reached
        return self._blocked


def reach(
    target: str, options: Mapping[str, str], seconds: float, workers: int, seed: int = 1
) -> tuple[Search, list[Way]]:
    """Look through a game from its plain set-up for so long, or until all ways are reached."""
    wanted = Wanted(target, options)
    counts = tuple(range(wanted.game.min_players, wanted.game.max_players + 1))
    plan = Plan(target, counts, seed, seconds, options=tuple(options.items()), engine=quickest())
    found = search(plan, workers, lambda *_: None, wanted.all)
    return found, wanted.ways(found)


def _texts(options: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in options.items()}


def _words(sign: Sign) -> str:
    _, players, options, action, outcome, winners, equal, report = sign
    given = "".join(f", {name}={value}" for name, value in options)
    said = "".join(f"; {line}" for line in report)
    how = outcome if winners <= 1 or outcome == "draw" else f"{outcome} by {winners}"
    many = f"{players} player{'s'[: players > 1]}"
    return f"{many}{given}: {how}{', equal scores' if equal else ''}, last `{action}`{said}"


def _saying(found: Search, words: str) -> Reached | None:
    """How soon the log said something."""
    points = [number for number, each in enumerate(found.marked.points) if words in each.says]
    known = [found.signs["passed", each] for each in points if ("passed", each) in found.signs]
    return min(known, key=lambda each: each.seconds, default=None)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m yupana.tests.bench.reaching")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print("| game | what | after | decisions of the run | decisions of the game |\n|---|---|---|---|---|", flush=True)
    for target, options in RUNS:
        if asked.games and target not in asked.games:
            continue
        found, ways = reach(target, options, asked.seconds, asked.workers, asked.seed)
        for each in ways:
            print(each.row())
        passed = f"{len(found.passed)} of {len(found.marked.points)} places, {found.ended:,} ends"
        whole = f"{found.seconds:.0f} s | {found.decisions:,} | |"
        print(f"| {ways[0].game} | all of the run: {passed} | {whole}", flush=True)


if __name__ == "__main__":
    main()
