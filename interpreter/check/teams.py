"""Teams: the attribute of the seats that says to which team each belongs."""

from __future__ import annotations

from ..language import messages
from ..language.types import Type
from ..typed.declared import DomainInfo
from ..typed.names import AttributeOf
from .world import World


def declare_teams(world: World) -> None:
    """Find the attribute, if the ruleset names one."""
    players = world.ruleset.players
    name = players.teams
    if name is None or str(name) in world.broken:
        return
    seats = world.domains[0]
    attribute = seats.attributes.get(str(name))
    if attribute is None:
        world.error(messages.unknown_field(name, seats.name, name.span, seats.attributes))
        return
    world.means(name.span, AttributeOf(seats, attribute))
    if not _is_team(attribute.type):
        world.error(messages.not_teams(world.show(attribute.type), name.span, attribute.span))
    elif players.together:
        world.error(messages.teams_together(name.span))
    elif len({world.tables[attribute.table][seat] for seat in range(min(players.min, seats.size))}) < 2:
        world.error(messages.one_team(players.min, name.span))
    else:
        world.team = attribute


def _is_team(type_: Type) -> bool:
    """Whether values of the type can be teams: members of a kind or an enum."""
    return type_.kind == "member" and not type_.optional


def teams_of(world: World) -> DomainInfo | None:
    """The kind or enum of the teams; None where there are none."""
    return None if world.team is None else world.domains[world.team.type.domain]
