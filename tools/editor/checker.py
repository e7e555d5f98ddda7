"""Checking in the background: one thread that checks what was edited, and then asks the linter while nobody types."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from yupana.interpreter.compiled import SoundRuleset
from yupana.schemas.opened import opened
from yupana.schemas.within import TooMuchError, within

from ..linting.examine import stands, wanted_rules
from ..linting.study import Study
from .projects import Opened, Project, Projects

SETTLED = 0.02
"""How long (seconds) nobody must have typed before a check begins: what was typed at once is checked once."""

PAUSE = 0.25
"""How long nobody must have typed before all that an edit concerns is checked, where that takes longer than `LONG`.
What is wrong with the edited code itself is told before; who types on does not wait for more."""

LAST = 3.0
"""How long (seconds) the end of the server waits for what is being checked."""

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
    """The projects that are to be checked, and those that are to be linted; for so many requests a check is `wanted`
    soon."""

    dirty: dict[int, Project] = field(default_factory=dict)
    idle: dict[int, Project] = field(default_factory=dict)
    typed: float = 0.0
    busy: bool = False
    wanted: int = 0
    ended: bool = False


class Checker:
    """Checks projects in a thread of its own. `tell` gets a project of which more is known now, `fail` an exception
    that is a fault of ours; both are called in that thread."""

    def __init__(self, projects: Projects, tell: Callable[[Project], None], fail: Callable[[Exception], None]) -> None:
        self._projects, self._tell, self._fail = projects, tell, fail
        self._state = _Waiting()
        self._lints = True
        self.took = 0.0  # how long (seconds) the last check took
        self._untidy = 0  # so many checks have left their garbage
        self._wakes = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="checker", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def end(self) -> None:
        """No more; what is being checked is given a moment to end."""
        with self._wakes:
            self._state.ended = True
            self._wakes.notify_all()
        if self._thread.is_alive():
            self._thread.join(LAST)

    def changed(self, projects: list[Project]) -> None:
        """Say that something of these projects was edited."""
        with self._wakes:
            self._state.dirty.update((id(each), each) for each in projects)
            self._state.typed = time.monotonic()
            self._wakes.notify_all()

    def asks_linter(self, *, asks: bool) -> None:
        """Say whether the linter is asked; if not, what it has said is taken back."""
        before, self._lints = self._lints, asks
        for each in [*self._projects.by_target.values()] if before != asks else ():
            if asks and each.sound:
                with self._wakes:
                    self._state.idle[id(each)] = each
                    self._wakes.notify_all()
            elif each.findings:
                each.findings = []
                self._tell(each)

    def still(self) -> float:
        """How long (seconds) nobody has typed."""
        return time.monotonic() - self._state.typed

    def settled(self, project: Project, seconds: float) -> bool:
        """Wait until a project was checked as it is now; whether it was, within so many seconds."""

        def done() -> bool:
            return self._state.ended or not (id(project) in self._state.dirty or self._state.busy)

        with self._wakes:
            self._state.wanted += 1
            self._wakes.notify_all()
            try:
                return self._wakes.wait_for(done, seconds)
            finally:
                self._state.wanted -= 1

    def _run(self) -> None:
        while True:
            with self._wakes:
                self._state.busy = False
                self._wakes.notify_all()
                while not self._state.ended and (wait := self._wait()) != 0:
                    self._wakes.wait(wait)
                if self._state.ended:
                    return
                work, lint = self._state.dirty or self._state.idle, not self._state.dirty
                if lint:
                    self._state.idle = {}
                else:
                    self._state.dirty, self._state.busy = {}, True
                files = self._projects.files.copy()
            for each in work.values():
                if not self._projects.has(each):  # its files were closed
                    continue
                try:
                    self._lint(each, files) if lint else self._check(each, files)
                except Exception as fault:  # a fault of ours must not end the server
                    self._fail(fault)
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

    def _check(self, project: Project, files: Opened) -> None:
        begun, paused, long = time.monotonic(), 0.0, self.took > LONG

        def pause() -> None:
            nonlocal paused
            since = time.monotonic()
            if long:
                self._pause()
            paused = time.monotonic() - since

        try:
            project.check(files, self._projects.encoding, lambda: self._tell(project), pause)
        except _TypedError:
            with self._wakes:
                self._state.dirty.setdefault(id(project), project)
            return
        self.took = time.monotonic() - begun - paused
        if project.sound and self._lints:
            with self._wakes:
                self._state.idle[id(project)] = project
        else:
            self._state.idle.pop(id(project), None)
        self._tell(project)

    def _pause(self) -> None:
        """Wait until nobody has typed for a while, or somebody wants to know more. Raises _TypedError when somebody
        does type."""
        state = self._state
        with self._wakes:
            while not state.dirty and not state.wanted and not state.ended:
                wait = state.typed + PAUSE - time.monotonic()
                if wait <= 0:
                    return
                self._wakes.wait(wait)
            if state.dirty:
                raise _TypedError

    def _lint(self, project: Project, files: Opened) -> None:
        compiled = project.current
        if not isinstance(compiled, SoundRuleset):
            return

        def going_on() -> None:
            if self._state.dirty or self._state.ended or not self._projects.has(project):
                raise _TypedError

        try:
            with opened(files.texts):
                study, rules = Study(str(project.target), compiled), wanted_rules(None, deep=False)
                found, _ = within("Looking for findings", lambda: stands(study, rules, going_on))
        except TooMuchError:
            return  # what could be better is not worth more
        except _TypedError:
            with self._wakes:
                self._state.idle.setdefault(id(project), project)
            return
        if project.current is compiled and self._lints:
            project.findings = found
            self._tell(project)
