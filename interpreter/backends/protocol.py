"""The protocol between a back end and what all back ends share: four small types, each with what it must hold to.

A `BackEnd` translates a program, a `Translation` is shared by all games and threads, a `Runner` carries out one call at
a time on a position that it is given. None of them holds a game. What they do is said in `SEMANTICS.md`; the driver
(`machine.machine`) does the rest in the same way for all: the start, the way from decision to decision, the limits on
blocks and options, and who gets which runner.

Values, wherever they cross this seam: a number, a truth or a member is an int (a bool will do for 0 and 1); a list or a
map is a sequence of values; a set is an int whose bit i says whether member i is in it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from yupana.schemas.errors import UsageError

from ..program import ir

OptionTuple: TypeAlias = tuple[Any, ...]
"""A legal option: the number of its alternative, then a value for each parameter (a tuple of ints for a list)."""

Event: TypeAlias = tuple[Any, ...]
"""What happens, in the order in which it happens: `("log", text, values)`, `("roll", me, purpose, sides, numbers,
*values of the purpose)`, `("shuffle", zone)`, `("draw", source, zone, pieces)` or `("reveal", me, option, lapsed)`."""

Chance: TypeAlias = Callable[[int], int]
"""Gives a number below the one it is given: what a bounded draw is said to have come to."""

Listener: TypeAlias = Callable[[ir.Cells, int, tuple[Any, ...]], None]
"""Is told where a program to be stepped through comes by: the position, the number of the stop, and the values that are
to be seen there. It may take its time, and what it raises ends the call."""

Bound: TypeAlias = tuple[tuple[int, int, Any], ...]
"""Parameters that have a value: (alternative, parameter, value)."""


class TooLargeError(UsageError):
    """A program is beyond what a back end takes; the text is a sentence that says what to do."""


class Search(Protocol):
    """Whoever asks why an option is not offered; it is told how far the listing gets that makes it."""

    wanted: int
    """The alternative of the option."""

    depth: int
    """How many conditions around hold; the runner counts it up and down."""

    def takes(self, parameter: int, value: Any) -> bool:
        """Whether a loop goes on with this value of its parameter (-1: of another alternative)."""

    def fail(self, place: int, bound: Bound, short: tuple[Any, ...] = ()) -> None:
        """A condition does not hold. `short`: of a cost or limit its sort and subject, and both numbers if all may
        know them."""

    def absent(self, parameter: int, bound: Bound) -> None:
        """No value of a loop over this parameter was taken."""

    def emit(self, alternative: int, values: tuple[Any, ...]) -> None:
        """An option came out."""


class Runner(Protocol):
    """Carries out calls on positions, one at a time. Between two calls it keeps nothing that can be noticed.

    All calls but `fresh` and `cells` may raise `faults.Trap` (a rule did what no rule may do; the position is then half
    changed and of no use), `UsageError` (dice set beforehand that do not fit) and whatever is a bug, which
    `Translation.explained` makes sense of.
    """

    def fresh(
        self, sink: Callable[[Event], None] | None, script: list[int] | None, chance: Chance | None = None
    ) -> None:
        """Begin anew, whatever happened before, also a fault: the full allowance of work, and from now on events go to
        `sink` (None: nobody listens) and dice are taken off the front of `script` (None: from the generator). With
        `chance` every bounded draw is asked of it and the generator is left as it is."""

    def cells(self, values: Sequence[int]) -> ir.Cells:
        """A position with these cells, of the sort that this back end likes best."""

    def run(self, cells: ir.Cells, block: int, most: int) -> int:
        """Run blocks, this one first, until one asks or the last one finishes; how many of `most` are left. Running
        out of them is a fault (`faults.endless`). Blocks are numbered in `program.blocks`."""

    def answer(self, cells: ir.Cells, decision: int, option: OptionTuple, most: int) -> int:
        """Keep the values of an option of the decision that waited, and `run` on from the block of its answer."""

    def options(self, cells: ir.Cells, decision: int) -> list[OptionTuple]:
        """The options of the decision that waits, in their order, without those that others stand for. More than
        `limits.OPTIONS` may be cut short by `faults.Crowded`."""

    def prompt(self, cells: ir.Cells, decision: int) -> Sequence[Any]:
        """The values in the prompt of the decision that waits."""

    def call(self, cells: ir.Cells, function: int, arguments: Sequence[Any]) -> Any:
        """What a function that does not wait gives for these arguments (None: nothing); it may change the position."""

    def search(self, cells: ir.Cells, decision: int, search: Search) -> None:
        """Go through the options of the decision that waits, and tell `search` how far the one gets that is wanted."""


class Stepper(Protocol):
    """What a runner may have as `whole_steps`: it takes steps as the driver does with `answer`, `run` and `options`."""

    def step(self, cells: ir.Cells, option: OptionTuple) -> list[OptionTuple] | None:
        """Answer the decision that waits, count it, and go on to the next one that is asked; its options (none: all is
        over). None when it has to be done by parts; the position is then as it was, and nothing was told."""

    def begin(self, cells: ir.Cells) -> list[OptionTuple] | None:
        """Store the starting values and run to the first decision, in the same way."""


class Translation(Protocol):
    """A program as a back end runs it. It never changes: any number of threads may use it at once."""

    text: str
    """What it was turned into, for people who want to see it; "" if there is nothing to see."""

    def runner(self) -> Runner:
        """A runner of its own; a runner is used by one call at a time, and again by another one after it."""

    def explained(self, error: Exception) -> Exception:
        """What is to be raised for what came out of a runner: a `Trap` or `UsageError` as it is, and anything else as
        an `InternalError` that says where it showed."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Games to be played by a back end on its own: those numbered `first` to `end` - 1 of a run with this seed, each
    from the position in `cells`; a new game, which is set up first, or (`goes_on`) one that waits at a decision, with
    a generator that is seeded anew. `bots`: by seat `random`, `first` or `greedy`. A game is given up after `limit`
    decisions; `invariants` are asked before every so many (0: at the end only) and at the end. `stretches`: the cells
    that they read, with those that do as bits. Unless they are to be `judged`, nobody asks how games came out, nor for
    invariants at the end: of a game that ended by itself, winners and scores are not given then. `summed`: games that
    ended by themselves may be added up instead of being given one by one; then `listed` asks for columns of these."""

    cells: Sequence[int]
    seed: int
    first: int
    end: int
    bots: tuple[str, ...]
    limit: int
    invariants: int = 0
    goes_on: bool = False
    stretches: Sequence[tuple[slice, int]] = ()
    judged: bool = True
    summed: bool = False
    listed: bool = False


class Tried(NamedTuple):
    """What a tree search found of an option: how often it was tried, and what that was worth to who decides, on the
    mean and in parts of 65536 (see `TreeSearch.mean`); `known`: 1 if it is known to win the game, -1 if to lose it."""

    times: int
    worth: int
    known: int = 0


@dataclass(frozen=True, slots=True)
class TreeSearch:
    """A search of the tree of what may come from a decision (UCT), which every engine carries out in the same way
    (`backends/wasm/runtime/searching.py`, and `tools.bots.tree` decision by decision).

    `worlds`: positions that wait, which are taken in turn; of all of them one tree is made. There are so many `rounds`,
    from this `seed`, or as many as there is time for (`seconds` above 0). A round is given up after `limit` decisions,
    and its tree is at most `depth` decisions deep. What speaks for an option is the mean of what it was worth, and the
    root of `exploration` (in sixteenths) * logarithm of how often it could be taken / how often it was. Of more than
    `wide` options only so many and `wider` * root of the visits are considered. `margin`, in sixteenths: how much it
    counts by how far one is ahead, beside who wins. `views`: for each world and seat a number that is the same for
    worlds which look the same to that seat, and 0 if it is taken to know what everybody does; empty if all are.
    """

    worlds: Sequence[Sequence[int]]
    rounds: int
    seed: int
    limit: int
    exploration: int
    wide: int
    wider: int
    margin: int
    seconds: float = 0.0
    depth: int = 4096
    views: Sequence[Sequence[int]] = ()

    def mean(self, times: int, worth: int, margins: int, spread: int, opposed: bool) -> int:
        """What an option was worth on the mean, from 0 to 65536: by `worth`, the sum of 2 for winning alone, 1 for a
        draw or a shared win, and 0 for losing; and by the sum of the margins, which lie between -`spread` and
        `spread`. Where all scores have added up to 0 (`opposed`), what one takes others lose: then nothing else
        counts."""
        mean, weight = (worth << 15) // times, 16 if opposed else self.margin
        if not weight or not spread:
            return mean
        lead = ((margins + spread * times) << 15) // (spread * times)
        return (mean * (16 - weight) + lead * weight) >> 4


MARGIN_MOST = 1 << 20
"""What a margin of a tree search is cut to."""


class Foreseen(NamedTuple):
    """What comes of an option: -1 if the game goes on, else with how many who decided shares the win (`shared`; all in
    a draw that nobody wins, 0 if they have lost); whether `chance` was asked; where the game goes on the `features` of
    all seats, one seat after the other."""

    shared: int
    chance: bool
    features: tuple[int, ...]


class PlayedGame(NamedTuple):
    """A game of a batch. `ended`: 0 by itself, 1 at the limit, 2 because the invariant numbered `invariant` was broken;
    `chosen`: how often each alternative was. Of one that ended by itself what it came to: scores by seat, winners, of
    how many sides they are, whether it was a draw."""

    number: int
    decisions: int
    ended: int
    invariant: int
    draw: bool
    winners: tuple[int, ...]
    sides: int
    scores: tuple[int, ...]
    chosen: tuple[int, ...]


class CameOut(NamedTuple):
    """How many `games` came out in the same way: whether as a draw, and with so many winning `sides` (0: nobody wins);
    and `won` by seat how many of them that seat won."""

    draw: bool
    sides: int
    games: int
    won: tuple[int, ...]


class Scores(NamedTuple):
    """The scores of one seat in many games."""

    sum: int
    least: int
    most: int


class Sums(NamedTuple):
    """What many games that ended by themselves came to in all (there is at least one): decisions, how many games came
    out in each way, scores by seat, how often each alternative was chosen, and how many games had each length."""

    games: int
    decisions: int
    came: tuple[CameOut, ...]
    scores: tuple[Scores, ...]
    chosen: tuple[int, ...]
    lengths: dict[int, int]


class Columns(NamedTuple):
    """Many games that ended by themselves, one column for each part of `PlayedGame`, all of one length. `outcome`: 0
    won, 1 a draw, 2 lost; `sides`: of how many sides the winners are; `won[i]`: the seat of the winner number i, where
    there are so many; `scores` by seat, `chosen` by alternative."""

    number: array[int]
    decisions: array[int]
    outcome: array[int]
    winners: array[int]
    sides: array[int]
    won: tuple[array[int], ...]
    scores: tuple[array[int], ...]
    chosen: tuple[array[int], ...]


class PlayedGames(Protocol):
    """Some games of a batch that follow one another."""

    @property
    def sums(self) -> Sums | None:
        """What those of them came to that were added up and are not given one by one; None when there is none."""
        ...

    @property
    def failed(self) -> int:
        """The number of the game after them, when a rule failed in it; nothing else is known of it, and it is to be
        played decision by decision. Else -1."""
        ...

    @property
    def decisions(self) -> Sequence[int]:
        """How many decisions each of them took."""
        ...

    @property
    def columns(self) -> Columns:
        """Those of them that were added up, when they were to be `listed`; else none."""
        ...

    def __iter__(self) -> Iterator[PlayedGame]:
        """One by one, without those that were added up."""
        ...


@runtime_checkable
class Bulk(Protocol):
    """A translation that plays whole games by itself, many times as quickly as decision by decision."""

    @property
    def bots(self) -> frozenset[str]:
        """The bots that it knows."""
        ...

    def play(self, batch: Batch) -> Iterator[PlayedGames]:
        """Play a batch; the games come in their order. What bots choose is the same as outside (`tools.playing`)."""
        ...

    def count(self, cells: Sequence[int], depth: int) -> int | None:
        """The number of legal sequences of `depth` (1 or more) decisions from a position that waits; None when a rule
        fails on the way, or there is no room to count in."""
        ...

    def ranks(self, cells: Sequence[int], numbers: Sequence[int]) -> list[tuple[int, int]] | None:
        """Of the options with these numbers, the least first, of a position that waits, how good each is for who
        decides: 2 if it wins the game, 0 if it loses it, else 1; and the score after it. None when a rule fails on the
        way."""
        ...

    def foresee(self, cells: Sequence[int], numbers: Sequence[int]) -> list[Foreseen] | None:
        """What comes of the options with these numbers of a position that waits. None when a rule fails on the way."""
        ...

    def search(self, search: TreeSearch) -> dict[OptionTuple, Tried]:
        """What a tree search finds: the options that were tried. A round in which a rule fails is worth a draw to all
        who decided on its way."""
        ...


class BackEnd(Protocol):
    """One way to run programs."""

    name: str
    """By which it is chosen."""

    def translate(self, program: ir.Program) -> Translation:
        """Make a program that passed `program.validate` ready to run. Raises TooLargeError when it is beyond what this
        back end takes (the Python machine takes all), and InternalError when it fails otherwise."""
