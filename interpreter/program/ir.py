"""The program: the typed, lowered form of a ruleset, which every back end runs.

It is plain, closed data: integers, short texts and the nodes below, nothing of the host language's objects. The checker
makes it, `codec` writes it down and reads it back, the machine emits Python from it. All names are resolved: locals are
slots, functions, decisions, alternatives, texts and places are numbers into the tables of `Program`.

Values. A *scalar* is an int: numbers; bools 0 and 1; enum members and entities by their index in their domain, `none`
is -1; an absent `int?` is `NO_INT`. A *list* is an ordered sequence of values. A *set* is a subset of a domain, in
order of declaration. A *map* has one scalar for every member of a domain, by index.

State. One flat array of 32-bit ints. A scalar takes one cell; a list its length and then `size` cells (unused ones 0);
a set one cell for each 32 members, lowest bits first (cells are signed); a map `size` cells.

Order of evaluation is left to right; `and`, `or` and `if` evaluate only what they need. int is 32-bit (`NO_INT` is not
a number): arithmetic whose result may leave that range carries a place and faults there, so do division by zero and an
index out of range. An Op or Store whose `place` is -1 was proved safe by the checker and needs no test.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

FORMAT = 1
"""Version of this form; a file of another version is refused."""

NO_INT = -(2**31)
INT_MAX = 2**31 - 1
INT_MIN = -INT_MAX
NONE = -1

# ---------------------------------------------------------------- the first cells of every state

CELL_BLOCK = 0  # block to run next; -1 when the game is over
CELL_FRAME = 1  # first cell of the present frame
CELL_DECISION = 2  # the pending decision, or -1
CELL_DECIDER = 3  # who decides, or -1
CELL_RESULT = 4  # where a waiting function leaves its scalar result
CELL_RNG_HIGH = 5  # PCG32 state, upper 32 bits (as a signed cell)
CELL_RNG_LOW = 6
CELL_PLAYERS = 7  # number of players
CELL_ME = 8
CELL_ACTIVE = 9
CELL_ENDING = 10  # 1 once `end game` has been said
CELL_PLY = 11  # decisions answered so far
HEADER_CELLS = 16

# a frame: cell 0 is the block to return to, cell 1 the caller's frame, then the function's stored locals
FRAME_RETURN = 0
FRAME_CALLER = 1
FRAME_HEAD = 2


@dataclass(frozen=True, slots=True)
class Shape:
    """How a value is built. `size`: list: its bound (-1: none known, such a value is never stored); set and map: the
    number of members of the domain. `domain`: of the scalar, of the list's elements, or of the map's or set's *keys*
    (-1: numbers; -2: bool). `element` is the domain of a map's values."""

    kind: Literal["scalar", "list", "set", "map"]
    size: int = 1
    domain: int = -1
    element: int = -1

    @property
    def cells(self) -> int:
        """How many cells a stored value takes."""
        if self.kind == "scalar":
            return 1
        if self.kind == "list":
            return 1 + self.size
        if self.kind == "set":
            return (self.size + 31) // 32
        return self.size


SCALAR = Shape("scalar")

# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Expr:
    """An expression; none changes the state."""


@dataclass(frozen=True, slots=True)
class Const(Expr):
    """A scalar."""

    value: int


@dataclass(frozen=True, slots=True)
class ConstList(Expr):
    """A constant list of scalars."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ConstSet(Expr):
    """A constant set, by its members' indices."""

    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Local(Expr):
    slot: int


@dataclass(frozen=True, slots=True)
class Load(Expr):
    """The value of the given shape that is stored from cell `base + index` on (`index` None: from `base`)."""

    base: int
    index: Expr | None
    shape: Shape


@dataclass(frozen=True, slots=True)
class Table(Expr):
    """Entry `index` of constant table `table`: a scalar, or a list for a table of rows. The index is always in range."""

    table: int
    index: Expr


@dataclass(frozen=True, slots=True)
class Op(Expr):
    """A named operation on values; `OPS` lists them all. `place`: where it may fault, or -1 if it cannot."""

    op: str
    args: tuple[Expr, ...]
    place: int = -1


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """Calls a function that does not wait. `copy`: on a copy of the state, which is thrown away afterwards
    (hypothetical changes); otherwise the function called from an expression changes nothing."""

    function: int
    args: tuple[Expr, ...]
    copy: bool = False


@dataclass(frozen=True, slots=True)
class Choice(Expr):
    """`then` if `test` else `other`."""

    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Clause:
    """`for slot in items if test`; items is list-shaped and evaluated once."""

    slot: int
    items: Expr
    test: Expr | None


@dataclass(frozen=True, slots=True)
class Comp(Expr):
    """A comprehension. `word`:

    list, set (`element` for each; a set of a domain with `size` members), map (`key` -> element, `size` members, others `fill`),
    sum, count (elements that are true, as an int), any, all, min, max (of ints; `place` faults when empty, or with
    two or more elements never), first (the first element, or `fill` if none);
    with `by` (a scalar or a list; larger is better; lists compare lexicographically):
    best (the element of the unique largest key, else `fill`), leaders (list of all with the largest key, in order),
    sorted (list, smallest key first, equal ones in order), ranks (map of `size`: 1 for the largest key, equal keys share,
    the next different key is one more; members not seen have `fill`).
    """

    word: str
    clauses: tuple[Clause, ...]
    element: Expr
    key: Expr | None = None
    by: Expr | None = None
    size: int = 0
    fill: int = NONE
    place: int = -1


@dataclass(frozen=True, slots=True)
class Region(Expr):
    """The set of all members that can be reached from `start` through members in which `test` holds (start included;
    empty when it does not hold there). `over` (list-shaped) gives the neighbours of Local(`at`); `test` reads
    Local(`slot`). `slot` and `at` may not be used outside."""

    slot: int
    at: int
    start: Expr
    over: Expr
    test: Expr | None
    size: int


@dataclass(frozen=True, slots=True)
class Costs(Expr):
    """Map of `size`: the cheapest sum of `by` (at least 0; a negative step faults at `place`) along a path from `start`,
    NO_INT where there is none or it is above `within`. start costs 0 and is not tested. `over`: neighbours of Local(`here`);
    `test` and `by` read Local(`here`) and Local(`there`). Ties do not matter: only costs are kept."""

    here: int
    there: int
    start: Expr
    over: Expr
    by: Expr | None
    test: Expr | None
    within: Expr | None
    size: int
    place: int


OPS: dict[str, str] = {
    # numbers (ints are 32-bit, division and remainder floor)
    "add": "a + b",
    "sub": "a - b",
    "mul": "a * b",
    "div": "a // b; faults at place when b is 0",
    "mod": "a % b, with the sign of b; faults at place when b is 0",
    "neg": "-a",
    "abs": "absolute value",
    "min": "the smaller of two or more ints",
    "max": "the larger of two or more ints",
    "clamp": "(x, low, high): x, but not below low nor above high",
    # truth
    "not": "not a",
    "and": "a and b (short circuit)",
    "or": "a or b (short circuit)",
    # comparison: eq and ne work for every shape (lists of lists too), the others on scalars and lists (lexicographic)
    "eq": "a == b",
    "ne": "a != b",
    "lt": "a < b",
    "le": "a <= b",
    "gt": "a > b",
    "ge": "a >= b",
    # optional
    "some": "a itself; faults at place when it is none (-1)",
    "some_int": "a itself; faults at place when it is NO_INT",
    "in_range": "(x, low, high): x; faults at place when it is outside",
    # lists
    "list": "a list of the arguments",
    "range": "(low, high): list of the ints from low to high, empty when low > high; faults at place beyond 100,000",
    "list_get": "(list, i): element i from 0; faults at place when out of range",
    "list_first": "(list, fill): the first element, or fill",
    "list_last": "(list, fill): the last element, or fill",
    "list_size": "number of elements",
    "list_has": "(list, x): whether x is an element",
    "list_index": "(list, x): position of the first x, or NO_INT",
    "list_add": "(list, x): the list with x at its end",
    "list_without": "(list, x): the list without its first x (unchanged if there is none)",
    "list_concat": "(a, b): a, then b",
    "list_slice": "(list, from, to): elements from..to-1, both cut to the list",
    "list_with": "(list, i, x): the list with element i replaced; faults at place when out of range",
    "list_reversed": "back to front",
    "list_sum": "sum; faults at place on overflow",
    "list_min": "smallest; faults at place when empty",
    "list_max": "largest; faults at place when empty",
    "list_set": "(list): the set of its elements (domain index list)",
    "list_count": "(list, x): how often x is in it",
    "list_distinct": "each element once, in order of first occurrence",
    "rotate": "(list, x): turned so that the first x comes first; unchanged when x is not in it",
    "rotate_after": "(list, x): the same without x itself",
    # sets
    "set": "a set of the arguments",
    "set_has": "(set, x)",
    "set_size": "number of members",
    "set_or": "union",
    "set_and": "intersection",
    "set_sub": "difference",
    "set_le": "(a, b): whether a is a subset of b",
    "set_add": "(set, x)",
    "set_without": "(set, x)",
    "members": "(set): list of its members in order",
    "set_first": "(set, fill): its first member, or fill",
    # maps
    "map_get": "(map, k): the value of member k",
    "map_with": "(map, k, x): the map with the value of k replaced",
    "map_fill": "(n, x): map of n members, all x",
    "map_list": "(map): list of its values",
    # domains
    "domain": "(d): list of the members of domain d (a Const) that are in the game with this number of players",
    "domain_set": "(d): the same as a set",
    # boards: `table` arguments are Const numbers of row tables: adjacency (list of neighbours by index)
    "neighbors": "(table, x): list of neighbours",
    "border": "(table, set): set of neighbours of the set that are not in it",
    "parts": "(table, set): list of the first member of each connected part of the set, in order",
    "part": "(table, set, x): set, the connected part of the set with x; empty when x is not in the set",
    # zones: z is a zone number; `base` (a Const) is subtracted from piece numbers to give indices of the kind
    "zone_list": "(z, base): list of its pieces, bottom (or first declared) first",
    "zone_size": "(z)",
    "zone_top": "(z, base): last piece, or -1",
    "zone_bottom": "(z, base): first piece, or -1",
    "piece_zone": "(piece number): its zone, or -1",
    "zone_group_counts": "(z, base, table): map by group (size = number of groups, the fourth argument, a Const): how many",
    # text values exist only in Log, prompts and templates
}

# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Stmt:
    """A statement."""


@dataclass(frozen=True, slots=True)
class SetLocal(Stmt):
    slot: int
    value: Expr


@dataclass(frozen=True, slots=True)
class Store(Stmt):
    """Writes a value of `shape` from cell `base + index` on. With a place, a scalar outside low..high (`none` counts as -1, NO_INT
    as itself) and a list longer than its bound fault there."""

    base: int
    index: Expr | None
    value: Expr
    shape: Shape
    low: int = INT_MIN
    high: int = INT_MAX
    place: int = -1


@dataclass(frozen=True, slots=True)
class If(Stmt):
    test: Expr
    then: tuple[Stmt, ...]
    other: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True)
class For(Stmt):
    """For each element of the list-shaped `items`, evaluated once before."""

    slot: int
    items: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class While(Stmt):
    """While `test`; after `bound` turns (evaluated once) with `test` still true it faults at `place`."""

    test: Expr
    body: tuple[Stmt, ...]
    bound: Expr
    place: int


@dataclass(frozen=True, slots=True)
class Break(Stmt):
    pass


@dataclass(frozen=True, slots=True)
class Continue(Stmt):
    pass


@dataclass(frozen=True, slots=True)
class Return(Stmt):
    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Do(Stmt):
    """Calls a function that does not wait for its effects; a result is kept in `slot` (-1: thrown away)."""

    function: int
    args: tuple[Expr, ...]
    slot: int = -1


@dataclass(frozen=True, slots=True)
class Move(Stmt):
    """Moves a piece (by piece number) to the top or bottom of a zone; zone -1 takes it out of play. In an unordered zone it goes
    to its place in piece order. A piece already there is taken out and put in again."""

    piece: Expr
    zone: Expr
    bottom: bool = False


@dataclass(frozen=True, slots=True)
class MoveAll(Stmt):
    """Moves all pieces, first one first, each as `Move` does."""

    source: Expr
    zone: Expr
    bottom: bool = False


@dataclass(frozen=True, slots=True)
class Draw(Stmt):
    """`count` times: the top piece of `source` to the top of `zone`; an empty source is first refilled (all of its refill zone moved
    in and shuffled) when it has one; if it is still empty the drawing ends."""

    count: Expr
    source: Expr
    zone: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Stmt):
    """Every order equally likely (Fisher-Yates from the end, bounded draws of the state's generator). Ordered zones only."""

    zone: Expr


@dataclass(frozen=True, slots=True)
class Roll(Stmt):
    """A die of `sides` (1..sides) into `slot`, or with `count` a list. `purpose` is a text for the log, or -1."""

    slot: int
    count: Expr | None
    sides: int
    purpose: int
    place: int


@dataclass(frozen=True, slots=True)
class Pick(Stmt):
    """One element of a list, each equally likely, into `slot`; faults at `place` when the list is empty."""

    slot: int
    items: Expr
    place: int


@dataclass(frozen=True, slots=True)
class Log(Stmt):
    """Tells the host: text number `text` with its values (see `Text`)."""

    text: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Fault(Stmt):
    """A rule fault at `place` with text number `text`."""

    place: int
    text: int
    args: tuple[Expr, ...] = ()


# statements of option generators only


@dataclass(frozen=True, slots=True)
class Emit(Stmt):
    """One option: alternative number and the values of its parameters (a list parameter is a list value). With `alike` >= 0 the
    option is left out when one with the same alternative and the same `alike` key (a list) was emitted before."""

    alternative: int
    args: tuple[Expr, ...]
    alike: Expr | None = None


@dataclass(frozen=True, slots=True)
class EmitFrom(Stmt):
    """All options of a generator function."""

    function: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Guard(Stmt):
    """`body` if `test`. `place` is the condition in the author's words, for `why not`."""

    test: Expr
    body: tuple[Stmt, ...]
    place: int


# ---------------------------------------------------------------- functions that wait


@dataclass(frozen=True, slots=True)
class Terminator:
    """How a block ends. Blocks are numbered from 0 within their function; block 0 is the entry."""


@dataclass(frozen=True, slots=True)
class Jump(Terminator):
    block: int


@dataclass(frozen=True, slots=True)
class Fork(Terminator):
    test: Expr
    yes: int
    no: int


@dataclass(frozen=True, slots=True)
class CallWait(Terminator):
    """Pushes a frame for a function that waits and goes on in `block` when it is done; a scalar result goes to `slot` (-1: none)."""

    function: int
    args: tuple[Expr, ...]
    slot: int
    block: int


@dataclass(frozen=True, slots=True)
class Ask(Terminator):
    """Waits for decision number `decision`; the answer's alternative says where to go on. If the decision is `optional` and has
    no option, or only the one of its last answer (pass), goes on at once in `otherwise`."""

    decision: int
    otherwise: int = -1


@dataclass(frozen=True, slots=True)
class Finish(Terminator):
    """Returns to the caller."""

    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Block:
    body: tuple[Stmt, ...]
    end: Terminator


@dataclass(frozen=True, slots=True)
class Function:
    """`params` are the slots of the arguments; `locals` the shapes of all slots. A function that waits has `blocks` and keeps the slots
    listed in `frame` (slot, offset from the frame's first cell) in its frame of `frame_size` cells; its other slots do not
    outlive a block. Otherwise it has `body`. `generator`: the body emits options."""

    name: str
    params: tuple[int, ...]
    locals: tuple[Shape, ...]
    result: Shape | None
    place: int
    body: tuple[Stmt, ...] = ()
    blocks: tuple[Block, ...] = ()
    frame: tuple[tuple[int, int], ...] = ()
    frame_size: int = 0
    waits: bool = False
    generator: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """Where an alternative's values go (slots of the asking function, one for each parameter) and where it goes on."""

    alternative: int
    slots: tuple[int, ...]
    block: int


@dataclass(frozen=True, slots=True)
class Decision:
    """A point where a player decides. `decider` and `options` (statements that emit) are evaluated in the frame of `function`.
    `prompt` is a text number (or -1) with values `prompt_args`. A `secret` choice is not told to the others."""

    name: str
    function: int
    decider: Expr
    prompt: int
    prompt_args: tuple[Expr, ...]
    options: tuple[Stmt, ...]
    answers: tuple[Answer, ...]
    secret: bool
    optional: bool
    place: int


# ---------------------------------------------------------------- the tables of a program


@dataclass(frozen=True, slots=True)
class ValueType:
    """The type of a parameter or field for printing and parsing: `kind` is int, bool, member (of `domain`), and `many` for a list
    of these."""

    kind: Literal["int", "bool", "member"]
    domain: int = -1
    optional: bool = False
    many: bool = False


@dataclass(frozen=True, slots=True)
class Alternative:
    """A kind of option: an action, a branch, a choice, or pass. `name` and the parameters' names print it."""

    name: str
    params: tuple[tuple[str, ValueType], ...]
    text: int
    source: tuple[str, ...]
    place: int
    action: str = ""


@dataclass(frozen=True, slots=True)
class Domain:
    """An enum, a kind or the players. `names` by index; `groups`: the group number of each entry that came from a `count`
    (names in `group_names`), or empty. `present[n]`: indices in the game with n players (empty tuple: all, always).
    `piece_base`: the piece number of entry 0, -1 when they are not pieces. `alike`: equal ones give one option."""

    name: str
    sort: Literal["enum", "kind", "space", "link", "player", "shape"]
    names: tuple[str, ...]
    labels: tuple[str, ...] = ()
    groups: tuple[int, ...] = ()
    group_names: tuple[str, ...] = ()
    present: tuple[tuple[int, ...], ...] = ()
    piece_base: int = -1
    alike: bool = False


@dataclass(frozen=True, slots=True)
class Visibility:
    """`mode`: all, none, owner (by `owners`: the player's index for each holder, table number; -1: the holder is the player), or test: function
    number (viewer, holder) -> bool."""

    mode: Literal["all", "none", "owner", "test"] = "all"
    owners: int = -1
    function: int = -1


@dataclass(frozen=True, slots=True)
class StateField:
    """A stored field. `domain` is its holders' (-1: of the game); the value of holder i starts at `base + i * shape.cells`. `type` tells how to
    print a scalar. `internal` ones (limits, active adjustments) are the language's own."""

    name: str
    domain: int
    base: int
    shape: Shape
    type: ValueType
    visibility: Visibility
    internal: bool = False
    low: int = INT_MIN
    high: int = INT_MAX


@dataclass(frozen=True, slots=True)
class ZoneFamily:
    """Zones `first .. first + count - 1`, one for each member of `holder` (-1: a single one), for pieces of `domain`."""

    name: str
    domain: int
    holder: int
    first: int
    count: int
    ordered: bool
    visibility: Visibility
    refill: int = -1  # family number (same holder, or a single zone), -1: none


@dataclass(frozen=True, slots=True)
class Text:
    """A template: pieces of text and, between them, values of these types in turn (len(parts) == len(types) + 1)."""

    parts: tuple[str, ...]
    types: tuple[ValueType, ...]


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
    (piece numbers or -1; `piece_zone` is -1 for a piece out of play). The stack starts at `stack` and ends with the state."""

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
    """Function numbers. `score`, `items` and `ties` take a player; `winners` takes nothing and gives a list (-1: highest score, then ties);
    `report` are functions (player) of no result that Log their line."""

    score: int
    items: tuple[tuple[str, int], ...] = ()
    ties: tuple[int, ...] = ()
    winners: int = -1
    report: tuple[int, ...] = ()


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
    init: int  # function without parameters that stores the starting values (players, options, generator are set before)
    main: int  # waiting function: set-up and flow
    scoring: Scoring = field(default_factory=lambda: Scoring(-1))
    invariants: tuple[tuple[str, int], ...] = ()
    player_domain: int = 0
