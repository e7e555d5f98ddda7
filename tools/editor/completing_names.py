"""What may stand where no code does: rules that are cited, menus, zones, kinds, scopes, words of which one is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from yupana.schemas.carried import every
from yupana.schemas.overlay import BLOCKS
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.steps import AnyStep
from yupana.schemas.versions import CURRENT

from ..format.roles import Place
from .completing_keys import names_in
from .places import Path
from .suggestions import Kind, Suggestion
from .told import declared_at

_GAME = ("game", "action")


def names_at(place: Place, path: Path, ruleset: Ruleset) -> Iterator[Suggestion]:
    """The words and names that may stand as the value at a path."""
    if path[:1] and path[0] in BLOCKS and path[0] == "remove":
        yield from _removed(ruleset, path[1:])
        return
    plain = path[1:] if path[0] in BLOCKS else path
    keys = [each for each in plain if not each.isdigit()]
    key = keys[-1] if keys else ""
    if key == "source":
        yield from _rules(ruleset)
        return
    for word in place.words:
        yield Suggestion(word, Kind.EnumMember, rank=1)
    make = _BY_KEY.get((place.model, key)) or _BY_KEY.get(("", key))
    for name, at in make(ruleset, plain) if make is not None else ():
        yield Suggestion(name, Kind.Reference, rank=1, path=at)


def _rules(ruleset: Ruleset) -> Iterator[Suggestion]:
    for name, rule in ruleset.rulebook.rules.items():
        text = " ".join(str(rule.text).split())
        told = text if len(text) <= 70 else f"{text[:69]}…"
        yield Suggestion(str(name), Kind.Reference, told, rank=1, path=f"rules.{name}")


def _removed(ruleset: Ruleset, path: Path) -> Iterator[Suggestion]:
    """What an overlay can take away by name below a path."""
    at = tuple(each for each in path if not each.isdigit())
    found = declared_at(ruleset, ".".join(at)) if at else None
    for name in names_in(found):
        yield Suggestion(name, Kind.Reference, rank=1, path=".".join((*at, name)))


Named = Iterable[tuple[str, str]]
Maker = Callable[[Ruleset, Path], Named]


def _from(section: str) -> Maker:
    def make(ruleset: Ruleset, path: Path) -> Named:
        return ((str(name), f"{section}.{name}") for name in names_in(getattr(ruleset, section)))

    return make


def _menus(ruleset: Ruleset, path: Path) -> Named:
    found = {str(menu): None for decl in every(ruleset, "actions").values() for menu in decl.menu}
    return ((name, "") for name in {"main": None, **found})


def scopes_of(steps: Iterable[AnyStep]) -> Iterator[str]:
    """The names of steps and of those inside them."""
    for each in steps:
        if each.name is not None:
            yield str(each.name)
        yield from scopes_of(each.inner)


def _scopes(ruleset: Ruleset, path: Path) -> Named:
    steps = scopes_of([*ruleset.setup, *ruleset.flow])
    return ((name, "") for name in [*_GAME, *steps, *map(str, ruleset.procedures)])


def _steps(ruleset: Ruleset, path: Path) -> Named:
    return ((name, "") for name in scopes_of([*ruleset.setup, *ruleset.flow]))


def _adjustable(ruleset: Ruleset, path: Path) -> Named:
    for section in ("functions", "procedures"):
        for name, decl in getattr(ruleset, section).items():
            if decl.adjustable:
                yield str(name), f"{section}.{name}"


def _kinds(ruleset: Ruleset, path: Path) -> Named:
    yield from ((str(name), f"kinds.{name}") for name in ruleset.kinds)
    yield from ((str(each.kind), f"boards.{name}") for name, each in ruleset.boards.items())


def _holders(ruleset: Ruleset, path: Path) -> Named:
    yield "Player", "players"
    yield from _kinds(ruleset, path)
    yield from _from("enums")(ruleset, path)


def _members(ruleset: Ruleset, path: Path) -> Named:
    yield from _kinds(ruleset, path)
    yield from _from("enums")(ruleset, path)


def _parameters(ruleset: Ruleset, path: Path) -> Named:
    decl = declared_at(ruleset, ".".join(path[:2]))
    return ((name, "") for name in names_in(getattr(decl, "parameters", None)))


def _sections(ruleset: Ruleset, path: Path) -> Named:
    return ((str(name), "") for name in ruleset.rulebook.sections)


def _language(ruleset: Ruleset, path: Path) -> Named:
    return ((str(CURRENT), ""),)


def _spaces(ruleset: Ruleset, path: Path) -> Named:
    """The spaces of the board whose links or areas are told."""
    board = declared_at(ruleset, ".".join(path[:2]))
    return ((name, ".".join((*path[:2], name))) for name in names_in(getattr(board, "spaces", None)))


_BY_KEY: dict[tuple[str, str], Maker] = {
    ("", "menu"): _menus,
    ("", "pairs"): _spaces,
    ("Area", "cells"): _spaces,
    ("", "per"): _scopes,
    ("AdjustmentDecl", "for"): _scopes,
    ("AdjustmentDecl", "of"): _adjustable,
    ("ZoneDecl", "of"): _kinds,
    ("ZoneDecl", "each"): _holders,
    ("ZoneDecl", "refill"): _from("zones"),
    ("KindDecl", "start"): _from("zones"),
    ("EntryDecl", "start"): _from("zones"),
    ("PositionDecl", "at"): _steps,
    ("LimitDecl", "of"): _parameters,
    ("LookSheet", "of"): _members,
    ("LookSheet", "each"): lambda ruleset, path: (("Player", "players"),),
    ("LookPiece", "each"): lambda ruleset, path: (("Player", "players"),),
    ("RuleDecl", "section"): _sections,
    ("Header", "language"): _language,
    ("Step", "before"): _steps,
    ("Step", "after"): _steps,
}
