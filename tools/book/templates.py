"""A rule's text apart from its values: its bare words, and the names of which it gives values."""

from __future__ import annotations

import re

from yupana.interpreter.check.interpolation import code_of
from yupana.interpreter.language import nodes
from yupana.interpreter.language.parse import parse_template
from yupana.interpreter.language.show import show_expression
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Report

_NAME = re.compile(r"[^\W\d]\w*")


def words(text: str) -> str:
    """A text without its values: an empty pair of braces stands for each. A faulty text is given back as it is."""
    parts = _parts(text)
    return text if parts is None else "".join(each if isinstance(each, str) else "{}" for each in parts)


def told(text: str, ruleset: Ruleset) -> set[str]:
    """The names of which a text gives values; with a kind of spaces also the name of its board."""
    values = [each for each in _parts(text) or () if not isinstance(each, str)]
    found = {name for each in values for name in _NAME.findall(show_expression(each))}
    return found | {str(name) for name, board in ruleset.boards.items() if str(board.kind) in found}


def _parts(text: str) -> tuple[str | nodes.Expr, ...] | None:
    template = parse_template(code_of(text), Report()) if "{" in text else None
    return template.parts if template is not None else None
