"""What is carried out inside itself, at the depth that it has said, and what a program must say of it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.program import ir
from yupana.interpreter.program.codec import ProgramFileError
from yupana.interpreter.program.validate import validate
from yupana.tests.found import BACK_ENDS, compiled

DEEP = """
ruleset: {name: deep, title: Deep, language: 4}
players: {min: 2, max: 2, names: [red, blue]}
state: {total: int}
procedures:
  down:
    of: {n: int}
    depth: 4
    effects: |
      total += n
      if n > 1: do down(n - 1)
  doubled:
    of: {n: int}
    depth: 40
    effects: |
      if n > 0:
          do doubled(n - 1)
          do doubled(n - 1)
actions: {wait: {effects: pass}}
flow: [{turns: turn}]
examples:
  example:
    run: do EFFECTS
    then: THEN
"""


@pytest.mark.parametrize("back_end", sorted(BACK_ENDS))
@pytest.mark.parametrize(
    ("effects", "outcome"),
    [
        ("down(4)", ""),
        ("down(5)", "rule fault: down is carried out inside itself more than 4 deep"),
        ("doubled(9)", ""),
        ("doubled(39)", "rule fault: this goes on and on without reaching a decision"),
    ],
)  # fmt: skip
def test_at_its_depth(effects: str, outcome: str, back_end: str, tmp_path: Path) -> None:
    path = tmp_path / "deep.yaml"
    path.write_text(DEEP.replace("EFFECTS", effects).replace("THEN", "total in [0, 10]"), encoding="utf-8")
    (result,) = BACK_ENDS[back_end].examples(compile_ruleset(str(path)), None)
    assert result.ok == (not outcome)
    assert re.search(outcome, result.message)


def test_a_program_that_does_not_count_is_refused() -> None:
    program = compiled("tests/language/50_doing_again.yaml").program
    assert program is not None
    validate(program)
    nested = [number for number, each in enumerate(program.functions) if each.depth]
    assert nested
    for number in nested:
        function = program.functions[number]
        first, *rest = function.blocks
        for gone in [each for each in first.body if isinstance(each, ir.If | ir.Store)][:2]:
            body = tuple([each for each in first.body if each is not gone])
            functions = list(program.functions)
            functions[number] = replace(function, blocks=(replace(first, body=body), *rest))
            with pytest.raises(ProgramFileError, match="does not count how often"):
                validate(replace(program, functions=tuple(functions)))


def test_without_a_depth_no_function_calls_itself() -> None:
    program = compiled("tests/language/50_doing_again.yaml").program
    assert program is not None
    functions = tuple([replace(each, depth=0) for each in program.functions])
    with pytest.raises(ProgramFileError, match="calls itself"):
        validate(replace(program, functions=functions))
