"""Values known at load: constants, attribute values, bounds, and the types that use them."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Code, Diagnostic, Span
from yupana.schemas.walk import inside

from ..language import messages, nodes
from ..language.parse import parse_expression, parse_type
from ..language.types import BOOL, INT, INT_MAX, INT_MIN, TEXT, Type, interval, list_of, map_of, member, set_of
from ..typed.names import Entity
from .body import Body
from .core import integer
from .entries import entries_called
from .world import World

MAX_BOUND = 20_000


class Constants:
    """Evaluates code that may use nothing but constants, enum members and entities."""

    def __init__(self, world: World) -> None:
        self.world = world

    # ------------------------------------------------------------ numbers

    def number(self, node: nodes.Expr) -> int | None:
        """An int known at load, or None (reported): an expression whose only value its type tells."""
        fault = self._unknown(node)
        if fault is not None:
            self.world.error(fault)
            return None
        found = integer(Body(self.world, "constant", "constant", at_load=True), node)
        if found.type.kind == "int" and found.type.low == found.type.high:
            return found.type.low
        if found.type.kind == "int":
            self.world.error(messages.not_constant(node.span))
        return None

    def _unknown(self, node: nodes.Expr) -> Diagnostic | None:
        """What is wrong with the names in it: only kinds and constants are known when this is read."""
        match node:
            case nodes.Name():
                symbol = self.world.symbols.get(node.name)
                if symbol is not None and symbol.sort in ("constant", "domain"):
                    return None
                if not self._is_declared(node.name):
                    return messages.unknown_name(node.name, node.span, self._numbers())
            case nodes.Int():
                return None
            case nodes.Unary():
                return self._unknown(node.value)
            case nodes.Binary():
                return self._unknown(node.left) or self._unknown(node.right)
            case nodes.Call(function=nodes.Name(name="size"), args=(nodes.Name() as kind,)):
                return self._unknown(kind)
        return messages.not_constant(node.span)

    def _is_declared(self, name: str) -> bool:
        """Whether a section declares a name, or it is known so far."""
        return name in self._in_sections or self.world.knows(name) or name in self.world.domain_of

    @cached_property
    def _in_sections(self) -> set[str]:
        """Every name that a section declares."""
        ruleset = self.world.ruleset
        known = names_in_sections(ruleset)
        known.update(str(each) for members in ruleset.enums.values() for each in members)
        known.update(str(each) for kind in ruleset.kinds.values() for each in kind.entries)
        known.update(str(board.kind) for board in ruleset.boards.values())
        return known

    def _numbers(self) -> list[str]:
        """The names that can stand for a number, for suggestions."""
        symbols = self.world.symbols.items()
        return [name for name, each in symbols if each.sort == "constant" and each.type and each.type.kind == "int"]

    # ------------------------------------------------------------ values of a given type

    def value(self, code: Code, type_: Type) -> int | list[int] | None:
        """A value of a declared type: a number, a member's index, or a list of them; None when faulty (reported)."""
        if type_.kind == "text":
            return 0
        node = parse_expression(code, self.world.report)
        return None if node is None else self.value_of(node, type_)

    def value_of(self, node: nodes.Expr, type_: Type) -> int | list[int] | None:
        """As `value`, for a parsed expression."""
        world = self.world
        if type_.kind in ("list", "set"):
            items = node.items if isinstance(node, (nodes.ListLit, nodes.SetLit)) else None
            if items is None and isinstance(node, nodes.Range):
                low, high = self.number(node.low), self.number(node.high)
                return None if low is None or high is None else list(range(low, min(high, low + MAX_BOUND) + 1))
            if items is None and isinstance(node, nodes.Int | nodes.Unary | nodes.Bool | nodes.Name | nodes.Attribute):
                items = (node,)  # one value is a list of one
            if items is None:
                world.error(messages.not_listed(world.show(type_), self._found(node), node.span))
                return None
            inner = type_.element if type_.element is not None else member(type_.domain)
            values = [self.value_of(item, inner) for item in items]
            plain = [value for value in values if isinstance(value, int)]
            if len(plain) != len(values):
                return None
            return sorted(set(plain)) if type_.kind == "set" else plain
        if type_.kind == "map":
            return self.map_value(node, type_)
        if isinstance(node, nodes.NoneLit):
            if type_.optional:
                return type_.none
            world.error(messages.none_not_allowed(world.show(type_), node.span))
            return None
        if type_.kind == "int":
            number = self.number(node)
            if number is not None and not type_.low <= number <= type_.high:
                world.error(messages.not_in_range(number, type_.low, type_.high, node.span))
                return None
            return number
        if type_.kind == "bool":
            if isinstance(node, nodes.Bool):
                return int(node.value)
            if isinstance(node, nodes.Name):
                symbol = world.symbols.get(node.name)
                if symbol and symbol.sort == "constant" and symbol.type == BOOL:
                    world.means(node.span, symbol)
                    return symbol.constant
            world.error(messages.wrong_type(messages.Wanted.CONDITION, self._found(node), node.span))
            return None
        domain = world.domains[type_.domain]
        if isinstance(node, nodes.Attribute):
            world.means(node.value.span, domain)
        name = self._member_name(node, domain.name)
        if name is None:
            world.error(messages.wrong_type(world.show(type_), self._found(node), node.span))
            return None
        if name not in domain.index:
            world.error(messages.unknown_element(domain.name, name, node.span, domain.names))
            return None
        span = node.name_span if isinstance(node, nodes.Attribute) else node.span
        world.means(span, Entity(domain, domain.index[name]))
        return domain.index[name]

    def map_value(self, node: nodes.Expr, type_: Type) -> list[int] | None:
        """A map given as `[a, b, c]` (one value for each member, in order)."""
        domain = self.world.domains[type_.domain]
        if isinstance(node, nodes.ListLit) and type_.element is not None:
            if len(node.items) != domain.size:
                self.world.error(messages.members_counted(domain.name, domain.size, len(node.items), node.span))
                return None
            values = [self.value_of(item, type_.element) for item in node.items]
            plain = [value for value in values if isinstance(value, int)]
            return plain if len(plain) == len(values) else None
        self.world.error(messages.not_listed(self.world.show(type_), self._found(node), node.span))
        return None

    def _found(self, node: nodes.Expr) -> str:
        """What stands where a constant is wanted, in the author's words."""
        match node:
            case nodes.Int() | nodes.Unary(op="-"):
                return "a number"
            case nodes.Bool():
                return "true or false"
            case nodes.NoneLit():
                return "none"
            case nodes.ListLit() | nodes.SetLit():
                return "a list"
        text = self.world.excerpt(node.span)
        return f"`{text}`" if text and len(text) <= 40 else "an expression"

    @staticmethod
    def _member_name(node: nodes.Expr, domain: str) -> str | None:
        if isinstance(node, nodes.Name):
            return node.name
        if isinstance(node, nodes.Attribute) and isinstance(node.value, nodes.Name) and node.value.name == domain:
            return node.name
        return None

    # ------------------------------------------------------------ types

    def type_of(self, code: Code, text_allowed: bool = False) -> Type | None:
        """The type that a piece of code names, or None (reported)."""
        node = parse_type(code, self.world.report)
        return None if node is None else self.resolve(node, text_allowed)

    def resolve(self, node: nodes.TypeExpr, text_allowed: bool = False) -> Type | None:
        """The type that a written type means."""
        world = self.world
        if node.name == "int":
            return self._int(node)
        if node.name == "bool":
            return BOOL.or_none() if node.optional else BOOL
        if node.name == "text":
            if not text_allowed:
                world.error(messages.not_storable(node.span, is_text=True))
                return None
            return TEXT
        if node.name == "list":
            return self._list(node)
        if node.name in ("set", "map"):
            return self._keyed(node)
        number = entries_called(world, node.name)
        if number is None:
            known = [*world.domain_of, "int", "bool", "list", "set", "map"]
            world.error(messages.unknown_type(node.name, node.span, known))
            return None
        name = replace(node.span, end_line=node.span.line, end_column=node.span.column + len(node.name))
        world.means(name, world.domains[number])  # without the mark of a type that may be none
        return member(number, node.optional)

    def _int(self, node: nodes.TypeExpr) -> Type | None:
        if node.low is None or node.high is None:
            return INT.or_none() if node.optional else INT
        low, high = self.number(node.low), self.number(node.high)
        if low is None or high is None:
            return None
        if low > high or low < INT_MIN or high > INT_MAX:
            self.world.error(messages.empty_range(low, high, node.span))
            return None
        result = interval(low, high)
        return result.or_none() if node.optional else result

    def _list(self, node: nodes.TypeExpr) -> Type | None:
        if len(node.args) != 1:
            self.world.error(messages.type_form("list", node.span))
            return None
        element = self.resolve(node.args[0])
        if element is None:
            return None
        bound = None
        if node.bound is not None:
            bound = self.number(node.bound)
            if bound is None:
                return None
            if not 0 <= bound <= MAX_BOUND:
                self.world.error(messages.too_large(messages.Limit.LIST, MAX_BOUND, node.span))
                return None
        return list_of(element, bound)

    def _keyed(self, node: nodes.TypeExpr) -> Type | None:
        world = self.world
        wanted = 1 if node.name == "set" else 2
        if len(node.args) != wanted:
            world.error(messages.type_form(node.name, node.span))
            return None
        key = self.resolve(node.args[0])
        if key is None:
            return None
        if key.kind != "member" or key.optional:
            world.error(messages.wrong_type(messages.Wanted.KIND, world.show(key), node.args[0].span))
            return None
        if node.name == "set":
            return set_of(key.domain)
        element = self.resolve(node.args[1])
        if element is None:
            return None
        if not element.scalar:
            world.error(messages.not_storable(node.args[1].span))
            return None
        return map_of(key.domain, element)

    def default(self, type_: Type, span: Span) -> int | None:
        """The starting value of a scalar type when none is given."""
        if type_.optional:
            return type_.none
        if type_.kind == "int":
            return 0 if type_.low <= 0 <= type_.high else type_.low
        if type_.kind == "member" and self.world.domains[type_.domain].size == 0:
            self.world.error(messages.no_entries(self.world.domains[type_.domain].name, span))
            return None
        return 0


def names_in_sections(ruleset: Ruleset) -> set[str]:
    """The names under which the sections of a ruleset declare."""
    return {str(name) for _, section in inside(ruleset) if isinstance(section, dict) for name in section}
