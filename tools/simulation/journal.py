"""The file of a run that is not finished: every chunk of games as it comes, so that nothing of it is played again.

It lies beside the file that is to be written. Records are only ever added at the end; one that was cut off, or of games
that are there already, is left out when the file is read again. So a run may end at any moment, however it ends.
"""

from __future__ import annotations

import contextlib
import json
import os
import struct
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from yupana.schemas.errors import UsageError
from yupana.schemas.host import is_special, lock

from ..targets.same_rules import KEYS, is_same, what_changed
from .chunks import Chunk
from .tally import Tally

SUFFIX = ".unfinished"
_BEGIN = b"yupana run 3\n"
_HEAD = struct.Struct("<QQIIII")
"""The games (first, and the one behind the last), how long the three parts are, and the check sum of all that."""


class _Record(NamedTuple):
    """Where a chunk lies: its games, where its parts begin, and how long they are."""

    first: int
    end: int
    at: int
    sizes: tuple[int, ...]


class Journal:
    """The unfinished run that belongs to a file. `plan` says what is played, as plain data."""

    def __init__(self, file: Path, plan: Mapping[str, Any], players: int, *, resume: bool) -> None:
        """Begin a run, or go on with the one that is there.

        Raises UsageError when there is one and nobody wants to go on, when it is another one, and when the file cannot
        be written.
        """
        self.path = file.with_name(file.name + SUFFIX)
        self.tally = Tally(players)
        self._players = players
        self._records: list[_Record] = []
        self._size = 0
        exists = self.path.exists()
        if self.path.is_dir() or is_special(self.path):
            raise UsageError(f"`{self.path}`, where the run is kept until it is finished, is no file; remove it.")
        if exists and not resume:
            raise UsageError(
                f"`{self.path}` holds games of a run that is not finished: go on with `--resume`, or remove it."
            )
        if resume and not exists and file.exists():
            raise UsageError(f"`{file}` is finished: there is nothing to go on with.")
        try:
            self._file = self.path.open("r+b" if exists else "xb+")
            if not lock(self._file.fileno()):
                raise UsageError(f"`{self.path}` is of a run that is going on; wait for its end.")
            if not exists or not self._read(plan):
                self._file.seek(0)
                self._file.truncate()
                self._file.write(_BEGIN)
                self._append(0, 0, (json.dumps(plan).encode(), b"", b""))
        except OSError as fault:
            self._give_up()
            if not exists:
                self.path.unlink(missing_ok=True)
            raise UsageError(f"Cannot write `{self.path}`: {fault.strerror}.") from None
        except (UsageError, KeyboardInterrupt):
            self._give_up()
            raise
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
            self._give_up()
            raise self._no_run() from None

    def _no_run(self) -> UsageError:
        return UsageError(f"`{self.path}` holds no run that this version of Yupana can go on with; remove it.")

    def _read(self, plan: Mapping[str, Any]) -> bool:
        """Read what is there; False when a run was ended before it could say what it plays."""
        self._file.seek(0)
        begin = self._file.read(len(_BEGIN))
        if not _BEGIN.startswith(begin):
            raise self._no_run()
        self._size = os.fstat(self._file.fileno()).st_size
        at, taken = len(_BEGIN), list[tuple[int, int]]()
        while (record := self._record(at)) is not None:
            content = self._file.read(record.sizes[0])
            at = record.at + sum(record.sizes)
            if record.end == 0:
                _same(plan, json.loads(content), self.path)
            elif not any(first < record.end and record.first < end for first, end in taken[-1000:]):
                self.tally.merge(Tally.from_plain(json.loads(content)))
                self._records.append(record)
                taken.append((record.first, record.end))
        self._file.seek(at)
        self._file.truncate()
        return at > len(_BEGIN)

    def _record(self, at: int) -> _Record | None:
        """The record at a place, if it is whole; the file then stands at its first part."""
        self._file.seek(at)
        head = self._file.read(_HEAD.size)
        if len(head) < _HEAD.size:
            return None
        first, end, *sizes, check = _HEAD.unpack(head)
        if at + _HEAD.size + sum(sizes) > self._size:
            return None
        found = zlib.crc32(head[:-4])
        for size in sizes:
            found = zlib.crc32(self._file.read(size), found)
        if found != check:
            return None
        self._file.seek(at + _HEAD.size)
        return _Record(first, end, at + _HEAD.size, tuple(sizes))

    def _append(self, first: int, end: int, parts: tuple[bytes, bytes, bytes]) -> _Record:
        head = _HEAD.pack(first, end, *map(len, parts), 0)[:-4]
        check = zlib.crc32(head)
        for each in parts:
            check = zlib.crc32(each, check)
        at = self._file.seek(0, os.SEEK_END)
        self._file.write(b"".join([head, check.to_bytes(4, "little"), *parts]))
        self._file.flush()
        return _Record(first, end, at + _HEAD.size, tuple(map(len, parts)))

    def missing(self, games: int) -> list[tuple[int, int]]:
        """The games of a run that are not there, as stretches."""
        out, at = [], 0
        for record in sorted(self._records):
            if at < record.first:
                out.append((at, record.first))
            at = max(at, record.end)
        return [*out, (at, games)] if at < games else out

    def add(self, chunk: Chunk) -> None:
        """Keep a chunk. Raises UsageError when it cannot be written; what was there before is kept."""
        try:
            tally = json.dumps(chunk.tally.to_plain()).encode()
            self._records.append(self._append(chunk.first, chunk.end, (tally, *chunk.parts)))
        except OSError as fault:
            raise UsageError(
                f"Cannot write `{self.path}`: {fault.strerror}. What was played is kept; go on with `--resume`."
            ) from None

    def parts(self, number: int) -> Iterator[bytes]:
        """The first or second part (1, 2) of every chunk, in the order of the games."""
        for record in sorted(self._records):
            self._file.seek(record.at + sum(record.sizes[:number]))
            yield self._file.read(record.sizes[number])

    def close(self, *, finished: bool = False) -> None:
        """Nothing is added any more; a finished run needs no journal, and one of which nothing was played."""
        if finished or not self._records:
            self.path.unlink(missing_ok=True)
        self._give_up()

    def _give_up(self) -> None:
        """What is not written by now, is not."""
        with contextlib.suppress(AttributeError, OSError):  # it was not opened, or there is no room for the last record
            self._file.close()


def _same(plan: Mapping[str, Any], there: Mapping[str, Any], path: Path) -> None:
    """Refuse to go on with another run."""
    differs = ""
    for key, value in json.loads(json.dumps(plan)).items():
        if key not in (*_OF_TEXTS, *KEYS) and there.get(key) != value:
            differs = f"its {key} is {_encoded(there.get(key))}, not {_encoded(value)}"
            break
    if not differs and "rules" in plan and not is_same(there, plan):
        what = what_changed(there, plan)
        differs = "its rules were changed since it was begun" + (f" ({what})" if what else "")
    if differs:
        raise UsageError(f"`{path}` is of another run: {differs}. Give what it was begun with, or remove it.")


_OF_TEXTS = ("hash", "title")
"""What of a plan says nothing of what is played."""


def _encoded(value: object) -> str:
    if isinstance(value, dict):
        value = [f"{name}={each}" for name, each in value.items()]
    return (",".join(map(str, value)) or "none") if isinstance(value, list) else str(value)
