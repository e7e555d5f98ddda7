"""Which trigger comes next in a line that has an order.

Those that wait when the line is begun with, and those that were put in it meanwhile when these have come, came at once.
Of them come first those of nobody, then those of each player in the order that the ruleset says; a player's own in the
order in which they were put in line, or as the player chooses. All take as many places in the line: the trigger's
number, who acted, whose it is, and what it has with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..language.types import INT, Type, interval, list_of, member
from ..program import ir
from ..typed.chains import ChainInfo
from ..typed.rules import Order, Trigger
from .choices import Branch, alternative, decision
from .core import add, times
from .events import cell, store
from .expressions import items
from .frame import Frame
from .waits import AskStmt

_ZERO, _ONE = ir.Const(0), ir.Const(1)


def width(node: Trigger) -> int:
    """How many values a trigger has with it in line."""
    return len(node.params) + (node.it is not None)


def after(place: ir.Expr, more: int) -> ir.Expr:
    """So many places further on in the line."""
    return add(place, ir.Const(more)) if more else place


class Ordered:
    """What comes next, in the function that works off the line: `at` is the place where it lies then."""

    def __init__(self, frame: Frame, chain: ChainInfo, made: Sequence[Trigger], order: Order) -> None:
        self.frame, self.chain, self.made, self.order = frame, chain, made, order
        span = chain.line.span
        self.line = cell(frame.tables, chain.line)
        most = interval(0, chain.most)
        self._at, self.one, self.many = frame.slot(INT, span), frame.slot(most, span), frame.slot(most, span)
        self.who, self.theirs = (frame.slot(member(0, optional=True), span) for _ in range(2))
        self.rank, self.best = frame.slot(INT, span), frame.slot(INT, span)
        seats = frame.tables.domains[0].size
        self.players = frame.slot(list_of(member(0), seats), span)

    @property
    def at(self) -> ir.Expr:
        """Where what comes next lies."""
        return ir.Local(self._at)

    def found(self) -> list[ir.Stmt]:
        """Finds it, and asks for it where a player has the choice."""
        batch = self._batch
        begun = ir.If(ir.Op("eq", (batch, _ZERO)), (self._counted(self._waiting),))
        look = (*self._ordered(), *self._first())
        chosen = self._chosen() if self.order.choose else []
        return [begun, *look, *chosen, self._counted(ir.Op("sub", (batch, _ONE)))]

    # ------------------------------------------------------------ the line

    @property
    def _batch(self) -> ir.Expr:
        assert self.chain.batch is not None
        return cell(self.frame.tables, self.chain.batch)

    def _counted(self, value: ir.Expr) -> ir.Stmt:
        assert self.chain.batch is not None
        return store(self.frame.tables, self.chain.batch, value)

    @property
    def _waiting(self) -> ir.Expr:
        return ir.Op("div", (ir.Op("list_size", (self.line,)), ir.Const(self.chain.width)), -1)

    def _each(self, *body: ir.Stmt) -> ir.Stmt:
        """For each that came at once, one after the other."""
        last = ir.Op("sub", (self._batch, _ONE))
        return ir.For(self.one, ir.Op("range", (_ZERO, last)), body)

    def _value(self, number: int) -> ir.Expr:
        """What lies in one of the places of the one that is looked at."""
        return ir.Op("list_get", (self.line, after(times(ir.Local(self.one), self.chain.width), number)))

    # ------------------------------------------------------------ which

    def _ordered(self) -> list[ir.Stmt]:
        """The players in their order; in the order of their seats where it needs somebody who acts and nobody does."""
        listed = ir.SetLocal(self.players, items(self.frame, self.order.players))
        if not self.order.acts:
            return [listed]
        active = ir.Load(ir.CELL_ACTIVE, None, ir.SCALAR)
        seats = ir.SetLocal(self.players, ir.Op("domain", (_ZERO,)))
        return [ir.If(ir.Op("ge", (active, _ZERO)), (listed,), (seats,))]

    def _first(self) -> list[ir.Stmt]:
        """The first of those that come first, whose it is, and how many the same player has."""
        theirs, rank, best = ir.Local(self.theirs), ir.Local(self.rank), ir.Local(self.best)
        place = ir.Op("list_index", (ir.Local(self.players), theirs))
        there = ir.Op("list_has", (ir.Local(self.players), theirs))
        number = ir.Choice(there, add(ir.Op("some_int", (place,), -1), _ONE), add(theirs, ir.Const(1_000)))
        earlier = (
            ir.SetLocal(self.best, rank),
            ir.SetLocal(self.who, theirs),
            ir.SetLocal(self.many, _ONE),
            ir.SetLocal(self._at, times(ir.Local(self.one), self.chain.width)),
        )
        same = ir.If(ir.Op("eq", (rank, best)), (ir.SetLocal(self.many, add(ir.Local(self.many), _ONE)),))
        return [
            ir.SetLocal(self.best, ir.Const(ir.INT_MAX)),
            ir.SetLocal(self.many, _ZERO),
            self._each(
                ir.SetLocal(self.theirs, self._value(2)),
                ir.SetLocal(self.rank, ir.Choice(ir.Op("lt", (theirs, _ZERO)), _ZERO, number)),
                ir.If(ir.Op("lt", (rank, best)), earlier, (same,)),
            ),
        ]

    def _chosen(self) -> list[ir.Stmt]:
        """The player chooses which comes next; equal ones are one choice."""
        frame, who = self.frame, ir.Local(self.who)
        span = self.chain.line.span
        options: list[ir.Stmt] = []
        branches: list[Branch] = []
        pool: list[int] = []
        for node in self.made:
            params = self._shown(node)
            name = node.trigger.name
            number = alternative(frame, name, [(called, type_) for called, type_, _ in params], node.span)
            while len(pool) < len(params):
                pool.append(frame.slot(INT, span))
            slots = tuple(pool[: len(params)])
            shown = [self._value(3 + place) for _, _, place in params]
            this = self._is(node)
            key = ir.Op("list", (ir.Const(node.trigger.number), *shown))
            options.append(ir.If(this, (ir.Emit(number, tuple(shown), key),)))
            alike = [ir.Op("eq", (each, ir.Local(slot))) for each, slot in zip(shown, slots, strict=True)]
            found = ir.SetLocal(self._at, times(ir.Local(self.one), self.chain.width)), ir.Break()
            branches.append((number, slots, (self._each(ir.If(ir.Op("and", (this, *alike)), found)),)))
        asked = decision(frame, "line", who, None, [self._each(*options)], span)
        several = ir.Op("and", (ir.Op("gt", (ir.Local(self.many), _ONE)), ir.Op("ge", (who, _ZERO))))
        return [ir.If(several, (AskStmt(asked, tuple(branches)),))]

    def _is(self, node: Trigger) -> ir.Expr:
        """Whether the one that is looked at is a certain trigger of the player."""
        mine = ir.Op("eq", (self._value(2), ir.Local(self.who)))
        return ir.Op("and", (mine, ir.Op("eq", (self._value(0), ir.Const(node.trigger.number)))))

    def _shown(self, node: Trigger) -> list[tuple[str, Type, int]]:
        """What tells a trigger from others of its name: its names for what has happened, and the copy that has it."""
        known = [(name, type_, place) for place, (name, type_) in enumerate(node.trigger.params.items())]
        if node.it is not None:
            known.append(("it", node.it.type, len(node.params)))
        return [each for each in known if not each[0].startswith("$")]
