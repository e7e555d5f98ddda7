"""What routines ask of one program at the end of its games: scores, winners, draws, and whether invariants hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...program import ir
from ...program.facts import ProgramFacts
from . import binary as wasm
from .binary import I32

if TYPE_CHECKING:
    from .module_maker import Maker


def judging_names(program: ir.Program, facts: ProgramFacts) -> dict[str, int]:
    """What routines that play whole games know of a program."""
    scoring = program.scoring
    known = (scoring.score, scoring.winners, scoring.draw, scoring.sharing, *scoring.ties)
    asked = [each for each in known if each >= 0]
    asked += [program.features.every] if program.features.items else []
    invariants = [function for _, function in program.invariants]
    return {
        "HAS_SCORE": int(scoring.score >= 0),
        "HAS_ITEMS": int(bool(scoring.items)),
        "HAS_WINNERS": int(scoring.winners >= 0),
        "HAS_DRAW": int(scoring.draw >= 0),
        "TOGETHER": int(scoring.together),
        "HAS_SHARING": int(scoring.sharing >= 0),
        "TIES": len(scoring.ties),
        "SCORING_PURE": int(all(facts.function(each).pure for each in asked)),
        "INVARIANTS": len(invariants),
        "INVARIANTS_PURE": int(all(facts.function(each).pure for each in invariants)),
        "ALTERNATIVES": len(program.alternatives),
        "PLAYERS_MOST": program.max_players,
        "FEATURES": len(program.features.items),
        "ROW_WORDS": row_words(program),
    }


def row_words(program: ir.Program) -> int:
    """How many words the row of a game has (see `runtime/playing.py`)."""
    return 7 + 2 * program.max_players + len(program.alternatives)


def provide_judging(maker: Maker) -> None:
    """Let routines call the functions of the program by what they are for."""
    scoring = maker.program.scoring

    def provide(name: str, functions: Sequence[int], params: int, chosen: bool) -> None:
        own = maker.provided(name, (I32,) * (params + chosen), (I32,))
        numbers = [maker.function_number(each) for each in functions if each >= 0]
        maker.module.functions[own].code = _by_number(numbers, params, chosen)

    provide("score_for", [scoring.score], 1, False)
    provide("tie_for", scoring.ties, 1, True)
    provide("winners_for", [scoring.winners], 0, False)
    provide("draw_for", [scoring.draw], 0, False)
    provide("sharing_for", [scoring.sharing], 0, False)
    provide("features_for", [maker.program.features.every], 1, False)
    provide("holds_for", [function for _, function in maker.program.invariants], 2, True)


def _by_number(functions: Sequence[int], params: int, chosen: bool) -> bytes:
    """Call one of these with the parameters; `chosen`: the first parameter says which, else it is the only one."""
    out = []
    for i, number in enumerate(functions):
        call = b"".join([*[wasm.get(each + chosen) for each in range(params)], wasm.call(number), wasm.RETURN])
        out.append(wasm.get(0) + wasm.const(i) + wasm.EQ + wasm.if_() + call + wasm.END if chosen else call)
    return b"".join(out) + wasm.UNREACHABLE
