"""Each example of each `NN_topic.yaml` is one test: the constructs of the language, stated as small games."""

from __future__ import annotations

import re
from functools import cache

import pytest
from yupana.interpreter.examples.running import ExampleResult
from yupana.tests.found import BACK_ENDS, ROOT, compiled, faults, label, language_files

SECTION = re.compile(r"^examples:.*\n(?:(?:[ #].*)?\n)*", re.MULTILINE)
NAME = re.compile(r"^  (\w+):", re.MULTILINE)


def _cases() -> list[tuple[str, str]]:
    """(target, example) of every file. They are found by how they are written, so that a fault of ours in reading or
    checking makes tests fail, not vanish; every worker does it, and a reader of YAML would take seconds."""
    cases: list[tuple[str, str]] = []
    for path in language_files():
        (section,) = SECTION.findall(path.read_text(encoding="utf-8") + "\n")
        target = path.relative_to(ROOT).as_posix()
        cases.extend((target, name) for name in NAME.findall(section))
    return cases


CASES = _cases()


def test_the_topics_are_numbered_without_a_gap() -> None:
    assert [int(path.name[:2]) for path in language_files()] == list(range(1, len(language_files()) + 1))


@pytest.mark.parametrize("target", sorted({target for target, _ in CASES}), ids=label)
def test_it_has_no_faults(target: str) -> None:
    assert faults(compiled(target)) == []


@cache
def _results(target: str, back_end: str) -> dict[str, ExampleResult]:
    """How all examples of a file came out: run together, since each is a test that would begin with all there is."""
    return {each.name: each for each in BACK_ENDS[back_end].examples(compiled(target), None)}


@pytest.mark.parametrize("back_end", sorted(BACK_ENDS))
@pytest.mark.parametrize(("target", "example"), CASES, ids=[f"{label(target)}-{name}" for target, name in CASES])
def test_example(target: str, example: str, back_end: str) -> None:
    if compiled(target).program is None:
        pytest.fail(f"{target} has faults")
    result = _results(target, back_end)[example]
    assert result.ok, f"{result.span.file}:{result.span.line}: {result.message}"
