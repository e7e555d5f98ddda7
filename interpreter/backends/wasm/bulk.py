"""Work that stays inside of the module: whole games by bots, and counting sequences of decisions.

A rule fault ends the call in the middle of something; what is asked for then comes without an answer, and whoever asked
does it again on the way that gives the exact fault.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from ...program import ir
from ..protocol import Batch, CameOut, Columns, Foreseen, PlayedGame, PlayedGames, Scores, Sums, TreeSearch, Tried
from .embedding import Code, WasmTrap
from .here import HERE
from .judging import row_words
from .memory_layout import ARENA_BYTES, NODE_HEAD, SUMS_LENGTHS, sums_words

KINDS = {"random": 0, "first": 1, "greedy": 2}
"""The bots that a module knows, by the numbers that it has for them."""

NODES_BYTES = ARENA_BYTES // 2
"""How much of the arena the nodes of a tree search may take."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of games, as `runtime/playing.py` writes them."""

    words: array[int]
    width: int
    players: int
    most: int
    failed: int
    sums: Sums | None = None
    added: array[int] | None = None

    @property
    def columns(self) -> Columns:
        """The rows of what was added up."""
        words, width = self.added or array("i"), self.width
        column = [words[at::width] for at in range(width)]
        scores = 7 + self.most
        return Columns(
            column[0], column[1], column[4], column[5], column[6], tuple(column[7:scores]),
            tuple(column[scores : scores + self.players]), tuple(column[scores + self.most :]),
        )  # fmt: skip

    def parted(self) -> Rows:
        """The same, where what was added up has rows too."""
        words, width = self.words, self.width
        if not any(words[2::width]) and max(words[1::width], default=0) < SUMS_LENGTHS:
            return replace(self, words=array("i"), added=words)
        own, added = array("i"), array("i")
        for at in range(0, len(words), width):
            kept = words[at + 2] or words[at + 1] >= SUMS_LENGTHS
            (own if kept else added).extend(words[at : at + width])
        return replace(self, words=own, added=added)

    @property
    def decisions(self) -> Sequence[int]:
        """How many decisions each game took that has a row."""
        return self.words[1 :: self.width]

    def __iter__(self) -> Iterator[PlayedGame]:
        """The games one by one."""
        words, most, players = self.words.tolist(), self.most, self.players
        for at in range(0, len(words), self.width):
            number, decisions, ended, invariant, outcome, winners, sides = words[at : at + 7]
            won, scores = at + 7, at + 7 + most
            yield PlayedGame(
                number, decisions, ended, invariant, outcome == 1, tuple(words[won : won + winners]), sides,
                tuple(words[scores : scores + players]), tuple(words[scores + most : at + self.width]),
            )  # fmt: skip


class Worker:
    """An instance of a program's module for long work; for one thread at a time."""

    def __init__(self, program: ir.Program, code: Code, at: Mapping[str, int]) -> None:
        self.program = program
        self.at = at
        self.instance = HERE.instance(code)
        self._row = row_words(program)
        self._no_sums = array("i", bytes(4 * sums_words(program)))
        first = 2 + 3 * (1 + program.max_players) ** 2
        for seat in range(program.max_players):
            self._no_sums[first + 4 * seat + 2] = ir.INT_MAX
            self._no_sums[first + 4 * seat + 3] = ir.INT_MIN

    def _write(self, name: str, *values: int) -> None:
        """Words of the control block."""
        words, first = self.instance.words, self.at[name] >> 2
        for i, value in enumerate(values):
            words[first + i] = value

    def _word(self, name: str) -> int:
        """A word of it."""
        return self.instance.words[self.at[name] >> 2]

    def _wide(self, name: str) -> int:
        """A number of 64 bits, not signed."""
        words, first = self.instance.words, self.at[name] >> 2
        return words[first] % 2**32 | words[first + 1] % 2**32 << 32

    def _begin(self, cells: Sequence[int], place: str) -> None:
        """Nothing is under way, nobody listens, and a position stands somewhere, behind its length."""
        for name in ("LISTENING", "SCRIPTED", "FAULT_KIND", "PLAYING"):
            self._write(name, 0)
        self._write("ARENA_START", self.at["ARENA"])
        words, first = self.instance.words, self.at[place] >> 2
        words[first] = len(cells)
        words[first + 1 : first + 1 + len(cells)] = array("i", cells)

    # ------------------------------------------------------------ games

    def play(self, batch: Batch) -> Iterator[PlayedGames]:
        """Play a batch of games."""
        first = batch.first
        while first < batch.end:
            self._prepare(batch, first)
            yield from self._games(batch)
            first = self._word("GAME_AT")
            if first < batch.end:
                yield self._rows(failed=first)
                first += 1

    def _games(self, batch: Batch) -> Iterator[PlayedGames]:
        """The games that are prepared, as they are played; fewer when a rule fails."""
        play, batches = self.instance.function("play"), Batches()
        for units in batches:
            try:
                batches.done = bool(play(units))
            except WasmTrap:
                batches.done = True
            rows = self._rows()
            if batch.summed:
                rows = replace(rows.parted() if batch.listed else rows, sums=self._added_up())
            yield rows

    def _prepare(self, batch: Batch, first: int) -> None:
        self._begin(batch.cells, "FRESH")
        self._write("GAME_AT", first)
        self._write("GAMES_END", batch.end)
        self._write("ROW_AT", self.at["ROWS"])
        self._write("RUN_SEED", *_halves(batch.seed))
        self._write("FROM_HERE", int(batch.goes_on))
        self._write("LIMIT", batch.limit)
        self._write("INVARIANTS_EVERY", batch.invariants)
        self._write("ALL_RANDOM", int(set(batch.bots) == {"random"} and not batch.invariants))
        self._write("JUDGED", int(batch.judged))
        self._write("SUMMED", int(batch.summed) + int(batch.summed and batch.listed))
        self._forget_sums()
        for seat, name in enumerate(batch.bots):
            self.instance.words[(self.at["BOTS"] >> 2) + 4 * seat] = KINDS[name]
        always, rows = 0, list[int]()
        for cells, readers in batch.stretches:
            if cells.stop > self.program.layout.size:
                always |= readers
            else:
                rows += (self.at["STATE"] + 4 * cells.start, cells.stop - cells.start, *_halves(readers))
        table = self.at["ARENA"]
        self.instance.words[table >> 2 : (table >> 2) + len(rows)] = array("i", rows)
        self._write("STRETCHES", len(rows) // 4, table)
        self._write("ALWAYS_ASKED", *_halves(always))
        self._write("ARENA_START", table + 4 * len(rows))

    def _rows(self, failed: int = -1) -> Rows:
        """The rows that there are; the room for them is free again, but for that of a game which goes on."""
        words, at = self.instance.words, self.at["ROWS"] >> 2
        end = at if failed >= 0 else self._word("ROW_AT") >> 2
        rows = array("i", words[at:end].tobytes())
        words[at : at + self._row] = words[end : end + self._row]
        self._write("ROW_AT", self.at["ROWS"])
        return Rows(rows, self._row, self._players(), self.program.max_players, failed)

    def _players(self) -> int:
        return self.instance.words[(self.at["FRESH"] >> 2) + 1 + ir.CELL_PLAYERS]

    # ------------------------------------------------------------ sums

    def _forget_sums(self) -> None:
        """Nothing is added up."""
        first = self.at["SUMS"] >> 2
        self.instance.words[first : first + len(self._no_sums)] = self._no_sums

    def _added_up(self) -> Sums | None:
        """What was added up since the last time, laid out as `runtime/adding.py` says."""
        first, most, players = self.at["SUMS"] >> 2, self.program.max_players, self._players()
        block = self.instance.words[first : first + len(self._no_sums)].tobytes()
        words = array("i", block[: -4 * SUMS_LENGTHS]).tolist()
        came, at = list[CameOut](), 2
        for outcome in range(3):
            for sides in range(most + 1):
                games = words[at]
                if games:
                    came.append(CameOut(outcome == 1, sides, games, tuple(words[at + 1 : at + 1 + players])))
                at += most + 1
        if not came:
            return None
        self._forget_sums()
        scores = [Scores(_signed(*words[each : each + 2]), *words[each + 2 : each + 4])
                  for each in range(at, at + 4 * players, 4)]  # fmt: skip
        at += 4 * most
        counted = block[-4 * SUMS_LENGTHS :].rstrip(b"\0")  # most games are much shorter than what is counted
        counted = counted.ljust(len(counted) + -len(counted) % 4, b"\0")
        lengths = {i: games for i, games in enumerate(array("i", counted)) if games}
        return Sums(
            sum([each.games for each in came]), _signed(*words[:2]), tuple(came), tuple(scores),
            tuple(words[at:]), lengths,
        )  # fmt: skip

    # ------------------------------------------------------------ counting

    def count(self, cells: Sequence[int], depth: int) -> int | None:
        """Count sequences of decisions."""
        self._begin(cells, "FRESH")
        try:
            self.instance.call("count_begin", depth)
            count, batches = self.instance.function("count_on"), Batches()
            for units in batches:
                batches.done = bool(count(units))
        except WasmTrap:
            return None
        return self._wide("LEAVES")

    # ------------------------------------------------------------ looking ahead

    def ranks(self, cells: Sequence[int], numbers: Sequence[int]) -> list[tuple[int, int]] | None:
        """How good options with these numbers are, the least number first; None when a rule fails on the way."""
        ranks = self._looked_ahead("rank_options", cells, numbers, 2)
        return None if ranks is None else list(zip(ranks[::2], ranks[1::2], strict=True))

    def foresee(self, cells: Sequence[int], numbers: Sequence[int], features: int) -> list[Foreseen] | None:
        """What comes of options with these numbers; None when a rule fails on the way."""
        size = 2 + features * cells[ir.CELL_PLAYERS]
        rows = self._looked_ahead("weigh_options", cells, numbers, size)
        if rows is None:
            return None
        return [
            Foreseen(rows[i], bool(rows[i + 1]), () if rows[i] >= 0 else tuple(rows[i + 2 : i + size]))
            for i in range(0, len(rows), size)
        ]

    def _looked_ahead(
        self, function: str, cells: Sequence[int], numbers: Sequence[int], size: int
    ) -> Sequence[int] | None:
        """So many words for each of some options of a position; None when a rule fails on the way."""
        self._begin(cells, "FRESH")
        first, words = self.at["ARENA"], self.instance.words
        words[first >> 2 : (first >> 2) + len(numbers)] = array("i", numbers)
        self._write("ARENA_START", first + 4 * len(numbers))
        try:
            self.instance.call(function, first, len(numbers))
        except WasmTrap:
            return None
        at = self._word("RANKS_AT") >> 2
        found: Sequence[int] = self.instance.words[at : at + size * len(numbers)].tolist()
        return found

    # ------------------------------------------------------------ tree search

    def search(self, search: TreeSearch) -> list[tuple[tuple[int, ...], Tried]] | None:
        """Tree search; the options by the words of their records. None when it failed otherwise than by a rule."""
        self._begin((), "FRESH")
        path, size = self.at["ARENA"], 1 + max(map(len, search.worlds))
        worlds = path + 16 * search.depth  # two nodes and deciders for each decision
        for number, cells in enumerate(search.worlds):
            first = (worlds >> 2) + number * size
            self.instance.words[first] = len(cells)
            self.instance.words[first + 1 : first + 1 + len(cells)] = array("i", cells)
        self._write("PATH_AT", path)
        self._write("DEPTH", search.depth)
        self._write("WORLDS", len(search.worlds), worlds, 4 * size)
        apart = worlds + 4 * size * len(search.worlds)
        known = array("i", [number for each in search.views for number in each])
        self.instance.words[apart >> 2 : (apart >> 2) + len(known)] = known
        self._write("APART_AT", apart if search.views else 0)
        self._write("ARENA_START", apart + 4 * len(known))
        self._write("NODES_LIMIT", self._word("ARENA_START") + NODES_BYTES)
        self._write("GAME_AT", 0)
        self._write("GAMES_END", 2**31 - 1 if search.seconds else search.rounds)
        self._write("LIMIT", search.limit)
        self._write("EXPLORATION", search.exploration, search.wide, search.wider, search.margin)
        self._write("RUN_SEED", *_halves(search.seed))
        self.instance.call("search_begin")
        if not self._searched(search.seconds or None):
            return None
        words, out, head = self.instance.words, [], NODE_HEAD >> 2
        spread, opposed = self._word("SPREAD"), bool(self._word("OPPOSED"))
        node = words[(self._word("TREE") >> 2) + 1] >> 2
        while node:
            following, _, times, worth, _, size, low, high, certain = words[node : node + 9].tolist()
            option = tuple(words[node + head : node + head + size].tolist())
            if times:
                mean = search.mean(times, worth, _signed(low, high), spread, opposed)
                out.append((option, Tried(times, mean, certain)))
            node = following >> 2
        return out

    def _searched(self, seconds: float | None) -> bool:
        """Carry out the rounds that are prepared; whether that went well."""
        go_on, batches = self.instance.function("search_on"), Batches(seconds)
        for units in batches:
            try:
                batches.done = bool(go_on(units))
            except WasmTrap:
                if not self._word("FAULT_KIND"):
                    return False
                self._write("FAULT_KIND", 0)
                self.instance.call("search_failed")
        return True


def _signed(lower: int, upper: int) -> int:
    """A signed number of 64 bits from its words."""
    return (lower & 2**32 - 1) | upper << 32


def _halves(value: int) -> tuple[int, int]:
    """A number of 64 bits as two words, the lower one first."""
    high, low = ir.halves(value)
    return low, high


# ----------------------------------------------------------------
# Long work inside a module in short calls, so that Ctrl-C is heard and a time limit is kept.
#
# While a function of a module runs, Python hears no signal. wasmtime can stop a function from outside, but then every
# loop and every function must look whether somebody wants that, which cost a quarter of the speed where it was
# measured. A call that returns every twentieth of a second costs nothing that can be measured. So bulk functions take
# the number of units (decisions, mostly) that they may do before they return, keep in their memory where they are, and
# are called again.


CALL_SECONDS = 0.05
"""How long a call should take."""

UNITS_FIRST = 256
"""How many units the first call does."""

UNITS_MOST = 2**30
"""How many units one call does at most: it is told in 32 bits."""


class Batches:
    """How many units each call may do. The sizes follow the speed that is seen.

        batches = Batches(seconds=2)
        for units in batches:
            batches.done = play(units) == FINISHED

    `seconds`: after which time the work is stopped where it is (None: never); then `stopped` is true.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.done = False
        self.stopped = False
        self._end = None if seconds is None else perf_counter() + seconds

    def __iter__(self) -> Iterator[int]:
        units, aim = UNITS_FIRST, CALL_SECONDS
        while not self.done:
            start = perf_counter()
            if self._end is not None:
                aim = min(CALL_SECONDS, max(self._end - start, 0.0))
                if start >= self._end:
                    self.stopped = True
                    return
            yield units
            passed = max(perf_counter() - start, 1e-6)
            units = max(1, min(UNITS_MOST, 4 * units, int(units * aim / passed)))
