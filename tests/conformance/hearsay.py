"""What the players are told of a decision, compared between games that they cannot tell apart."""

from __future__ import annotations

import random
from typing import Any

from yupana.interpreter.game import SPECTATOR, RuleFault, State
from yupana.interpreter.machine.observation import hidden_pieces
from yupana.interpreter.program import ir
from yupana.tests.found import plain

OPTIONS = 4
"""So many options of one decision are tried."""


def leaks(state: State, draw: random.Random) -> list[str]:
    """Everything that somebody is told of the pending decision although nothing that they see depends on it.

    Two ways are compared as long as a viewer sees the same after them: the same option where what the viewer does not
    see is dealt anew, and two options that differ only in pieces that the viewer does not see. Which decision comes
    next is no secret (see LANGUAGE.md); its question is compared where it is the same decision.
    """
    offered = list(state.option_tuples())
    if state.over:
        return []
    found: list[str] = []
    some = draw.sample(offered, min(OPTIONS, len(offered)))
    others = [each for each in state.names if each != state.names[state.seat]]
    for viewer in (SPECTATOR, *draw.sample(others, min(1, len(others)))):
        hidden = _dealt_anew(state, viewer)
        there = set(hidden.option_tuples())
        here = {option: _after(state, option, viewer) for option in some}
        secret = hidden_pieces(state.game.machine, state.cells, _seat(state, viewer))
        for option, (seen, told) in here.items():
            if option in there:
                try:
                    seen_there, told_there = _after(hidden, option, viewer)
                except RuleFault:  # dealt anew, hidden values may not fit together
                    continue
                if seen == seen_there and _differ(told, told_there):
                    found.append(f"{viewer} is told {told}, and {told_there} where hidden things lie otherwise")
            for other, (seen_there, told_there) in here.items():
                if _like(state, option, other, secret) and seen == seen_there and _differ(told, told_there):
                    found.append(f"{viewer} is told {told}, and {told_there} of an option that looks the same")
    return found


def _dealt_anew(state: State, viewer: str | int) -> State:
    """The position with the same dice to come, in which what a viewer cannot see is another."""
    other = state.shuffled_for(viewer, 1)
    generator = slice(ir.CELL_RNG_HIGH, ir.CELL_RNG_LOW + 1)
    other.cells[generator] = state.cells[generator]
    return other


def _after(state: State, option: tuple[Any, ...], viewer: str | int) -> tuple[Any, Any]:
    """What a viewer sees after an option, and what the viewer is told of it."""
    then = state.clone()
    then._run(option)  # one of the options, which are not printed here: there may be thousands
    observed = then.observation(viewer)
    decision = observed.pop("decision") or {}
    seat = _seat(state, viewer)
    passage = then.story(since=then.ply)[-1]
    told = [passage.chosen(seat), *[each.text for each in passage.events if each.is_for(seat)]]
    return (plain(observed), decision.get("player")), (told, decision.get("name"), decision.get("prompt"))


def _seat(state: State, viewer: str | int) -> int:
    return viewer if isinstance(viewer, int) else state.names.index(viewer)


def _differ(told: Any, there: Any) -> bool:
    return bool(told[0] != there[0] or (told[1] == there[1] and told[2] != there[2]))


def _like(state: State, option: tuple[Any, ...], other: tuple[Any, ...], secret: set[int]) -> bool:
    """Whether two options differ in nothing but secret pieces."""
    if option[0] != other[0] or option == other:
        return False
    program = state.game.program
    kinds = [kind for _, kind in program.alternatives[option[0]].params]
    return all(
        a == b
        or (kind.kind == "member" and {_piece(program, kind.domain, a), _piece(program, kind.domain, b)} <= secret)
        for kind, a, b in zip(kinds, option[1:], other[1:], strict=True)
    )


def _piece(program: ir.Program, domain: int, member: int) -> int:
    """The number of a piece, -1 for what is none."""
    base = program.domains[domain].piece_base
    return base + member if base >= 0 and member >= 0 else -1
