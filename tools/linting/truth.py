"""Whether a condition holds always, never, or now and then, by what is declared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from yupana.interpreter.elements import Element
from yupana.interpreter.language import nodes
from yupana.interpreter.language.trees import TURNED

from .ranges import Range, Ranges
from .study import Study
from .walk import assigned


class Truth:
    """Answers for the code of one element."""

    def __init__(self, study: Study, ranges: Ranges, element: Element) -> None:
        self.study = study
        self.ranges = ranges
        self.env: Mapping[str, Range] = ranges.locals_of(element)
        self.mutable = {name for piece in element.pieces for name in assigned(piece.node)}

    def of(self, node: nodes.Expr) -> bool | None:
        """True or False where a condition always has this value, else None."""
        if isinstance(node, nodes.Bool):
            return node.value
        if isinstance(node, nodes.Unary) and node.op == "not":
            inner = self.of(node.value)
            return None if inner is None else not inner
        if isinstance(node, nodes.Binary) and node.op in ("and", "or"):
            sides = (self.of(node.left), self.of(node.right))
            decided = node.op == "or"
            if decided in sides:
                return decided
            return (not decided) if sides == (not decided, not decided) else None
        if isinstance(node, nodes.Compare):
            results = [result for _, _, _, result in self.links(node)]
            if False in results:
                return False
            return True if all(each is True for each in results) else None
        return None

    def links(self, node: nodes.Compare) -> Iterator[tuple[nodes.Expr, str, nodes.Expr, bool | None]]:
        """Every single comparison of a chain with its value."""
        left = node.first
        for op, right in node.rest:
            yield left, op, right, self._compare(left, op, right)
            left = right

    def _compare(self, left: nodes.Expr, op: str, right: nodes.Expr) -> bool | None:
        if op in ("==", "!=") and isinstance(right, nodes.NoneLit):
            return (op == "!=") if self._is_there(left) else None
        a, b = self.ranges.of(left, self.env), self.ranges.of(right, self.env)
        if op in ("in", "not in") and isinstance(right, nodes.Range) and a is not None:
            low, high = self.ranges.of(right.low, self.env), self.ranges.of(right.high, self.env)
            inside = None if low is None or high is None else _inside(a, low, high)
            return inside if inside is None or op == "in" else not inside
        if a is None or b is None:
            return None
        if op in ("==", "!="):
            if a[1] < b[0] or b[1] < a[0]:
                return op == "!="
            return (op == "==") if a[0] == a[1] == b[0] == b[1] else None
        if op in (">", ">="):
            a, b, op = b, a, TURNED[op]
        if op == "<":
            return True if a[1] < b[0] else False if a[0] >= b[1] else None
        if op == "<=":
            return True if a[1] <= b[0] else False if a[0] > b[1] else None
        return None

    def _is_there(self, node: nodes.Expr) -> bool:
        """Whether a value is declared so that it cannot be none. What the code has just made sure of is not asked:
        it may have changed since."""
        if isinstance(node, nodes.Name) and node.name in self.mutable:
            return False
        if isinstance(node, nodes.Attribute):
            world = self.study.analysis.world
            domains = {each.domain for each in self.study.analysis.types_of(node.value) if each.kind == "member"}
            fields = [world.domains[number].fields.get(node.name) for number in domains]
            return bool(fields) and all(each is not None and not each.type.optional for each in fields)
        if isinstance(node, nodes.Name):
            symbol = self.study.analysis.world.symbols.get(node.name)
            if symbol is not None and symbol.sort == "field":
                return symbol.type is not None and symbol.type.scalar and not symbol.type.optional
            return self.study.analysis.is_there(node)
        if isinstance(node, nodes.Call) and isinstance(node.function, nodes.Name):
            # what it gave a moment ago is nothing to rely on: it may give something else now
            signature = self.study.analysis.world.signatures.get(node.function.name)
            if signature is not None and signature.result is not None and signature.result.optional:
                return False
            return self.study.analysis.is_there(node)
        return False


def _inside(a: Range, low: Range, high: Range) -> bool | None:
    if a[0] >= low[1] and a[1] <= high[0]:
        return True
    return False if a[1] < low[0] or a[0] > high[1] else None
