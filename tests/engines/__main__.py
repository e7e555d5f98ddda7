"""Compares two back ends for as long as you like: `python -m yupana.tests.engines [RULESET …] [--games N] [--seed S]`.

Plays random games of each ruleset (without a name: of all, those of the language included) on both and compares all
that can be asked after every decision. A difference is shrunk to a short list of decisions and printed with the rule it
is in; then it exits 1. `--programs N` compares so many random programs instead, and prints a small one for each that
is unlike; `--rulesets N` so many random rulesets.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from yupana.interpreter.compile import compile_ruleset
from yupana.schemas.errors import YupanaError
from yupana.tests.found import compiled, faults, targets

from .blame import told
from .lockstep import Twins, search
from .shrinking import shrunk
from .trial import of_engines
from .trying import ENGINES, TRUSTED, unlike
from .writing import random_ruleset


def compared(target: str, one: str, other: str, seeds: range, most: int, share: int) -> bool:
    """Compare one ruleset on two back ends; says what was compared, and whether all was the same."""
    what = compiled(target)
    if what.program is None:
        sys.stdout.write("\n".join(faults(what)) + "\n")
        return False
    twins = Twins(ENGINES[one].game(what), ENGINES[other].game(what))
    begun = time.monotonic()
    found, taken = search(twins, seeds, most, share)
    if found is None:
        seconds = time.monotonic() - begun
        sys.stdout.write(f"{target}: {len(seeds):,} games, {taken:,} decisions the same ({seconds:.1f} s)\n")
        return True
    sys.stdout.write(told(twins, shrunk(twins, found), target) + "\n")
    return False


def programs(one: str, other: str, seeds: range) -> bool:
    """Compare random programs; says of each that is unlike how, and whether all were the same."""
    trial, fine = of_engines(ENGINES[one].engine, ENGINES[other].engine), True
    for seed in seeds:
        found = unlike(trial, seed)
        if found:
            sys.stdout.write(f"{found}\n\n")
            sys.stdout.flush()
            fine = False
    sys.stdout.write(f"{len(seeds):,} programs {'the same' if fine else 'compared'}\n")
    return fine


def rulesets(one: str, other: str, seeds: range) -> bool:
    """Compare random rulesets that are sound; prints each that is unlike, and says whether all were the same."""
    fine, sound = True, 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in seeds:
            path = Path(folder, "random.yaml")
            path.write_text(random_ruleset(seed), encoding="utf-8")
            what = compile_ruleset(str(path))
            if what.program is None:
                continue
            sound += 1
            twins = Twins(ENGINES[one].game(what), ENGINES[other].game(what))
            found, _ = search(twins, range(1, 4), 40, 4)
            if found is not None:
                text = told(twins, shrunk(twins, found), f"ruleset {seed}")
                sys.stdout.write(f"{text}\n\n{random_ruleset(seed)}\n")
                sys.stdout.flush()
                fine = False
    sys.stdout.write(f"{sound:,} rulesets {'the same' if fine else 'compared'}\n")
    return fine


def main() -> int:
    """Compare, and say so."""
    parser = argparse.ArgumentParser(prog="python -m yupana.tests.engines", description=__doc__.split("\n\n")[0])
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="a name or a path; all when there is none")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="games of each (default: 20)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the first seed (default: 1)")
    parser.add_argument("--most", type=int, default=2000, metavar="N", help="decisions of a game (default: 2000)")
    parser.add_argument("--share", type=int, default=10, metavar="N",
                        help="of so many decisions one is looked at closely (default: 10)")  # fmt: skip
    parser.add_argument(
        "--engine", default="native" if "native" in ENGINES else "toy", choices=sorted(ENGINES), help="on trial"
    )
    parser.add_argument("--against", default=TRUSTED, choices=sorted(ENGINES), help="trusted (default: python)")
    parser.add_argument("--programs", type=int, default=0, metavar="N", help="so many random programs, and no games")
    parser.add_argument("--rulesets", dest="random", type=int, default=0, metavar="N", help="so many random rulesets")
    given = parser.parse_args()
    for compare, count in ((programs, given.programs), (rulesets, given.random)):
        if count:
            return 0 if compare(given.against, given.engine, range(given.seed, given.seed + count)) else 1
    seeds = range(given.seed, given.seed + given.games)
    fine = True
    try:
        for target in given.rulesets or targets():
            fine &= compared(target, given.against, given.engine, seeds, given.most, given.share)
            sys.stdout.flush()
    except YupanaError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
