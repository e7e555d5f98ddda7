"""One position of one game: what is to be decided, deciding it, copies, saving, and taking back.

The cells of a position are never changed: a decision is carried out on a copy, which becomes the position when all went
well. So a copy of a state is free, taking back is keeping the old one, and after a fault nothing has happened.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from ..backends.protocol import Event as Raw
from ..backends.protocol import OptionTuple
from ..program import ir
from . import results, rng, words
from .bulk import LongWork, long_work
from .chances import MOST, Draws, Possibility, made, option_and_draws, outcomes
from .dealing import Dealt, bound, dealt_anew, possible
from .faults import IllegalOption, NothingPossible, Trap, UsageError
from .invariants import Read
from .observation import Observation, observe, observed_decision, seat_of
from .options import Decision, Option, choose
from .past import Past, Step, steps_to
from .played import Played, Start
from .positions import begin_here
from .recall import Memory
from .results import Outcome, Result
from .retold import Retelling
from .saves import Faults, fault_in, plain_options, saved_game
from .standing import Standing, standing
from .story import Passage, story
from .telling import SPECTATOR, Event
from .why_not import WhyNot, explain


class State:
    """One position of one game, always at a decision or at the end. `apply` changes it; `clone` copies it."""

    __slots__ = (
        "_cells", "_decision", "_first_events", "_future", "_options", "_past", "_rolls", "_sound", "_stands_in",
        "_start", "first_draws", "game",
    )  # fmt: skip

    def __init__(self, game: Played, start: Start, cells: ir.Cells) -> None:
        self.game = game
        self._start = start
        self._cells = cells
        self._options: list[OptionTuple] = []
        self._decision: Decision | None = None
        self._past: Past | None = None
        self._sound: Read | None = None  # what the invariants read where they held last
        self._future: tuple[tuple[OptionTuple, tuple[int, ...] | None], ...] = ()
        self._first_events: tuple[Any, ...] = ()
        self.first_draws: tuple[int, ...] | None = None
        self._rolls: list[int] | None = None
        self._stands_in: tuple[State, int, Past | None, ir.Cells] | None = None  # for a position as a seat sees it

    # ------------------------------------------------------------ where the game stands

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._cells[ir.CELL_DECISION] < 0

    @property
    def decision(self) -> Decision | None:
        """What is to be decided, or None at the end."""
        number = self._cells[ir.CELL_DECISION]
        if number < 0:
            return None
        if self._decision is None:
            machine = self.game.machine
            with Faults(self):
                values = machine.prompt(self._cells)
            known = machine.program.decisions[number]
            self._decision = Decision(machine.printer, known, self.seat, values, self._options)
        return self._decision

    @property
    def seat(self) -> int:
        """The seat that decides, from 0; -1 at the end."""
        return self._cells[ir.CELL_DECIDER]

    @property
    def players(self) -> int:
        """How many players there are."""
        return self._start.players

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple([self.game.machine.printer.player(seat) for seat in range(self._start.players)])

    @property
    def seed(self) -> int:
        """The seed the game started with."""
        return self._start.seed

    @property
    def options(self) -> dict[str, int | bool | str]:
        """The game's options by name, as `Game.start` takes them."""
        return plain_options(self.game.program, self._start.options)

    @property
    def ply(self) -> int:
        """How many decisions have been taken."""
        return self._cells[ir.CELL_PLY]

    @property
    def held_since(self) -> int:
        """While decisions are held back until all have decided, one more than were taken before the first; else 0."""
        return self._cells[ir.CELL_HELD]

    @property
    def cells(self) -> ir.Cells:
        """The position itself (see `program.ir`); it may be shared and must not be changed."""
        return self._cells

    @property
    def chance(self) -> tuple[int, int]:
        """The state of the random generator: while two games have the same, chance has run alike in both."""
        return self._cells[ir.CELL_RNG_HIGH], self._cells[ir.CELL_RNG_LOW]

    @property
    def key(self) -> bytes:
        """The exact position, for comparing and hashing."""
        return array("i", self._cells).tobytes()

    @property
    def decisions(self) -> list[str]:
        """The decisions taken so far, each in its exact form."""
        return [text for _, text in self.history]

    @property
    def history(self) -> list[tuple[str, str]]:
        """The decisions taken so far: (player, option in its exact form)."""
        printer = self.game.machine.printer
        return [(printer.player(step.seat), printer.option(step.option, exact=True)) for step in self.taken]

    # ------------------------------------------------------------ deciding

    def apply(self, option: Option | str, draws: Sequence[int] | Draws | None = None) -> None:
        """Take a decision: one of `decision.options`, or its text (arguments may be left out while one option fits).

        `draws` says how chance comes out (see `chances`), one number from 1 for every draw, in place of the generator.
        Raises IllegalOption, with what would be legal, RuleFault, or UsageError for draws that do not fit; the state is
        then unchanged.
        """
        if isinstance(option, str) and draws is None:
            option, draws = option_and_draws(option)
        chosen = choose(self.game.machine.printer, self.decision, self._options, option)
        self._run(chosen, Draws.of(draws))
        self._future = ()

    def chances(self, option: Option | str, most: int = MOST, *, merge: bool = False) -> list[Possibility]:
        """All that chance can make of an option, with exact weights that add up to 1; this state stays as it is. An
        option without chance has one outcome. `merge` puts equal positions together.

        Raises IllegalOption, RuleFault, or UsageError when there are more than `most` outcomes.
        """
        chosen = choose(self.game.machine.printer, self.decision, self._options, option)

        def carried_out(draws: Draws) -> State:
            other = self.clone()
            other._run(chosen, draws)
            other._future = ()
            return other

        return outcomes(carried_out, most, merge)

    def option_tuples(self) -> list[OptionTuple]:
        """The legal options as tuples (alternative, value, …), for playouts: the list must not be changed."""
        return self._options

    def apply_tuple(self, option: OptionTuple, told: bool = False) -> None:
        """Take a decision that is one of `option_tuples()`, which is not tested again; nothing is logged unless `told`.

        Raises RuleFault; the state is then unchanged.
        """
        if told or self._rolls is not None:
            self._run(option)
            return
        before = self._cells
        cells = before[:]
        try:
            self._options = self.game.machine.step(cells, option)
        except Trap as trap:
            raise fault_in(self, trap, option) from None
        self._past = self._past, option, before, (), None, None
        self._cells = cells
        self._decision = None
        self._future = ()

    def offers(self, text: str) -> bool:
        """Whether an option that reads like this, with arguments left out at will, is legal now."""
        try:
            choose(self.game.machine.printer, self.decision, self._options, text, suggest=False)
        except IllegalOption as error:
            return error.several
        return True

    def standing(self, text: str) -> Standing:
        """Whether an option that reads like this is offered to who decides, or why not (see `standing`)."""
        return standing(self.game.machine, self._cells, self.decision, self._options, text)

    def why_not(self, text: str) -> str:
        """Why an option is not offered, in a sentence or two with the author's code; or that it is."""
        return self.why(text).exact

    def why(self, text: str) -> WhyNot:
        """The same as people read it, and with the author's code."""
        with Faults(self):
            return explain(self.game.machine, self._cells, self.decision, self._options, text, self.game.reasons)

    def begin(self, main: int, rolls: Sequence[int] | None, draws: Draws | None = None) -> None:
        """Run to the first decision; `Game.start` calls this once."""
        cells, events, script = self._cells[:], list[Raw](), None if rolls is None else list(rolls)
        with Faults(self):
            options = self.game.machine.begin(cells, main, events.append, script, draws)
        self._first_events = tuple(events)
        self.first_draws = made(cells, draws)
        self._cells, self._options, self._decision, self._rolls = cells, options, None, script

    def _run(self, option: OptionTuple, draws: Draws | None = None) -> None:
        """Answer the decision with one of the legal options, and keep what happens."""
        before, rolls = self._cells, self._rolls
        cells, events, script = before[:], list[Raw](), None if rolls is None else list(rolls)
        with Faults(self, option):
            options = self.game.machine.step(cells, option, events.append, script, draws)
        self._past = self._past, option, before, tuple(events), rolls, made(cells, draws)
        self._cells, self._options, self._decision, self._rolls = cells, options, None, script

    @property
    def long_work(self) -> LongWork | None:
        """What the engine can do from here on its own; None when it can do nothing."""
        return None if self.over or self._rolls is not None else long_work(self.game.machine, self._cells)

    # ------------------------------------------------------------ results and what is seen

    @property
    def points(self) -> tuple[int, ...]:
        """Every player's score as if the game ended here, by seat."""
        with Faults(self):
            return results.points(self.game.machine, self._cells)

    @property
    def scores(self) -> dict[str, int]:
        """Every player's score as if the game ended here, by name."""
        return dict(zip(self.names, self.points, strict=True))

    def score_items(self, player: str | int) -> dict[str, int]:
        """One player's score, item by item."""
        with Faults(self):
            return results.items(self.game.machine, self._cells, seat_of(self.names, player))

    def features(self, player: str | int) -> tuple[int, ...]:
        """The numbers of the ruleset's features for a player, in the order of `Game.features`. Raises RuleFault."""
        with Faults(self):
            seat = player if type(player) is int else seat_of(self.names, player)
            return results.features(self.game.machine, self._cells, seat)

    @property
    def winners(self) -> list[str]:
        """Who wins or shares a draw, as if the game ended here."""
        return [self.names[seat] for seat in self.winner_seats]

    @property
    def winner_seats(self) -> tuple[int, ...]:
        """The same by seat."""
        with Faults(self):
            return results.winners(self.game.machine, self._cells)

    @property
    def winning_teams(self) -> list[str]:
        """Which teams win or share a draw, as if the game ended here; none where nobody plays in a team."""
        won = self.winner_seats
        return [name for name, seats in self.game.teams(self.players).items() if seats[0] in won]

    @property
    def sharing(self) -> int:
        """By how many sides a win or a draw is shared, as if the game ended here: a team is one, and so are all who
        play together. 0 where the game is lost."""
        with Faults(self):
            return results.sharing(self.game.machine, self._cells)

    @property
    def outcome(self) -> Outcome:
        """How it comes out, as if the game ended here: `won`, a `draw`, or (by a player alone without a win) `lost`."""
        with Faults(self):
            return results.outcome(self.game.machine, self._cells)

    @property
    def results(self) -> dict[str, Result]:
        """How it comes out for every player, by name: `win`, `draw` or `lose`."""
        with Faults(self):
            return dict(zip(self.names, results.by_seat(self.game.machine, self._cells), strict=True))

    @property
    def places(self) -> dict[str, int]:
        """Every player's place as if the game ended here, by name: 1 for who wins."""
        with Faults(self):
            return dict(zip(self.names, results.places(self.game.machine, self._cells), strict=True))

    @property
    def report(self) -> list[str]:
        """The ruleset's own lines about each player's result, as people read them."""
        with Faults(self):
            return results.report(self.game.machine, self._cells)

    @property
    def broken_invariants(self) -> list[str]:
        """The names of the ruleset's invariants that do not hold here."""
        if not (machine := self.game.machine).program.invariants:
            return []
        read = machine.invariants.read(self._cells)
        with Faults(self):
            broken = results.broken_invariants(machine, self._cells, machine.invariants.to_ask(read, self._sound))
        if not broken:
            self._sound = read
        return broken

    def observation(self, player: str | int) -> Observation:
        """What a player (or SPECTATOR) may see, as plain JSON data: fields, zones, what is decided."""
        seat = seat_of(self.names, player, SPECTATOR)
        shown = observed_decision(self.decision, seat)
        with Faults(self):
            return observe(self.game.machine, self._cells, seat, shown)

    def table(self, player: str | int, wanted: Callable[[str], bool]) -> Observation:
        """The same without what is decided, and only with fields that by their names are `wanted`."""
        seat = seat_of(self.names, player, SPECTATOR)
        with Faults(self):
            return observe(self.game.machine, self._cells, seat, None, wanted)

    @property
    def events(self) -> list[Event]:
        """What has happened so far, besides the decisions, as lines with their audience."""
        return [event for passage in self.story() for event in passage.events]

    def story(self, since: int = 0) -> list[Passage]:
        """The set-up, then each decision with what it led to, every line with its audience; not the first `since`."""
        with Faults(self):
            return story(self.game.machine, self._first_events, steps_to(self._past), self._cells, since)

    def shuffled_for(self, player: str | int, seed: int) -> State:
        """A copy in which everything that this player (or SPECTATOR) cannot see is dealt anew."""
        seat = seat_of(self.names, player, SPECTATOR)
        with Faults(self):
            return self._elsewhere(dealt_anew(self.game.machine, self._cells, self._past, seat, seed), seat)

    def memory(self, player: str | int, before: Memory | None = None) -> Memory:
        """What a player (or SPECTATOR) can know here of what is hidden. What they knew `before` grows and is it. A
        position that was dealt for the player is known by all that they had seen in the one that it stands in for."""
        seat = seat_of(self.names, player, SPECTATOR)
        memory = before
        if memory is None and self._stands_in is not None and self._stands_in[1] == seat:
            true, _, past, cells = self._stands_in
            memory = true.memory(seat)
            memory.stand_in(past, cells)
        memory = memory or Memory(self.game.secrets, seat)
        with Faults(self):
            memory.follow(self._past, self._cells)
        return memory

    def possible(self, player: str | int, seed: int, memory: Memory | None = None) -> State:
        """A position that this player (or SPECTATOR) must take for possible after all that they have seen, with chance
        from another seed; it offers the same options when the player decides. `memory` is theirs of this game.
        Where none is found that agrees with all of it, it agrees with what they see now, and `memory.unfit` counts it.
        Raises NothingPossible where there is none of that either."""
        if not self.game.secrets:
            return self.reseeded(seed)
        known = self.memory(player, memory)
        with Faults(self):
            found = possible(known, self._options, self._cells, self._past, seed)
        if found is None:
            raise NothingPossible("no position was found that looks like this one to who sees so much of it")
        return self._elsewhere(found, known.seat)

    def _elsewhere(self, dealt: Dealt, viewer: int | None = None) -> State:
        """A copy in another position, which stands in for this one if it was dealt for a viewer."""
        other = self.clone()
        if viewer is not None:
            other._stands_in = self.clone(), viewer, dealt[2], dealt[0]
        other._cells, other._options, other._past = dealt
        other._decision, other._future = None, ()
        return other

    def reseeded(self, seed: int) -> State:
        """A copy in which chance comes from another seed from here on."""
        return self._elsewhere((rng.reseeded(self._cells, seed), self._options, self._past))

    # ------------------------------------------------------------ copies, saving, taking back

    def told_by(self, retelling: Retelling) -> State:
        """The same position in the words of another game of the same rules, with what led to it."""
        other = self.clone()
        other.game, other._decision = retelling.game, None
        with Faults(other):
            other._first_events = retelling.begun(self._start, self._first_events)
            other._past = retelling.past(self._past)
        return other

    def clone(self) -> State:
        """An independent copy; it costs no more than a few references."""
        other = State.__new__(State)
        for name in State.__slots__:
            setattr(other, name, getattr(self, name))
        return other

    def to_json(self, seats: Sequence[str] = ()) -> str:
        """The saved game as JSON text; `seats` says who sat where: `human`, or a bot as it is written."""
        return saved_game(self, None, seats)

    @property
    def taken(self) -> list[Step]:
        """The decisions taken so far, each with the position in which it was taken."""
        return steps_to(self._past)

    @property
    def steps(self) -> tuple[bool, bool]:
        """Whether the last decision can be taken back without force, and whether one can be taken again."""
        with Faults(self):
            return not bound(self.game, self._past, self._cells), bool(self._future)

    def undo(self, force: bool = False) -> None:
        """Take the last decision back. Raises UsageError when there is none, or when it revealed something (dice, a
        shuffle, a draw, a secret choice, a hidden piece or value, by the game's end all) and `force` is not set."""
        with Faults(self):
            why = "" if force and self._past is not None else bound(self.game, self._past, self._cells)
            if why or self._past is None:
                raise UsageError(words.phrase(self.game.machine, why))
            step = Step(*self._past)
            self._options = self.game.machine.legal(step.cells)
        self._past = step.before
        self._future = (*self._future, (step.option, step.draws))
        self._cells, self._decision, self._rolls = step.cells, None, step.rolls

    def redo(self) -> None:
        """Take the decision again that was taken back last. Raises UsageError when there is none."""
        if not self._future:
            raise UsageError(words.phrase(self.game.machine, "redo_nothing"))
        *rest, (option, draws) = self._future
        self._run(option, Draws.of(draws))
        self._future = tuple(rest)

    # ------------------------------------------------------------ outside the rules: for examples and editors

    def carry_out(self, function: int) -> None:
        """Carry out a function that does not wait, outside the rules: what it puts together is the first position that
        is noted. What is legal afterwards is listed anew. Raises RuleFault; the state is then unchanged."""
        cells, machine = self._cells[:], self.game.machine
        with Faults(self):
            machine.call(cells, function)
            begin_here(machine.program, self._cells, cells, machine.call)
            options = machine.legal(cells)
        self._cells, self._options, self._decision, self._future = cells, options, None, ()

    def go_on(self, function: int = -1, rolls: Sequence[int] = ()) -> None:
        """Where nothing is left to run, run a waiting function (-1: the flow); `rolls` are the next dice, if any. What
        is run instead of the flow is what the story begins with."""
        cells, events, script = self._cells[:], list[Raw](), [*rolls] if rolls else self._rolls and [*self._rolls]
        with Faults(self):
            options = self.game.machine.run(cells, function, events.append, script)
        self._first_events = (*(self._first_events if function < 0 else ()), *events)
        self._cells, self._options, self._decision, self._rolls = cells, options, None, script

    def as_first_player(self) -> None:
        """Let the first player act where nobody does."""
        if self._cells[ir.CELL_ME] < 0:
            self._cells = self._cells[:]
            self._cells[ir.CELL_ME] = self._cells[ir.CELL_ACTIVE] = 0

    def ask(self, function: int, *arguments: int, seat: int = -1) -> Any:
        """The value that a function has here, to a seat's player if given; nothing changes. Raises RuleFault."""
        cells = self._cells[:]
        cells[ir.CELL_ME] = seat if seat >= 0 else cells[ir.CELL_ME]
        with Faults(self):
            return self.game.machine.call(cells, function, *arguments)

    def script(self, rolls: Sequence[int]) -> None:
        """Set the next dice (a pick takes the number of the element, from 1); using more is then a UsageError."""
        self._rolls = list(rolls)

    @property
    def rolls_left(self) -> int:
        """How many dice that were set beforehand have not been used."""
        return len(self._rolls or ())
