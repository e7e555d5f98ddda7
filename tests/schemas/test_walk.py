"""The one walk over the models of a ruleset."""

from __future__ import annotations

import re

import pytest
from yupana.schemas.compose import compose, list_rulesets
from yupana.schemas.kinds import KindDecl
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Code
from yupana.schemas.steps import TurnsStep
from yupana.schemas.walk import attributes, beside, held, inside, names, parts
from yupana.tests.found import ROOT


def ruleset(name: str) -> Ruleset:
    found = compose(name).ruleset
    assert found is not None
    return found


@pytest.mark.parametrize("name", [each.name for each in list_rulesets()][::4])
def test_the_walk_comes_to_all_code_by_its_way(name: str) -> None:
    whole = ruleset(name)
    found = {path: part for path, part in parts(whole) if isinstance(part, Code)}
    assert found
    for path, code in found.items():
        here: object = whole
        for step in path:
            here = dict(inside(here))[step]
        assert here is code


def test_an_attribute_says_the_key_that_authors_write() -> None:
    keys = {each.name: each.key for each in attributes(KindDecl)}
    assert tuple(keys) == tuple(names(KindDecl))
    assert keys == names(KindDecl)
    kind, *_ = ruleset("cargo_empire").kinds.values()
    written = {each.key: value for each, value in held(kind)}
    assert set(written) == set(keys.values())


def test_what_was_declared_later_is_known() -> None:
    """The steps inside a step are models, no names of models."""
    annotations = [str(each.info.annotation) for each in attributes(TurnsStep)]
    assert not [each for each in annotations if "ForwardRef" in each]


def test_two_values_are_walked_side_by_side() -> None:
    one, other = ruleset("cargo_empire"), ruleset("cargo_empire")
    pairs = beside(one, other)
    assert pairs is not None
    assert [step for step, _, _ in pairs] == list(names(Ruleset))
    assert beside({"a": 1, "b": 2}, {"a": 3, "b": 4}) == [("a", 1, 3), ("b", 2, 4)]
    assert beside([1, 2], [3, 4]) == [(0, 1, 3), (1, 2, 4)]
    for unlike in (({"a": 1}, {"b": 1}), ({"a": 1, "b": 2}, {"b": 2, "a": 1}), ([1], [1, 2]), (one, one.kinds), (1, 1)):
        assert beside(*unlike) is None


def test_nothing_else_asks_models_what_they_hold() -> None:
    found = [
        str(path.relative_to(ROOT))
        for room in ("schemas", "interpreter", "tools")
        for path in sorted((ROOT / room).rglob("*.py"))
        if re.search(r"\bmodel_fields\b", path.read_text(encoding="utf-8"))
    ]
    assert found == ["schemas/walk.py"]
