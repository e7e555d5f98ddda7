"""What can be counted in a game without typing code: fields, pieces in zones, marked spaces, rounds; and the code that
counts it, right by construction."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from yupana.schemas.ruleset import FieldDecl, Ruleset
from yupana.schemas.steps import RoundsStep, Step
from yupana.schemas.texts import elements

from ..book.names import Names, headed
from .value_types import typed

_OPTIONAL = re.compile(r"[A-Z]\w*\?")


@dataclass(frozen=True, slots=True)
class Quantity:
    """`of_game` counts it for all, with `{}` for what it is compared with (`>= 5`); `of_player` is what a player (`me`)
    has of it, where that is something. `title` says what it is, and `where` whose."""

    id: str
    title: str
    where: str
    of_game: str
    of_player: str = ""
    low: int | None = None
    high: int | None = None


def quantities(ruleset: Ruleset, names: Names) -> list[Quantity]:
    """All of them, those of the game first."""
    return [*_of_game(ruleset, names), *_of_players(ruleset, names), *_of_kinds(ruleset, names)]


def rounds(ruleset: Ruleset, names: Names) -> list[tuple[str, str]]:
    """The steps whose repetitions are numbered: their names, and what people read for them."""
    steps = [each for _, each in elements(ruleset) if isinstance(each, RoundsStep)]
    return [(str(each.name), headed(names.of(str(each.name)))) for each in steps]


def moments(ruleset: Ruleset, names: Names) -> list[tuple[str, str]]:
    """The steps at whose end something may be looked at."""
    steps = [each for path, each in elements(ruleset) if path.startswith("flow") and isinstance(each, Step)]
    return [(str(each.name), headed(names.of(str(each.name)))) for each in steps if each.name is not None]


def _of_game(ruleset: Ruleset, names: Names) -> Iterator[Quantity]:
    for name, decl in ruleset.state.items():
        if decl.per is None and (bounds := _bounds(ruleset, names, decl)) is not None:
            yield Quantity(str(name), headed(names.of(str(name))), "game", f"{name} {{}}", "", *bounds)
    for name, zone in ruleset.zones.items():
        if zone.each is None:
            title = headed(names.of(str(name)))
            yield Quantity(f"zone {name}", title, "zone", f"size({name}) {{}}", "", 0)


def _of_players(ruleset: Ruleset, names: Names) -> Iterator[Quantity]:
    for name, decl in ruleset.players.fields.items():
        if decl.per is None and (bounds := _bounds(ruleset, names, decl)) is not None:
            code = f"any(p.{name} {{}} for p in players)"
            yield Quantity(f"player {name}", headed(names.of(str(name))), "player", code, f"me.{name}", *bounds)
    for name, zone in ruleset.zones.items():
        if zone.each == "Player":
            code = f"any(size(p.{name}) {{}} for p in players)"
            title = headed(names.of(str(name)))
            yield Quantity(f"hand {name}", title, "player_zone", code, f"size(me.{name})", 0)


def _of_kinds(ruleset: Ruleset, names: Names) -> Iterator[Quantity]:
    for board in ruleset.boards.values():
        for name, decl in board.fields.items():
            kind, type_ = str(board.kind), decl.type.text.strip()
            if not _OPTIONAL.fullmatch(type_):
                continue
            title = f"{headed(names.several(kind))}: {names.of(str(name))}"
            whose = f"count(s.{name} == me for s in {kind})" if type_ == "Player?" else ""
            yield Quantity(
                f"{kind} {name}", title, "spaces", f"count(s.{name} != none for s in {kind}) {{}}", whose, 0
            )


def _bounds(ruleset: Ruleset, names: Names, decl: FieldDecl) -> tuple[int | None, int | None] | None:
    found = typed(ruleset, names, decl.type.text)
    return (found.low, found.high) if found.sort == "int" and not found.optional else None
