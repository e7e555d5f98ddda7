"""The old examples under the new rules: which still hold, which fail, which cannot be compiled any more, and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel
from yupana.schemas.source import Code

from .model import Change, Difference

if TYPE_CHECKING:
    from yupana.interpreter.examples import ExampleResult

    from .pairing import Pairing
    from .sides import Side

Verdict = Literal["holds", "fails", "cannot be compiled"]


@dataclass(frozen=True, slots=True)
class Proof:
    """One old example under the new rules. `before` tells whether it held under the old ones; `now` what the new
    ruleset does with an example of this name: it is `kept`, `changed` or `removed`; `changes` are the paths of the
    changes that concern it."""

    name: str
    verdict: Verdict
    message: str
    place: str
    before: bool
    now: Literal["kept", "changed", "removed"]
    rules: tuple[str, ...]
    changes: tuple[str, ...]


def prove(old: Side, new: Side, difference: Difference) -> list[Proof]:
    """Run every example of the old ruleset under the new rules; what is renamed is called by its new name."""
    from yupana.interpreter.examples import run_examples

    declared = old.compiled.ruleset
    assert declared is not None
    assert new.compiled.ruleset is not None
    examples = {name: _translated(example, difference.pairing) for name, example in declared.examples.items()}
    under_new = replace(new.compiled, ruleset=new.compiled.ruleset.model_copy(update={"examples": examples}))
    before = {each.name: each for each in run_examples(old.compiled)}
    after = {each.name: each for each in run_examples(under_new)}
    return [_proof(old, new, difference, before[name], after[name]) for name in after]


def _proof(old: Side, new: Side, difference: Difference, before: ExampleResult, after: ExampleResult) -> Proof:
    path = f"examples.{after.name}"
    changed = {change.path: change for change in difference.changes}
    now: Literal["kept", "changed", "removed"] = "kept"
    if path in changed:
        now = "changed" if changed[path].new is not None else "removed"
    verdict: Verdict = "holds" if after.ok else "fails"
    if not after.ok and after.message.startswith("YUP"):
        verdict = "cannot be compiled"
    blamed = [] if after.ok else [change.path for change in concerning(difference, old, after.name)]
    message = new.tell(old.tell(after.message))
    return Proof(after.name, verdict, message, old.place(after.span), before.ok, now, after.source, tuple(blamed))


def concerning(difference: Difference, old: Side, example: str) -> list[Change]:
    """The changes on which an old example depends, those it names itself first."""
    element = old.elements.by_path.get(f"examples.{example}")
    if element is None:
        return []
    reached, queue = {element.path: 0}, [element.path]
    while queue:
        path = queue.pop(0)
        for other in old.elements.by_path[path].uses:
            if other not in reached:
                reached[other] = reached[path] + 1
                queue.append(other)
    far = len(reached) + 1
    told: list[tuple[int, int, Change]] = []
    for number, change in enumerate(difference.changes):
        if not change.plays:
            continue
        names = [change.old.path if change.old is not None else "", change.element.within or ""]
        steps = min((reached[name] for name in names if name in reached), default=far)
        if steps < far or change.element.section in ("setup", "flow"):
            told.append((steps, number, change))
    return [change for _, _, change in sorted(told, key=lambda each: each[:2])]


def _translated(value: Any, pairing: Pairing) -> Any:
    """An example with the new names of what was renamed."""
    if not pairing.names:
        return value
    if isinstance(value, Code):
        return replace(value, text=pairing.translated(value.text, code=True), pieces=())
    if isinstance(value, BaseModel):
        fields = {key: _translated(getattr(value, key), pairing) for key in type(value).model_fields}
        copy = value.model_copy()
        for key, inner in fields.items():
            setattr(copy, key, inner)
        return copy
    if isinstance(value, list):
        return [_translated(each, pairing) for each in value]
    if isinstance(value, dict):
        return {name: _translated(each, pairing) for name, each in value.items()}
    return value
