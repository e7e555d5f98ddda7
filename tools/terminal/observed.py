"""An observation as lines of text, for what a ruleset's `look` section does not say.

Fields and zones are shown under their own names: those of the game on the table, those of a player with them, those of
a space in its cell. What holds nothing (none, 0, false, an empty zone) is left out of cells.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

MOST = 12
"""So many elements of a list are shown, or two more if these are all."""


def table_lines(observation: Mapping[str, Any], players: str) -> list[str]:
    """The game's own fields and zones, one in a line; `players` is the name of the players' kind."""
    lines = [f"{_words(name)}: {_value(value)}" for name, value in observation["fields"].items() if "." not in name]
    for name, value in observation["zones"].items():
        if not isinstance(value, Mapping):
            lines.append(f"{_words(name)}: {_zone(value)}")
    return lines


def player_lines(observation: Mapping[str, Any], player: str, players: str) -> list[str]:
    """What one player has, as far as the viewer sees it."""
    lines = []
    for name, held in observation["fields"].items():
        kind, _, field = name.partition(".")
        if field and kind == players and player in held:
            lines.append(f"{_words(field)}: {_value(held[player])}")
    for name, held in observation["zones"].items():
        if isinstance(held, Mapping) and player in held and _held_by_players(observation, held):
            lines.append(f"{_words(name)}: {_zone(held[player])}")
    return lines


def cell_lines(observation: Mapping[str, Any], kind: str, space: str) -> list[str]:
    """What stands in a space."""
    lines = []
    for name, held in observation["fields"].items():
        owner, _, field = name.partition(".")
        value = held.get(space) if field and owner == kind else None
        if value not in (None, 0, False, []):
            lines.append(_words(field) if value is True else _value(value))
    for held in observation["zones"].values():
        pieces = held.get(space) if isinstance(held, Mapping) else None
        if pieces:
            lines += [part for part in _zone(pieces).split(", ") if part != "-"]
    return lines


def _held_by_players(observation: Mapping[str, Any], held: Mapping[str, Any]) -> bool:
    return list(held) == list(observation["players"])


def _words(name: str) -> str:
    return name.replace("_", " ")


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return _row([f"{key} {_value(each)}" for key, each in value.items()])
    if isinstance(value, list):
        return _row([_value(each) for each in value])
    if value is None:
        return "-"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _row(parts: list[str]) -> str:
    """The first of them, and how many there are if that is not all: a list may hold hundreds."""
    if len(parts) > MOST + 2:
        return f"{', '.join(parts[:MOST])} … ({len(parts)})"
    return ", ".join(parts) or "-"


def _zone(contents: Any) -> str:
    """Pieces by name, equal ones counted; of a hidden zone only how many there are."""
    if isinstance(contents, int):
        return f"({contents})"
    counts: dict[str, int] = {}
    for piece in cast("list[str]", contents):
        counts[piece] = counts.get(piece, 0) + 1
    return _row([f"{count} {name}" if count > 1 else name for name, count in counts.items()])
