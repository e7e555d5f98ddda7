"""Random programs: functions that call each other, generators of options, and a game of a few decisions.

The same seed gives the same program. Every program passes the validator: what is compared is what it means.
"""

from __future__ import annotations

import random

from yupana.interpreter.program import ir

from .statements import Statements, shapes_of
from .values import Callee, op
from .worlds import BOOLS, INT, INTS, MANY, OPT, VALUES, Kind, World, listed, made, shape_of

FUNCTIONS, GENERATORS, ASKED = 4, 2, 2
FIRST = 2
"""The number of the first function; `init` and `main` come before."""


class Maker:
    """Makes one program."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.world: World = made(dice)
        self.functions: list[ir.Function] = []
        self.callees: list[Callee] = []
        self.generators: list[tuple[int, tuple[Kind, ...]]] = []
        self.decisions: list[ir.Decision] = []
        self.asked: list[int] = []

    def program(self) -> ir.Program:
        """The program."""
        for _ in range(self.dice.randint(2, FUNCTIONS)):
            self.plain()
        for callee in list(self.callees):
            for _ in range(ASKED):
                self.asking(callee)
        for _ in range(GENERATORS):
            self.generator()
        waits = self.waiting("asks", FIRST + len(self.functions), None)
        self.functions.append(waits)
        main = self.waiting("main", 1, FIRST + len(self.functions) - 1)
        init = self.init()
        functions = (init, main, *self.functions)
        parts = dict(self.world.parts)
        at, starts = parts.pop("layout")
        room = sum(max(each.frame_size, ir.FRAME_HEAD) for each in functions if each.waits)
        layout = ir.Layout(at + room, at, *starts, 7, 16)
        places = tuple(
            [ir.Place("x.yaml", n + 1, 1, f"code {n}", f"element {n}") for n in range(self.world.places + 1)]
        )
        return ir.Program(
            name="random", title="Random", hash="0123456789abcdef", min_players=1, max_players=3, layout=layout,
            functions=functions, decisions=tuple(self.decisions), texts=tuple(self.world.texts), places=places,
            game_options=(), init=0, main=1, scoring=ir.Scoring(-1, report=tuple(self.asked)), **parts,
        )  # fmt: skip

    # ------------------------------------------------------------ functions

    def _new(self, writes: bool) -> Statements:
        callees = [each for each in self.callees if writes or each.pure]
        return Statements(self.dice, self.world, callees if writes else self.callees, writes=writes)

    def any_kind(self) -> Kind:
        """The kind of a parameter or a result."""
        size = self.world.size(self.dice)
        return self.dice.choice((INTS, INTS, BOOLS, OPT, Kind("member", size), listed(), listed(listed()),
                                 Kind("set", size), Kind("map", size)))  # fmt: skip

    def stored_kinds(self) -> list[Kind]:
        """Kinds of further locals in a frame: there are no lists of lists."""
        kinds = [self.any_kind() for _ in range(self.dice.randrange(3))]
        return [each for each in kinds if each.of is None or each.of == INTS]

    def params(self, statements: Statements) -> tuple[int, ...]:
        """Parameters, which are known."""
        slots = [statements.slot(self.any_kind()) for _ in range(self.dice.randrange(4))]
        statements.known.extend(slots)
        return tuple(slots)

    def plain(self) -> None:
        """A function that does not wait."""
        number = FIRST + len(self.functions)
        writes = self.dice.random() < 0.5
        statements = self._new(writes)
        params = self.params(statements)
        result = self.any_kind() if not writes or self.dice.random() < 0.6 else None
        statements.result = result
        body = statements.body(2, 5)
        if result is not None:
            body = (*body, ir.Return(statements.make(result, 4)))
        kinds = tuple([statements.kinds[slot] for slot in params])
        shape = None if result is None else shape_of(result, 100_000)
        self.functions.append(ir.Function(f"f{number}", params, shapes_of(statements.kinds), shape, 0, body))
        self.callees.append(Callee(number, kinds, result, not writes))

    def asking(self, callee: Callee) -> None:
        """A report: it calls a function, with values of its own making, and tells what that gives."""
        number = FIRST + len(self.functions)
        statements = self._new(writes=True)
        seat = statements.slot(Kind("member", 1))
        args = tuple([statements.make(each, 3) for each in callee.params])
        body: list[ir.Stmt] = []
        if callee.result is None:
            body.append(ir.Do(callee.number, args))
        else:
            slot = statements.slot(callee.result)
            body.append(ir.Do(callee.number, args, slot))
            body.append(self.telling(statements, callee.result, ir.Local(slot)))
        self.functions.append(ir.Function(f"r{number}", (seat,), shapes_of(statements.kinds), None, 0, tuple(body)))
        self.asked.append(number)

    def telling(self, statements: Statements, kind: Kind, value: ir.Expr) -> ir.Stmt:
        """Tells all of a value."""
        match kind.name:
            case "list":
                size: ir.Expr = op("list_size", value)
                value = _flat(statements, kind, value)
            case "set":
                size, value = op("set_size", value), op("members", value)
            case "map" | "opts":
                slot = statements.slot(INTS)
                each = ir.Clause(slot, op("range", 0, kind.size - 1), None)
                size, value = ir.Const(kind.size), ir.Comp("list", (each,), op("map_get", value, ir.Local(slot)))
            case _:
                size, value = value, ir.ConstList(())
        return ir.Log(self.world.text(INT, MANY), (size, value))

    def generator(self) -> None:
        """A function that makes options."""
        number = FIRST + len(self.functions)
        statements = self._new(writes=False)
        params = self.params(statements)
        kinds = tuple([statements.kinds[slot] for slot in params])
        body = statements.options(2, list(self.generators))
        locals_ = shapes_of(statements.kinds)
        self.functions.append(ir.Function(f"g{number}", params, locals_, None, 0, body, generator=True))
        self.generators.append((number, kinds))

    def init(self) -> ir.Function:
        """Fills the cells, and lays the pieces out."""
        statements = self._new(writes=True)
        body = [statements._store(1) for _ in range(self.dice.randint(2, 8))]
        for piece in range(16):
            if self.dice.random() < 0.8:
                zone = self.dice.choice((0, 0, 1, 2, 3)) if piece < 9 else self.dice.choice((5, 6))
                body.append(ir.Move(ir.Const(piece), ir.Const(zone)))
        return ir.Function("init", (), shapes_of(statements.kinds), None, 0, tuple(body))

    # ------------------------------------------------------------ functions that wait

    def waiting(self, name: str, number: int, called: int | None) -> ir.Function:
        """A function of some blocks, of which one or two ask. Only answers lead back, so that it comes to an end."""
        dice = self.dice
        statements = self._new(writes=True)
        kept = [statements.slot(kind) for kind in (INTS, listed(), *self.stored_kinds())]
        own = [] if name == "main" else [kept[0]]
        statements.known = list(kept)
        count = dice.randint(4, 6)
        asks = dice.sample(range(1, count - 1), 2 if called is not None and dice.random() < 0.4 else 1)
        blocks: list[ir.Block] = []
        for at in range(count):
            statements.known = list(kept)
            if at == count - 1:
                body = statements.body(1, 2) if dice.random() < 0.5 else ()
                blocks.append(ir.Block(body, ir.Finish(statements.make(INTS, 2) if dice.random() < 0.7 else None)))
                continue
            body = statements.body(1, 3)
            blocks.append(ir.Block(body, self._end(statements, kept, at, count, at in asks, number, called)))
        frame, size = [], ir.FRAME_HEAD
        shapes = shapes_of(statements.kinds, frozenset(kept))
        for slot in kept:
            frame.append((slot, size))
            size += shapes[slot].cells
        return ir.Function(name, tuple(own), shapes, ir.SCALAR, 0, (), tuple(blocks), tuple(frame), size, waits=True)

    def _end(
        self, statements: Statements, kept: list[int], at: int, count: int, asks: bool, number: int, called: int | None
    ) -> ir.Terminator:
        dice = self.dice

        def further() -> int:
            return dice.randint(at + 1, count - 1)

        if asks:
            return self._ask(statements, kept, at, count, number)
        word = dice.choice(("jump", "fork", *["call"] * (2 * (called is not None))))
        if word == "fork":
            return ir.Fork(statements.make(BOOLS, 2), further(), further())
        if word == "call":
            assert called is not None
            slot = dice.choice((-1, kept[0], kept[0], statements.slot(INTS)))
            return ir.CallWait(called, (statements.make(INTS, 2),), slot, further())
        return ir.Jump(further())

    def _ask(self, statements: Statements, kept: list[int], at: int, count: int, number: int) -> ir.Terminator:
        """A decision, with every alternative as an answer."""
        dice, world = self.dice, self.world
        optional = dice.random() < 0.4
        statements.known = list(kept)
        decider = statements.below(2, 1)
        prompt = world.text(INT) if dice.random() < 0.6 else -1
        shown = (statements.make(INTS, 2),) if prompt >= 0 else ()
        options = statements.options(2, self.generators)
        if dice.random() < 0.8:
            options = (*options, ir.Emit(1, (statements.make(INTS, 1),)))
        if optional:
            options = (*options, ir.Emit(3, ()))
        answers = []
        for alternative, kinds in enumerate(VALUES):
            slots = tuple([kept[0] if kind == INTS else kept[1] for kind in kinds]) if dice.random() < 0.8 else ()
            to = dice.randint(0 if alternative in (0, 1) else at + 1, count - 1)
            answers.append(ir.Answer(alternative, slots if len(slots) == len(kinds) else (), to))
        self.decisions.append(
            ir.Decision(
                f"choice {at}", number, decider, prompt, shown, options, tuple(answers), False, optional, world.place()
            )
        )
        return ir.Ask(len(self.decisions) - 1, dice.randint(at + 1, count - 1) if optional else -1)


def _flat(statements: Statements, kind: Kind, value: ir.Expr) -> ir.Expr:
    """All numbers in a list of lists, or of sets."""
    clauses = []
    while kind.of is not None or kind.name == "set":
        inner = kind.of or INTS
        slot = statements.slot(inner)
        clauses.append(ir.Clause(slot, value if kind.name == "list" else op("members", value), None))
        kind, value = inner, ir.Local(slot)
    return clauses[0].items if len(clauses) == 1 else ir.Comp("list", tuple(clauses), value)


def random_program(dice: random.Random) -> ir.Program:
    """A program."""
    return Maker(dice).program()
