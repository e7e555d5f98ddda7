"""No signal, no option value and no line at the table ends in an internal error, a hang, an orphan or a lost game.

The whole loops are slow; a short sample of each runs always.
"""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from yupana.tests.tools.command_line import Yupana
from yupana.tests.tools.drive import BASE, commands, lay_out, odd_lines, odd_words
from yupana.tests.tools.interrupting import LONG, Cold, Place, Warm, interrupt

posix = pytest.mark.skipif(
    os.name != "posix" or not Path("/proc/self/stat").exists(), reason="signals are sent and looked at as on Linux"
)
TIMES = 200


@pytest.fixture(scope="module")
def warm() -> Iterator[Warm]:
    parent = Warm()
    yield parent
    parent.end()


def interrupted(command: str, folder: Path, times: int, starter: Warm) -> list[str]:
    """Interrupt a command so often, every eighth time with all of Python's start; what was wrong."""
    draw, place = random.Random(command), Place(folder)
    place.learn(LONG[command])
    starters: list[Warm | Cold] = [Cold(), *[starter] * 7]
    told = [interrupt(LONG[command], starters[n % 8], place, draw) for n in range(times)]
    return [each for each in told if each]


@posix
@pytest.mark.slow
@pytest.mark.parametrize("command", sorted(LONG))
def test_signals_at_random_moments(command: str, tmp_path: Path, warm: Warm) -> None:
    assert interrupted(command, tmp_path, TIMES, warm) == []


@posix
@pytest.mark.parametrize("command", ["simulate --workers", "fmt"])
def test_signals_at_random_moments_in_short(command: str, tmp_path: Path, warm: Warm) -> None:
    assert interrupted(command, tmp_path, 3, warm) == []


def test_every_command_has_a_use_to_add_odd_values_to() -> None:
    assert set(commands()) == set(BASE)


class _HungError(BaseException):
    """A command does not end. No `Exception`, which a command would tell of in a sentence."""


@contextmanager
def _patient(seconds: float) -> Iterator[None]:
    def ring(number: int, frame: object) -> None:
        raise _HungError

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _try(yupana: Yupana, words: Sequence[str], folder: Path) -> str:
    """What is wrong with how a command ended."""
    lay_out(folder)
    try:
        with _patient(20):
            ran = yupana(*words)
    except _HungError:
        return f"{words}: hangs"
    if ran.code not in (0, 1, 2) or "Internal error" in ran.err or "Traceback" in ran.err:
        return f"{words}: {ran.code}: {ran.err[-500:]}"
    if ran.code == 2 and (not ran.err.strip() or ran.err.count("\n") > 2):
        return f"{words}: {ran.err.count(chr(10))} lines: {ran.err[:300]!r}"
    return ""


@pytest.mark.parametrize("command", ["simulate", "tune", "sweep --vary a=1", "fuzz", "balance"])
def test_links_that_lead_in_a_loop_are_no_ruleset(yupana: Yupana, tmp_path: Path, command: str) -> None:
    lay_out(tmp_path)
    name, *more = command.split()
    ran = yupana(name, "./loop", *more)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


@pytest.mark.slow
@pytest.mark.parametrize("command", sorted(BASE))
def test_odd_values_of_every_option(
    yupana: Yupana, tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "own" / "work"  # `..` is looked through too
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    wrong = [told for words in odd_words() if words[0] == command and (told := _try(yupana, words, folder))]
    assert wrong == []


def test_odd_values_of_options_in_short(yupana: Yupana, tmp_path: Path) -> None:
    every = [words for words in odd_words() if words[0] not in ("impact", "lint", "rulebook", "new")]
    sample = random.Random(1).sample(every, 40)
    wrong = [told for words in sample if (told := _try(yupana, words, tmp_path))]
    assert wrong == []


def _type(yupana: Yupana, lines: Sequence[str]) -> str:
    """What is wrong with a table at which these lines are typed, with two real decisions between them."""
    half = len(lines) // 2
    typed = ["mark(space=a1)", *lines[:half], "back", "undo anyway", "mark(space=b2)", *lines[half:]]
    ran = yupana("play", "tic_tac_toe", lines=typed)
    if ran.code == 0 and ran.err == "":
        return ""
    return f"{ran.code}: {ran.err[-1000:]}"


@pytest.mark.slow
def test_500_odd_lines_at_the_table(yupana: Yupana) -> None:
    lines = odd_lines(500, random.Random(1))
    wrong = [told for i in range(0, 500, 10) if (told := _type(yupana, lines[i : i + 10]))]
    assert wrong == []


def test_odd_lines_at_the_table_in_short(yupana: Yupana) -> None:
    assert _type(yupana, odd_lines(12, random.Random(2))) == ""
