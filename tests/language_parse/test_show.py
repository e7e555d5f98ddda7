"""What show writes, the parser reads back as the same tree."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from yupana.interpreter.language import nodes
from yupana.interpreter.language.parse import parse_effects, parse_expression, parse_type
from yupana.interpreter.language.show import show_effects, show_expression, show_type
from yupana.schemas.source import Code, Report, Span
from yupana.tests.language_parse.trees import effects, expressions, types, without_places

SETTINGS = settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))


def _code(text: str) -> Code:
    return Code(text, Span("test", 1, 1, 1, 1))


def _same(read: object, report: Report, tree: object, text: str) -> None:
    assert not report.diagnostics, f"{text}\n{report.diagnostics}"
    assert without_places(read) == without_places(tree), text


@SETTINGS
@given(expressions)
def test_expression(tree: nodes.Expr) -> None:
    text, report = show_expression(tree), Report()
    _same(parse_expression(_code(text), report), report, tree, text)


@SETTINGS
@given(types)
def test_type(tree: nodes.TypeExpr) -> None:
    text, report = show_type(tree), Report()
    _same(parse_type(_code(text), report), report, tree, text)


@settings(SETTINGS, max_examples=60)
@given(effects)
def test_effects(tree: tuple[nodes.Stmt, ...]) -> None:
    text, report = show_effects(tree), Report()
    _same(parse_effects(_code(text), report), report, tree, text)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("(a + b) * c - (d - e)", "(a + b) * c - (d - e)"),
        ("((a)) + ((b * c))", "a + b * c"),
        ("not (a and b) or (c)", "not (a and b) or c"),
        ("a - (b + c) - d", "a - (b + c) - d"),
        ("(1..3) | x", "(1..3) | x"),
        ("(a if b else c) if d else e", "(a if b else c) if d else e"),
        ("-(-7)", "--7"),
        ("players after (p)", "players after p"),
        ("'that {x}'", '"that {x}"'),
    ],
)
def test_fewest_brackets(written: str, shown: str) -> None:
    report = Report()
    tree = parse_expression(_code(written), report)
    assert tree is not None, report.diagnostics
    assert show_expression(tree) == shown
