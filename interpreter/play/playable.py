"""A program that is ready to be played: starting games, going on with saved ones."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from ..backends.protocol import BackEnd, PlayedGames, TooLargeError
from ..backends.registry import AUTO, USUAL, find_back_end, modules
from ..machine.bulk import long_work
from ..machine.chances import MOST, Draws, Possibility, outcomes
from ..machine.faults import RulesChanged, SaveError
from ..machine.machine import Machine
from ..machine.played import Start
from ..machine.recall import Secrets
from ..machine.results import sides
from ..machine.resuming import Resumed, take_up
from ..machine.saves import start_values
from ..machine.seen import Seen
from ..machine.state import State
from ..machine.why_not import Reasons
from ..passes import PASSES, Pass
from ..program import ir
from ..program.digest import rules_digest


class Game:
    """A ruleset, ready to be played. `program` is its lowered form; `ruleset` the composed declarations, or None when
    it was loaded from a compiled file; `target` the name or path it was loaded by, "" when there is none; `engine` the
    back end that runs it, or its name (see `on`); `reasons` finds what knows the rules behind the conditions, when
    somebody asks why an option is missing."""

    def __init__(
        self, program: ir.Program, ruleset: Any = None, name: str | None = None, target: str = "",
        engine: str | BackEnd = USUAL, reasons: Callable[[], Reasons | None] | None = None, optimised: bool = True,
    ) -> None:  # fmt: skip
        """Not `optimised`, a game is there in half the time, and runs more slowly."""
        self.program = program
        self.ruleset = ruleset
        self.name = name or program.name
        self.target = target
        self.back_end = find_back_end(engine)
        self.passes: tuple[Pass, ...] = PASSES if optimised else ()
        self._find_reasons = reasons
        self._others: dict[BackEnd, Game] = {}
        if engine == AUTO and not self._takes_it():
            self.back_end = USUAL

    def on(self, engine: str | BackEnd) -> Game:
        """The same game, run by another back end, or by its name: `python`, `native`, or `auto` for the quickest that
        is there and takes it. Raises UsageError for a name that none has, and for one that cannot run here. One that
        does not take a ruleset of this size says so when its first game starts."""
        back_end = find_back_end(engine)
        if engine == AUTO and back_end is not USUAL:
            quickest = self.on(back_end)
            return quickest if quickest._takes_it() else self.on(USUAL)
        if back_end is self.back_end:
            return self
        other = self._others.get(back_end)
        if other is None:
            own = self.program, self.ruleset, self.name, self.target
            other = Game(*own, back_end, lambda: self.reasons, optimised=bool(self.passes))
            self._others[back_end], other._others[self.back_end] = other, self
        return other

    def _takes_it(self) -> bool:
        """Whether the back end takes rules of this size."""
        try:
            return self.machine is not None
        except TooLargeError:
            return False

    @cached_property
    def machine(self) -> Machine:
        """The running side; made when it is first needed."""
        return Machine(self.program, self.back_end, self.passes)

    def carried(self) -> bytes:
        """The game as it is to go to another process that trusts this one: with what was compiled, machine code too,
        and without its files. See `arrived`."""
        own = self.program, self.name, self.target, self.back_end.name, bool(self.passes)
        return pickle.dumps((*own, self.machine.translation), pickle.HIGHEST_PROTOCOL)

    @classmethod
    def arrived(cls, data: bytes) -> Game:
        """A game that another process of this version has `carried` here. As much as code is trusted who gives it."""
        program, name, target, engine, optimised, translation = pickle.loads(data)
        game = cls(program, None, name, target, engine, optimised=optimised)
        game.machine = Machine(program, game.back_end, game.passes, translation)
        return game

    @cached_property
    def secrets(self) -> Secrets:
        """What is hidden from some seat; false when nothing is."""
        return Secrets(self.program, lambda: self.machine)

    @cached_property
    def reasons(self) -> Reasons | None:
        """What says why options are missing in the words of the rules; None where the rules are not at hand."""
        return None if self._find_reasons is None else self._find_reasons()

    @property
    def title(self) -> str:
        """The game's title."""
        return self.program.title

    @property
    def min_players(self) -> int:
        """The smallest number of players."""
        return self.program.min_players

    @property
    def max_players(self) -> int:
        """The largest number of players."""
        return self.program.max_players

    @property
    def together(self) -> bool:
        """Whether all who play win together or lose together."""
        return self.program.scoring.together

    def sides(self, players: int) -> tuple[int, ...]:
        """Who wins and loses together, by seat the first seat of the same side: a team, all who play together, or
        everybody alone."""
        return sides(self.program, players)

    def teams(self, players: int) -> dict[str, tuple[int, ...]]:
        """The teams of a game of so many, by name, with their seats; none where nobody plays in a team."""
        scoring = self.program.scoring
        teams = scoring.teams[:players]
        if not teams:
            return {}
        names, seats = self.program.domains[scoring.team_domain].names, range(len(teams))
        return {names[team]: tuple([seat for seat in seats if teams[seat] == team]) for team in sorted({*teams})}

    @property
    def elsewhere(self) -> str:
        """How a command must name the ruleset of a saved game; "" when the name in the save is enough."""
        return "" if self.target == self.program.name else self.target

    @cached_property
    def rules(self) -> str:
        """A digest of what decides play: of two rulesets with the same, every game goes alike."""
        return self.program.rules or rules_digest(self.program)

    @cached_property
    def counted(self) -> str:
        """A digest of what decides play and of what is counted of games: invariants, items of the scoring. Of two
        rulesets with the same, whole runs come out alike."""
        return rules_digest(self.program, counted=True)

    @property
    def elements(self) -> tuple[tuple[str, str], ...]:
        """The paths of what the ruleset declares and rules need, each with a digest; empty where nobody has worked them
        out."""
        return self.program.elements

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the quantities that the ruleset says may matter, in their order."""
        return tuple([name for name, _ in self.program.features.items])

    @property
    def invariant_places(self) -> dict[str, ir.Place]:
        """Where each invariant stands in the ruleset."""
        program = self.program
        found = {name: program.functions[function].place for name, function in program.invariants}
        return {name: program.places[place] for name, place in found.items() if 0 <= place < len(program.places)}

    @property
    def source(self) -> str:
        """What the rules were turned into to be run, for people: Python code, unless another engine runs them."""
        return self.machine.translation.text

    def playouts(
        self, bots: Sequence[str], end: int, *, first: int = 0, players: int | None = None, seed: int = 1,
        options: Mapping[str, Any] | None = None, limit: int = 100_000, invariants: int = 0,
        summed: bool = False, listed: bool = False,
    ) -> Iterator[PlayedGames] | None:  # fmt: skip
        """Games `first` to `end` - 1 of a run, played by bots (by seat; `random`, `first` or `greedy`) inside of the
        engine: the same games as from decision to decision, and much quicker. None when the engine does not play on
        its own, or does not know the bots. A game is given up after `limit` decisions; the invariants are asked before
        every so many (`invariants`; 0: not before the end) and at the end. The games come in batches, in their order;
        `summed`: those that end by themselves may be added up in the `sums` of a batch and are then not given one by
        one; with `listed` the batch has `columns` of these.

        Raises UsageError for what the ruleset does not offer.
        """
        players = self.min_players if players is None else players
        values = start_values(self.program, players, seed, options or {})
        cells = self.machine.new_state(players, 0, [values[name] for name, _ in self.program.layout.options])
        work = long_work(self.machine, cells)
        return None if work is None else work.new_games(bots, first, end, seed, limit, invariants, summed, listed)

    def module(self) -> bytes:
        """The game as one file of WebAssembly that needs neither Yupana nor Python (`backends/wasm/INTERFACE.md`)."""
        return modules().standalone(self.program)

    def start(
        self,
        players: int | None = None,
        seed: int = 1,
        options: Mapping[str, Any] | None = None,
        *,
        main: int = -1,
        rolls: Sequence[int] | None = None,
        draws: Sequence[int] | Draws | None = None,
        engine: str | BackEnd | None = None,
    ) -> State:
        """A new game at its first decision. `players` defaults to the smallest number; `options` are the ruleset's, by
        name. `main` runs another waiting function instead of the flow and `rolls` sets the first dice, both for
        examples; `draws` says how all chance of the set-up comes out (see `starts`). `engine` runs this one game (see
        `on`).

        Raises UsageError for what the ruleset does not offer, RuleFault when the set-up faults.
        """
        if engine is not None and (other := self.on(engine)) is not self:
            return other.start(players, seed, options, main=main, rolls=rolls, draws=draws)
        players = self.min_players if players is None else players
        values = start_values(self.program, players, seed, options or {})
        machine = self.machine
        cells = machine.new_state(players, seed, [values[name] for name, _ in self.program.layout.options])
        state = State(self, Start(players, seed, values), cells)
        state.begin(main, rolls, Draws.of(draws))
        return state

    def starts(
        self, players: int | None = None, options: Mapping[str, Any] | None = None, *, seed: int = 1, most: int = MOST,
        merge: bool = False,
    ) -> list[Possibility]:  # fmt: skip
        """All games that the set-up can lead to, with exact weights that add up to 1. `seed` is that of what comes by
        chance later; `merge` puts equal positions together.

        Raises UsageError for what the ruleset does not offer, or when there are more than `most`.
        """
        players = self.min_players if players is None else players
        values = start_values(self.program, players, seed, options or {})
        cells = self.machine.new_state(players, seed, [values[name] for name, _ in self.program.layout.options])

        def begun(draws: Draws) -> State:
            state = State(self, Start(players, seed, values), cells)
            state.begin(-1, None, draws)
            return state

        return outcomes(begun, most, merge)

    def seen(self, players: int | None = None, options: Mapping[str, Any] | None = None) -> Seen:
        """What a seat sees of this game's positions, as numbers that always stand in the same places (see `Seen`).

        Raises UsageError for what the ruleset does not offer.
        """
        players = self.min_players if players is None else players
        values = start_values(self.program, players, 1, options or {})
        return Seen(self.machine, players, [values[name] for name, _ in self.program.layout.options])

    def resume(self, saved: str | Mapping[str, Any]) -> State:
        """The game that `State.to_json` saved, played again decision by decision. Where the rules have changed since
        and it goes another way for it, there is a RulesChanged warning.

        Raises SaveError when it cannot be read, belongs to another ruleset or holds a decision that is not legal;
        `take_up` goes as far as it can.
        """
        found = self.take_up(saved)
        if found.stopped:
            raise SaveError(" ".join([f"decision {found.stopped} of the saved game is not legal:", *found.told()]))
        if not found.as_it_was:
            warnings.warn(" ".join(found.told()), RulesChanged, stacklevel=2)
        return found.state

    def take_up(
        self, saved: str | Mapping[str, Any], upto: int | None = None, watch: Callable[[State], None] | None = None
    ) -> Resumed:
        """The game that `State.to_json` saved, as far as it goes under these rules (see `Resumed`); or up to so many
        decisions. `watch` is called with each position.

        Raises SaveError when it cannot be read, belongs to another ruleset or holds a decision that was never legal.
        """
        return take_up(self, saved, upto, watch)
