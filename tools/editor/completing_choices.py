"""What may stand as a value that is no code, where more must be known than the declarations: what files there are, what
can be broken, what else the element says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.mutation.mutants import mutants_of
from yupana.schemas.book import ALONE, NAMED
from yupana.schemas.find import VARIANTS, names_in, tables_beside
from yupana.schemas.kinds import FROM
from yupana.schemas.listing import list_rulesets
from yupana.schemas.overlay import BLOCKS
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.texts import own_names

from ..format.roles import Place
from ..linting.rules import RULES
from .completing_keys import names_in as names_of
from .completing_names import names_at
from .places import Path
from .projects import Snapshot, View
from .suggestions import Kind, Suggestion
from .told import declared_at


@dataclass(frozen=True, slots=True)
class About:
    """The place of a value: what the models say of it, the way to it, and the `values` of its file by their paths
    without the blocks of overlays."""

    place: Place
    path: Path
    view: View
    values: Mapping[Path, str]

    @property
    def ruleset(self) -> Ruleset:
        """The declarations."""
        return self.view.snapshot.compiled.ruleset

    @property
    def plain(self) -> Path:
        """The way without the block of an overlay."""
        return self.path[1:] if self.path[:1] and self.path[0] in BLOCKS else self.path

    def beside(self, key: str) -> str:
        """What another key of the same element says."""
        return self.values.get((*self.plain[:-1], key), "")


Named = Iterable[tuple[str, str]]
"""Words with what is told of them."""


def choices_at(about: About) -> Iterator[Suggestion]:
    """The words and names that may stand as a value."""
    yield from names_at(about.place, about.path, about.ruleset)
    if about.path[:1] == ("remove",):
        return
    keys = [each for each in about.plain if not each.isdigit()]
    last = about.place.key or (keys[-1] if keys else "")
    for make in (_BY_KEY.get((about.place.model, last)), _BY_KEY.get(("", last))):
        for name, told in make(about) if make is not None else ():
            yield Suggestion(name, Kind.Reference, told, rank=1)


def is_part(about: About) -> bool:
    """Whether the whole of a value is chosen, words and blanks."""
    return (about.place.model, about.place.key) in _WHOLE


_WHOLE = (("BookChapter", "holds"), ("AcceptedBreak", "break"), ("AcceptedBreak", "in"), ("Header", "extends"))


# ---------------------------------------------------------------- files


def _extended(about: About) -> Named:
    """The rulesets that an overlay may lie on, and the overlays beside it."""
    folder = about.view.path.parent
    found = {each.name: each.title for each in list_rulesets([folder, *folder.parents[1:2]])}
    yield from found.items()
    home = folder.parent.name if folder.name == VARIANTS else ""
    for name in names_in(folder) if folder.name == VARIANTS else ():
        if name != about.view.path.stem:
            yield f"{home}+{name}", ""


def _versions(about: About) -> Named:
    """That of a first edition, and those of what this is put together with."""
    yield "1.0", ""
    yield from ((version, name) for name, version in about.view.snapshot.compiled.versions.items() if version != "1.0")


def _tables(about: About) -> Named:
    """The tables that entries may be taken from."""
    if about.plain[-1] != FROM:
        return ()
    return ((each.name, "") for each in tables_beside(about.view.snapshot.compiled.parts[-1]))


def _beside(about: About) -> Named:
    """The overlays beside this one."""
    return ((name, "") for name in names_in(about.view.path.parent) if name != about.view.path.stem)


# ---------------------------------------------------------------- what need not be told of again


def _findings(about: About) -> Named:
    yield from ((each.code, each.doc.title) for each in RULES)
    yield "YUP266", ""


def _elements(about: About) -> Named:
    return ((path, "") for path in about.view.snapshot.elements.by_path)


_BREAKS: WeakKeyDictionary[Snapshot, dict[str, list[str]]] = WeakKeyDictionary()


def breaks_in(snapshot: Snapshot) -> dict[str, list[str]]:
    """The breaks of a ruleset in their words, by element; none of one with faults."""
    found = _BREAKS.get(snapshot)
    if found is None:
        found = {}
        compiled = snapshot.compiled
        for each in mutants_of(compiled) if isinstance(compiled, SoundRuleset) else ():
            found.setdefault(each.element, []).append(each.what)
        _BREAKS[snapshot] = found
    return found


def _broken(about: About) -> Named:
    return ((name, "") for name in breaks_in(about.view.snapshot))


def _breaks(about: About) -> Named:
    return ((name, "") for name in breaks_in(about.view.snapshot).get(about.beside("in"), ()))


# ---------------------------------------------------------------- the book


def _parts(about: About) -> Named:
    """The parts of a chapter: those that need no name, and every name with its word before it."""
    ruleset = about.ruleset
    yield from ((each, "") for each in ALONE)
    boards = names_of(ruleset.boards)
    named = {
        "entries": names_of(ruleset.kinds), "board": boards, "spaces": boards, "table": names_of(ruleset.tables),
        "rules": names_of(ruleset.rulebook.sections), "example": names_of(ruleset.examples),
    }  # fmt: skip
    for head in NAMED:
        yield from ((f"{head} {name}", "") for name in named[head])


def _columns(about: About) -> Named:
    kind = about.plain[2] if len(about.plain) > 2 else ""
    board = next((each for each in about.ruleset.boards.values() if str(each.kind) == kind), None)
    holder = about.ruleset.players if kind == "Player" else board or declared_at(about.ruleset, f"kinds.{kind}")
    return ((name, "") for name in names_of(getattr(holder, "attributes", None)))


def _hidden(about: About) -> Named:
    yield from ((name, "") for name in sorted(own_names(about.ruleset)))
    boards = [(board.kind, board.attributes) for board in about.ruleset.boards.values()]
    kinds = [(name, kind.attributes) for name, kind in about.ruleset.kinds.items()]
    for name, attributes in (*boards, *kinds):
        yield from ((f"{name}.{each}", "") for each in names_of(attributes))


# ---------------------------------------------------------------- pieces and values


def _shown(about: About) -> Named:
    """The members of what a sheet shows, and an empty cell."""
    yield "none", ""
    checked = about.view.snapshot.compiled.checked
    number = checked.world.domain_of.get(about.values.get((*about.plain[:3], "of"), ""))
    names = checked.world.domains[number].names if number is not None else ()
    yield from ((str(name), "") for name in names)


def _option(about: About) -> Named:
    """The values of an option."""
    checked = about.view.snapshot.compiled.checked
    info = checked.world.options.get(about.plain[-1])
    if info is None:
        return
    if info.type.kind == "bool":
        yield from (("true", ""), ("false", ""))
    elif info.type.kind == "member":
        yield from ((str(name), "") for name in checked.world.domains[info.type.domain].names)


def _constant(about: About) -> Named:
    yield from (("true", ""), ("false", ""))
    yield from ((str(name), str(enum)) for enum, names in about.ruleset.enums.items() for name in names)


def _numbers(about: About) -> Named:
    players = about.ruleset.players
    return ((str(each), "") for each in range(players.min, players.max + 1))


def _written(about: About) -> Named:
    """What other cells of the table say."""
    around = about.plain[:3]
    found = {text for path, text in about.values.items() if path[:3] == around and path != about.plain and text}
    return ((text, "") for text in sorted(found) if not re.fullmatch(r"-?\d+", text))


_BY_KEY: dict[tuple[str, str], Callable[[About], Named]] = {
    ("KindDecl", "entries"): _tables,
    ("BoardDecl", "spaces"): _tables,
    ("Header", "extends"): _extended,
    ("Header", "not_with"): _beside,
    ("Header", "version"): _versions,
    ("Allowance", "code"): _findings,
    ("Allowance", "at"): _elements,
    ("AcceptedBreak", "in"): _broken,
    ("AcceptedBreak", "break"): _breaks,
    ("BookChapter", "holds"): _parts,
    ("BookEntries", "columns"): _columns,
    ("BookDecl", "hidden"): _hidden,
    ("LookSheet", "rows"): _shown,
    ("ExampleDecl", "options"): _option,
    ("ConstantDecl", "value"): _constant,
    ("ExampleDecl", "players"): _numbers,
    ("EntryDecl", "players"): _numbers,
    ("TableDecl", "cells"): _written,
}
