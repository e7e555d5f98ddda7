"""Which flags of the throw-away translation help a program: `python -m yupana.tests.bench.flags [PROGRAM …]`.

`translated.FLAGS` keeps what came out, so that the benchmark compares with the best translation of each program. A
flag stands there when it helps by more than the noise.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from yupana.interpreter.program import ir
from yupana.tests.bench.engines import Setting
from yupana.tests.bench.measure import by_turns
from yupana.tests.bench.report import Plan, number
from yupana.tests.bench.spike import SPIKE, Translation, differs, play
from yupana.tests.bench.translated import FLAGS, game_of, program_of

_MEMOS = ((), ("memosearch",), ("vmemo",))
_OTHERS = ("lazy", "parts", "classes", "journal")


def choices() -> Iterator[frozenset[str]]:
    """All sets of flags that are worth trying, the smallest first."""
    for many in range(len(_OTHERS) + 1):
        for memo, others in itertools.product(_MEMOS, itertools.combinations(_OTHERS, many)):
            yield frozenset((*memo, *others))


def builds(translation: Translation, program: ir.Program, folder: Path) -> dict[str, Path]:
    """The program built with each set of flags that changes what comes out."""
    texts: set[str] = set()
    out: dict[str, Path] = {}
    for flags in choices():
        text, _ = translation.c_of(program, flags)
        if text not in texts:
            texts.add(text)
            name = " ".join(sorted(flags)) or "-"
            out[name] = folder / f"{program.name}.{len(out)}"
            translation.build(program, flags, out[name])
    return out


def main() -> int:
    """Try all flags on some programs and print what they bring."""
    parser = argparse.ArgumentParser(prog="python -m yupana.tests.bench.flags", description=main.__doc__)
    parser.add_argument("programs", nargs="*", default=list(FLAGS))
    parser.add_argument("--spike", type=Path, default=SPIKE, help="the folder of the translation")
    given = parser.parse_args()
    translation, plan = Translation(given.spike), Plan()
    for name in given.programs:
        setting = Setting(name)
        built = builds(translation, program_of(setting), plan.folder)
        game, trace = game_of(setting), plan.folder / "trace"
        same = {flags: path for flags, path in built.items() if not differs(path, game, setting.players, 3, trace)}
        for flags in built.keys() - same.keys():
            print(f"{name} [{flags}]: not the same game")
        quick = by_turns({each: partial(play, path, setting.players) for each, path in same.items()}, 3, 0.25)
        best = sorted(quick, key=lambda each: -quick[each].decisions.median)[:6]
        sides = {each: partial(play, same[each], setting.players) for each in dict.fromkeys([*best, "-"])}
        for flags, found in by_turns(sides, 5, 0.5).items():
            rates = found.decisions
            print(f"{name} [{flags}]: {number(rates.median)} ({number(rates.least)}-{number(rates.most)})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
