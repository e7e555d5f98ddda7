"""Checking again after an edit: the same diagnostics as a full check, and much sooner."""

from __future__ import annotations

import random
import re
import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from yupana.interpreter.compile import Compiled, compile_ruleset
from yupana.interpreter.language.parse import RECENT
from yupana.interpreter.program.codec import to_json
from yupana.interpreter.rechecking import Rechecker
from yupana.tests.found import ROOT


@pytest.fixture
def own_cache_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YUPANA_CACHE", str(tmp_path / "cache"))


def told(compiled: Compiled) -> tuple[object, ...]:
    """All that a check gives, but the cache, and what only saved games are compared by."""
    program = None if compiled.program is None else to_json(replace(compiled.program, elements=(), rules=""))
    return [(each.code, each.message, each.span, each.hint) for each in compiled.diagnostics], program, compiled.hash


def copied(name: str, folder: Path) -> Path:
    shutil.copytree(ROOT / "rulesets" / name, folder / name)
    return folder / name


def edited(path: Path, dice: random.Random) -> str:
    """Do to a file what somebody who types may do; gives what it was."""
    before = path.read_text(encoding="utf-8")
    lines = before.split("\n")
    at = dice.choice([i for i, line in enumerate(lines) if line.strip()])
    line = lines[at]
    match dice.randrange(6):
        case 0:
            lines[at] = re.sub(r"\d", lambda found: str((int(found[0]) + 1) % 10), line, count=1)
        case 1:
            lines[at] = re.sub(r"(\w\w\w)(\w+)", r"\1x\2", line, count=1)
        case 2:
            lines.insert(at, "")
        case 3:
            del lines[at]
        case 4:
            lines[at] = line.replace(" and ", " or ", 1).replace("<", ">", 1)
        case _:
            lines.insert(at, line)
    path.write_text("\n".join(lines), encoding="utf-8")
    return before


def compare(name: str, folder: Path, seed: int, edits: int) -> int:
    """Edit a ruleset again and again; how many of its states were sound."""
    there, dice = copied(name, folder), random.Random(seed)
    checker = Rechecker(there)
    assert told(checker.check()) == told(compile_ruleset(there))
    files = sorted(each for each in there.glob("*.yaml"))
    sound = 0
    for _ in range(edits):
        path = dice.choice(files)
        before = edited(path, dice)
        again = checker.check()
        assert told(again) == told(compile_ruleset(there)), path
        sound += again.program is not None
        if again.program is None or dice.random() < 0.5:
            path.write_text(before, encoding="utf-8")
    return sound


@pytest.mark.usefixtures("own_cache_only")
@pytest.mark.parametrize(("name", "edits"), [("tic_tac_toe", 25), ("cargo_empire", 5)])
def test_an_edit_is_checked_like_the_whole(tmp_path: Path, name: str, edits: int) -> None:
    assert compare(name, tmp_path, 1, edits)


@pytest.mark.slow
@pytest.mark.usefixtures("own_cache_only")
@pytest.mark.parametrize("name", ["tic_tac_toe", "night_market", "cargo_empire", "cuzco_feld", "cuzco_kk", "pizarro"])
@pytest.mark.parametrize("seed", range(2, 5))
def test_many_edits_are_checked_like_the_whole(tmp_path: Path, name: str, seed: int) -> None:
    assert compare(name, tmp_path, seed, 40)


def seconds(run: Callable[[], Compiled]) -> tuple[float, Compiled]:
    start = time.process_time()
    compiled = run()
    return time.process_time() - start, compiled


def numbers_in(there: Path, count: int) -> list[tuple[Path, int]]:
    """Lines with a number, spread over all files of a ruleset."""
    found = [
        (path, at)
        for path in sorted(there.glob("*.yaml"))
        for at, line in enumerate(path.read_text(encoding="utf-8").split("\n"))
        if re.search(r"[^\w.-]\d", line)
    ]
    return found[:: max(len(found) // count, 1)][:count]


def ratio(checker: Rechecker, there: Path) -> float:
    """What checking again takes of the time of a full check, for which nothing was read before; both must give the
    same."""
    quick, again = seconds(checker.check)
    RECENT.forget()
    full, whole = seconds(lambda: compile_ruleset(there))
    assert told(again) == told(whole)
    return quick / full


@pytest.mark.slow
@pytest.mark.usefixtures("own_cache_only")
def test_typical_edits_of_a_large_ruleset_take_a_third(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each of twenty, of which every fifth is a new line; one that seems to take longer is measured again, for others
    work on the same machine."""
    there = copied("pizarro", tmp_path)
    checker = Rechecker(there)
    checker.check()
    ratios: list[tuple[float, str]] = []
    for number, (path, at) in enumerate(numbers_in(there, 20)):
        before = path.read_text(encoding="utf-8")
        lines = before.split("\n")
        if number % 5 == 1:
            lines.insert(at, "")
        else:
            digit = re.compile(r"([^\w.-])(\d)")
            lines[at] = digit.sub(lambda found: found[1] + str((int(found[2]) + 1) % 10), lines[at], count=1)
        found: list[float] = []
        while not found or (min(found) > 1 / 3 and len(found) < 3):
            path.write_text("\n".join(lines), encoding="utf-8")
            found.append(ratio(checker, there))
            path.write_text(before, encoding="utf-8")
            checker.check()
        ratios.append((min(found), f"{path.name}:{at + 1}"))
    with capsys.disabled():
        print("\n".join(f"{ratio:.2f} {where}" for ratio, where in ratios))
    assert max(ratio for ratio, _ in ratios) <= 1 / 3
