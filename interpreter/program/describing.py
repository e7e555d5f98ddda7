"""What a program has names for, as plain data: for hosts that show a game and do not run Python."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from . import ir


def described(program: ir.Program) -> dict[str, Any]:
    """Title and players, options, kinds with their members, actions, decisions, and where everything is stored."""
    places = {name: number for number, (name, _) in enumerate(program.layout.options)}
    return {
        "ruleset": program.name,
        "title": program.title,
        "hash": program.hash,
        "players": {"min": program.min_players, "max": program.max_players, "domain": program.player_domain},
        "settings": [{**asdict(each), "index": places.get(each.name, -1)} for each in program.game_options],
        "domains": [domain_data(each) for each in program.domains],
        "alternatives": [asdict(each) for each in program.alternatives],
        "decisions": [{"name": each.name, "prompt": each.prompt, "secret": each.secret} for each in program.decisions],
        "fields": [{**asdict(each), "size": each.shape.cells} for each in program.fields if not each.internal],
        "families": [asdict(each) for each in program.families],
    }


def domain_data(domain: ir.Domain) -> dict[str, Any]:
    """A domain with its members."""
    return asdict(domain)
