"""In which games an edit can show: constants, counts and entries may be others for some numbers of players only, and
what an option brings shows only where it is chosen."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from .model import Change, Difference, PartChange

_ONE = re.compile(r"(?:by_players|count)\.(\d+)")
_LISTED = re.compile(r"\d+")


def concerned(difference: Difference, numbers: Iterable[int]) -> list[int]:
    """Those of the numbers of players with which some change of a difference may show."""
    every = frozenset(numbers)
    found: set[int] = set()
    for change in difference.changes:
        if change.plays:
            found |= _of(change, every)
    return sorted(found)


def _of(change: Change, every: frozenset[int]) -> frozenset[int]:
    """With which of the numbers one change may show."""
    found: set[int] = set()
    if change.kind != "changed":
        said = next((part.new or part.old for part in change.parts if part.key == "players"), None)
        counts = [part for part in change.parts if _ONE.fullmatch(part.key)]
        if said is not None:
            return every & _numbers(said)
        return every & {_number(part) for part in counts if (part.new or part.old) != "0"} if counts else every
    for part in change.parts:
        if part.told or part.key in ("text", "source"):
            continue
        if part.key == "players" and change.element.within is not None and None not in (part.old, part.new):
            found |= _numbers(part.old or "") ^ _numbers(part.new or "")
        elif _ONE.fullmatch(part.key):
            found.add(_number(part))
        else:
            return every
    return every & found


def _number(part: PartChange) -> int:
    return int(part.key.rpartition(".")[2])


def _numbers(text: str) -> frozenset[int]:
    return frozenset(map(int, _LISTED.findall(text)))


def not_chosen(difference: Difference, chosen: Container[str]) -> list[str]:
    """What is to be known of options that are new, or may have other values, where nobody has chosen one."""
    notes = []
    for change in difference.of("options"):
        option = change.new
        if option is None or option.name in chosen or not change.plays:
            continue
        if change.kind == "added" or any(part.key == "type" for part in change.parts):
            told = f"All games have the option `{option.name}` as it is where nobody chooses"
            notes.append(f"{told}, so other values of it were not played: `--option {option.name}=VALUE` plays one")
    return notes
