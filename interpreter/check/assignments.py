"""Locals and what is written: `let`, assignments, `add` and `remove`."""

from __future__ import annotations

from yupana.schemas.source import NOWHERE, Span

from ..language import messages, nodes
from ..language.types import INT, UNKNOWN, Type, accepts, list_of, member
from ..lower.core import add, times
from ..program import ir
from .body import Body, Typed, path_key
from .constants import Constants
from .expressions import Expressions
from .scope_use import note
from .world import FieldInfo, World


class Assignments:
    """The statements that write values."""

    def __init__(self, world: World, body: Body) -> None:
        self.world = world
        self.body = body
        self.expressions = Expressions(world, body)

    def let(self, node: nodes.Let) -> list[ir.Stmt]:
        """`let x: T = e`, `let x = do p()`."""
        declared = self.declared(node.type)
        if node.type is not None and declared is None:
            return []
        if isinstance(node.value, nodes.Do):
            result = self.result_of(node.value)
            if result is None:
                self.body.bind(node.name, declared or UNKNOWN, node.name_span, True)
                return []
            type_ = declared or result
            if not accepts(type_, result):
                self.expressions.error_type(self.world.show(type_), result, node.value.span)
                return []
            variable = self.body.bind(node.name, type_, node.name_span, node.name in self.body.assigned)
            return self.do(node.value, variable.slot)
        typed = self.expressions.expr(node.value, declared)
        if typed is None:
            self.body.bind(node.name, declared or UNKNOWN, node.name_span, True)
            return []
        if declared is None and typed.type.kind in ("empty", "none", "text"):
            self.world.error(messages.no_type(node.name_span, node.name))
            self.body.bind(node.name, UNKNOWN, node.name_span, True)
            return []
        mutable = node.name in self.body.assigned
        type_ = declared or (typed.type.widened() if mutable else typed.type)
        expr = self.expressions.coerce(typed, type_, node.value.span)
        variable = self.body.bind(node.name, type_, node.name_span, mutable)
        if type_.optional and not typed.type.optional and typed.type.kind != "none":
            self.body.learn({("name", node.name)})
        return [] if expr is None else [ir.SetLocal(variable.slot, expr)]

    def declared(self, node: nodes.TypeExpr | None) -> Type | None:
        """A written type of a local."""
        if node is None:
            return None
        return Constants(self.world).resolve(node)

    def assign(self, node: nodes.Assign) -> list[ir.Stmt]:
        """`target = e`, `+=`, `-=`."""
        target = node.target
        if isinstance(node.value, nodes.Do):
            result = self.result_of(node.value)
            if result is None:
                return []
            slot = self.body.slot(result, node.span)
            return [*self.do(node.value, slot), *self.store(target, Typed(ir.Local(slot), result), node.value.span)]
        if node.op == "=":
            current = self.target_type(target)
            if current is None:
                return []
            typed = self.expressions.expr(node.value, current)
            return [] if typed is None else self.store(target, typed, node.value.span)
        old = self.expressions.expr(target)
        if old is None:
            return []
        op = "+" if node.op == "+=" else "-"
        if old.type.kind in ("set", "list"):
            whole = nodes.Binary(node.span, "|" if op == "+" and old.type.kind == "set" else op, target, node.value)
            combined = self.expressions.expr(whole)
        else:
            combined = self.expressions.expr(nodes.Binary(node.span, op, target, node.value))
        return [] if combined is None else self.store(target, combined, node.span)

    def target_type(self, target: nodes.Expr) -> Type | None:
        """The type that a target holds, or None (reported)."""
        if isinstance(target, nodes.Name):
            variable = self.body.find(target.name)
            if variable is not None:
                return variable.type
            symbol = self.world.symbols.get(target.name)
            if symbol is not None and isinstance(symbol.info, FieldInfo):
                return symbol.info.type
            if symbol is None and target.name not in self.world.entities:
                self.unknown_target(target)
                return None
        typed = self.expressions.plain(target)
        return None if typed is None else typed.type

    def unknown_target(self, target: nodes.Name) -> None:
        """Report a name that cannot be set because nothing declares it; told once, it is known from here on."""
        fields = [name for name, symbol in self.world.symbols.items() if isinstance(symbol.info, FieldInfo)]
        self.world.error(messages.unknown_target(target.name, target.span, [*self.body.names(), *fields]))
        self.body.bind(target.name, UNKNOWN, target.span, True)

    def store(self, target: nodes.Expr, typed: Typed, span: Span) -> list[ir.Stmt]:
        """Writes a value to a local, a field, or an entry of a map or list."""
        e, world = self.expressions, self.world
        if isinstance(target, nodes.Name):
            variable = self.body.find(target.name)
            if variable is not None:
                return self.store_local(target, typed, span)
            symbol = world.symbols.get(target.name)
            if symbol is not None and isinstance(symbol.info, FieldInfo):
                return self.store_field(symbol.info, None, typed, span, target)
            if symbol is None and target.name not in world.entities:
                e.expr(target)
                return []
        if isinstance(target, nodes.Attribute):
            holder = e.expr(target.value)
            there = None if holder is None else e.required(holder, target.value)
            if there is None:
                return []
            if there.type.kind == "member":
                info = world.domains[there.type.domain].fields.get(target.name)
                if info is not None:
                    return self.store_field(info, there.expr, typed, span, target)
                if target.name not in world.domains[there.type.domain].attributes:
                    e.expr(target)
                    return []
        if isinstance(target, nodes.Index):
            return self.store_entry(target, typed, span)
        world.error(messages.not_assignable(e.describe(target), target.span))
        return []

    def store_local(self, target: nodes.Name, typed: Typed, span: Span) -> list[ir.Stmt]:
        """Writes a local."""
        variable = self.body.find(target.name)
        assert variable is not None
        if not variable.mutable:
            self.world.error(messages.not_assignable(self.expressions.describe(target), target.span))
            return []
        expr = self.expressions.coerce(typed, variable.type, span)
        self.body.forget(target.name)
        if variable.type.optional and not typed.type.optional and typed.type.kind != "none":
            self.body.learn({("name", target.name)})
        return [] if expr is None else [ir.SetLocal(variable.slot, expr)]

    def store_field(
        self, info: FieldInfo, holder: ir.Expr | None, typed: Typed, span: Span, target: nodes.Expr
    ) -> list[ir.Stmt]:
        """Writes a field; an int outside its range is a rule fault."""
        if self.body.pure:
            self.world.error(messages.impure(target.span))
            return []
        note(self.body, info, str(info.name), target.name_span if isinstance(target, nodes.Attribute) else target.span)
        wide = info.type.widened()
        expr = self.expressions.coerce(typed, wide if info.type.kind != "list" else info.type, span, info.span)
        if expr is None:
            return []
        key = path_key(target)
        if key is not None and info.type.optional and not typed.type.optional and typed.type.kind != "none":
            self.body.learn({key})
        index = None if holder is None else times(holder, info.shape.cells)
        return [self.stored(info.base, index, expr, info.shape, info.type, typed.type, target.span, info.span)]

    def stored(
        self,
        base: int,
        index: ir.Expr | None,
        expr: ir.Expr,
        shape: ir.Shape,
        type_: Type,
        given: Type,
        span: Span,
        declared: Span = NOWHERE,
    ) -> ir.Store:
        """A Store that tests only what is not known; the target's type is `declared` somewhere else."""
        if type_.kind == "int" and given.kind == "int" and not (type_.low <= given.low and given.high <= type_.high):
            self.expressions.can_fit(expr, type_, span, declared)
            return ir.Store(base, index, expr, shape, type_.low, type_.high, self.body.place(span))
        if type_.kind == "list" and (given.bound is None or type_.bound is None or given.bound > type_.bound):
            return ir.Store(base, index, expr, shape, place=self.body.place(span))
        return ir.Store(base, index, expr, shape)

    def store_entry(self, target: nodes.Index, typed: Typed, span: Span) -> list[ir.Stmt]:
        """Writes `m[k]` or `xs[i]`."""
        e = self.expressions
        group = e.plain(target.value)
        if group is None:
            return []
        element = group.type.element
        if group.type.kind == "map" and element is not None:
            key = e.key(target.index, group.type.domain)
            expr = e.coerce(typed, element.widened(), span)
            if key is None or expr is None:
                return []
            if isinstance(group.expr, ir.Load):
                if self.body.pure:
                    self.world.error(messages.impure(target.span))
                load = group.expr
                index = key if load.index is None else add(load.index, key)
                shape = load.shape.of or ir.SCALAR
                return [self.stored(load.base, index, expr, shape, element, typed.type, target.span)]
            changed = Typed(
                ir.Op("map_with", (group.expr, key, e.in_range(Typed(expr, typed.type), element, span))), group.type
            )
            return self.store(target.value, changed, span)
        if group.type.kind == "list" and element is not None:
            position = e.integer(target.index)
            expr = e.coerce(typed, element, span)
            if position is None or expr is None:
                return []
            place = self.body.place(target.span)
            changed = Typed(ir.Op("list_with", (group.expr, position.expr, expr), place), group.type)
            return self.store(target.value, changed, span)
        self.world.error(messages.not_assignable(e.describe(target), target.span))
        return []

    def add_to(self, node: nodes.AddTo) -> list[ir.Stmt]:
        """`add x to xs`, `remove x from xs`."""
        e = self.expressions
        group = e.expr(node.target)
        if group is None:
            return []
        if group.type.kind == "set":
            wanted = member(group.type.domain)
        elif group.type.kind == "list" and group.type.element is not None:
            wanted = group.type.element
        else:
            e.error_type(messages.Wanted.LIST_OR_SET, group.type, node.target.span)
            return []
        x = e.value(node.value, wanted)
        if x is None:
            return []
        family = group.type.kind
        op = f"{family}_{'without' if node.remove else 'add'}"
        type_ = group.type
        if family == "list" and not node.remove:
            type_ = list_of(type_.element or INT, None if type_.bound is None else type_.bound + 1)
        return self.store(node.target, Typed(ir.Op(op, (group.expr, x)), type_), node.span)

    def result_of(self, call: nodes.Do) -> Type | None:
        """What a procedure gives (see `Effects`)."""
        raise NotImplementedError

    def do(self, call: nodes.Do, slot: int) -> list[ir.Stmt]:
        """A call of a procedure (see `Effects`)."""
        raise NotImplementedError
