"""Walking through the declarations of a ruleset, and the same declarations with one part changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from pydantic import BaseModel
from yupana.schemas.fields import CodeRole
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.spanned import Spanned
from yupana.schemas.walk import inside

Path: TypeAlias = tuple[str | int, ...]
"""How a part is reached: names of attributes, keys, numbers in lists."""

AROUND = frozenset(["rulebook", "book", "examples", "look", "lint", "strength", "features", "invariants"])
"""Sections in which nothing is a rule of the game."""

GONE = object()
"""In place of a part: that it is not there."""


class Part(NamedTuple):
    """A part of the declarations, the models around it, the nearest last, and of code what it is."""

    path: Path
    value: Any
    around: tuple[Spanned, ...]
    role: CodeRole | None = None


def parts(ruleset: Ruleset) -> Iterator[Part]:
    """All parts of a ruleset that are rules, those around others before these."""
    for name, section in inside(ruleset):
        if name not in AROUND:
            yield from _inside(Part((name,), section, (ruleset,)))


def _inside(part: Part) -> Iterator[Part]:
    yield part
    path, value, around, role = part
    roles = value.roles() if isinstance(value, Spanned) else None
    if roles is not None:
        around = (*around, value)
    for step, each in inside(value):
        yield from _inside(Part((*path, step), each, around, role if roles is None else roles.get(step)))


def changed(value: Any, path: Path, new: Any) -> Any:
    """The same with one part changed, or `GONE`."""
    if not path:
        return new
    first, rest = path[0], path[1:]
    if isinstance(value, BaseModel):
        assert isinstance(first, str)
        return value.model_copy(update={first: changed(getattr(value, first), rest, new)})
    if isinstance(value, dict):
        made = {key: changed(each, rest, new) if key == first else each for key, each in value.items()}
        if made[first] is GONE:
            del made[first]
        return made
    assert isinstance(value, list)
    assert isinstance(first, int)
    row = [changed(each, rest, new) if number == first else each for number, each in enumerate(value)]
    return [each for each in row if each is not GONE]
