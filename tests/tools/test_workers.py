"""Workers: they cost little, share what is there, and a run that is over soon has few of them."""

from __future__ import annotations

import os
import pickle
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from yupana.interpreter.backends.wasm import module_maker
from yupana.interpreter.game import Game, load
from yupana.tools.simulation import workers as pool
from yupana.tools.simulation.chunks import play_chunk
from yupana.tools.simulation.crew import Crew
from yupana.tools.simulation.playouts import Plan
from yupana.tools.simulation.run import play_plan
from yupana.tools.simulation.workers import Carried, Sent, copies, spread

copying = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere workers are started afresh")


@pytest.fixture(params=["copies", "afresh"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How workers begin: as on Linux, and as elsewhere."""
    name = str(request.param)
    if name == "copies" and sys.platform != "linux":
        pytest.skip("no copies here")
    monkeypatch.setattr(pool, "copies", lambda: name == "copies")
    return name


def _held(what: object) -> Carried[object]:
    return Carried(lambda: what, lambda: (_same, (what,)))


def _same(what: object) -> object:
    return what


def _work(_: object, seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def _thing(thing: object) -> tuple[int, int]:
    return os.getpid(), id(thing)


def _size(held: bytes) -> int:
    return len(held)


def _open_files(_: object) -> list[str]:
    return [os.readlink(each) for each in Path("/proc/self/fd").iterdir() if each.is_symlink() and each.exists()]


def _user(who: int) -> float:
    import resource

    return resource.getrusage(who).ru_utime


@copying
def test_sixteen_workers_cost_less_than_two_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """All sixteen are at work, and all that they take of the processors is what it costs to start them."""
    import resource

    monkeypatch.setattr(pool, "copies", lambda: True)  # tests run beside threads of the runner
    game = load("cargo_empire").on("native")
    game.start(3)
    before = _user(resource.RUSAGE_CHILDREN) + _user(resource.RUSAGE_SELF)
    found = {result for _, result in Crew(16).parts(game, _played, ((0.3,) for _ in range(64)))}
    assert len(found) == 16
    assert _user(resource.RUSAGE_CHILDREN) + _user(resource.RUSAGE_SELF) - before < 2.0


def _played(game: Game, seconds: float) -> int:
    play_chunk(game, Plan("cargo_empire", 3, 1, 1, ("random",) * 3, limit=50, engine="native"), 0, 1)
    return _work(game, seconds)


def test_a_run_that_is_over_soon_has_one_worker(way: str) -> None:
    assert len({result for _, result in spread(16, _held(None), _work, ((0.0,) for _ in range(20)))}) == 1


@pytest.mark.slow
def test_a_long_run_has_all(way: str) -> None:
    assert len({result for _, result in spread(4, _held(None), _work, ((0.4,) for _ in range(12)))}) == 4


def test_no_worker_is_started_that_nothing_is_left_for(way: str) -> None:
    assert len({result for _, result in spread(8, _held(None), _work, ((0.8,) for _ in range(2)))}) <= 2


@copying
def test_the_others_begin_when_what_they_share_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first works meanwhile, and what it has done is heard; what is shared is made once."""
    monkeypatch.setattr(pool, "copies", lambda: True)
    pieces: list[int] = []

    def shared() -> Iterator[None]:
        for number in range(40):
            time.sleep(0.02)
            pieces.append(number)
            yield

    seen = [
        (len(pieces), result)
        for _, result in spread(4, _held(pieces), _pieces, ((0.1,) for _ in range(24)), shared())
    ]
    first, *_ = (worker for _, (worker, _) in seen)
    alone = [known for known, (worker, _) in seen if worker == first and known < 40]
    assert alone, "nothing was heard of the first before all was there"
    others = {worker: known for _, (worker, known) in seen if worker != first}
    assert set(others.values()) == {40}
    assert pieces == [*range(40)]


def _pieces(pieces: list[int], seconds: float) -> tuple[int, int]:
    time.sleep(seconds)
    return os.getpid(), len(pieces)


def _made(text: str) -> list[str]:
    return [text, str(os.getpid())]


def test_copies_have_what_is_there_and_others_make_it_anew(way: str) -> None:
    there = ["here", str(os.getpid())]
    carried = Carried(lambda: there, lambda: (_made, ("anew",)))
    ((_, (worker, found)),) = spread(1, carried, _thing, ((),))
    assert worker != os.getpid()
    assert (found == id(there)) == (way == "copies")
    again = pickle.loads(pickle.dumps(carried)).thing
    assert again == ["anew", str(os.getpid())]


def test_what_is_large_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program larger than a pipe's buffer: before, starting a process waited until it had imported everything."""
    monkeypatch.setattr(pool, "copies", lambda: False)
    started: list[float] = []
    real = pool.Worker.__init__

    def timed(self: pool.Worker, *arguments: object, **more: object) -> None:
        begin = time.monotonic()
        real(self, *arguments, **more)  # type: ignore[arg-type]
        started.append(time.monotonic() - begin)

    monkeypatch.setattr(pool.Worker, "__init__", timed)
    begin = time.monotonic()
    ((_, size),) = spread(1, _held(bytes(3_000_000)), _size, ((),))
    assert size == 3_000_000
    assert started[0] < 0.5 * (time.monotonic() - begin)


@copying
def test_a_copy_keeps_no_file_of_its_parent_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "copies", lambda: True)
    with tempfile.NamedTemporaryFile(prefix="parents-own-") as file:
        ((_, found),) = spread(1, _held(None), _open_files, ((),))
    assert not any(os.path.basename(file.name) in each for each in found)


@copying
def test_nothing_stays_in_shared_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "copies", lambda: False)
    before = {*os.listdir("/dev/shm")}
    run = spread(2, _held(b"x" * 100_000), _size, ((),) * 5)
    next(run)
    assert len({*os.listdir("/dev/shm")} - before) == 1
    run.close()  # type: ignore[attr-defined]
    assert not {*os.listdir("/dev/shm")} - before


def test_both_ways_play_the_same(way: str) -> None:
    game = load("leduc_poker").on("native")
    plan = Plan("leduc_poker", 2, 3000, 5, ("random", "first"))
    assert play_plan(game, plan, Crew(3)).tally == play_plan(game, plan, Crew(1)).tally


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_game_arrives_with_what_was_compiled(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tic_tac_toe").on(engine)
    sent = pickle.dumps(Sent.of(game))
    from yupana.interpreter.backends.wasm import host

    monkeypatch.setattr(host, "compiled", lambda data: pytest.fail("compiled again"))
    monkeypatch.setattr(module_maker.Maker, "make", lambda self: pytest.fail("made again"))
    other = pickle.loads(sent).game
    assert other is not game
    assert other.back_end.name == engine
    plan = Plan("tic_tac_toe", 2, 50, 1, ("random", "random"))
    assert play_chunk(other, plan, 0, 50).tally == play_chunk(game, plan, 0, 50).tally


def test_machine_code_of_another_machine_is_made_again() -> None:
    game = load("tic_tac_toe").on("native")
    translation = game.machine.translation
    make, (program, made, _) = translation.__reduce__()  # type: ignore[misc]
    again = make(program, made, b"of another processor")
    assert again.code.digest == translation.code.digest  # type: ignore[attr-defined]


def test_threads_of_python_are_seen() -> None:
    import threading

    ends = threading.Event()
    beside = threading.Thread(target=ends.wait)
    beside.start()
    assert not copies()
    ends.set()
    beside.join()


def _who(game: Game, number: int) -> int:
    time.sleep(0.01)
    return os.getpid()


def test_those_who_stay_together_are_started_once() -> None:
    game = load("tic_tac_toe")
    jobs = [(number,) for number in range(8)]
    with Crew(2).kept(game) as crew:
        runs = [{each for _, each in crew.parts(game, _who, jobs)} for _ in range(3)]
        assert len(set.union(*runs)) <= 2
        stopped = crew.parts(game, _who, jobs)
        next(stopped)
        stopped.close()
        assert sorted(number for number, _ in crew.parts(game, _who, jobs)) == list(range(8)), "nothing of it comes now"
    assert len({each for _ in range(2) for _, each in Crew(2).parts(game, _who, jobs)}) > 1
