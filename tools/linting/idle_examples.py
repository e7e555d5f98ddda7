"""YUL017 (deep): an example that proves nothing."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.interpreter.analysis import changed
from yupana.interpreter.examples import run_examples
from yupana.schemas.codes import CodeDoc

from .finding import Found, Rule
from .mutants import Mutant, mutants_of
from .study import Study

DOC = CodeDoc(
    "example that proves nothing",
    "With `--deep`, the elements that implement the rules an example cites are changed, one at a time: effects are "
    "left out, conditions turned round, numbers made larger. An example that still passes under every change to them "
    "does not show that its rules work. Only examples all of whose changes were tried are told of; the number of "
    "changes is bounded.",
    "examples:\n  money_is_paid: {source: R-3, when: [{red: build(at=b2)}], then: b2.mark == red}   # R-3: the price",
    "Add to `then` what only the rule brings about, or cite the rule that the example does prove.",
)

MOST = 80
"""So many changed rulesets are tried at most."""


def find(study: Study) -> Iterator[Found]:
    """Examples that no change to the elements of their rules makes fail."""
    passing = {each.name for each in run_examples(study.compiled) if each.ok}
    wanted = {str(name): _mutants(study, str(name)) for name in study.ruleset.examples if str(name) in passing}
    wanted = {name: mutants for name, mutants in wanted.items() if mutants}
    every = {_key(each): each for mutants in wanted.values() for each in mutants}
    watching = {key: [name for name, mutants in wanted.items() if key in map(_key, mutants)] for key in every}
    proving: set[str] = set()
    tried: set[tuple[str, str]] = set()
    sound: set[tuple[str, str]] = set()
    for _ in study.progress("changed rules", range(MOST)):
        key = _next(watching, proving, tried)
        if key is None:
            continue
        tried.add(key)
        names = [name for name in watching[key] if name not in proving]
        failing = _fail(study, every[key], names)
        if failing is not None:
            sound.add(key)
            proving.update(failing)
    for name, mutants in wanted.items():
        keys = [_key(each) for each in mutants]
        keys = [key for key in keys if key in sound] if all(key in tried for key in keys) else []
        if name not in proving and keys:
            word = next(each for each in study.ruleset.examples if str(each) == name)
            elements = list(dict.fromkeys(f"`{path}`" for path, _ in keys))
            shown = ", ".join(elements[:3]) + (f" and {len(elements) - 3} more" if len(elements) > 3 else "")
            message = f"`{name}` passes whatever is changed in what its rules are ({shown})"
            yield Found(f"examples.{name}", message, word.span)


def _key(mutant: Mutant) -> tuple[str, str]:
    return mutant.path, mutant.what


_ASIDE = frozenset(("examples", "rules", "invariants", "features", "look"))
"""The sections that no rule needs."""


def _mutants(study: Study, example: str) -> list[Mutant]:
    """All changes to the elements that implement the rules of an example. Nothing when one of its rules is carried by
    what cannot be changed here (data, steps of the flow): then nothing is known about the example."""
    rules = {str(each) for each in study.ruleset.examples[example].source}  # type: ignore[index]
    found: list[Mutant] = []
    for element in study.elements:
        if element.section in _ASIDE or not rules & set(element.source):
            continue
        mutants = list(mutants_of(study, element.path))
        if not mutants:
            return []
        found += mutants
    return found


def _next(
    watching: dict[tuple[str, str], list[str]], proving: set[str], tried: set[tuple[str, str]]
) -> tuple[str, str] | None:
    """The change that most examples wait for that have proved nothing yet."""
    best, most = None, 0
    for key, names in watching.items():
        count = sum(name not in proving for name in names) if key not in tried else 0
        if count > most:
            best, most = key, count
    return best


def _fail(study: Study, mutant: Mutant, names: list[str]) -> list[str] | None:
    """The examples that notice a change; None when the ruleset no longer passes the checker."""
    compiled = changed(study.compiled, mutant.make())
    if compiled is None:
        return None
    return [each.name for each in run_examples(compiled, names) if not each.ok]


RULE = Rule("YUL017", "advice", DOC, find, deep=True)
