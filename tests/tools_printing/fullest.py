"""The fullest position of many random games: whether spaces, places and tracks on paper have room for it.

    python -m yupana.tests.tools_printing.fullest NAME… [--games 1000] [--engine auto]

plays so many games of each ruleset, by turns with each number of players and each value of its options, and tells for
every zone how many pieces lie in the fullest one, and for every field the largest number (its sign left aside), how
many pieces lie on one space, or how many players stand there; then what has no room for it in a kit. It leaves with 1
where it has none.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator

from yupana.interpreter.game import ENGINES, SPECTATOR, Game, load
from yupana.interpreter.program.ir import NO_INT, Cells, StateField
from yupana.tools.printing.job import subject_of
from yupana.tools.printing.subject import Subject
from yupana.tools.targets.games import option_values

LONGEST = 1500
"""So many decisions a game has at most."""
STACKED = {"stationed", "staff", "chiefs", "pile"}
"""Zones of spaces in which things lie upon each other by the rules: the armies of Pizarro with their commanders, and
the piles of cards of a market."""


def fullest(game: Game, games: int) -> Counter[str]:
    """How much each zone holds at most, of those of one holder, and each field (`Kind.field`)."""
    program, most = game.program, Counter[str]()
    others = ({each.name: value} for each in program.game_options for value in option_values(game, each))
    ways = [
        (players, options)
        for options in ({}, *others)
        for players in range(game.min_players, game.max_players + 1)
    ]
    sizes = {
        each.name: range(program.layout.zone_size + each.first, program.layout.zone_size + each.first + each.count)
        for each in program.families
    }
    fields = {
        f"{program.domains[each.domain].name if each.domain >= 0 else ''}.{each.name}": each
        for each in program.fields
        if not each.internal
    }
    for seed in range(games):
        draw = random.Random(seed)
        players, options = ways[seed % len(ways)]
        state = game.start(players=players, seed=seed, options=options)
        for _ in range(LONGEST):
            if state.over:
                break
            offered = state.option_tuples()
            state.apply_tuple(offered[draw.randrange(len(offered))])
            cells = state.cells
            for zone, places in sizes.items():
                most[zone] = max(most[zone], *(cells[each] for each in places))
            for name, field in fields.items():
                most[name] = max(most[name], _lying(cells, field, game))
    return most


def _lying(cells: Cells, field: StateField, game: Game) -> int:
    """The largest number of a field, or of one that says how many of each so many together; of where players stand, how
    many of them on one space."""
    program, shape = game.program, field.shape
    step = shape.cells
    many = step * (len(program.domains[field.domain].here(cells)) if field.domain >= 0 else 1)
    values = cells[field.base : field.base + many]
    if shape.kind == "scalar" and shape.domain == -1:
        return max((abs(each) for each in values if each != NO_INT), default=0)
    if shape.kind == "map" and shape.of is not None and shape.of.domain == -1:
        return max((sum(one for one in values[at : at + step] if one > 0) for at in range(0, many, step)), default=0)
    if shape.kind == "scalar" and field.domain == program.player_domain:
        return max(Counter(each for each in values if each >= 0).values(), default=0)
    return 0


def without_room(subject: Subject, most: Counter[str]) -> Iterator[str]:
    """What a kit has too little room for, each in a sentence."""
    look, told = subject.ruleset.look, subject.look
    boards = {str(each.kind) for each in subject.ruleset.boards.values()}
    cells = {each.kind for each in told.sheets}
    for zone, decl in subject.ruleset.zones.items():
        room, is_pile = look.room.get(zone, 1), zone in STACKED or look.zones.get(zone) == "pile"
        if str(decl.each) in boards | cells and not is_pile and most[str(zone)] > room:
            yield f"{zone}: {most[str(zone)]} lie on a space that has room for {room}"
    for name, room in look.room.items():
        if room and name not in subject.ruleset.zones:
            found = max([many for each, many in most.items() if each.endswith(f".{name}")], default=0)
            if found > room:
                yield f"{name}: there are {found}, and there is room for {room}"
    for mat in told.mats:
        for part in mat.parts:
            if part.sort == "zone" and part.look.places is not None:
                places = max(int(told.amount(each, part.name, SPECTATOR) or 0) for each in subject.starts)
                if most[str(part.look.zone)] > places:
                    yield f"{part.name}: {most[str(part.look.zone)]} lie there, and it has {places} places"


def main() -> int:
    """Play, and say what came."""
    parser = argparse.ArgumentParser(prog="python -m yupana.tests.tools_printing.fullest", description=__doc__)
    parser.add_argument("names", nargs="+", metavar="NAME")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="games of each (default: 1000)")
    parser.add_argument("--engine", default="auto", choices=sorted(ENGINES), help="what plays (default: auto)")
    asked, fine = parser.parse_args(), True
    for name in asked.names:
        most, subject = fullest(load(name, asked.engine), asked.games), subject_of(name, "", None)
        sys.stdout.write(f"{name}: {', '.join(f'{each} {many}' for each, many in sorted(most.items()) if many)}\n")
        for each in without_room(subject, most):
            fine = False
            sys.stdout.write(f"  no room: {each}\n")
        sys.stdout.flush()
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
