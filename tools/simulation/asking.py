"""Files of rows as tables that questions are asked of, with DuckDB.

Guarantees: whatever is asked, nothing but the files that were named is read, and nothing is written; a question is one
SELECT. Only who asks imports this module, since DuckDB is an extra.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
from yupana.schemas.errors import UsageError

from .keeping import about
from .playouts import Playout
from .tally import FAULTS_KEPT, SeatScores, Tally

_SEATS = """
select game, file, seat, seats[seat] as player, bots[seat] as bot, scores[seat] as score,
  list_contains(winners, seats[seat]) as won,
  case when winners is null then null
    when len(winners) = 0 then case when players = 1 then 0.0 else 1.0 / players end
    when list_contains(winners, seats[seat]) then 1.0 / len(winners) else 0.0 end as share,
  result
from (select *, unnest(range(1, players + 1)) as seat from games)
"""
_ACTIONS = """
select game, file, entry.key as action, entry.value as times
from (select game, file, unnest(map_entries(actions)) as entry from games)
"""
_COMPONENTS = """
select game, file, entry.key as component, entry.value as times
from (select game, file, unnest(map_entries(components)) as entry from games)
"""


class Asked:
    """Some files of rows. `runs` says of each file of games what was played (see `keeping.told_plan`)."""

    def __init__(self, files: Sequence[Path]) -> None:
        """Raises UsageError when one cannot be read or is no file of rows."""
        found = [each for file in files for each in _files(file)]
        self.runs: dict[str, Mapping[str, Any]] = {}
        of: dict[str, list[str]] = {"games": [], "decisions": []}
        for each in found:
            told, kind = about(each)
            of[kind].append(str(each))
            if kind == "games":
                self.runs[str(each)] = told
        self._base = duckdb.connect(":memory:", config={"python_enable_replacements": "false"})
        self._base.execute("set enable_progress_bar = false")
        allowed = ", ".join(_quoted(str(each)) for each in found)
        self._base.execute(f"set allowed_paths = [{allowed}]")
        for name, paths in of.items():
            if paths:
                listed = ", ".join(map(_quoted, paths))
                self._base.execute(
                    f"create view {name} as select * rename (filename as file) "
                    f"from read_parquet([{listed}], union_by_name = true, filename = true)"
                )
        if of["games"]:
            for name, text in (("seats", _SEATS), ("actions", _ACTIONS), ("components", _COMPONENTS)):
                self._base.execute(f"create view {name} as {text}")
        self._base.execute("set enable_external_access = false")
        self._base.execute("set lock_configuration = true")

    def ask(self, question: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        """The names of the columns and the rows that answer a question. Raises UsageError for what is no SELECT, and
        for one that fails."""
        try:
            statements = self._base.extract_statements(question)
            if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
                raise UsageError("A question is one SELECT, such as `select avg(decisions) from games`.")
            answer = self._base.execute(statements[0])
            return [each[0] for each in answer.description or ()], answer.fetchall()
        except duckdb.Error as fault:
            said = " ".join(str(fault).split("\n\n")[0].split())
            raise UsageError(f"The question cannot be answered: {said}") from None

    def _rows(self, question: str, files: Sequence[str]) -> list[tuple[Any, ...]]:
        """Rows about the games of some files, which stand as `FILES` in the question."""
        text = question.replace("FILES", f"(select * from games where file in ({', '.join(map(_quoted, files))}))")
        return self._base.execute(text).fetchall()

    def tally(self, files: Sequence[str], players: int) -> Tally:
        """What the games of some files came to, as `simulate` adds it up."""
        tally = Tally(players)
        ((tally.games, tally.decisions),) = self._rows("select count(*), coalesce(sum(decisions), 0) from FILES", files)
        won = ", ".join(f"count(*) filter (list_contains(winners, seats[{i + 1}]))" for i in range(players))
        for result, winners, *counts in self._rows(
            f"select result, len(winners), count(*), {won} from FILES where fault is null group by 1, 2", files
        ):
            tally.came[result, winners] = list(counts)
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

    def bots(self, files: Sequence[str]) -> list[tuple[str, int, float]]:
        """Of every bot on how many seats it sat in games that finished, and its share of the win there."""
        listed = ", ".join(map(_quoted, files))
        return self._base.execute(
            f"select bot, count(*), avg(share) from seats where share is not null and file in ({listed}) "
            "group by bot order by 3 desc, 1"
        ).fetchall()


def _files(file: Path) -> list[Path]:
    """A file, or those of a folder."""
    if file.is_dir():
        found = sorted(file.glob("*.parquet"))
        if not found:
            raise UsageError(f"There are no files of rows (`*.parquet`) in `{file}`.")
        return found
    if not file.exists():
        raise UsageError(f"There is no file `{file}`.")
    return [file]


def _quoted(text: str) -> str:
    """A text in SQL."""
    return "'" + text.replace("'", "''") + "'"


def plain(value: Any) -> Any:
    """A value of an answer as JSON has it."""
    try:
        json.dumps(value)
    except TypeError:
        if isinstance(value, dict):
            return {str(key): plain(each) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [plain(each) for each in value]
        return float(value) if hasattr(value, "as_tuple") else str(value)
    return value
