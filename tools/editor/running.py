"""Running examples and breaking rules in the background, on what was checked last.

What was asked for is done first. While nobody types and nothing was asked, the examples that the last edits concern are
run, if the settings want it. Every edit of the ruleset ends what is being done with it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TypeVar

from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.examples.running import example_steps
from yupana.interpreter.index.elements import index
from yupana.interpreter.mutation import Trials, mutants_of
from yupana.schemas.errors import UsageError
from yupana.schemas.find import shown

from ..authoring.owners import target
from ..strength.accepting import settle
from ..strength.choosing import meant
from ..strength.model import Result, Strength
from ..strength.report import summary
from ..strength.running import result_of, trials_beginning
from ..testing.affected import affected, changes
from .background import Background, Steps
from .checker import Checker
from .outcomes import of_breaks, of_example
from .projects import Project

Answer = TypeVar("Answer")

IDLE = 1.0
"""How long (seconds) nobody must have typed before examples are run by themselves."""

PAUSE = 3.0
"""How many times as long as the last check took nobody must have typed."""

PATIENCE = 60.0
"""How long work waits for the check of the last edit."""

OFTEN = 0.5
"""How often what was found is shown while there is more to come."""


class EndedError(Exception):
    """Work was ended; the text says why, in a sentence."""


@dataclass(eq=False, slots=True)
class Work:
    """What is to be done with a project: to run the examples that `names` gives, or to break what stands at `broken`
    ("" for all there is). `progress` is told how much is done of how much, `ended` why it was not done, or else what is
    to be said at its end, or ""; both in the background."""

    project: Project
    progress: Callable[[int, int], None]
    ended: Callable[[str], None]
    names: Callable[[SoundRuleset], Sequence[str]] | None = None
    broken: str = ""
    stopped: str = ""
    said: str = ""

    def stop(self, why: str) -> None:
        """End it soon. For any thread."""
        self.stopped = self.stopped or why

    def going_on(self) -> None:
        """Raises EndedError when it was ended."""
        if self.stopped:
            raise EndedError(self.stopped)

    def steps(self, steps: Generator[None, None, Answer]) -> Steps[Answer]:
        """Steps that end with this, by EndedError."""
        try:
            while True:
                self.going_on()
                next(steps)
                yield 0
        except StopIteration as end:
            answer: Answer = end.value
            return answer
        finally:
            steps.close()


class Runner:
    """Does work in the background. `show` is called with a project of which something was found, `fail` with an
    exception that is a fault of ours, both there; `wants_idle` says whether examples are run by themselves."""

    def __init__(
        self,
        checker: Checker,
        show: Callable[[Project], None],
        fail: Callable[[Exception], None],
        wants_idle: Callable[[], bool],
    ) -> None:
        self._checker, self._show, self._fail, self._wants_idle = checker, show, fail, wants_idle
        self._lock = threading.Lock()
        self._background = Background("runner", self._steps)
        self._asked: list[Work] = []
        self._idle: dict[int, Project] = {}
        self._now: Work | None = None
        self._trials: tuple[SoundRuleset, Trials] | None = None
        self._shown, self._found = 0.0, False
        self._ended = False

    # ------------------------------------------------------------ from elsewhere

    def ask(self, work: Work) -> None:
        """Do this, after what was asked for before."""
        with self._lock:
            self._asked.append(work)
            if self._now is not None and self._now.ended is _nobody:
                self._now.stop("Something was asked for.")
        self._background.wake()

    def edited(self, projects: Iterable[Project]) -> None:
        """Something of these projects was edited."""
        with self._lock:
            if self._now is not None and any(self._now.project is each for each in projects):
                self._now.stop("The rules were edited; what was not done yet was left.")

    def checked(self, project: Project) -> None:
        """A project was checked."""
        if project.examined is None and isinstance(project.current, SoundRuleset):
            project.examined = project.current  # nothing was edited before
        with self._lock:
            self._idle[id(project)] = project
        self._background.wake()

    def end(self) -> None:
        """No more; what is being done is given a moment to end."""
        with self._lock:
            self._ended = True
            if self._now is not None:
                self._now.stop("The server ended.")
        self._background.end()

    # ------------------------------------------------------------ in the background

    def _steps(self) -> Steps[None]:
        while True:
            self._now = None
            while not self._ended and not self._asked and (not self._idle or self._early() > 0):
                yield max(0.01, self._early()) if self._idle else None
            with self._lock:
                if self._ended:
                    return
                if self._asked:
                    self._now = self._asked.pop(0)
                else:
                    _, project = self._idle.popitem()
                    self._now = Work(project, _nothing, _nobody)
            why = "It could not be done."
            try:
                yield from (self._do_idle if self._now.ended is _nobody else self._do)(self._now)
                why = self._now.said
            except (EndedError, UsageError) as fault:
                why = str(fault)
            except Exception as fault:  # a fault of ours must not end the server
                self._fail(fault)
            if self._found:
                self._found = False
                self._show(self._now.project)
            self._now.ended(why)
            yield 0

    def _early(self) -> float:
        """How long (seconds) it is too early for what nobody asked for: what is slow to check is slow to work on, and
        would hinder who only stopped to think."""
        return max(IDLE, PAUSE * self._checker.took) - self._checker.still()

    def _do(self, work: Work) -> Steps[None]:
        compiled = yield from self._sound(work)
        if work.names is not None:
            names = work.names(compiled)
            if not names:
                raise EndedError("There is no example to run.")
            yield from self._examples(work, compiled, names)
        else:
            yield from self._breaks(work, compiled)

    def _settling(self, work: Work) -> Steps[bool]:
        return self._checker.settling(work.project, PATIENCE, self._background.wake)

    def _sound(self, work: Work) -> Steps[SoundRuleset]:
        """The project as it is now. Raises EndedError when it has faults."""
        settled = yield from self._settling(work)
        compiled = work.project.current
        if not settled or not isinstance(compiled, SoundRuleset):
            raise EndedError(f"{shown(work.project.target)} has faults; nothing can be run before they are fixed.")
        return compiled

    def _do_idle(self, work: Work) -> Steps[None]:
        """Run the examples that were concerned by the edits since the last time."""
        project = work.project
        yield from self._settling(work)
        compiled = project.current
        if self._trials is not None and self._trials[0].hash != getattr(compiled, "hash", ""):
            self._trials = None  # they are of other rules now, and large
        if not isinstance(compiled, SoundRuleset) or not self._wants_idle():
            return
        last = project.examined
        is_other = last is not None and last.hash != compiled.hash
        if is_other or project.left:
            new, concerned = index(compiled), {*project.left}
            yield 0
            work.going_on()
            if last is not None and is_other:
                old = index(last)
                concerned |= {*affected(changes(old, new), old, new)}
            wrong = {path.removeprefix("examples.") for path, each in project.outcomes.items() if not each.ok}
            names = [name for name in map(str, new.ruleset.examples) if name in concerned | wrong]
            yield 0
            work.going_on()
            project.left = frozenset(names)  # an edit that ends this may bring back the rules that were examined last
            if names:
                yield from self._examples(work, compiled, names)
            project.left = frozenset()
        project.examined = compiled

    def _examples(self, work: Work, compiled: SoundRuleset, names: Sequence[str]) -> Steps[None]:
        places = {str(name): decl.span for name, decl in compiled.ruleset.examples.items()}
        work.progress(0, len(names))
        number = 0
        for result in example_steps(compiled, names, work.going_on):
            yield 0
            work.going_on()
            if result is None:
                continue
            number += 1
            if not work.project.note(compiled, f"examples.{result.name}", of_example(result, places[result.name])):
                raise EndedError("The rules were edited; what was not done yet was left.")
            self._found = True
            work.progress(min(number, len(names)), len(names))
            self._show_soon(work.project, wrong=not result.ok)

    def _show_soon(self, project: Project, *, wrong: bool) -> None:
        """Show what was found, but not all the time."""
        if wrong and monotonic() - self._shown > OFTEN:
            self._shown = monotonic()
            self._show(project)

    def _breaks(self, work: Work, compiled: SoundRuleset) -> Steps[None]:
        """Break the element, or each of all."""
        elements, name, all_results = index(compiled), target_of(work.project), list[Result]()
        yield 0
        every = mutants_of(compiled)
        yield 0
        is_meant = meant(compiled, [work.broken] if work.broken else [])
        chosen = [each for each in every if is_meant(each)]
        work.progress(0, len(chosen))
        if self._trials is None or self._trials[0] is not compiled:
            self._trials = None
            self._trials = compiled, (yield from work.steps(trials_beginning(compiled, name)))
        trials = self._trials[1]
        found: dict[str, list[Result]] = {work.broken: []} if work.broken else {}
        for number, each in enumerate(chosen, 1):
            verdict = yield from work.steps(trials.trying(each))
            found.setdefault(work.broken or each.element, []).append(result_of(each, verdict))
            work.progress(number, len(chosen))
        for path, results in found.items():
            settled, _ = settle(compiled, every, results, ())
            work.project.note(compiled, path, of_breaks(Strength(name, settled), elements.by_path[path]))
            self._found = True
            all_results += settled
        work.said = "" if work.broken else summary(Strength(name, tuple(all_results)))


def target_of(project: Project) -> str:
    """How commands name a project."""
    return target(Path(shown(project.target)))


def _nothing(done: int, total: int) -> None:
    """Nobody is told how far it is."""


def _nobody(why: str) -> None:
    """Nobody waits for it."""
