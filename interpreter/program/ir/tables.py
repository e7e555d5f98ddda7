"""The tables of a program, and the program itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import Literal

from yupana.schemas.records import dataclass

from .node import (
    DomainNumber,
    DomainOrNone,
    FunctionNumber,
    FunctionOrNone,
    PlaceNumber,
    TableOrNone,
    TextOrNone,
)
from .shapes import CELL_PLAYERS, INT_MAX, INT_MIN, NO_INT, NONE, Shape
from .waiting import Decision, Function

# ---------------------------------------------------------------- the tables of a program


@dataclass(frozen=True, slots=True)
class ValueType:
    """The type of a parameter or field for printing and parsing: `kind` is int, bool, member (of `domain`), and
    `many` for a list of these."""

    kind: Literal["int", "bool", "member"]
    domain: int = -1
    optional: bool = False
    many: bool = False

    @property
    def none(self) -> int:
        """The value that stands for none."""
        return NO_INT if self.kind == "int" else NONE

    def is_none(self, value: int) -> bool:
        """Whether a single value stands for none."""
        return self.optional and value == self.none

    @property
    def one(self) -> ValueType:
        """The type of each of several values."""
        return ValueType(self.kind, self.domain, self.optional)


@dataclass(frozen=True, slots=True)
class Alternative:
    """A kind of option: an action, a branch, a choice, or pass. `name` and the parameters' names print it.

    When it is chosen, the others are told the option, without the values of the parameters numbered in `secrets` and
    without the pieces that they see neither before nor after; of a `secret` one only that something was decided; or
    else what `announce` says: a function of the parameters that Logs one text, run on the position before. `effects`
    carries it out, where pieces may be seen between that and the next decision: a function of the parameters.
    """

    name: str
    params: tuple[tuple[str, ValueType], ...]
    text: TextOrNone
    source: tuple[str, ...]
    place: PlaceNumber
    action: str = ""
    secret: bool = False
    secrets: tuple[int, ...] = ()
    announce: FunctionOrNone = -1
    effects: FunctionOrNone = -1


@dataclass(frozen=True, slots=True)
class Axis:
    """What is chosen before a game and decides what is in it: a cell that holds one of `many` values from `low` on, and
    never changes."""

    cell: int
    low: int
    many: int


@dataclass(frozen=True, slots=True)
class Domain:
    """An enum, a kind, the players, or what a board declares. `names` by index; `groups`: the group number of each
    entry that came from a `count` (names in `group_names`), or empty. `present[n]`: indices in the game in form n
    (empty tuple: all, always). Forms go through the values of the `axes`, the last fastest; without axes the form is
    the number of players. `piece_base`: the piece number of entry 0, -1 when they are not pieces. `alike`: equal
    ones give one option."""

    name: str
    sort: Literal["enum", "kind", "space", "link", "player", "shape", "direction"]
    names: tuple[str, ...]
    labels: tuple[str, ...] = ()
    groups: tuple[int, ...] = ()
    group_names: tuple[str, ...] = ()
    present: tuple[tuple[int, ...], ...] = ()
    piece_base: int = -1
    alike: bool = False
    axes: tuple[Axis, ...] = ()

    @property
    def is_of_texts(self) -> bool:
        """Whether its members are texts, which speak for themselves: no name of a ruleset has a dot in it."""
        return "." in self.name

    def form(self, cells: Sequence[int]) -> int:
        """The form of the game that a state belongs to."""
        if not self.axes:
            return cells[CELL_PLAYERS]
        number = 0
        for each in self.axes:
            number = number * each.many + cells[each.cell] - each.low
        return number

    def here(self, cells: Sequence[int]) -> Sequence[int]:
        """The members that are in the game that a state belongs to."""
        return self.present[self.form(cells)] if self.present else range(len(self.names))


@dataclass(frozen=True, slots=True)
class Visibility:
    """`mode`: all, none, owner (by `owners`: the player's index for each holder, table number; -1: the holder is the
    player), others (all but the owner), or test: function number (viewer, holder) -> bool."""

    mode: Literal["all", "none", "owner", "others", "test"] = "all"
    owners: TableOrNone = -1
    function: FunctionOrNone = -1


@dataclass(frozen=True, slots=True)
class StateField:
    """A stored field. `domain` is its holders' (-1: of the game); the value of holder i starts at `base + i *
    shape.cells`. `type` tells how to print a scalar. `internal` ones (limits, active adjustments) are the language's
    own."""

    name: str
    domain: DomainOrNone
    base: int
    shape: Shape
    type: ValueType
    visibility: Visibility
    internal: bool = False
    low: int = INT_MIN
    high: int = INT_MAX

    def of(self, holder: int) -> slice:
        """Where the value of a holder lies (-1: of the game)."""
        first = self.base + max(holder, 0) * self.shape.cells
        return slice(first, first + self.shape.cells)


@dataclass(frozen=True, slots=True)
class ZoneFamily:
    """Zones `first .. first + count - 1`, one for each member of `holder` (-1: a single one), for pieces of
    `domain`."""

    name: str
    domain: DomainNumber
    holder: DomainOrNone
    first: int
    count: int
    ordered: bool
    visibility: Visibility
    refill: int = -1  # family number (same holder, or a single zone), -1: none

    def of(self, holder: int) -> int:
        """The zone of a holder (-1: the single one)."""
        return self.first + max(holder, 0)


@dataclass(frozen=True, slots=True)
class Back:
    """A field (by number) that stands on the back of the pieces that have it: who sees where one lies sees it. It says
    of the piece what a function (piece) -> bool says."""

    field: int
    means: FunctionOrNone = -1


@dataclass(frozen=True, slots=True)
class Face:
    """Who sees the pieces of a domain wherever they lie: a function (viewer, piece) -> bool."""

    domain: DomainNumber
    function: FunctionNumber


@dataclass(frozen=True, slots=True)
class ZonePart:
    """The zones of a family as part of a position. `same[i]`: what piece i of the kind is taken for, the same number
    for pieces that are alike; `fields` are the first cells of the fields (one cell for each entity) that count with a
    piece that lies there."""

    family: int
    same: tuple[int, ...]
    fields: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """What is compared when a position is asked for: stretches of cells (the first one and how many), and zones. Where
    some of these cells hold what it is made of only while it is noted or asked for, `noting` puts it there and notes
    the position."""

    name: str
    cells: tuple[tuple[int, int], ...]
    zones: tuple[ZonePart, ...] = ()
    noting: FunctionOrNone = -1


@dataclass(frozen=True, slots=True)
class Text:
    """A template: pieces of text and, between them, values of these types in turn (len(parts) == len(types) + 1). One
    that `shows` is no text: it tells the players who are its second value of the pieces that are its first one, and
    its third value are the zones in which these lie."""

    parts: tuple[str, ...]
    types: tuple[ValueType, ...]
    shows: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in the ruleset: file, line, column, the code itself, and the element it belongs to."""

    file: str
    line: int
    column: int
    excerpt: str
    element: str


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things are in the state. zone_* and piece_* are the first cells of arrays by zone number and piece number
    (piece numbers or -1; `piece_zone` is -1 for a piece out of play). The stack starts at `stack` and ends with the
    state."""

    size: int
    stack: int
    zone_first: int
    zone_last: int
    zone_size: int
    piece_zone: int
    piece_next: int
    piece_prev: int
    zones: int
    pieces: int
    options: tuple[tuple[str, int], ...] = ()  # option name, cell

    @property
    def lists(self) -> tuple[tuple[int, int], ...]:
        """The first cell of each array that says which pieces lie where, and how many it has."""
        zones = [(first, self.zones) for first in (self.zone_first, self.zone_last)]
        return *zones, *[(first, self.pieces) for first in (self.piece_zone, self.piece_next, self.piece_prev)]


@dataclass(frozen=True, slots=True)
class GameOption:
    """An option chosen at the start: type, default, and the range of an int."""

    name: str
    type: ValueType
    default: int
    low: int
    high: int
    text: str


@dataclass(frozen=True, slots=True)
class Scoring:
    """Function numbers. `score`, `items` and `ties` take a player; `winners` takes nothing and gives a list (-1:
    highest score, then ties); `report` are functions (player) of no result that Log their line. `draw` takes nothing
    and says whether it is one (-1: all win, or of several nobody); it is there where rules say who has won, lost or
    drawn, and so is `outcomes`, the first of a cell for each player: 0 nothing was said, -1 won, -2 drawn, above 0
    lost after that many decisions less one. `together`: all win or nobody does, so nobody is anybody's opponent.
    `place` takes a player and gives their place, 1 for who wins (-1: nobody asks). `teams` are the teams of the seats,
    members of `team_domain` (empty: nobody plays in a team); `sharing` takes nothing and gives by how many of them a
    win or a draw is shared, 0 where the game is lost (-1: by as many as win it; by one where all play together)."""

    score: FunctionOrNone
    items: tuple[tuple[str, int], ...] = ()
    ties: tuple[int, ...] = ()
    winners: FunctionOrNone = -1
    report: tuple[int, ...] = ()
    draw: FunctionOrNone = -1
    outcomes: int = -1
    together: bool = False
    place: FunctionOrNone = -1
    teams: tuple[int, ...] = ()
    team_domain: DomainOrNone = -1
    sharing: FunctionOrNone = -1


@dataclass(frozen=True, slots=True)
class Features:
    """What may matter to a player: function numbers. Each of `items` takes a player and gives a number; `every` takes
    a player and lists these numbers in their order (-1: there are none). `digest` tells whether the ruleset says the
    same of them as another one."""

    every: FunctionOrNone = -1
    items: tuple[tuple[str, int], ...] = ()
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Program:
    """A whole game, ready to run."""

    name: str
    title: str
    hash: str
    min_players: int
    max_players: int
    domains: tuple[Domain, ...]
    layout: Layout
    fields: tuple[StateField, ...]
    families: tuple[ZoneFamily, ...]
    zone_ordered: tuple[int, ...]
    zone_refill: tuple[int, ...]  # by zone number: the zone that refills it, or -1
    tables: tuple[tuple[int, ...] | tuple[tuple[int, ...], ...], ...]
    functions: tuple[Function, ...]
    decisions: tuple[Decision, ...]
    alternatives: tuple[Alternative, ...]
    texts: tuple[Text, ...]
    places: tuple[Place, ...]
    game_options: tuple[GameOption, ...]
    init: FunctionNumber  # without parameters: stores the starting values (players, options, generator are set)
    main: FunctionNumber  # waiting function: set-up and, from its block `ENTRY` on, flow
    scoring: Scoring = field(default_factory=lambda: Scoring(-1))
    invariants: tuple[tuple[str, int], ...] = ()  # name, function of who decides and whose turn it is (-1: nobody)
    player_domain: DomainNumber = 0
    positions: tuple[Position, ...] = ()
    features: Features = field(default_factory=Features)
    versions: tuple[tuple[str, str], ...] = ()  # of the parts it was put together from: name and version
    rules: str = ""  # a digest of what decides play (`digest`); "" until somebody has worked it out
    languages: tuple[str, ...] = ()  # in which it has texts, beside its own
    elements: tuple[tuple[str, str], ...] = ()  # the paths of what the ruleset declares, each with a digest
    backs: tuple[Back, ...] = ()
    faces: tuple[Face, ...] = ()

    def holders(self, field: StateField) -> int:
        """How many have a field, in the largest game (of the game itself: 1)."""
        return len(self.domains[field.domain].names) if field.domain >= 0 else 1
