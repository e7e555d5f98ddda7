"""Random expressions: well typed, of every operation and every word, on a world and on the locals that are set."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from yupana.interpreter.program import ir

from .worlds import (
    BOOLS,
    BOX,
    CARDS,
    COINS,
    DECK,
    FEW,
    HANDS,
    INTS,
    LIST_ROOM,
    NUMBERS,
    OPT,
    PILE,
    PURSE,
    SEATS,
    ZONES,
    Kind,
    World,
    listed,
)

CONSTANTS = (0, 0, 1, 1, 2, 3, 5, -1, -2, 7, 100, 65536, 46341, ir.INT_MAX, ir.INT_MIN)

NUMERIC = frozenset(("int", "bool", "member", "maybe"))
"""Scalars that are numbers, and may stand where one is wanted."""


def op(name: str, *args: ir.Expr | int, place: int = -1, size: int = 0) -> ir.Op:
    """An operation."""
    return ir.Op(name, tuple([ir.Const(each) if isinstance(each, int) else each for each in args]), place, size)


@dataclass(slots=True)
class Callee:
    """A function that can be called: its number, kinds, and whether it changes anything."""

    number: int
    params: tuple[Kind, ...]
    result: Kind | None
    pure: bool


@dataclass(slots=True)
class Values:
    """Makes expressions for one function. `known` are the locals that are set where the expression stands, `kinds` the
    kinds of all locals; `callees` what may be called."""

    dice: random.Random
    world: World
    callees: Sequence[Callee] = ()
    known: list[int] = field(default_factory=list)
    kinds: list[Kind] = field(default_factory=list)

    # ------------------------------------------------------------ what all makers use

    def slot(self, kind: Kind) -> int:
        """A new local."""
        self.kinds.append(kind)
        return len(self.kinds) - 1

    def choice(self, *names: str) -> str:
        """One of some words; several may stand in one text."""
        return self.dice.choice(" ".join(names).split())

    def make(self, kind: Kind, depth: int) -> ir.Expr:
        """An expression of a kind."""
        locals_ = [slot for slot in self.known if self._stands_for(self.kinds[slot], kind)]
        if locals_ and self.dice.random() < (0.5 if depth <= 0 else 0.15):
            return ir.Local(self.dice.choice(locals_))
        if depth > 0 and self.dice.random() < 0.06:
            test, then, other = self.make(BOOLS, depth - 1), self.make(kind, depth - 1), self.make(kind, depth - 1)
            return ir.Choice(test, then, other)
        if depth > 0 and self.dice.random() < 0.06:
            return op("reveal", self.make(kind, depth - 1))
        if depth > 0 and self.dice.random() < 0.1:
            called = self.called(kind, depth - 1)
            if called is not None:
                return called
        maker: Callable[[Kind, int], ir.Expr] = getattr(self, f"_{kind.name}")
        return maker(kind, depth - 1)

    def several(self, kind: Kind, depth: int, least: int, most: int) -> list[ir.Expr]:
        """Some of a kind."""
        return [self.make(kind, depth) for _ in range(self.dice.randint(least, most))]

    def called(self, kind: Kind, depth: int) -> ir.Expr | None:
        """A call that gives such a value."""
        fit = [each for each in self.callees if each.result == kind]
        if not fit:
            return None
        callee = self.dice.choice(fit)
        args = tuple([self.make(each, depth) for each in callee.params])
        return ir.Call(callee.number, args, copy=not callee.pure or self.dice.random() < 0.3)

    def below(self, size: int, depth: int) -> ir.Expr:
        """A number from 0 to size - 1."""
        if depth <= 0 or self.dice.random() < 0.4:
            fit = [slot for slot in self.known if self.kinds[slot] == Kind("member", size)]
            return ir.Local(self.dice.choice(fit)) if fit else ir.Const(self.dice.randrange(size))
        return op("mod", self.make(INTS, depth - 1), size)

    def zone(self, depth: int) -> ir.Expr:
        """The number of any zone."""
        return self.below(ZONES, min(depth, 1))

    def _stands_for(self, there: Kind, wanted: Kind) -> bool:
        if wanted.name == "int":
            return there.name in NUMERIC
        if wanted.name == "maybe":
            return there in (wanted, Kind("member", wanted.size))
        return there == wanted

    # ------------------------------------------------------------ scalars

    def _member(self, kind: Kind, depth: int) -> ir.Expr:
        return self.below(kind.size, depth)

    def _maybe(self, kind: Kind, depth: int) -> ir.Expr:
        match self.choice("none", "member", "shifted", "first", "best"):
            case "none":
                return ir.Const(ir.NONE)
            case "shifted":
                return op("sub", op("mod", self.make(INTS, depth), kind.size + 1), 1)
            case "first":
                members = op("members", self.make(Kind("set", kind.size), depth))
                return op(self.choice("list_first", "list_last"), members, ir.NONE)
            case "best":
                return self.comp(self.choice("first", "best"), Kind("member", kind.size), depth)
        return self.below(kind.size, depth)

    def _opt(self, kind: Kind, depth: int) -> ir.Expr:
        match self.choice("none int stored index costs ago"):
            case "none":
                return ir.Const(ir.NO_INT)
            case "stored":
                return ir.Load(self.world.at["maybe"], None, ir.SCALAR)
            case "index":
                inner = self.element()
                return op("list_index", self.make(listed(inner), depth), self.make(inner, depth))
            case "costs":
                size = self.world.size(self.dice)
                return op("map_get", self.make(Kind("opts", size), depth), self.below(size, depth))
            case "ago":
                return op("position_ago", self.dice.randrange(2))
        return self.make(INTS, depth)

    def _bool(self, kind: Kind, depth: int) -> ir.Expr:
        make = self.make
        word = self.choice("const compare compare logic not lists sets maps has in subset comp opt const")
        match word:
            case "compare":
                return op(self.choice("eq", "ne", "lt", "le", "gt", "ge"), make(INTS, depth), make(INTS, depth))
            case "logic":
                return op(self.choice("and", "or"), *self.several(BOOLS, depth, 1, 3))
            case "not":
                return op("not", make(self.dice.choice((BOOLS, INTS)), depth))
            case "lists":
                inner = self.element() if self.dice.random() < 0.3 else INTS
                names = ("eq", "ne") if inner.name == "set" else ("eq", "ne", "lt", "le", "gt", "ge")
                return op(f"list_{self.choice(*names)}", make(listed(inner), depth), make(listed(inner), depth))
            case "sets":
                group = Kind("set", self.world.size(self.dice))
                return op(self.choice("set_eq", "set_ne"), make(group, depth), make(group, depth))
            case "maps":
                group = Kind("map", self.world.size(self.dice))
                return op(self.choice("map_eq", "map_ne"), make(group, depth), make(group, depth))
            case "has":
                size = self.world.size(self.dice)
                return op("set_has", make(Kind("set", size), depth), make(Kind("maybe", size), depth))
            case "in":
                inner = self.element()
                return op("list_has", make(listed(inner), depth), make(inner, depth))
            case "subset":
                group = Kind("set", self.world.size(self.dice))
                return op("set_le", make(group, depth), make(group, depth))
            case "comp":
                return self.comp(self.choice("any", "all"), BOOLS, depth)
            case "opt":
                return op(self.choice("eq", "ne"), make(OPT, depth), ir.NO_INT)
        return ir.Const(self.dice.randrange(2))

    def _int(self, kind: Kind, depth: int) -> ir.Expr:
        make, dice = self.make, self.dice
        if depth <= 0:
            return self.leaf()
        word = self.choice(
            "arithmetic arithmetic leaf sign extreme clamp range get size sums ends count members map "
            "opt maybe comp comp table zones pieces times bool parts"
        )
        match word:
            case "arithmetic":
                name = self.choice("add", "sub", "mul", "div", "mod")
                return op(name, make(INTS, depth), make(INTS, depth), place=self.world.place())
            case "sign":
                return op(self.choice("neg", "abs"), make(INTS, depth))
            case "extreme":
                return op(self.choice("min", "max"), *self.several(INTS, depth, 2, 4))
            case "clamp":
                return op("clamp", make(INTS, depth), make(INTS, depth), make(INTS, depth))
            case "range":
                low = dice.choice((-3, 0, 1))
                value = make(INTS, depth) if dice.random() < 0.3 else self.below(9, depth)
                return op("in_range", value, low, dice.choice((6, 9, 100)), place=self.world.place())
            case "get":
                at = make(INTS, depth) if dice.random() < 0.2 else self.below(dice.choice((1, 2, 3)), depth)
                return op("list_get", make(listed(), depth), at, place=self.world.place())
            case "size":
                return op("list_size", make(listed(self.element()), depth))
            case "sums":
                name = self.choice("list_sum", "list_min", "list_max")
                return op(name, make(listed(), depth), place=self.world.place())
            case "ends":
                return op(self.choice("list_first", "list_last"), make(listed(), depth), dice.choice((0, -1, 4)))
            case "count":
                inner = self.element()
                return op("list_count", make(listed(inner), depth), make(inner, depth))
            case "members":
                return op("set_size", make(Kind("set", self.world.size(dice)), depth))
            case "map":
                size = self.world.size(dice)
                return op("map_get", make(Kind("map", size), depth), self.below(size, depth))
            case "opt":
                return op("some_int", make(OPT, depth), place=self.world.place())
            case "maybe":
                return op("some", make(Kind("maybe", self.world.size(dice)), depth), place=self.world.place())
            case "comp":
                return self.comp(self.choice("sum", "count", "min", "max", "first", "best"), INTS, depth)
            case "table":
                size = self.world.size(dice)
                return ir.Table(self.world.domain(size) + 2, self.below(size, depth))
            case "zones":
                if dice.random() < 0.4:
                    return op("zone_size", self.zone(depth))
                cards = dice.random() < 0.5
                zone = self.below(BOX, depth) if cards else op("add", self.below(ZONES - BOX, depth), BOX)
                return op(self.choice("zone_top", "zone_bottom"), zone, 0 if cards else CARDS)
            case "pieces":
                return op("piece_zone", self.below(CARDS + COINS, depth))
            case "times":
                return op("position_times", dice.randrange(2))
            case "bool":
                return make(BOOLS, depth)
            case "parts":
                size = self.world.size(dice)
                return op("list_size", op("parts", self.world.domain(size), make(Kind("set", size), depth)))
        return self.leaf()

    def leaf(self) -> ir.Expr:
        """A number without much ado."""
        at = self.world.at
        match self.choice("const const cell indexed level header"):
            case "cell":
                return ir.Load(at["numbers"] + self.dice.randrange(NUMBERS), None, ir.SCALAR)
            case "indexed":
                return ir.Load(at["numbers"], self.below(NUMBERS, 1), ir.SCALAR)
            case "level":
                return ir.Load(at["level"], None, ir.SCALAR)
            case "header":
                return ir.Load(self.dice.choice((ir.CELL_PLAYERS, ir.CELL_ME, ir.CELL_PLY)), None, ir.SCALAR)
        return ir.Const(self.dice.choice(CONSTANTS))

    # ------------------------------------------------------------ lists

    def element(self) -> Kind:
        """What a list may hold, mostly numbers."""
        if self.dice.random() < 0.7:
            return INTS
        return self.dice.choice((listed(), Kind("set", self.world.size(self.dice)), listed(listed())))

    def _list(self, kind: Kind, depth: int) -> ir.Expr:
        make, dice, inner = self.make, self.dice, kind.of
        assert inner is not None
        if depth <= 0:
            return self._plain_list(inner, depth)
        word = self.choice("plain plain add without concat slice with turned distinct rotate comp comp get")
        match word:
            case "add":
                return op("list_add", make(kind, depth), make(inner, depth))
            case "without":
                return op("list_without", make(kind, depth), make(inner, depth))
            case "concat":
                return op("list_concat", *self.several(kind, depth, 1, 3))
            case "slice":
                small = [op("sub", self.below(7, depth), 2) if dice.random() < 0.8 else make(INTS, depth) for _ in "12"]
                return op("list_slice", make(kind, depth), *small)
            case "with":
                return op("list_with", make(kind, depth), self.below(2, depth), make(inner, depth),
                          place=self.world.place())  # fmt: skip
            case "turned":
                return op("list_reversed", make(kind, depth))
            case "distinct":
                return op("list_distinct", make(kind, depth))
            case "rotate":
                return op(self.choice("rotate", "rotate_after"), make(kind, depth), make(inner, depth))
            case "comp":
                words = ("list", "leaders", "sorted")
                return self.comp(self.choice(*words), inner, depth)
            case "get":
                return op("list_get", make(listed(kind), depth), self.below(2, depth), place=self.world.place())
        return self._plain_list(inner, depth)

    def _plain_list(self, inner: Kind, depth: int) -> ir.Expr:
        """A list that is not made of others like it."""
        dice, world = self.dice, self.world
        if inner.name != "int":
            return op("list", *self.several(inner, min(depth, 1), 1, 3))  # of nothing nobody knows what it holds
        size = world.size(dice)
        match self.choice(
            "const made range row neighbors members domain zone stored indexed parts"
        ):  # fmt: skip
            case "made":
                return op("list", *self.several(INTS, depth, 0, 4))
            case "range":
                low = self.below(5, depth)
                high = (
                    self.make(INTS, depth)
                    if dice.random() < 0.15
                    else op("add", low, op("sub", self.below(5, depth), 1))
                )
                return op("range", low, high, place=world.place())
            case "row":
                return ir.Table(0, self.below(FEW, depth))
            case "neighbors":
                return op("neighbors", world.domain(size), self.below(size, depth))
            case "members":
                return op("members", self.make(Kind("set", size), depth))
            case "domain":
                return op("domain", world.domain(size))
            case "zone":
                return self.pieces(depth)
            case "stored":
                return ir.Load(world.at["list"], None, ir.Shape("list", LIST_ROOM, of=ir.SCALAR))
            case "indexed":
                stored = ir.Shape("list", LIST_ROOM, of=ir.SCALAR)
                return ir.Load(world.at["lists"], op("mul", self.below(FEW, depth), LIST_ROOM + 1), stored)
            case "parts":
                return op("parts", world.domain(size), self.make(Kind("set", size), depth))
        return ir.ConstList(tuple([dice.choice((0, 1, 2, 2, 5, -1, 9)) for _ in range(dice.randrange(5))]))

    def pieces(self, depth: int) -> ir.Expr:
        """The pieces of a zone."""
        if self.dice.random() < 0.7:
            return op("zone_list", self.below(BOX, depth), 0)
        return op("zone_list", self.dice.choice((BOX, PURSE)), CARDS)

    # ------------------------------------------------------------ sets and maps

    def _set(self, kind: Kind, depth: int) -> ir.Expr:
        make, dice, size, world = self.make, self.dice, kind.size, self.world
        maybe = Kind("maybe", size)
        some = tuple(sorted(dice.sample(range(size), dice.randint(0, min(size, 6)))))
        if depth <= 0:
            stored = ir.Load(world.at["a" if size == world.a else "b"], None, ir.Shape("set", size))
            return dice.choice((stored, stored, ir.ConstSet(some, size), op("domain_set", world.domain(size))))
        match self.choice(
            "const made join join change of_list comp region border part domain"
        ):  # fmt: skip
            case "made":
                return op("set", *self.several(maybe, depth, 0, 3), size=size)
            case "join":
                return op(self.choice("set_or", "set_and", "set_sub"), make(kind, depth), make(kind, depth))
            case "change":
                return op(self.choice("set_add", "set_without"), make(kind, depth), make(maybe, depth))
            case "of_list":
                return op("list_set", op("list", *self.several(maybe, depth, 0, 4)), size=size)
            case "comp":
                return self.comp("set", maybe, depth, size)
            case "region":
                return self.region(size, depth)
            case "border":
                return op("border", world.domain(size), make(kind, depth))
            case "part":
                return op("part", world.domain(size), make(kind, depth), self.below(size, depth))
            case "domain":
                return op("domain_set", world.domain(size))
        return ir.ConstSet(some, size)

    def _map(self, kind: Kind, depth: int) -> ir.Expr:
        make, size, world = self.make, kind.size, self.world
        if depth <= 0:
            return ir.Load(world.at["map_a" if size == world.a else "map_b"], None, ir.Shape("map", size, of=ir.SCALAR))
        match self.choice("with", "fill", "comp", "ranks", "stored"):
            case "with":
                return op("map_with", make(kind, depth), self.below(size, depth), make(INTS, depth))
            case "fill":
                return op("map_fill", size, make(INTS, depth))
            case "comp":
                return self.comp("map", INTS, depth, size)
            case "ranks":
                return self.comp("ranks", Kind("member", size), depth, size)
        return self._map(kind, 0)

    def _opts(self, kind: Kind, depth: int) -> ir.Expr:
        return self.costs(kind.size, depth) if depth > 0 else op("map_fill", kind.size, ir.NO_INT)

    # ------------------------------------------------------------ what binds

    def comp(self, word: str, kind: Kind, depth: int, size: int = 0) -> ir.Expr:
        """A comprehension: `kind` is that of its elements."""
        before = len(self.known)
        clauses = []
        for _ in range(self.dice.choice((1, 1, 1, 2))):
            over, inner = self._items(word, kind, depth, size)
            slot = self.slot(inner)
            self.known.append(slot)
            going, until, test = (
                self.make(BOOLS, depth - 1) if self.dice.random() < chance else None for chance in (0.2, 0.2, 0.5)
            )
            clauses.append(ir.Clause(slot, over, test, going, until))
        key = self.below(size, depth) if word == "map" else None
        last = ir.Local(clauses[-1].slot)
        if word == "ranks" or (word == "set" and self.dice.random() < 0.5):
            element: ir.Expr = last
        elif self.dice.random() < 0.3 and self._stands_for(self.kinds[last.slot], kind):
            element = last
        else:
            element = self.make(kind, depth - 1)
        by = None
        if word in ("best", "leaders", "sorted", "ranks"):
            by = self.make(self.dice.choice((INTS, INTS, listed(), BOOLS)), depth - 1)
        del self.known[before:]
        fill = ir.NONE if word in ("first", "best") and kind.name == "member" else self.dice.choice((-1, 0, 5))
        place = self.world.place() if word in ("sum", "min", "max") else -1
        return ir.Comp(word, tuple(clauses), element, key, by, size, fill, place)

    def _items(self, word: str, kind: Kind, depth: int, size: int) -> tuple[ir.Expr, Kind]:
        """What a clause goes through."""
        if word in ("ranks", "set", "map") or kind.name == "member" or self.dice.random() < 0.3:
            size = size or kind.size or self.world.size(self.dice)
            return op("members", self.make(Kind("set", size), depth - 1)), Kind("member", size)
        inner = self.element()
        return self.make(listed(inner), depth - 1), inner

    def bound(self, make: Callable[[], ir.Expr], *slots: int) -> ir.Expr:
        """An expression that sees these locals."""
        self.known.extend(slots)
        try:
            return make()
        finally:
            del self.known[len(self.known) - len(slots) :]

    def _over(self, size: int, at: int, depth: int) -> ir.Expr:
        """The neighbours of a member: of a board, or some others."""
        near = op("neighbors", self.world.domain(size), ir.Local(at))
        if self.dice.random() < 0.7:
            return near
        more = self.bound(lambda: self.below(size, depth), at)
        return op("list_add", near, more)

    def region(self, size: int, depth: int) -> ir.Expr:
        """A search."""
        start = self.below(size, depth)
        slot, at = self.slot(Kind("member", size)), self.slot(Kind("member", size))
        over = self._over(size, at, depth - 1)
        test = self.bound(lambda: self.make(BOOLS, depth - 1), slot) if self.dice.random() < 0.8 else None
        return ir.Region(slot, at, start, over, test, size)

    def costs(self, size: int, depth: int) -> ir.Expr:
        """A search for cheapest ways."""
        start = self.below(size, depth)
        within = None
        if self.dice.random() < 0.6:
            within = self.make(OPT, depth) if self.dice.random() < 0.3 else ir.Const(self.dice.choice((0, 3, 9, -1)))
        here, there = self.slot(Kind("member", size)), self.slot(Kind("member", size))
        over = self._over(size, here, depth - 1)
        test = self.bound(lambda: self.make(BOOLS, depth - 1), here, there) if self.dice.random() < 0.4 else None
        by = None
        if self.dice.random() < 0.7:
            by = self.bound(lambda: self._step(size, there, depth - 1), here, there)
        return ir.Costs(here, there, start, over, by, test, within, size, self.world.place())

    def _step(self, size: int, there: int, depth: int) -> ir.Expr:
        """What a step costs, mostly not less than nothing."""
        if self.dice.random() < 0.2:
            return self.make(INTS, depth)
        table = ir.Table(self.world.domain(size) + 2, ir.Local(there))
        return op("abs", table) if self.dice.random() < 0.8 else table


__all__ = ["DECK", "HANDS", "PILE", "SEATS", "Callee", "Values", "op"]
