"""How long all diagnostics of a ruleset take after an edit: `python -m yupana.tests.bench.keystrokes [--edits 100]
[--games pizarro,…] [--files 6]`.

In the largest files of each large game (rules, texts, examples and components alike) a word is broken or mended, a
number changed, a line taken away or doubled, as the tests of checking again do it; after each edit everything is
checked again by the same `Rechecker`, as the language server does, and what counts is when all that is wrong is told,
which may be before all that answers requests is made anew. The table says what an edit takes of processor time
at the median and at the 90th percentile, in milliseconds, beside a check of everything with nothing kept, and what
memory the process has at the end.
"""

from __future__ import annotations

import argparse
import random
import resource
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.rechecking import QuickCheck, Rechecker
from yupana.tests.bench.report import Plan, Table
from yupana.tests.check.test_rechecking import edited
from yupana.tests.found import ROOT

GAMES = ("pizarro", "cuzco_kk", "cuzco_feld")


def table(plan: Plan) -> Table:
    """What an edit takes in the large games, or in the first of those that are asked for."""
    out = Table("keystrokes", "From an edit to all diagnostics, milliseconds of processor time")
    wanted = [each for each in GAMES if plan.wants(each)]
    for name in wanted[:1] if plan.quick else wanted:
        out.rows += of_game(name, 1 if plan.quick else 20 * plan.rounds, 1 if plan.quick else 6)
    if not wanted:
        out.said.append("None of the games that were asked for is in this table.")
    return out


def of_game(name: str, edits: int, files: int) -> list[dict[str, str | int | float | None]]:
    """The rows of one game: of its largest files, each with so many edits."""
    rows: list[dict[str, str | int | float | None]] = []
    with tempfile.TemporaryDirectory() as folder:
        there = Path(shutil.copytree(ROOT / "rulesets" / name, Path(folder, name)))
        checker, dice = Rechecker(there), random.Random(1)
        checker.check()
        begin = time.process_time()
        compile_ruleset(there)
        whole = time.process_time() - begin
        largest = sorted(there.glob("*.yaml"), key=lambda each: -each.stat().st_size)[:files]
        every: list[float] = []
        for path in largest:
            taken = [_one(checker, path, dice) for _ in range(edits)]
            every += taken
            rows.append({"ruleset": name, "file": path.name, **_figures(taken), "everything": 1000 * whole})
        rows.append({"ruleset": name, "file": "all of them", **_figures(every), "everything": 1000 * whole})
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return [{**each, "MiB": peak if each["file"] == "all of them" else None} for each in rows]


def _one(checker: Rechecker, path: Path, dice: random.Random) -> float:
    """What one edit takes until all that is wrong is told; the file is then as it was, and checked."""
    before, told = edited(path, dice), list[float]()
    begin = time.process_time()

    def early(found: QuickCheck | None) -> None:
        if found is not None and found.whole:
            told.append(time.process_time() - begin)

    checker.check(early)
    taken = min([*told, time.process_time() - begin])
    path.write_text(before, encoding="utf-8")
    checker.check()
    return taken


def _figures(taken: Sequence[float]) -> dict[str, float]:
    row = sorted(1000 * each for each in taken)
    return {"median": statistics.median(row), "90th percentile": row[len(row) * 9 // 10], "most": row[-1]}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is asked for, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m yupana.tests.bench.keystrokes", description=__doc__)
    parser.add_argument("--games", default=",".join(GAMES), metavar="GAME,…")
    parser.add_argument("--edits", type=int, default=100, help="so many in each file (100)")
    parser.add_argument("--files", type=int, default=6, help="so many of the largest files (6)")
    given = parser.parse_args(arguments)
    for name in given.games.split(","):
        print(Table(name, name, [*of_game(name, given.edits, given.files)]).markdown(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
