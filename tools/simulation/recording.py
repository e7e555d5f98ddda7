"""What is noted of games while they are played, for rows: one a game, one a decision.

Only what writes rows imports this module, since pyarrow is an extra.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import pyarrow as pa
from yupana.interpreter.game import Columns, Game, State

from ..bots.bot import Bot
from .chunks import Chunk, play_chunk
from .playouts import Plan, Playout
from .tables import GameRows, Words

DECISIONS = pa.schema([
    ("game", pa.int64()), ("ply", pa.int32()), ("seat", pa.int32()), ("player", pa.string()), ("bot", pa.string()),
    ("decision", pa.string()), ("action", pa.string()), ("option", pa.string()), ("options", pa.int32()),
    ("forced", pa.bool_()), ("scores", pa.list_(pa.int32())), ("leader", pa.string()),
])  # fmt: skip


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

    @property
    def counted(self) -> list[str]:
        """The names of the components that are counted."""
        return self.components.names if self.components is not None else []


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
        self._made = GameRows(game, plan, wanted.counted)
        self._words = Words(self._made.width)
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
        self._words.add(self._made.numbers(played, self._uses))
        if not played.finished:
            self._words.failed[played.index] = (played.ended, played.fault, played.place)
        if self._wanted.decisions:
            self._decisions(played.index)
        self._state, self._now, self._uses = None, [], {}

    def add_columns(self, columns: Columns) -> None:
        """Games that the engine has played by itself."""
        self._words.extend(self._made.columns(columns))

    def parts(self) -> tuple[bytes, bytes]:
        """The games as packed `Words`, the rows of decisions as a stream of Arrow."""
        games = self._words.packed() if self._wanted.games else b""
        if not self._wanted.decisions:
            return games, b""
        columns = list(zip(*self._rows, strict=True)) or [()] * len(DECISIONS)
        arrays = [pa.array(column, kind.type) for column, kind in zip(columns, DECISIONS, strict=True)]
        return games, _stream(pa.Table.from_arrays(arrays, schema=DECISIONS))


def _stream(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema, options=pa.ipc.IpcWriteOptions(compression="lz4")) as writer:
        writer.write_table(table.combine_chunks())
    return bytes(sink.getvalue())
