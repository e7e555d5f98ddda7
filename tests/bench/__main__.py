"""Measures everything in one run, and prints tables in Markdown: `python -m yupana.tests.bench`; see README.md here."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from yupana.tests.bench import (
    against_python,
    arrays,
    crews,
    editing,
    growth,
    keystrokes,
    open_spiel,
    orientation,
    translated,
    workers,
)
from yupana.tests.bench.report import Plan, Table

TABLES: dict[str, Callable[[Plan], Table]] = {
    "python": against_python.table,
    "stepping": against_python.stepping,
    "translation": translated.table,
    "arrays": arrays.in_c,
    "by_hand": arrays.in_python,
    "open_spiel": open_spiel.table,
    "boards": growth.boards,
    "options": growth.options,
    "memory": growth.memory,
    "editing": editing.table,
    "large": orientation.decisions,
    "elsewhere": orientation.games,
    "workers": workers.table,
    "commands": crews.table,
    "keystrokes": keystrokes.table,
}


def names(text: str) -> tuple[str, ...]:
    """Names with commas between them."""
    return tuple([each.strip() for each in text.split(",") if each.strip()])


def read(arguments: Sequence[str] | None) -> tuple[Plan, tuple[str, ...], Path | None]:
    """The plan, the tables that are wanted, and where the JSON goes."""
    parser = argparse.ArgumentParser(prog="python -m yupana.tests.bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each measurement (5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds of each side in each round (1)")
    parser.add_argument("--only", type=names, default=tuple(TABLES), metavar="TABLE,…", help=", ".join(TABLES))
    parser.add_argument("--games", type=names, default=(), metavar="GAME,…", help="only these rulesets")
    parser.add_argument("--spike", type=Path, metavar="DIR", help="the folder of the throw-away translation to C")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all rounds there as well")
    parser.add_argument("--quick", action="store_true", help="one tiny round: shows that everything runs, no speeds")
    given = parser.parse_args(arguments)
    for each in given.only:
        if each not in TABLES:
            parser.error(f"there is no table {each!r}; there are {', '.join(TABLES)}")
    if given.rounds < 1 or given.seconds <= 0:
        parser.error("there is nothing to measure without rounds and seconds")
    rounds, seconds = (1, 0.01) if given.quick else (given.rounds, given.seconds)
    return Plan(rounds, seconds, given.games, given.spike, given.quick), given.only, given.json


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is asked for; tables are printed as they are done."""
    plan, wanted, file = read(arguments)
    machine = f"Python {platform.python_version()}, {platform.machine()}"
    print(f"# Speeds\n\nMedians of {plan.rounds} rounds (least–most) of {plan.seconds:g} s CPU time each; {machine}.\n")
    done = []
    for name in wanted:
        table = TABLES[name](plan)
        if not table.rows and not table.said:
            table.said.append("None of the games that were asked for is in this table.")
        print(table.markdown(), flush=True)
        done.append(table.document())
    if file is not None:
        document = {"rounds": plan.rounds, "seconds": plan.seconds, "machine": machine, "tables": done}
        file.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
