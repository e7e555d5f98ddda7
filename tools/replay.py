"""`yupana replay`: a saved game step by step."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import FAULTS, AsJson, UsageError, console, leave, load_game, print_json, sentence

if TYPE_CHECKING:
    from yupana.interpreter.game import State


def replay(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A saved game; - for standard input.", show_default=False)
    ],
    to: Annotated[int | None, typer.Option("--to", min=0, help="Stop after so many decisions.")] = None,
    ruleset: Annotated[str | None, typer.Option("--ruleset", metavar="NAME", help="Where its ruleset is.")] = None,
    as_json: AsJson = False,
) -> None:
    """Go through a saved game step by step.

    Shows every decision, what followed from it, and the result. The save must belong to the ruleset as it is now.
    Exits 1 when the rules fail on the way.
    """
    from yupana.interpreter.game import IllegalOption, RuleFault
    from yupana.schemas.record import read_save

    from .saves import ruleset_of

    save = read_save(sys.stdin.read() if file == "-" else Path(file))
    game = ruleset_of(file, save, ruleset, load_game, f"yupana replay {file} --ruleset PATH")
    if to is not None and to > len(save.decisions):
        raise UsageError(f"`{file}` holds {len(save.decisions)} decisions; it cannot be replayed to {to}.")
    steps: list[dict[str, object]] = []
    fault = ""
    state = game.resume(save.model_copy(update={"decisions": []}).to_json())
    for number, text in enumerate(save.decisions[:to], start=1):
        try:
            steps.append(_step(state, text))
        except IllegalOption as refused:
            raise UsageError(sentence(f"decision {number} of `{file}` is not legal: {refused}")) from None
        except RuleFault as failed:
            failed.command = ""
            fault = str(failed)
    if as_json:
        document: dict[str, object] = {
            "ruleset": save.ruleset,
            "players": list(state.names),
            "seed": state.seed,
            "decisions": steps,
            "over": state.over,
            "scores": list(state.scores.values()) if state.over else None,
            "winners": state.winners if state.over else None,
        }
        if fault:
            document["fault"] = fault
        print_json("replay", document)
    else:
        _show(state, steps, fault)
    if fault:
        leave(FAULTS)


def _step(state: State, option: str) -> dict[str, object]:
    """Take one decision; what it was and what followed, with all secrets: a replay is for afterwards."""
    decision = state.decision
    told = len(state.events)
    state.apply(option)
    events = [each.text for each in state.events[told:]]
    return {"player": decision.player if decision else None, "option": option, "events": events}


def _show(state: State, steps: list[dict[str, object]], fault: str) -> None:
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
        wants = f": {state.decision.prompt}" if state.decision.prompt else ""
        out.print(paint(f"After {len(steps)} decisions {state.decision.player} decides{wants}"))
