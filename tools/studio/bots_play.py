"""Bots at the studio's table: each decision is thought about for a bounded time, and between two of them the page is
answered. What thinks is this process itself, since a browser has no other."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from yupana.interpreter.game import RuleFault
from yupana.schemas.errors import UsageError

from ..bots.numbers import game_seed
from ..bots.seats import BOTS, HUMAN, make_bot
from ..page.faults import Refused, what_failed
from .played import Played

SECONDS = 0.3
"""How long a bot thinks that thinks as long as it may."""

BOUNDED = ("flat", "mcts")
"""Bots that look as far as there is time."""

OFFERED = [HUMAN, *[f"{name}:{SECONDS:g}s" if name in BOUNDED else name for name in BOTS]]
"""Who may sit on a seat."""


def seats_of(words: Sequence[str], players: int) -> tuple[str, ...]:
    """Who sits on the seats, as it is written; people on those of which nothing is said. Raises Refused."""
    found = [*words, *[HUMAN] * players][:players]
    for each in found:
        name, _, amount = each.partition(":")
        if each not in OFFERED and (name not in BOUNDED or amount):
            raise Refused(400, f"There is no bot `{each[:40]}` at this table.")
    return tuple([f"{each}:{SECONDS:g}s" if each in BOUNDED else each for each in found])


def choice(played: Played, spec: str) -> int:
    """The number of the option that a bot takes for who decides. Raises Refused."""
    state = played.state
    seed = game_seed(state.seed, state.ply * 64 + state.seat + 1)
    try:
        return make_bot(spec, seed).choose(state.clone(), state.option_tuples())
    except (RuleFault, UsageError) as fault:
        raise Refused(409, what_failed(fault)) from None


async def breathe(seconds: float = 0.0) -> None:
    """Let the page be answered."""
    await asyncio.sleep(seconds)
