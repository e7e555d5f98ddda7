"""`yupana replay`: a saved game step by step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import FAULTS, AsJson, UsageError, console, leave, print_json, seat_names

if TYPE_CHECKING:
    from yupana.interpreter.game import State


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.", show_default=False)],
    to: Annotated[int | None, typer.Option("--to", min=0, help="Stop after so many decisions.")] = None,
    ruleset: Annotated[str | None, typer.Option("--ruleset", metavar="NAME", help="Where its ruleset is.")] = None,
    as_json: AsJson = False,
) -> None:
    """Replay a saved game: every decision, what followed from it, and the result.

    The save must belong to the ruleset as it is now. Exits 1 when the rules fail on the way.
    """
    from yupana.interpreter.game import RuleFault
    from yupana.schemas.record import read_save

    from .saves import game_of, read_text

    text = read_text(file)
    save = read_save(text)
    game = game_of(file, text, ruleset)
    whole = game.resume(text)
    if to is not None and to > len(save.decisions):
        raise UsageError(f"`{file}` holds {len(save.decisions)} decisions; it cannot be replayed to {to}.")
    state = game.start(players=whole.players, seed=whole.seed, options=dict(whole.options))
    steps: list[dict[str, object]] = []
    fault = ""
    try:
        for text in save.decisions[: len(save.decisions) if to is None else to]:
            steps.append(_step(state, str(text)))
    except RuleFault as failed:
        fault = str(failed)
    if as_json:
        document: dict[str, object] = {
            "ruleset": game.program.name,
            "players": whole.players,
            "seed": whole.seed,
            "decisions": steps,
            "over": state.over,
            "scores": list(state.scores) if state.over else None,
            "winners": list(state.winners) if state.over else None,
        }
        if fault:
            document["fault"] = fault
        print_json(document)
    else:
        _show(state, steps, fault, seat_names(game, whole.players))
    if fault:
        leave(FAULTS)


def _step(state: State, option: str) -> dict[str, object]:
    player = state.decision.player
    told = len(list(state.events))
    state.apply(option)
    return {"player": player, "option": option, "events": [str(each) for each in list(state.events)[told:]]}


def _show(state: State, steps: list[dict[str, object]], fault: str, seats: list[str]) -> None:
    from .terminal.paint import Painter
    from .terminal.scene import result

    out = console()
    paint = Painter({}, {}, seats)
    for number, step in enumerate(steps, start=1):
        line = paint(f"{number:>4}  {step['player']}: {step['option']}")
        out.print(line)
        for event in step["events"] if isinstance(step["events"], list) else ():
            out.print(paint(f"        {event}"))
    if fault:
        out.print(fault, style="red")
    elif state.over:
        out.print(result(state, seats, paint))
    else:
        out.print(paint(f"After {len(steps)} decisions {state.decision.player} decides: {state.decision.prompt}"))
