"""Works in processes of their own: how far they are is told, they stop when somebody wants that, and what goes wrong is
told in a sentence."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from yupana.schemas.errors import UsageError
from yupana.tests.found import ROOT
from yupana.tools.page.faults import OURS, Refused
from yupana.tools.page.request_body import RequestBody
from yupana.tools.studio import processes, working
from yupana.tools.studio.host import Host
from yupana.tools.studio.working import WORKS, fault_told, run, works_of

PATIENCE = 40.0
ENDS = {"result", "fault", "stopped"}


class Page:
    """A page that hears of works."""

    def __init__(self, folder: Path) -> None:
        self.told: list[tuple[float, dict[str, Any]]] = []
        self.host = Host(folder, self._hear, working.register, processes.register)

    def _hear(self, event: str, data: Any) -> None:
        assert event == "work"
        self.told.append((time.monotonic(), data))

    async def begin(self, name: str, **params: Any) -> int:
        found = await self.host.ask("work/begin", RequestBody({"name": name, "params": params}))
        return int(found["id"])

    async def stop(self, number: int) -> None:
        await self.host.ask("work/stop", RequestBody({"id": number}))

    def of(self, number: int) -> list[tuple[float, dict[str, Any]]]:
        return [each for each in self.told if each[1]["id"] == number]

    async def until(self, number: int, wanted: Callable[[Mapping[str, Any]], bool]) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for _, each in self.of(number):
                if wanted(each):
                    return each
            await asyncio.sleep(0.01)
        raise AssertionError(f"work {number} told {self.of(number)[-3:]}")

    async def over(self, number: int) -> dict[str, Any]:
        return await self.until(number, lambda each: bool(each.keys() & ENDS))


@contextlib.asynccontextmanager
async def page(folder: Path) -> AsyncIterator[Page]:
    found = Page(folder)
    try:
        yield found
    finally:
        found.host.end()


def test_a_work_tells_how_far_it_is_and_gives_its_result(tmp_path: Path) -> None:
    async def whole() -> None:
        async with page(tmp_path) as here:
            number = await here.begin("simulate", target="chess", games=60)
            last = await here.over(number)
            result = last["result"]
            assert result["document"]["games"] == 60
            assert result["said"]
            assert {each["about"] for each in result["figures"]} >= {"Seats", "Length"}
            told = here.of(number)
            assert [bool(each.keys() & ENDS) for _, each in told].index(True) == len(told) - 1
            again = await here.over(await here.begin("simulate", target="chess", games=60))
            assert again["result"]["document"]["results"] == result["document"]["results"]

    asyncio.run(whole())


def test_it_is_told_how_far_a_work_is_between_four_and_ten_times_a_second(tmp_path: Path) -> None:
    async def whole() -> None:
        async with page(tmp_path) as here:
            number = await here.begin("fuzz", target="tic_tac_toe", seconds=60)
            await here.until(number, lambda each: each.get("done", 0) > 0)
            await asyncio.sleep(2.0)
            await here.stop(number)
            end = time.monotonic()
            times = [at for at, _ in here.of(number) if end - 2.0 <= at <= end]
            assert 6 <= len(times) <= 2 * 12

    asyncio.run(whole())


@pytest.mark.parametrize(("name", "params"), [
    ("simulate", {"target": "cargo_empire", "games": 1_000_000}),
    ("balance", {"target": "tic_tac_toe", "games": 100_000, "bots": "mcts:400", "quick": False}),
    ("fuzz", {"target": "tic_tac_toe", "seconds": 600}),
])  # fmt: skip
def test_a_work_stops_within_half_a_second(tmp_path: Path, name: str, params: dict[str, Any]) -> None:
    async def whole() -> None:
        async with page(tmp_path) as here:
            number = await here.begin(name, **params)
            await here.until(number, lambda each: each.get("done", 0) > 0 or each.get("seconds", 0) > 4)
            if name != "balance":
                so_far = await here.until(number, lambda each: "so_far" in each)
                assert so_far["so_far"]["figures"]
            begun = time.monotonic()
            await here.stop(number)
            last = await here.over(number)
            assert time.monotonic() - begun < 0.8  # two cores that others use too
            if "result" in last:
                assert last["result"]["interrupted"] is True
            after = await here.over(await here.begin("simulate", target="tic_tac_toe", games=5))
            assert after["result"]["document"]["games"] == 5

    asyncio.run(whole())


def test_what_was_found_by_then_is_told_when_a_work_is_stopped(tmp_path: Path) -> None:
    async def whole() -> None:
        async with page(tmp_path) as here:
            for _ in range(4):  # others use this machine: now and then it takes longer than it is given
                number = await here.begin("simulate", target="tic_tac_toe", games=9_000_000)
                await here.until(number, lambda each: "so_far" in each)
                await here.stop(number)
                last = await here.over(number)
                if "result" in last:
                    assert last["result"]["interrupted"] is True
                    assert 0 < last["result"]["document"]["games"] < 9_000_000
                    return
            raise AssertionError("it was ended each time")

    asyncio.run(whole())


def test_works_of_one_kind_wait_for_each_other_and_a_waiting_one_is_taken_back(tmp_path: Path) -> None:
    async def whole() -> None:
        async with page(tmp_path) as here:
            long = await here.begin("fuzz", target="tic_tac_toe", seconds=600)
            waiting = await here.begin("fuzz", target="tic_tac_toe", seconds=600)
            third = await here.begin("fuzz", target="tic_tac_toe", seconds=1)
            await here.stop(waiting)
            assert (await here.over(waiting)) == {"id": waiting, "stopped": True}
            await here.until(long, lambda each: "seconds" in each)
            assert [each.get("waits") for _, each in here.of(third)] == [2]
            await here.stop(long)
            await here.over(long)
            assert "result" in await here.over(third)

    asyncio.run(whole())


@pytest.mark.parametrize(("name", "params", "said"), [
    ("simulate", {"target": "nothing_like_it"}, "no ruleset"),
    ("simulate", {"target": "../secret"}, "does not lie in the project"),
    ("simulate", {"target": "chess", "players": 7}, "takes 2 players"),
    ("simulate", {"target": "chess", "bots": "genius"}, "genius"),
    ("simulate", {"target": "chess", "games": "many"}, "whole number"),
    ("sweep", {"target": "chess", "vary": ["nonsense=1..2"]}, "no constant or option"),
    ("sweep", {"target": "chess"}, "what to vary"),
    ("tune", {"target": "tic_tac_toe"}, "no `features`"),
    ("strength", {"target": "."}, "no .yaml file"),
])  # fmt: skip
def test_what_cannot_be_done_is_refused_in_a_sentence(
    tmp_path: Path, name: str, params: dict[str, Any], said: str
) -> None:
    with pytest.raises(UsageError) as refused:
        run(name, tmp_path, params, lambda done, total, said="", so_far=None: None)
    told = fault_told(refused.value)
    assert said in told
    assert told.endswith((".", "?", "!", ")"))
    assert "Traceback" not in told


def test_faults_of_the_rules_are_told_and_no_path_of_this_machine(tmp_path: Path) -> None:
    head = "ruleset: {name: x, title: X, language: 4}\nplayers: {min: 1, max: 1}\n"
    (tmp_path / "game.yaml").write_text(f"{head}flow: [{{do: y}}]\n")

    async def whole() -> None:
        async with page(tmp_path) as here:
            last = await here.over(await here.begin("simulate", target="."))
            assert last["fault"].startswith("The rules have faults")
            assert str(tmp_path) not in last["fault"]

    asyncio.run(whole())


def test_what_nobody_knows_is_no_work(tmp_path: Path) -> None:
    async def whole() -> None:
        async with page(tmp_path) as here:
            for name in ("nothing", "__import__", ""):
                with pytest.raises(Refused):
                    await here.begin(name)
            with pytest.raises(Refused):
                await here.host.ask("work/begin", RequestBody({"name": "simulate", "params": 1}))
            await here.stop(77)
        nobody = Host(tmp_path, lambda event, data: None, working.register)
        with pytest.raises(Refused, match="cannot be done here"):
            await nobody.ask("work/begin", RequestBody({"name": "simulate", "params": {}}))

    asyncio.run(whole())


def test_a_process_that_is_ended_is_told_of_and_another_one_follows(tmp_path: Path) -> None:
    async def whole() -> None:
        async with page(tmp_path) as here:
            number = await here.begin("fuzz", target="tic_tac_toe", seconds=600)
            await here.until(number, lambda each: each.get("done", 0) > 0)
            runner = works_of(here.host).runner
            assert isinstance(runner, processes.ProcessRunner)
            worker = runner._kinds["fuzz"]._worker
            assert worker is not None
            os.kill(worker._process.pid, signal.SIGKILL)
            last = await here.over(number)
            assert last["fault"].startswith("The work was ended from outside")
            assert "result" in await here.over(await here.begin("fuzz", target="tic_tac_toe", seconds=1))

    asyncio.run(whole())


def test_a_mistake_of_ours_is_told_as_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Any) -> None:
    monkeypatch.setitem(WORKS, "wrong", lambda folder, params, progress: 1 // 0)
    with pytest.raises(ZeroDivisionError) as wrong:
        run("wrong", tmp_path, {}, lambda done, total, said="", so_far=None: None)
    assert fault_told(wrong.value) == OURS


ENDING = """
import asyncio, sys, time
from pathlib import Path
from yupana.tools.studio import processes, working
from yupana.tools.studio.host import Host
from yupana.tools.page.request_body import RequestBody

async def main():
    host = Host(Path(sys.argv[1]), lambda event, data: print("told", flush=True), working.register, processes.register)
    await host.ask("work/begin", RequestBody({"name": "fuzz", "params": {"target": "tic_tac_toe", "seconds": 600}}))
    await asyncio.sleep(3600)

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_all_that_a_work_tells_comes_before_its_result(tmp_path: Path) -> None:
    async def whole() -> None:
        async with page(tmp_path) as here:
            asked = {"target": "tic_tac_toe", "base": "tic_tac_toe", "stages": ["rules", "examples"]}
            for _ in range(25):  # it takes a moment only, so that all that it tells comes at once
                number = await here.begin("changes", **asked)
                assert "result" in await here.over(number)
                told = [each["so_far"]["stage"] for _, each in here.of(number) if "so_far" in each]
                assert set(told) == {"rules", "examples"}

    asyncio.run(whole())


@pytest.mark.parametrize("name", ["simulate", "fuzz"])
def test_a_studio_that_ends_in_the_middle_of_a_work_tells_of_no_mistake(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], name: str
) -> None:
    async def whole(seconds: float) -> None:
        async with page(tmp_path) as here:
            number = await here.begin(name, target="tic_tac_toe", games=1_000_000, seconds=600)
            await here.until(number, lambda each: each.get("done", 0) > 0)
            await asyncio.sleep(seconds)
        await asyncio.sleep(0.3)

    for each in range(4):  # what is being told just then differs
        asyncio.run(whole(each * 0.07))
    assert capfd.readouterr().err == ""


def test_no_process_outlives_the_studio(tmp_path: Path) -> None:
    script = tmp_path / "ending.py"
    script.write_text(ENDING)
    begun = subprocess.Popen([sys.executable, str(script), str(tmp_path)], stdout=subprocess.PIPE, cwd=ROOT,
                             env={**os.environ, "PYTHONPATH": str(ROOT / "tests" / ".path")})  # fmt: skip
    try:
        assert begun.stdout is not None
        assert begun.stdout.readline() == b"told\n"
        children = _children(begun.pid)
        assert children
    finally:
        begun.kill()
        begun.wait()
    end = time.monotonic() + 10
    while (left := [each for each in children if Path(f"/proc/{each}").exists()]) and time.monotonic() < end:
        time.sleep(0.05)
    assert not left


def _children(parent: int) -> list[int]:
    found = []
    for each in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = each.read_text().rpartition(")")[2].split()
            if int(fields[1]) == parent:
                found.append(int(each.parent.name))
    return found


def test_works_need_nothing_that_a_browser_lacks(tmp_path: Path) -> None:
    """What draws is no part of it: plots are drawn by the page."""
    told = (
        "import sys\n"
        "for name in ('altair', 'vl_convert', 'wasmtime', 'starlette'):\n"
        "    sys.modules[name] = None\n"
        "from pathlib import Path\n"
        "from yupana.tools.studio.working import run\n"
        "found = run('simulate', Path(sys.argv[1]), {'target': 'tic_tac_toe', 'games': 5}, lambda *a, **b: None)\n"
        "print(found['document']['games'])\n"
    )
    done = subprocess.run([sys.executable, "-c", told, str(tmp_path)], capture_output=True, text=True, timeout=60,
                          env={**os.environ, "PYTHONPATH": str(ROOT / "tests" / ".path")})  # fmt: skip
    assert done.stdout == "5\n", done.stderr[-2000:]
