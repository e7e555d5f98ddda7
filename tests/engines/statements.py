"""Random statements: effects of every sort, loops, faults, and generators of options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from yupana.interpreter.program import ir

from .values import Values, op
from .worlds import (
    BOOLS,
    BOX,
    CARDS,
    COINS,
    DECK,
    FEW,
    INT,
    INTS,
    LIST_ROOM,
    MANY,
    NUMBERS,
    OPT,
    PILE,
    PURSE,
    VALUES,
    Kind,
    listed,
    shape_of,
)

LONG = 100_000
"""Elements of a list in a local of a function that does not wait: as many as a list can have."""

ALL_KEPT = 3
"""Elements of a list in a frame."""


@dataclass(slots=True)
class Statements(Values):
    """Makes bodies. `writes`: it may change the position; `waits`: its locals may lie in a frame."""

    writes: bool = True
    result: Kind | None = None
    in_loop: bool = False

    def body(self, depth: int, most: int = 4) -> tuple[ir.Stmt, ...]:
        """Some statements; what they set is known behind them."""
        out: list[ir.Stmt] = []
        for _ in range(self.dice.randint(1, most)):
            made = self.statement(depth)
            out.append(made)
            if isinstance(made, (ir.Break, ir.Continue, ir.Return, ir.Fault)):
                break
        return tuple(out)

    def inside(self, depth: int, loop: bool | None = None, *slots: int) -> tuple[ir.Stmt, ...]:
        """A body of which nothing is known afterwards."""
        before, was = list(self.known), self.in_loop
        self.known.extend(slots)
        self.in_loop = was if loop is None else loop
        made = self.body(depth, 3)
        self.known, self.in_loop = before, was
        return made

    def statement(self, depth: int) -> ir.Stmt:
        """One statement."""
        words = ["let", "let", "again"]
        if depth > 0:
            words += ["if", "for", "while"]
        if self.in_loop:
            words += ["leave"]
        if self.writes:
            words += ["store", "store", "store", "do", "move", "move_all", "draw", "shuffle", "note", "forget", "roll",
                      "pick", "log", "reveal", "me"]  # fmt: skip
        if self.dice.random() < 0.03:
            return self.fault()
        maker: Callable[[int], ir.Stmt] = getattr(self, f"_{self.dice.choice(words)}")
        return maker(depth)

    def fault(self) -> ir.Stmt:
        """A fault in the author's own words, mostly under a condition."""
        texts = self.world.text(INT, MANY)
        values = (self.make(INTS, 1), self.many(1))
        fault = ir.Fault(self.world.place(), texts, values)
        return fault if self.dice.random() < 0.2 else ir.If(self.make(BOOLS, 2), (fault,))

    def many(self, depth: int) -> ir.Expr:
        """Several numbers, to be shown."""
        return self.make(listed(), depth)

    # ------------------------------------------------------------ locals and ways

    def any_kind(self) -> Kind:
        """A kind of value that a local may have."""
        size = self.world.size(self.dice)
        return self.dice.choice((INTS, INTS, BOOLS, OPT, Kind("member", size), Kind("maybe", size), listed(),
                                 listed(self.element()), Kind("set", size), Kind("map", size)))  # fmt: skip

    def _let(self, depth: int) -> ir.Stmt:
        kind = self.any_kind()
        value = self.make(kind, 3)
        slot = self.slot(kind)
        self.known.append(slot)
        return ir.SetLocal(slot, value)

    def _again(self, depth: int) -> ir.Stmt:
        if not self.known:
            return self._let(depth)
        slot = self.dice.choice(self.known)
        return ir.SetLocal(slot, self.make(self.kinds[slot], 3))

    def _if(self, depth: int) -> ir.Stmt:
        test = self.make(BOOLS, 3)
        return ir.If(test, self.inside(depth - 1), self.inside(depth - 1) if self.dice.random() < 0.5 else ())

    def _for(self, depth: int) -> ir.Stmt:
        inner = self.element()
        items = self.make(listed(inner), 2)
        slot = self.slot(inner)
        return ir.For(slot, items, self.inside(depth - 1, True, slot))

    def _while(self, depth: int) -> ir.Stmt:
        bound = ir.Const(self.dice.choice((0, 1, 3, 8, -1))) if self.dice.random() < 0.7 else self.below(9, 2)
        return ir.While(self.make(BOOLS, 2), self.inside(depth - 1, True), bound, self.world.place())

    def _leave(self, depth: int) -> ir.Stmt:
        if self.result is not None and self.dice.random() < 0.3:
            return ir.Return(self.make(self.result, 2))
        return ir.Break() if self.dice.random() < 0.5 else ir.Continue()

    # ------------------------------------------------------------ effects

    def _store(self, depth: int) -> ir.Stmt:
        at, size, place = self.world.at, self.world.size(self.dice), self.world.place()
        first = size == self.world.a
        room = ir.Shape("list", LIST_ROOM, of=ir.SCALAR)
        match self.choice("number", "number", "indexed", "level", "maybe", "list", "lists", "set", "map", "wet"):
            case "indexed":
                return ir.Store(at["numbers"], self.below(NUMBERS, 2), self.make(INTS, 3), ir.SCALAR)
            case "level":
                value = self.make(INTS, 2) if self.dice.random() < 0.2 else self.below(10, 2)
                return ir.Store(at["level"], None, value, ir.SCALAR, 0, 9, place)
            case "maybe":
                if self.dice.random() < 0.3:
                    return ir.Store(at["maybe"], None, self.make(OPT, 2), ir.SCALAR, -9, 9, place)
                return ir.Store(at["maybe"], None, self.make(OPT, 2), ir.SCALAR)
            case "list":
                return ir.Store(at["list"], None, self.make(listed(), 3), room, place=place)
            case "lists":
                index = op("mul", self.below(FEW, 2), LIST_ROOM + 1)
                return ir.Store(at["lists"], index, self.make(listed(), 3), room, place=place)
            case "set":
                return ir.Store(at["a" if first else "b"], None, self.make(Kind("set", size), 3), ir.Shape("set", size))
            case "map":
                shape = ir.Shape("map", size, of=ir.SCALAR)
                return ir.Store(at["map_a" if first else "map_b"], None, self.make(Kind("map", size), 3), shape)
            case "wet":
                return ir.Store(at["wet"], self.below(CARDS, 2), self.make(BOOLS, 2), ir.SCALAR)
        return ir.Store(at["numbers"] + self.dice.randrange(NUMBERS), None, self.make(INTS, 3), ir.SCALAR)

    def _me(self, depth: int) -> ir.Stmt:
        return ir.Store(ir.CELL_ME, None, self.below(2, 2), ir.SCALAR)

    def _do(self, depth: int) -> ir.Stmt:
        if not self.callees:
            return self._store(depth)
        callee = self.dice.choice(self.callees)
        args = tuple([self.make(each, 2) for each in callee.params])
        slot = -1
        if callee.result is not None and self.dice.random() < 0.6:
            slot = self.slot(callee.result)
            self.known.append(slot)
        return ir.Do(callee.number, args, slot)

    def _two_zones(self) -> tuple[ir.Expr, ir.Expr]:
        """Two different zones for pieces of one kind."""
        first, count = (DECK, BOX) if self.dice.random() < 0.7 else (BOX, 2)
        one, other = self.dice.sample(range(count), 2)
        zones: list[ir.Expr] = [ir.Const(first + one), ir.Const(first + other)]
        if count == BOX and self.dice.random() < 0.3:  # a hand that is only known when it runs
            zones = [ir.Const(self.dice.choice((DECK, PILE))), op("add", self.below(3, 1), 2)]
            self.dice.shuffle(zones)
        return zones[0], zones[1]

    def _move(self, depth: int) -> ir.Stmt:
        if self.dice.random() < 0.7:
            piece, zone = self.below(CARDS, 2), self.below(BOX, 2)
        else:
            piece, zone = op("add", self.below(COINS, 2), CARDS), ir.Const(self.dice.choice((BOX, PURSE)))
        if self.dice.random() < 0.15:
            zone = ir.Const(-1)
        return ir.Move(piece, zone, self.dice.random() < 0.3)

    def _move_all(self, depth: int) -> ir.Stmt:
        return ir.MoveAll(*self._two_zones(), bottom=self.dice.random() < 0.3)

    def _draw(self, depth: int) -> ir.Stmt:
        count = ir.Const(self.dice.choice((-1, 0, 1, 2, 3, 12))) if self.dice.random() < 0.6 else self.below(5, 2)
        if self.dice.random() < 0.5:
            return ir.Draw(count, ir.Const(DECK), ir.Const(self.dice.choice((PILE, 2, 3))))
        return ir.Draw(count, *self._two_zones())

    def _shuffle(self, depth: int) -> ir.Stmt:
        return ir.Shuffle(ir.Const(self.dice.choice((DECK, PILE, PURSE))))

    def _note(self, depth: int) -> ir.Stmt:
        return ir.Note(self.dice.randrange(2), self.world.place())

    def _forget(self, depth: int) -> ir.Stmt:
        return ir.Forget(self.dice.randrange(2))

    def _roll(self, depth: int) -> ir.Stmt:
        purpose, values = -1, ()
        if self.dice.random() < 0.4:
            purpose, values = self.world.text(INT), (self.make(INTS, 2),)
        count = None
        if self.dice.random() < 0.6:
            count = op("sub", self.below(6, 2), 1) if self.dice.random() < 0.9 else ir.Const(100_001)
        sides = self.dice.choice((1, 2, 6, 1000, ir.INT_MAX))
        slot = self.slot(INTS if count is None else listed())
        self.known.append(slot)
        return ir.Roll(slot, count, sides, purpose, self.world.place(), values)

    def _pick(self, depth: int) -> ir.Stmt:
        inner = self.element()
        items = self.make(listed(inner), 2)
        slot = self.slot(inner)
        self.known.append(slot)
        return ir.Pick(slot, items, self.world.place())

    def _log(self, depth: int) -> ir.Stmt:
        return ir.Log(self.world.text(INT, MANY), (self.make(INTS, 2), self.many(2)))

    def _reveal(self, depth: int) -> ir.Stmt:
        number = self.dice.randrange(len(VALUES))
        return ir.Reveal(number, self.values_of(number), self.dice.random() < 0.5)

    def values_of(self, alternative: int) -> tuple[ir.Expr, ...]:
        """The values of an option."""
        return tuple([self.make(kind, 2) for kind in VALUES[alternative]])

    # ------------------------------------------------------------ options

    def options(self, depth: int, generators: list[tuple[int, tuple[Kind, ...]]]) -> tuple[ir.Stmt, ...]:
        """Statements that make options."""
        return tuple([self.option(depth, generators) for _ in range(self.dice.randint(1, 3))])

    def option(self, depth: int, generators: list[tuple[int, tuple[Kind, ...]]]) -> ir.Stmt:
        """One statement that makes options."""
        dice, before = self.dice, list(self.known)
        word = self.choice("emit", "emit", *["for", "for", "guard", "if"] * (depth > 0), *["from"] * bool(generators))
        try:
            match word:
                case "for":
                    inner = INTS if dice.random() < 0.7 else self.element()
                    items = self.make(listed(inner), 2)
                    slot = self.slot(inner)
                    self.known.append(slot)
                    return ir.For(slot, items, self.options(depth - 1, generators))
                case "guard":
                    sort = self.choice("condition", "cost", "limit")
                    if sort == "condition":
                        return ir.Guard(self.make(BOOLS, 3), self.options(depth - 1, generators), self.world.place())
                    test = op("ge" if sort == "cost" else "lt", self.make(INTS, 2), self.make(INTS, 2))
                    body = self.options(depth - 1, generators)
                    return ir.Guard(test, body, self.world.place(), sort, self.world.text())  # type: ignore[arg-type]
                case "if":
                    return ir.If(self.make(BOOLS, 2), self.options(depth - 1, generators))
                case "from":
                    number, params = dice.choice(generators)
                    return ir.EmitFrom(number, tuple([self.make(each, 2) for each in params]))
            number = dice.choice((0, 1, 1, 2, 2))
            alike = self.make(listed(), 2) if dice.random() < 0.3 else None
            return ir.Emit(number, self.values_of(number), alike)
        finally:
            self.known = before


def shapes_of(kinds: list[Kind], kept: frozenset[int] = frozenset()) -> tuple[ir.Shape, ...]:
    """The shapes of locals; lists that lie in a frame are short."""
    return tuple([shape_of(kind, ALL_KEPT if slot in kept else LONG) for slot, kind in enumerate(kinds)])
