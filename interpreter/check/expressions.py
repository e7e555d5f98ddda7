"""Expressions: from the syntax tree to typed, lowered form. A fault is reported once and gives None, which is passed
on silently."""

from __future__ import annotations

from collections.abc import Sequence

from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.types import (
    BOOL,
    EMPTY,
    INT_MAX,
    INT_MIN,
    NONE_TYPE,
    Type,
    interval,
    join,
    list_of,
    member,
    same_family,
    set_of,
)
from ..program import ir
from .body import Typed, path_key
from .core import MAX_RANGE, NARROWED
from .names import Names
from .world import Signature, TableInfo


class Expressions(Names):
    """Lowers any expression of one body."""

    def expr(self, node: nodes.Expr, expected: Type | None = None) -> Typed | None:
        """The value of an expression; `expected` helps to read names that several kinds share, `none` and `[]`. What
        is known
        not to be none has its type without none."""
        typed = self.plain(node, expected)
        if typed is not None and typed.type.optional and isinstance(node, NARROWED):
            key = path_key(node)
            if key is not None and self.body.is_narrowed(key):
                typed = self.required(typed, node)
        if typed is not None and self.world.heard is not None:
            self.world.heard(self.body.element, node, typed.type)
        return typed

    def plain(self, node: nodes.Expr, expected: Type | None = None) -> Typed | None:
        """As `expr`, with the declared type."""
        match node:
            case nodes.Int():
                if not INT_MIN <= node.value <= INT_MAX:
                    self.world.error(messages.number_beyond_int(node.span))
                    return None
                return Typed(ir.Const(node.value), interval(node.value, node.value))
            case nodes.Bool():
                return Typed(ir.Const(int(node.value)), BOOL)
            case nodes.NoneLit():
                code = ir.NO_INT if expected is not None and expected.kind == "int" else ir.NONE
                return Typed(ir.Const(code), NONE_TYPE)
            case nodes.Template():
                self.world.error(messages.text_as_value(node.span))
                return None
            case nodes.Name():
                return self.name(node, expected)
            case nodes.Attribute():
                return self.attribute(node)
            case nodes.Index():
                return self.index(node)
            case nodes.Call():
                return self.call(node, expected)
            case nodes.Unary():
                return self.unary(node)
            case nodes.Binary(op="and" | "or"):
                return self.logical(node)
            case nodes.Binary():
                return self.binary(node, expected)
            case nodes.Compare():
                return self.compare(node)
            case nodes.Conditional():
                return self.conditional(node, expected)
            case nodes.Range():
                return self.range(node)
            case nodes.Rotation():
                return self.rotation(node)
            case nodes.ListLit():
                return self.list_literal(node, expected)
            case nodes.SetLit():
                return self.set_literal(node, expected)
            case nodes.Comprehension() | nodes.Walk():
                from .comprehensions import comprehension, walk  # they need this module

                return walk(self, node) if isinstance(node, nodes.Walk) else comprehension(self, node, expected)
            case nodes.After():
                from .hypothetical import after  # it needs this module

                return after(self, node, expected)
        raise AssertionError(f"unknown node {type(node).__name__}")

    def range(self, node: nodes.Range) -> Typed | None:
        """`a..b` as a list."""
        low, high = self.integer(node.low), self.integer(node.high)
        if low is None or high is None:
            return None
        length = high.type.high - low.type.low + 1
        bound = max(0, length) if length <= MAX_RANGE else None
        place = -1 if bound is not None else self.body.place(node.span)
        element = interval(low.type.low, max(low.type.low, high.type.high))
        return Typed(ir.Op("range", (low.expr, high.expr), place), list_of(element, bound))

    def rotation(self, node: nodes.Rotation) -> Typed | None:
        """`items from x`, `items after x`."""
        items = self.items(node.items)
        if items is None:
            return None
        expr, element, bound = items
        start = self.value(node.start, element)
        if start is None:
            return None
        return Typed(ir.Op("rotate_after" if node.after else "rotate", (expr, start)), list_of(element, bound))

    def list_literal(self, node: nodes.ListLit, expected: Type | None) -> Typed | None:
        """`[a, b]`."""
        if not node.items:
            return Typed(ir.ConstList(()), EMPTY)
        inner = expected.element if expected is not None and expected.kind == "list" else None
        typed = self.alike(node.items, inner)
        if typed is None:
            return None
        exprs, type_ = typed
        if all(isinstance(each, ir.Const) for each in exprs):
            values = tuple(each.value for each in exprs if isinstance(each, ir.Const))
            return Typed(ir.ConstList(values), list_of(type_, len(exprs)))
        return Typed(ir.Op("list", tuple(exprs)), list_of(type_, len(exprs)))

    def alike(self, items: Sequence[nodes.Expr], inner: Type | None) -> tuple[list[ir.Expr], Type] | None:
        """Several values of one type."""
        typed = [self.expr(item, inner) for item in items]
        known = [each for each in typed if each is not None]
        if len(known) != len(typed):
            return None
        type_ = inner.widened() if inner is not None and known and same_family(inner, known[0].type) else known[0].type
        for each, item in zip(known, items, strict=True):
            if not same_family(type_, each.type):
                show = self.world.show
                self.world.error(messages.mixed_elements(show(type_), show(each.type), items[0].span, item.span))
                return None
            type_ = join(type_, each.type)
        exprs = [self.coerce(each, type_, item.span) for each, item in zip(known, items, strict=True)]
        plain = [each for each in exprs if each is not None]
        return (plain, type_) if len(plain) == len(exprs) else None

    def set_literal(self, node: nodes.SetLit, expected: Type | None) -> Typed | None:
        """`{a, b}`: a set of members (numbers in braces are a list, good for `in`)."""
        if not node.items:
            return Typed(ir.ConstSet((), 0), EMPTY)
        inner = None
        if expected is not None and expected.kind in ("set", "member"):
            inner = member(expected.domain)
        typed = self.alike(node.items, inner)
        if typed is None:
            return None
        exprs, type_ = typed
        if type_.kind == "int":
            return Typed(ir.Op("list", tuple(exprs)), list_of(type_, len(exprs)))
        if type_.kind != "member" or type_.optional:
            self.error_type(messages.Wanted.MEMBERS, type_, node.span)
            return None
        size = self.world.domains[type_.domain].size
        if all(isinstance(each, ir.Const) for each in exprs):
            members = tuple(sorted({each.value for each in exprs if isinstance(each, ir.Const)}))
            return Typed(ir.ConstSet(members, size), set_of(type_.domain))
        return Typed(ir.Op("set", tuple(exprs), size=size), set_of(type_.domain))

    def items(self, node: nodes.Expr) -> tuple[ir.Expr, Type, int | None] | None:
        """What a `for` goes through: a list-shaped expression, the type of its elements, and its bound."""
        typed = self.expr(node)
        if typed is None:
            return None
        type_ = typed.type
        if type_.kind == "list" and type_.element is not None:
            return typed.expr, type_.element, type_.bound
        if type_.kind == "set":
            size = self.world.domains[type_.domain].size
            if isinstance(typed.expr, ir.Op) and typed.expr.op == "domain_set":
                return ir.Op("domain", typed.expr.args), member(type_.domain), size
            if isinstance(typed.expr, ir.ConstSet):
                return ir.ConstList(typed.expr.members), member(type_.domain), len(typed.expr.members)
            return ir.Op("members", (typed.expr,)), member(type_.domain), size
        if type_.kind == "empty":
            self.world.error(messages.no_type(node.span))
        else:
            self.error_type(messages.Wanted.COLLECTION, type_, node.span)
        return None

    def call(self, node: nodes.Call, expected: Type | None) -> Typed | None:
        """A call of a function, a built-in, a table, or a predicate."""
        from .builtins import BUILTINS  # it needs this module
        from .calls import predicate_call, table_call  # they need this module

        function = node.function
        if isinstance(function, nodes.Attribute):
            if isinstance(function.value, nodes.Name) and self.body.find(function.value.name) is None:
                symbol = self.world.symbols.get(function.value.name)
                if symbol is not None and isinstance(symbol.info, TableInfo):
                    return table_call(self, symbol.info, function.name, function.name_span, node)
            return predicate_call(self, function, node)
        if not isinstance(function, nodes.Name):
            self.world.error(messages.not_called(node.span))
            return None
        name = function.name
        symbol = self.world.symbols.get(name)
        if node.keywords:
            self.world.error(messages.named_arguments(name, node.span))
            return None
        if symbol is not None and isinstance(symbol.info, TableInfo):
            return table_call(self, symbol.info, "", function.span, node)
        if symbol is not None and symbol.sort == "function":
            return self.apply(name, node.args, node.span)
        if symbol is not None and symbol.sort == "procedure":
            self.world.error(messages.procedure_in_expression(name, node.span))
            return None
        if name in BUILTINS:
            return BUILTINS[name].build(self, node, expected)
        functions = [each for each, symbol in self.world.symbols.items() if symbol.sort in ("function", "table")]
        self.world.error(messages.unknown_name(name, function.span, [*functions, *BUILTINS]))
        return None

    def apply(self, name: str, args: Sequence[nodes.Expr], span: Span) -> Typed | None:
        """A call of a declared function."""
        signature = self.world.signatures[name]
        exprs = self.arguments(signature, args, span)
        if exprs is None or signature.result is None:
            return None
        return Typed(ir.Call(signature.function, tuple(exprs)), signature.result)

    def arguments(self, signature: Signature, args: Sequence[nodes.Expr], span: Span) -> list[ir.Expr] | None:
        """The arguments of a call, each as a value of its parameter's type."""
        if len(args) != len(signature.params):
            params = list(signature.params)
            self.world.error(messages.wrong_arguments(signature.name, params, len(args), span, signature.span))
            return None
        exprs = [
            self.value(arg, type_, getattr(param, "span", signature.span))
            for arg, (param, type_) in zip(args, signature.params.items(), strict=True)
        ]
        known = [each for each in exprs if each is not None]
        return known if len(known) == len(exprs) else None

    def template(self, node: nodes.Template) -> tuple[int, tuple[ir.Expr, ...]] | None:
        """A text with values: its number and the values."""
        parts: list[str] = [""]
        types: list[ir.ValueType] = []
        args: list[ir.Expr] = []
        spans: list[Span] = []
        failed = False
        for part in node.parts:
            if isinstance(part, str):
                parts[-1] += part
                continue
            typed = self.expr(part)
            if typed is None:
                failed = True
                continue
            if typed.type.kind in ("text", "empty", "none", "map"):
                self.error_type(messages.Wanted.SHOWN, typed.type, part.span)
                failed = True
                continue
            expr = ir.Op("members", (typed.expr,)) if typed.type.kind == "set" else typed.expr
            args.append(expr)
            spans.append(part.span)
            types.append(self.world.value_type(typed.type))
            parts.append("")
        if failed:
            return None
        values = tuple(args)
        self.world.tells(values, tuple(spans))
        return self.world.text(ir.Text(tuple(parts), tuple(types))), values
