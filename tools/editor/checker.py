"""Checking in the background: what was edited is checked, and then the linter is asked while nobody types."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field

from yupana.interpreter.compiled import SoundRuleset
from yupana.schemas.opened import opened
from yupana.schemas.within import TooMuchError, steps_within

from ..linting.examine import standing, wanted_rules
from ..linting.finding import Finding
from ..linting.study import Study
from .background import Background, Steps, in_loop
from .projects import Opened, Project, Projects

SETTLED = 0.02
"""How long (seconds) nobody must have typed before a check begins: what was typed at once is checked once."""

PAUSE = 0.25
"""How long nobody must have typed before all that an edit concerns is checked, where that takes longer than `LONG`.
What is wrong with the edited code itself is told before; who types on does not wait for more."""

LONG = 0.1
"""A check that is shorter (seconds) is not waited with."""

IDLE = 0.4
"""How long nobody must have typed before the linter is asked."""

MANY, MOST = 8, 48
"""After so many checks their garbage is collected: when the linter was asked next, or at once. While checks go on
nobody else collects it (see `rechecking`), and the collector, which counts what is made between them, would come to it
once in hundreds of them."""


class _TypedError(Exception):
    """Somebody types: what is being done is left."""


@dataclass(slots=True)
class _Waiting:
    """The projects that are to be checked, and those that are to be linted; `wanted` wakes those for whom a check is to
    come soon."""

    dirty: dict[int, Project] = field(default_factory=dict)
    idle: dict[int, Project] = field(default_factory=dict)
    typed: float = 0.0
    busy: bool = False
    wanted: list[Callable[[], None]] = field(default_factory=list)
    ended: bool = False


class Checker:
    """Checks projects in the background. `tell` gets a project of which more is known now, `fail` an exception that is
    a fault of ours; both are called there."""

    def __init__(self, projects: Projects, tell: Callable[[Project], None], fail: Callable[[Exception], None]) -> None:
        self._projects, self._tell, self._fail = projects, tell, fail
        self._state = _Waiting()
        self._lints = True
        self.took = 0.0  # how long (seconds) the last check took
        self._untidy = 0  # so many checks have left their garbage
        self._lock = threading.Lock()
        self._background = Background("checker", self._steps)

    def end(self) -> None:
        """No more; what is being checked is given a moment to end."""
        self._state.ended = True
        self._tell_waiting()
        self._background.end()

    def changed(self, projects: list[Project]) -> None:
        """Say that something of these projects was edited."""
        with self._lock:
            self._state.dirty.update((id(each), each) for each in projects)
            self._state.typed = time.monotonic()
        self._background.wake()

    def asks_linter(self, *, asks: bool) -> None:
        """Say whether the linter is asked; if not, what it has said is taken back."""
        before, self._lints = self._lints, asks
        for each in [*self._projects.by_target.values()] if before != asks else ():
            if asks and each.sound:
                with self._lock:
                    self._state.idle[id(each)] = each
                self._background.wake()
            elif each.findings:
                each.findings = []
                self._tell(each)

    def still(self) -> float:
        """How long (seconds) nobody has typed."""
        return time.monotonic() - self._state.typed

    # ------------------------------------------------------------ waiting for it

    async def settled(self, project: Project, seconds: float) -> bool:
        """Wait until a project was checked as it is now; whether it was, within so many seconds."""
        loop, woken = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(woken.set)

        return await in_loop(self.settling(project, seconds, wake), woken)

    def settling(self, project: Project, seconds: float, wake: Callable[[], None]) -> Steps[bool]:
        """The same for who works in the background, whom `wake` wakes."""
        until = time.monotonic() + seconds
        with self._lock:
            self._state.wanted.append(wake)
        self._background.wake()
        try:
            while not (done := self._is_settled(project)) and (left := until - time.monotonic()) > 0:
                yield left
            return done
        finally:
            with self._lock:
                self._state.wanted.remove(wake)

    def _is_settled(self, project: Project) -> bool:
        with self._lock:
            return self._state.ended or not (id(project) in self._state.dirty or self._state.busy)

    def _tell_waiting(self) -> None:
        with self._lock:
            waiting = [*self._state.wanted]
        for wake in waiting:
            wake()

    # ------------------------------------------------------------ in the background

    def _steps(self) -> Steps[None]:
        state = self._state
        while True:
            state.busy = False
            self._tell_waiting()
            while not state.ended and (wait := self._wait()) != 0:
                yield wait
            if state.ended:
                return
            with self._lock:
                work, lint = state.dirty or state.idle, not state.dirty
                if lint:
                    state.idle = {}
                else:
                    state.dirty, state.busy = {}, True
                files = self._projects.files.copy()
            for each in work.values():
                if not self._projects.has(each):  # its files were closed
                    continue
                try:
                    yield from self._lint(each, files) if lint else self._check(each, files)
                except Exception as fault:  # a fault of ours must not end the server
                    self._fail(fault)
                yield 0
            self._untidy += not lint
            if self._untidy >= (MANY if lint else MOST):
                gc.collect()
                self._untidy = 0

    def _wait(self) -> float | None:
        """How long there is nothing to do (seconds); None: until somebody types."""
        state = self._state
        if not state.dirty and not state.idle:
            return None
        return max(0.0, state.typed + (SETTLED if state.dirty else IDLE) - time.monotonic())

    def _check(self, project: Project, files: Opened) -> Steps[None]:
        begun, paused, long = time.monotonic(), 0.0, self.took > LONG
        checking = project.checking(files, self._projects.encoding)
        try:
            for is_known in checking:
                since = time.monotonic()
                if is_known:
                    self._tell(project)
                    yield 0
                if long:
                    yield from self._pause()
                paused += time.monotonic() - since
        except _TypedError:
            with self._lock:
                self._state.dirty.setdefault(id(project), project)
            return
        finally:
            checking.close()
        self.took = time.monotonic() - begun - paused
        with self._lock:
            if project.sound and self._lints:
                self._state.idle[id(project)] = project
            else:
                self._state.idle.pop(id(project), None)
        self._tell(project)

    def _pause(self) -> Steps[None]:
        """Wait until nobody has typed for a while, or somebody wants to know more. Raises _TypedError when somebody
        does type."""
        state = self._state
        while not state.dirty and not state.wanted and not state.ended:
            wait = state.typed + PAUSE - time.monotonic()
            if wait <= 0:
                return
            yield wait
        if state.dirty:
            raise _TypedError

    def _lint(self, project: Project, files: Opened) -> Steps[None]:
        compiled = project.current
        if not isinstance(compiled, SoundRuleset):
            return
        looking = steps_within("Looking for findings", self._findings(project, compiled))
        try:
            with opened(files.texts):
                found = yield from self._while_still(project, looking)
        except TooMuchError:
            return  # what could be better is not worth more
        except _TypedError:
            with self._lock:
                self._state.idle.setdefault(id(project), project)
            return
        if project.current is compiled and self._lints:
            project.findings = found
            self._tell(project)

    @staticmethod
    def _findings(project: Project, compiled: SoundRuleset) -> Generator[None, None, list[Finding]]:
        found, _ = yield from standing(Study(str(project.target), compiled), wanted_rules(None, deep=False))
        return found

    def _while_still(self, project: Project, steps: Generator[None, None, list[Finding]]) -> Steps[list[Finding]]:
        """What steps come to. Raises _TypedError between them when somebody types."""
        try:
            while not self._state.dirty and not self._state.ended and self._projects.has(project):
                try:
                    next(steps)
                except StopIteration as end:
                    found: list[Finding] = end.value
                    return found
                yield 0
        finally:
            steps.close()
        raise _TypedError
