"""`yupana replay`: a saved game step by step."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from yupana.schemas.host import quote

from .common import FAULTS, AsJson, UsageError, console, leave, load_game, print_json, sentence

if TYPE_CHECKING:
    from yupana.interpreter.game import Passage, State


def replay(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A saved game; - for standard input.", show_default=False)
    ],
    to: Annotated[int | None, typer.Option("--to", min=0, help="Stop after so many decisions.")] = None,
    ruleset: Annotated[str | None, typer.Option("--ruleset", metavar="NAME", help="Where its ruleset is.")] = None,
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="PLAYER", help="What this player was told.", show_default=False)
    ] = None,
    open_: Annotated[bool, typer.Option("--open", help="Hide nothing of an unfinished game.")] = False,
    as_json: AsJson = False,
) -> None:
    """Go through a saved game step by step.

    Shows every decision, what followed from it, and the result. Of a game that is not finished only what all players
    know is shown, or what one of them knows (`--seat`), or everything (`--open`). The save must belong to the ruleset
    as it is now. Exits 1 when the rules fail, or an invariant does not hold, on the way.
    """
    from yupana.interpreter.game import SPECTATOR, IllegalOption, RuleFault
    from yupana.schemas.record import read_save

    from .saves import ruleset_of
    from .terminal.invariants import note_broken

    save = read_save(sys.stdin.read() if file == "-" else Path(file))
    game = ruleset_of(file, save, ruleset, load_game, f"{quote(['yupana', 'replay', file])} --ruleset PATH")
    if to is not None and to > len(save.decisions):
        raise UsageError(f"`{file}` holds {len(save.decisions)} decisions; it cannot be replayed to {to}.")
    fault = ""
    try:
        state = game.resume(save.model_copy(update={"decisions": []}).to_json())
    except RuleFault as failed:
        failed.command = ""  # this is the command
        raise
    if seat is not None and seat not in state.names:
        raise UsageError(f"There is no player `{seat}`; the players are {', '.join(state.names)}.")
    if seat is not None and open_:
        raise UsageError("`--seat` shows what one player knows, `--open` everything: give one of them.")
    count = len(save.decisions) if to is None else to
    shown = state.clone()
    broken: dict[str, int] = {}
    note_broken(state, broken)
    for number, text in enumerate(save.decisions, start=1):
        try:
            state.apply(text)
        except IllegalOption as refused:
            raise UsageError(sentence(f"decision {number} of `{file}` is not legal: {refused}")) from None
        except RuleFault as failed:
            if number <= count:
                failed.command = ""
                fault, shown = str(failed), state.clone()
            break
        if number <= count:
            note_broken(state, broken)
        if number == count:
            shown = state.clone()
    viewer = state.names.index(seat) if seat is not None else None if open_ or state.over else SPECTATOR
    steps = [_step(passage, viewer) for passage in shown.story()]
    if viewer is None:
        for step, text in zip(steps[1:], save.decisions, strict=False):
            step["option"] = text  # exact, whatever else was offered
    if as_json:
        document: dict[str, object] = {
            "ruleset": save.ruleset,
            "players": list(shown.names),
            **({"seed": shown.seed} if viewer is None else {}),
            **({"seat": seat} if seat is not None else {}),
            "decisions": steps[1:],
            "over": shown.over,
            "scores": list(shown.scores.values()) if shown.over else None,
            "winners": shown.winners if shown.over else None,
        }
        if fault:
            document["fault"] = fault
        print_json("replay", document)
    else:
        _show(shown, steps[1:], fault, viewer)
    if fault or broken:
        leave(FAULTS)


def _step(passage: Passage, viewer: int | None) -> dict[str, object]:
    """A decision and what followed from it, as a viewer (None: who sees everything) is told."""
    from .languages.words import Words

    events = [each.text for each in passage.events if each.is_for(viewer)]
    return {"player": passage.player, "option": passage.chosen(viewer) or Words().say("has_decided"), "events": events}


def _show(state: State, steps: list[dict[str, object]], fault: str, viewer: int | None) -> None:
    from .languages.words import Words
    from .terminal.paint import Painter
    from .terminal.scene import result

    out = console()
    paint = Painter({}, {}, state.names)
    for number, step in enumerate(steps, start=1):
        out.print(paint(f"{number:>4}  {step['player']}: {step['option']}"))
        for event in step["events"] if isinstance(step["events"], list) else ():
            out.print(paint(f"        {event}"))
    if fault:
        out.print(fault, style="red")
    elif state.over:
        out.print(result(state, paint, Words()))
    elif state.decision is not None:
        secret = state.decision.secret and viewer is not None and viewer != state.seat
        wants = f": {state.decision.prompt}" if state.decision.prompt and not secret else ""
        out.print(paint(f"After {len(steps)} decisions {state.decision.player} decides{wants}"))
