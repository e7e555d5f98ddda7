"""Files of rows: what is kept of a run while it goes on, and the Parquet files that are made of it when it is whole.

Guarantees: a file has its name only when all of it is there; the same run gives the same bytes, whatever the number of
workers and however often it was interrupted; no more than some ten thousand rows are in memory.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from yupana.interpreter.game import Game
from yupana.schemas.errors import UsageError
from yupana.schemas.files import whole_file

from ..shell.extras import version
from ..shell.files import file_is_readable, file_is_replaceable
from ..targets.same_rules import identity
from .journal import SUFFIX, Journal
from .playouts import Plan
from .recording import DECISIONS, Wanted
from .tables import COUNTED, GAMES, GameRows, Words, regrouped

_GROUP = 16_384
"""How many rows a row group has."""

_ASKED_FOR = ["game", "ply", "seed", "decisions"]
"""Columns of which a group of rows says the least and the most, so that who asks for some rows need not read all."""

_UNLIKE, _ALIKE = {"game", "seed"}, {"seats", "bots"}
"""Columns in which hardly a value comes twice, and in which all are one; of the others each value is written once."""


def _repeated(schema: pa.Schema) -> list[str]:
    """The columns of which each value is written once, as Parquet calls them."""
    found = []
    for each in schema:
        if each.name in _UNLIKE | _ALIKE:
            continue
        if pa.types.is_list(each.type):
            found.append(f"{each.name}.list.element")
        elif pa.types.is_struct(each.type):
            found += [f"{each.name}.{part.name}" for part in each.type]
        else:
            found.append(each.name)
    return found


class Kept(Journal):
    """What is kept of a run for its files of rows (None: that one is not wanted)."""

    def __init__(
        self, game: Game, plan: Plan, wanted: Wanted, games: Path | None, decisions: Path | None, *, resume: bool
    ) -> None:
        """Raises UsageError when the files cannot be written, or an unfinished run is there that is another or that
        nobody wants to go on with."""
        self._made = GameRows(game, plan, wanted.counted)
        self._files = {1: (games, self._made.schema), 2: (decisions, DECISIONS)}
        for file in (games, decisions):
            if file is not None:
                file_is_replaceable(file)
                _is_no_other(file)
        if games is not None and decisions is not None and os.path.realpath(games) == os.path.realpath(decisions):
            raise UsageError("Rows of games and rows of decisions go into two files.")
        file = games or decisions
        assert file is not None
        self.wanted = wanted
        self.told = told_plan(game, plan)
        rows = {"rows": [name for name, asked in (("games", games), ("decisions", decisions)) if asked is not None]}
        rows["components"] = [] if wanted.components is None else ["yes"]
        super().__init__(file, {**self.told, **rows, **identity(game)}, plan.players, resume=resume)

    def finish(self) -> None:
        """All games are there: the files are written. Raises UsageError when they cannot be."""
        for number, (file, schema) in self._files.items():
            if file is not None:
                about = {b"yupana": json.dumps(self.told, ensure_ascii=False).encode()}
                _write(file, schema.with_metadata(about), self._rows(number))
        self.close(finished=True)

    def _rows(self, number: int) -> Iterator[pa.Table]:
        """The rows, in the order of the games, in tables of one size, but for the last."""
        parts = self.parts(number)
        if number == 1:
            return map(self._made.table, regrouped(map(Words.unpacked, parts), _GROUP))
        return _regrouped(pa.ipc.open_stream(stream).read_all() for stream in parts)


def told_plan(game: Game, plan: Plan) -> dict[str, Any]:
    """What is played, as the files say it: everything that the games depend on."""
    program = game.program
    teams = {"sides": list(game.sides(plan.players))} if game.teams(plan.players) else {}
    return {
        "ruleset": program.name,
        "title": program.title,
        "hash": program.hash,
        "yupana": version(),
        "players": plan.players,
        "seats": list(program.domains[program.player_domain].names[: plan.players]),
        "games": plan.games,
        "seed": plan.seed,
        "bots": list(plan.bots),
        "options": dict(plan.options),
        "limit": plan.limit,
        "invariants": plan.invariants if program.invariants else None,
        "points": bool(program.scoring.items),
        "target": plan.target,
        **teams,
    }


def _is_no_other(file: Path) -> None:
    """Refuse to write rows over a file that holds none: a ruleset is soon typed there by mistake. Raises UsageError."""
    try:
        with file.open("rb") as there:
            begin = there.read(4)
    except OSError:
        return
    if begin not in (b"", b"PAR1"):
        raise UsageError(f"`{file}` is there already and is no file of rows; it is left alone.")


def _write(file: Path, schema: pa.Schema, tables: Iterator[pa.Table]) -> None:
    """Write a Parquet file, whole or not at all."""
    try:
        with (
            whole_file(file, alone=True) as part,  # its journal is locked
            part.open("wb") as out,  # a name may be none that pyarrow takes
            pq.ParquetWriter(
                out, schema, compression="zstd", use_dictionary=_repeated(schema), write_statistics=_ASKED_FOR
            ) as writer,
        ):
            for table in tables:
                writer.write_table(table.replace_schema_metadata(schema.metadata), row_group_size=_GROUP)
    except OSError as fault:
        raise UsageError(
            f"Cannot write `{file}`: {fault.strerror or fault}. What was played is kept; go on with `--resume`."
        ) from None


def _regrouped(tables: Iterable[pa.Table]) -> Iterator[pa.Table]:
    """The rows of tables in others of one size, but for the last."""
    waiting: list[pa.Table] = []
    many = 0
    for table in tables:
        waiting.append(table)
        many += len(table)
        while many >= _GROUP:
            whole = pa.concat_tables(waiting)
            yield whole.slice(0, _GROUP).combine_chunks()
            waiting = [whole.slice(_GROUP)]
            many -= _GROUP
    if many:
        yield pa.concat_tables(waiting).combine_chunks()


@dataclass(frozen=True, slots=True)
class About:
    """What a file of rows says: of its run (see `told_plan`), whether its rows are `games` or `decisions`, and which
    columns of what is counted it has, with their names."""

    told: Mapping[str, Any]
    kind: str
    counted: Mapping[str, tuple[str, ...]]


def about(file: Path) -> About:
    """What a file of rows says. Raises UsageError when it is none."""
    file_is_readable(file)
    try:
        schema = pq.read_schema(file)
        told = json.loads((schema.metadata or {})[b"yupana"])
        kind = "games" if "seats" in schema.names else "decisions"
        counted = {name: schema.field(name).type for name in COUNTED if kind == "games" and name in schema.names}
        sound = (
            _is_said(told)
            and all(schema.field(each.name).type == each.type for each in _NEEDED[kind])
            and all(
                pa.types.is_struct(each) and {part.type for part in each} == {pa.int32()} for each in counted.values()
            )
        )
    except (OSError, ValueError, LookupError, RecursionError, pa.ArrowException):
        sound = False
    if not sound and file.name.endswith(SUFFIX):
        raise UsageError(f"`{file}` is of a run that is not finished: go on with `yupana simulate … --resume` first.")
    if not sound:
        raise UsageError(f"`{file}` is no file of rows that `yupana simulate --rows` has written.")
    return About(told, kind, {name: tuple(part.name for part in each) for name, each in counted.items()})


_NEEDED = {"games": GAMES, "decisions": DECISIONS}
"""The columns that questions of our own are about."""


def _is_said(told: Any) -> bool:
    """Whether a file says of its run what `told_plan` says."""
    if not isinstance(told, dict) or not all(isinstance(told.get(key), kind) for key, kind in _SAID.items()):
        return False
    seats, bots = told["seats"], told["bots"]
    sides = told.get("sides", [0] * len(seats))
    if not all(isinstance(each, list) and len(each) == told["players"] for each in (seats, bots, sides)):
        return False
    texts = [*seats, *bots, *told["options"].values()]
    return all(isinstance(each, str) for each in texts) and all(type(each) is int for each in sides)


_SAID: dict[str, Any] = {
    "ruleset": str, "title": str, "hash": str, "players": int, "seats": list, "games": int, "seed": int, "bots": list,
    "options": dict, "limit": int, "invariants": int | None, "points": bool, "target": str,
}  # fmt: skip
"""What a file of rows says, besides which version wrote it."""
