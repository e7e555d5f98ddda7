"""What every part of the expression checker needs: values of a wanted type, and what may be none."""

from __future__ import annotations

from collections.abc import Sequence

from yupana.schemas.source import NOWHERE, Span

from ..language import messages, nodes
from ..language.types import (
    BOOL,
    INT,
    Type,
    accepts,
    same_family,
    set_of,
)
from ..program import ir
from ..typed.declared import Attribute
from .body import Body, Typed, Zone, path_key
from .world import World

ME = ir.Load(ir.CELL_ME, None, ir.Shape("scalar", 1, 0))
ACTIVE = ir.Load(ir.CELL_ACTIVE, None, ir.Shape("scalar", 1, 0))
ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "//": "div", "%": "mod"}
ORDER = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
MAX_RANGE = 100_000
NARROWED = (nodes.Name, nodes.Attribute, nodes.Index, nodes.Call, nodes.Comprehension)


def add(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """left + right of cell arithmetic that cannot leave 32 bits."""
    if isinstance(left, ir.Const) and isinstance(right, ir.Const):
        return ir.Const(left.value + right.value)
    if isinstance(right, ir.Const) and right.value == 0:
        return left
    if isinstance(left, ir.Const) and left.value == 0:
        return right
    return ir.Op("add", (left, right))


def times(left: ir.Expr, factor: int) -> ir.Expr:
    """left * factor of cell arithmetic."""
    if factor == 1:
        return left
    if isinstance(left, ir.Const):
        return ir.Const(left.value * factor)
    return ir.Op("mul", (left, ir.Const(factor)))


def compared(type_: Type, op: str) -> str:
    """The operation that compares values of a type."""
    return f"{type_.kind}_{op}" if type_.kind in ("list", "set", "map") else op


def entry_of(world: World, attribute: Attribute, member: ir.Expr) -> ir.Expr:
    """What a member of a domain has as an attribute (tables hold rows of members for sets)."""
    entry = ir.Table(attribute.table, member)
    if attribute.type.kind != "set":
        return entry
    return ir.Op("list_set", (entry,), size=world.domains[attribute.type.domain].size)


class Core:
    """Lowers the expressions of one body: the ground that names, operators and calls stand on."""

    def __init__(self, world: World, body: Body) -> None:
        self.world = world
        self.body = body

    def error_type(self, wanted: str, found: Type, span: Span, declared: Span = NOWHERE) -> None:
        """Report a value of a wrong type; `wanted` is one of `Wanted` or a type as it is shown, which was `declared`
        somewhere else."""
        self.world.error(messages.wrong_type(wanted, self.world.show(found), span, declared=declared))

    def value(self, node: nodes.Expr, target: Type, declared: Span = NOWHERE) -> ir.Expr | None:
        """The value of an expression as one of the target type, checked."""
        typed = self.expr(node, target)
        return None if typed is None else self.coerce(typed, target, node.span, declared)

    def condition(self, node: nodes.Expr) -> ir.Expr | None:
        """A condition."""
        typed = self.expr(node, BOOL)
        if typed is None:
            return None
        if typed.type.kind != "bool":
            self.world.error(messages.not_a_condition(self.world.show(typed.type), node.span))
            return None
        return typed.expr

    def integer(self, node: nodes.Expr) -> Typed | None:
        """A number that is there."""
        typed = self.expr(node, INT)
        if typed is None:
            return None
        if typed.type.kind != "int":
            self.error_type(messages.Wanted.NUMBER, typed.type, node.span)
            return None
        return self.required(typed, node)

    def required(self, typed: Typed, node: nodes.Expr) -> Typed | None:
        """The value, known not to be none; a fault otherwise."""
        if not typed.type.optional:
            return typed
        key = path_key(node)
        if key is None or not self.body.is_narrowed(key):
            self.world.error(messages.may_be_none(self.describe(node), node.span))
            return None
        type_ = typed.type.required()
        if isinstance(node, nodes.Name):
            variable = self.body.find(node.name)
            if variable is not None and not variable.mutable:
                return Typed(typed.expr, type_)
        op = "some_int" if type_.kind == "int" else "some"
        return Typed(ir.Op(op, (typed.expr,), self.body.place(node.span)), type_)

    def describe(self, node: nodes.Expr) -> str:
        """The author's words for a node, for a message."""
        return self.excerpt_of(node.span)

    def excerpt_of(self, span: Span) -> str:
        """The text of a place, for a message."""
        text = self.world.excerpt(span)
        return f"`{text}`" if text and len(text) <= 40 else "this value"

    def coerce(self, typed: Typed, target: Type, span: Span, declared: Span = NOWHERE) -> ir.Expr | None:
        """The expression as a value of the target type, or None (reported). Ints are tested for their range where
        needed. `declared` is where the target's type stands, for the message."""
        if typed.type.kind == "none":
            if not target.optional:
                self.error_type(self.world.show(target), typed.type, span, declared)
                return None
            return ir.Const(self.world.none_of(target))
        if typed.type.kind == "empty":
            if target.kind == "list":
                return ir.ConstList(())
            if target.kind == "set":
                return ir.ConstSet((), self.world.domains[target.domain].size)
        if target.kind == "set" and typed.type.kind == "list":
            typed = self.as_set(typed)
        if not accepts(target, typed.type):
            if same_family(target, typed.type) and typed.type.optional:
                self.world.error(messages.may_be_none(self.excerpt_of(span), span))
            else:
                self.error_type(self.world.show(target), typed.type, span, declared)
            return None
        return self.in_range(typed, target, span, declared)

    def can_fit(self, expr: ir.Expr, target: Type, span: Span, declared: Span) -> None:
        """Report a number that is known not to lie in the target's range."""
        if isinstance(expr, ir.Const):
            self.world.error(messages.outside(expr.value, target.low, target.high, span, declared))

    def in_range(self, typed: Typed, target: Type, span: Span, declared: Span = NOWHERE) -> ir.Expr:
        """An int tested against the target's range, unless it is known to fit."""
        if target.kind != "int" or (target.low <= typed.type.low and typed.type.high <= target.high):
            return typed.expr
        if typed.type.optional:
            return typed.expr
        self.can_fit(typed.expr, target, span, declared)
        bounds = (typed.expr, ir.Const(target.low), ir.Const(target.high))
        return ir.Op("in_range", bounds, self.body.place(span))

    @staticmethod
    def loose(type_: Type) -> Type:
        """The type without any range, so that nothing is tested."""
        return type_.widened()

    def as_set(self, typed: Typed) -> Typed:
        """A list of entities taken as a set; anything else as it is."""
        element = typed.type.element
        if typed.type.kind == "list" and element is not None and element.kind == "member" and not element.optional:
            size = self.world.domains[element.domain].size
            return Typed(ir.Op("list_set", (typed.expr,), size=size), set_of(element.domain))
        return typed

    # ------------------------------------------------------------ given by the classes below

    def expr(self, node: nodes.Expr, expected: Type | None = None) -> Typed | None:
        """The value of an expression (see `Expressions`)."""
        raise NotImplementedError

    def items(self, node: nodes.Expr) -> tuple[ir.Expr, Type, int | None] | None:
        """What a `for` goes through (see `Expressions`)."""
        raise NotImplementedError

    def apply(self, name: str, args: Sequence[nodes.Expr], span: Span) -> Typed | None:
        """A call of a declared function (see `Expressions`)."""
        raise NotImplementedError

    def zone(self, node: nodes.Expr, quiet: bool = True) -> Zone | None:
        """The zone that an expression names (see `Names`)."""
        raise NotImplementedError

    def is_zone(self, node: nodes.Expr) -> bool:
        """Whether the node may name a zone (see `Names`)."""
        raise NotImplementedError

    def key(self, node: nodes.Expr, domain: int) -> ir.Expr | None:
        """A member of a domain, for use as a key (see `Names`)."""
        raise NotImplementedError
