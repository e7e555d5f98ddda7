"""What code reads of backs: of a piece that is found by where it lies, not by which one it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import ir
from .walk import children


class Behind:
    """The backs of a program, as code reads them."""

    def __init__(self, program: ir.Program) -> None:
        self._program = program
        fields = [program.fields[each.field] for each in program.backs]
        self._cells = [(each.base, each.base + program.holders(each) * each.shape.cells) for each in fields]

    def piece(self, node: Any) -> ir.Expr | None:
        """The piece of whose back something is read; None where nothing is read of one."""
        if not isinstance(node, ir.Load) or not any(low <= node.base < high for low, high in self._cells):
            return None
        piece = node.index
        while isinstance(piece, ir.Op) and piece.op in ("mul", "add", "some"):
            piece = piece.args[0]
        return piece

    def place(self, piece: ir.Expr) -> tuple[ir.Expr, ...] | None:
        """What says where a piece lies that is found by that; None where it is not."""
        match piece:
            case ir.Op(op="some", args=(inner,)):
                return self.place(inner)
            case ir.Op(op="zone_top" | "zone_bottom", args=(zone, *_)) if self._has_order(zone):
                return (zone,)
            case ir.Op(op="list_get" | "list_first" | "list_last", args=(ir.Op(op="zone_list", args=(zone, *_)), *at)):
                return (zone, *at) if self._has_order(zone) else None
        return None

    def goes_blind(self, clause: ir.Clause, parts: Iterable[Any]) -> bool:
        """Whether of the pieces that a loop goes through nothing is read but their backs, in these parts."""
        items = clause.items
        if not (isinstance(items, ir.Op) and items.op == "zone_list" and self._has_order(items.args[0])):
            return False
        return not any(self._looks(each, clause.slot) for each in parts if each is not None)

    def _looks(self, node: Any, slot: int) -> bool:
        """Whether a piece in a slot is looked at."""
        if isinstance(node, ir.Local):
            return node.slot == slot
        if self.piece(node) == ir.Local(slot):
            return False
        return any(self._looks(each, slot) for each in children(node))

    def _has_order(self, zone: ir.Expr) -> bool:
        """Whether the pieces of a zone lie in an order that all see."""
        while isinstance(zone, ir.Op) and zone.op == "add":
            zone = next((each for each in zone.args if isinstance(each, ir.Const)), ir.Local(-1))
        if not isinstance(zone, ir.Const):
            zone = ir.Const(0)  # a zone whose number is its holder's, of the first family
        return bool(self._program.zone_ordered) and bool(self._program.zone_ordered[zone.value])
