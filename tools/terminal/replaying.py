"""A saved game gone through step by step, as somebody who may see so much of it is told."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import NamedTuple

from yupana.interpreter.game import SPECTATOR, Game, Passage, Resumed, RuleFault, State
from yupana.schemas.errors import UsageError
from yupana.schemas.record import SavedGame

from ..book.names import headed
from ..documents.playing import ReplayStep
from ..languages.words import Words
from ..playing.invariants import note_broken
from ..shell.colours import FAINT
from ..shell.console import console
from .paint import Painter
from .scene import result


class Viewer(NamedTuple):
    """Who looks on: a player, by name, or somebody from whom nothing is hidden; else one who knows what all know."""

    seat: str | None = None
    open: bool = False


@dataclass(slots=True)
class Replayed:
    """A game as far as it was gone through: the state there, every decision on the way (`said`: as people read it), the
    rule fault that ended it ("": none), and the invariants that did not hold. `viewer` is the number of the viewer's
    seat, None for one who sees everything; `found` is what changed rules have made of it."""

    save: SavedGame
    state: State
    viewer: int | None = None
    steps: list[ReplayStep] = field(default_factory=list)
    said: list[ReplayStep] = field(default_factory=list)
    fault: str = ""
    broken: dict[str, int] = field(default_factory=dict)
    found: Resumed | None = None

    def told(self) -> list[str]:
        """What is to be said of changed rules."""
        return [] if self.found is None else self.found.told(open_=self.viewer is None)


def go_through(file: str, save: SavedGame, game: Game, to: int | None, viewer: Viewer) -> Replayed:
    """Take the decisions of a saved game again, all or the first ones.

    Raises UsageError when the save holds fewer, when there is no such player, and when a decision was never legal.
    """
    if to is not None and to > len(save.decisions):
        raise UsageError(f"`{file}` holds {len(save.decisions)} decisions; it cannot be replayed to {to}.")
    count = len(save.decisions) if to is None else to
    broken: dict[str, int] = {}
    stood: list[State] = []

    def at(state: State) -> None:
        if not stood:
            _must_be_there(viewer, state)
        if len(stood) <= count:
            note_broken(state, broken)
        stood.append(state.clone())

    found, failed = None, None
    try:
        found = game.take_up(save.to_json(), watch=at)
        failed = found.fault
    except RuleFault as fault:
        fault.command = ""  # this is the command
        if not stood:
            raise
        failed = fault
    done = Replayed(save, stood[min(count, len(stood) - 1)], found=found, broken=broken)
    if failed is not None and len(stood) <= count:
        failed.command = ""
        done.fault = str(failed)
    state = stood[-1]
    if viewer.seat is not None:
        done.viewer = state.names.index(viewer.seat)
    else:
        done.viewer = None if viewer.open or state.over else SPECTATOR
    passages = [each for each in done.state.story()[1:] if each.is_for(done.viewer)]
    done.steps = [_step(each, done.viewer) for each in passages]
    done.said = [_said(each, done.viewer) for each in passages]
    if done.viewer is None:
        for step, text in zip(done.steps, save.decisions, strict=False):
            step["option"] = text  # exact, whatever else was offered
    return done


def _must_be_there(viewer: Viewer, state: State) -> None:
    """Raises UsageError when the viewer is nobody of this game."""
    if viewer.seat is not None and viewer.seat not in state.names:
        raise UsageError(f"There is no player `{viewer.seat}`; the players are {', '.join(state.names)}.")
    if viewer.seat is not None and viewer.open:
        raise UsageError("`--seat` shows what one player knows, `--open` everything: give one of them.")


def _step(passage: Passage, viewer: int | None) -> ReplayStep:
    """A decision and what followed from it, as a viewer (None: who sees everything) is told."""
    events = [each.text for each in passage.events if each.is_for(viewer)]
    return {"player": passage.player, "option": passage.chosen(viewer) or Words().say("has_decided"), "events": events}


def _said(passage: Passage, viewer: int | None) -> ReplayStep:
    """The same as people read it; an option of which nothing is told is left empty."""
    events = [each.said for each in passage.events if each.is_for(viewer)]
    return {"player": passage.player, "option": passage.said(viewer), "events": events}


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
        "places": list(state.places.values()) if state.over else None,
        **({"fault": done.fault} if done.fault else {}),
        **({"changed": told} if (told := done.told()) else {}),
    }


def show(done: Replayed, paint: Painter, words: Words) -> None:
    """Print every decision with what followed from it, and how the game stands at the end: in the words of people, and
    faintly behind them the option as it is typed."""
    state = done.state
    for line in done.told():
        sys.stderr.write(f"{line}\n")
    out = console()
    for number, (step, said) in enumerate(zip(done.steps, done.said, strict=True), start=1):
        player, option = headed(paint.word(step["player"])), said["option"] or words.say("has_decided")
        told = paint.said(f"{number:>4}  {words.say('asks', player=player, prompt=option)}")
        if said["option"] and step["option"] != said["option"]:
            told.append(f"  {step['option']}", FAINT)
        out.print(told)
        for event in said["events"]:
            out.print(paint.said(f"        {event}"))
    if done.fault:
        out.print(done.fault, style="red")
    elif state.over:
        out.print(result(state, paint, words))
    elif state.decision is not None:
        secret = state.decision.secret and done.viewer is not None and done.viewer != state.seat
        player, prompt = headed(paint.word(state.decision.player)), "" if secret else state.decision.prompt
        asked = words.say("asks", player=player, prompt=prompt) if prompt else words.say("decides", player=player)
        out.print(paint.said(words.say("stands_after", count=len(done.steps), asked=asked)))
