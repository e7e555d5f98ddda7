"""What pieces of typed code are worth in a position: each is lowered by itself, and a back end is asked.

Nothing is checked again and nothing finished is touched: the functions of the pieces come after those of the program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..backends.registry import USUAL, find_back_end
from ..check.checker import Checked
from ..lower.assemble import with_tables
from ..lower.finish import value_function
from ..lower.tables import Tables
from ..machine.faults import Trap
from ..machine.machine import Machine
from ..program import ir
from ..typed import nodes as typed
from ..typed.nodes import Node, Variable, descend
from ..typed.rules import Function, Predicate, Value

Given = Mapping[Variable, Any]
"""What the variables around a piece of code stand for."""

_NO_VALUE = ("text", "unknown", "none", "empty")


class Unanswered(Exception):  # noqa: N818
    """The value of a piece of code cannot be told, or not to whoever asks."""


def free_variables(node: Node) -> tuple[Variable, ...]:
    """The variables that a piece of code reads and does not bind itself, in the order of their first use."""
    bound: set[Variable] = set()
    found: dict[Variable, None] = {}
    for each in descend(node):
        if isinstance(each, typed.Clause):
            bound.add(each.variable)
        elif isinstance(each, typed.Walk):
            bound |= {each.here, each.there}
        elif isinstance(each, typed.Local):
            if each.variable.value is not None:
                found.update(dict.fromkeys(free_variables(each.variable.value)))
            else:
                found[each.variable] = None
    return tuple([each for each in found if each not in bound])


def is_askable(node: typed.Expr) -> bool:
    """Whether an expression has a value that can be worked out by itself."""
    if node.type.kind in _NO_VALUE or isinstance(node, typed.Label):
        return False
    return not any(isinstance(each, typed.Hypothetical) for each in descend(node))


class Values:
    """Works out pieces of code for one program. What was lowered for one question serves the next."""

    def __init__(self, basis: Basis) -> None:
        self.basis = basis
        self._made: dict[int, tuple[Machine, int, tuple[Variable, ...]]] = {}
        self._roots: list[Node] = []  # held, so that no other node has the identity of one that was lowered

    def prepare(self, root: Node) -> None:
        """Lower every expression in a body together: a back end translates them at once."""
        wanted = [each for each in self._pieces(root) if id(each) not in self._made]
        if not wanted:
            return
        self._roots.append(root)
        tables = self.basis.tables.extended()
        numbers = []
        for each in wanted:
            free = free_variables(each)
            number = value_function(tables, Value(each.span, "question", "a question", free, each, each.type))
            numbers.append((each, number, free))
        made = with_tables(self.basis.program, tables)
        machine = Machine(made, find_back_end(USUAL), ())  # each is asked a few times: no pass is worth it
        for each, number, free in numbers:
            self._made[id(each)] = machine, number, free

    def _pieces(self, node: Node) -> Iterator[typed.Expr]:
        """The expressions inside a node that have a value outside of it."""
        if isinstance(node, typed.Hypothetical):
            return  # its inside belongs to another position
        for each in typed.children(node):
            yield from self._pieces(each)
        if isinstance(node, typed.Expr) and node.constant is None and is_askable(node):
            yield node

    def value(self, node: typed.Expr, given: Given, cells: ir.Cells) -> Any:
        """The value of an expression: an int, or a tuple for a list, set or map. Raises Unanswered."""
        if node.constant is not None:
            return node.constant
        if isinstance(node, typed.Local) and node.variable in given:
            return given[node.variable]
        if id(node) not in self._made:
            self.prepare(node)
        if id(node) not in self._made:
            raise Unanswered
        machine, number, free = self._made[id(node)]
        if any(each not in given for each in free):
            raise Unanswered
        try:
            found = machine.call(cells[:], number, *[_inward(each, given[each]) for each in free])
        except Trap:
            raise Unanswered from None
        return _outward(node, found)


def _inward(variable: Variable, value: Any) -> Any:
    if variable.type.kind == "set":
        return sum(1 << each for each in value)
    return list(value) if isinstance(value, tuple) else value


def _outward(node: typed.Expr, value: Any) -> Any:
    if node.type.kind == "set":
        return tuple([each for each in range(int(value).bit_length()) if value >> each & 1])
    return int(value) if node.type.scalar else tuple(value)


# ----------------------------------------------------------------
# The rules of a program, as answers need them: the code of what is called, and where values are stored.


class Basis:
    """What checking and lowering a ruleset have given; nothing of it is changed."""

    def __init__(self, checked: Checked, tables: Tables, program: ir.Program) -> None:
        self.world, self.tables, self.program = checked.world, tables, program
        every = checked.rules.functions
        self.functions = {each.signature: each for each in every if isinstance(each, Function)}
        self.predicates = {each.predicate: each for each in every if isinstance(each, Predicate)}
