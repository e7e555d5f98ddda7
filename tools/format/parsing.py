"""The syntax trees of the pieces of code in a ruleset, by what each piece is."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from yupana.interpreter.language.parse import (
    parse_effects,
    parse_event,
    parse_expression,
    parse_function_body,
    parse_type,
)
from yupana.schemas.source import Code, Report, Span

CodeRole = Literal["expression", "type", "effects", "body", "event", "move"]
"""What a piece of code is: `body` is a block or an expression, `event` what sets off a
trigger, `move` an option that a player takes in an example."""


def read_code(code: Code, role: CodeRole, report: Report) -> object | None:
    """The syntax tree of code in a file, or None after reporting what is wrong with it."""
    if role == "effects":
        return parse_effects(code, report)
    if role == "body":
        return parse_function_body(code, report)
    if role == "event":
        return parse_event(code, report)
    return parse_type(code, report) if role == "type" else parse_expression(code, report)


@lru_cache(maxsize=20_000)
def parse(text: str, role: CodeRole) -> object | None:
    """The syntax tree of code, its places counted from the text itself; None if it does not parse."""
    rows = text.count("\n") + 1
    origins = tuple((row, 1) for row in range(1, rows + 1))
    code = Code(text, Span("", 1, 1, rows, len(text) - (text.rfind("\n") + 1) + 1), origins)
    report = Report()
    tree = read_code(code, role, report)
    return None if report.diagnostics else tree
