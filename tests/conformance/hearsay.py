"""What everybody is told of a game, compared between positions that they cannot tell apart.

Two ways are compared as long as a viewer sees the same after them: the same option where what the viewer does not see
is dealt anew, and two options that differ only in what the viewer may not know: in pieces that they do not see, in the
values of secret parameters, or in everything where the choice is secret. What is held back until all have decided is no
secret once it is revealed, and neither is what the viewer is shown, or what the author lets go by `reveal`. Compared is
what was told on the way (the option, the log, what was drawn and rolled) and, where it is the same decision that comes
next, its question and what it offers to the viewer. Which decision comes next is no secret (see LANGUAGE.md).
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from yupana.interpreter.game import SPECTATOR, RuleFault, State
from yupana.interpreter.machine.hearsay import hearsay_of
from yupana.interpreter.machine.observation import hidden_pieces
from yupana.interpreter.machine.telling import Dealt, Event
from yupana.interpreter.program import ir
from yupana.interpreter.view.look import Look
from yupana.tests.found import plain

OPTIONS = 4
"""So many options of one decision are tried."""
DEALS = 2
"""So often what a viewer does not see is dealt anew."""


@dataclass(slots=True)
class Heard:
    """What was compared, counted by sort, and the leaks that were found. `forgiving`: what the author lets go by
    `reveal` is none."""

    forgiving: bool = True
    compared: Counter[str] = field(default_factory=Counter)
    leaks: list[str] = field(default_factory=list)

    def compare(self, sort: str, viewer: str | int, told: Any, there: Any) -> None:
        """Count one comparison; what differs is a leak."""
        self.compared[sort] += 1
        if told != there:
            who = "a spectator" if viewer == SPECTATOR else viewer
            self.leaks.append(f"{sort}: {who} is told {_short(told)}, elsewhere {_short(there)}, and sees the same")


@dataclass(frozen=True, slots=True)
class _After:
    """A position after an option, as a viewer sees it and hears of it."""

    seen: Any
    shown: list[str]
    told: list[str]
    decision: str | None
    asked: Any
    revealed: bool


def listen(state: State, draw: random.Random, heard: Heard, everybody: bool = False) -> None:
    """Compare all that is told of the pending decision: to a spectator and to one player drawn (or to everybody, who
    are dealt to more often)."""
    if state.over:
        return
    offered = list(state.option_tuples())
    some = draw.sample(offered, min(OPTIONS, len(offered)))
    seats = list(state.names)
    for viewer in (SPECTATOR, *(seats if everybody else draw.sample(seats, 1))):
        afters = {option: _after(state, option, viewer, heard.forgiving) for option in some}
        here = {option: after for option, after in afters.items() if after is not None}
        for seed in range(1, (DEALS if everybody else 1) + 1):
            hidden = dealt_anew(state, viewer, seed)
            there = set() if hidden is None else set(hidden.option_tuples())
            for option, one in here.items():
                if hidden is not None and option in there:
                    _compare(heard, "dealt anew", viewer, one, _after(hidden, option, viewer, heard.forgiving))
        secret = hidden_pieces(state.game.machine, state.cells, _seat(state, viewer))
        for option, one in here.items():
            for other, two in here.items():
                if _seat(state, viewer) != state.seat and _like(state, option, other, secret):
                    _compare(heard, "another option", viewer, one, two)


def may_be_shown(state: State) -> bool:
    """Whether the rules show players what they cannot see: then a player may be offered what was shown just before,
    which `dealt_anew` knows nothing of."""
    return any(text.shows for text in state.game.program.texts)


def observed(state: State, viewer: str | int) -> dict[str, Any]:
    """The observation, without the options where they may be of what was shown."""
    seen: dict[str, Any] = plain(state.observation(viewer))
    if seen["decision"] and may_be_shown(state):
        seen["decision"].pop("options", None)
    return seen


def look_around(state: State, look: Look, heard: Heard) -> None:
    """Compare what the observation and the look show everybody, and what is offered, where hidden things differ."""
    for viewer in (SPECTATOR, *state.names):
        seen, shown, offered = observed(state, viewer), screen(state, look, viewer), _offered(state)
        for seed in range(1, DEALS + 1):
            other = dealt_anew(state, viewer, seed)
            if other is None:
                heard.compared["impossible"] += 1
                continue
            heard.compare("observation", viewer, seen, observed(other, viewer))
            heard.compare("look", viewer, shown, screen(other, look, viewer))
            if _seat(state, viewer) == state.seat and not may_be_shown(state):
                heard.compare("options", viewer, offered, _offered(other))


def screen(state: State, look: Look, viewer: str | int) -> list[str]:
    """Every line that the look shows a viewer."""
    seat = _seat(state, viewer)
    seats = range(len(state.names))
    lines = [line for each in (None, *seats) for line in look.panel(state, each, seat)]
    for board in look.boards:
        lines += [line for name, _, _ in board.spaces for line in look.cell(state, board.name, name, seat)]
        lines += [look.label(state, link, seat) for link in board.links]
    for sheet in look.sheets:
        for owner in seats if sheet.owned else (0,):
            for name in [name for row in sheet.rows for name in row if name]:
                lines += look.entry(state, sheet, name, seat, owner) or []
    return lines


def dealt_anew(state: State, viewer: str | int, seed: int) -> State | None:
    """The position with the same dice to come, in which what a viewer cannot see is another; None if the rules have no
    answer to it, or its own invariants break: dealt anew, hidden values may not fit together."""
    try:
        other = state.shuffled_for(viewer, seed)
        generator = slice(ir.CELL_RNG_HIGH, ir.CELL_RNG_LOW + 1)
        other.cells[generator] = state.cells[generator]
        return None if other.broken_invariants else other
    except RuleFault:
        return None


def _offered(state: State) -> list[str]:
    return [] if state.decision is None else [option.text for option in state.decision.options]


def _after(state: State, option: tuple[Any, ...], viewer: str | int, forgiving: bool) -> _After | None:
    """What a viewer sees after an option, and what the viewer is told of it; None where a rule fails."""
    then = state.clone()
    try:
        then._run(option)  # one of the options, which are not printed here: there may be thousands
        observed = then.observation(viewer)
    except RuleFault:
        return None
    decision = observed.pop("decision") or {}
    seat = _seat(state, viewer)
    passage = then.story(since=then.ply)[-1]
    told = [passage.chosen(seat), *_said([each for each in passage.events if each.is_for(seat) and not each.look])]
    if forgiving and then.game.secrets.released[1]:
        told = [passage.chosen(seat), *hearsay_of(then, seat).lines]
    shown = [each.text for each in passage.events if each.is_for(seat) and each.look]
    asked = (decision.get("prompt"), decision.get("options"))
    revealed = 0 < state.cells[ir.CELL_HELD] != then.cells[ir.CELL_HELD]
    return _After((plain(observed), decision.get("player")), shown, told, decision.get("name"), asked, revealed)


def _said(lines: list[Event]) -> list[str]:
    """What lines say; of pieces that were drawn, at once or one by one, which they are: in which order they came is for
    who draws them."""
    drawn = [(each.chance.domain, *sorted(each.chance.members)) for each in lines if _is_drawn(each)]
    return [*[each.text for each in lines if not _is_drawn(each)], *[str(each) for each in sorted(drawn)]]


def _is_drawn(line: Event) -> bool:
    return isinstance(line.chance, Dealt) and bool(line.chance.members)


def _compare(heard: Heard, sort: str, viewer: str | int, one: _After, two: _After | None) -> None:
    if two is None:
        heard.compared["impossible"] += 1
    elif one.revealed:
        heard.compared["revealed"] += 1
    elif one.seen != two.seen or one.shown != two.shown:
        heard.compared["seen to differ"] += 1
    else:
        heard.compare(sort, viewer, one.told, two.told)
        if one.decision == two.decision:
            heard.compare(f"{sort}, the next question", viewer, one.asked, two.asked)


def _seat(state: State, viewer: str | int) -> int:
    return viewer if isinstance(viewer, int) else state.names.index(viewer)


def _like(state: State, option: tuple[Any, ...], other: tuple[Any, ...], secret: set[int]) -> bool:
    """Whether two options differ in nothing but what others than who decides may not know."""
    if option == other:
        return False
    program = state.game.program
    if program.decisions[state.cells[ir.CELL_DECISION]].secret:
        return True
    known = program.alternatives[option[0]]
    if option[0] != other[0]:
        return False
    return known.secret or all(
        a == b
        or number in known.secrets
        or (kind.kind == "member" and {_piece(program, kind.domain, a), _piece(program, kind.domain, b)} <= secret)
        for number, ((_, kind), a, b) in enumerate(zip(known.params, option[1:], other[1:], strict=True))
    )


def _piece(program: ir.Program, domain: int, member: int) -> int:
    """The number of a piece, -1 for what is none."""
    base = program.domains[domain].piece_base
    return base + member if base >= 0 and member >= 0 else -1


def _short(told: Any) -> str:
    text = str(told)
    return text if len(text) < 400 else text[:400] + "…"
