"""What people call the things that games are counted by: actions, components, seats and values that are varied."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from yupana.schemas.source import Report
from yupana.schemas.texts import load_texts

from .names import Names, headed

if TYPE_CHECKING:
    from pathlib import Path

    from yupana.schemas.ruleset import Ruleset


def called(ruleset: Ruleset, parts: Iterable[Path], things: Iterable[str]) -> dict[str, str]:
    """The words for names of a ruleset: of an action or seat, of a component by its kind and name (`Card ace`), or of a
    value by its path (`kinds.Ship.count`)."""
    names = Names(ruleset, load_texts(ruleset, list(parts), "", Report()))
    return {each: _word(names, each) for each in things}


def _word(names: Names, thing: str) -> str:
    kind, blank, entry = thing.partition(" ")
    if blank:
        own = names.of(entry, kind)
        return own if own[:1].isupper() else f"{names.heading(kind)} {own}"
    parts = thing.split(".")
    return headed(" ".join(names.of(each) for each in (parts[1:] or parts)))
