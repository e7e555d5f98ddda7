"""A finding as people read it: decisions as texts, a saved game, the command that shows it, an example to paste."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from yupana.interpreter.game import InternalError, RuleFault
from yupana.schemas.quoting import scalar

from .plan import Finding

if TYPE_CHECKING:
    from yupana.interpreter.game import Game, State


def finish(game: Game, finding: Finding) -> None:
    """Say the decisions as texts, and save the game that they make."""
    origin = finding.origin
    try:
        state = game.start(origin.players, origin.seed, dict(origin.options))
    except RuleFault as fault:
        finding.save, finding.command = fault.save, fault.command
        return
    for each in finding.taken:
        try:
            state.apply_tuple(each)
        except RuleFault as fault:
            finding.words, finding.save, finding.command = fault.message, fault.save, fault.command
            _tell(finding, state, [*state.history, (fault.player, _last(fault.save))])
            return
        except InternalError as error:
            decision = state.decision
            assert decision is not None
            text = next(option.text for option in decision.options if option.tuple == each)
            finding.save = state.to_json()
            finding.words = str(error)
            _tell(finding, state, [*state.history, (decision.player, text)])
            return
    finding.save = state.to_json()
    _tell(finding, state, state.history)


def _last(save: str) -> str:
    """The last decision of a saved game."""
    decisions: list[str] = json.loads(save)["decisions"]
    return decisions[-1]


def _tell(finding: Finding, state: State, decisions: list[tuple[str, str]]) -> None:
    finding.decisions = decisions
    if finding.sort == "long":
        return
    many = len(decisions)
    after = f" after {many} decision{'' if many == 1 else 's'}" if many else " at the start"
    if finding.sort == "invariant":
        finding.words += after


def name_of(finding: Finding, number: int) -> str:
    """What its example and its save are called."""
    return f"fuzz_{number}_{finding.sort}"


def example(finding: Finding, number: int) -> str:
    """The finding as an example of the ruleset, ready to paste. It fails as long as a rule fails or an invariant does
    not hold; of what else can be wrong it leads to the position."""
    return "\n".join(["examples:", *[f"  {line}" for line in _lines(finding, number)]]) + "\n"


def _lines(finding: Finding, number: int) -> Iterator[str]:
    origin = finding.origin
    yield f"{name_of(finding, number)}:"
    yield f"  text: {json.dumps(finding.words, ensure_ascii=False)}"
    yield f"  players: {origin.players}"
    yield f"  seed: {origin.seed}"
    if origin.options:
        yield "  options:"
        yield from [f"    {name}: {_quoted(value)}" for name, value in origin.options]
    if finding.decisions:
        yield "  when: |"
        yield from [f"    {player}: {option}" for player, option in finding.decisions]


def _quoted(text: str) -> str:
    return text if text.isdecimal() else scalar(text)
