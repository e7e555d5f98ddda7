"""From what the checker resolved a name to, to its declaration, and from a place to the element in which it lies.

A declaration is known by the path of its element, whichever check it came from, so that those of two checks or of two
rulesets can be compared.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pydantic import BaseModel
from yupana.schemas.carried import carried, every
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import NOWHERE, Code, Span
from yupana.schemas.steps import Step
from yupana.schemas.tree import Word
from yupana.schemas.walk import inside

from ..check.world import World
from ..lower.tables import Tables
from ..program import ir
from ..typed.declared import Definition, DomainInfo, Homes
from ..typed.names import AttributeOf, Entity, Menu
from ..typed.nodes import Variable
from .parts import CHILDREN

Sort: TypeAlias = Literal["element", "part", "menu", "local"]
"""An element; an attribute, a member of an enum, a space of a board or an option of a choice, which are parts of one; a
menu, to which actions belong; a name that is known only inside an element."""

Kind: TypeAlias = Literal["declaration", "read", "write", "call"]
"""What stands at a place."""

Models: TypeAlias = Mapping[str, BaseModel | list[Word]]
"""Every element as it is declared, by its path."""

_NAMELESS = ("ruleset", "players", "scoring", "rulebook", "book", "look")
"""Sections that are elements themselves: no name of theirs stands anywhere."""

_GIVEN = ("it", "value", "viewer", "owner", "me", "active")
"""What the language itself calls what a piece of code works with."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """Something with a name. `path` is the element that it is or belongs to, `name` what it is called there (of an
    element: nothing), `span` where its name stands; locals may share all but the span."""

    sort: Sort
    path: str
    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Reference:
    """A place where a declaration is named. `element` is the path of the element in which it stands."""

    declaration: Declaration
    span: Span
    kind: Kind
    element: str


def start_of(span: Span) -> tuple[int, int]:
    """The line and column where it begins."""
    return span.line, span.column


def _point(place: ir.Place) -> Span:
    return Span(place.file, place.line, place.column, place.line, place.column)


def end_of(span: Span) -> tuple[int, int]:
    """The line and column behind it."""
    return span.end_line, span.end_column


# ---------------------------------------------------------------- where things stand


class Places:
    """The element in which a place lies. A part that YAML repeats by an alias lies in several."""

    def __init__(self, models: Models) -> None:
        files: dict[str, dict[tuple[int, int], tuple[tuple[int, int], list[str]]]] = {}
        for path, model in models.items():
            for span in _scalars(model):
                _, paths = files.setdefault(span.file, {}).setdefault(start_of(span), (end_of(span), []))
                if path not in paths:
                    paths.append(path)
        self._files = {file: (sorted(known), known) for file, known in files.items()}

    def at(self, span: Span) -> list[str]:
        """The paths of the elements, of which there is none for what was not written."""
        starts, known = self._files.get(span.file, ([], {}))
        index = bisect_right(starts, start_of(span)) - 1
        if index < 0:
            return []
        end, paths = known[starts[index]]
        return paths if start_of(span) <= end else []


def _scalars(value: object, top: bool = True) -> Iterator[Span]:
    """Where the names and the code of a model stand, without what is an element of its own."""
    if isinstance(value, Code | Word):
        yield value.span
        return
    for step, part in inside(value):
        if top and step in CHILDREN and isinstance(part, Mapping):
            part = {name: each for name, each in part.items() if not isinstance(each, BaseModel)}
        if not (top and step == "steps"):
            yield from _scalars(step, False)
            yield from _scalars(part, False)


# ---------------------------------------------------------------- what names mean


class Resolver:
    """From what the checker resolved a name to, to its declaration."""

    def __init__(
        self,
        ruleset: Ruleset,
        world: World,
        tables: Tables,
        models: Models,
        spans: Mapping[str, Span],
        places: Places,
    ) -> None:
        self.world = world
        self.alternatives: dict[str, list[ir.Alternative]] = {}
        for alternative in tables.alternatives:
            self.alternatives.setdefault(alternative.name, []).append(alternative)
        named = {path: each.name for path, each in models.items() if isinstance(each, Step)}
        self.spans = {
            path: name.span if (name := named.get(path)) is not None else each for path, each in spans.items()
        }
        self.places = places
        self.own_spans = set(self.spans.values())
        self.kinds = {str(board.kind): board.kind.span for board in ruleset.boards.values()}
        self.homes = dict(_homes(ruleset, world))
        self.symbols = {id(symbol): name for name, symbol in world.symbols.items()}
        self.attributes = {
            each.span: self._part(home, each.name, each.span)
            for number, home in self.homes.items()
            for each in world.domains[number].attributes.values()
            if each.span.line
        }
        menus: dict[str, set[str]] = {}
        self._menu_words: list[tuple[str, Word]] = []
        given = {
            section: {str(each.name): each.path for each in carried(ruleset, section)}
            for section in ("actions", "adjustments", "triggers")
        }
        steps = {str(name): path for path, name in named.items() if name is not None}
        self.paths = Homes(self.homes, given, steps)
        for name, action in every(ruleset, "actions").items():
            path = self._carried("actions", name)
            for menu in action.menu:
                menus.setdefault(str(menu), set()).add(path)
                if "menu" in action.model_fields_set and path in places.at(menu.span):
                    self._menu_words.append((path, menu))
        self.menus = {name: frozenset(paths) for name, paths in menus.items()}
        options: dict[str, set[str]] = {}
        self._given: dict[str, set[tuple[str, tuple[int, int]]]] = {}
        self._models = models
        for each in tables.alternatives:
            where = (0, 0)
            givers = [self._carried("actions", each.action)] if each.action else []
            if not each.action and each.place >= 0:
                point = _point(tables.places[each.place])
                givers, where = places.at(point), start_of(point)
            options.setdefault(each.name, set()).update(givers)
            self._given.setdefault(each.name, set()).update((giver, where) for giver in givers)
        self.options = {name: frozenset(paths) for name, paths in options.items()}

    def declared(self) -> Iterator[Reference]:
        """The places of the declarations themselves, but for locals."""
        for path, span in self.spans.items():
            if path not in _NAMELESS and not path.rpartition(".")[2].isdigit():
                yield Reference(self.element(path), span, "declaration", path)
        for path, menu in self._menu_words:
            yield Reference(self.menu(menu), menu.span, "declaration", path)
        for part in self.attributes.values():
            yield Reference(part, part.span, "declaration", part.path)
        for number, home in self.homes.items():
            domain = self.world.domains[number]
            if domain.name in self.kinds:
                kind = self._part(home, domain.name, self.kinds[domain.name])
                yield Reference(kind, kind.span, "declaration", home)
            for name in domain.names:
                entity = self._entity(domain, name)
                if entity.sort == "part" and isinstance(name, Word):  # what is not written has no place
                    yield Reference(entity, entity.span, "declaration", home)

    def element(self, path: str) -> Declaration:
        """An element."""
        return Declaration("element", path, "", self.spans[path])

    def menu(self, name: str) -> Declaration:
        """A menu: it is declared by all actions that name it."""
        return Declaration("menu", "", str(name), NOWHERE)

    def option(self, giver: str, name: str) -> Declaration:
        """An option: an action, or a part of what holds the choice that gives it."""
        return self.element(giver) if giver == self._carried("actions", name) else self._part(giver, name, NOWHERE)

    def places_of(self, option: str) -> set[tuple[str, tuple[int, int]]]:
        """The elements that give an option of this name, each with where the choice stands in it (an action: 0, 0)."""
        return self._given.get(option, set())

    def parameter(
        self, giver: str, name: str, known: Sequence[Declaration], place: tuple[int, int]
    ) -> Declaration | None:
        """The declaration of a parameter of an option: a key of the action, or what a choice goes through first behind
        its place. `known` are the locals of that name."""
        declared = getattr(self._models.get(giver), "parameters", {})
        word = next((each for each in declared if each == name), None)
        if place == (0, 0):
            if not isinstance(word, Word):
                return None
            return next((each for each in known if each.span == word.span), self._local(giver, word))
        after = [each for each in known if start_of(each.span) >= place]
        return min(after, key=lambda each: start_of(each.span), default=None)

    @staticmethod
    def _local(home: str, word: Word) -> Declaration:
        return Declaration("local", home, str(word), word.span)

    def named(self, word: str) -> Iterator[Declaration]:
        """What a word may mean where entities, kinds and boards are named without saying of which."""
        for number, index in self.world.entities.get(word, ()):
            domain = self.world.domains[number]
            yield self._entity(domain, domain.names[index])
        for domain in self.world.domains:
            if word in domain.group_names:
                yield self._entity(domain, word)
            if domain.name == word:
                found = self.of(domain, "")
                if found is not None:
                    yield found
        if f"boards.{word}" in self.spans:
            yield self.element(f"boards.{word}")

    def values(self, option: str, parameter: str, word: str) -> set[Declaration]:
        """What a word means as the value of a parameter of an option."""
        found: set[Declaration] = set()
        for each in self.alternatives.get(option, ()):
            for name, type_ in each.params:
                if name == parameter and type_.kind == "member":
                    domain = self.world.domains[type_.domain]
                    if word in domain.index or word in domain.group_names:
                        found.add(self._entity(domain, word))
        return found

    def of(self, meant: Definition, element: str) -> Declaration | None:
        """The declaration of what a name in an element means; None for a word of the language."""
        match meant:
            case Variable():
                if not self._is_written(meant):
                    return None
                if meant.span in self.attributes:  # one that calls may replace is a parameter of the condition
                    return self.attributes[meant.span]
                homes = self.places.at(meant.span)  # a parameter belongs to what is adjusted
                home = homes[0] if homes and element not in homes else element
                return Declaration("local", home, str(meant.name), meant.span)
            case DomainInfo(number, name) if name in self.kinds:
                return self._part(self.homes[number], name, self.kinds[name])
            case Entity(domain, number):
                return self._entity(domain, domain.names[number])
            case AttributeOf(domain, attribute):
                return self._part(self.homes[domain.number], attribute.name, attribute.span)
            case Menu(name):
                return self.menu(name)
        path = meant.path(self.symbols.get(id(meant), ""), self.paths)
        return self.element(path) if path in self.spans else None

    def _is_written(self, variable: Variable) -> bool:
        """Whether an author gave the name: what the language calls so stands where its element does, or its code."""
        span, name = variable.span, variable.name
        if name not in _GIVEN or not span.line:
            return bool(span.line)
        quotes = span.end_column - span.column - len(name)
        return span.line == span.end_line and quotes in (0, 2) and span not in self.own_spans

    def _carried(self, section: str, name: str) -> str:
        """The path of an action or adjustment, which may stand in an entry."""
        return self.paths.carried[section].get(name, f"{section}.{name}")

    def _part(self, home: str, name: str, span: Span) -> Declaration:
        return Declaration("part", home, str(name), span)

    def _entity(self, domain: DomainInfo, name: str) -> Declaration:
        """An entry or space that is an element, or a part of what lists its name; of several that one entry stands
        for, the entry."""
        home = self.homes.get(domain.number, "")
        entries = f"{home}.{_LISTS.get(domain.sort, 'entries')}"
        if f"{entries}.{name}" in self.spans:
            return self.element(f"{entries}.{name}")
        number = domain.index.get(name, -1)
        if 0 <= number < len(domain.groups):
            group = f"{entries}.{domain.group_names[domain.groups[number]]}"
            if group in self.spans:
                return self.element(group)
        known = next((each for each in domain.names[number : number + 1] if number >= 0), name)
        return self._part(home, name, getattr(known, "span", domain.span))


_LISTS = {"space": "spaces", "player": "seats"}
"""The key under which the members of a domain are listed, where it is not `entries`."""


def _homes(ruleset: Ruleset, world: World) -> Iterator[tuple[int, str]]:
    """The element that declares each domain."""
    known: dict[str, str] = {"Player": "players"}
    known |= {str(name): f"enums.{name}" for name in ruleset.enums}
    known |= {str(name): f"kinds.{name}" for name in ruleset.kinds}
    for name, board in ruleset.boards.items():
        for kind in (board.kind, f"{board.kind}Shape", f"{board.kind}Direction"):
            known[str(kind)] = f"boards.{name}"
        known |= {str(link): f"boards.{name}.links.{link}" for link in board.links}
    for domain in world.domains:
        home = known.get(domain.name if domain.of < 0 else world.domains[domain.of].name)
        if home is not None:  # the texts of an attribute are an enum without a name
            yield domain.number, home
