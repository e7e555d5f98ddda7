"""Code with its locals called by numbers: pieces that differ only in what they call their locals then read the same.

A local is what `let`, `for`, `roll`, `pick`, a comprehension or a walk binds, and the parameters that the caller names.
The names of a choice stay: they are the names in its options, which players read and saved games hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar, cast

from . import nodes
from .trees import said_slots

Names = Mapping[str, str]

_Node = TypeVar("_Node")


def without_names(node: _Node, names: Names | None = None) -> _Node:
    """The node, or tuple of statements, with every local called by its number. `names` are the parameters, with what
    they are called instead."""
    return cast("_Node", _Renamer().of(node, dict(names or {}))[0])


class _Renamer:
    def __init__(self) -> None:
        self.count = 0

    def of(self, node: Any, names: Names) -> tuple[Any, Names]:
        """A node, a tuple of nodes or a plain value; and the names as they are after it."""
        if isinstance(node, tuple):
            made, inner = [], names
            for each in node:
                one, inner = self.of(each, inner)
                made.append(one)
            return tuple(made), inner if node and isinstance(node[0], nodes.Node) else names
        if isinstance(node, nodes.Name):
            return replace(node, name=names.get(node.name, node.name)), names
        if not isinstance(node, nodes.Node):
            return node, names
        parts: dict[str, Any] = {}
        inner = names
        for word in node.order.split() or said_slots(type(node)):
            name = word.lstrip("=-")
            value = getattr(node, name)
            if word.startswith("=") and value is not None:
                self.count += 1
                parts[name] = f"${self.count}"
                inner = {**inner, value: parts[name]}
            elif word.startswith("-"):
                inner = {known: new for known, new in inner.items() if known != value}
            elif not (name == "function" and isinstance(value, nodes.Name)):  # what is called is no local
                parts[name], after = self.of(value, inner)
                inner = after if node.order else inner
        return replace(node, **parts), inner if node.declares else names
