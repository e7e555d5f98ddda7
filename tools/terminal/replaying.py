"""A saved game gone through step by step, as somebody who may see so much of it is told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from yupana.interpreter.game import SPECTATOR, Game, IllegalOption, Passage, RuleFault, State
from yupana.schemas.errors import UsageError
from yupana.schemas.record import SavedGame

from ..documents.playing import ReplayStep
from ..languages.words import Words
from ..playing.invariants import note_broken
from ..shell.console import console
from ..shell.sentences import sentence
from .paint import Painter
from .scene import result


class Viewer(NamedTuple):
    """Who looks on: a player, by name, or somebody from whom nothing is hidden; else one who knows what all know."""

    seat: str | None = None
    open: bool = False


@dataclass(slots=True)
class Replayed:
    """A game as far as it was gone through: the state there, every decision on the way, the rule fault that ended it
    ("": none), and the invariants that did not hold. `viewer` is the number of the viewer's seat, None for one who
    sees everything."""

    save: SavedGame
    state: State
    viewer: int | None = None
    steps: list[ReplayStep] = field(default_factory=list)
    fault: str = ""
    broken: dict[str, int] = field(default_factory=dict)


def go_through(file: str, save: SavedGame, game: Game, to: int | None, viewer: Viewer) -> Replayed:
    """Take the decisions of a saved game again, all or the first ones.

    Raises UsageError when the save holds fewer, when there is no such player, and when a decision is not legal.
    """
    if to is not None and to > len(save.decisions):
        raise UsageError(f"`{file}` holds {len(save.decisions)} decisions; it cannot be replayed to {to}.")
    try:
        state = game.resume(save.model_copy(update={"decisions": []}).to_json())
    except RuleFault as failed:
        failed.command = ""  # this is the command
        raise
    if viewer.seat is not None and viewer.seat not in state.names:
        raise UsageError(f"There is no player `{viewer.seat}`; the players are {', '.join(state.names)}.")
    if viewer.seat is not None and viewer.open:
        raise UsageError("`--seat` shows what one player knows, `--open` everything: give one of them.")
    count = len(save.decisions) if to is None else to
    done = Replayed(save, state.clone())
    note_broken(state, done.broken)
    for number, text in enumerate(save.decisions, start=1):
        try:
            state.apply(text)
        except IllegalOption as refused:
            raise UsageError(sentence(f"decision {number} of `{file}` is not legal: {refused}")) from None
        except RuleFault as failed:
            if number <= count:
                failed.command = ""
                done.fault, done.state = str(failed), state.clone()
            break
        if number <= count:
            note_broken(state, done.broken)
        if number == count:
            done.state = state.clone()
    if viewer.seat is not None:
        done.viewer = state.names.index(viewer.seat)
    else:
        done.viewer = None if viewer.open or state.over else SPECTATOR
    passages = [each for each in done.state.story()[1:] if each.is_for(done.viewer)]
    done.steps = [_step(each, done.viewer) for each in passages]
    if done.viewer is None:
        for step, text in zip(done.steps, save.decisions, strict=False):
            step["option"] = text  # exact, whatever else was offered
    return done


def _step(passage: Passage, viewer: int | None) -> ReplayStep:
    """A decision and what followed from it, as a viewer (None: who sees everything) is told."""
    events = [each.text for each in passage.events if each.is_for(viewer)]
    return {"player": passage.player, "option": passage.chosen(viewer) or Words().say("has_decided"), "events": events}


def document(done: Replayed, viewer: Viewer) -> dict[str, object]:
    """The document of `replay --json`."""
    state = done.state
    return {
        "ruleset": done.save.ruleset,
        "players": list(state.names),
        **({"seed": state.seed} if done.viewer is None else {}),
        **({"seat": viewer.seat} if viewer.seat is not None else {}),
        "decisions": done.steps,
        "over": state.over,
        "scores": list(state.scores.values()) if state.over else None,
        "winners": state.winners if state.over else None,
        "outcome": state.outcome if state.over else None,
        "results": list(state.results.values()) if state.over else None,
        **({"fault": done.fault} if done.fault else {}),
    }


def show(done: Replayed) -> None:
    """Print every decision with what followed from it, and how the game stands at the end."""
    state = done.state
    out = console()
    paint = Painter({}, {}, state.names)
    for number, step in enumerate(done.steps, start=1):
        out.print(paint(f"{number:>4}  {step['player']}: {step['option']}"))
        for event in step["events"]:
            out.print(paint(f"        {event}"))
    if done.fault:
        out.print(done.fault, style="red")
    elif state.over:
        out.print(result(state, paint, Words()))
    elif state.decision is not None:
        secret = state.decision.secret and done.viewer is not None and done.viewer != state.seat
        wants = f": {state.decision.prompt}" if state.decision.prompt and not secret else ""
        out.print(paint(f"After {len(done.steps)} decisions {state.decision.player} decides{wants}"))
