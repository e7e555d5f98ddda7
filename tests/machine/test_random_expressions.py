"""Random expressions, emitted and run, against the plain reference: their values, and which fault comes first."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest
from yupana.interpreter.machine.faults import Trap
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.program import ir
from yupana.tests.toy_backend.backend import TOY_ON_LISTS

from .build import PLAYER, c, cell, function, listed, mapped, op, program, ready, v, waiting

SIZE = 9  # of the domain that sets and maps are over
INTS, LISTS, SETS, MAPS = 0, 4, 5, 6  # the first local of each type; four ints
SET, MAP, LIST = ir.Shape("set", SIZE), mapped(SIZE), listed(100_000)
STORED_LIST, STORED_SET, STORED_MAP = 40, 50, 60
BOARD = tuple([tuple([y for y in (x - 1, x + 1, x + 3) if 0 <= y < SIZE]) for x in range(SIZE)])
ROWS = ((4, 4, 1), (), (7,), (0, 1, 2, 3))
TABLES = (BOARD, ROWS, (5, -3, 0, 8))
NUMBERS = (0, 1, 2, 3, -1, -2, 7, 100, 2**31 - 1, 65536, 46341, ir.INT_MIN)
FIRST_BOUND = 8  # locals from here on are bound inside expressions


class Maker:
    """Makes expressions of a wanted type; everything that can fault gets a place of its own."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.places = 0
        self.bound: list[tuple[int, str]] = []
        self.next = FIRST_BOUND

    def place(self) -> int:
        self.places += 1
        return self.places

    def make(self, kind: str, depth: int) -> ir.Expr:
        makers = {"int": self.int_, "bool": self.bool_, "list": self.list_, "set": self.set_, "map": self.map_}
        return makers[kind](depth - 1) if depth > 0 else self.leaf(kind)

    def leaf(self, kind: str) -> ir.Expr:
        bound = [v(slot) for slot, of in self.bound if of == kind]
        if bound and self.dice.random() < 0.6:
            return self.dice.choice(bound)
        choices: dict[str, list[ir.Expr]] = {
            "int": [c(self.dice.choice(NUMBERS)), v(self.dice.randrange(4)), cell(30), cell(31, v(3))],
            "bool": [c(0), c(1), op("lt", v(0), v(1))],
            "list": [v(LISTS), ir.ConstList((3, -1, 3)), ir.Load(STORED_LIST, None, listed(5)), op("list")],
            "set": [v(SETS), ir.ConstSet((1, 4), SIZE), ir.Load(STORED_SET, None, SET)],
            "map": [v(MAPS), ir.Load(STORED_MAP, None, MAP)],
        }
        return self.dice.choice(choices[kind])

    def member(self, depth: int) -> ir.Expr:
        """A member of the domain, always in range."""
        return op("mod", self.make("int", depth), SIZE)

    def int_(self, depth: int) -> ir.Expr:
        make, d = self.make, depth
        words = (*["arithmetic"] * 3, "leaf", "sign", "pick", "of_list", "of_set", "of_map", "choice", "comp", "bool",
                 "table")  # fmt: skip
        match self.dice.choice(words):
            case "arithmetic":
                name = self.dice.choice(("add", "sub", "mul", "div", "mod"))
                return op(name, make("int", d), make("int", d), place=self.place())
            case "sign":
                return op(self.dice.choice(("neg", "abs")), make("int", d))
            case "pick":
                name = self.dice.choice(("min", "max", "clamp"))
                return op(name, *[make("int", d) for _ in range(3 if name == "clamp" else self.dice.choice((2, 3)))])
            case "of_list":
                name = self.dice.choice(("list_get", "list_first", "list_last", "list_size", "list_sum"))
                if name in ("list_size", "list_sum"):
                    return op(name, make("list", d), place=self.place())
                return op(name, make("list", d), make("int", d), place=self.place())
            case "of_set":
                return op("set_size", make("set", d))
            case "of_map":
                return op("map_get", make("map", d), self.member(d))
            case "choice":
                return ir.Choice(make("bool", d), make("int", d), make("int", d))
            case "comp":
                return self.comp(self.dice.choice(("sum", "count", "min", "max", "first", "best")), d)
            case "bool":
                return make("bool", d)
            case "table":
                return ir.Table(2, op("mod", make("int", d), 4))
        return self.leaf("int")

    def bool_(self, depth: int) -> ir.Expr:
        make, d = self.make, depth
        words = ("compare", "compare", "logic", "logic", "not", "lists", "in_list", "in_set", "sets", "comp")
        match self.dice.choice(words):
            case "compare":
                return op(self.dice.choice(("eq", "ne", "lt", "le", "gt", "ge")), make("int", d), make("int", d))
            case "logic":
                return op(self.dice.choice(("and", "or")), *[make("bool", d) for _ in range(self.dice.choice((2, 3)))])
            case "not":
                return op("not", make("bool", d))
            case "lists":
                name = self.dice.choice(("list_eq", "list_ne", "list_lt", "list_ge"))
                return op(name, make("list", d), make("list", d))
            case "in_list":
                return op("list_has", make("list", d), make("int", d))
            case "in_set":
                return op("set_has", make("set", d), self.member(d))
            case "sets":
                return op(self.dice.choice(("set_le", "set_eq")), make("set", d), make("set", d))
        return self.comp(self.dice.choice(("any", "all")), d)

    def list_(self, depth: int) -> ir.Expr:
        make, d = self.make, depth
        words = ("list", "range", "grow", "cut", "turn", "members", "comp", "choice", "row", "board", "map")
        match self.dice.choice(words):
            case "list":
                return op("list", *[make("int", d) for _ in range(self.dice.randrange(4))])
            case "range":
                low = op("mod", make("int", d), 6)
                return op("range", low, op("add", low, op("mod", make("int", d), 5)), place=self.place())
            case "grow":
                if self.dice.random() < 0.5:
                    return op("list_add", make("list", d), make("int", d))
                return op("list_concat", make("list", d), make("list", d))
            case "cut":
                if self.dice.random() < 0.5:
                    return op("list_without", make("list", d), make("int", d))
                return op("list_slice", make("list", d), make("int", d), make("int", d))
            case "turn":
                name = self.dice.choice(("list_reversed", "list_distinct", "rotate"))
                return op(name, make("list", d), *([make("int", d)] if name == "rotate" else []))
            case "members":
                return op("members", make("set", d))
            case "choice":
                return ir.Choice(make("bool", d), make("list", d), make("list", d))
            case "row":
                return ir.Table(1, op("mod", make("int", d), 4))
            case "board":
                return op("neighbors", 0, self.member(d))
            case "map":
                return op("list", *[op("map_get", make("map", d), self.member(d)) for _ in range(2)])
        return self.comp(self.dice.choice(("list", "leaders", "sorted")), d)

    def set_(self, depth: int) -> ir.Expr:
        make, d = self.make, depth
        word = self.dice.choice(("set", "join", "join", "change", "of_list", "comp", "region", "border"))
        match word:
            case "set":
                return op("set", *[self.member(d) for _ in range(self.dice.randrange(3))], size=SIZE)
            case "join":
                return op(self.dice.choice(("set_or", "set_and", "set_sub")), make("set", d), make("set", d))
            case "change":
                return op(self.dice.choice(("set_add", "set_without")), make("set", d), self.member(d))
            case "of_list":
                return op("list_set", op("members", make("set", d)), size=SIZE)
            case "region":
                return self.region(d)
            case "border":
                return op("border", 0, make("set", d))
        return self.comp("set", d)

    def map_(self, depth: int) -> ir.Expr:
        make, d = self.make, depth
        match self.dice.choice(("with", "fill", "comp", "ranks", "choice")):
            case "with":
                return op("map_with", make("map", d), self.member(d), make("int", d))
            case "fill":
                return op("map_fill", SIZE, make("int", d))
            case "comp":
                return self.comp("map", d)
            case "ranks":
                return self.comp("ranks", d)
        return ir.Choice(make("bool", d), make("map", d), make("map", d))

    def bind(self, kind: str = "int") -> int:
        self.bound.append((self.next, kind))
        self.next += 1
        return self.next - 1

    def region(self, d: int) -> ir.Expr:
        start = self.member(d)
        at, slot = self.next, self.next + 1
        self.next += 2
        self.bound.append((slot, "int"))
        test = None if self.dice.random() < 0.3 else self.make("bool", d)
        self.bound.pop()
        over: ir.Expr = op("neighbors", 0, v(at))
        if self.dice.random() < 0.5:
            self.bound.append((at, "int"))
            over = op("list_add", over, op("mod", self.make("int", d), SIZE))
            self.bound.pop()
        return ir.Region(slot, at, start, over, test, SIZE)

    def comp(self, word: str, d: int) -> ir.Expr:
        before = len(self.bound)
        clauses = []
        for _ in range(self.dice.choice((1, 1, 1, 2))):
            members = word in ("set", "ranks", "map") or self.dice.random() < 0.4
            items = op("members", self.make("set", d)) if members else self.make("list", d)
            slot = self.bind()
            test, going, until = (self.make("bool", d) if self.dice.random() < p else None for p in (0.5, 0.2, 0.2))
            clauses.append(ir.Clause(slot, items, test, going, until))
        by = None
        if word in ("best", "leaders", "sorted", "ranks"):
            by = self.make(self.dice.choice(("int", "list")), d)
        key = v(self.bound[-1][0]) if word == "map" else None
        if word in ("any", "all", "count"):
            element = self.make("bool", d)
        elif word in ("set", "ranks"):
            element = v(self.bound[-1][0])
        else:
            element = self.make("int", d)
        del self.bound[before:]
        return ir.Comp(word, tuple(clauses), element, key, by, SIZE, self.dice.choice((-1, 5)), self.place())


RESULTS = {"int": ir.SCALAR, "bool": ir.SCALAR, "list": LIST, "set": SET, "map": MAP}


def held(value: Any) -> Any:
    """A value of the emitted code, as the reference gives it."""
    return tuple([held(each) for each in value]) if isinstance(value, (tuple, list, range)) else int(value)


def bits(members: Iterable[int]) -> int:
    return sum([1 << x for x in members])


def prepared(machine: Machine) -> list[int]:
    cells = machine.new_state(2, 1)
    cells[30:35] = [4, -6, 2**31 - 1, 0, 12]
    cells[STORED_LIST : STORED_LIST + 4] = [3, 8, -1, 8]
    cells[STORED_SET] = 0b100101
    cells[STORED_MAP : STORED_MAP + SIZE] = list(range(SIZE, 0, -1))
    return cells


LOCALS = [(3, -2, 0, 1), (2**31 - 1, ir.INT_MIN, 5, 2), (0, 0, 0, 0)]
TUPLE, MEMBERS, VALUES = (5, 0, -7), frozenset((0, 3, 8)), (9, 0, -1, 4, 4, 2, 7, 100, -5)


def shapes(count: int) -> dict[str, Any]:
    return {f"s{LISTS}": LIST, f"s{SETS}": SET, f"s{MAPS}": MAP}


def outcome(call: Any) -> tuple[str, Any]:
    try:
        return "value", call()
    except Trap as trap:
        return "fault", (trap.place, trap.message)


@pytest.mark.parametrize("seed", range(6))
def test_expressions_mean_what_the_reference_says(seed: int) -> None:
    kinds = ("int", "bool", "list", "set", "map")
    makers = [Maker(seed * 1000 + i) for i in range(60)]
    made = [(kinds[i % 5], maker.make(kinds[i % 5], 2 + i % 3)) for i, maker in enumerate(makers)]
    count = max([maker.next for maker in makers])
    functions = [
        function(f"e{i}", range(7), [ir.Return(expression)], count=count, result=RESULTS[kind], **shapes(count))
        for i, (kind, expression) in enumerate(made)
    ]
    whole = program(functions, tables=TABLES, domains=(PLAYER,))
    machine, plain = ready(whole), Machine(whole, TOY_ON_LISTS, ())
    faults = 0
    for i, (_, expression) in enumerate(made):
        for ints in LOCALS:
            cells = prepared(machine)
            arguments = (*ints, TUPLE, bits(MEMBERS), VALUES)
            expected = outcome(lambda: held(plain.call(cells, i + 2, *arguments)))  # noqa: B023
            found = outcome(lambda: held(machine.call(cells, i + 2, *arguments)))  # noqa: B023
            assert found == expected, expression
            faults += found[0] == "fault"
    assert 0 < faults < len(made) * len(LOCALS) // 2


@pytest.mark.parametrize("seed", range(3))
def test_the_same_in_a_block_whose_locals_live_in_the_frame(seed: int) -> None:
    kinds = ("int", "bool", "list", "set", "map")
    for i in range(25):
        maker = Maker(5000 + seed * 100 + i)
        kind = kinds[i % 5]
        expression = maker.make(kind, 2 + i % 2)
        result = {"list": listed(200), "set": SET, "map": MAP}.get(kind, ir.SCALAR)
        ints = LOCALS[i % 3]
        kept = {"list": listed(9), "set": SET, "map": MAP}
        body = (
            *[ir.SetLocal(slot, c(value)) for slot, value in enumerate(ints)],
            ir.SetLocal(LISTS, ir.ConstList(TUPLE)), ir.SetLocal(SETS, ir.ConstSet(tuple(MEMBERS), SIZE)),
            ir.SetLocal(MAPS, ir.Comp("map", (ir.Clause(7, op("range", 0, SIZE - 1), None),),
                                      op("list_get", ir.ConstList(VALUES), v(7)), key=v(7), size=SIZE)),
        )  # fmt: skip
        main = waiting(
            "main", [ir.Block(body, ir.Jump(1)), ir.Block((ir.Store(100, None, expression, result),), ir.Finish())],
            keep=range(7), count=maker.next, s4=kept["list"], s5=SET, s6=MAP,
        )  # fmt: skip
        where = ir.Layout(2000, 500, 90, 90, 90, 90, 90, 90, 0, 0)
        whole = program([main], tables=TABLES, main=2, layout=where)
        machine, plain = ready(whole), Machine(whole, TOY_ON_LISTS, ())
        cells, others = prepared(machine), prepared(plain)
        expected = outcome(lambda: plain.begin(others) and None)  # noqa: B023
        found = outcome(lambda: machine.begin(cells) and None)  # noqa: B023
        assert found == expected, expression
        assert found[0] == "fault" or cells == others, expression
