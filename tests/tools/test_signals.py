"""Signals at any moment: no hang, no orphan, no traceback, no lost game."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from yupana.schemas.errors import UsageError
from yupana.tests.tools.command_line import Process, hear_signals, living
from yupana.tools.shell import signals
from yupana.tools.simulation.workers import Carried, spread

posix = pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX sends them")
PATIENT = 60
"""Seconds after which nothing more is hoped for: a machine may be busy with other things."""
LONG = ("simulate", "tic_tac_toe", "--games", "100000000", "--workers", "2")


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _ended(running: subprocess.Popen[str], children: list[int]) -> tuple[int, str]:
    """Wait for the end of a command and of all that it started: its exit code and what it said."""
    _, err = running.communicate(timeout=PATIENT)
    deadline = time.monotonic() + PATIENT
    while left := [pid for pid in children if _alive(pid)]:
        assert time.monotonic() < deadline, f"orphans: {left}"
        time.sleep(0.05)
    return running.returncode, err


def _at_work(running: subprocess.Popen[str], number: int) -> list[int]:
    """Wait until a command has started so many processes."""
    deadline = time.monotonic() + PATIENT
    while len(found := living(parent=running.pid)) < number:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return found


@posix
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked at in /proc")
@pytest.mark.parametrize(
    ("sent", "code"),
    [
        pytest.param((signal.SIGINT,) * 2, 130, marks=pytest.mark.slow),
        ((signal.SIGINT,) * 3, 130),
        ((signal.SIGTERM,), 143),
        pytest.param((signal.SIGHUP,), 129, marks=pytest.mark.slow),
    ],
    ids=["twice", "three times", "terminate", "hang up"],
)
def test_a_run_with_workers_ends_at_once_whole_and_without_orphans(
    process: Process, sent: tuple[signal.Signals, ...], code: int
) -> None:
    running = process(*LONG)
    children = _at_work(running, 2)
    time.sleep(0.3)
    for each in sent:
        running.send_signal(each)
        time.sleep(0.05)
    ended, err = _ended(running, children)
    assert ended == code
    assert err.startswith("Interrupted: ")
    assert err.count("\n") == 1


@posix
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked at in /proc")
@pytest.mark.parametrize(
    ("sent", "code"),
    [(signal.SIGINT, 130), pytest.param(signal.SIGTERM, 143, marks=pytest.mark.slow)],
    ids=["Ctrl-C", "terminate"],
)
def test_breaking_with_workers_ends_without_orphans(process: Process, sent: signal.Signals, code: int) -> None:
    running = process("strength", "go", "--workers", "2")
    children = _at_work(running, 2)
    time.sleep(0.3)
    running.send_signal(sent)
    ended, err = _ended(running, children)
    assert ended == code
    assert not err, "no traceback, of no process"


@pytest.mark.slow
@posix
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked at in /proc")
def test_workers_end_with_a_parent_that_is_killed(process: Process) -> None:
    running = process(*LONG)
    children = _at_work(running, 2)
    running.kill()
    _ended(running, children)


@posix
def test_ctrl_c_while_the_command_is_loaded_is_quiet(process: Process) -> None:
    for delay in (0.06, 0.1, 0.15, 0.2):
        running = process("check", "tic_tac_toe")
        time.sleep(delay)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=PATIENT)
        if err != "Interrupted.\n":  # before the first line of ours Python itself may speak
            assert "tools/" not in err


@posix
@pytest.mark.parametrize("engine", ["python", "auto"])
def test_every_command_ends_with_the_code_of_its_signal(process: Process, engine: str) -> None:
    running = process("perft", "chess", "--depth", "9", "--engine", engine)
    time.sleep(1.5)
    running.send_signal(signal.SIGTERM)
    _, err = running.communicate(timeout=PATIENT)
    # a signal that comes before the command line is loaded ends the process itself
    assert running.returncode in (143, -signal.SIGTERM)
    assert err in ("Interrupted.\n", "")


@posix
def test_an_exception_that_is_made_of_a_signal_is_no_internal_error() -> None:
    code = """
import os, signal, sys
from yupana.tools import cli
from yupana.tools.commands import perft
def broken(target, engine):
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        for _ in range(10): pass
    except KeyboardInterrupt:
        raise RuntimeError("wrapped")
perft.load_game = broken
sys.argv[1:] = ["perft", "x"]
cli.main()
"""
    ran = _python(code)
    assert (ran.returncode, ran.stdout, ran.stderr) == (143, "", "Interrupted.\n")


def _fail() -> None:
    raise UsageError("it cannot start")


def _square(_: object, number: int) -> int:
    return number * number


def _end(_: object, number: int) -> None:
    os._exit(3)


def _unlikely(_: object, number: int) -> object:
    return lambda: number


def _nothing() -> Carried[None]:
    return Carried(lambda: None, lambda: (bool, ()))


def test_jobs_are_done_and_numbered() -> None:
    results = dict(spread(2, _nothing(), _square, ((n,) for n in range(50))))
    assert results == {n: n * n for n in range(50)}
    assert dict(spread(3, _nothing(), _square, ())) == {}


def test_what_a_job_raises_is_raised_here() -> None:
    with pytest.raises(UsageError, match="it cannot start"):
        list(spread(2, Carried(_fail, lambda: (_fail, ())), _square, ((n,) for n in range(5))))
    with pytest.raises(TypeError):
        list(spread(1, _nothing(), _square, (("x",),)))
    with pytest.raises(RuntimeError, match="function"):
        list(spread(1, _nothing(), _unlikely, ((1,),)))


def test_a_worker_that_is_gone_is_told_in_a_sentence() -> None:
    with pytest.raises(UsageError, match=r"exit code 3.*try fewer workers"):
        list(spread(2, _nothing(), _end, ((n,) for n in range(5))))


def _python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=PATIENT,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        preexec_fn=hear_signals if os.name == "posix" else None,
    )


@posix
def test_what_is_shielded_is_whole_and_a_second_signal_is_ignored() -> None:
    code = """
import os, signal
from yupana.tools.shell.signals import listen, shielded
def job():
    with shielded():
        os.kill(os.getpid(), signal.SIGTERM)
        print("whole", flush=True)
    print("never")
def outer():
    try:
        return job()
    finally:
        os.kill(os.getpid(), signal.SIGINT)
        print("clean", flush=True)
raise SystemExit(listen(outer))
"""
    ran = _python(code)
    assert (ran.returncode, ran.stdout, ran.stderr) == (143, "whole\nclean\n", "")


@posix
def test_a_signal_that_python_drops_comes_again() -> None:
    code = """
import os, signal, time
from yupana.tools.shell.signals import listen
class Dropped:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(10): pass
def job():
    Dropped()
    time.sleep(10)
    return 0
raise SystemExit(listen(job))
"""
    ran = _python(code)
    assert (ran.returncode, ran.stderr) == (130, "")


@posix
@pytest.mark.parametrize("when", ["before it is made", "inside", "before it is removed", "while it is removed"])
def test_no_signal_leaves_a_temporary_folder(tmp_path: Path, when: str) -> None:
    code = f"""
import os, shutil, signal, sys
from pathlib import Path
from yupana.tools.shell import temporary
from yupana.tools.shell.signals import listen
when, home = {when!r}, Path({str(tmp_path)!r})
def hit(moment):
    if moment == when:
        os.kill(os.getpid(), signal.SIGTERM)
        for _ in range(10): pass
def remove(path, ignore_errors, real=shutil.rmtree):
    hit("while it is removed")
    real(path, ignore_errors=ignore_errors)
def make(parent, name, real=temporary.new_folder):
    hit("before it is made")
    return real(parent, name)
class Shield(temporary.shielded):
    def __enter__(self):
        if list(home.iterdir()):
            hit("before it is removed")
        super().__enter__()
shutil.rmtree, temporary.new_folder, temporary.shielded = remove, make, Shield
def job():
    with temporary.temporary_folder(home, "mine") as folder:
        (folder / "file").write_text("x")
        hit("inside")
    return 0
raise SystemExit(listen(job))
"""
    ran = _python(code)
    assert (ran.returncode, ran.stderr) == (143, "")
    assert list(tmp_path.iterdir()) == []


def test_the_exit_codes_of_signals() -> None:
    assert signals.code_of(KeyboardInterrupt()) == 130
    assert signals.code_of(signals.Stopped(signal.SIGTERM)) == 143
