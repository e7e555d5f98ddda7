"""An observation as lines of text, for what a ruleset's `look` section does not say.

Fields and zones are shown under their own names: those of the game on the table, those of a player with them, those of
a space in its cell. What holds nothing (none, 0, false, an empty zone) is left out of cells. On boards names
have one or two characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from yupana.schemas.wording import numeral

MOST = 12
"""So many elements of a list are shown, or two more if these are all."""


def table_lines(observation: Mapping[str, Any], players: str) -> list[str]:
    """The game's own fields and zones, one in a line; `players` is the name of the players' kind."""
    lines = [f"{_words(name)}: {_value(value)}" for name, value in observation["fields"].items() if "." not in name]
    for name, value in observation["zones"].items():
        if not isinstance(value, Mapping):
            lines.append(f"{_words(name)}: {zone_line(value)}")
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
            lines.append(f"{_words(name)}: {zone_line(held[player])}")
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
            lines += [part for part in zone_line(pieces).split(", ") if part != "-"]
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
    return str(value).lower() if isinstance(value, bool) else numeral(value) if isinstance(value, int) else str(value)


def _row(parts: list[str]) -> str:
    """The first of them, and how many there are if that is not all: a list may hold hundreds."""
    if len(parts) > MOST + 2:
        return f"{', '.join(parts[:MOST])} … ({len(parts)})"
    return ", ".join(parts) or "-"


def zone_line(contents: Any) -> str:
    """Pieces by name, equal ones counted, those that are not seen beside others as `?`; of a hidden zone only how many
    there are."""
    if isinstance(contents, int):
        return f"({contents})"
    counts: dict[str, int] = {}
    for piece in cast("list[str | None]", contents):
        counts[piece or "?"] = counts.get(piece or "?", 0) + 1
    return _row([f"{count} {name}" if count > 1 else name for name, count in counts.items()])


# ---------------------------------------------------------------- short names

MOST_LETTERS = 2
"""How many characters a code has at most."""


class Codes:
    """A code for each name, the same throughout a game; names that are as short already stand for themselves."""

    def __init__(self, names: Iterable[str]) -> None:
        self._codes: dict[str, str] = {}
        known = list(dict.fromkeys(names))
        taken = {name for name in known if len(name) <= MOST_LETTERS}
        for name in known:
            if name in taken or name in self._codes:
                continue
            code = next((each for each in _candidates(name) if each not in taken), "")
            if code:
                taken.add(code)
                self._codes[name] = code

    def shortened(self, lines: Sequence[str]) -> list[str]:
        """The lines with codes for names."""
        return [" ".join(self._codes.get(word, word) for word in line.split()) for line in lines]

    def legend(self, lines: Iterable[str]) -> list[str]:
        """What the codes in these lines stand for, in a line; nothing where there are none."""
        seen = sorted({word for line in lines for word in line.split() if word in self._codes})
        return ["  ".join(f"{self._codes[name]}={name}" for name in seen)] if seen else []


def _candidates(name: str) -> Iterator[str]:
    """The first letters of its words, its first letter with each later one, and then what nobody can remember."""
    letters = re.sub("[^0-9A-Za-z]", "", name) or "x"
    parts = [part for part in name.split("_") if part]
    if len(parts) > 1:
        yield (parts[0][0] + parts[-1][0]).lower()
        yield from (parts[0][0] + letter for letter in parts[-1][1:])
    else:
        yield letters[0]
    yield from (letters[0] + letter for letter in letters[1:])
    yield from (letters[0].upper() + letter for letter in letters[1:])
    yield from (f"{first}{second}" for first in letters for second in "0123456789")
