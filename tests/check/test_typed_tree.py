"""The typed tree is complete: every kind of code is checked and lowered, and a walk meets all of it."""

from __future__ import annotations

import dataclasses
import inspect
import typing

import pytest
from yupana.interpreter.check.builtin_table import BUILTINS, FORMS
from yupana.interpreter.check.core import CHECKS
from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.language import nodes as syntax
from yupana.interpreter.language.types import UNKNOWN
from yupana.interpreter.lower.core import LOWERINGS
from yupana.interpreter.lower.lowering import lower
from yupana.interpreter.typed import nodes

TYPED = [each for each in vars(nodes).values() if inspect.isclass(each) and issubclass(each, nodes.Node)]
SYNTAX = [each for each in vars(syntax).values() if inspect.isclass(each) and issubclass(each, syntax.Expr)]


@pytest.mark.parametrize("kind", [each for each in SYNTAX if each is not syntax.Expr], ids=lambda each: each.__name__)
def test_every_expression_is_checked(kind: type) -> None:
    assert kind in CHECKS


@pytest.mark.parametrize(
    "kind",
    [each for each in TYPED if issubclass(each, nodes.Expr) and each not in (nodes.Expr, nodes.Unknown)],
    ids=lambda each: each.__name__,
)
def test_every_typed_expression_is_lowered(kind: type[nodes.Expr]) -> None:
    assert lower is not None  # its module fills the register
    assert kind in LOWERINGS


@pytest.mark.parametrize("kind", TYPED, ids=lambda each: each.__name__)
def test_a_walk_meets_every_child(kind: type[nodes.Node]) -> None:
    """Whatever may hold a node is one of the `parts`, but for declarations and what stands for a name."""
    hints = typing.get_type_hints(kind)
    holding = {each.name for each in dataclasses.fields(kind) if _holds_node(hints[each.name])}
    assert holding == set(kind.parts)


def _holds_node(hint: object) -> bool:
    if inspect.isclass(hint) and not typing.get_args(hint):
        return issubclass(hint, nodes.Node)
    return any(_holds_node(each) for each in typing.get_args(hint))


OWN = {"<adjustment>", "<Kind>", "Direction", "Shape", "Space?"}
"""What the built-ins that take it read themselves: an adjustment says what key it takes, a space which directions and
shapes."""


@pytest.mark.parametrize("name", sorted(BUILTINS))
def test_every_parameter_of_a_built_in_can_be_read(name: str) -> None:
    builtin = BUILTINS[name]
    assert builtin.name == name
    forms = {each.form if each.name else f"<{each.form}>" for each in builtin.parameters}
    assert forms - OWN <= FORMS.keys()


def test_nothing_is_unknown_in_a_ruleset_without_faults() -> None:
    checked = compile_ruleset("cargo_empire").checked
    assert checked is not None
    met = set()
    for found in checked.tree.values():
        for root in found:
            for each in nodes.descend(root):
                met.add(type(each))
                assert not isinstance(each, nodes.Unknown)
                assert not isinstance(each, nodes.Expr) or each.type != UNKNOWN
    assert {nodes.Field, nodes.Call, nodes.Comprehension, nodes.Comparison} <= met
