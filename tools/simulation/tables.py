"""Rows of games as Arrow tables, made of many games at once.

Seats are numbered from 1 in rows, as lists are in SQL: `scores[seat]`. Only what writes rows imports this module, since
pyarrow is an extra.
"""

from __future__ import annotations

import itertools
import json
import struct
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence

import pyarrow as pa
import pyarrow.compute as pc
from yupana.interpreter.game import Columns, Game

from ..bots.numbers import STEP, game_seed
from ..playing.results import result_of
from .playouts import Ended, Plan, Playout

Failed = tuple[Ended, str, str]
"""How a game ended that did not end by itself, its fault, and the place of that."""

_HEAD = struct.Struct("<III")
"""How many columns, how many games, and how long what is said of those that failed is."""


class Words:
    """Some games, a number of each in every column; the first column has their numbers in the run. `failed` says of
    those that did not end by themselves how they ended."""

    def __init__(self, width: int) -> None:
        self.columns = [array("i") for _ in range(width)]
        self.failed: dict[int, Failed] = {}
        self._in_order = True

    def __len__(self) -> int:
        """How many games."""
        return len(self.columns[0])

    def add(self, row: Iterable[int]) -> None:
        """One game more."""
        self.extend([array("i", [word]) for word in row])

    def extend(self, columns: Iterable[array[int]]) -> None:
        """More games, in their order, that ended by themselves."""
        numbers = self.columns[0]
        before = len(numbers)
        for own, more in zip(self.columns, columns, strict=True):
            own.extend(more)
        if 0 < before < len(numbers) and numbers[before - 1] > numbers[before]:
            self._in_order = False

    def part(self, first: int, end: int) -> Words:
        """Those at places `first` to `end` - 1."""
        part = Words(0)
        part.columns = [each[first:end] for each in self.columns]
        part.failed = (
            {each: self.failed[each] for each in part.columns[0] if each in self.failed} if self.failed else {}
        )
        return part

    def join(self, more: Words) -> None:
        """The games of another behind one's own."""
        self.extend(more.columns)
        self.failed |= more.failed

    def packed(self) -> bytes:
        """All of it, in the order of the games."""
        numbers = self.columns[0]
        columns: Sequence[array[int]] = self.columns
        if not self._in_order:
            order = sorted(range(len(numbers)), key=numbers.__getitem__)
            columns = [array("i", map(each.__getitem__, order)) for each in columns]
        failed = json.dumps([(number, *each) for number, each in self.failed.items()]).encode()
        words: bytes = pa.compress(b"".join(columns), codec="lz4", asbytes=True)
        return _HEAD.pack(len(columns), len(self), len(failed)) + failed + words

    @classmethod
    def unpacked(cls, packed: bytes) -> Words:
        """What was packed."""
        width, games, said = _HEAD.unpack_from(packed)
        made, begin = cls(width), _HEAD.size + said
        words = memoryview(
            pa.decompress(packed[begin:], decompressed_size=4 * width * games, codec="lz4", asbytes=True)
        )
        for i, each in enumerate(made.columns):
            each.frombytes(words[4 * i * games : 4 * (i + 1) * games])
        made.failed = {number: (*each,) for number, *each in json.loads(packed[_HEAD.size : begin])}
        return made


def regrouped(parts: Iterable[Words], size: int) -> Iterator[Words]:
    """The same games in groups of one size, but for the last."""
    group: Words | None = None
    for words in parts:
        at = 0
        while at < len(words):
            end = min(len(words), at + size - (len(group) if group is not None else 0))
            part = words.part(at, end)
            if group is None:
                group = part
            else:
                group.join(part)
            if len(group) == size:
                yield group
                group = None
            at = end
    if group is not None:
        yield group


GAMES = pa.schema([
    ("game", pa.int64()), ("seed", pa.int32()), ("players", pa.int32()), ("seats", pa.list_(pa.string())),
    ("bots", pa.list_(pa.string())), ("scores", pa.list_(pa.int32())), ("winners", pa.list_(pa.string())),
    ("result", pa.string()), ("ended", pa.string()), ("decisions", pa.int32()), ("fault", pa.string()),
    ("place", pa.string()),
])  # fmt: skip
"""What rows of games of all rulesets have; after it comes what is counted."""

COUNTED = ("actions", "components")
"""What may be counted: a column of structs, with a number for each name. One of maps would say the names in every row,
and takes four times as long to make and to write."""

_SETS_MOST = 12
"""Up to so many players, all sets of winners are written down once and chosen from."""


_DRAW, _LOST, _FAILED = 1, 2, 3
"""What came of a game, as in `Columns`; and of one that did not end by itself."""


class GameRows:
    """What rows of the games of a plan say, and in which order the numbers of a game stand in `Words`: its number,
    decisions, outcome, how many winners, of how many sides; who won, as seats; scores by seat; how often each
    alternative was chosen, and each component used."""

    def __init__(self, game: Game, plan: Plan, components: Sequence[str]) -> None:
        """`components` are the names that are counted."""
        program = game.program
        self._plan = plan
        self._seats = list(program.domains[program.player_domain].names[: plan.players])
        self._scored = bool(program.scoring.items)
        self._most = program.max_players
        self._alternatives = [each.name for each in program.alternatives]
        self._components = list(components)
        self.schema = GAMES
        for column, names in zip(COUNTED, (dict.fromkeys(self._alternatives), components), strict=True):
            if names:  # Parquet has no empty structs
                self.schema = self.schema.append(pa.field(column, pa.struct([(name, pa.int32()) for name in names])))
        self._alike: pa.RecordBatch | None = None

    @property
    def width(self) -> int:
        """How many numbers a game has."""
        return 5 + self._most + self._plan.players + len(self._alternatives) + len(self._components)

    # ------------------------------------------------------------ numbers

    def numbers(self, played: Playout, used: Mapping[str, int]) -> Iterator[int]:
        """The numbers of a game; `used` says how often each component was."""
        won, scores = (sorted(set(played.winners)), played.scores) if played.finished else ([], ())
        sides = len(won) and (played.sharing or len(won))
        yield from (played.index, played.decisions, _outcome(played), len(won), sides)
        yield from itertools.islice(itertools.chain(won, itertools.repeat(-1)), self._most)
        yield from itertools.islice(itertools.chain(scores, itertools.repeat(0)), self._plan.players)
        actions = dict(played.actions)
        yield from (actions.pop(name, 0) for name in self._alternatives)  # the first of a name has them all
        yield from (used.get(name, 0) for name in self._components)

    def columns(self, columns: Columns) -> Iterator[array[int]]:
        """The numbers of games that the engine has played by itself, of which no components are counted."""
        yield from (columns.number, columns.decisions, columns.outcome, columns.winners, columns.sides)
        for each in (columns.won, columns.scores, columns.chosen):
            yield from each

    # ------------------------------------------------------------ rows

    def table(self, words: Words) -> pa.Table:
        """The rows of some games."""
        scored = 5 + self._most
        scores, columns = words.columns[scored : scored + self._plan.players], [_ints(each) for each in words.columns]
        number, decisions, outcome, winners, sides, *won = columns[:scored]
        counted = iter(columns[scored + self._plan.players :])
        numbers = number.cast(pa.int64())
        sharing = pc.min_element_wise(sides, _SHARING[-1])
        failed = pc.equal(outcome, _FAILED) if words.failed else None
        made: dict[str, pa.Array] = {
            **self._same(len(words)),
            "game": numbers,
            "seed": seeds_of(self._plan.seed, numbers),
            "winners": _but(self._winners(winners, won), failed),
            "result": _RESULTS.take(pc.add(pc.multiply(outcome, len(_SHARING)), sharing)),
            "decisions": decisions,
        }
        if self._scored:
            made["scores"] = _but(_lists(scores), failed)
        if words.failed:
            said = [words.failed.get(each, ("itself", None, None)) for each in words.columns[0]]
            for at, name in enumerate(("ended", "fault", "place")):
                made[name] = pa.array([each[at] or None for each in said], pa.string())
        for column, names in zip(COUNTED, (self._alternatives, self._components), strict=True):
            if names:
                made[column] = _struct(names, counted)
        return pa.table([made[each.name] for each in self.schema], schema=self.schema)

    def _same(self, n: int) -> dict[str, pa.Array]:
        """Columns in which all games of a plan that end by themselves are alike. Most groups are of one size."""
        if self._alike is None or len(self._alike) != n:
            plan = self._plan
            row = {"players": plan.players, "seats": self._seats, "bots": list(plan.bots), "ended": "itself"}
            kinds = [each for each in GAMES if each.name in row or each.name in ("scores", "fault", "place")]
            rows = pa.array([row], pa.struct(kinds)).take(pa.repeat(pa.scalar(0, pa.int32()), n))
            self._alike = pa.RecordBatch.from_struct_array(rows)
        return dict(zip(self._alike.schema.names, self._alike.columns, strict=True))

    def _winners(self, many: pa.Array, won: Sequence[pa.Array]) -> pa.Array:
        """The names of the winners, in the order of the seats."""
        kind = GAMES.field("winners").type
        players = self._plan.players
        if players > _SETS_MOST:
            rows = zip(many.to_pylist(), *(each.to_pylist() for each in won), strict=True)
            return pa.array([[self._seats[i] for i in sorted(set(seats[:each]))] for each, *seats in rows], kind)
        names = list(enumerate(self._seats))
        sets = pa.array([[name for seat, name in names if each >> seat & 1] for each in range(2**players)], kind)
        number = pa.repeat(pa.scalar(0, pa.int32()), len(many))
        one = pa.scalar(1, pa.int32())
        for i, seat in enumerate(won[:players]):
            bit = pc.shift_left(one, pc.max_element_wise(seat, 0))
            number = pc.if_else(pc.greater(many, i), pc.bit_wise_or(number, bit), number)
        return sets.take(number)


def _outcome(played: Playout) -> int:
    """The number of what came of a game."""
    if not played.finished:
        return _FAILED
    return {"drawn": _DRAW, "lost": _LOST}.get(played.result, 0)


_SHARING = (0, 1, 2)
"""By how many sides a win is shared: none, one, several."""


def _results() -> pa.Array:
    """The results by outcome and by `_SHARING`, and that of games which did not end by themselves."""
    found: list[str | None] = [
        result_of("draw" if outcome == _DRAW else "won" if sharing else "lost", sharing)
        for outcome in range(_FAILED)
        for sharing in _SHARING
    ]
    return pa.array([*found, None])


_RESULTS = _results()


def _but(values: pa.Array, failed: pa.Array | None) -> pa.Array:
    """Values, and null for games that did not end by themselves."""
    return values if failed is None else pc.if_else(failed, pa.scalar(None, values.type), values)


def _ints(values: array[int]) -> pa.Array:
    """Words as they are, without a copy."""
    return pa.Array.from_buffers(pa.int32(), len(values), [None, pa.py_buffer(values)])


def _struct(names: Sequence[str], counted: Iterator[pa.Array]) -> pa.Array:
    """The next columns, a name each; what stands under one name is added up."""
    merged: dict[str, pa.Array] = {}
    for name in names:
        values = next(counted)
        merged[name] = pc.add(merged[name], values) if name in merged else values
    return pa.StructArray.from_arrays(list(merged.values()), list(merged))


def _lists(columns: Sequence[array[int]]) -> pa.Array:
    """A list of all columns in each row."""
    width, n = len(columns), len(columns[0])
    rows = array("i", bytes(4 * width * n))
    for i, column in enumerate(columns):
        rows[i::width] = column
    offsets = pc.multiply(_ints(array("i", range(n + 1))), width)
    return pa.ListArray.from_arrays(offsets, _ints(rows))


# ---------------------------------------------------------------- seeds
#
# The seeds of many games at once: `bots.numbers.game_seed` on columns.


_MASK = (1 << 64) - 1


def seeds_of(seed: int, numbers: pa.Array) -> pa.Array:
    """The seeds of games by their numbers in a run."""

    def word(value: int) -> pa.Scalar:
        return pa.scalar(value, pa.uint64())

    value = pc.add(numbers.cast(pa.uint64()), word((seed + 1) * STEP & _MASK))
    value = pc.multiply(pc.bit_wise_xor(value, pc.shift_right(value, word(30))), word(0xBF58476D1CE4E5B9))
    value = pc.multiply(pc.bit_wise_xor(value, pc.shift_right(value, word(27))), word(0x94D049BB133111EB))
    value = pc.bit_wise_xor(value, pc.shift_right(value, word(31)))
    seeds = pc.shift_right(value, word(33)).cast(pa.int32())
    return pc.if_else(pc.equal(numbers, 0), pa.scalar(game_seed(seed, 0), pa.int32()), seeds)
