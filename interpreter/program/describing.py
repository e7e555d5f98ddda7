"""What a program has names for, as plain data: for hosts that show a game and do not run Python."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from . import ir
from .digest import rules_digest
from .hidden import left_to_chance


def described(program: ir.Program) -> dict[str, Any]:
    """Title and players, options, kinds with their members, actions, decisions, and where everything is stored."""
    places = {name: number for number, (name, _) in enumerate(program.layout.options)}
    return {
        "ruleset": program.name,
        "title": program.title,
        "hash": program.hash,
        "versions": dict(program.versions),
        "program": program.rules or rules_digest(program),
        "elements": dict(program.elements),
        "chance": left_to_chance(program),
        "players": {"min": program.min_players, "max": program.max_players, "domain": program.player_domain},
        "settings": [{**_plain(each), "index": places.get(each.name, -1)} for each in program.game_options],
        "domains": [domain_data(each) for each in program.domains],
        "alternatives": [_plain(each) for each in program.alternatives],
        "decisions": [{"name": each.name, "prompt": each.prompt, "secret": each.secret} for each in program.decisions],
        "fields": [{**_plain(each), "size": each.shape.cells} for each in program.fields if not each.internal],
        "families": [_plain(each) for each in program.families],
        "backs": [
            {"field": sum(not other.internal for other in program.fields[: each.field]), "means": each.means}
            for each in program.backs
        ],
        "faces": [_plain(each) for each in program.faces],
    }


def domain_data(domain: ir.Domain) -> dict[str, Any]:
    """A domain with its members."""
    return _plain(domain)


def _plain(node: Any) -> dict[str, Any]:
    """As `dataclasses.asdict`, which copies every number and word and takes many times as long."""
    return {each.name: _value(getattr(node, each.name)) for each in fields(node)}


def _value(value: Any) -> Any:
    if is_dataclass(value):
        return _plain(value)
    if isinstance(value, (tuple, list)) and not all(isinstance(each, (str, int)) for each in value):
        return [_value(each) for each in value]
    return value
