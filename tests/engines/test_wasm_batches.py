"""Long work in a module hears Ctrl-C and keeps to its time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from yupana.interpreter.backends.wasm.bulk import CALL_SECONDS, UNITS_FIRST, Batches
from yupana.interpreter.backends.wasm.host import Call, Instance, compiled

wasmtime = pytest.importorskip("wasmtime")

SPIN = """
(module
  (memory (export "memory") 1 1)
  (func (export "spin") (param $units i32) (result i32) (local $i i32)
    (loop $unit
      (local.set $i (i32.const 1000))
      (loop $turn
        (i32.store (i32.const 0) (i32.add (i32.load (i32.const 0)) (i32.const 1)))
        (br_if $turn (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))
      (br_if $unit (local.tee $units (i32.sub (local.get $units) (i32.const 1)))))
    (i32.load (i32.const 0))))
"""
"""`spin(units)` turns a thousand times for each unit, which takes about half a millionth of a second."""


def spin() -> Call:
    return Instance(compiled(bytes(wasmtime.wat2wasm(SPIN)))).function("spin")


def test_a_call_takes_about_as_long_as_it_should() -> None:
    work, batches, spent = spin(), Batches(), []
    for units in batches:
        start = time.thread_time()
        work(units)
        spent.append(time.thread_time() - start)
        batches.done = len(spent) == 20
    assert CALL_SECONDS / 10 < sorted(spent)[-10] < 4 * CALL_SECONDS  # of processor time: the machine may be busy


def test_what_takes_longer_at_once_is_done_in_smaller_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("yupana.interpreter.backends.wasm.bulk.perf_counter", lambda: now[0])
    batches, sizes = Batches(), []
    for units in batches:
        sizes.append(units)
        now[0] += units * (0.0001 if len(sizes) < 5 else 0.1)
        batches.done = len(sizes) == 8
    assert sizes == [UNITS_FIRST, 500, 500, 500, 500, 1, 1, 1]


def test_work_stops_when_its_time_is_over() -> None:
    work, batches = spin(), Batches(seconds=0.3)
    start = time.perf_counter()
    for units in batches:
        work(units)
    assert batches.stopped
    assert 0.25 < time.perf_counter() - start < 10  # the machine may be busy


def test_what_is_done_in_time_is_not_stopped() -> None:
    batches = Batches(seconds=60)
    for _ in batches:
        batches.done = True
    assert not batches.stopped


@pytest.mark.skipif(sys.platform == "win32", reason="a signal is sent to the process")
def test_ctrl_c_ends_long_work_at_once() -> None:
    program = (
        "import signal, sys, time; from yupana.interpreter.backends.wasm.bulk import Batches\n"
        "from yupana.interpreter.backends.wasm.host import Instance, compiled\n"
        f"work = Instance(compiled(bytes.fromhex('{bytes(wasmtime.wat2wasm(SPIN)).hex()}'))).function('spin')\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # also where who runs the tests ignores it\n"
        "print('begun', flush=True)\n"
        "try:\n"
        "    for units in Batches(seconds=30): work(units)\n"
        "except KeyboardInterrupt: print(time.time(), flush=True)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=environment) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "begun\n"
        time.sleep(0.5)
        sent = time.time()
        child.send_signal(signal.SIGINT)
        heard = float(child.stdout.readline())
    assert heard - sent < 0.5  # a twentieth of a second, unless the machine is busy
