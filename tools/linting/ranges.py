"""Between which numbers an expression lies, from what is declared: literals, ranges of fields, parameters and results;
and so whether a condition holds always, never, or now and then.

Constants, attributes and counts say nothing here, because a variant may change them: what is concluded from these
ranges holds whatever data is put in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from yupana.interpreter.index.elements import Element
from yupana.interpreter.language import nodes
from yupana.interpreter.language.parse import parse_type
from yupana.interpreter.language.trees import descend
from yupana.schemas.intervals import always, result_of
from yupana.schemas.source import Code, Report

from .study import Study

Range = tuple[float, float]

INFINITE = float("inf")
_COUNTS = {"size", "count", "abs", "rotations", "number", "group", "occurrences"}
"""Built-in functions that never give less than 0."""


def declared(code: Code | None) -> Range | None:
    """The range that a written type `int a..b` gives, when its bounds are plain numbers."""
    if code is None:
        return None
    type_ = parse_type(code, Report())
    if type_ is None or type_.name != "int" or type_.optional or type_.low is None or type_.high is None:
        return None
    low, high = plain(type_.low), plain(type_.high)
    return None if low is None or high is None else (low, high)


def plain(node: nodes.Expr) -> int | None:
    """The value of a literal number."""
    if isinstance(node, nodes.Int):
        return node.value
    if isinstance(node, nodes.Unary) and node.op == "-":
        inner = plain(node.value)
        return None if inner is None else -inner
    return None


class Ranges:
    """Answers for one ruleset."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.ruleset = study.ruleset
        self.world = study.analysis.world

    @cached_property
    def _fields(self) -> dict[tuple[int, str], Range | None]:
        """The declared range of every field of a kind, by number of the kind and name."""
        found: dict[tuple[int, str], Range | None] = {}
        groups = [("Player", self.ruleset.players.fields)]
        groups += [(str(name), kind.fields) for name, kind in self.ruleset.kinds.items()]
        for board in self.ruleset.boards.values():
            groups.append((str(board.kind), board.fields))
            groups += [(str(name), link.fields) for name, link in board.links.items()]
        for kind, fields in groups:
            domain = self.world.domain_of.get(kind, -1)
            for name, decl in fields.items():
                found[domain, str(name)] = declared(decl.type)
        return found

    def locals_of(self, element: Element) -> dict[str, Range]:
        """The ranges of the names that are local to an element: its parameters, and what goes through `a..b`."""
        found: dict[str, Range | None] = {}
        changed: set[str] = set()
        parameters = getattr(element.model, "of", None)
        for name, code in parameters.items() if isinstance(parameters, dict) else ():
            found[str(name)] = declared(code)
        for piece in element.pieces:
            changed |= _assigned(piece.node)
            if piece.part.startswith("parameters.") and piece.part.endswith((".in", ".is")):
                name = piece.part.split(".")[1]
                found[name] = self._items(piece.node, {}) if piece.part.endswith(".in") else None
            for node in descend(piece.node):
                name = str(getattr(node, "name", ""))
                if isinstance(node, nodes.For | nodes.ForClause | nodes.Pick | nodes.MoveEach | nodes.Binder):
                    range_ = self._items(node.items, {})
                    found[name] = range_ if found.get(name, range_) == range_ else None
                elif isinstance(node, nodes.Let | nodes.Roll):
                    found[name] = (1, node.sides) if isinstance(node, nodes.Roll) and node.count is None else None
                elif isinstance(node, nodes.Walk):
                    found[node.there] = None
                    found[node.here or ""] = None
                elif isinstance(node, nodes.Choose) and node.count is not None:
                    changed |= {each.name for each in node.binders}
        return {name: each for name, each in found.items() if each is not None and name not in changed}

    def _items(self, node: object, env: Mapping[str, Range]) -> Range | None:
        """The range of what a collection of numbers holds."""
        if isinstance(node, nodes.Range):
            low, high = self.of(node.low, env), self.of(node.high, env)
            return None if low is None or high is None or low[0] > high[1] else (low[0], high[1])
        return None

    def of(self, node: nodes.Expr, env: Mapping[str, Range]) -> Range | None:
        """The range of an expression, or None when nothing is known."""
        value = plain(node)
        if value is not None:
            return (value, value)
        if isinstance(node, nodes.Name):
            return env[node.name] if node.name in env else self._name(node.name, node)
        if isinstance(node, nodes.Attribute):
            types = self.study.analysis.types_of(node.value)
            domains = {each.domain for each in types if each.kind == "member"}
            return self._fields.get((domains.pop(), node.name)) if len(domains) == 1 else None
        if isinstance(node, nodes.Binary):
            return self._binary(node, env)
        if isinstance(node, nodes.Conditional):
            then, other = self.of(node.then, env), self.of(node.other, env)
            return None if then is None or other is None else (min(then[0], other[0]), max(then[1], other[1]))
        if isinstance(node, nodes.Call) and isinstance(node.function, nodes.Name):
            return self._call(node.function.name, node, env)
        if isinstance(node, nodes.Comprehension) and node.word == "count":
            return (0, INFINITE)
        return None

    def _name(self, name: str, node: nodes.Name) -> Range | None:
        symbol = self.world.symbols.get(name)
        types = self.study.analysis.types_of(node)
        if symbol is None or not types:
            return None
        if symbol.sort == "field" and name in self.ruleset.state:
            return declared(self.ruleset.state[name].type)  # type: ignore[index]
        if symbol.sort == "option" and name in self.ruleset.options:
            return declared(self.ruleset.options[name].type)  # type: ignore[index]
        return (0, INFINITE) if symbol.sort == "scope" else None

    def _binary(self, node: nodes.Binary, env: Mapping[str, Range]) -> Range | None:
        left, right = self.of(node.left, env), self.of(node.right, env)
        if left is None or right is None or node.op not in ("+", "-", "*", "//", "%"):
            return None
        if node.op in ("//", "%") and not right[0] == right[1] > 0:
            return None
        if node.op in ("*", "//") and INFINITE in map(abs, (*left, *right)):
            return None
        return result_of(node.op, left, right)

    def _call(self, name: str, node: nodes.Call, env: Mapping[str, Range]) -> Range | None:
        if name in self.ruleset.functions:
            return declared(self.ruleset.functions[name].gives)  # type: ignore[index]
        if name in _COUNTS:
            return (0, INFINITE)
        if name in ("min", "max") and len(node.args) > 1:
            ranges = [self.of(each, env) for each in node.args]
            pick = min if name == "min" else max
            known = [each for each in ranges if each is not None]
            if len(known) == len(ranges):
                return pick(each[0] for each in known), pick(each[1] for each in known)
            bound = pick(each[1 if name == "min" else 0] for each in known) if known else None
            if bound is None:
                return None
            return (-INFINITE, bound) if name == "min" else (bound, INFINITE)
        if name == "clamp" and len(node.args) == 3:
            low, high = self.of(node.args[1], env), self.of(node.args[2], env)
            return None if low is None or high is None else (min(low[0], high[0]), max(low[1], high[1]))
        return None


def _assigned(node: object) -> set[str]:
    """The bare names that are assigned somewhere in a piece of code."""
    found = set()
    for each in descend(node):
        if isinstance(each, nodes.Assign | nodes.AddTo) and isinstance(each.target, nodes.Name):
            found.add(each.target.name)
    return found


class Truth:
    """Answers for the code of one element."""

    def __init__(self, study: Study, ranges: Ranges, element: Element) -> None:
        self.study = study
        self.ranges = ranges
        self.env: Mapping[str, Range] = ranges.locals_of(element)
        self.mutable = {name for piece in element.pieces for name in _assigned(piece.node)}

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
        return None if a is None or b is None else always(op, a, b)

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
