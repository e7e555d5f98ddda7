"""Paired playouts: the same seeds and the same bots under the old and under the new rules, and what came out.

What is counted in a game: its decisions and rounds, scores and winners by seat, how often each action was taken, how
often each component was used (named in an option that was taken, or moved to another zone by it; once for a decision),
and how it ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.elements import index

from ..simulation.playouts import Plan, Playout, play_one
from ..simulation.workers import spread
from .probes import ending_elements, probed

if TYPE_CHECKING:
    from yupana.interpreter.compile import Compiled
    from yupana.interpreter.elements import Elements
    from yupana.interpreter.game import Game, State
    from yupana.schemas.ruleset import Ruleset

_COMPONENTS = {"kind", "space", "link"}


@dataclass(slots=True)
class Measured:
    """One playout and what was counted in it. `rounds` tells how often each repeated step of the flow was gone through;
    `end` says what ended the game."""

    playout: Playout
    uses: Counter[str] = field(default_factory=Counter)
    rounds: dict[str, int] = field(default_factory=dict)
    end: str = ""


class Meter:
    """Plays games of one ruleset on an engine and counts."""

    def __init__(self, compiled: Compiled, elements: Elements | None = None, engine: str = "python") -> None:
        assert compiled.ruleset is not None
        elements = elements or index(compiled)
        self._probed = probed(compiled, elements)
        self._ending = ending_elements(elements)
        self.game = self._probed.game.on(engine)
        self._groups = _groups(self.game, compiled.ruleset)
        self._pieces = _pieces(self.game, self._groups)

    def play(self, plan: Plan, index: int) -> Measured:
        """Play game number `index` of a plan."""
        measured = Measured(Playout(index, 0, 0, {}))
        layout = self.game.program.layout
        zones = slice(layout.piece_zone, layout.piece_zone + layout.pieces)
        alternatives = self.game.program.alternatives
        used = measured.uses

        def watch(state: State, before: Sequence[int], option: tuple[Any, ...]) -> None:
            named: set[str] = set()
            for (_, kind), value in zip(alternatives[option[0]].params, option[1:], strict=True):
                names = self._groups.get(kind.domain) if kind.kind == "member" else None
                if names is not None:
                    for each in value if kind.many else (value,):
                        if each >= 0:
                            named.add(names[each])
            was, now = before[zones], state.cells[zones]
            if was != now:
                pieces = self._pieces
                named.update([pieces[i] for i, zone in enumerate(now) if zone != was[i] and pieces[i]])
            used.update(named)
            if state.over:
                measured.rounds = self._probed.rounds(state)
                measured.end = self._probed.end(state, self._ending)

        measured.playout = play_one(self.game, plan, index, watch)
        return measured


def _groups(game: Game, ruleset: Ruleset) -> dict[int, list[str]]:
    """For every domain of components, the entry that each member comes from."""
    found: dict[int, list[str]] = {}
    for number, domain in enumerate(game.program.domains):
        if domain.sort in _COMPONENTS:
            kind = next((each for name, each in ruleset.kinds.items() if name == domain.name), None)
            entries = {str(name) for name in kind.entries} if kind is not None else set()
            found[number] = [f"{domain.name} {_entry(name, entries)}" for name in domain.names]
    return found


def _entry(name: str, entries: set[str]) -> str:
    """The entry of a kind that a piece comes from: itself, or the one that says how many there are."""
    counted = name.rpartition("_")[0]
    return name if name in entries or counted not in entries else counted


def _pieces(game: Game, groups: dict[int, list[str]]) -> list[str]:
    """For every piece, the entry it comes from."""
    names = [""] * game.program.layout.pieces
    for number, domain in enumerate(game.program.domains):
        if domain.piece_base >= 0:
            for index, name in enumerate(groups.get(number, ())):
                names[domain.piece_base + index] = name
    return names


# ---------------------------------------------------------------- pairs

_meters: tuple[Meter, Meter] | None = None  # of a worker process


def play_pairs(
    meters: tuple[Meter, Meter], plans: tuple[Plan, Plan], workers: int = 1
) -> Iterator[tuple[Measured, Measured]]:
    """Play the games of both plans pair by pair, in order, whatever the number of workers.

    Workers are processes started afresh (`spawn`), which compile both rulesets themselves.
    """
    games = plans[0].games
    workers = min(workers, games)
    if workers <= 1:
        for index in range(games):
            yield _pair(meters, plans, index)
        return
    size = max(1, min(games // (4 * workers), 50))
    chunks = [range(first, min(first + size, games)) for first in range(0, games, size)]
    targets = (plans[0].target, plans[1].target, plans[0].engine)
    done: dict[int, list[tuple[Measured, Measured]]] = {}
    following = 0
    for number, pairs in spread(workers, _start_worker, targets, _play_chunk, [(plans, chunk) for chunk in chunks]):
        done[number] = pairs
        while following in done:
            yield from done.pop(following)
            following += 1


def _pair(meters: tuple[Meter, Meter], plans: tuple[Plan, Plan], index: int) -> tuple[Measured, Measured]:
    return meters[0].play(plans[0], index), meters[1].play(plans[1], index)


def _start_worker(old: str, new: str, engine: str) -> None:
    global _meters
    _meters = Meter(compile_ruleset(old), engine=engine), Meter(compile_ruleset(new), engine=engine)


def _play_chunk(plans: tuple[Plan, Plan], indices: range) -> list[tuple[Measured, Measured]]:
    assert _meters is not None
    return [_pair(_meters, plans, index) for index in indices]
