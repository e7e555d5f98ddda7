"""What is varied: a constant, an option of the game, or any value of the ruleset by its path; and the points of a grid.

A point is the ruleset with an overlay that changes the values (options are set when the game starts), so whatever an
overlay may change can be varied, and the overlay of a point is a file that its author can keep.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Literal

from yupana.schemas.errors import UsageError
from yupana.schemas.fields import NAME

from ..bots.numbers import Numbers
from ..shell.sentences import suggestion

MOST_POINTS = 10_000
"""How many points a sweep may have."""

Way = Literal["constant", "option", "path"]

_RANGE = re.compile(r"(-?[0-9]{1,10})\.\.(-?[0-9]{1,10})(?:\.\.([0-9]{1,10}))?\Z")

_PLAYERS = re.compile(r"[0-9]{1,2}")
"""What stands under a number of players: `constants.share.by_players.3`."""


@dataclass(frozen=True, slots=True)
class Vary:
    """What is varied, as it was typed: its name, what sort of thing that is, and the values it takes, as text."""

    name: str
    way: Way
    values: tuple[str, ...]
    path: tuple[str, ...] = ()
    """Where the value stands in the ruleset; empty for an option."""


@dataclass(frozen=True, slots=True)
class Point:
    """One combination of values, numbered from 1 in the order of the grid."""

    number: int
    values: tuple[str, ...]


def read_varies(
    texts: Sequence[str], constants: Mapping[str, tuple[str, ...]], options: Sequence[str]
) -> list[Vary]:
    """What `--vary` says: `NAME=4..8`, `NAME=0..20..5` (every fifth), `NAME=1,2,5` or both mixed. `constants` tells
    the path at which the value of each stands.

    Raises UsageError.
    """
    varies: list[Vary] = []
    for text in texts:
        name, equals, listed = text.partition("=")
        name = name.strip()
        if not equals or not name:
            raise UsageError(f"What is varied is given as NAME=VALUES, such as `cost=1..3`, and not as `{text[:60]}`.")
        if any(each.name == name for each in varies):
            raise UsageError(f"`{name}` is varied twice.")
        way = _way(name, constants, options)
        path = () if way == "option" else constants[name] if way == "constant" else tuple(name.split("."))
        varies.append(Vary(name, way, _values(name, listed), path))
    if not varies:
        raise UsageError("Say what to vary: `--vary NAME=VALUES`, such as `--vary cost=1..3`.")
    return varies


def _way(name: str, constants: Mapping[str, object], options: Sequence[str]) -> Way:
    if name in constants:
        return "constant"
    if name in options:
        return "option"
    first, *parts = name.split(".")
    if parts and NAME.fullmatch(first) and all(NAME.fullmatch(part) or _PLAYERS.fullmatch(part) for part in parts):
        return "path"
    known = [*constants, *options]
    hint = suggestion(name, known) or (f" There are {', '.join(known[:12])}." if known else "")
    paths = "A path such as `kinds.Ship.count` will do too."
    raise UsageError(f"There is no constant or option `{name[:60]}`.{hint} {paths}")


def _values(name: str, listed: str) -> tuple[str, ...]:
    """The values, in the order in which they are named."""
    values: list[str] = []
    for word in _split(listed):
        found = _RANGE.match(word)
        if found is None:
            values.append(word)
            continue
        first, last, step = int(found[1]), int(found[2]), int(found[3] or 1)
        if first > last or step == 0:
            raise UsageError(f"`{name}={word}` holds no value: a range goes from the smaller number to the larger one.")
        if (last - first) // step >= MOST_POINTS:
            raise UsageError(f"`{name}={word}` holds more than {MOST_POINTS:,} values.")
        values += [str(each) for each in range(first, last + 1, step)]
    distinct = tuple(dict.fromkeys(values))
    if not distinct:
        raise UsageError(f"`{name}` has no values: write `{name}=4..8` or `{name}=1,2,5`.")
    return distinct


def _split(listed: str) -> list[str]:
    """The words between commas; those inside of brackets and quotes do not part."""
    words, depth, quoted = [""], 0, ""
    for sign in listed:
        if quoted:
            quoted = "" if sign == quoted else quoted
        elif sign in "\"'":
            quoted = sign
        elif sign in "[{(":
            depth += 1
        elif sign in ")}]":
            depth -= 1
        if sign == "," and not quoted and depth <= 0:
            words.append("")
        else:
            words[-1] += sign
    return [word.strip() for word in words if word.strip()]


# ---------------------------------------------------------------- points


def grid(varies: Sequence[Vary]) -> list[Point]:
    """Every combination; the last thing varied changes fastest. Raises UsageError when there are too many."""
    size = prod(len(each.values) for each in varies)
    if size > MOST_POINTS:
        raise UsageError(f"That makes {size:,} points, more than {MOST_POINTS:,}; `--sample 100` tries some of them.")
    combinations = product(*(each.values for each in varies))
    return [Point(number, values) for number, values in enumerate(combinations, start=1)]


def sample(varies: Sequence[Vary], wanted: int, seed: int) -> list[Point]:
    """So many different points of the grid, or all if there are no more, chosen so that every value of a thing comes
    about equally often (Latin hypercube sampling; McKay, Beckman, Conover 1979)."""
    size = prod(len(each.values) for each in varies)
    if wanted >= size:
        return grid(varies)
    if wanted > MOST_POINTS:
        raise UsageError(f"At most {MOST_POINTS:,} points can be sampled.")
    numbers = Numbers(seed)
    places: set[tuple[int, ...]] = set()
    while len(places) < wanted:
        columns = [_column(len(each.values), wanted, numbers) for each in varies]
        for place in zip(*columns, strict=True):
            if len(places) < wanted:
                places.add(place)
    chosen = sorted(places)
    return [
        Point(number, tuple(vary.values[at] for vary, at in zip(varies, place, strict=True)))
        for number, place in enumerate(chosen, start=1)
    ]


def _column(values: int, wanted: int, numbers: Numbers) -> list[int]:
    """Which value of a thing each point takes: all of them in turn, shuffled."""
    column = [at % values for at in range(wanted)]
    for last in range(wanted - 1, 0, -1):
        other = numbers.below(last + 1)
        column[last], column[other] = column[other], column[last]
    return column


# ---------------------------------------------------------------- overlays


def overlay_of(
    base: str, language: int, varies: Sequence[Vary], point: Point, without: Sequence[str] = ()
) -> str:  # fmt: skip
    """The overlay of a point as YAML, which takes away the examples that it is to be `without`; "" when it sets options
    only."""
    change: dict[str, object] = {}
    for vary, value in zip(varies, point.values, strict=True):
        if vary.path:
            _put(change, vary.path, value)
    if not change:
        return ""
    told = ", ".join(f"{vary.name} = {value}" for vary, value in zip(varies, point.values, strict=True))
    header = {"name": f"point_{point.number}", "title": f"Point {point.number}", "text": told, "extends": base}
    lines = ["ruleset:", *(f"  {key}: {json.dumps(text)}" for key, text in header.items()), f"  language: {language}"]
    gone = ["remove:", f"  examples: [{', '.join(without)}]"] if without else []
    return "\n".join([*lines, *gone, "change:", *_lines(change, 1)]) + "\n"


def settings_of(varies: Sequence[Vary], point: Point, given: Mapping[str, str]) -> dict[str, str]:
    """The options of the game at a point, with those that are the same at all."""
    own = {vary.name: value for vary, value in zip(varies, point.values, strict=True) if vary.way == "option"}
    return {**given, **own}


def _put(tree: dict[str, object], path: Sequence[str], value: str) -> None:
    *above, last = path
    for name in above:
        inner = tree.setdefault(name, {})
        if not isinstance(inner, dict):
            raise UsageError(f"`{'.'.join(path)}` lies inside of something else that is varied.")
        tree = inner
    if last in tree:
        raise UsageError(f"`{'.'.join(path)}` holds something else that is varied.")
    tree[last] = value


def _lines(tree: Mapping[str, object], depth: int) -> list[str]:
    lines: list[str] = []
    for name, inner in tree.items():
        if isinstance(inner, dict):
            lines += [f"{'  ' * depth}{name}:", *_lines(inner, depth + 1)]
        else:
            lines.append(f"{'  ' * depth}{name}: {_yaml(str(inner))}")
    return lines


def _yaml(value: str) -> str:
    """A value as it stands in YAML: numbers, truths, lists and what is quoted as they are, all else as text."""
    plain = re.fullmatch(r"-?[0-9]+|true|false", value) or value[:1] in "[{\"'"
    return value if plain else json.dumps(value, ensure_ascii=False)
