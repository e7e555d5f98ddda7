"""Paired playouts: the same seeds and the same bots under the old and under the new rules, and what came out.

What is counted in a game: its decisions and rounds, scores and winners by seat, how often each action was taken, how
often each component was used (named in an option that was taken, or moved to another zone by it; once for a decision),
and how it ended. Of games by bots that look further than the next option, which are more like those of people, measures
of game quality are taken too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from yupana.interpreter.compile import compile_ruleset
from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.game import RuleFault
from yupana.interpreter.index.elements import index
from yupana.interpreter.play.coverage import marked

from ..bots.seats import thinks
from ..measures.components import Components
from ..measures.figures import measures_of, values_of
from ..measures.record import Match, Worth, play_record
from ..simulation.playouts import Plan, Playout, play_one
from ..simulation.workers import Carried, spread
from .coming import NOTHING, Came, Look, New
from .probes import ending_elements, probed

if TYPE_CHECKING:
    from yupana.interpreter.game import State
    from yupana.interpreter.index.elements import Elements

COUNTED = frozenset({"completion", "won", "drawn", "length", "score", "margin"})
"""Measures that the tables of a comparison tell by other names."""


@dataclass(slots=True)
class Measured:
    """One playout and what was counted in it. `rounds` tells how often each repeated step of the flow was gone through;
    `end` says what ended the game; `measures` are its values by the names of the measures; `came` is what it came
    to of what is new."""

    playout: Playout
    uses: Counter[str] = field(default_factory=Counter)
    rounds: dict[str, int] = field(default_factory=dict)
    end: str = ""
    measures: dict[str, float] = field(default_factory=dict)
    came: Came = field(default_factory=Came)


class Meter:
    """Plays games of one ruleset on an engine and counts, also whether they come to what is `new`."""

    def __init__(
        self, compiled: SoundRuleset, elements: Elements | None = None, engine: str = "python", new: New = NOTHING
    ) -> None:
        elements = elements or index(compiled)
        self._probed = probed(compiled, elements, new.questions)
        self.new = new
        self._ending = ending_elements(elements)
        self._marked = marked(self._probed.game.on(engine), new.elements)
        self.game = self._marked.game if self._marked.points else self._probed.game.on(engine)
        self._components = Components(self.game)

    def ready(self, plan: Plan) -> None:
        """Have the game compiled."""
        with suppress(RuleFault):  # a fault comes with its game
            self.game.start(plan.players, plan.seed, plan.options)

    def play(self, plan: Plan, index: int) -> Measured:
        """Play game number `index` of a plan."""
        measured = Measured(Playout(index, 0, 0, {}))
        components = self._components
        look = Look(self.new, self._probed.asked)
        measured.came = look.came

        def watch(state: State, before: Sequence[int], option: tuple[Any, ...]) -> None:
            measured.uses.update(components.named(option) | components.moved(before, state.cells))
            look.at(state)
            self._note(state, look.came)
            if state.over:
                measured.rounds = self._probed.rounds(state)
                measured.end = self._probed.end(state, self._ending)

        if not any(map(thinks, plan.bots)):
            measured.playout = play_one(self.game, plan, index, watch)
            return measured
        scored = bool(self.game.program.scoring.items)
        worth: Worth = "" if plan.players == 1 else "points" if scored else "rollouts"
        record = play_record(self.game, Match(plan, components, worth), index, watch)
        taken = values_of(record, measures_of(self.game, components))
        measured.measures.update({key: value for key, value in taken.items() if key not in COUNTED})
        measured.playout = record.playout
        return measured


    def _note(self, state: State, came: Came) -> None:
        """Note what of what is new was carried out on the way to a position."""
        points = self._marked.points
        if points:
            came.carried = frozenset(points[number].element for number in self._marked.numbers(state))


# ---------------------------------------------------------------- pairs


def play_pairs(
    meters: tuple[Meter, Meter], plans: tuple[Plan, Plan], workers: int = 1
) -> Iterator[tuple[Measured, Measured]]:
    """Play the games of both plans pair by pair, in order, whatever the number of workers."""
    games = plans[0].games
    workers = min(workers, games)
    if workers <= 1:
        for index in range(games):
            yield _pair(meters, plans, index)
        return
    # games by bots that think are long, and what a chunk takes nobody sees
    size = 1 if any(map(thinks, plans[0].bots)) else max(1, min(games // (4 * workers), 50))
    chunks = [range(first, min(first + size, games)) for first in range(0, games, size)]
    targets = plans[0].target, plans[1].target, plans[0].engine, meters[1].new
    carried = Carried(lambda: _ready(meters, plans), lambda: (_anew, targets))
    done: dict[int, list[tuple[Measured, Measured]]] = {}
    following = 0
    for number, pairs in spread(workers, carried, _play_chunk, [(plans, chunk) for chunk in chunks]):
        done[number] = pairs
        while following in done:
            yield from done.pop(following)
            following += 1


def _pair(meters: tuple[Meter, Meter], plans: tuple[Plan, Plan], index: int) -> tuple[Measured, Measured]:
    return meters[0].play(plans[0], index), meters[1].play(plans[1], index)


def _ready(meters: tuple[Meter, Meter], plans: tuple[Plan, Plan]) -> tuple[Meter, Meter]:
    """Meters whose games are compiled, for many to share."""
    for meter, plan in zip(meters, plans, strict=True):
        meter.ready(plan)
    return meters


def _anew(old: str, new: str, engine: str, looked_for: New) -> tuple[Meter, Meter]:
    one, two = compile_ruleset(old), compile_ruleset(new)
    assert isinstance(one, SoundRuleset) and isinstance(two, SoundRuleset)  # noqa: PT018 - as the parent found them
    return Meter(one, engine=engine), Meter(two, engine=engine, new=looked_for)


def _play_chunk(
    meters: tuple[Meter, Meter], plans: tuple[Plan, Plan], indices: range
) -> list[tuple[Measured, Measured]]:  # fmt: skip
    return [_pair(meters, plans, index) for index in indices]
