"""A stand-in for what a seat sees, until `about.py` and `view.py` are there."""

from __future__ import annotations

from typing import Any

from yupana.interpreter.game import State

from .shelf import Ready


def about_of(opened: Ready, language: str) -> dict[str, Any]:
    """What never changes while a table stands."""
    program = opened.game.program
    return {"ruleset": program.name, "title": opened.title, "hash": program.hash, "language": language or "en"}


def view_of(state: State, seat: int, opened: Ready, since: int = 0) -> dict[str, Any]:
    """What one seat sees of a position."""
    observation: dict[str, Any] = dict(state.observation(seat))
    del observation["decision"]
    decision, shown = state.decision, None
    if decision is not None:
        shown = {"player": decision.player, "name": decision.name, "mine": decision.seat == seat}
        if decision.seat == seat or not decision.secret:
            shown["prompt"] = decision.prompt
        if decision.seat == seat:
            shown["options"] = [[each[0], *each[1:]] for each in state.option_tuples()]
            shown["texts"] = list(decision.texts)
    log = [
        {"ply": number, "player": each.player or None, "text": each.chosen(seat) or None,
         "lines": [event.text for event in each.events if event.is_for(seat)]}
        for number, each in enumerate(state.story(since), since) if each.is_for(seat)
    ]  # fmt: skip
    scores = {name: {"total": total, "items": state.score_items(name)} for name, total in state.scores.items()}
    result = {"outcome": state.outcome, "winners": state.winners, "report": state.report} if state.over else None
    return {
        "ply": state.ply, "seat": seat, "player": state.names[seat] if seat >= 0 else None,
        "players": list(state.names), "over": state.over, "observation": observation,
        "picture": {"boards": {}, "labels": {}, "sheets": {}, "table": [], "players": {}},
        "decision": shown, "scores": scores, "result": result, "log": log,
        "can": {"undo": False, "redo": False, "why": bool(shown and shown["mine"])},
    }  # fmt: skip
