"""The interface of a declaration: what other code can see of it, which is its types and names and not the code inside.

Code that was sound before needs another look only where its own text has changed, where something that it uses has
another interface now, or where one of its words names something else. What a piece of code uses is known from the
checker, so that only declarations count, whatever else is spelled like them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pydantic import BaseModel
from yupana.schemas.book import ExampleDecl
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Code
from yupana.schemas.tree import Word
from yupana.schemas.walk import inside

from ..check.checker import Checked
from ..check.world import World
from ..compiled import CheckedRuleset
from ..program import ir
from ..typed.declared import BoardInfo, Definition, DomainInfo, Identity, Symbol, TableInfo
from ..typed.names import AttributeOf, Entity, Menu, Named
from ..typed.values import Variable

_WORD = re.compile(r"\w+")
_ROUND = 8
"""After so many changes of the rules, no example remembers older ones."""


@dataclass(frozen=True, slots=True)
class Interfaces:
    """What can be seen of a ruleset: of each declaration by itself, of what each name may mean, and of what is seen
    from everywhere (players, kinds with their members, boards). `declared` are the declarations themselves."""

    each: Mapping[Identity, object]
    declared: Mapping[Identity, Definition]
    names: Mapping[str, list[object]]
    whole: object

    def looks_like(self, old: Interfaces) -> bool:
        """Whether nothing can be seen to be another."""
        return (self.whole, self.each, self.names) == (old.whole, old.each, old.names)

    def changed(self, old: Interfaces) -> set[Identity]:
        """The declarations that look different now, or are new or gone."""
        return {key for key in {*old.each, *self.each} if old.each.get(key) != self.each.get(key)}

    def renamed(self, old: Interfaces) -> set[str]:
        """The names that mean something else now."""
        return {name for name in {*old.names, *self.names} if old.names.get(name) != self.names.get(name)}


def interfaces_of(world: World, alternatives: Iterable[ir.Alternative]) -> Interfaces:
    """The interfaces of a ruleset that was checked and lowered, with the options that there are."""
    each: dict[Identity, object] = {}
    declared: dict[Identity, Definition] = {}
    names: dict[str, list[object]] = {}

    def seen(meant: Definition, name: str) -> None:
        key = meant.identity(name)
        assert key is not None
        each[key] = meant.interface(world.acting)
        declared[key] = meant
        names.setdefault(name, []).append((key[0], key[2]))

    for name, symbol in world.symbols.items():
        if symbol.held or symbol.sort in ("scope", "word"):
            seen(symbol, name)
        else:
            names.setdefault(name, []).append(symbol.sort)
    for name, signature in world.signatures.items():
        seen(signature, name)
    for info in world.fields:
        if not info.internal:
            seen(info, info.name)
    for name, zone in world.zones.items():
        seen(zone, name)
    for name, symbol in world.symbols.items():
        if isinstance(symbol.info, TableInfo):
            seen(symbol.info, name)
    for name, adjustment in world.adjustments.items():
        seen(adjustment, name)
    for domain in world.domains:
        for attribute in domain.attributes.values():
            seen(AttributeOf(domain, attribute), attribute.name)
        for predicate in domain.predicates.values():
            seen(predicate, predicate.name)
    for position in world.positions.values():
        seen(position, position.name)
    for action in world.actions:
        seen(action, action.name)
    for name, actions in world.menus.items():
        seen(Menu(name, tuple(actions)), name)
    for alternative in alternatives:
        names.setdefault(alternative.name, []).append(alternative.params)
    return Interfaces(each, declared, names, _whole(world))


def _whole(world: World) -> object:
    players = world.ruleset.players
    domains = [
        (each.name, each.sort, each.size if each.of_texts else tuple(each.names),
         each.alike, each.piece_base >= 0, tuple(each.group_names),
         each.present, each.axes, _geometry(each.board),
         each.tiles and (each.tiles.tile, each.tiles.part, each.tiles.spaces, each.tiles.size),
         [(info.name, info.type.scalar) for info in each.fields.values()])
        for each in world.domains
    ]  # fmt: skip
    steps = {name: step.depth for name, step in world.steps.items()}
    teams = None if world.team is None else (world.team.type.domain, world.tables[world.team.table])
    kept = world.option_going_on is None, world.outcomes is None, world.loses, sorted(world.extra_turns)
    return players.min, players.max, players.together, teams, world.language, domains, steps, kept


def _geometry(board: BoardInfo | None) -> object:
    if board is None:
        return None
    grid = (tuple(board.coordinates), board.directions, board.straight and board.straight.ways)
    links = sorted(board.by_link), board.link_degree
    touching = board.host, board.lattice and board.lattice.sort, board.touching_most
    return board.domain, board.degree, links, board.shape_bound, board.shape_turns, grid, touching


# ---------------------------------------------------------------- examples


@dataclass(frozen=True, slots=True)
class _Sound:
    """An example without faults: what it says, and what its names mean in the rules that it was held against last, with
    the keys of these declarations. `turn` is the number of these rules."""

    decl: ExampleDecl
    said: object
    names: list[Named]
    keys: list[Identity | None]
    used: frozenset[Identity]
    turn: int

    def now(self, decl: ExampleDecl, symbols: Mapping[str, Symbol]) -> Iterator[Named]:
        """What its names mean where it stands now, if it has only moved; what they name looks as it did."""
        old, new = self.decl.span, decl.span
        down = new.line - old.line
        if new != replace(old, line=old.line + down, end_line=old.end_line + down):
            return
        moved: dict[int, Variable] = {}
        for (span, meant, use), key in zip(self.names, self.keys, strict=True):
            here = replace(span, line=span.line + down, end_line=span.end_line + down) if old.holds(span) else span
            if isinstance(meant, Symbol):
                again = symbols.get(key[1]) if key is not None else None
                if again is not None:
                    yield Named(here, again, use)
            elif isinstance(meant, Variable) and down and old.holds(meant.span):
                place = meant.span
                there = replace(place, line=place.line + down, end_line=place.end_line + down)
                yield Named(here, moved.setdefault(id(meant), replace(meant, span=there)), use)
            else:
                yield Named(here, meant, use)

    def anew(self, world: World, declared: Mapping[Identity, Definition], turn: int) -> _Sound | None:
        """The same with the declarations of other rules, in which what it uses looks the same; None where one of them
        cannot be found."""
        found: list[Named] = []
        for (span, meant, use), key in zip(self.names, self.keys, strict=True):
            again = _again(meant, key, world, declared)
            if again is None:
                return None
            found.append(Named(span, again, use))
        return replace(self, names=found, turn=turn)


def _again(
    meant: Definition, key: Identity | None, world: World, declared: Mapping[Identity, Definition]
) -> Definition | None:
    """What stands in the place of a declaration in other rules."""
    match meant:
        case Symbol():
            return world.symbols.get(key[1]) if key is not None else None
        case DomainInfo(number):
            return world.domains[number]
        case Entity(domain, number):
            return Entity(world.domains[domain.number], number)
        case Variable():
            return meant  # it is the example's own
    return declared.get(key) if key is not None else None


class SoundExamples:
    """The examples of a ruleset that were sound when they were last looked at."""

    def __init__(self) -> None:
        self._known: dict[str, _Sound] = {}  # those that were held against other rules last come last
        self._turn = 0
        self._interfaces: Interfaces | None = None
        self._drawn: object = None
        self._of: object = None

    def aside(self) -> SoundExamples:
        """These, for a ruleset that nobody will hold them against again."""
        return copy(self)

    def doubtful(self, compiled: CheckedRuleset) -> list[str]:
        """The names of the examples that need another look, in order."""
        examples = {str(name): decl for name, decl in compiled.ruleset.examples.items()}
        self._known = {name: sound for name, sound in self._known.items() if name in examples}
        if self._of is not compiled.checked.rules:  # they were checked again
            old, world = self._interfaces, compiled.checked.world
            self._interfaces = interfaces_of(world, compiled.tables.alternatives)
            self._of = compiled.checked.rules
            self._turn += 1
            self._forget(old, self._interfaces)
            self._renew(compiled.checked.world, self._interfaces.declared)
        if self._drawn != (drawn := seen_in_drawings(compiled.ruleset)):  # signs may stand for something else
            self._drawn = drawn
            self._known = {name: sound for name, sound in self._known.items() if not sound.decl.drawn}
        return [name for name, decl in examples.items() if not self._says_the_same(name, decl)]

    def keep(self, name: str, decl: ExampleDecl, names: list[Named], checked: Checked) -> None:
        """An example is sound, and its names mean this."""
        symbols = {id(symbol): known for known, symbol in checked.world.symbols.items()}
        keys = [each.meant.identity(symbols.get(id(each.meant), "")) for each in names]
        used = frozenset([key for key in keys if key is not None])
        self.forget(name)
        self._known[name] = _Sound(decl, _content(decl), names, keys, used, self._turn)

    def names(self, compiled: CheckedRuleset) -> list[Named] | None:
        """What the names of all examples mean, if that is known of all of them at the places where they are now."""
        found: list[Named] = []
        if compiled.checked.rules is not self._of:
            return None
        for name, decl in compiled.ruleset.examples.items():
            known = self._known.get(str(name))
            if known is None or known.decl is not decl or known.turn != self._turn:
                return None
            found += known.names
        return found

    def tell(self, compiled: CheckedRuleset, fresh: Mapping[str, list[Named]]) -> None:
        """Note with a ruleset what the names of its examples mean; `fresh` are those of the ones looked at now."""
        compiled.around = self.names(compiled)
        if compiled.around is None:
            symbols = compiled.checked.world.symbols
            compiled.nearly = partial(_names_known, self._known, compiled.ruleset.examples, symbols, fresh)

    def forget(self, name: str) -> None:
        """An example is faulty."""
        self._known.pop(name, None)

    def _forget(self, old: Interfaces | None, new: Interfaces) -> None:
        """Forget the examples to which something looks different."""
        if old is None or old.whole != new.whole:
            self._known = {}
            return
        changed, renamed = new.changed(old), new.renamed(old)
        for name, sound in list(self._known.items()):
            if not changed.isdisjoint(sound.used) or (renamed and not renamed.isdisjoint(_words(sound.said))):
                del self._known[name]

    def _renew(self, world: World, declared: Mapping[Identity, Definition]) -> None:
        """Hold a few examples, those for which it is longest ago, against the present rules: a declaration knows all
        others of its rules, so that every example that is never looked at again would keep such rules alive."""
        for name in list(self._known)[: -(-len(self._known) // _ROUND)]:
            again = self._known.pop(name).anew(world, declared, self._turn)
            if again is not None:
                self._known[name] = again

    def _says_the_same(self, name: str, decl: ExampleDecl) -> bool:
        known = self._known.get(name)
        return known is not None and (known.decl is decl or known.said == _content(decl))


def _names_known(
    sound: Mapping[str, _Sound],
    examples: Mapping[Word, ExampleDecl],
    symbols: Mapping[str, Symbol],
    fresh: Mapping[str, list[Named]],
) -> list[Named]:
    """What the names of the examples mean as far as it is known, `fresh` those of examples that were looked at now: of
    others, which use nothing that looks different now, what they meant before."""
    found: list[Named] = []
    for name, decl in examples.items():
        known = sound.get(str(name))
        if str(name) in fresh:
            found += fresh[str(name)]
        elif known is not None:
            found += known.now(decl, symbols)
    return found


def seen_in_drawings(ruleset: Ruleset) -> object:
    """What a drawing sees of the look: the glyphs, and which rows are on top."""
    return ruleset.signs, {str(name): board.rows for name, board in ruleset.look.boards.items()}


def _content(value: Any) -> object:
    """What a part of a ruleset says, wherever it stands."""
    if isinstance(value, Code):
        return value.text
    if isinstance(value, list | tuple):
        return tuple([_content(each) for each in value])
    if isinstance(value, BaseModel | Mapping):
        apart = ("source", "text") if isinstance(value, BaseModel) else ()
        return tuple([(str(step), _content(part)) for step, part in inside(value) if step not in apart])
    return value if isinstance(value, int) else str(value)


def _words(said: object) -> Iterator[str]:
    """All words of what is said."""
    if isinstance(said, str):
        yield from _WORD.findall(said)
    elif isinstance(said, tuple):
        for each in said:
            yield from _words(each)
