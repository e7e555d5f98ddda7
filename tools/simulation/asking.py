"""Files of rows as tables that questions are asked of, with DuckDB.

Guarantees: whatever is asked, nothing but the files that were named is read, and nothing is written; a question is one
SELECT. Only who asks imports this module, since DuckDB is an extra.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args

import duckdb
from yupana.schemas.errors import UsageError
from yupana.schemas.host import more_memory

from ..playing.results import Result
from ..shell.clock import Clock
from .keeping import about
from .playouts import Playout
from .tables import COUNTED
from .tally import FAULTS_KEPT, SeatScores, Tally

_SEATS = """
select game, file, seat, seats[seat] as player, bots[seat] as bot, scores[seat] as score,
  list_contains(winners, seats[seat]) as won,
  case when winners is null then null
    when result in ('won', 'lost') then case when list_contains(winners, seats[seat]) then 1.0 else 0.0 end
    when len(winners) = 0 then 1.0 / len(list_distinct(sides))
    when list_contains(winners, seats[seat])
      then 1.0 / len(list_distinct(list_transform(winners, lambda name: sides[list_position(seats, name)]))) else 0.0
    end as share,
  result
from (select *, unnest(range(1, players + 1)) as seat, {sides} as sides from games)
"""
_ACTIONS = """
select game, file, entry.key as action, entry.value as times
from (select game, file, unnest(map_entries(actions)) as entry from games)
"""
_COMPONENTS = """
select game, file, entry.key as component, entry.value as times
from (select game, file, unnest(map_entries(components)) as entry from games)
"""


SECONDS, MEGABYTES = 60.0, 2048
"""How long an answer may take, and how much memory, unless somebody says otherwise."""

_TABLES = ("games", "seats", "actions", "components", "decisions")
"""The tables that there are where both files of games and files of decisions are named."""

_MISSING = re.compile(r"Table with name (\w+) does not exist")
"""How DuckDB says that there is no table of a name."""

_AT_ONCE = 1000
"""How many rows of an answer are taken at once: so often it is looked at the clock."""


_SAID_MOST = 500
"""How many letters of what DuckDB says are shown."""


_Counted = tuple[tuple[str, tuple[str, ...]], ...]
"""Which columns of what is counted files have, with the names in them."""


class Asked:
    """Some files of rows. `runs` says of each file of games what was played (see `keeping.told_plan`)."""

    def __init__(self, files: Sequence[Path], seconds: float = SECONDS, megabytes: int = MEGABYTES) -> None:
        """`seconds` and `megabytes` are what an answer may take.

        Raises UsageError when a file cannot be read or is no file of rows.
        """
        self._seconds, self._megabytes = seconds, megabytes
        found = list({os.path.realpath(each): each for file in files for each in _files(file)}.values())  # each once
        self.runs: dict[str, Mapping[str, Any]] = {}
        games: dict[_Counted, list[str]] = {}
        decisions: list[str] = []
        for each in found:
            if not _is_text(str(each)):
                raise UsageError(f"`{each}` has bytes in its name that are no text: rename it.")
            if set(str(each)) & set("*?["):
                raise UsageError(f"`{each}` has a sign in its name that stands for several files: rename it.")
            said = about(each)
            if said.kind == "games":
                self.runs[str(each)] = said.told
                games.setdefault(tuple(said.counted.items()), []).append(str(each))
            else:
                decisions.append(str(each))
        self._base = duckdb.connect(":memory:", config={"python_enable_replacements": "false"})
        allowed = ", ".join(_quoted(str(each)) for each in found)
        for setting in (
            "enable_progress_bar = false",
            "autoinstall_known_extensions = false",
            "autoload_known_extensions = false",
            "temp_directory = ''",  # nothing is written, also where memory runs out
            f"memory_limit = '{megabytes} MB'",
            f"allowed_paths = [{allowed}]",
        ):
            self._base.execute(f"set {setting}")
        self._views(games, decisions)
        self._base.execute("set enable_external_access = false")
        self._base.execute("set lock_configuration = true")

    def _views(self, games: Mapping[_Counted, Sequence[str]], decisions: Sequence[str]) -> None:
        if decisions:
            self._own(f"create view decisions as {_table(decisions)}")
        if games:
            tables = " union all by name ".join(self._games(files, dict(each)) for each, files in games.items())
            self._own(f"create view games as {tables}")
            seats = _SEATS.format(sides=self._sides())
            for name, text in (("seats", seats), ("actions", _ACTIONS), ("components", _COMPONENTS)):
                self._own(f"create view {name} as {text}")

    def _sides(self) -> str:
        """To which side each seat belongs in the games of a file, in SQL: everybody is one where nobody plays in a
        team."""
        teams = {file: told["sides"] for file, told in self.runs.items() if "sides" in told}
        cases = " ".join(f"when {_quoted(file)} then {sides}" for file, sides in teams.items())
        alone = "range(0, players)"
        return f"case file {cases} else {alone} end" if cases else alone

    def _games(self, files: Sequence[str], counted: Mapping[str, Sequence[str]]) -> str:
        """Some files of games as one table, in SQL. Their structs of counts become maps, which are of one type whatever
        was counted, and tell names apart that differ in their case only."""
        columns = [f"* exclude ({', '.join(counted)})" if counted else "*"]
        for column in COUNTED:
            made = "null::map(varchar, integer)"
            if column in counted:
                answer = self._base.execute(f"{_table(files, column)} limit 0")
                called = [name for name, _ in (answer.description or [])[0][1].children]  # names are alike but for case
                values = ", ".join(f'{column}."{name.replace(chr(34), 2 * chr(34))}"' for name in called)
                names = ", ".join(map(_quoted, counted[column]))
                made = f"case when {column} is not null then map([{names}], [{values}]) end"
            columns.append(f"{made} as {column}")
        return f"select {', '.join(columns)} from ({_table(files)})"

    def ask(self, question: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        """The names of the columns and the rows that answer a question. Raises UsageError for what is no SELECT, and
        for one that fails."""
        if not _is_text(question):
            raise UsageError("The question holds bytes that are no text.")
        with self._bounded() as clock:
            statements = self._base.extract_statements(question)
            if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
                raise UsageError("A question is one SELECT, such as `select avg(decisions) from games`.")
            answer = self._base.execute(statements[0])
            rows: list[tuple[Any, ...]] = []
            room = self._megabytes * 2**20
            while not clock.rung and (some := answer.fetchmany(_AT_ONCE)):
                rows += some
                room -= _size(some)
                if room < 0:
                    raise MemoryError
            return [each[0] for each in answer.description or ()], rows

    @contextmanager
    def _bounded(self) -> Iterator[Clock]:
        """An answer to somebody's question is given up when it takes too long or too much memory. Raises UsageError
        then, and for what DuckDB refuses."""
        late = f"The answer takes longer than {self._seconds:g} seconds: ask for less, or allow more with `--seconds`."
        large = f"The answer takes more than {self._megabytes} MB: ask for less, or allow more with `--memory`."
        clock = Clock(self._seconds, self._base.interrupt, late)
        try:
            with clock, more_memory(self._megabytes * 2**20):
                yield clock
        except duckdb.Error as fault:
            if clock.rung:
                raise UsageError(late) from None
            if isinstance(fault, duckdb.OutOfMemoryException):
                raise UsageError(large) from None
            raise UsageError(
                self._no_table(fault) or f"The question cannot be answered: {_fault_text(fault)}"
            ) from None
        except MemoryError:
            raise UsageError(large) from None
        if clock.rung:
            raise UsageError(late)

    def _no_table(self, fault: duckdb.Error) -> str:
        """Which tables there are, where a question names another; else ""."""
        found = _MISSING.search(str(fault)) if isinstance(fault, duckdb.CatalogException) else None
        if found is None:
            return ""
        tables = [name for (name,) in self._own("select view_name from duckdb_views() where not internal order by 1")]
        where = {"decisions": "simulate --decisions"}.get(found[1], "simulate --rows")
        more = f" Name a file that `{where}` has written, too." if found[1] in _TABLES else ""
        return f"There is no table `{found[1]}`; there are {', '.join(tables)}.{more}"

    def _own(self, question: str) -> list[tuple[Any, ...]]:
        """The answer to a question of this module. Raises UsageError when the files do not hold what they should."""
        try:
            return self._base.execute(question).fetchall()
        except duckdb.Error as fault:
            raise UsageError(f"The rows cannot be read: {_fault_text(fault)}") from None

    def _rows(self, question: str, files: Sequence[str]) -> list[tuple[Any, ...]]:
        """Rows about the games of some files, which stand as `FILES` in the question."""
        text = question.replace("FILES", f"(select * from games where file in ({', '.join(map(_quoted, files))}))")
        return self._own(text)

    def tally(self, files: Sequence[str], players: int) -> Tally:
        """What the games of some files came to, as `simulate` adds it up."""
        self._must_be_sound(files, players)
        tally = Tally(players, sides=tuple(self.runs[files[0]].get("sides", ())))
        first = sorted({tally.sides.index(each) for each in tally.sides})  # a side that wins does so with all its seats
        sides = " + ".join(f"list_contains(winners, seats[{seat + 1}])::int" for seat in first)
        ((tally.games, tally.decisions),) = self._rows("select count(*), coalesce(sum(decisions), 0) from FILES", files)
        won = ", ".join(f"count(*) filter (list_contains(winners, seats[{i + 1}]))" for i in range(players))
        for result, winning, *counts in self._rows(
            f"select result, {sides}, count(*), {won} from FILES where fault is null group by 1, 2", files
        ):
            tally.came[result, winning] = list(counts)
        scores = ", ".join(
            f"coalesce(sum(scores[{i}]), 0)::bigint, min(scores[{i}]), max(scores[{i}])" for i in range(1, players + 1)
        )
        (found,) = self._rows(f"select {scores} from FILES where fault is null", files)
        tally.scores = [SeatScores(*found[at : at + 3]) for at in range(0, 3 * players, 3)]
        lengths = self._rows("select decisions, count(*) from FILES where fault is null group by 1", files)
        tally.lengths.update(dict(lengths))
        chosen = self._rows(
            "select entry.key, sum(entry.value)::bigint as times from "
            "(select unnest(map_entries(actions)) as entry from FILES) group by 1 having times > 0",
            files,
        )
        tally.actions.update(dict(chosen))
        faulty = self._rows(
            "select game, seed, decisions, fault, coalesce(place, ''), ended from FILES where fault is not null "
            f"order by game limit {FAULTS_KEPT}",
            files,
        )
        tally.faults = [
            Playout(game, seed, decisions, {}, fault=fault, place=place, ended=ended)
            for game, seed, decisions, fault, place, ended in faulty
        ]
        return tally

    def _must_be_sound(self, files: Sequence[str], players: int) -> None:
        """Refuse rows that no game can have come to. Raises UsageError."""
        results = ", ".join(map(_quoted, get_args(Result)))
        sound = (
            f"game is not null and seed is not null and decisions >= 0 and len(seats) = {players} and "
            f"len(bots) = {players} and actions is not null and case when fault is null then result in ({results}) and "
            f"len(winners) <= {players} and coalesce(len(scores), {players}) = {players} else ended is not null end"
        )
        ((wrong,),) = self._rows(f"select count(*) from FILES where not coalesce({sound}, false)", files)
        if wrong:
            raise UsageError(f"In {wrong} rows of `{files[0]}` stands what no game can have come to.")

    def bots(self, files: Sequence[str]) -> list[tuple[str, int, float]]:
        """Of every bot on how many seats it sat in games that finished, and its share of the win there."""
        listed = ", ".join(map(_quoted, files))
        return self._own(
            f"select bot, count(*), avg(share) from seats where share is not null and file in ({listed}) "
            "group by bot order by 3 desc, 1"
        )


def _table(files: Sequence[str], columns: str = "* rename (filename as file)") -> str:
    """Columns of some files, in SQL."""
    listed = ", ".join(map(_quoted, files))
    return f"select {columns} from read_parquet([{listed}], union_by_name = true, filename = true)"


def _files(file: Path) -> list[Path]:
    """A file, or those of a folder."""
    if file.is_dir():
        found = sorted(file.glob("*.parquet"))
        if not found:
            raise UsageError(f"There are no files of rows (`*.parquet`) in `{file}`.")
        return found
    return [file]


def _size(value: Any) -> int:
    """About how many bytes a value takes."""
    if isinstance(value, str | bytes):
        return 64 + len(value)
    if isinstance(value, list | tuple):
        return 64 + sum(map(_size, value))
    return 64 + _size([*value.items()]) if isinstance(value, dict) else 32


def _fault_text(fault: duckdb.Error) -> str:
    """What DuckDB says, without the piece of the question that it shows."""
    said = " ".join(str(fault).split("\n\n")[0].split())
    return said if len(said) <= _SAID_MOST else f"{said[:_SAID_MOST]}…"


def _is_text(text: str) -> bool:
    """Whether it is text, and not what stands for bytes that are none."""
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def _quoted(text: str) -> str:
    """A text in SQL."""
    return "'" + text.replace("'", "''") + "'"


def plain(value: Any) -> Any:
    """A value of an answer as JSON has it; null for a number that is none."""
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, float) or hasattr(value, "as_tuple"):
        return float(value) if math.isfinite(value) else None
    return value if value is None or isinstance(value, int | str) else str(value)
