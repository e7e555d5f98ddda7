"""Scores, winners and reports: the ruleset's scoring functions, called for each player on a copy of the position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..program import ir
from .events import render
from .faults import UsageError
from .machine import Machine

Outcome = Literal["won", "draw", "lost"]
"""How a game came out: won by one player or some of several, a draw, or (by a player alone, or by all who play
together) not won. Who play together win all or none, and never draw."""
Result = Literal["win", "draw", "lose"]
"""How it came out for one player."""


def for_player(machine: Machine, cells: ir.Cells, function: int, seat: int) -> int:
    """A number that a function of the program gives for a player, who acts while it is worked out."""
    cells = cells[:]
    cells[ir.CELL_ME] = seat
    return int(machine.call(cells, function, seat))


def points(machine: Machine, cells: ir.Cells) -> tuple[int, ...]:
    """Every player's score, by seat; 0 when the ruleset does not score."""
    score = machine.program.scoring.score
    seats = range(cells[ir.CELL_PLAYERS])
    return tuple([for_player(machine, cells, score, seat) if score >= 0 else 0 for seat in seats])


def items(machine: Machine, cells: ir.Cells, seat: int) -> dict[str, int]:
    """A player's score, item by item."""
    return {name: for_player(machine, cells, function, seat) for name, function in machine.program.scoring.items}


def features(machine: Machine, cells: ir.Cells, seat: int) -> tuple[int, ...]:
    """The numbers of the ruleset's features for a player, in their order; none when it names none."""
    every = machine.program.features.every
    if not 0 <= seat < cells[ir.CELL_PLAYERS]:
        raise UsageError(f"there is no seat {seat} in this game")
    return () if every < 0 else tuple(machine.call(cells[:], every, seat))


def winners(machine: Machine, cells: ir.Cells) -> tuple[int, ...]:
    """Who wins, by seat: by the ruleset's own rule, or the highest score, then the larger of each tie break."""
    scoring = machine.program.scoring
    if scoring.winners >= 0:
        return tuple([int(seat) for seat in machine.call(cells[:], scoring.winners)])
    keys = [
        (score, *[for_player(machine, cells, tie, seat) for tie in scoring.ties])
        for seat, score in enumerate(points(machine, cells))
    ]
    top = max(keys)
    return tuple([seat for seat, key in enumerate(keys) if key == top])


def is_draw(machine: Machine, cells: ir.Cells) -> bool:
    """Whether it is a draw: a rule said so, or all win that have not lost; or nobody wins of several."""
    draw, players = machine.program.scoring.draw, cells[ir.CELL_PLAYERS]
    if draw >= 0:
        return bool(machine.call(cells[:], draw))
    return players > 1 and len(winners(machine, cells)) % players == 0


def sides(program: ir.Program, players: int) -> tuple[int, ...]:
    """Who wins and loses together: by seat the first seat of the same side. All are one side where all play together, a
    team is one, and else everybody."""
    scoring = program.scoring
    if scoring.together:
        return (0,) * players
    return tuple([scoring.teams.index(each) for each in scoring.teams[:players]]) or tuple(range(players))


def sharing(machine: Machine, cells: ir.Cells) -> int:
    """By how many sides a win or a draw is shared; 0 where the game is lost."""
    scoring, players = machine.program.scoring, cells[ir.CELL_PLAYERS]
    if scoring.sharing >= 0:
        return int(machine.call(cells[:], scoring.sharing))
    winning = len(winners(machine, cells))
    if not winning:
        return players if is_draw(machine, cells) else 0
    return 1 if scoring.together else winning


def outcome(machine: Machine, cells: ir.Cells) -> Outcome:
    """How the game came out, as if it ended here."""
    if is_draw(machine, cells):
        return "draw"
    return "won" if winners(machine, cells) else "lost"


def by_seat(machine: Machine, cells: ir.Cells) -> tuple[Result, ...]:
    """How it came out for each player, by seat."""
    winning, draw = winners(machine, cells), is_draw(machine, cells)
    nobody = draw and not winning  # then it is a draw of all
    seats = range(cells[ir.CELL_PLAYERS])
    return tuple([("draw" if draw else "win") if nobody or seat in winning else "lose" for seat in seats])


def places(machine: Machine, cells: ir.Cells) -> tuple[int, ...]:
    """The place of every player, by seat: 1 for who wins, and for all where nobody does."""
    place = machine.program.scoring.place
    seats = range(cells[ir.CELL_PLAYERS])
    return tuple([int(machine.call(cells[:], place, seat)) if place >= 0 else 1 for seat in seats])


def report(machine: Machine, cells: ir.Cells) -> list[str]:
    """The ruleset's own lines about each player's result, as people read them."""
    heard = []
    for seat in range(cells[ir.CELL_PLAYERS]):
        for function in machine.program.scoring.report:
            cells = cells[:]
            cells[ir.CELL_ME] = seat
            heard.extend(machine.events_of(cells, function, seat))
    return [each.said for each in render(machine, cells, cells, heard, aloud=True)]


def broken_invariants(machine: Machine, cells: ir.Cells, asked: Sequence[int]) -> list[str]:
    """The names of those of some invariants (their numbers) that do not hold; they are told who decides and whose turn
    it is."""
    if not asked:
        return []
    known = machine.invariants
    cells = cells if known.pure else cells[:]
    decider, active = cells[ir.CELL_DECIDER], cells[ir.CELL_ACTIVE]
    return [known.names[i] for i in asked if not machine.call(cells, known.functions[i], decider, active)]
