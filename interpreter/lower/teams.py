"""Teams: who wins and loses with whom. Where there are none, everybody is a side of their own."""

from __future__ import annotations

from yupana.schemas.source import NOWHERE

from ..language.types import member
from ..program import ir
from .frame import Frame
from .tables import Tables

EVERYONE = ir.Op("domain", (ir.Const(0),))


def team_of(tables: Tables, player: ir.Expr) -> ir.Expr:
    """The team of a player."""
    attribute = tables.declared.team
    assert attribute is not None
    return ir.Table(attribute.table, player)


def teams(tables: Tables) -> tuple[int, ...]:
    """The team of each seat, as a member of its kind; empty where there are none."""
    declared = tables.declared
    if declared.team is None:
        return ()
    values = declared.tables[declared.team.table]
    return tuple([each for each in values if isinstance(each, int)])


def of_sides(tables: Tables, player: ir.Expr) -> ir.Expr | None:
    """Whether a player is the one by whom their team is counted, the first of it; None where everybody is."""
    own = teams(tables)
    if not own:
        return None
    first = tuple([int(own.index(team) == seat) for seat, team in enumerate(own)])
    return ir.Table(tables.table(first, "whether first of a team"), player)


def leader(tables: Tables, player: ir.Expr) -> ir.Expr:
    """The first player of a player's team."""
    own = teams(tables)
    return ir.Table(tables.table(tuple([own.index(team) for team in own]), "first of a team"), player)


def with_team(frame: Frame, player: ir.Expr) -> ir.Clause:
    """A loop through all who win and lose with a player."""
    slot = frame.slot(member(0), NOWHERE)
    same = ir.Op("eq", (team_of(frame.tables, ir.Local(slot)), team_of(frame.tables, player)))
    return ir.Clause(slot, EVERYONE, same)


def sides(frame: Frame, listed: ir.Expr) -> ir.Expr:
    """How many sides there are among the players in a list that holds whole teams."""
    if frame.tables.declared.team is None:
        return ir.Op("list_size", (listed,))
    slot = frame.slot(member(0), NOWHERE)
    counted = of_sides(frame.tables, ir.Local(slot))
    assert counted is not None
    return ir.Comp("count", (ir.Clause(slot, listed, None),), counted)
