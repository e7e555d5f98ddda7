"""Breaking a ruleset and trying what its examples say to each break, in this process or in several.

Guarantee: the results depend on the ruleset and on which breaks are tried only, not on the number of workers or on how
fast they are. For that, some breaks of an element at a time are tried one after the other, by one of them, since which
examples are played first is learned from the breaks before.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.mutation import Mutant, Trials, Verdict, mutants_of
from yupana.schemas.compose import compose
from yupana.schemas.errors import UsageError
from yupana.schemas.host import quote
from yupana.schemas.stepwise import at_once

from ..simulation.workers import Carried, spread
from ..targets.rulesets import own_files
from .accepting import settle
from .choosing import Meant, meant, sampled
from .model import Result, Strength

Progress = Callable[[int, int], None]
"""Told how many breaks are tried, and how many there are to try."""

_NAMED = 6
"""So many failing examples are named."""


def strength_of(
    compiled: SoundRuleset,
    target: str,
    *,
    only: Sequence[str] = (),
    among: Meant | None = None,
    workers: int = 1,
    progress: Progress | None = None,
    sample: int | None = None,
    seed: int = 1,
) -> Strength:
    """What the examples of a ruleset say to its breaks, in the order of its files.

    Args:
        compiled: the ruleset, without errors.
        target: what it is called on the command line; workers that are no copies of this process compile it anew.
        only: the breaks of these rules and elements (see `choosing`); all, where nothing is named.
        among: only those of them for which this holds.
        workers: how many processes; 1: this one.
        progress: told of every break that is tried.
        sample: so many of the breaks at most, drawn with `seed`.

    Raises UsageError when examples do not hold, when `only` names what is not there, and when a worker is ended from
    outside.
    """
    is_meant = meant(compiled, only)
    breaks = mutants_of(compiled)
    chosen = [number for number, each in enumerate(breaks) if is_meant(each) and (among is None or among(each))]
    chosen = sampled(chosen, sample, seed)
    found = verdicts(compiled, target, breaks, chosen, workers=workers, progress=progress)
    own = own_files(compose(target), compiled)
    return Strength(target, *settle(compiled, breaks, [result_of(breaks[each], found[each]) for each in chosen], own))


def _refuse(failing: Sequence[str], target: str) -> None:
    """Raises UsageError when there are examples that do not hold: then nothing they say to a break means anything."""
    if failing:
        named = ", ".join(f"`{each}`" for each in failing[:_NAMED])
        more = f" and {len(failing) - _NAMED} more" if len(failing) > _NAMED else ""
        do = "does" if len(failing) == 1 else "do"
        raise UsageError(
            f"The ruleset can be broken when all its examples hold; {named}{more} {do} not:"
            f" {quote(['yupana', 'test', target])}"
        )


def verdicts(
    compiled: SoundRuleset,
    target: str,
    breaks: Sequence[Mutant],
    chosen: Sequence[int],
    *,
    workers: int = 1,
    progress: Progress | None = None,
) -> dict[int, Verdict]:
    """What comes of the breaks of these numbers. Raises UsageError when an example does not hold."""
    told = progress or (lambda done, total: None)
    told(0, len(chosen))
    found: dict[int, Verdict] = {}
    jobs = _by_element(breaks, chosen)
    workers = min(workers, len(jobs))
    alone = workers <= 1
    for number, verdict in (
        _alone(compiled, target, breaks, jobs) if alone else _spread(compiled, target, breaks, jobs, workers)
    ):
        found[number] = verdict
        told(len(found), len(chosen))
    return found


def _by_element(breaks: Sequence[Mutant], chosen: Sequence[int]) -> list[list[int]]:
    """The numbers of the breaks of each element, some at a time; the elements with many come first, so that workers end
    together."""
    jobs: dict[str, list[int]] = {}
    for number in chosen:
        jobs.setdefault(breaks[number].element, []).append(number)
    elements = sorted(jobs.values(), key=len, reverse=True)
    return [each[first : first + _AT_ONCE] for each in elements for first in range(0, len(each), _AT_ONCE)]


def _alone(
    compiled: SoundRuleset, target: str, breaks: Sequence[Mutant], jobs: Iterable[list[int]]
) -> Iterator[tuple[int, Verdict]]:
    trials = trials_of(compiled, target)
    with _few_collections():
        for numbers in jobs:
            yield from _tried(trials, breaks, numbers)


def _tried(trials: Trials, breaks: Sequence[Mutant], numbers: Iterable[int]) -> Iterator[tuple[int, Verdict]]:
    """What comes of some breaks, of which each knows those before it and no others."""
    trials.begin()
    for number in numbers:
        yield number, trials.verdict(breaks[number])


def _spread(
    compiled: SoundRuleset, target: str, breaks: Sequence[Mutant], jobs: Sequence[list[int]], workers: int
) -> Iterator[tuple[int, Verdict]]:  # fmt: skip
    carried = Carried(lambda: (trials_of(compiled, target), breaks), lambda: (_anew, (target, compiled.hash)))
    played = _played(carried) if sum(map(len, jobs)) >= _MANY else ()
    for _, results in spread(workers, carried, _try, ((numbers,) for numbers in jobs), played):
        yield from results


def _played(carried: Carried[tuple[Trials, Sequence[Mutant]]]) -> Iterator[object]:
    """What missed breaks want to be played, one game after the other."""
    yield from carried.thing[0].counter_examples.played()


@contextmanager
def _few_collections() -> Iterator[None]:
    """While this lasts garbage is looked for seldom (see `_collect_seldom`)."""
    before = gc.get_threshold()
    froze = _collect_seldom()
    try:
        yield
    finally:
        gc.set_threshold(*before)
        if froze:
            gc.unfreeze()


def _collect_seldom() -> bool:
    """From now on look seldom for objects that nobody needs any more, and never among those that are there already,
    unless the process sees to that itself: a ruleset is many objects, and what compiling it anew makes goes by itself.
    That saves a third. Gives whether those that are there were set aside."""
    before = gc.get_threshold()
    if before[0] >= _NEW or gc.get_freeze_count():
        return False
    gc.freeze()
    gc.set_threshold(_NEW, *before[1:])
    return True


_AT_ONCE, _MANY = 12, 100
"""So many breaks are tried one after the other, each first with the examples that noticed those before it, and told of
together: what is found is the same whoever tries them. And from so many on it pays to play for all workers what the
missed ones want: where it is first wanted, that takes seconds in each of them."""

_NEW = 50_000
"""So many new objects are waited for (Python's own figure is 700)."""


def trials_of(compiled: SoundRuleset, target: str) -> Trials:
    """Trials in which the order of the examples does not depend on a clock. Raises UsageError when an example does not
    hold."""
    return at_once(trials_beginning(compiled, target))


def trials_beginning(compiled: SoundRuleset, target: str) -> Generator[None, None, Trials]:
    """The same in steps, for who has other things to do in between."""
    trials = yield from Trials.beginning(compiled)
    trials.seconds = {
        each.name: float(len(each.steps) + len(trials.reach[each.name])) for each in trials.ready.examples
    }  # fmt: skip
    _refuse(trials.failing, target)
    return trials


def result_of(mutant: Mutant, verdict: Verdict) -> Result:
    """A break with what came of it."""
    return Result(
        mutant.element, mutant.what, mutant.sort, mutant.span, tuple(mutant.rules),
        verdict.outcome, verdict.by, verdict.reached, verdict.why,
    )  # fmt: skip


# ---------------------------------------------------------------- in the worker

def _anew(target: str, digest: str) -> tuple[Trials, Sequence[Mutant]]:
    """What a worker that is no copy of its parent needs. Raises UsageError when the files are no longer those that the
    parent has read."""
    compiled = compile_ruleset(target)
    if not isinstance(compiled, SoundRuleset) or compiled.hash != digest:
        raise UsageError(f"The files of `{target}` were changed meanwhile; begin again.")
    return trials_of(compiled, target), mutants_of(compiled)


def _try(worker: tuple[Trials, Sequence[Mutant]], numbers: Sequence[int]) -> list[tuple[int, Verdict]]:
    _collect_seldom()  # until the worker ends
    return [*_tried(*worker, numbers)]
