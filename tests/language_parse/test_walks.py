"""The walks through a syntax tree: all that stands in it, whether two say the same, the same with others in it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from yupana.interpreter.language import nodes
from yupana.interpreter.language.trees import all_slots, descend, same, transformed
from yupana.schemas.source import Span
from yupana.tests.language_parse.trees import effects, expressions, without_places

SETTINGS = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
ELSEWHERE = Span("elsewhere", 7, 3, 7, 9)


def _moved(tree: Any) -> Any:
    """The same at another place."""
    if isinstance(tree, tuple):
        return tuple(_moved(each) for each in tree)
    if not isinstance(tree, nodes.Node):
        return tree
    return replace(tree, **{name: _moved(getattr(tree, name)) for name in all_slots(type(tree))} | {"span": ELSEWHERE})


def _names(tree: Any) -> list[str]:
    return [each.name for each in descend(tree) if isinstance(each, nodes.Name)]


@SETTINGS
@given(expressions | effects, expressions | effects)
def test_what_says_the_same_is_told_by_what_it_says(one: Any, other: Any) -> None:
    assert same(one, other) == (without_places(one) == without_places(other))
    assert same(one, _moved(one))


@SETTINGS
@given(expressions | effects)
def test_a_walk_comes_to_every_node_once_in_the_order_of_reading(tree: Any) -> None:
    def each(part: Any) -> list[nodes.Node]:
        if isinstance(part, tuple):
            return [node for inside in part for node in each(inside)]
        if not isinstance(part, nodes.Node):
            return []
        inside = [getattr(part, name) for name in all_slots(type(part))]
        return [part, *(node for one in inside for node in each(one))]

    assert [id(node) for node in descend(tree)] == [id(node) for node in each(tree)]


@SETTINGS
@given(expressions | effects)
def test_what_does_not_change_is_the_very_same(tree: Any) -> None:
    assert transformed(tree, lambda _: None) is tree

    def other(node: nodes.Node) -> nodes.Node | None:
        return replace(node, name="other") if isinstance(node, nodes.Name) else None

    changed = transformed(tree, other)
    assert _names(changed) == ["other"] * len(_names(tree))
    assert (changed is tree) == (not _names(tree))
    assert transformed(changed, other) is not changed or not _names(tree)
