"""Saved games: what a record holds, and reading one from a stranger.

A record is what is needed to play the game again: the ruleset with the hash of its composed source, the options, the
seed and the decisions taken. Whether the rules are the same and each decision is legal is found out by who resumes it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, ValidationError

from .errors import SaveError, cut

__all__ = ["SaveError", "SavedGame", "read_save"]

FORMAT = 2
"""The format that is written. One without what tells changed rules apart (1) is read too."""

MAX_BYTES = 64 * 1024 * 1024
MAX_DECISIONS = 1_000_000
MAX_ELEMENTS = 100_000

MAX_OPTIONS = 1_000

MAX_VALUES = 1_500_000
"""So many values may a text seem to hold, by its commas and brackets, before anybody reads it: a value of two letters
takes fifty times the memory."""

MAX_LETTERS = 1_000_000
"""So many has a decision at most, with what chance brought."""


Decided = Annotated[StrictStr, Field(max_length=MAX_LETTERS)]
Short = Annotated[StrictStr, Field(max_length=1000)]


class SavedGame(BaseModel):
    """A saved game. `options` holds every option of the game by name; `decisions` the chosen options as printed;
    `versions` are those of the parts of the ruleset that say one, by name. `seats` says who sat where: `human`, or a
    bot as it is written. `program` is a digest of the rules, `elements` has one for each part of them, by its path, and
    `trail` some digits for the set-up and each decision, by which it shows where other rules go another way."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal[1, 2] = 2
    ruleset: StrictStr = Field(min_length=1, max_length=1000)
    hash: Annotated[StrictStr, Field(pattern=r"^[0-9a-f]{64}$")]
    versions: Annotated[dict[Short, Short], Field(max_length=100)] | None = None
    players: Annotated[StrictInt, Field(ge=1, le=1000)]
    seed: Annotated[StrictInt, Field(ge=-(2**63), lt=2**64)]
    options: dict[Short, StrictBool | StrictInt | Short] = Field(default_factory=dict, max_length=MAX_OPTIONS)
    decisions: list[Decided] = Field(default_factory=list, max_length=MAX_DECISIONS)
    names: Annotated[list[Short], Field(max_length=1000)] | None = None
    seats: Annotated[list[Short], Field(max_length=1000)] | None = None
    program: Annotated[StrictStr, Field(pattern=r"^[0-9a-f]{64}$")] | None = None
    trail: Annotated[StrictStr, Field(pattern=r"^[0-9a-f]*$")] | None = None
    elements: Annotated[dict[Short, Short], Field(max_length=MAX_ELEMENTS)] | None = None

    def to_json(self) -> str:
        """The record as JSON, one decision on a line, the same for the same game."""
        content = self.model_dump(exclude_none=True)
        decisions = content.pop("decisions")
        after = {key: content.pop(key) for key in ("program", "trail", "elements") if key in content}
        head = json.dumps(content, ensure_ascii=False, indent=1)[:-2]
        rows = ",\n".join("  " + json.dumps(each, ensure_ascii=False) for each in decisions)
        told = "".join([
            f",\n {json.dumps(key)}: {json.dumps(each, ensure_ascii=False, separators=(',', ':'))}"
            for key, each in after.items()
        ])  # fmt: skip
        return f'{head},\n "decisions": [' + (f"\n{rows}\n ]" if rows else "]") + f"{told}\n}}\n"


def read_save(source: Path | str) -> SavedGame:
    """Read a saved game from a file (`Path`) or from its text (`str`).

    Raises SaveError, in one sentence, for a file that cannot be read, is cut off, is not a record, is of another format
    or holds what a record cannot hold.
    """
    text = _read_file(source) if isinstance(source, Path) else source
    if not text.strip():
        raise SaveError("The saved game is empty.")
    if sum(map(text.count, ",[{")) > MAX_VALUES:
        raise SaveError(f"This is not a saved game: it holds more than {MAX_VALUES:,} values.")
    try:
        content = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_no_float)
    except json.JSONDecodeError as error:
        whole = text.strip()
        at_end = error.pos >= len(text.rstrip()) or not whole.endswith("}")
        if whole.startswith("{") and at_end and error.msg != "Extra data":
            raise SaveError(f"The saved game is cut off: it ends in line {error.lineno} in the middle.") from None
        raise SaveError(
            f"This is not a saved game: it is not JSON (line {error.lineno}, column {error.colno})."
        ) from None
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, _ForgedError) else "it is not JSON that a record can hold"
        raise SaveError(f"This is not a saved game: {reason}.") from None
    if not isinstance(content, dict):
        raise SaveError("This is not a saved game: it is JSON, but not a record.")
    if "format" not in content:
        raise SaveError("This is not a saved game: it does not say its format.")
    if type(content["format"]) is not int or not 1 <= content["format"] <= FORMAT:
        shown = json.dumps(content["format"])[:40]
        raise SaveError(f"The saved game has the format {shown}; this program reads format {FORMAT} and those before.")
    try:
        return SavedGame.model_validate(content)
    except ValidationError as error:
        raise SaveError(_sentence(error)) from None


class _ForgedError(ValueError):
    """JSON that no record holds."""


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(pairs) > MAX_ELEMENTS:
        raise _ForgedError(f"it holds a mapping of more than {MAX_ELEMENTS:,} keys")
    result = dict(pairs)
    if len(result) < len(pairs):
        raise _ForgedError("it has a key twice")
    return result


def _no_constant(text: str) -> object:
    raise _ForgedError(f"`{text}` is not allowed in it")


def _no_float(text: str) -> object:
    raise _ForgedError(f"the fraction `{text[:40]}` is not allowed in it")


def _read_file(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a path that no system knows, such as one with a NUL
        reason = getattr(error, "strerror", None) or "no file can have such a name"
        raise SaveError(f"`{path}` cannot be read: {reason}.") from None
    if len(data) > MAX_BYTES:
        raise SaveError(f"`{path}` is not a saved game: it is larger than {MAX_BYTES // 1024 // 1024} MiB.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SaveError(f"`{path}` is not a saved game: it is not UTF-8 text.") from None


def _sentence(error: ValidationError) -> str:
    """The first fault of a record in words."""
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"][:2]) or "record"
    where = cut(where, 80)
    if first["type"] == "missing":
        return f"The saved game is not complete: `{where}` is missing."
    if first["type"] == "extra_forbidden":
        return f"The saved game holds `{where}`, which this program does not know."
    return f"The saved game is damaged or forged: `{where}` holds what it cannot hold."
