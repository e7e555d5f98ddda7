"""Rules are broken in one thread while others read them, who read meanwhile what they read before."""

from __future__ import annotations

from typing import Any

import pytest
from yupana.interpreter.check.body import Body, PathKey
from yupana.interpreter.check.functions import Functions
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.ide.completion import complete_code
from yupana.interpreter.mutation import Trials, mutants_of
from yupana.interpreter.mutation.recompiler import RefusedError
from yupana.tests.found import ROOT


@pytest.mark.parametrize("name", ["cargo_empire", "leduc_poker"])
def test_who_reads_while_a_function_is_checked_with_other_code_reads_what_was_declared(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = compile_ruleset(name)
    ways = Trials(compiled)
    assert compiled.checked is not None
    world = compiled.checked.world
    check = Functions.function

    def declared() -> list[Any]:
        """What another thread would read now."""
        return [(each, each.result) for each in world.signatures.values()]

    true, seen = declared(), 0

    def pausing(self: Functions, element: str) -> Any:
        nonlocal seen
        assert declared() == true
        found = check(self, element)
        assert declared() == true
        seen += 1
        return found

    monkeypatch.setattr(Functions, "function", pausing)
    for each in mutants_of(compiled):
        owners = ways.recompiler.owners.get(each.code, []) if each.code is not None else []
        if each.code is not None and any(owner.sort == "function" for owner in owners):
            try:
                ways.recompiler.with_code(each.code, each.tree)
            except RefusedError:
                continue
    assert seen > 10


@pytest.mark.parametrize("name", ["10_adjustments", "28_cards"])
def test_who_reads_while_an_action_or_adjustment_has_other_code_reads_what_was_declared(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = compile_ruleset(ROOT / "tests" / "language" / f"{name}.yaml")
    ways = Trials(compiled)
    assert compiled.checked is not None
    world = compiled.checked.world
    check = Body.learn

    def declared() -> list[Any]:
        """What another thread would read now."""
        found = [*world.actions, *world.adjustments.values()]
        return [[getattr(each, part) for part in type(each).__slots__] for each in found]

    true, seen = declared(), 0

    def pausing(self: Body, facts: set[PathKey]) -> None:
        nonlocal seen
        assert all(one is other for a, b in zip(declared(), true, strict=True) for one, other in zip(a, b, strict=True))
        check(self, facts)
        seen += 1

    monkeypatch.setattr(Body, "learn", pausing)
    for each in mutants_of(compiled)[::5]:
        try:
            if each.edit is not None:
                ways.recompiler.with_edit(each.edit)
            elif each.code is not None and ways.recompiler.owners.get(each.code):
                ways.recompiler.with_code(each.code, each.tree)
        except RefusedError:
            continue
    assert seen > 10


def test_what_may_stand_at_a_place_is_asked_in_a_world_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = compile_ruleset(ROOT / "tests" / "language" / "28_cards.yaml")
    assert compiled.checked is not None
    world = compiled.checked.world
    world.entries_named.clear()  # as if no rule named an entry, which this file's rules do
    assert complete_code(compiled, ("invariants", "new"), "expression", "HouseEntry.mill == ", 19, {}) is not None
    assert world.entries_named == set()
