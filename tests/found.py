"""Which rulesets there are, and one compiled copy of each: the suites run on whatever they find here.

Nothing is registered. A ruleset in `rulesets/` with its variants and every `tests/language/NN_topic.yaml` takes part
by being there.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from yupana.interpreter.backends import protocol, registry
from yupana.schemas.compose import list_rulesets
from yupana.schemas.find import VARIANTS
from yupana.schemas.texts import languages
from yupana.tests.toy_backend.backend import TOY

if TYPE_CHECKING:
    from yupana.interpreter.compile import Compiled
    from yupana.interpreter.examples.running import ExampleResult
    from yupana.interpreter.game import Game, State

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent

LARGE = ("cargo_empire", "cuzco_feld", "cuzco_kk", "pizarro")
"""The games that take seconds to compile and to play."""


def slow_if_large(target: str) -> list[pytest.MarkDecorator]:
    """The mark of a case that is tried on small games too."""
    return [pytest.mark.slow] if target.partition("+")[0] in LARGE else []


def shipped() -> list[str]:
    """Every ruleset of `rulesets/`, each followed by its variants as `base+overlay`."""
    return list(_shipped())


@cache
def _shipped() -> tuple[str, ...]:
    found = []
    for each in list_rulesets():
        if ROOT / "rulesets" not in each.path.resolve().parents:
            continue
        found.append(each.name)
        found.extend(f"{each.name}+{overlay}" for overlay in each.overlays)
    return tuple(sorted(found))


def most_changed() -> frozenset[str]:
    """Of the variants of each game the one with the largest file."""
    size = {
        target: (ROOT / "rulesets" / base / VARIANTS / f"{overlay}.yaml").stat().st_size
        for target in shipped()
        for base, _, overlay in [target.partition("+")]
        if overlay
    }
    bases = {target.partition("+")[0] for target in size}
    of_one = ([each for each in size if each.startswith(f"{base}+")] for base in bases)
    return frozenset(max(each, key=size.__getitem__) for each in of_one)


def slow_variants() -> list[Any]:
    """All shipped rulesets as parameters of a test; variants are for slow runs."""
    return [pytest.param(each, marks=pytest.mark.slow) if "+" in each else each for each in shipped()]


def sampled(targets: Iterable[str]) -> list[Any]:
    """These targets as parameters of a test; variants but the most changed one of each game are for slow runs."""
    kept = most_changed()
    return [
        pytest.param(each, marks=pytest.mark.slow) if "+" in each and each not in kept else each for each in targets
    ]


def languages_of(target: str) -> list[str]:
    """The languages in which a shipped ruleset or variant has texts besides its own; nothing is compiled for it."""
    base, *overlays = target.split("+")
    return languages(
        [ROOT / "rulesets" / base, *(ROOT / "rulesets" / base / VARIANTS / f"{each}.yaml" for each in overlays)]
    )


def language_files() -> list[Path]:
    """The rulesets that state the language, one for each topic."""
    return sorted((TESTS / "language").glob("[0-9][0-9]_*.yaml"))


def targets() -> list[str]:
    """All that the suites run on, as `load` takes it; the language's own by their path from the root."""
    return shipped() + [path.relative_to(ROOT).as_posix() for path in language_files()]


def label(target: str) -> str:
    """A short name of a target for the list of tests."""
    return Path(target).stem if target.endswith(".yaml") else target


def _where(target: str) -> str:
    return str(ROOT / target) if target.endswith(".yaml") else target


@cache
def compiled(target: str) -> Compiled:
    """The compiled ruleset, made once in a process; it may hold errors."""
    from yupana.interpreter.compile import compile_ruleset

    return compile_ruleset(_where(target))


def compiled_apart(target: str) -> Compiled:
    """The ruleset, compiled for the caller alone: nothing of it is used again, nor is anything used again for it."""
    from yupana.interpreter.compile import compile_ruleset
    from yupana.interpreter.incremental.revision import LastRevision

    return compile_ruleset(_where(target), LastRevision())


@dataclass(frozen=True, slots=True)
class BackEnd:
    """A back end, as the suites use it."""

    engine: protocol.BackEnd

    def game(self, what: Compiled) -> Game:
        """The game of a compiled ruleset."""
        from yupana.interpreter.cached import reasons_of
        from yupana.interpreter.game import Game

        assert what.program is not None, "\n".join(faults(what))
        return Game(what.program, what.ruleset, engine=self.engine, reasons=partial(reasons_of, what, what.name))

    def examples(self, what: Compiled, only: list[str] | None) -> list[ExampleResult]:
        """Its examples, run."""
        from yupana.interpreter.examples.running import run_examples

        return run_examples(what, only, self.engine)


BACK_ENDS: dict[str, BackEnd] = {each.name: BackEnd(each) for each in (registry.USUAL, TOY)}
"""Every back end runs the same files: the usual one, and one that is plain."""


def on_back_ends(cases: Iterable[Any], quick: Callable[[Any], bool]) -> list[Any]:
    """Each case on each back end, as parameters; on the plain one those that are not quick stand in the slow suite."""
    return [
        pytest.param(case, each, id=f"{case if isinstance(case, str) else '-'.join(case)}-{name}",
                     marks=[] if name != TOY.name or quick(case) else [pytest.mark.slow])
        for case in cases
        for name, each in BACK_ENDS.items()
    ]  # fmt: skip


def faults(what: Compiled) -> list[str]:
    """The errors of a compiled ruleset, one line each."""
    return [
        f"{each.span.file}:{each.span.line}:{each.span.column}: {each.code} {each.message}"
        for each in what.diagnostics
        if each.severity == "error"
    ]


@cache
def game(target: str, back_end: str = "python") -> Game:
    """The game of a target on a back end, made once in a process. Fails with the faults of a faulty ruleset."""
    return BACK_ENDS[back_end].game(compiled(target))


def play_randomly(state: State, seed: int, limit: int) -> int:
    """Take random decisions until the game is over or `limit` are taken; how many were taken."""
    draw = random.Random(seed)
    taken = 0
    while not state.over and taken < limit:
        options = state.option_tuples()
        state.apply_tuple(options[draw.randrange(len(options))])
        taken += 1
    return taken


def plain(value: Any) -> Any:
    """A value as it is after it was written as JSON and read again."""
    return json.loads(json.dumps(value))
