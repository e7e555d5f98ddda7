"""Texts: their words, and the values between them.

A pair of braces is one value, or, where a condition chooses of things of several types, several: lists, all but one of
them empty in every position, so that whoever tells a text tells what is chosen and knows of no conditions. Texts that
are chosen are members of a domain of their own, behind all that are declared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from ..program import ir
from ..typed import nodes as typed
from .core import lower, lowers
from .frame import Frame

Shown: TypeAlias = "list[tuple[ir.ValueType, ir.Expr]]"
"""The values that stand for a pair of braces, with their types."""

_NOTHING = ir.ConstList(())


def text(frame: Frame, node: typed.Text) -> tuple[int, tuple[ir.Expr, ...]]:
    """A text with values: its number and the values."""
    return whole_text(frame, node, [shown(frame, each) for each in node.values])


def whole_text(frame: Frame, node: typed.Text, braces: Sequence[Shown]) -> tuple[int, tuple[ir.Expr, ...]]:
    """A text of whose braces the values are known: its number, and all these values."""
    parts, spans = [node.texts[0]], []
    for said, value, told in zip(node.texts[1:], node.values, braces, strict=True):
        parts += [*[""] * (len(told) - 1), said]
        spans += [value.span] * len(told)
    every = [each for told in braces for each in told]
    values = tuple([value for _, value in every])
    frame.tables.tells(values, tuple(spans))
    return frame.tables.text(ir.Text(tuple(parts), tuple([kind for kind, _ in every]))), values


def shown(frame: Frame, node: typed.Expr) -> Shown:
    """What stands for a pair of braces."""
    if node.type.kind != "text":
        return [_value(frame, node)]
    return [(frame.tables.words_type, _words(frame, node))] if is_plain(node) else _parts(frame, node)


def _value(frame: Frame, node: typed.Expr) -> tuple[ir.ValueType, ir.Expr]:
    expr = lower(frame, node)
    return frame.tables.value_type(node.type), ir.Op("members", (expr,)) if node.type.kind == "set" else expr


def is_plain(node: typed.Expr) -> bool:
    """Whether it is a text without values, nothing, or one of several such."""
    match node:
        case typed.Words():
            return not node.text.values
        case typed.Conditional() if node.type.kind == "text":
            return is_plain(node.then) and is_plain(node.other)
    return isinstance(node, typed.NoneValue)


def _words(frame: Frame, node: typed.Expr) -> ir.Expr:
    """A plain text."""
    match node:
        case typed.Conditional():
            return ir.Choice(lower(frame, node.test), _words(frame, node.then), _words(frame, node.other))
        case typed.Words():
            return lower(frame, node)
    return ir.Const(frame.tables.words("", node.span))


@lowers(typed.Words)
def _literal(frame: Frame, node: typed.Words) -> ir.Expr:
    """A text without values, as a member of the domain of texts."""
    return ir.Const(frame.tables.words(node.text.texts[0], node.span))


def _parts(frame: Frame, node: typed.Expr) -> Shown:
    """Lists that say it together."""
    several = replace(frame.tables.words_type, many=True)
    if is_plain(node):
        return [(several, ir.Op("list", (_words(frame, node),)))]
    if isinstance(node, typed.Words):
        found: Shown = []
        for at, said in enumerate(node.text.texts):
            found += [(several, ir.ConstList((frame.tables.words(said, node.span, at),)))] if said else []
            found += _parts(frame, node.text.values[at]) if at < len(node.text.values) else []
        return found
    if isinstance(node, typed.Conditional) and node.type.kind == "text":
        then, other = _parts(frame, node.then), _parts(frame, node.other)
        found = [(kind, ir.Choice(lower(frame, node.test), value, _NOTHING)) for kind, value in then]
        return found + [(kind, ir.Choice(lower(frame, node.test), _NOTHING, value)) for kind, value in other]
    kind, value = _value(frame, node)
    return [(kind, value) if kind.many else (replace(kind, many=True), ir.Op("list", (value,)))]
