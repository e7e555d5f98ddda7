"""Rules are broken in one thread while others read them: what functions give is what it was meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from yupana.interpreter.breaking import Trials, breaks_of
from yupana.interpreter.breaking.remaking import RefusedError
from yupana.interpreter.check.functions import Functions
from yupana.interpreter.compile import compile_ruleset


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
    for each in breaks_of(compiled):
        owners = ways.remaking.owners.get(each.code, []) if each.code is not None else []
        if each.code is not None and any(owner.sort == "function" for owner in owners):
            try:
                ways.remaking.with_code(each.code, each.tree)
            except RefusedError:
                continue
    assert seen > 10
