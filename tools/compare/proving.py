"""The old examples under the new rules: which still hold, which fail, which cannot be compiled any more, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from yupana.interpreter.examples.running import run_examples

from .between import Between, translated
from .causes import NOTHING, Cause, find
from .model import Difference
from .touched import narrow, run_old_examples

if TYPE_CHECKING:
    from yupana.interpreter.examples.running import ExampleResult
    from yupana.schemas.book import ExampleDecl
    from yupana.schemas.tree import Word

    from .sides import Side

Verdict = Literal["holds", "fails", "cannot be compiled"]


@dataclass(frozen=True, slots=True)
class Proof:
    """One old example under the new rules. `held_before` tells whether it held under the old ones; `now` what the new
    ruleset does with an example of this name: it is `kept`, `changed` or `removed`; `cause` are the changes that make
    it fail."""

    name: str
    verdict: Verdict
    message: str
    place: str
    held_before: bool
    now: Literal["kept", "changed", "removed"]
    rules: tuple[str, ...]
    cause: Cause = NOTHING

    @property
    def changes(self) -> tuple[str, ...]:
        """The paths of the changes that make it fail; empty when it cannot be told."""
        return tuple(each.path for each in self.cause.changes)


def prove(old: Side, new: Side, difference: Difference, between: Between) -> list[Proof]:
    """Run every example of the old ruleset under the new rules; what is renamed is called by its new name. The
    difference knows afterwards which of them each change touches."""
    declared = old.compiled.ruleset.examples
    examples = {name: translated(example, difference.pairing) for name, example in declared.items()}
    runs = run_old_examples(old.sound, new.sound, difference.pairing)
    narrow(difference, runs, old.elements, new.elements)
    before, after = ({name: each.result for name, each in side.items()} for side in runs)
    failing = {name: examples[name] for name in examples if before[name].ok and not after[name].ok}
    trials = _Trials(between, failing)
    known: list[frozenset[int]] = []
    return [
        _proof(
            old, new, difference, before[name], after[name], trials.cause(name, known) if name in failing else NOTHING
        )
        for name in after
    ]


class _Trials:
    """The failing examples under rulesets in between; under each all of them are run at once."""

    def __init__(self, between: Between, examples: Mapping[Word, ExampleDecl]) -> None:
        self.between, self.examples = between, examples
        self._failed: dict[frozenset[int], set[str]] = {}

    def cause(self, name: str, known: list[frozenset[int]]) -> Cause:
        """The changes that make an example fail."""
        return find(self.between, lambda units: self._fails(units, name), known)

    def _fails(self, units: frozenset[int], name: str) -> bool | None:
        compiled = self.between.make(units)
        if compiled is None:
            return None
        if units not in self._failed:
            ruleset = compiled.ruleset.model_copy(update={"examples": self.examples})
            results = run_examples(replace(compiled, ruleset=ruleset))
            self._failed[units] = {each.name for each in results if not each.ok}
        return name in self._failed[units]


def _proof(
    old: Side, new: Side, difference: Difference, before: ExampleResult, after: ExampleResult, cause: Cause
) -> Proof:
    path = f"examples.{after.name}"
    changed = {change.path: change for change in difference.changes}
    now: Literal["kept", "changed", "removed"] = "kept"
    if path in changed:
        now = "changed" if changed[path].new is not None else "removed"
    verdict: Verdict = "holds" if after.ok else "fails"
    if not after.ok and after.message.startswith("YUP"):
        verdict = "cannot be compiled"
    message = new.tell(old.tell(after.message))
    return Proof(after.name, verdict, message, old.place(after.span), before.ok, now, after.source, cause)
