"""`yupana explain` on every element there is: nothing crashes, and it agrees with the files and with itself."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from yupana.interpreter.index.elements import Element
from yupana.tests.found import compiled, shipped
from yupana.tests.tools.command_line import Yupana
from yupana.tools.explaining.elements import MOST_LINES, Explainer, Explanation

BASES = [name for name in shipped() if "+" not in name]
CODE = {"functions", "procedures", "actions", "adjustments", "triggers", "invariants", "setup", "flow", "features"}
"""What becomes Python."""


@cache
def explainer(name: str) -> Explainer:
    return Explainer(compiled(name))


def sample(name: str) -> list[Element]:
    """Of every sort of element the first, the last, and some between."""
    sorts: dict[str, list[Element]] = {}
    for each in explainer(name).elements:
        words = each.path.split(".")
        sorts.setdefault(words[0] + (f".{words[2]}" if len(words) == 4 else ""), []).append(each)
    return [
        each
        for several in sorts.values()
        for number, each in enumerate(several)
        if number in (0, len(several) - 1) or number % (1 + len(several) // 4) == 0
    ]


def faults_of(name: str, elements: Iterable[Element]) -> list[str]:
    """What is wrong in what is told of some elements of a ruleset."""
    by_path = explainer(name).elements.by_path
    compiled = explainer(name).compiled
    found: list[str] = []
    for element in elements:
        told = explainer(name).explain(element.path, emitted=True)
        found += [f"{element.path}: {each}" for each in _wrong(element, told)]
        lines = compiled.files[told.file].split("\n")
        for number, line in told.excerpt:
            if line.strip() != lines[number - 1].strip():
                found.append(f"{element.path}: line {number} is another")
        for each in (*told.uses, *told.used_by, *told.used_through_others):
            if each not in by_path:
                found.append(f"{element.path}: there is no {each}")
        for each in told.used_by if element.section != "rules" else ():
            if element.path not in by_path[each].uses:
                found.append(f"{element.path}: {each} does not use it")
        for each in (*told.examples, *told.examples_through_others):
            if f"examples.{each}" not in by_path:
                found.append(f"{element.path}: there is no example {each}")
    return found


def _wrong(element: Element, told: Explanation) -> Iterable[str]:
    first = told.excerpt[0][1] if told.excerpt else ""
    of_product = element.section == "kinds" and first.lstrip().startswith("each:")
    named = element.section != "setup" and not element.name.isdecimal() and not of_product
    if not told.excerpt or len(told.excerpt) > MOST_LINES or (named and element.name not in first):
        yield f"it begins with {first!r}"
    if told.cut and len(told.excerpt) != MOST_LINES:
        yield "more could be shown"
    if set(told.examples) & set(told.examples_through_others) or set(told.used_by) & set(told.used_through_others):
        yield "something is told twice"
    if [each for each, _ in told.rules] != ([element.name] if element.section == "rules" else list(element.source)):
        yield "these are not its rules"
    if any(not text or "{" in text for _, text in told.rules):
        yield "a rule has no text, or no figures"
    code = element.section in CODE and not (element.section == "flow" and element.name.isdecimal())  # inside the flow
    if bool(told.emitted) != (code or ".predicates." in element.path or ".items." in element.path):
        yield "it becomes Python, or it does not"
    ast.parse(told.emitted or "")


@pytest.mark.parametrize("name", BASES)
def test_of_every_sort_some(name: str) -> None:
    assert faults_of(name, sample(name)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped())
def test_all(name: str) -> None:
    assert faults_of(name, explainer(name).elements) == []


@pytest.mark.parametrize(
    "name",
    [each if each == "tic_tac_toe" else pytest.param(each, marks=pytest.mark.slow) for each in BASES],
)
def test_the_page_of_every_sort(yupana: Yupana, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The words that a person reads begin with the element and its place, and cite its rules."""
    monkeypatch.setattr("yupana.tools.commands.explain.compile_sound", lambda _: explainer(name).compiled)
    seen: set[str] = set()
    for element in sample(name):
        if element.section in seen:
            continue
        seen.add(element.section)
        ran = yupana("explain", name, element.path, "--code")
        told = explainer(name).explain(element.path, emitted=True)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith(f"{element.path}  {told.file}:{told.line}\n")
        assert all(f"\n  {each}: " in ran.out for each, _ in told.rules)
        assert ("\nBecomes\n" in ran.out) == bool(told.emitted)
    assert len(seen) > 8


def test_what_nothing_says_is_not_told(yupana: Yupana, tmp_path: Path) -> None:
    path = tmp_path / "small.yaml"
    path.write_text(
        "ruleset: {name: small, title: Small, language: 2}\n"
        "players: {min: 2, max: 2, names: [red, blue]}\n"
        "constants: {goal: 3}\n"
        "actions: {rest: {effects: pass}}\n"
        "flow: [{turns: turn, times: 2}]\n"
        "scoring: {items: {all: 1}}\n",
        encoding="utf-8",
    )
    assert yupana("explain", str(path), "goal").out == f"constants.goal  {path}:3\n  3 | constants: {{goal: 3}}\n"
