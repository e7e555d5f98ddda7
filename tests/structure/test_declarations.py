"""What was declared stays as it is: nobody gives a declaration other values once the check is done."""

from __future__ import annotations

import ast
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.examples.running import run_examples
from yupana.interpreter.ide.completion import complete_code
from yupana.interpreter.ide.semantic_model import SemanticModel
from yupana.interpreter.index.elements import index
from yupana.interpreter.mutation import Trials, mutants_of
from yupana.interpreter.mutation.recompiler import RefusedError
from yupana.interpreter.play.questions import with_questions
from yupana.interpreter.rechecking import Rechecker
from yupana.interpreter.stepping.stepping import steppable
from yupana.interpreter.typed.declared import BoardInfo, Definition, DomainInfo
from yupana.interpreter.view.look import Look
from yupana.schemas.source import NOWHERE, Code
from yupana.tests.check.test_rechecking import edited
from yupana.tests.found import ROOT

FILES_OF_OTHERS = {"schemas/opened.py"}
"""Where what surrounds a call is known without being passed: which files an editor has open."""


def modules(*words: str) -> Iterator[tuple[str, ast.Module]]:
    """What is written with one of the words."""
    for folder in ("interpreter", "schemas"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if any(each in text for each in words):
                yield path.relative_to(ROOT).as_posix(), ast.parse(text)


def test_nothing_is_put_in_place_by_name_or_around_a_call() -> None:
    by_name, around = set(), set()
    for name, module in modules("setattr", "ContextVar"):
        for node in ast.walk(module):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "setattr":
                by_name.add(name)
            if isinstance(node, ast.Name) and node.id == "ContextVar":
                around.add(name)
    assert by_name == {"interpreter/machine/state.py"}  # a copy of a state takes all that it has
    assert around == FILES_OF_OTHERS


def declarations(compiled: SoundRuleset) -> list[Any]:
    world = compiled.checked.world
    found: list[Any] = [*world.signatures.values(), *world.fields, *world.zones.values(), *world.domains]
    found += [*world.actions, *world.adjustments.values(), *world.positions.values(), *world.symbols.values()]
    found += [each for domain in world.domains for each in (*domain.predicates.values(), *domain.attributes.values())]
    return [*found, *[each.board for each in world.domains if each.board is not None]]


@pytest.fixture
def frozen(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is put here may not be given other values."""
    kept: list[Any] = []
    known: set[int] = set()

    def guarded(self: object, name: str, value: object) -> None:
        known.update(map(id, kept[len(known) :]))
        assert id(self) not in known, f"{name} of {self}"
        object.__setattr__(self, name, value)

    for kind in (Definition, BoardInfo):
        monkeypatch.setattr(kind, "__setattr__", guarded, raising=False)
    return kept


@pytest.mark.parametrize("name", ["cargo_empire", "tests/language/10_adjustments.yaml", "leduc_poker"])
def test_who_asks_changes_no_declaration(name: str, frozen: list[Any], tmp_path: Path) -> None:
    compiled = compile_ruleset(ROOT / name if "/" in name else name)
    assert isinstance(compiled, SoundRuleset)
    frozen += declarations(compiled)
    with pytest.raises(AssertionError):
        compiled.checked.world.domains[0].label = 7
    trials, dice = Trials(compiled), random.Random(1)
    for each in dice.sample(mutants_of(compiled), 60):
        try:
            trials.program_with(each)
        except RefusedError:
            continue
    index(compiled)
    Look(compiled)
    steppable(compiled)
    SemanticModel(compiled).in_file(next(iter(compiled.files)))
    assert all(each.ok for each in run_examples(compiled))
    with_questions(compiled, [Code("1 + 1", NOWHERE)])
    assert complete_code(compiled, ("invariants", "new"), "expression", "", 0, {}) is not None


def test_what_an_edit_is_held_against_stays_as_it_was(
    frozen: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("YUPANA_CACHE", str(tmp_path / "cache"))
    there = Path(shutil.copytree(ROOT / "rulesets" / "cargo_empire", tmp_path / "cargo_empire"))
    checker, dice = Rechecker(there), random.Random(3)
    for _ in range(6):
        compiled = checker.check()
        assert isinstance(compiled, SoundRuleset)
        frozen += declarations(compiled)
        path = dice.choice(sorted(there.glob("*.yaml")))
        before = edited(path, dice)
        checker.check(lambda _: None)
        path.write_text(before, encoding="utf-8")
    assert any(isinstance(each, DomainInfo) for each in frozen)
