"""Games and their decisions as rows, in Arrow tables: one row a game, one row a decision.

Seats are numbered from 1 in rows, as lists are in SQL: `scores[seat]`. Only what writes rows imports this module, since
pyarrow is an extra.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import pyarrow as pa
import pyarrow.compute as pc
from yupana.interpreter.game import Columns, Game, State

from ..bots.bot import Bot
from ..playing.results import result_of
from .chunks import Chunk, play_chunk
from .playouts import Plan, Playout
from .seeds import seeds_of

_COUNTS = pa.map_(pa.string(), pa.int32())

GAMES = pa.schema([
    ("game", pa.int64()), ("seed", pa.int32()), ("players", pa.int32()), ("seats", pa.list_(pa.string())),
    ("bots", pa.list_(pa.string())), ("scores", pa.list_(pa.int32())), ("winners", pa.list_(pa.string())),
    ("result", pa.string()), ("ended", pa.string()), ("decisions", pa.int32()), ("actions", _COUNTS),
    ("components", _COUNTS), ("fault", pa.string()), ("place", pa.string()),
])  # fmt: skip

_SAME = ("seed", "players", "seats", "bots")
"""What rows of games have that follows from the plan: it is put in at the end (see `completed`)."""

_OWN = pa.schema([each for each in GAMES if each.name not in _SAME])

DECISIONS = pa.schema([
    ("game", pa.int64()), ("ply", pa.int32()), ("seat", pa.int32()), ("player", pa.string()), ("bot", pa.string()),
    ("decision", pa.string()), ("action", pa.string()), ("option", pa.string()), ("options", pa.int32()),
    ("forced", pa.bool_()), ("scores", pa.list_(pa.int32())), ("leader", pa.string()),
])  # fmt: skip

_SETS_MOST = 12
"""Up to so many players, all sets of winners are written down once and chosen from."""


class Uses(Protocol):
    """Knows the components of a game, and which of them a decision uses (see `tools.measures.components`)."""

    names: list[str]

    def named(self, option: tuple[Any, ...]) -> set[str]:
        """What an option names."""

    def moved(self, before: Sequence[int], after: Sequence[int]) -> set[str]:
        """What is in another zone afterwards."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which rows are wanted: of games, of decisions; and of which components it is counted how often they are used."""

    games: bool
    decisions: bool
    components: Uses | None = None


def record_chunk(game: Game, plan: Plan, wanted: Wanted, first: int, end: int) -> Chunk:
    """Play games `first` to `end` - 1 of a plan, add them up and make their rows."""
    return play_chunk(game, plan, first, end, RowRecorder(game, plan, wanted))


class _Noting:
    """A bot that is asked, with somebody who is told before."""

    def __init__(self, bot: Bot, recorder: RowRecorder) -> None:
        self._bot, self._recorder = bot, recorder

    def choose(self, state: State, options: Sequence[Any]) -> int:
        """What the bot chooses."""
        self._recorder.asked(state, options)
        return self._bot.choose(state, options)


class RowRecorder:
    """Makes the rows of some games."""

    def __init__(self, game: Game, plan: Plan, wanted: Wanted) -> None:
        self.stepwise = wanted.decisions or wanted.components is not None
        self._plan, self._wanted = plan, wanted
        program = game.program
        self._scored = bool(program.scoring.items)
        self._seats = list(program.domains[program.player_domain].names[: plan.players])
        self._names = [each.name for each in program.alternatives]
        self._actions = list(dict.fromkeys(self._names))
        self._games: list[Playout] = []
        self._used: list[dict[str, int]] = []
        self._columns: list[array[int]] = []
        self._shape: Columns | None = None
        self._rows: list[tuple[Any, ...]] = []
        self._state: State | None = None
        self._now: list[tuple[Any, ...]] = []
        self._uses: dict[str, int] = {}

    # ------------------------------------------------------------ decisions

    def seated(self, bot: Bot, seat: int) -> Bot:
        """Who notes what is decided, and lets the bot decide."""
        return _Noting(bot, self) if self._wanted.decisions else bot

    def asked(self, state: State, options: Sequence[Any]) -> None:
        """Before a decision."""
        self._state = state
        if self._wanted.decisions:
            decision = state.decision
            scores = state.points if self._scored else None
            self._now.append((state.seat, decision.name if decision else "", len(options), scores))

    def watch(self, state: State, before: Sequence[int], option: tuple[Any, ...]) -> None:
        """After a decision."""
        if self._wanted.components is not None:
            for name in self._wanted.components.named(option) | self._wanted.components.moved(before, state.cells):
                self._uses[name] = self._uses.get(name, 0) + 1
        if self._wanted.decisions:
            self._now[-1] = (*self._now[-1], self._names[option[0]])

    def _decisions(self, game: int) -> None:
        """The rows of a game that is over."""
        texts = self._state.decisions if self._state is not None and self._now else []
        for ply, (row, text) in enumerate(zip(self._now, texts, strict=False)):  # the last one may have failed
            seat, decision, options, scores, action = row
            leader = None
            if scores is not None and scores.count(max(scores)) == 1:
                leader = self._seats[scores.index(max(scores))]
            self._rows.append((
                game, ply, seat + 1, self._seats[seat], self._plan.bots[seat], decision, action, text, options,
                options == 1, scores, leader,
            ))  # fmt: skip

    # ------------------------------------------------------------ games

    def add(self, played: Playout) -> None:
        """A game."""
        self._games.append(played)
        self._used.append(self._uses)
        if self._wanted.decisions:
            self._decisions(played.index)
        self._state, self._now, self._uses = None, [], {}

    def add_columns(self, columns: Columns) -> None:
        """Games that the engine has played by itself."""
        flat = [*columns[:4], *columns.won, *columns.scores, *columns.chosen]
        if self._shape is None:
            self._shape, self._columns = columns, flat
        else:
            for own, more in zip(self._columns, flat, strict=True):
                own.extend(more)

    def _together(self) -> list[pa.Table]:
        """The table of all games that the engine has played by itself."""
        if self._shape is None or not self._shape.number:
            return []
        number, decisions, outcome, winners, *rest = self._columns
        won, scores = len(self._shape.won), len(self._shape.scores)
        return [
            self._of_columns(
                Columns(
                    number, decisions, outcome, winners, tuple(rest[:won]), tuple(rest[won : won + scores]),
                    tuple(rest[won + scores :]),
                )
            )
        ]

    def parts(self) -> tuple[bytes, bytes]:
        """The rows as streams of Arrow."""
        if not self._wanted.games:
            games = b""
        else:
            tables = [*self._together(), *([self._of_playouts()] if self._games else [])]
            table = pa.concat_tables(tables, promote_options="default") if tables else _OWN.empty_table()
            games = _stream(table.sort_by("game") if len(tables) > 1 else table)
        if not self._wanted.decisions:
            return games, b""
        columns = list(zip(*self._rows, strict=True)) or [()] * len(DECISIONS)
        arrays = [pa.array(column, kind.type) for column, kind in zip(columns, DECISIONS, strict=True)]
        return games, _stream(pa.Table.from_arrays(arrays, schema=DECISIONS))

    def _of_playouts(self) -> pa.Table:
        games = self._games
        done = [each.finished for each in games]
        used, components = self._used, self._wanted.components
        columns: list[Any] = [
            [each.index for each in games],
            [each.scores if each.finished and self._scored else None for each in games],
            [[self._seats[seat] for seat in sorted(set(each.winners))] if each.finished else None for each in games],
            [each.result if finished else None for each, finished in zip(games, done, strict=True)],
            [each.ended for each in games],
            [each.decisions for each in games],
            [[(name, each.actions.get(name, 0)) for name in self._actions] for each in games],
            [components and [(name, uses.get(name, 0)) for name in components.names] for uses in used],
            [each.fault or None for each in games],
            [each.place or None for each in games],
        ]
        arrays = [pa.array(column, kind.type) for column, kind in zip(columns, _OWN, strict=True)]
        return pa.Table.from_arrays(arrays, schema=_OWN)

    def _of_columns(self, columns: Columns) -> pa.Table:
        """Everything is made column by column, since an engine plays millions of games a second; of what all these
        games have alike nothing is made."""
        n = len(columns.number)
        merged: dict[str, array[int] | pa.Array] = {}
        for name, times in zip(self._names, columns.chosen, strict=True):
            merged[name] = pc.add(_ints(merged[name]), _ints(times)) if name in merged else times
        made = {
            "game": _ints(columns.number).cast(pa.int64()),
            "winners": self._winners(columns),
            "result": self._results(columns),
            "decisions": _ints(columns.decisions),
            "actions": _counts(list(merged), list(merged.values()), n),
        }
        return pa.table({**made, "scores": _lists(columns.scores)} if self._scored else made)

    def _winners(self, columns: Columns) -> pa.Array:
        """The names of the winners, in the order of the seats."""
        kind = GAMES.field("winners").type
        players = self._plan.players
        if players > _SETS_MOST:
            rows = zip(columns.winners, *columns.won, strict=True)
            return pa.array([[self._seats[i] for i in sorted(set(won[:many]))] for many, *won in rows], kind)
        names = list(enumerate(self._seats))
        sets = pa.array([[name for seat, name in names if each >> seat & 1] for each in range(2**players)], kind)
        number = pa.repeat(pa.scalar(0, pa.int32()), len(columns.winners))
        one, many = pa.scalar(1, pa.int32()), _ints(columns.winners)
        for i, seat in enumerate(columns.won[:players]):
            bit = pc.shift_left(one, pc.max_element_wise(_ints(seat), 0))
            number = pc.if_else(pc.greater(many, i), pc.bit_wise_or(number, bit), number)
        return sets.take(number)

    def _results(self, columns: Columns) -> pa.Array:
        """How the games came out."""
        several = pc.min_element_wise(_ints(columns.winners), 2)
        number = pc.add(pc.multiply(_ints(columns.outcome), 3), several)
        known = [
            result_of("draw" if outcome == 1 else "won" if winners else "lost", range(winners))
            for outcome in range(3)
            for winners in range(3)
        ]
        return pa.array(known).take(number)


def completed(table: pa.Table, plan: Plan, seats: Sequence[str]) -> pa.Table:
    """Rows of games of a plan with all columns: with those that follow from the plan, and what goes without saying."""
    n, there = len(table), {name: table.column(name) for name in table.schema.names}
    same = pa.repeat(pa.scalar(0, pa.int32()), n)
    texts = GAMES.field("seats").type
    there |= {
        "seed": seeds_of(plan.seed, there["game"]),
        "players": pa.repeat(pa.scalar(plan.players, pa.int32()), n),
        "seats": pa.array([list(seats)], texts).take(same),
        "bots": pa.array([list(plan.bots)], texts).take(same),
        "ended": pc.fill_null(there.get("ended", pa.nulls(n, pa.string())), "itself"),
    }
    return pa.table([there.get(each.name, pa.nulls(n, each.type)) for each in GAMES], schema=GAMES)


def _ints(values: array[int] | pa.Array) -> pa.Array:
    """Words as they are, without a copy."""
    if isinstance(values, pa.Array):
        return values
    return pa.Array.from_buffers(pa.int32(), len(values), [None, pa.py_buffer(values)])


def _rowwise(columns: Sequence[array[int] | pa.Array]) -> pa.Array:
    """The values of columns, row by row."""
    width, n = len(columns), len(columns[0])
    out = array("i", bytes(4 * width * n))
    for i, column in enumerate(columns):
        out[i::width] = column if isinstance(column, array) else array("i", column.to_pylist())
    return _ints(out)


def _offsets(width: int, n: int) -> pa.Array:
    return pc.cumulative_sum(pa.concat_arrays([pa.array([0], pa.int32()), pa.repeat(pa.scalar(width, pa.int32()), n)]))


def _lists(columns: Sequence[array[int]]) -> pa.Array:
    """A list of all columns in each row."""
    return pa.ListArray.from_arrays(_offsets(len(columns), len(columns[0])), _rowwise(columns))


def _counts(names: Sequence[str], columns: Sequence[array[int] | pa.Array], n: int) -> pa.Array:
    """A map of names to the counts of each row."""
    numbers = _ints(array("i", range(len(names))) * n)
    return pa.MapArray.from_arrays(_offsets(len(names), n), pa.array(names).take(numbers), _rowwise(columns))


def _stream(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema, options=pa.ipc.IpcWriteOptions(compression="lz4")) as writer:
        writer.write_table(table.combine_chunks())
    return bytes(sink.getvalue())
