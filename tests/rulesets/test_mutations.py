"""A damaged ruleset is refused with diagnostics that have a place, or it still plays; there is no third way.

Never a traceback, never more than a few seconds, never hundreds of megabytes, whatever stands in the file.
"""

from __future__ import annotations

import random
import re
import shutil
import signal
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest
from yupana.tests.found import ROOT, label, shipped, slow_if_large, targets
from yupana.tests.rulesets.mutations import DRAWN, MUTATORS

try:
    import resource
except ImportError:  # Windows: nobody counts the memory or rings after so much processor time there
    pytest.skip("limits of processor time and memory are POSIX", allow_module_level=True)

SECONDS = 10.0
"""Processor time for one damaged ruleset: loading, diagnostics and a few decisions."""
MEGABYTES = 500
DECISIONS = 6

TARGETS = [target for target in targets() if "+" not in target]
OVERLAYS = [target for target in shipped() if "+" in target]


def _folder_of(target: str) -> Path:
    return ROOT / target if target.endswith(".yaml") else ROOT / "rulesets" / target


def _copy(target: str, folder: Path) -> tuple[str, list[Path]]:
    """A copy of a ruleset to damage: what to load, and its files. An overlay is copied with its base."""
    base, *overlays = target.split("+") if not target.endswith(".yaml") else [target]
    source = _folder_of(base)
    if source.is_file():
        copy = folder / source.name
        shutil.copyfile(source, copy)
        return str(copy), [copy]
    copy = folder / source.name
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(source, copy)
    if overlays:
        files = [copy / "variants" / f"{name}.yaml" for name in overlays]
        return "+".join([str(copy), *overlays]), [file for file in files if file.exists()]
    return str(copy), sorted(copy.glob("*.yaml"))


class TooLongError(Exception):
    """The processor time for one damaged ruleset is used up."""


@contextmanager
def _limited() -> Iterator[None]:
    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _used() -> int:
    """The most memory this process has used so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 * 1024 if sys.platform == "darwin" else 1024)


def try_it(target: str) -> str:
    """Load a ruleset and play a little. Returns what is wrong with how it was taken, or nothing."""
    from yupana.interpreter.compile import compile_ruleset
    from yupana.interpreter.game import Game, RuleFault
    from yupana.schemas.render import render

    before = _used()
    try:
        with _limited():
            compiled = compile_ruleset(target)
            errors = [each for each in compiled.diagnostics if each.severity == "error"]
            text = render(list(compiled.diagnostics), compiled.files)
            if compiled.program is None:
                if not errors:
                    return "it is refused without a diagnostic"
                for each in errors:
                    if not re.fullmatch(r"YUP\d{3}", each.code) or not each.message or each.code not in text:
                        return f"a diagnostic that says nothing: {each}"
                    if not each.span.file or each.span.line < 1 or each.span.column < 1:
                        return f"a diagnostic without a place: {each}"
                return ""
            if errors:
                return f"it plays in spite of errors: {errors[0]}"
            try:
                state = Game(compiled.program, compiled.ruleset).start(seed=5)
                draw = random.Random(5)
                for _ in range(DECISIONS):
                    if state.over:
                        break
                    state.apply(draw.choice(list(state.decision.options)))  # type: ignore[union-attr]
                _ = state.scores, state.winners, state.report, state.broken_invariants
            except RuleFault as fault:
                if not str(fault):
                    return "a rule fault that says nothing"
    except TooLongError:
        return f"more than {SECONDS:.0f} seconds\n" + "".join(traceback.format_exc()[-1500:])
    except Exception:  # the very thing this looks for
        return traceback.format_exc()[-3000:]
    grown = _used() - before
    return f"{grown} MB more than before" if grown > MEGABYTES else ""


def damage(target: str, folder: Path, seed: int) -> tuple[str, str]:
    """Damage a copy of a ruleset in one or two places: what to load, and what was done."""
    where, files = _copy(target, folder)
    draw = random.Random(f"{target} {seed}")
    done = []
    for _ in range(draw.choice((1, 1, 1, 2))):
        name = draw.choice(DRAWN)
        file = draw.choice(files)
        data = file.read_bytes()
        try:
            file.write_bytes(MUTATORS[name](draw, data))
        except (UnicodeDecodeError, ValueError, IndexError):  # the first damage left nothing for the second to read
            continue
        done.append(f"{name} in {file.name}")
    return where, " and ".join(done)


def _run(target: str, tmp_path: Path, seeds: range) -> None:
    wrong = []
    for seed in seeds:
        where, done = damage(target, tmp_path, seed)
        found = try_it(where)
        if found:
            wrong.append(f"seed {seed} ({done}): {found}")
        if len(wrong) >= 5:
            break
    assert not wrong, "\n\n".join(wrong)


@pytest.mark.parametrize("target", TARGETS, ids=label)
def test_a_damaged_ruleset_is_refused_or_plays(target: str, tmp_path: Path) -> None:
    """Once; `-m slow` damages each two thousand times."""
    _run(target, tmp_path, range(1))


@pytest.mark.parametrize("target", [pytest.param(each, marks=slow_if_large(each)) for each in OVERLAYS[::3]])
def test_a_damaged_overlay_is_refused_or_plays(target: str, tmp_path: Path) -> None:
    _run(target, tmp_path, range(1))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize("target", TARGETS + OVERLAYS, ids=label)
def test_two_thousand_times_damaged(target: str, part: int, tmp_path: Path) -> None:
    _run(target, tmp_path, range(1000 + 100 * part, 1100 + 100 * part))


@pytest.mark.parametrize("name", sorted(MUTATORS))
def test_every_kind_of_damage_once(name: str, tmp_path: Path) -> None:
    """Whatever the dice above leave out."""
    where, files = _copy(TARGETS[-1], tmp_path)
    data = files[0].read_bytes()
    changed = 0
    for seed in range(4):
        damaged = MUTATORS[name](random.Random(seed), data)
        changed += damaged != data
        files[0].write_bytes(damaged)
        assert try_it(where) == "", f"{name} with seed {seed}"
    assert changed
