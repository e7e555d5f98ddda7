"""Which fields code reads, itself or through what it calls."""

from __future__ import annotations

from ..typed.bodies import InForce
from ..typed.declared import FieldInfo, PredicateInfo, Signature
from ..typed.nodes import Call, Field, Node, Position, PredicateCall, descend


class Readings:
    """What is read. Code is added before anybody asks about what calls it: after what it calls itself."""

    def __init__(self) -> None:
        self._of: dict[Signature | PredicateInfo, frozenset[FieldInfo]] = {}

    def add(self, called: Signature | PredicateInfo, code: Node) -> None:
        """Code that runs where something is called; there may be several pieces of it."""
        self._of[called] = self._of.get(called, frozenset()) | self.of(code)

    def of(self, code: Node) -> frozenset[FieldInfo]:
        """The fields that code reads."""
        found: set[FieldInfo] = set()
        for node in descend(code):
            match node:
                case Field():
                    found.add(node.field)
                case Call():
                    found |= self._of.get(node.function, frozenset())
                case PredicateCall():
                    found |= self._of.get(node.predicate, frozenset())
                case InForce() if node.adjustment.cell is not None:
                    found.add(node.adjustment.cell)
                case Position():
                    found.update(node.position.fields)
        return frozenset(found)
