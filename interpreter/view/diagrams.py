"""Positions as text diagrams: what lies on the boards of a state, drawn so that a ruleset can hold it.

Guarantee: what is drawn of a position that is wholly seen, and put into the `position` of an example, gives the fields
that were drawn, and of zones the same entries in the same order.
"""

from __future__ import annotations

from collections.abc import Mapping

from yupana.schemas.diagrams import EMPTY
from yupana.schemas.layouts import Layout

from ..check.constants import Constants
from ..check.diagrams import drawable, layout_of
from ..check.signs import JOINT, Values, entries_drawn, signs_of_pieces
from ..check.world import DomainInfo, FieldInfo, World, ZoneInfo
from ..compiled import CheckedRuleset
from ..machine.observation import holders, pieces_in, sees
from ..machine.state import State
from ..program import ir

UNSEEN = "?"
"""The sign of what the viewer does not see; it stands for nothing where it is read."""


class Drawn:
    """Draws the positions of one ruleset, which must have been checked."""

    def __init__(self, compiled: CheckedRuleset) -> None:
        self._world: World = compiled.checked.world
        self.parts = drawable(self._world)

    def of(self, state: State, viewer: int | None, only: str = "") -> dict[str, str]:
        """The drawings by what they are of (`only` one of `parts`), as the viewer sees them: a seat, -1 for one who
        sees what all see, None for one who sees everything."""
        found: dict[str, str] = {}
        for name, info in self.parts.items():
            if only in ("", name):
                space = self._world.domains[info.domain if isinstance(info, FieldInfo) else info.holder]
                plan = self._layout(state, space)
                draw = self._field if isinstance(info, FieldInfo) else self._zone
                found[name] = plan.draw(draw(state, info, viewer))  # type: ignore[arg-type]
        return found

    def _layout(self, state: State, space: DomainInfo) -> Layout:
        assert space.board is not None
        assert space.board.plane is not None
        here = holders(state.game.machine.program, space.number, state.cells)
        return layout_of(self._world, space.board, space.board.plane, here)

    def _field(self, state: State, info: FieldInfo, viewer: int | None) -> list[str]:
        """The sign of every space's value."""
        machine, world = state.game.machine, self._world
        program, cells = machine.program, state.cells
        field = next(each for each in program.fields if (each.name, each.domain) == (info.name, info.domain))
        values = Values(info.type, world.domains, world.ruleset.signs)
        start = None
        if info.start is None and not info.type.optional:
            start = Constants(world).default(info.type, info.span)
        signs = [EMPTY[0]] * world.domains[info.domain].size
        for space in holders(program, field.domain, cells):
            value = int(cells[field.base + space * field.shape.cells])
            if viewer is not None and not sees(machine, cells, field.visibility, viewer, space):
                signs[space] = UNSEEN
            elif value != start:
                signs[space] = values.drawn(value)
        return signs

    def _zone(self, state: State, info: ZoneInfo, viewer: int | None) -> list[str]:
        """The signs of the pieces on every space, the lowest first."""
        machine, world = state.game.machine, self._world
        program, cells = machine.program, state.cells
        family: ir.ZoneFamily = next(each for each in program.families if each.name == info.name)
        kind = world.domains[info.domain]
        groups, shown = entries_drawn(kind), signs_of_pieces(kind, world.ruleset.signs).drawn
        entry = {copy: number for number, copies in enumerate(groups.values()) for copy in copies}
        signs = [EMPTY[0]] * world.domains[info.holder].size
        for space in holders(program, family.holder, cells):
            here = [each - kind.piece_base for each in pieces_in(program, cells, family.first + space)]
            if viewer is not None and not sees(machine, cells, family.visibility, viewer, space):
                signs[space] = UNSEEN
            elif here:
                signs[space] = JOINT.join([shown[entry[each]] for each in here])
        return signs


def as_yaml(drawings: Mapping[str, str], *, alone: bool) -> str:
    """Drawings as they stand in a ruleset; `alone`: there is no other thing that could be drawn."""
    if alone:
        return "position: |\n" + _indented(next(iter(drawings.values())), 2)
    parts = [f"  {name}: |\n{_indented(drawing, 4)}" for name, drawing in drawings.items()]
    return "\n".join(["position:", *parts])


def _indented(text: str, width: int) -> str:
    return "\n".join([" " * width + line for line in text.split("\n")])
