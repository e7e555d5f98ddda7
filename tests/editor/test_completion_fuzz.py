"""Completion and signatures answer whatever a file says: files are cut, torn and typed into at random places."""

from __future__ import annotations

import random
import statistics
import time
from functools import cache
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="pygls is not installed")

from yupana.interpreter.rechecking import Rechecker
from yupana.tests.found import ROOT
from yupana.tools.editor.completion import completed
from yupana.tools.editor.lines import Lines
from yupana.tools.editor.projects import Project, Snapshot, View
from yupana.tools.editor.signatures import signature_at

TYPED = (
    "", ".", "(", ")", "[", "{", "}", ": ", "- ", '"', "'", "|", "#", "\n", "\n  ", " if ", " for x in ", "x.", " == ",
    "do ", "let y = ", "move all ", "{me.", "\t", ", ", "é", "𝔸", "&a ", "*a", "? ", "!x ", "%", ">-\n", "_here", "1e9",
)  # fmt: skip


@cache
def _project(target: str) -> tuple[Project, Snapshot]:
    """A shipped ruleset, checked once."""
    path = ROOT / "rulesets" / target
    snapshot = Snapshot(Rechecker(path).check(), "utf-16")
    assert snapshot.compiled.checked is not None
    return Project(path, snapshot), snapshot


def _files(target: str) -> list[Path]:
    path = ROOT / "rulesets" / target
    return [path] if path.is_file() else sorted([*path.glob("*.yaml"), *path.glob("texts/*.yaml")])


def _view(target: str, file: Path, text: str) -> View:
    return View(file, Lines(text, "utf-16"), *_project(target))


def _torn(text: str, chance: random.Random) -> tuple[str, int]:
    """A text in which something is cut out and something else typed, and the place behind that."""
    at = chance.randrange(len(text))
    cut, typed = chance.choice((0, 0, 1, 3, 20, 200)), chance.choice(TYPED)
    text = text[:at] + typed + text[at + cut :]
    if chance.random() < 0.1:
        text = text[: at + len(typed)]
    if chance.random() < 0.3:
        other = chance.randrange(len(text) or 1)
        text = text[:other] + chance.choice(TYPED) + text[other + chance.choice((0, 1, 5)) :]
    return text, min(at + len(typed), len(text))


def _tear(target: str, times: int, seed: int) -> None:
    chance = random.Random(seed)
    files = _files(target)
    for _ in range(times):
        file = chance.choice(files)
        text, at = _torn(file.read_text(encoding="utf-8"), chance)
        view = _view(target, file, text)
        place = view.lines.place(at)
        try:
            found = completed(view, place, "")
            signature_at(view, place)
        except Exception as fault:
            raise AssertionError(f"{file.name}: {text[max(at - 200, 0) : at]!r} ¦ {text[at : at + 60]!r}") from fault
        for item in found.items:
            assert item.text_edit is not None


@pytest.mark.parametrize("target", ["cargo_empire", "cuzco_kk/variants/pond_ties.yaml"])
def test_torn_files_are_answered(target: str) -> None:
    _tear(target, 120, 1)


@pytest.mark.parametrize("code", ["not " * 4000, "me + " * 3000, "(" * 500, "a." * 3000, "me if me else " * 900])
def test_code_that_is_too_deep_is_answered(code: str) -> None:
    text = f"functions:\n  zed:\n    is: {code}"
    view = _view("tic_tac_toe", ROOT / "rulesets/tic_tac_toe/game.yaml", text)
    completed(view, view.lines.place(len(text)), "")
    signature_at(view, view.lines.place(len(text)))


@pytest.mark.parametrize("code", ["is_over(¦)", "winners(¦, me)", "1 + is_draw(¦x)"])
def test_a_call_that_takes_nothing_is_answered(code: str) -> None:
    text = f"functions:\n  zed:\n    is: {code}"
    view = _view("tic_tac_toe", ROOT / "rulesets/tic_tac_toe/game.yaml", text.replace("¦", ""))
    assert completed(view, view.lines.place(text.index("¦")), "").items


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("target", ["cargo_empire", "cuzco_kk", "cuzco_feld", "pizarro", "chess"])
def test_files_torn_in_many_ways_are_answered(target: str, seed: int) -> None:
    _tear(target, 1500, seed + 10)


@pytest.mark.slow
def test_completion_in_the_largest_game_is_quick() -> None:
    """The median of 100 random places; half of them in code that is broken there."""
    chance, taken = random.Random(5), []
    for number in range(100):
        file = chance.choice(_files("pizarro"))
        text = file.read_text(encoding="utf-8")
        text, at = _torn(text, chance) if number % 2 else (text, chance.randrange(len(text)))
        view = _view("pizarro", file, text)
        begin = time.perf_counter()
        completed(view, view.lines.place(at), "")
        taken.append(time.perf_counter() - begin)
    assert statistics.median(taken) < 0.05
