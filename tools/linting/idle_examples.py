"""YUL017 (deep): an example that proves nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from yupana.interpreter.examples.running import run_examples
from yupana.interpreter.mutation import Mutant, Trials, mutants_of

from .finding import Found, rule
from .study import Study

MOST = 200
"""So many changes are tried at most."""

_ASIDE = frozenset(("examples", "rules", "invariants", "features", "look"))
"""The sections that no rule needs."""

_BROKEN = frozenset(("functions", "procedures", "actions", "adjustments", "triggers", "constants", "tables", "scoring"))
"""The sections of which all that they say is changed."""


@rule(
    "YUL017",
    "advice",
    "example that proves nothing",
    "With `--deep`, the elements that implement the rules an example cites are changed, one at a time: effects are "
    "left out, conditions turned round, numbers made larger. An example that still passes under every change to them "
    "does not show that its rules work. Only examples all of whose changes were tried are told of; the number of "
    "changes is bounded.",
    "examples:\n  money_is_paid: {source: R-3, when: [{red: build(at=b2)}], then: b2.mark == red}   # R-3: the price",
    "Add to `then` what only the rule brings about, or cite the rule that the example does prove.",
    deep=True,
)
def idle_examples(study: Study) -> Iterator[Found]:
    """Examples that no change to the elements of their rules makes fail."""
    passing = [each.name for each in run_examples(study.compiled) if each.ok]
    every: dict[str, list[Mutant]] = {}
    for each in mutants_of(study.compiled):
        every.setdefault(each.element, []).append(each)
    wanted = {name: mutants for name in passing if (mutants := _mutants(study, name, every))}
    if not wanted:
        return
    trials = Trials(study.compiled)
    proving: set[str] = set()
    tried: set[str] = set()
    sound: set[str] = set()
    for _ in study.progress("changed rules", range(MOST)):
        mutant = _next(wanted, proving, tried)
        if mutant is None:
            continue
        tried.add(mutant.name)
        names = [name for name, mutants in wanted.items() if name not in proving and mutant in mutants]
        failing = trials.noticing(mutant, names)
        if failing is not None:
            sound.add(mutant.name)
            proving.update(failing)
    for word in study.ruleset.examples:
        mutants = wanted.get(str(word), [])
        elements = list(dict.fromkeys(f"`{each.element}`" for each in mutants if each.name in sound))
        if str(word) not in proving and elements and all(each.name in tried for each in mutants):
            shown = ", ".join(elements[:3]) + (f" and {len(elements) - 3} more" if len(elements) > 3 else "")
            message = f"`{word}` passes whatever is changed in what its rules are ({shown})"
            yield Found(f"examples.{word}", message, word.span)


def _mutants(study: Study, example: str, every: Mapping[str, list[Mutant]]) -> list[Mutant]:
    """All changes to the elements that implement the rules of an example. Nothing when one of its rules is carried by
    what is not changed in all that it says (data, steps of the flow): then nothing is known about the example."""
    rules = {str(each) for each in study.ruleset.examples[example].source}  # type: ignore[index]
    elements = [each for each in study.elements if each.section not in _ASIDE and rules & set(each.source)]
    found = [every.get(each.path, []) if each.section in _BROKEN else [] for each in elements]
    return [each for mutants in found for each in mutants] if all(found) else []


def _next(wanted: Mapping[str, list[Mutant]], proving: set[str], tried: set[str]) -> Mutant | None:
    """The change that most examples wait for that have proved nothing yet."""
    waiting = [each for name, mutants in wanted.items() if name not in proving for each in mutants]
    counted = Counter(each.name for each in waiting if each.name not in tried)
    most = next(iter(counted.most_common(1)), ("", 0))[0]
    return next((each for each in waiting if each.name == most), None)
