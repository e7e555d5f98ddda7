"""Expressions: from the syntax tree to typed, lowered form. A fault is reported once and gives None, which is passed on silently."""

from __future__ import annotations

from collections.abc import Sequence

from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.types import (
    BOOL,
    EMPTY,
    INT,
    INT_MAX,
    INT_MIN,
    NONE_TYPE,
    TEXT,
    Type,
    accepts,
    interval,
    join,
    list_of,
    map_of,
    member,
    same_family,
    set_of,
)
from ..program import ir
from .body import Body, PathKey, Typed, Zone, facts_of, path_key
from .world import Attribute, FieldInfo, Signature, Symbol, TableInfo, World, ZoneInfo

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


class Expressions:
    """Lowers the expressions of one body."""

    def __init__(self, world: World, body: Body) -> None:
        self.world = world
        self.body = body

    def error_type(self, wanted: str, found: Type, span: Span, hint: str = "") -> None:
        """Report a value of a wrong type."""
        self.world.error(messages.wrong_type(wanted, self.world.show(found), span, hint))

    # ------------------------------------------------------------ entry points

    def expr(self, node: nodes.Expr, expected: Type | None = None) -> Typed | None:
        """The value of an expression; `expected` helps to read names that several kinds share, `none` and `[]`. What is known
        not to be none has its type without none."""
        typed = self.plain(node, expected)
        if typed is not None and typed.type.optional and isinstance(node, NARROWED):
            key = path_key(node)
            if key is not None and self.body.is_narrowed(key):
                return self.required(typed, node)
        return typed

    def plain(self, node: nodes.Expr, expected: Type | None = None) -> Typed | None:
        """As `expr`, with the declared type."""
        match node:
            case nodes.Int():
                if not INT_MIN <= node.value <= INT_MAX:
                    self.world.error(messages.always_fails("the number is beyond 32 bits", node.span))
                    return None
                return Typed(ir.Const(node.value), interval(node.value, node.value))
            case nodes.Bool():
                return Typed(ir.Const(int(node.value)), BOOL)
            case nodes.NoneLit():
                code = ir.NO_INT if expected is not None and expected.kind == "int" else ir.NONE
                return Typed(ir.Const(code), NONE_TYPE)
            case nodes.Template():
                self.world.error(messages.wrong_use("a text is only for prompts, the log and the look", node.span))
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
            case nodes.Comprehension():
                from .comprehensions import comprehension

                return comprehension(self, node, expected)
            case nodes.Walk():
                from .comprehensions import walk

                return walk(self, node)
            case nodes.After():
                from .hypothetical import after

                return after(self, node, expected)
        raise AssertionError(f"unknown node {type(node).__name__}")

    def value(self, node: nodes.Expr, target: Type) -> ir.Expr | None:
        """The value of an expression as one of the target type, checked."""
        typed = self.expr(node, target)
        return None if typed is None else self.coerce(typed, target, node.span)

    def condition(self, node: nodes.Expr) -> ir.Expr | None:
        """A condition."""
        typed = self.expr(node, BOOL)
        if typed is None:
            return None
        if typed.type.kind != "bool":
            self.error_type("true or false", typed.type, node.span, "compare it with something")
            return None
        return typed.expr

    def integer(self, node: nodes.Expr) -> Typed | None:
        """A number that is there."""
        typed = self.expr(node, INT)
        if typed is None:
            return None
        if typed.type.kind != "int":
            self.error_type("a number", typed.type, node.span)
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
        text = self.world.excerpt(node.span)
        return f"`{text}`" if text and len(text) <= 40 else "this"

    def coerce(self, typed: Typed, target: Type, span: Span) -> ir.Expr | None:
        """The expression as a value of the target type, or None (reported). Ints are tested for their range where needed."""
        if typed.type.kind == "none":
            if not target.optional:
                self.error_type(self.world.show(target), typed.type, span)
                return None
            return ir.Const(self.world.none_of(target))
        if typed.type.kind == "empty":
            if target.kind == "list":
                return ir.ConstList(())
            if target.kind == "set":
                return ir.ConstSet(())
        if target.kind == "set" and typed.type.kind == "list":
            typed = self.as_set(typed)
        if not accepts(target, typed.type):
            if same_family(target, typed.type) and typed.type.optional:
                self.world.error(messages.may_be_none("this value", span))
            else:
                self.error_type(self.world.show(target), typed.type, span)
            return None
        return self.in_range(typed, target, span)

    def in_range(self, typed: Typed, target: Type, span: Span) -> ir.Expr:
        """An int tested against the target's range, unless it is known to fit."""
        if target.kind != "int" or (target.low <= typed.type.low and typed.type.high <= target.high):
            return typed.expr
        if typed.type.optional:
            return typed.expr
        bounds = (typed.expr, ir.Const(target.low), ir.Const(target.high))
        return ir.Op("in_range", bounds, self.body.place(span))

    # ------------------------------------------------------------ names

    def name(self, node: nodes.Name, expected: Type | None) -> Typed | None:
        """A bare name: a local, a word, a declared name, or an entity."""
        variable = self.body.find(node.name)
        if variable is not None:
            return None if variable.type.kind == "unknown" else Typed(variable.expr, variable.type)
        if node.name == "me":
            return Typed(ME, member(0))
        if node.name == "active":
            return Typed(ACTIVE, member(0))
        if node.name == "players":
            bound = self.world.ruleset.players.max
            return Typed(ir.Op("domain", (ir.Const(0),)), list_of(member(0), bound))
        found = self.entity(node, expected)
        if found is not None:
            return found
        symbol = self.world.symbols.get(node.name)
        if symbol is not None:
            return self.symbol(node, symbol)
        candidates = self.world.entities.get(node.name, [])
        if candidates:
            kinds = [self.world.domains[domain].name for domain, _ in candidates]
            self.world.error(messages.ambiguous_name(node.name, node.span, kinds))
            return None
        known = [*self.body.names(), *self.world.known_names()]
        if node.name in self.world.zones:
            holder = self.world.domains[self.world.zones[node.name].holder].name
            hint = f"every {holder} has one: write `me.{node.name}`" if holder == "Player" else f"it belongs to a {holder}"
            self.world.error(messages.wrong_use(f"`{node.name}` is no single zone", node.span, hint))
            return None
        from .builtins import BUILTINS

        if node.name in BUILTINS:
            self.world.error(messages.wrong_use(f"`{node.name}` is a function and needs its arguments", node.span))
            return None
        self.world.error(messages.unknown_name(node.name, node.span, known))
        return None

    def entity(self, node: nodes.Name, expected: Type | None) -> Typed | None:
        """The entity of this name, when it is the only one or the expected type tells which."""
        candidates = self.world.entities.get(node.name, [])
        if not candidates:
            return None
        if expected is not None and expected.domain >= 0 and expected.kind in ("member", "set"):
            for domain, index in candidates:
                if domain == expected.domain:
                    return Typed(ir.Const(index), member(domain))
        if node.name in self.world.symbols or len(candidates) > 1:
            return None
        domain, index = candidates[0]
        return Typed(ir.Const(index), member(domain))

    def symbol(self, node: nodes.Name, symbol: Symbol) -> Typed | None:
        """The value of a declared name."""
        if symbol.sort in ("constant", "option", "scope") and symbol.expr is not None and symbol.type is not None:
            return Typed(symbol.expr, symbol.type)
        if symbol.sort == "field" and isinstance(symbol.info, FieldInfo):
            return Typed(ir.Load(symbol.info.base, None, symbol.info.shape), symbol.info.type)
        if symbol.sort == "zone":
            zone = self.zone(node)
            return None if zone is None else self.zone_list(zone)
        if symbol.sort == "domain" and isinstance(symbol.info, int):
            return Typed(ir.Op("domain_set", (ir.Const(symbol.info),)), set_of(symbol.info))
        if symbol.sort == "function":
            signature = self.world.signatures.get(node.name)
            if signature is not None and not signature.params:
                return self.apply(node.name, (), node.span)
        hints = {
            "function": f"write `{node.name}(…)`",
            "procedure": f"write `do {node.name}(…)`",
            "adjustment": f"ask `active_now({node.name})`",
        }
        self.world.error(messages.wrong_use(f"{symbol.what} is no value", node.span, hints.get(symbol.sort, "")))
        return None

    # ------------------------------------------------------------ zones

    def zone(self, node: nodes.Expr, quiet: bool = True) -> Zone | None:
        """The zone that an expression names, or None (reported unless quiet; a fault inside is always reported)."""
        world = self.world
        if isinstance(node, nodes.Name) and self.body.find(node.name) is None:
            info = world.zones.get(node.name)
            if info is not None and info.holder < 0:
                base = world.domains[info.domain].piece_base
                return Zone(info.name, info.domain, base, ir.Const(info.first), None)
        elif isinstance(node, nodes.Attribute) and node.name in world.zones and world.zones[node.name].holder >= 0:
            holder = self.expr(node.value, member(world.zones[node.name].holder))
            if holder is None:
                return None
            if self.zone_of(holder.type, node.name) is not None:
                there = self.required(holder, node.value)
                return None if there is None else self.zone_at(world.zones[node.name], there.expr)
        if not quiet:
            world.error(messages.wrong_use("a zone is wanted here", node.span))
        return None

    def zone_of(self, type_: Type, name: str) -> ZoneInfo | None:
        """The zone family of this name that a value of the type holds."""
        info = self.world.zones.get(name)
        if info is None or type_.kind != "member" or info.holder != type_.domain:
            return None
        return info

    def zone_at(self, info: ZoneInfo, holder: ir.Expr) -> Zone:
        """The zone of one holder."""
        base = self.world.domains[info.domain].piece_base
        return Zone(info.name, info.domain, base, add(ir.Const(info.first), holder), holder)

    def is_zone(self, node: nodes.Expr) -> bool:
        """Whether the node may name a zone (without reporting anything)."""
        if isinstance(node, nodes.Name):
            info = self.world.zones.get(node.name)
            return info is not None and info.holder < 0 and self.body.find(node.name) is None
        if not isinstance(node, nodes.Attribute) or node.name not in self.world.zones:
            return False
        holder = self.world.zones[node.name].holder
        if holder < 0:
            return False
        domain = self.world.domains[holder]
        return node.name not in domain.fields and node.name not in domain.attributes

    def zone_list(self, zone: Zone) -> Typed:
        """The pieces of a zone, as a list."""
        expr = ir.Op("zone_list", (zone.number, ir.Const(zone.piece_base)))
        return Typed(expr, list_of(member(zone.domain), self.world.domains[zone.domain].size))

    # ------------------------------------------------------------ after a dot, in brackets

    def attribute(self, node: nodes.Attribute) -> Typed | None:
        """`x.name`: an attribute, a field or a zone of an entity, or `Kind.entry`."""
        if isinstance(node.value, nodes.Name) and self.body.find(node.value.name) is None:
            symbol = self.world.symbols.get(node.value.name)
            if symbol is not None and symbol.sort == "domain" and isinstance(symbol.info, int):
                domain = self.world.domains[symbol.info]
                if node.name in domain.index:
                    return Typed(ir.Const(domain.index[node.name]), member(domain.number))
                self.world.error(messages.unknown_element(domain.name, node.name, node.name_span, domain.names))
                return None
        value = self.expr(node.value)
        if value is None:
            return None
        if value.type.kind != "member":
            self.error_type("an entity", value.type, node.value.span, "only entities have fields")
            return None
        value = self.required(value, node.value)
        if value is None:
            return None
        domain = self.world.domains[value.type.domain]
        if node.name in domain.attributes:
            attribute = domain.attributes[node.name]
            if attribute.stride:
                return self.whole_map(attribute, value.expr)
            entry: ir.Expr = ir.Table(attribute.table, value.expr)
            if attribute.type.kind == "set":
                entry = ir.Op("list_set", (entry,))  # tables hold rows of members
            return Typed(entry, attribute.type)
        if node.name in domain.fields:
            info = domain.fields[node.name]
            load = ir.Load(info.base, times(value.expr, info.shape.cells), info.shape)
            return Typed(load, info.type)
        zone = self.zone_of(value.type, node.name)
        if zone is not None:
            return self.zone_list(self.zone_at(zone, value.expr))
        if node.name in domain.predicates:
            self.world.error(messages.wrong_use(f"`{node.name}` is asked with brackets", node.span, f"write `.{node.name}(…)`"))
            return None
        zones = [each.name for each in self.world.zones.values() if each.holder == domain.number]
        known = [*domain.attributes, *domain.fields, *domain.predicates, *zones]
        self.world.error(messages.unknown_field(node.name, domain.name, node.name_span, known))
        return None

    def whole_map(self, attribute: Attribute, holder: ir.Expr) -> Typed:
        """A map attribute as a value."""
        world = self.world
        domain = world.domains[attribute.type.domain]
        slot = self.body.slot(member(domain.number), domain.span)
        everyone = ir.ConstList(tuple(range(domain.size)))
        entry = ir.Table(attribute.table, add(times(holder, attribute.stride), ir.Local(slot)))
        comp = ir.Comp("map", (ir.Clause(slot, everyone, None),), entry, ir.Local(slot), size=domain.size, fill=0)
        return Typed(comp, attribute.type)

    def index(self, node: nodes.Index) -> Typed | None:
        """`xs[i]` of a list, `m[k]` of a map."""
        value = self.expr(node.value)
        if value is None:
            return None
        element = value.type.element
        if value.type.kind == "map" and element is not None:
            key = self.key(node.index, value.type.domain)
            if key is None:
                return None
            if isinstance(value.expr, ir.Load):
                load = value.expr
                cell = key if load.index is None else add(load.index, key)
                return Typed(ir.Load(load.base, cell, ir.Shape("scalar", 1, load.shape.element)), element)
            if isinstance(value.expr, ir.Comp) and isinstance(value.expr.element, ir.Table):
                base = self.map_attribute(node.value)
                if base is not None:
                    return Typed(ir.Table(base[0], add(base[1], key)), element)
            return Typed(ir.Op("map_get", (value.expr, key)), element)
        if value.type.kind == "list" and element is not None:
            position = self.integer(node.index)
            if position is None:
                return None
            return Typed(ir.Op("list_get", (value.expr, position.expr), self.body.place(node.span)), element)
        self.error_type("a list or a map", value.type, node.value.span)
        return None

    def map_attribute(self, node: nodes.Expr) -> tuple[int, ir.Expr] | None:
        """The table and first entry of a map attribute that is indexed directly."""
        if not isinstance(node, nodes.Attribute):
            return None
        holder = self.expr(node.value)
        if holder is None or holder.type.kind != "member":
            return None
        attribute = self.world.domains[holder.type.domain].attributes.get(node.name)
        if attribute is None or not attribute.stride:
            return None
        return attribute.table, times(holder.expr, attribute.stride)

    def key(self, node: nodes.Expr, domain: int) -> ir.Expr | None:
        """A member of a domain, for use as a key; none is not allowed."""
        typed = self.expr(node, member(domain))
        if typed is None:
            return None
        if typed.type.kind != "member" or typed.type.domain != domain:
            self.error_type(self.world.domains[domain].name, typed.type, node.span)
            return None
        there = self.required(typed, node)
        return None if there is None else there.expr

    # ------------------------------------------------------------ operators

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
            self.world.error(messages.not_comparable(self.world.show(then.type), self.world.show(other.type), node.span))
            return None
        type_ = join(then.type, other.type)
        if type_.kind in ("none", "empty"):
            if expected is None:
                self.world.error(messages.no_type("this", node.span))
                return None
            type_ = expected
        then_expr = self.coerce(then, self.loose(type_), node.then.span)
        other_expr = self.coerce(other, self.loose(type_), node.other.span)
        if then_expr is None or other_expr is None:
            return None
        return Typed(ir.Choice(test, then_expr, other_expr), type_)

    @staticmethod
    def loose(type_: Type) -> Type:
        """The type without any range, so that nothing is tested."""
        return type_.widened()

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
                self.error_type("a number", typed.type, side.span)
                return None
        if node.op not in ARITHMETIC:
            self.world.error(messages.wrong_use(f"`{node.op}` is for sets", node.span, "use `and` and `or` for conditions"))
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
                self.world.error(messages.always_fails("this divides by 0", span))
                return None
            low, high = self.quotient(a, b) if op == "div" else self.remainder(b)
        may_fault = low < INT_MIN or high > INT_MAX or (op in ("div", "mod") and b.low <= 0 <= b.high)
        if isinstance(left.expr, ir.Const) and isinstance(right.expr, ir.Const):
            if low < INT_MIN or high > INT_MAX:
                self.world.error(messages.always_fails("the result is beyond 32 bits", span))
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
                self.world.error(messages.wrong_use(f"`{node.op}` is not for sets", node.span, "sets have `|`, `&` and `-`"))
                return None
            type_ = a if a.kind == "set" else b
            one, two = self.coerce(left, type_, node.left.span), self.coerce(right, type_, node.right.span)
            return None if one is None or two is None else Typed(ir.Op(ops[node.op], (one, two)), type_)
        if "list" in (a.kind, b.kind) and {a.kind, b.kind} <= {"list", "empty"} and same_family(a, b):
            if node.op != "+":
                self.world.error(messages.wrong_use(f"`{node.op}` is not for lists", node.span, "lists have `+`"))
                return None
            if a.kind == "empty" or b.kind == "empty":
                return right if a.kind == "empty" else left
            bound = a.bound + b.bound if a.bound is not None and b.bound is not None else None
            element = join(a.element, b.element) if a.element and b.element else None
            if element is None:
                return None
            return Typed(ir.Op("list_concat", (left.expr, right.expr)), list_of(element, bound))
        self.world.error(messages.not_comparable(self.world.show(a), self.world.show(b), node.span))
        return None

    @staticmethod
    def as_set(typed: Typed) -> Typed:
        """A list of entities taken as a set; anything else as it is."""
        element = typed.type.element
        if typed.type.kind == "list" and element is not None and element.kind == "member" and not element.optional:
            return Typed(ir.Op("list_set", (typed.expr,)), set_of(element.domain))
        return typed

    # ------------------------------------------------------------ comparison

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
        return ir.Op("eq" if op == "==" else "ne", (one, two))

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
            one, two = self.coerce(left, self.loose_list(type_), left_node.span), self.coerce(
                right, self.loose_list(type_), right_node.span
            )
            return None if one is None or two is None else ir.Op(ORDER[op], (one, two))
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
            self.error_type("a set, a list or a zone", group.type, group_node.span)
            return None
        item = self.expr(item_node, wanted)
        if item is None:
            return None
        if not same_family(wanted, item.type):
            self.world.error(messages.not_comparable(self.world.show(item.type), self.world.show(group.type), span))
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

    # ------------------------------------------------------------ lists and sets

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
                self.world.error(messages.not_comparable(self.world.show(each.type), self.world.show(type_), item.span))
                return None
            type_ = join(type_, each.type)
        exprs = [self.coerce(each, type_, item.span) for each, item in zip(known, items, strict=True)]
        plain = [each for each in exprs if each is not None]
        return (plain, type_) if len(plain) == len(exprs) else None

    def set_literal(self, node: nodes.SetLit, expected: Type | None) -> Typed | None:
        """`{a, b}`: a set of members (numbers in braces are a list, good for `in`)."""
        if not node.items:
            return Typed(ir.ConstSet(()), EMPTY)
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
            self.error_type("entities or enum members", type_, node.span)
            return None
        if all(isinstance(each, ir.Const) for each in exprs):
            members = tuple(sorted({each.value for each in exprs if isinstance(each, ir.Const)}))
            return Typed(ir.ConstSet(members), set_of(type_.domain))
        return Typed(ir.Op("set", tuple(exprs)), set_of(type_.domain))

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
            self.world.error(messages.no_type("this", node.span))
        else:
            self.error_type("a set, a list or a zone", type_, node.span)
        return None

    # ------------------------------------------------------------ calls

    def call(self, node: nodes.Call, expected: Type | None) -> Typed | None:
        """A call of a function, a built-in, a table, or a predicate."""
        from .builtins import BUILTINS
        from .calls import predicate_call, table_call

        function = node.function
        if isinstance(function, nodes.Attribute):
            if isinstance(function.value, nodes.Name) and self.body.find(function.value.name) is None:
                symbol = self.world.symbols.get(function.value.name)
                if symbol is not None and isinstance(symbol.info, TableInfo):
                    return table_call(self, symbol.info, function.name, function.name_span, node)
            return predicate_call(self, function, node)
        if not isinstance(function, nodes.Name):
            self.world.error(messages.wrong_use("only functions are called", node.span))
            return None
        name = function.name
        symbol = self.world.symbols.get(name)
        if node.keywords:
            self.world.error(messages.wrong_use("arguments are given in order here, without names", node.span))
            return None
        if symbol is not None and isinstance(symbol.info, TableInfo):
            return table_call(self, symbol.info, "", function.span, node)
        if symbol is not None and symbol.sort == "function":
            return self.apply(name, node.args, node.span)
        if symbol is not None and symbol.sort == "procedure":
            hint = f"write `do {name}(…)` as a statement, or `let r = do {name}(…)`"
            self.world.error(messages.wrong_use(f"`{name}` is a procedure: it has effects", node.span, hint))
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
            names = ", ".join(signature.params) or "no arguments"
            count = len(signature.params)
            wanted = f"{count} argument{'s' if count != 1 else ''} ({names})" if count else "no arguments"
            self.world.error(messages.wrong_arguments(signature.name, wanted, len(args), span))
            return None
        exprs = [self.value(arg, type_) for arg, type_ in zip(args, signature.params.values(), strict=True)]
        known = [each for each in exprs if each is not None]
        return known if len(known) == len(exprs) else None

    # ------------------------------------------------------------ texts

    def template(self, node: nodes.Template) -> tuple[int, tuple[ir.Expr, ...]] | None:
        """A text with values: its number and the values."""
        parts: list[str] = [""]
        types: list[ir.ValueType] = []
        args: list[ir.Expr] = []
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
                self.error_type("a value that can be shown", typed.type, part.span)
                failed = True
                continue
            expr = ir.Op("members", (typed.expr,)) if typed.type.kind == "set" else typed.expr
            args.append(expr)
            types.append(self.world.value_type(typed.type))
            parts.append("")
        if failed:
            return None
        return self.world.text(ir.Text(tuple(parts), tuple(types))), tuple(args)


Facts = set[PathKey]
UNUSED_TYPES = (TEXT, map_of)
