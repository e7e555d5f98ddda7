"""A census of playouts: which options, steps and pieces come up when many games are played.

Two kinds of games are played in turn: with bots that choose at random, and with bots that prefer the kind of option
they have seen taken least. The same ruleset and seed give the same census on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from yupana.interpreter.examples.running import run_examples
from yupana.interpreter.game import Game, RuleFault, State
from yupana.interpreter.view.look import Look
from yupana.schemas.carried import every
from yupana.schemas.moves import read_move
from yupana.schemas.source import Span

from ..playing.looking import SeenLook

if TYPE_CHECKING:
    from .study import Study

MOST_GAMES = 40
MOST_DECISIONS = 8_000
"""No more games are begun when so many decisions have been taken."""
LONGEST_GAME = 2_000
BETWEEN_LOOKS = 97
"""The table is drawn after so many decisions, and at the end of each game."""


@dataclass(slots=True)
class Fault:
    """A place at which a rule fault ended games: the first of them, and how many there were; or (`look`) a line that
    could not be drawn."""

    message: str
    span: Span | None
    element: str
    players: int
    seed: int
    decisions: int
    games: int = 1
    look: bool = False


@dataclass(slots=True)
class Census:
    """What came up: `offered` are names of actions and other options, `steps` names of steps. `menus` counts for every
    menu the decisions in which it had something to offer, `moved` for every entry (kind, name) the games in which one
    of its pieces was elsewhere than where it starts. `ended` games came to their end."""

    games: int = 0
    ended: int = 0
    decisions: int = 0
    broken: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    """By invariant that did not hold: players, seed and decisions of the first position found."""
    faults: list[Fault] = field(default_factory=list)
    offered: set[str] = field(default_factory=set)
    steps: set[str] = field(default_factory=set)
    menus: Counter[str] = field(default_factory=Counter)
    moved: Counter[tuple[str, str]] = field(default_factory=Counter)


def take_census(study: Study) -> Census:
    """Play the games, and add what the examples do."""
    program = study.compiled.program
    game = Game(program, study.ruleset)
    census = Census()
    taker = _Taker(study, game, census)
    for index in study.progress("playouts", range(MOST_GAMES)):
        if census.decisions < MOST_DECISIONS:
            taker.play(index)
    _learn_from_examples(study, census)
    return census


class _Taker:
    def __init__(self, study: Study, game: Game, census: Census) -> None:
        self.study = study
        self.game = game
        self.census = census
        self.seen = SeenLook(Look(study.compiled))
        self.taken: Counter[int] = Counter()
        program = game.program
        world = study.analysis.world
        tables = study.compiled.tables
        self.scopes = {name: tables.cell[step] for name, step in world.steps.items()}
        self.names = {number: (each.name, each.action) for number, each in enumerate(program.alternatives)}
        menus = {str(name): [str(menu) for menu in each.menu] for name, each in every(study.ruleset, "actions").items()}
        self.menus = {number: menus.get(each.action, []) for number, each in enumerate(program.alternatives)}
        families = {each.first + i: each.name for each in program.families for i in range(each.count)}
        self.pieces: list[tuple[int, int, tuple[str, str], frozenset[int]]] = []
        for domain in world.domains:
            for index in range(domain.size if domain.piece_base >= 0 else 0):
                entry = domain.entry_of(index)
                start = domain.starts[index] if index < len(domain.starts) else None
                home = frozenset(zone for zone, family in families.items() if family == start) or frozenset((-1,))
                self.pieces.append((domain.piece_base + index, index, (domain.name, entry), home))

    def play(self, index: int) -> None:
        """One game: random, or curious; with the options of the game by turns as they are and at random."""
        random = Random((self.study.seed << 16) + index)
        program = self.game.program
        spread = program.max_players - program.min_players + 1
        players = program.min_players + (index // 2) % spread
        options: dict[str, Any] = {}
        if index % 4 >= 2:
            for each in program.game_options:
                options[each.name] = self._value(each, random)
        state: State | None = None
        try:
            state = self.game.start(players, self.study.seed + index, options)
            moved: set[tuple[str, str]] = set()
            for _ in range(LONGEST_GAME):
                if state.over:
                    break
                self._note_pieces(state, moved)
                if self.census.decisions % BETWEEN_LOOKS == 0:
                    self._draw(state)
                self._ask_invariants(state)
                tuples = state.option_tuples()
                state.apply_tuple(self._choose(tuples, random, curious=index % 2 == 1))
                self.census.decisions += 1
            self.census.moved.update(moved)
            self.census.ended += state.over
            self._draw(state)
            self._ask_invariants(state)
        except RuleFault as fault:  # what came up before it counts
            self._note(fault, players, self.study.seed + index, 0 if state is None else state.ply)
        self.census.games += 1

    def _note(self, fault: RuleFault, players: int, seed: int, decisions: int, *, look: bool = False) -> None:
        """Note a fault, each place once."""
        span = Span(fault.file, fault.line, fault.column, fault.line, fault.column + 1) if fault.file else None
        for known in self.census.faults:
            if known.span == span and (span is not None or known.message == fault.message):
                known.games += 1
                return
        self.census.faults.append(Fault(fault.message, span, fault.element, players, seed, decisions, look=look))

    def _ask_invariants(self, state: State) -> None:
        """Note the first position in which an invariant does not hold."""
        for name in state.broken_invariants:
            self.census.broken.setdefault(name, (state.players, state.seed, state.ply))

    def _value(self, option: Any, random: Random) -> bool | int | str:
        """A value of an option of the game: truth, a number, or the name of a member."""
        if option.type.kind == "member":
            names: tuple[str, ...] = self.game.program.domains[option.type.domain].names
            return names[int(random.random() * len(names))]
        if option.type.kind == "bool":
            return random.random() < 0.5
        low, high = int(option.low), int(option.high)
        return low + int(random.random() * (high - low + 1))

    def _draw(self, state: State) -> None:
        """Draw the table for who decides, or at the end for who watches, and note what fails in it."""
        self.seen.whole(state, state.seat)
        while self.seen.untold:
            self._note(self.seen.untold.pop(0), state.players, state.seed, state.ply, look=True)

    def _note_pieces(self, state: State, moved: set[tuple[str, str]]) -> None:
        cells, layout = state.cells, self.game.program.layout
        for name, cell in self.scopes.items():
            if cells[cell]:
                self.census.steps.add(name)
        first = layout.piece_zone
        for piece, _, entry, home in self.pieces:
            if entry not in moved and cells[first + piece] not in home:
                moved.add(entry)

    def _choose(self, tuples: Sequence[Any], random: Random, *, curious: bool) -> Any:
        kinds = {each[0] for each in tuples}
        for kind in kinds:
            self.census.offered.update(self.names[kind])
        self.census.menus.update({menu for kind in kinds for menu in self.menus[kind]})
        if curious:
            least = min(self.taken[kind] for kind in kinds)
            rare = {kind for kind in kinds if self.taken[kind] == least}
            tuples = [each for each in tuples if each[0] in rare]
        chosen = tuples[int(random.random() * len(tuples))]
        self.taken[chosen[0]] += 1
        return chosen


def _learn_from_examples(study: Study, census: Census) -> None:
    """An option that a passing example takes can come up."""
    passing = {each.name for each in run_examples(study.compiled) if each.ok}
    for name, example in study.ruleset.examples.items():
        if name not in passing:
            continue
        for move in example.when:
            for player, code in move.items():
                done = read_move(code.text)
                if player != "then" and not done.claim:
                    census.offered.add(done.option.partition("(")[0].strip())
