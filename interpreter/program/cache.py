"""The compiled form of rulesets that have not changed, kept between runs.

An entry belongs to a target as it was named in a folder, and holds only while every file that was read has the same
content, the folders hold the same files, no name stands for something else by now, and Yupana is the same. It is the
compiled program as `yupana compile` writes it, with the warnings. The folder may be deleted at any time; two processes
may write at once (each writes a file of its own and renames it); whatever is wrong with an entry only means that it is
not used. An entry that somebody else could have written is none: what is kept is run without another look.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from yupana.schemas.caches import folder, prune, read_own, write_own
from yupana.schemas.host import data_folder
from yupana.schemas.opened import MAX_BYTES, line_feeds
from yupana.schemas.source import Diagnostic, Span
from yupana.schemas.table_names import is_workbook, split_name

from . import ir
from .codec import ProgramFileError, from_json, to_json

KEPT_MOST = 256 * 2**20
"""How large an entry may be, in bytes."""

EMPTY: Mapping[str, str] = MappingProxyType({})


@lru_cache(maxsize=1)
def _version() -> str:
    """What this Yupana is: a digest of its own code."""
    root = Path(__file__).resolve().parents[2]
    digest = hashlib.sha256(str(ir.FORMAT).encode())
    for path in sorted(
        (*root.glob("interpreter/**/*.py"), *root.glob("interpreter/**/*.lark"), *root.glob("schemas/*.py"))
    ):
        status = path.stat()
        digest.update(f"{path.name}:{status.st_size}:{status.st_mtime_ns};".encode())
    return digest.hexdigest()


def _entry(target: str | Path) -> Path:
    """The file of a target's entry. Raises OSError where there is no folder for it."""
    home = folder()
    if home is None:
        raise FileNotFoundError("no folder for caches")
    named = f"path {target}" if isinstance(target, Path) else target  # a path may look like the name of a ruleset
    around = str(Path.cwd()), str(data_folder()), _version()  # where a name is looked for
    key = hashlib.sha256("\0".join((named, *around)).encode("utf-8", "surrogatepass"))
    return home / "programs" / f"{key.hexdigest()[:40]}.json"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _text(path: Path) -> str:
    """The text of a file as a ruleset is read (`schemas.reader`), without loading the YAML side. Raises OSError,
    UnicodeDecodeError."""
    return line_feeds(_bytes(path).decode("utf-8-sig"))


def _digest_of(file: str) -> str:
    return hashlib.sha256(_bytes(Path(file))).hexdigest()


def _bytes(path: Path) -> bytes:
    """What a file holds; of one that is too large to be read at all, enough to be another one. Raises OSError."""
    if not path.is_file():  # a pipe would be waited for, a device may never end
        raise FileNotFoundError(path)
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _listing(shown: str) -> list[str]:
    """The YAML files beside a file: a new one may be a new part of the ruleset."""
    beside = (each for each in Path(shown).parent.iterdir() if each.suffix in (".yaml", ".yml"))
    return sorted(each.name for each in beside if not each.name.startswith("."))


def load(target: str | Path) -> tuple[ir.Program, list[Diagnostic], dict[str, str]] | None:
    """The program of an unchanged target with its warnings and files, or None."""
    try:
        kept = read_own(_entry(target), KEPT_MOST)
        if kept is None:
            return None
        data = json.loads(kept)
        files: dict[str, str] = {}
        for shown, digest in data["files"].items():
            workbook = data["workbooks"].get(shown)
            file, _ = split_name(shown)
            text = _text(Path(file)) if workbook is None else workbook
            now = _digest(text) if workbook is None else _digest_of(file)
            if now != digest or _listing(file) != data["beside"][shown]:
                return None
            files[shown] = text
        if any(_there(Path(place)) != then for place, then in data["missed"].items()):
            return None
        warnings = [_diagnostic(each) for each in data["warnings"]]
        return from_json(data["program"]), warnings, files
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, ProgramFileError):
        return None


def _there(path: Path) -> list[str] | None:
    """What is at a place: the names in a folder; None for nothing."""
    return sorted(each.name for each in path.iterdir()) if path.is_dir() else [] if path.exists() else None


def _diagnostic(data: Mapping[str, Any]) -> Diagnostic:
    span = _span(data)
    related = tuple((_span(each), each["message"]) for each in data["related"])
    return Diagnostic(data["code"], data["severity"], data["message"], span, data["hint"], related)


def _span(data: Mapping[str, Any]) -> Span:
    return Span(data["file"], data["line"], data["column"], data["end_line"], data["end_column"])


def store(
    target: str | Path,
    program: ir.Program,
    warnings: list[Diagnostic],
    files: Mapping[str, str],
    workbooks: Mapping[str, str] = EMPTY,
    missed: Sequence[Path] = (),
) -> None:
    """Keep a program that has no errors. Never raises: a cache that cannot be written is not a cache.

    Args:
        target: as it was named.
        program: the program.
        warnings: what else was found.
        files: the texts of all files that were read.
        workbooks: of those that are no texts on the disk, the digests of what they are there.
        missed: where something more would have been found: what a name stands for, texts in another language.
    """
    try:
        path = _entry(target)
        data = {
            "files": {
                shown: workbooks[shown] if is_workbook(shown) else _digest(text) for shown, text in files.items()
            },
            "workbooks": {shown: files[shown] for shown in workbooks},
            "beside": {shown: _listing(split_name(shown)[0]) for shown in files},
            "missed": {str(place): _there(place) for place in missed},
            "warnings": [each.to_json() for each in warnings],
            "program": to_json(program),
        }
        write_own(path, json.dumps(data, separators=(",", ":")).encode("utf-8", "surrogatepass"))
        prune(path.parent, "*.json")
    except (OSError, ValueError, KeyError, RecursionError):
        return
