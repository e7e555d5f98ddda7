"""Which values of a template are what dice show: those of the fields that a look names as dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from ..lower.texts import is_plain
from ..typed.nodes import Conditional, Expr, Field, ListEntry, Text, Words
from ..typed.tree import descend

Named: TypeAlias = frozenset[tuple[int | None, str]]
"""Fields by the number of the domain that has them (None: whichever) and their names."""


def shows_dice(text: Text, fields: Iterable[str], domains: Mapping[str, int]) -> frozenset[int]:
    """The places of the values, as the template logs them, that come from these fields: such a field itself, one of its
    numbers, or a list that is made of them. `domains` are the numbers of the kinds."""
    named: Named = frozenset((domains.get(kind) if kind else None, name) for kind, name in map(_parted, fields))
    if not named:
        return frozenset()
    marks = [mark for value in text.values for mark in _shown(value, named)]
    return frozenset(at for at, mark in enumerate(marks) if mark)


def _shown(node: Expr, named: Named) -> list[bool]:
    """For each value that stands for a pair of braces, whether dice show it; in the order of `lower.texts.shown`."""
    if node.type.kind != "text":
        return [_is_die(node, named)]
    return [False] if is_plain(node) else _parts(node, named)


def _parts(node: Expr, named: Named) -> list[bool]:
    if is_plain(node):
        return [False]
    if isinstance(node, Words):
        found: list[bool] = []
        for at, said in enumerate(node.text.texts):
            found += [False] if said else []
            found += _parts(node.text.values[at], named) if at < len(node.text.values) else []
        return found
    if isinstance(node, Conditional) and node.type.kind == "text":
        return _parts(node.then, named) + _parts(node.other, named)
    return [_is_die(node, named)]


def _is_die(node: Expr, named: Named) -> bool:
    match node:
        case Field():
            return _is_named(node, named)
        case ListEntry():
            return _is_die(node.list, named)
        case Conditional():
            return _is_die(node.then, named) or _is_die(node.other, named)
    of = node.type.element if node.type.kind == "list" else None
    return of is not None and of.kind == "int" and any(_is_named(each, named) for each in descend(node))


def _is_named(node: object, named: Named) -> bool:
    if not isinstance(node, Field):
        return False
    name = str(node.field.name)
    return (None, name) in named or (node.field.domain, name) in named


def _parted(field: str) -> tuple[str, str]:
    kind, _, name = field.rpartition(".")
    return kind, name
