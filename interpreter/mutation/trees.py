"""Syntax trees with something else in them, and what they are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from yupana.schemas.source import Span

from ..language import nodes
from ..language.trees import descend, same, transformed


def with_at(row: tuple[Any, ...], number: int, *new: Any) -> tuple[Any, ...]:
    """A row with something else, or nothing, at one place."""
    return (*row[:number], *new, *row[number + 1 :])


def only_tells(block: Iterable[nodes.Stmt]) -> bool:
    """Whether statements do nothing but tell something, or say that something cannot be."""
    return all(isinstance(each, (nodes.Log, nodes.Show, nodes.Fail)) or (
        isinstance(each, nodes.If) and all(only_tells(body) for _, body in each.branches) and only_tells(each.other)
    ) or (isinstance(each, nodes.For) and only_tells(each.body)) for each in block)  # fmt: skip


def moves_before_shuffles(block: Sequence[Any]) -> Iterator[nodes.Move | nodes.MoveAll | nodes.MoveEach]:
    """The moves of a block into a zone that is shuffled behind them, before anything in the block reads it: where in
    the zone they go says nothing."""
    for end, last in enumerate(block):
        if last.mixes:
            mixed = getattr(last, last.mixes)
            for each in reversed(block[:end]):
                moves = [
                    node for node in descend(each)
                    if isinstance(node, (nodes.Move, nodes.MoveAll, nodes.MoveEach)) and same(node.zone, mixed)
                ]  # fmt: skip
                if len(moves) < sum([same(node, mixed) for node in descend(each)]):
                    break
                yield from moves


def with_number(part: Any, span: Span, value: int) -> Any:
    """A tree with another number where one stands."""

    def there(node: nodes.Node) -> nodes.Int | None:
        return replace(node, value=value) if isinstance(node, nodes.Int) and node.span == span else None

    return transformed(part, there)


def negated(test: nodes.Expr) -> nodes.Expr:
    """A condition turned round."""
    return nodes.Unary(test.span, "not", test)


def plus(node: nodes.Expr, by: int) -> nodes.Expr:
    """A number one more or less."""
    return nodes.Binary(node.span, "+" if by > 0 else "-", node, nodes.Int(node.span, 1))


def opposite(by: nodes.Expr) -> nodes.Expr:
    """A key for the opposite order."""
    if isinstance(by, nodes.Unary) and by.op == "-":
        return by.value
    if isinstance(by, nodes.ListLit):  # of several keys the first decides
        return replace(by, items=(opposite(by.items[0]), *by.items[1:]))
    return nodes.Unary(by.span, "-", by)


def rounded_up(node: nodes.Binary) -> nodes.Expr | None:
    """Of `(a + b - 1) // b`, or `(a + 1) // 2` and the like, what is divided: a; None if this is neither."""
    left, by = node.left, node.right
    if not isinstance(left, nodes.Binary) or not isinstance(left.right, nodes.Int):
        return None
    if left.op == "+" and isinstance(by, nodes.Int) and left.right.value == by.value - 1:
        return left.left
    inner = left.left
    if left.op == "-" and left.right.value == 1 and isinstance(inner, nodes.Binary) and inner.op == "+":
        return inner.left if same(inner.right, by) else inner.right if same(inner.left, by) else None
    return None
