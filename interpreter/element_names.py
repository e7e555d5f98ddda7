"""Which names a piece of syntax takes from outside itself, told apart by where such a name is declared.

Locals (parameters, `let`, `for`, choices, dice) are left out wherever they hide what is declared outside.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from .check.actions import all_slots
from .language import nodes

_BINDS = (nodes.Let, nodes.Roll, nodes.Pick)


@dataclass(slots=True)
class Mentions:
    """`free` are bare names, `members` those after a dot (fields, attributes, predicates, zones of a holder), `menus`
    what is offered, `options` the names of the options that the code itself gives (choices and their branches),
    `chosen` those that somebody takes in an example."""

    free: set[str] = field(default_factory=set)
    members: set[str] = field(default_factory=set)
    menus: set[str] = field(default_factory=set)
    options: set[str] = field(default_factory=set)
    chosen: set[str] = field(default_factory=set)

    @property
    def all(self) -> set[str]:
        """All names it takes from outside."""
        return self.free | self.members | self.menus | self.chosen

    def add(self, node: object, bound: Iterable[str] = ()) -> None:
        """Read a node, or a tuple of statements; `bound` are the names that are local to it."""
        if isinstance(node, tuple):
            self._block(node, frozenset(bound))
        else:
            self._walk(node, frozenset(bound))

    def _block(self, statements: Sequence[object], bound: frozenset[str]) -> frozenset[str]:
        """Statements one after the other; gives what is local behind them."""
        for each in statements:
            self._walk(each, bound)
            if isinstance(each, _BINDS):
                bound |= {each.name}
            elif isinstance(each, nodes.Choose):
                bound |= {binder.name for binder in each.binders}
        return bound

    def _walk(self, node: object, bound: frozenset[str]) -> None:
        if isinstance(node, tuple):
            for each in node:
                self._walk(each, bound)
        elif isinstance(node, nodes.Name):
            self.free |= {node.name} - bound
        elif isinstance(node, nodes.TypeExpr | nodes.Do | nodes.Activate | nodes.End):
            self.free.add(node.name)
            self._slots(node, bound)
        elif isinstance(node, nodes.Attribute):
            self._attribute(node, bound)
        elif isinstance(node, nodes.Call):
            # what is called is never a local, whatever locals there are of its name
            called = isinstance(node.function, nodes.Name)
            self._walk(node.function, frozenset() if called else bound)
            self._walk(node.args, bound)
            for name, value in node.keywords:
                self.members.add(name)
                self._walk(value, bound)
        elif isinstance(node, nodes.Comprehension):
            self._comprehension(node, bound)
        elif isinstance(node, nodes.Walk):
            self._walk(node.start, bound)
            inner = bound | {node.there} | ({node.here} if node.here else set())
            self._walk((node.over, node.by, node.test, node.within), inner)
        elif isinstance(node, nodes.After):
            self._walk(node.value, self._block(node.effects, bound))
        elif isinstance(node, nodes.Stmt | nodes.Branch):
            self._statement(node, bound)
        elif isinstance(node, nodes.Node):
            self._slots(node, bound)

    def _slots(self, node: nodes.Node, bound: frozenset[str]) -> None:
        for slot in all_slots(type(node)):
            self._walk(getattr(node, slot), bound)

    def _attribute(self, node: nodes.Attribute, bound: frozenset[str]) -> None:
        self._walk(node.value, bound)
        is_kind = isinstance(node.value, nodes.Name) and node.value.name[:1].isupper()
        (self.free if is_kind else self.members).add(node.name)

    def _comprehension(self, node: nodes.Comprehension, bound: frozenset[str]) -> None:
        for clause in node.clauses:
            self._walk(clause.items, bound)
            bound |= {clause.name}
            self._walk(clause.test, bound)
        self._walk((node.element, node.key, node.by), bound)

    def _binders(self, binders: Sequence[nodes.Binder], bound: frozenset[str]) -> frozenset[str]:
        for each in binders:
            self._walk(each.items, bound)
            bound |= {each.name}
            self._walk(each.test, bound)
        return bound

    def _statement(self, node: nodes.Node, bound: frozenset[str]) -> None:
        if isinstance(node, nodes.If):
            for test, body in node.branches:
                self._walk(test, bound)
                self._block(body, bound)
            self._block(node.other, bound)
        elif isinstance(node, nodes.For | nodes.Pick):
            self._walk(node.items, bound)
            self._walk(node.test, bound | {node.name})
            if isinstance(node, nodes.For):
                self._block(node.body, bound | {node.name})
        elif isinstance(node, nodes.Repeat | nodes.Loop):
            self._walk(node.test, bound)
            if isinstance(node, nodes.Repeat):
                self._walk(node.limit, bound)
            self._block(node.body, bound)
        elif isinstance(node, nodes.Choose):
            self.options.add(node.label or "choose")
            self._walk((node.count, node.decider), bound)
            self._walk(node.prompt, self._binders(node.binders, bound))
        elif isinstance(node, nodes.Branch):
            self.options.add(node.label)
            inner = self._binders(node.binders, bound)
            self._walk(node.test, inner)
            self._block(node.body, inner)
        elif isinstance(node, nodes.Offer):
            self.menus.add(node.menu)
            self._walk((node.decider, node.prompt), bound)
        else:
            self._slots(node, bound)


class Reads(Mentions):
    """What is mentioned otherwise than to give it a value."""

    def _statement(self, node: nodes.Node, bound: frozenset[str]) -> None:
        if not isinstance(node, nodes.Assign) or node.op != "=":
            Mentions._statement(self, node, bound)
            return
        target = node.target
        while isinstance(target, nodes.Index):
            self._walk(target.index, bound)
            target = target.value
        if isinstance(target, nodes.Attribute):
            self._walk(target.value, bound)
        self._walk(node.value, bound)
