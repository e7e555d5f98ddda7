"""What a package of a ruleset says of itself: a JSON file that lies in it beside the files it lists.

It comes from a stranger: whether the files are what it says is for who reads the package to find out.
"""

from __future__ import annotations

import hashlib
import json
from itertools import islice
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr, ValidationError

from .fields import NAME_PATTERN
from .find import SUFFIXES, UNSEEN
from .opened import MAX_BYTES
from .table_names import TABLES

FILE = "manifest.json"
"""What the file is called, in a package and where it is installed."""

MOST_FILES = 1_000
"""So many files a package has at most."""
MOST_BYTES = 32 * 1024 * 1024
"""So many bytes all files of a package have at most together."""
LONGEST = 1024 * 1024
"""So many bytes the manifest has at most."""


class PackedFile(BaseModel):
    """A file of a package: its path in it, how long it is, and the SHA-256 of what it holds."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    path: Annotated[StrictStr, Field(min_length=1, max_length=200)]
    size: Annotated[StrictInt, Field(ge=0, le=MAX_BYTES)]
    sha256: Annotated[StrictStr, Field(pattern=r"^[0-9a-f]{64}$")]


class Manifest(BaseModel):
    """A package. `extends` is that of an overlay's header, "" for a ruleset; `file` is the file that is the ruleset, ""
    where all files together are a folder of one."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal[1] = 1
    name: Annotated[StrictStr, Field(pattern=f"^({NAME_PATTERN})$", max_length=100)]
    title: Annotated[StrictStr, Field(max_length=1000)]
    version: Annotated[StrictStr, Field(min_length=1, max_length=100)]
    extends: Annotated[StrictStr, Field(max_length=1000)] = ""
    file: Annotated[StrictStr, Field(max_length=200)] = ""
    files: Annotated[list[PackedFile], Field(min_length=1, max_length=MOST_FILES)]

    def to_json(self) -> str:
        """As text: the same for the same package."""
        return json.dumps(self.model_dump(), ensure_ascii=False, indent=1) + "\n"


def changes(manifest: Manifest, folder: Path) -> list[str]:
    """The paths of the files in a folder that are not as a manifest says: changed, gone, or more rules than it lists.
    What else systems and programs leave in a folder means nothing."""
    listed = {each.path: each for each in manifest.files}
    more = {each.relative_to(folder).as_posix() for each in _all_files(folder) if _is_read(each)} - listed.keys()
    return sorted([*more, *(path for path, each in listed.items() if not _is_as_listed(folder / path, each))])


def _is_read(path: Path) -> bool:
    return path.suffix in (*SUFFIXES, *TABLES) and not path.name.startswith(UNSEEN)


def _all_files(folder: Path) -> list[Path]:
    try:
        return [each for each in islice(folder.rglob("*"), 4 * MOST_FILES) if each.is_symlink() or not each.is_dir()]
    except OSError:
        return []


def _is_as_listed(path: Path, listed: PackedFile) -> bool:
    try:
        if not path.is_file() or path.stat().st_size != listed.size:
            return False
        return hashlib.sha256(path.read_bytes()).hexdigest() == listed.sha256
    except OSError:
        return False


def read_manifest(data: bytes) -> Manifest:
    """Read a manifest. Raises ValueError, in half a sentence, for what is none."""
    if len(data) > LONGEST:
        raise ValueError(f"its {FILE} is larger than {LONGEST:,} bytes")
    try:
        content = json.loads(data.decode("utf-8"), object_pairs_hook=_once, parse_int=_whole)
        if isinstance(content, dict) and type(content.get("format")) is int and content["format"] > 1:
            raise ValueError(f"it is of format {content['format']}, and this program reads format 1")
        return Manifest.model_validate(content)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(each) for each in first["loc"][:3])
        raise ValueError(f"its {FILE} is not one of a package: {where or 'it'} is not what it should be") from None
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError):
        raise ValueError(f"its {FILE} is not JSON") from None


def _whole(digits: str) -> int:
    if len(digits) > 20:
        raise ValueError(f"its {FILE} has a number of {len(digits):,} digits")
    return int(digits)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(f"its {FILE} has a key twice")
    return found
