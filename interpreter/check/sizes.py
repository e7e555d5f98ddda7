"""The sizes of boards, and which cells and links they have by formula: arithmetic with numbers, constants, the options
of a game and coordinates, worked out before anything else is known.

A board whose size depends on options, or on the number of players, has several forms: one for each way of choosing what
it depends on. Every size is worked out in each of them, so that all that is to be known of a board is known when the
ruleset is loaded. There is no way round in a circle: only plain numbers and the members of enums are asked.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import prod

from pydantic import BaseModel
from yupana.schemas.grids import Coordinate, Grid
from yupana.schemas.source import Code, Diagnostic, Span
from yupana.schemas.walk import parts

from ..language import messages, nodes
from ..language.parse import parse_expression, parse_type
from ..language.trees import IT, descend
from ..language.types import INT_MAX, INT_MIN, member
from ..typed.declared import PLAYERS, Axis
from .body import Body
from .builtin_table import BUILTINS
from .constants import names_in_sections
from .core import condition, integer
from .world import DomainInfo, World

MAX_SPACES = 2_000
"""Of a board, and so of a row."""
MAX_FORMS = 256
MAX_PAIRS = 250_000
"""Of spaces that are asked whether a link by formula joins them."""
MAX_IN_FORMS = 20_000
"""Spaces of all forms of a board together."""

ENDS = ("a", "b")
"""The spaces that a link joins, in a condition and as its attributes."""

Value = int | tuple[int, int]
"""A number, a bool as 0 or 1, or a member of an enum: its domain and its index."""
Form = Mapping[str, Value]
"""What is chosen, by the name of the option or constant, and the coordinates of spaces (`it.row`)."""

ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "%": operator.mod,
}  # fmt: skip
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


class _Wrong(Exception):  # noqa: N818
    """A fault in the code of a size (inside this module only); None where it is told already."""

    def __init__(self, told: Diagnostic | None) -> None:
        super().__init__()
        self.told = told


class BoardSizes:
    """The sizes of one board. `axes` is what its forms depend on; `known` is the code that is sound, to be looked at
    again when all names are declared."""

    def __init__(self, world: World, board: str, grid: Grid) -> None:
        self.world = world
        self.board = board
        self.axes: tuple[Axis, ...] = ()
        self.forms: list[Form] = [{}]
        self.known: list[nodes.Expr] = []
        self.conditions: dict[int, tuple[nodes.Expr, tuple[str, ...]]] = {}  # with what spaces are called there
        self.spaces = -1  # the domain of the board, for what is asked of its spaces
        self._parsed: dict[int, nodes.Expr | None] = {}
        self._axes = grid.axes
        self._faulty: set[int] = set()
        self._conditional = False  # whether a condition about spaces is worked out
        self._choose(grid)

    # ------------------------------------------------------------ forms

    def _choose(self, grid: Grid) -> None:
        """Find out what the board depends on, and list its forms."""
        asked: dict[str, Span] = {}
        for code in _codes(grid):
            node = self._parsed[id(code)] = parse_expression(code, self.world.report)
            for name in _names(node):
                asked.setdefault(name.name, name.span)
        ruleset = self.world.ruleset
        players = ruleset.players
        tables = {
            str(name): decl.by_players
            for name, decl in ruleset.constants.items()
            if name in asked and decl.by_players is not None
        }
        values: dict[str, list[Value]] = {}
        if tables and players.min <= players.max:
            values[PLAYERS] = list(range(players.min, min(players.max, players.min + MAX_FORMS) + 1))
        for option in map(str, ruleset.options):
            known = self._values(option, asked[option]) if option in asked else None
            if known is not None:
                values[option] = known
        many = prod(map(len, values.values()))
        if many > MAX_FORMS:
            span = next((span for name, span in asked.items() if name in values), grid.span)
            self.world.error(messages.too_many_forms(self.board, many, MAX_FORMS, span))
            values = {}
        self.axes = tuple(
            [Axis(name, each[0] if isinstance(each[0], int) else 0, len(each)) for name, each in values.items()]
        )
        self.forms = [
            self._with_constants(dict(zip(values, each, strict=True)), tables) for each in product(*values.values())
        ]

    @staticmethod
    def _with_constants(form: dict[str, Value], tables: Mapping[str, Mapping[int, object]]) -> Form:
        """A form with the constants that depend on the number of players."""
        count = form.get(PLAYERS)
        for name, by_players in tables.items():
            value = by_players.get(count) if isinstance(count, int) else None
            if isinstance(value, int):
                form[name] = int(value)
        return form

    def _values(self, name: str, used: Span) -> list[Value] | None:
        """All values that an option can have; None where that is not known (reported)."""
        world, decl = self.world, self.world.ruleset.options[name]  # type: ignore[index]
        node = parse_type(decl.type, world.report.fresh())  # its faults are told where options are declared
        if node is None:
            return None
        if node.name == "bool":
            return [0, 1]
        domain = world.domains[world.domain_of[node.name]] if node.name in world.domain_of else None
        if domain is not None and domain.sort == "enum":
            return [(domain.number, index) for index in range(domain.size)] or None
        if node.name == "int" and node.low is not None and node.high is not None:
            try:
                low, high = self._number(node.low, {}), self._number(node.high, {})
            except _Wrong:
                return None
            if low > high or low < INT_MIN or high > INT_MAX:
                return None
            if high - low < MAX_FORMS:
                return list(range(low, high + 1))
            world.error(messages.too_many_forms(self.board, high - low + 1, MAX_FORMS, used))
        elif node.name == "int":
            world.error(messages.option_without_range(name, used))
        else:
            world.error(messages.size_option(name, used))
        return None

    # ------------------------------------------------------------ what grids ask

    def number(self, code: Code) -> Sequence[int] | None:
        """A number of columns, rows or cells in every form."""
        node = self._parsed.get(id(code))
        if node is None:
            return None
        found: list[int] = []
        for form in self.forms:
            value = self._number_or_none(node, form)
            if value is None:
                return None
            if not 1 <= value <= MAX_SPACES:
                self.world.error(messages.bad_size(value, MAX_SPACES, self._in_words(form), code.span))
                return None
            found.append(value)
        self.known.append(node)
        return found

    def bounds(self, code: Code) -> Sequence[tuple[int, int]] | None:
        """A range in every form; in one of several it may be empty."""
        node = self._parsed.get(id(code))
        if not isinstance(node, nodes.Range):
            if node is not None:
                self.world.error(messages.not_a_range(code.span))
            return None
        found: list[tuple[int, int]] = []
        for form in self.forms:
            low, high = self._number_or_none(node.low, form), self._number_or_none(node.high, form)
            if low is None or high is None:
                return None
            if high - low > MAX_SPACES or (low > high and len(self.forms) == 1):
                self.world.error(messages.empty_range(low, high, code.span))
                return None
            found.append((low, high))
        self.known += [node.low, node.high]
        return found

    def where(self, code: Code, at: Mapping[str, int], forms: tuple[int, ...]) -> tuple[int, ...]:
        """Those of the forms in which a cell with these coordinates is there."""
        node = self._condition(code, (IT,))
        known = {f"{IT}.{axis}": value for axis, value in at.items()}
        return tuple([form for form in forms if self._true(node, {**self.forms[form], **known})])

    def linked(self, code: Code, a: Coordinate, b: Coordinate) -> bool:
        """Whether a link leads from a space with these coordinates to another; it is the same in all forms."""
        node = self._condition(code, ENDS)
        form: dict[str, Value] = {}
        for end, at in zip(ENDS, (a, b), strict=True):
            form.update({f"{end}.{axis}": value for axis, value in zip(self._axes, at, strict=True)})
        return self._true(node, form)

    def _condition(self, code: Code, about: tuple[str, ...]) -> nodes.Expr | None:
        """A condition about spaces that are called so; None for one with a fault, which is told once."""
        if id(code) not in self._parsed:
            self._parsed[id(code)] = parse_expression(code, self.world.report)
        node = self._parsed[id(code)]
        if node is not None:
            self.conditions[id(node)] = node, about
        return node

    def _true(self, node: nodes.Expr | None, form: Form) -> bool:
        """Whether a condition holds; so it is said of one with a fault, which is told once."""
        if node is None or id(node) in self._faulty:
            return True
        self._conditional = True
        try:
            return self._holds(node, form)
        except _Wrong as wrong:
            self._faulty.add(id(node))
            if wrong.told is not None:
                self.world.error(wrong.told)
            return True
        finally:
            self._conditional = False

    def meanings(self) -> None:
        """Check the sizes as all other code, now that every name is declared: tools ask what they mean."""
        what = f"board {self.board}"
        for node in self.known:
            integer(Body(self.world, what, what, at_load=True), node)
        for node, about in self.conditions.values():
            if id(node) not in self._faulty and self.world.domains[self.spaces].size:  # else there are no coordinates
                body = Body(self.world, what, what, at_load=True)
                for name in about:
                    body.declare(name, member(self.spaces), node.span)
                condition(body, node)

    def _in_words(self, form: Form) -> str:
        """A form in words; nothing where there is only one."""
        said = []
        for axis in self.axes:
            value = form[axis.name]
            if axis.name == PLAYERS:
                said.append(f"{value} play")
            else:
                shown = value if isinstance(value, int) else self.world.domains[value[0]].names[value[1]]
                if self.world.ruleset.options[axis.name].type.text == "bool":  # type: ignore[index]
                    shown = "true" if value else "false"
                said.append(f"`{axis.name}` is {shown}")
        return " and ".join(said)

    # ------------------------------------------------------------ working out

    def _not_known(self, span: Span) -> Diagnostic:
        """What is said of something that is not known yet."""
        return messages.not_of_spaces(span) if self._conditional else messages.not_a_size(span)

    def _number_or_none(self, node: nodes.Expr, form: Form) -> int | None:
        """A number, or None where there is a fault, which is told."""
        try:
            return self._number(node, form)
        except _Wrong as wrong:
            if wrong.told is not None:
                self.world.error(wrong.told)
            return None

    def _number(self, node: nodes.Expr, form: Form) -> int:
        match node:
            case nodes.Int():
                return node.value
            case nodes.Unary(op="-"):
                return -self._number(node.value, form)
            case nodes.Binary(op=op) if op in ARITHMETIC:
                left, right = self._number(node.left, form), self._number(node.right, form)
                if right == 0 and op in ("//", "%"):
                    raise _Wrong(messages.size_by_zero(self._in_words(form), node.span))
                return self._bounded(ARITHMETIC[op](left, right), node.span)
            case nodes.Conditional():
                return self._number(node.then if self._holds(node.test, form) else node.other, form)
            case nodes.Call(function=nodes.Name(name="size"), args=(nodes.Name(name=name),)):
                return self._domain(name, node.span).size
            case nodes.Call(function=nodes.Name(name=name)) if early := self._early(name, len(node.args)):
                return early(*[self._number(each, form) for each in node.args])
            case nodes.Attribute(value=nodes.Name(name=name)) if f"{name}.{node.name}" in form:
                value = form[f"{name}.{node.name}"]
                assert isinstance(value, int)
                return value
            case nodes.Attribute(value=nodes.Name(name=name)) if any(each.startswith(f"{name}.") for each in form):
                raise _Wrong(messages.not_a_coordinate(node.name, self._axes, node.name_span))
            case nodes.Name():
                value = self._value(node, form)
                if isinstance(value, int) and not self._is_bool(node.name):
                    return value
                raise _Wrong(messages.wrong_type(messages.Wanted.NUMBER, f"`{node.name}`", node.span))
        raise _Wrong(self._not_known(node.span))

    @staticmethod
    def _early(name: str, many: int) -> Callable[..., int] | None:
        """What works out a call of a built-in with so many numbers, if it can be known so early."""
        found = BUILTINS.get(name)
        if found is None or found.early is None:
            return None
        return found.early if many in found.counts or (found.repeats and many > found.counts[-1]) else None

    def _holds(self, node: nodes.Expr, form: Form) -> bool:
        match node:
            case nodes.Bool():
                return node.value
            case nodes.Unary(op="not"):
                return not self._holds(node.value, form)
            case nodes.Binary(op="and"):
                return self._holds(node.left, form) and self._holds(node.right, form)
            case nodes.Binary(op="or"):
                return self._holds(node.left, form) or self._holds(node.right, form)
            case nodes.Compare():
                left = node.first
                for op, right in node.rest:
                    if not self._compared(left, op, right, form):
                        return False
                    left = right
                return True
            case nodes.Name():
                value = self._value(node, form)
                if isinstance(value, int) and self._is_bool(node.name):
                    return bool(value)
                raise _Wrong(messages.wrong_type(messages.Wanted.CONDITION, f"`{node.name}`", node.span))
            case nodes.Attribute(value=nodes.Name(name=name)):
                self._number(node, form)
                raise _Wrong(messages.wrong_type(messages.Wanted.CONDITION, f"`{name}.{node.name}`", node.span))
            case nodes.Conditional():
                return self._holds(node.then if self._holds(node.test, form) else node.other, form)
        raise _Wrong(self._not_known(node.span))

    def _compared(self, left: nodes.Expr, op: str, right: nodes.Expr, form: Form) -> bool:
        if op in ("in", "not in"):
            return self._among(self._number(left, form), right, form) == (op == "in")
        if op in COMPARISONS:
            return COMPARISONS[op](self._number(left, form), self._number(right, form))
        if op not in ("==", "!="):
            raise _Wrong(self._not_known(right.span))
        enum = self._enum(left) if self._enum(left) is not None else self._enum(right)
        if enum is None:
            same = self._number(left, form) == self._number(right, form)
        else:
            same = self._member(left, enum, form) == self._member(right, enum, form)
        return same == (op == "==")

    def _among(self, value: int, group: nodes.Expr, form: Form) -> bool:
        match group:
            case nodes.Range():
                return self._number(group.low, form) <= value <= self._number(group.high, form)
            case nodes.ListLit() | nodes.SetLit():
                return any(self._number(each, form) == value for each in group.items)
        raise _Wrong(self._not_known(group.span))

    def _enum(self, node: nodes.Expr) -> DomainInfo | None:
        """The enum of which an option is."""
        options = {str(name): each for name, each in self.world.ruleset.options.items()}
        decl = options.get(node.name) if isinstance(node, nodes.Name) else None
        number = None if decl is None else self.world.domain_of.get(decl.type.text.strip())
        return None if number is None else self.world.domains[number]

    def _member(self, node: nodes.Expr, enum: DomainInfo, form: Form) -> Value:
        name = node.name if isinstance(node, nodes.Name | nodes.Attribute) else ""
        if isinstance(node, nodes.Name) and name in form:
            return form[name]
        if name and name not in enum.index:
            span = node.name_span if isinstance(node, nodes.Attribute) else node.span
            raise _Wrong(messages.unknown_element(enum.name, name, span, enum.names))
        if not name:
            raise _Wrong(self._not_known(node.span))
        return enum.number, enum.index[name]

    def _value(self, node: nodes.Name, form: Form) -> Value:
        """What a name stands for."""
        ruleset, name = self.world.ruleset, node.name
        if name in form:
            return form[name]
        if name in ruleset.constants:
            value = ruleset.constants[name].value  # type: ignore[index]
            if isinstance(value, int):
                return int(value)
            raise _Wrong(messages.wrong_type(messages.Wanted.NUMBER, f"`{name}`", node.span))
        if name in ruleset.options and f"{ENDS[0]}.{self._axes[0]}" in form:
            raise _Wrong(messages.link_by_option(name, node.span))
        if name in ruleset.options:  # its type is faulty, or there would be too many forms
            raise _Wrong(None)
        known = [*map(str, ruleset.constants), *map(str, ruleset.options)]
        if name in names_in_sections(ruleset) or self.world.knows(name) or name in self.world.domain_of:
            raise _Wrong(self._not_known(node.span))
        raise _Wrong(messages.unknown_name(name, node.span, known))

    def _is_bool(self, name: str) -> bool:
        ruleset = self.world.ruleset
        if name in ruleset.constants:
            return isinstance(ruleset.constants[name].value, bool)  # type: ignore[index]
        return ruleset.options[name].type.text.strip() == "bool"  # type: ignore[index]

    def _domain(self, name: str, span: Span) -> DomainInfo:
        """A kind whose members can be counted already."""
        if name in {str(each.kind) for each in self.world.ruleset.boards.values()}:
            raise _Wrong(messages.size_of_itself(name, span))
        number = self.world.domain_of.get(name)
        domain = None if number is None else self.world.domains[number]
        if domain is None:
            raise _Wrong(messages.unknown_name(name, span, self.world.domain_of))
        if not domain.whole():
            raise _Wrong(self._not_known(span))
        return domain

    @staticmethod
    def _bounded(value: int, span: Span) -> int:
        if not INT_MIN <= value <= INT_MAX:
            raise _Wrong(messages.beyond_int(value, span))
        return value


def _codes(model: BaseModel) -> list[Code]:
    """All code in a model, in order."""
    return [part for _, part in parts(model) if isinstance(part, Code)]


def _names(node: object) -> list[nodes.Name]:
    """All names in an expression."""
    return [each for each in descend(node) if isinstance(each, nodes.Name)]
