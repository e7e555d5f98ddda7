"""Expressions for what still lowers as it checks: each is checked and lowered at once; None when it is faulty."""

from __future__ import annotations

from collections.abc import Sequence

from yupana.schemas.source import NOWHERE, Span

from ..language import nodes
from ..language.types import Type
from ..lower import expressions as lowering
from ..lower.core import Lowered
from ..lower.lowering import lower
from ..program import ir
from ..typed import nodes as typed
from . import builtins, comprehensions, core, names, operators, values  # noqa: F401 - they register what they check
from .body import Body, Typed, Zone
from .calls import arguments
from .world import Signature, World


class Expressions:
    """Lowers any expression of one body."""

    def __init__(self, world: World, body: Body) -> None:
        self.world = world
        self.body = body

    def expr(self, node: nodes.Expr, expected: Type | None = None) -> Typed | None:
        """The value of an expression (see `core.expression`)."""
        return self._typed(core.expression(self.body, node, expected))

    def plain(self, node: nodes.Expr, expected: Type | None = None) -> Typed | None:
        """As `expr`, with the declared type."""
        return self._typed(core.as_declared(self.body, node, expected))

    def value(self, node: nodes.Expr, target: Type, declared: Span = NOWHERE) -> ir.Expr | None:
        """The value of an expression as one of the target type."""
        return self._lowered(core.value(self.body, node, target, declared))

    def condition(self, node: nodes.Expr) -> ir.Expr | None:
        """A condition."""
        return self._lowered(core.condition(self.body, node))

    def integer(self, node: nodes.Expr) -> Typed | None:
        """A number that is there."""
        return self._typed(core.integer(self.body, node))

    def key(self, node: nodes.Expr, domain: int) -> ir.Expr | None:
        """A member of a domain, for use as a key."""
        return self._lowered(core.key(self.body, node, domain))

    def items(self, node: nodes.Expr) -> tuple[ir.Expr, Type, int | None] | None:
        """What a `for` goes through: a list, the type of its elements, and its bound."""
        found = core.items(self.body, node)
        if not typed.sound(found.expr):
            return None
        return lowering.items(self.body.frame, found.expr), found.element, found.bound

    def arguments(self, signature: Signature, args: Sequence[nodes.Expr], span: Span) -> list[ir.Expr] | None:
        """The arguments of a call."""
        found = arguments(self.body, signature, args, span)
        if found is None or not all(typed.sound(each) for each in found):
            return None
        return list(lowering.all_of(self.body.frame, found))

    def template(self, node: nodes.Template) -> tuple[int, tuple[ir.Expr, ...]] | None:
        """A text with values: its number and the values."""
        found = values.text(self.body, node)
        return lowering.text(self.body.frame, found) if typed.sound(found) else None

    def zone(self, node: nodes.Expr, quiet: bool = True) -> Zone | None:
        """The zone that an expression names, or None (reported unless quiet)."""
        found = names.zone_named(self.body, node) if quiet else names.zone(self.body, node)
        if found is None or not typed.sound(found):
            return None
        info = found.zone
        base = self.world.domains[info.domain].piece_base
        return Zone(info.name, info.domain, base, lowering.zone_number(self.body.frame, found))

    # ------------------------------------------------------------ of values that are lowered already

    def required(self, found: Typed, node: nodes.Expr) -> Typed | None:
        """The value, known not to be none; a fault otherwise."""
        return self._typed(core.required(self.body, self._wrapped(found, node.span), node))

    def coerce(self, found: Typed, target: Type, span: Span, declared: Span = NOWHERE) -> ir.Expr | None:
        """The value as one of the target type."""
        return self._lowered(core.coerce(self.body, self._wrapped(found, span), target, span, declared))

    def in_range(self, found: Typed, target: Type, span: Span) -> ir.Expr:
        """An int tested against the target's range, unless it is known to fit."""
        return lower(self.body.frame, core.in_range(self.body, self._wrapped(found, span), target, span))

    def can_fit(self, expr: ir.Expr, target: Type, span: Span, declared: Span) -> None:
        """Report a number that is known not to lie in the target's range."""
        core.can_fit(self.body, Lowered(span, target, expr), target, span, declared)

    def error_type(self, wanted: str, found: Type, span: Span) -> None:
        """Report a value of a wrong type."""
        core.error_type(self.body, wanted, found, span)

    def describe(self, node: nodes.Expr) -> str:
        """The author's words for a node, for a message."""
        return core.excerpt_of(self.body, node.span)

    @staticmethod
    def _wrapped(found: Typed, span: Span) -> typed.Expr:
        return Lowered(span, found.type, found.expr)

    def _typed(self, found: typed.Expr) -> Typed | None:
        return Typed(lower(self.body.frame, found), found.type) if typed.sound(found) else None

    def _lowered(self, found: typed.Expr) -> ir.Expr | None:
        return lower(self.body.frame, found) if typed.sound(found) else None
