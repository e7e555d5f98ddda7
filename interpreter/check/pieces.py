"""Pieces that move, dice and random picks."""

from __future__ import annotations

from yupana.schemas.source import Span

from ..language import messages, nodes
from ..language.types import Type, interval, list_of, member
from ..lower.core import add
from ..program import ir
from .assignments import Assignments
from .body import Zone

MAX_SIDES = 1_000_000


class Pieces(Assignments):
    """The statements about pieces and chance."""

    def pieces(self, node: nodes.Move | nodes.MoveAll | nodes.Draw | nodes.Shuffle) -> list[ir.Stmt]:
        """Moves of pieces."""
        e = self.expressions
        if isinstance(node, nodes.Shuffle):
            zone = e.zone(node.zone, quiet=False)
            if zone is None:
                return []
            if not self.world.zones[zone.name].ordered:
                self.world.error(messages.not_ordered(zone.name, self.world.zones[zone.name].span, node.zone.span))
                return []
            return [ir.Shuffle(zone.number)]
        if isinstance(node, nodes.Draw):
            count = e.integer(node.count)
            source, zone = e.zone(node.source, quiet=False), e.zone(node.zone, quiet=False)
            if count is None or source is None or zone is None or not self.fits(zone, source.domain, node.span):
                return []
            return [ir.Draw(count.expr, source.number, zone.number)]
        zone = None
        if node.zone is not None:
            zone = e.zone(node.zone, quiet=False)
            if zone is None:
                return []
        number: ir.Expr = ir.Const(-1) if zone is None else zone.number
        if isinstance(node, nodes.MoveAll):
            source = e.zone(node.source, quiet=False)
            if source is None or (zone is not None and not self.fits(zone, source.domain, node.span)):
                return []
            return [ir.MoveAll(source.number, number, node.bottom)]
        typed = e.expr(node.piece, member(zone.domain) if zone is not None else None)
        there = None if typed is None else e.required(typed, node.piece)
        if there is None:
            return []
        if there.type.kind != "member" or self.world.domains[there.type.domain].piece_base < 0:
            e.error_type(messages.Wanted.PIECE, there.type, node.piece.span)
            return []
        if zone is not None and not self.fits(zone, there.type.domain, node.piece.span):
            return []
        base = self.world.domains[there.type.domain].piece_base
        return [ir.Move(add(there.expr, ir.Const(base)), number, node.bottom)]

    def fits(self, zone: Zone, domain: int, span: Span) -> bool:
        """Whether the zone holds pieces of the kind (reported otherwise)."""
        if zone.domain == domain:
            return True
        wanted, found = self.world.show(member(zone.domain)), self.world.show(member(domain))
        self.world.error(messages.held_elsewhere(zone.name, wanted, found, self.world.zones[zone.name].span, span))
        return False

    def chance(self, node: nodes.Roll | nodes.Pick) -> list[ir.Stmt]:
        """Dice and random choices."""
        e = self.expressions
        if self.body.parent is not None:
            self.world.error(messages.chance_in_copy(node.span))
            return []
        if isinstance(node, nodes.Pick):
            items = self.filtered(node.name, node.name_span, node.items, node.test)
            if items is None:
                return []
            variable = self.body.bind(node.name, items[1], node.name_span, node.name in self.body.assigned)
            return [ir.Pick(variable.slot, items[0], self.body.place(node.span))]
        purpose, values = -1, tuple[ir.Expr, ...]()
        if node.purpose is not None:
            purpose, values = e.template(node.purpose) or (-1, ())
        if not 1 <= node.sides <= MAX_SIDES:
            self.world.error(messages.sides_of_die(node.sides, MAX_SIDES, node.span))
            return []
        face = interval(1, node.sides)
        place = self.body.place(node.span)
        if node.count is None:
            variable = self.body.bind(node.name, face, node.name_span, node.name in self.body.assigned)
            return [ir.Roll(variable.slot, None, node.sides, purpose, place, values)]
        count = e.integer(node.count)
        if count is None:
            return []
        bound = count.type.high if 0 <= count.type.high <= 1000 else 100
        variable = self.body.bind(node.name, list_of(face, bound), node.name_span, node.name in self.body.assigned)
        counted = e.in_range(count, interval(0, bound), node.count.span)
        return [ir.Roll(variable.slot, counted, node.sides, purpose, place, values)]

    def filtered(
        self, name: str, span: Span, items_node: nodes.Expr, test_node: nodes.Expr | None
    ) -> tuple[ir.Expr, Type, int | None] | None:
        """A list, without the elements that fail the test."""
        items = self.expressions.items(items_node)
        if items is None or test_node is None:
            return items
        with self.body.scope():
            variable = self.body.bind(name, items[1], span)
            test = self.expressions.condition(test_node)
        if test is None:
            return None
        comp = ir.Comp("list", (ir.Clause(variable.slot, items[0], test),), ir.Local(variable.slot))
        return comp, items[1], items[2]
