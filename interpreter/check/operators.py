"""Operators and comparisons: arithmetic with intervals, sets and lists, membership."""

from __future__ import annotations

from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.types import (
    BOOL,
    INT_MAX,
    INT_MIN,
    Type,
    interval,
    join,
    list_of,
    member,
    same_family,
)
from ..program import ir
from .body import Typed, facts_of
from .core import ARITHMETIC, ORDER, Core, add, compared
from .world import FieldInfo


class Operators(Core):
    """The operators of the language."""

    def unary(self, node: nodes.Unary) -> Typed | None:
        """`not x`, `-x`."""
        if node.op == "not":
            inner = self.condition(node.value)
            return None if inner is None else Typed(ir.Op("not", (inner,)), BOOL)
        value = self.integer(node.value)
        if value is None:
            return None
        type_ = interval(-value.type.high, -value.type.low)
        if isinstance(value.expr, ir.Const):
            return Typed(ir.Const(-value.expr.value), type_)
        return Typed(ir.Op("neg", (value.expr,)), type_)

    def logical(self, node: nodes.Binary) -> Typed | None:
        """`and`, `or`: the right side knows what the left has settled."""
        left = self.condition(node.left)
        yes, no = facts_of(node.left)
        with self.body.knowing(yes if node.op == "and" else no):
            right = self.condition(node.right)
        if left is None or right is None:
            return None
        return Typed(ir.Op(node.op, (left, right)), BOOL)

    def conditional(self, node: nodes.Conditional, expected: Type | None) -> Typed | None:
        """`a if c else b`."""
        test = self.condition(node.test)
        yes, no = facts_of(node.test)
        with self.body.knowing(yes):
            then = self.expr(node.then, expected)
        with self.body.knowing(no):
            other = self.expr(node.other, expected)
        if test is None or then is None or other is None:
            return None
        if "set" in (then.type.kind, other.type.kind):
            then, other = self.as_set(then), self.as_set(other)
        if not same_family(then.type, other.type):
            show = self.world.show
            self.world.error(
                messages.mixed_branches(show(then.type), show(other.type), node.then.span, node.other.span)
            )
            return None
        type_ = join(then.type, other.type)
        if type_.kind in ("none", "empty"):
            if expected is None:
                self.world.error(messages.no_type(node.span))
                return None
            type_ = expected
        then_expr = self.coerce(then, self.loose(type_), node.then.span)
        other_expr = self.coerce(other, self.loose(type_), node.other.span)
        if then_expr is None or other_expr is None:
            return None
        return Typed(ir.Choice(test, then_expr, other_expr), type_)

    def binary(self, node: nodes.Binary, expected: Type | None) -> Typed | None:
        """Arithmetic, and `+ | & -` of lists and sets."""
        left = self.expr(node.left, expected if expected is not None and not expected.scalar else None)
        if left is None:
            self.expr(node.right, None)
            return None
        if left.type.kind in ("set", "list", "empty", "map"):
            return self.collection(node, left, expected)
        right = self.expr(node.right, None)
        if right is None:
            return None
        if right.type.kind in ("set", "list"):
            return self.collection(node, left, expected)
        for side, typed in ((node.left, left), (node.right, right)):
            if typed.type.kind != "int":
                self.error_type(messages.Wanted.NUMBER, typed.type, side.span)
                return None
        if node.op not in ARITHMETIC:
            self.world.error(messages.operator_of_sets(node.op, node.span))
            return None
        left_there, right_there = self.required(left, node.left), self.required(right, node.right)
        if left_there is None or right_there is None:
            return None
        return self.arithmetic(ARITHMETIC[node.op], left_there, right_there, node.span)

    def arithmetic(self, op: str, left: Typed, right: Typed, span: Span) -> Typed | None:
        """An operation on two ints, with the interval of its result; tested where it may leave 32 bits."""
        a, b = left.type, right.type
        if op == "add":
            low, high = a.low + b.low, a.high + b.high
        elif op == "sub":
            low, high = a.low - b.high, a.high - b.low
        elif op == "mul":
            corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high]
            low, high = min(corners), max(corners)
        else:
            if b.low == b.high == 0:
                self.world.error(messages.divides_by_zero(span))
                return None
            low, high = self.quotient(a, b) if op == "div" else self.remainder(b)
        may_fault = low < INT_MIN or high > INT_MAX or (op in ("div", "mod") and b.low <= 0 <= b.high)
        if isinstance(left.expr, ir.Const) and isinstance(right.expr, ir.Const):
            if low < INT_MIN or high > INT_MAX:
                self.world.error(messages.result_beyond_int(span))
                return None
            x, y = left.expr.value, right.expr.value
            result = {"add": x + y, "sub": x - y, "mul": x * y}.get(op)
            if result is None:
                result = x // y if op == "div" else x % y
            return Typed(ir.Const(result), interval(result, result))
        place = self.body.place(span) if may_fault else -1
        return Typed(ir.Op(op, (left.expr, right.expr), place), interval(low, high))

    @staticmethod
    def quotient(a: Type, b: Type) -> tuple[int, int]:
        """The interval of a floored quotient."""
        if b.low <= 0 <= b.high:
            most = max(abs(a.low), abs(a.high))
            return -most, most
        corners = [a.low // b.low, a.low // b.high, a.high // b.low, a.high // b.high]
        return min(corners), max(corners)

    @staticmethod
    def remainder(b: Type) -> tuple[int, int]:
        """The interval of a remainder with the sign of the divisor."""
        return min(0, b.low + 1), max(0, b.high - 1)

    def collection(self, node: nodes.Binary, left: Typed, expected: Type | None) -> Typed | None:
        """`| & -` of sets, `+` of lists."""
        right = self.expr(node.right, left.type)
        if right is None:
            return None
        if node.op != "+":
            left, right = self.as_set(left), self.as_set(right)
        a, b = left.type, right.type
        if "set" in (a.kind, b.kind) and {a.kind, b.kind} <= {"set", "empty"} and same_family(a, b):
            ops = {"|": "set_or", "&": "set_and", "-": "set_sub"}
            if node.op not in ops:
                self.world.error(messages.no_operator_of_sets(node.op, node.span))
                return None
            type_ = a if a.kind == "set" else b
            one, two = self.coerce(left, type_, node.left.span), self.coerce(right, type_, node.right.span)
            return None if one is None or two is None else Typed(ir.Op(ops[node.op], (one, two)), type_)
        if "list" in (a.kind, b.kind) and {a.kind, b.kind} <= {"list", "empty"} and same_family(a, b):
            if node.op != "+":
                self.world.error(messages.no_operator_of_lists(node.op, node.span))
                return None
            if a.kind == "empty" or b.kind == "empty":
                return right if a.kind == "empty" else left
            bound = a.bound + b.bound if a.bound is not None and b.bound is not None else None
            element = join(a.element, b.element) if a.element and b.element else None
            if element is None:
                return None
            return Typed(ir.Op("list_concat", (left.expr, right.expr)), list_of(element, bound))
        self.world.error(messages.not_combinable(node.op, self.world.show(a), self.world.show(b), node.span))
        return None

    def compare(self, node: nodes.Compare) -> Typed | None:
        """A chain of comparisons."""
        parts: list[ir.Expr] = []
        left_node = node.first
        failed = False
        for op, right_node in node.rest:
            part = self.comparison(op, left_node, right_node)
            if part is None:
                failed = True
            else:
                parts.append(part)
            left_node = right_node
        if failed:
            return None
        result = parts[0]
        for part in parts[1:]:
            result = ir.Op("and", (result, part))
        return Typed(result, BOOL)

    def comparison(self, op: str, left_node: nodes.Expr, right_node: nodes.Expr) -> ir.Expr | None:
        """One comparison."""
        span = left_node.span.to(right_node.span)
        if op in ("in", "not in"):
            inside = self.membership(left_node, right_node, span)
            return inside if inside is None or op == "in" else ir.Op("not", (inside,))
        if isinstance(left_node, (nodes.Name, nodes.NoneLit, nodes.ListLit, nodes.SetLit)):
            right = self.expr(right_node, self.expectation(left_node))
            left = self.expr(left_node, right.type if right is not None else None)
            if isinstance(right_node, (nodes.NoneLit, nodes.Name)) and left is not None and right is not None:
                right = self.expr(right_node, left.type)
        else:
            left = self.expr(left_node)
            right = self.expr(right_node, left.type if left is not None else None)
        if left is None or right is None:
            return None
        if "set" in (left.type.kind, right.type.kind):
            left, right = self.as_set(left), self.as_set(right)
        if not same_family(left.type, right.type):
            self.world.error(messages.not_comparable(self.world.show(left.type), self.world.show(right.type), span))
            return None
        if op in ("==", "!="):
            return self.equality(op, left, right, left_node, right_node)
        return self.ordering(op, left, right, left_node, right_node, span)

    def expectation(self, node: nodes.Expr) -> Type | None:
        """The type of a name that means exactly one thing, to help reading the other side."""
        if isinstance(node, nodes.Name):
            variable = self.body.find(node.name)
            if variable is not None:
                return variable.type
            if node.name in ("me", "active"):
                return member(0)
            candidates = self.world.entities.get(node.name, [])
            symbol = self.world.symbols.get(node.name)
            if symbol is not None:
                return symbol.type or (symbol.info.type if isinstance(symbol.info, FieldInfo) else None)
            if len(candidates) == 1:
                return member(candidates[0][0])
        return None

    def equality(
        self, op: str, left: Typed, right: Typed, left_node: nodes.Expr, right_node: nodes.Expr
    ) -> ir.Expr | None:
        """`==` and `!=`; one side may be none."""
        target = join(left.type, right.type)
        if target.kind == "empty":
            target = right.type if left.type.kind == "empty" else left.type
        if target.kind == "none":
            return ir.Const(int(op == "=="))
        if target.kind == "empty":
            return ir.Const(int(op == "=="))
        if "none" in (left.type.kind, right.type.kind):
            target = target.or_none()
        wide = self.loose(target)
        one, two = self.coerce(left, wide, left_node.span), self.coerce(right, wide, right_node.span)
        if one is None or two is None:
            return None
        return ir.Op(compared(target, "eq" if op == "==" else "ne"), (one, two))

    def ordering(
        self, op: str, left: Typed, right: Typed, left_node: nodes.Expr, right_node: nodes.Expr, span: Span
    ) -> ir.Expr | None:
        """`< <= > >=` of numbers and lists, `<=` and `>=` of sets."""
        kinds = {left.type.kind, right.type.kind}
        if kinds <= {"set", "empty"} and "set" in kinds and op in ("<=", ">="):
            type_ = left.type if left.type.kind == "set" else right.type
            one, two = self.coerce(left, type_, left_node.span), self.coerce(right, type_, right_node.span)
            if one is None or two is None:
                return None
            return ir.Op("set_le", (one, two) if op == "<=" else (two, one))
        if kinds == {"int"}:
            left_there, right_there = self.required(left, left_node), self.required(right, right_node)
            if left_there is None or right_there is None:
                return None
            return ir.Op(ORDER[op], (left_there.expr, right_there.expr))
        if kinds <= {"list", "empty"} and "list" in kinds:
            type_ = left.type if left.type.kind == "list" else right.type
            one, two = (
                self.coerce(left, self.loose_list(type_), left_node.span),
                self.coerce(right, self.loose_list(type_), right_node.span),
            )
            return None if one is None or two is None else ir.Op(compared(type_, ORDER[op]), (one, two))
        self.world.error(messages.not_comparable(self.world.show(left.type), self.world.show(right.type), span))
        return None

    @staticmethod
    def loose_list(type_: Type) -> Type:
        """A list type without a bound."""
        return list_of(type_.element, None) if type_.element is not None else type_

    def membership(self, item_node: nodes.Expr, group_node: nodes.Expr, span: Span) -> ir.Expr | None:
        """`x in s` of zones, ranges, sets and lists."""
        if self.is_zone(group_node):
            zone = self.zone(group_node)
            if zone is not None:
                piece = self.key_or_none(item_node, zone.domain)
                if piece is None:
                    return None
                number = add(piece, ir.Const(zone.piece_base))
                return ir.Op("eq", (ir.Op("piece_zone", (number,)), zone.number))
        if isinstance(group_node, nodes.Range):
            item = self.integer(item_node)
            low, high = self.integer(group_node.low), self.integer(group_node.high)
            if item is None or low is None or high is None:
                return None
            above = ir.Op("ge", (item.expr, low.expr))
            return ir.Op("and", (above, ir.Op("le", (item.expr, high.expr))))
        group = self.expr(group_node, self.expectation(item_node))
        if group is None:
            self.expr(item_node)
            return None
        if group.type.kind == "empty":
            return ir.Const(0)
        wanted = member(group.type.domain) if group.type.kind == "set" else group.type.element
        if group.type.kind not in ("set", "list") or wanted is None:
            self.error_type(messages.Wanted.COLLECTION, group.type, group_node.span)
            return None
        item = self.expr(item_node, wanted)
        if item is None:
            return None
        if not same_family(wanted, item.type):
            self.world.error(messages.never_inside(self.world.show(item.type), self.world.show(group.type), span))
            return None
        if group.type.kind == "list":
            return ir.Op("list_has", (group.expr, item.expr))
        if item.type.optional or item.type.kind == "none":
            there = ir.Op("ne", (item.expr, ir.Const(ir.NONE)))
            return ir.Op("and", (there, ir.Op("set_has", (group.expr, item.expr))))
        return ir.Op("set_has", (group.expr, item.expr))

    def key_or_none(self, node: nodes.Expr, domain: int) -> ir.Expr | None:
        """A member of a domain that must be there."""
        return self.key(node, domain)
