"""Attributes by formula: an expression about `it`, worked out for every member when the ruleset is loaded.

It is checked as all other code, so its faults are those of an expression; then its typed tree is worked out for one
member after the other. It may ask what is fixed: constants, members, and attributes that are declared before.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

from yupana.schemas.source import Diagnostic, Span

from ..language import messages, nodes
from ..language.trees import IT, descend
from ..language.types import INT_MAX, INT_MIN, Type, member
from ..typed import nodes as typed
from .body import Body
from .constants import names_in_sections
from .core import value
from .sizes import ARITHMETIC, COMPARISONS
from .world import DomainInfo, World

_COMPARISONS: dict[str, Callable[[int, int], bool]] = {**COMPARISONS, "==": operator.eq, "!=": operator.ne}


class _UnknownError(Exception):
    """Inside this module only: what is asked is not known when the ruleset is loaded."""

    def __init__(self, span: Span) -> None:
        super().__init__()
        self.span = span

    def told(self, type_: Type, of: str) -> Diagnostic:
        """What is said of it; `of` is the member that it was worked out for, `type_` what it should be."""
        return messages.not_fixed(self.span)


class _NoNumberError(_UnknownError):
    """There is no such number, or (None) it is divided by zero."""

    def __init__(self, span: Span, number: int | None = None) -> None:
        super().__init__(span)
        self.number = number

    def told(self, type_: Type, of: str) -> Diagnostic:
        if self.number is None:
            return messages.divides_by_zero_for(of, self.span)
        return messages.not_in_range(self.number, type_.low, type_.high, self.span, of)


def _is_early(world: World, node: nodes.Expr) -> bool:
    """Whether it names what is not known yet, which is told."""
    declared = {each for each in names_in_sections(world.ruleset) if not world.knows(each)}
    unknown = declared - {*world.domain_of, *world.entities}
    for each in descend(node):
        if isinstance(each, nodes.Name) and each.name in unknown:
            world.error(messages.not_fixed(each.span))
            return True
    return False


def not_known_yet(world: World, domain: DomainInfo, node: nodes.Attribute) -> Diagnostic | None:
    """What is said of an attribute that is worked out later, or of a field, where a formula asks for it; None where the
    members have nothing of this name."""
    ruleset = world.ruleset
    board = next((each for each in ruleset.boards.values() if each.kind == domain.name), None)
    kind = next((each for name, each in ruleset.kinds.items() if name == domain.name), None)
    decl = ruleset.players if domain.number == 0 else board or kind
    if decl is None:
        return None
    axes = board.grid.axes if board is not None and board.grid is not None else ()
    if node.name in (*decl.attributes, *axes):
        return messages.declared_later(node.name, node.name_span)
    return messages.not_fixed(node.name_span) if node.name in decl.fields else None


class Formula:
    """An expression about the members of a domain, each called `it`."""

    def __init__(self, world: World, domain: DomainInfo, node: nodes.Expr, type_: Type) -> None:
        self.world, self.domain, self.type = world, domain, type_
        self._code: typed.Expr | None = None
        self._told = _is_early(world, node)
        if self._told:
            return
        body = Body(world, f"attribute {domain.name}", f"attribute of {domain.name}", at_load=True)
        self._it = body.declare(IT, member(domain.number), node.span)
        found = value(body, node, type_)
        self._code = found if typed.sound(found) else None

    def of(self, index: int) -> int | None:
        """The value for a member: a number, the index of a member, or 0 or 1; None where there is a fault (told)."""
        if self._code is None or self._told:
            return None
        try:
            return self._value(self._code, index)
        except _UnknownError as fault:
            self._told = True
            self.world.error(fault.told(self.type, self.domain.names[index]))
            return None

    def _value(self, node: typed.Node, index: int) -> int:
        if isinstance(node, typed.Expr) and node.constant is not None:
            return node.constant
        match node:
            case typed.NoneValue():
                return node.type.none
            case typed.Local() if node.variable is self._it:
                return index
            case typed.Fixed(attribute=attribute, holder=holder) if not attribute.rows and not attribute.stride:
                found = self.world.tables[attribute.table][self._value(holder, index)]
                assert isinstance(found, int)
                return found
            case typed.Present(value=inner) | typed.FirstCopy(entry=inner):
                return self._value(inner, index)
            case typed.InRange(value=inner):
                number = self._value(inner, index)
                if not node.type.low <= number <= node.type.high:
                    raise _NoNumberError(node.span, number)
                return number
            case typed.Negative(value=inner):
                return -self._value(inner, index)
            case typed.Not(value=inner):
                return int(not self._value(inner, index))
            case typed.Conditional(test=test, then=then, other=other):
                return self._value(then if self._value(test, index) else other, index)
            case typed.Binary(op="and", left=left, right=right):
                return int(self._value(left, index) and self._value(right, index))
            case typed.Binary(op="or", left=left, right=right):
                return int(self._value(left, index) or self._value(right, index))
            case typed.Binary(op=op, left=left, right=right) if node.type.kind == "int":
                return self._calculated(node, op, self._value(left, index), self._value(right, index))
            case typed.Comparison(op=op, left=left, right=right) if node.of.scalar:
                return int(_COMPARISONS[op](self._value(left, index), self._value(right, index)))
            case typed.Inside(item=item, group=typed.Items(items=items)):
                wanted = self._value(item, index)
                return int(any(self._value(each, index) == wanted for each in items))
            case typed.Inside(item=item, group=typed.Range(low=low, high=high)):
                return int(self._value(low, index) <= self._value(item, index) <= self._value(high, index))
            case typed.BuiltinCall(builtin=builtin, args=args) if builtin.early is not None:
                return builtin.early(*[self._value(each, index) for each in args])
        raise _UnknownError(node.span)

    def _calculated(self, node: typed.Binary, op: str, left: int, right: int) -> int:
        if right == 0 and op in ("//", "%"):
            raise _NoNumberError(node.span)
        result = ARITHMETIC[op](left, right)
        if not INT_MIN <= result <= INT_MAX:
            raise _NoNumberError(node.span, result)
        return result
