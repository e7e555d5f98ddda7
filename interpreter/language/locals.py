"""Code with its locals called by numbers: pieces that differ only in what they call their locals then read the same.

A local is what `let`, `for`, `roll`, `pick`, a comprehension or a walk binds, and the parameters that the caller names.
The names of a choice stay: they are the names in its options, which players read and saved games hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar, cast

from . import nodes

Names = Mapping[str, str]

_Node = TypeVar("_Node")


def without_names(node: _Node, names: Names | None = None) -> _Node:
    """The node, or tuple of statements, with every local called by its number. `names` are the parameters, with what
    they are called instead."""
    return cast("_Node", _Renamer().of(node, dict(names or {})))


class _Renamer:
    def __init__(self) -> None:
        self.count = 0

    def of(self, node: object, names: Names) -> Any:
        """A node, a tuple of nodes or a plain value."""
        if isinstance(node, tuple):
            if any(isinstance(each, nodes.Stmt) for each in node):
                return self._block(node, names)[0]
            return tuple([self.of(each, names) for each in node])
        if isinstance(node, nodes.Name):
            return replace(node, name=names.get(node.name, node.name))
        if isinstance(node, nodes.Call) and isinstance(node.function, nodes.Name):
            return replace(node, args=self.of(node.args, names), keywords=self.of(node.keywords, names))
        if isinstance(node, nodes.Comprehension):
            return self._comprehension(node, names)
        if isinstance(node, nodes.Walk):
            return self._walk(node, names)
        if isinstance(node, nodes.After):
            effects, inner = self._block(node.effects, names)
            return replace(node, effects=effects, value=self.of(node.value, inner))
        if isinstance(node, nodes.Stmt):
            return self._statement(node, names)[0]
        if isinstance(node, nodes.Branch):
            binders, inner = self._binders(node.binders, names)
            return replace(node, binders=binders, test=self.of(node.test, inner), body=self.of(node.body, inner))
        return self._plain(node, names) if isinstance(node, nodes.Node) else node

    def _plain(self, node: Any, names: Names, **given: object) -> Any:
        """A node with everything inside it renamed; `given` are the attributes that are known already."""
        inside = {
            each.name: self.of(getattr(node, each.name), names)
            for each in fields(node)
            if each.name not in given and not each.name.endswith("span")
        }
        return replace(node, **inside, **given)

    def _bound(self, name: str, names: Names) -> tuple[str, Names]:
        """A new local, and the names with it."""
        self.count += 1
        new = f"${self.count}"
        return new, {**names, name: new}

    def _block(self, statements: tuple[Any, ...], names: Names) -> tuple[tuple[Any, ...], Names]:
        """Statements one after the other, and the names as they are after them."""
        result = []
        for each in statements:
            made, names = self._statement(each, names)
            result.append(made)
        return tuple(result), names

    def _statement(self, node: Any, names: Names) -> tuple[Any, Names]:
        if isinstance(node, nodes.Let | nodes.Roll):
            name, inner = self._bound(node.name, names)
            return self._plain(node, names, name=name), inner
        if isinstance(node, nodes.Pick):
            name, inner = self._bound(node.name, names)
            return replace(node, name=name, items=self.of(node.items, names), test=self.of(node.test, inner)), inner
        if isinstance(node, nodes.For):
            name, inner = self._bound(node.name, names)
            test, body = self.of(node.test, inner), self.of(node.body, inner)
            return replace(node, name=name, items=self.of(node.items, names), test=test, body=body), names
        if isinstance(node, nodes.Choose):
            binders, inner = self._binders(node.binders, names)
            made = self._plain(node, names, binders=binders, prompt=self.of(node.prompt, inner))
            return made, inner
        return self._plain(node, names), names

    def _binders(self, binders: tuple[nodes.Binder, ...], names: Names) -> tuple[tuple[nodes.Binder, ...], Names]:
        """The names of a choice, which stay as they are."""
        made = []
        for each in binders:
            items = self.of(each.items, names)
            names = {name: new for name, new in names.items() if name != each.name}
            made.append(replace(each, items=items, test=self.of(each.test, names)))
        return tuple(made), names

    def _comprehension(self, node: nodes.Comprehension, names: Names) -> nodes.Comprehension:
        clauses = []
        for each in node.clauses:
            items = self.of(each.items, names)
            name, names = self._bound(each.name, names)
            clauses.append(replace(each, name=name, items=items, test=self.of(each.test, names)))
        return replace(
            node,
            clauses=tuple(clauses),
            element=self.of(node.element, names),
            key=self.of(node.key, names),
            by=self.of(node.by, names),
        )

    def _walk(self, node: nodes.Walk, names: Names) -> nodes.Walk:
        start = self.of(node.start, names)
        here = None
        if node.here is not None:
            here, names = self._bound(node.here, names)
        there, names = self._bound(node.there, names)
        return replace(
            node,
            start=start,
            here=here,
            there=there,
            over=self.of(node.over, names),
            by=self.of(node.by, names),
            test=self.of(node.test, names),
            within=self.of(node.within, names),
        )
