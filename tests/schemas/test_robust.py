"""Whatever a file holds, it ends in diagnostics with places, never in an exception."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from yupana.schemas.compose import compose
from yupana.schemas.render import render
from yupana.schemas.ruleset import Ruleset

WORDS = [
    *Ruleset.keys(),
    *("change", "replace", "remove", "name", "title", "extends", "entries", "fields", "links", "steps", "type", "is"),
    *("effects", "parameters", "in", "if", "when", "then", "items", "rules", "rounds", "turns", "phase", "before"),
    *(
        "after",
        "value",
        "by_players",
        "cells",
        "pairs",
        "hex",
        "spaces",
        "count",
        "source",
        "do",
        "Card",
        "a",
        "b",
        "1",
    ),
]
LEAVES = st.sampled_from([*WORDS, "", "x + y", "a-b", "1.5"]) | st.integers(-5, 10**12) | st.booleans() | st.none()
TREES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4),
    max_leaves=25,
)
FILES = st.dictionaries(st.sampled_from(WORDS), TREES, max_size=6)
BASE = {
    "ruleset": {"name": "base", "title": "Base"},
    "players": {"min": 1, "max": 2, "names": ["red", "blue"]},
    "constants": {"a": 1, "b": {"by_players": {"1": 2}}},
    "kinds": {"Card": {"entries": {"a": {"count": 2}, "b": None}}},
    "actions": {"a": {"effects": "pass", "parameters": {"b": {"in": "Card"}}}},
    "flow": [{"rounds": "a", "steps": [{"turns": "b"}]}, "x"],
    "setup": "x",
    "scoring": {"items": {"a": "1"}},
}


def faults_are_shown(target: str) -> None:
    composed = compose(target)
    shown = render(composed.report.in_order(), composed.files)
    assert (composed.ruleset is None) == bool(composed.report.errors)
    for fault in composed.report.diagnostics:
        rows = composed.files[fault.span.file].split("\n")
        assert 1 <= fault.span.line <= len(rows)
        assert 1 <= fault.span.column <= len(rows[fault.span.line - 1]) + 1
        assert fault.code in shown


CALM = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@given(FILES)
@CALM
def test_any_ruleset(tmp_path: Path, content: dict[str, object]) -> None:
    path = tmp_path / "any.yaml"
    path.write_text(json.dumps({**BASE, **content}, indent=1))
    faults_are_shown(str(path))


@given(FILES, st.none() | FILES)
@CALM
def test_any_overlays(tmp_path: Path, first: dict[str, object], second: dict[str, object] | None) -> None:
    (tmp_path / "base.yaml").write_text(json.dumps(BASE, indent=1))
    target = str(tmp_path / "base.yaml")
    for number, content in enumerate((first, second)):
        if content is not None:
            header = {"name": f"o{number}", "title": "O", "extends": "base"}
            path = tmp_path / f"o{number}.yaml"
            path.write_text(json.dumps({**content, "ruleset": header}, indent=1))
            target += f"+{path}"
    faults_are_shown(target)


@given(st.text(max_size=30) | st.text("ab+./~ ", max_size=12))
@CALM
def test_any_target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str) -> None:
    monkeypatch.chdir(tmp_path)
    composed = compose(target)
    assert composed.ruleset is None
    assert composed.report.errors


@pytest.mark.parametrize("target", ["a" * 5000, "a/" * 3000, "x\x00y", "base+" + "b" * 5000, "+", "+++", "/"])
def test_strange_targets(target: str) -> None:
    assert compose(target).report.errors


def test_a_file_of_another_sort_is_told(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("x")
    (fault,) = compose(str(tmp_path / "game.txt")).report.diagnostics
    assert fault.code == "YUP122"
    assert ".yaml" in fault.message
