"""What all tests share: the same properties in every run, a collector that does not slow them down, and the back ends
as a fixture. Tests marked `slow` are left out by the `-m` in pyproject.toml, which another `-m` replaces."""

from __future__ import annotations

import atexit
import gc
import os
import sys

# before all other imports: hundreds of processes are started, which need not compile the same modules again, nor
# workers write the same assertions anew
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import pytest
from hypothesis import settings
from yupana.interpreter import compile as compiling
from yupana.interpreter.backends.protocol import BackEnd
from yupana.interpreter.compiled import Compiled
from yupana.interpreter.incremental.revision import LastRevision
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.passes import Pass
from yupana.interpreter.program import ir
from yupana.interpreter.program.validate import validate
from yupana.schemas.compose import SHIPPED, Composed
from yupana.schemas.walk import once_for_each
from yupana.tests.found import BACK_ENDS, LARGE, shipped
from yupana.tests.found import BackEnd as Tested

# Thousands of tests and the compiled rulesets live until the end, and going through them again and again to find
# garbage takes a quarter of the time of everything that makes many objects, as compiling does.
gc.set_threshold(100_000, 50, 100)


def pytest_configure(config: pytest.Config) -> None:
    """Let properties be tried on the same cases in every run, so that a change is judged by itself; with `-m slow` on
    new ones each time."""
    settings.register_profile("repeatable", derandomize=True)
    if "not slow" in (config.option.markexpr or ""):
        settings.load_profile("repeatable")


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """What is slow with all its cases is left out before these are made: there are thousands."""
    out = collector.config.option.markexpr == "not slow"
    return [] if out and any(each.name == "slow" for each in getattr(obj, "pytestmark", ())) else None


LIGHTER = ("cargo_empire", "cuzco_kk")
"""Those of the large games that take a third of the time."""

ABOUT_GAMES = ("rulesets", "games", "tools_rulebook")
"""The rooms whose tests are about the shipped games themselves: these take every one, with every variant."""


def _take_one_large_game(items: list[pytest.Item]) -> None:
    """Of the large games, whose cases of one test find what the others find, each test takes one, always the same, and
    a test that small games take as well none; the others are slow. Which one differs from test to test, so that
    together they take all, the lighter ones oftener."""
    cases: dict[tuple[Path, str], dict[str, list[pytest.Item]]] = {}
    small: set[tuple[Path, str]] = set()
    for each in items:
        parts = each.callspec.id.split("-") if hasattr(each, "callspec") else ()
        games = [part for part in parts if part.partition("+")[0] in LARGE]
        test = each.path, each.name.partition("[")[0]
        if games and each.path.parent.name not in ABOUT_GAMES:
            cases.setdefault(test, {}).setdefault(games[0], []).append(each)
        elif each.get_closest_marker("slow") is None:
            small.add(test)
    for test, several in cases.items():
        names = [name for name in sorted(several) if "+" not in name] or sorted(several)
        often = [name for name in names for _ in range(3 if name in LIGHTER else 1)]
        kept = "" if test in small else often[crc32(test[1].encode()) % len(often)]
        for name, those in several.items():
            for each in those if name != kept else ():
                each.add_marker(pytest.mark.slow)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests on the same shipped game follow each other, so that of two workers, which get half of the list each, one
    compiles and plays some games and the other the rest. The first half and the second begin with them: what takes
    long comes first, and what is short is left to be shared out at the end."""
    _take_one_large_game(items)
    games: dict[str, list[pytest.Item]] = {}
    rest = []
    for each in items:
        target = each.callspec.params.get("target", "") if hasattr(each, "callspec") else ""
        base = target.partition("+")[0] if isinstance(target, str) else ""
        (games.setdefault(base, []) if base in shipped() else rest).append(each)
    halves: tuple[list[pytest.Item], list[pytest.Item]] = ([], [])
    for several in sorted(games.values(), key=len, reverse=True):
        min(halves, key=len).extend(several)
    room = max(0, len(items) // 2 - len(halves[0]))
    items[:] = [*halves[0], *rest[:room], *halves[1], *rest[room:]]


def pytest_collection_finish() -> None:
    """What was collected is no garbage before the end."""
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """What is there at the end needs not be gone through once more, nor be taken apart by a worker that has said all
    it had to say: that takes many seconds in which nothing is tested."""
    gc.freeze()
    if hasattr(session.config, "workerinput"):
        atexit.register(os._exit, 0)


def pytest_deselected(items: list[pytest.Item]) -> None:
    """In a worker: tell the process that prints the summary how many tests are left out; xdist does not."""
    told = getattr(items[0].config, "workeroutput", None) if items else None
    if told is not None:
        told["deselected"] = told.get("deselected", 0) + len(items)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Count in the summary what the workers left out; each leaves out the same."""
    reporter = node.config.pluginmanager.get_plugin("terminalreporter")
    count = getattr(node, "workeroutput", {}).get("deselected", 0)
    if reporter is not None and count:
        reporter.stats["deselected"] = [SimpleNamespace() for _ in range(count)]


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what the tests compile out of the user's cache, where it would drive out what they have there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YUPANA_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("YUPANA_DATA", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(autouse=True, scope="session")
def _every_compiled_program_is_valid() -> Iterator[None]:
    """Whatever ruleset a test runs, its program passes the validator first."""
    begin, passed = Machine.__init__, set[str]()

    def validated(machine: Machine, program: ir.Program, back_end: BackEnd, *passes: Sequence[Pass]) -> None:
        if len(program.hash) == 64 and program.hash not in passed:  # made by the checker, not by hand
            validate(program)
            passed.add(program.hash)
        begin(machine, program, back_end, *passes)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Machine, "__init__", validated)
        yield


MANY = 12
"""So many shipped rulesets a worker keeps compiled."""


@pytest.fixture(autouse=True, scope="session")
def _what_is_shipped_is_compiled_once() -> Iterator[None]:
    """What is compiled is never changed: of a shipped ruleset, read by the same paths, there is one in each worker."""
    kept: dict[object, Compiled] = {}
    whole = compiling.compile_composed

    def compile_composed(composed: Composed, last: LastRevision | None = None) -> Compiled:
        if last is not None or not all(SHIPPED in part.resolve().parents for part in composed.parts):
            return whole(composed, last)
        key = composed.target, composed.name, composed.hash, tuple(composed.files), tuple(composed.parts)
        found = kept.pop(key, None) or whole(composed)
        kept[key] = found
        if len(kept) > MANY:
            del kept[next(iter(kept))]
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiling, "compile_composed", compile_composed)
        patch.setattr(compiling, "element_digests", once_for_each(compiling.element_digests))
        yield


@pytest.fixture(params=sorted(BACK_ENDS))
def back_end(request: pytest.FixtureRequest) -> Tested:
    """Each back end in turn."""
    return BACK_ENDS[request.param]
