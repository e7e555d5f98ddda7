"""What a ruleset declares, resolved: domains, fields, zones, tables and the one space of names.

`World` is filled by the passes of this package in a fixed order (domains, boards, fields, signatures, bodies). It is
the only thing the passes share.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable, Mapping
from copy import copy
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from yupana.schemas.left_out import LeftOut
from yupana.schemas.ruleset import Ruleset
from yupana.schemas.source import Diagnostic, Report, Span
from yupana.schemas.tree import Word

from ..language import messages, nodes
from ..language.message_table import a
from ..language.types import Type
from ..typed import nodes as typed
from ..typed.bodies import InForce
from ..typed.chains import TriggerInfo
from ..typed.declarations import Declarations
from ..typed.declared import (
    ActionInfo,
    AdjustmentInfo,
    Attribute,
    BoardInfo,
    Definition,
    DomainInfo,
    FieldInfo,
    PredicateInfo,
    Signature,
    Symbol,
    TableInfo,
    ZoneInfo,
)
from ..typed.names import Entity, Named, Use
from ..typed.nodes import Call, Field, Node, Position, PredicateCall, descend
from .scope_use import Reach

if TYPE_CHECKING:
    from .cursor import CursorContext
    from .slots import Slot

Element = TypeVar("Element")
Places = dict[tuple[type[nodes.Expr], Span], list[typed.Expr]]
"""The typed expressions of the rules by the place that each was written at; code that is checked several times (the
condition of a kind's entries, a limit) has several. It is closed when the rules are done."""
__all__ = [
    "WORDS",
    "AdjustmentInfo",
    "Attribute",
    "BoardInfo",
    "DomainInfo",
    "FieldInfo",
    "PredicateInfo",
    "Signature",
    "Symbol",
    "TableInfo",
    "World",
    "ZoneInfo",
    "hidden_field",
    "named",
]

SPACE = re.compile(r"[a-z]+[0-9]+")
"""What the spaces of grids are called."""

WORDS = ("me", "active", "players", "none", "true", "false", "value", "it", "viewer")


class World(Declarations):
    """All that is declared, with the names that mean it, and what is noted while code is checked."""

    def __init__(
        self, ruleset: Ruleset, report: Report, files: Mapping[str, str], left_out: LeftOut | None = None
    ) -> None:
        super().__init__(ruleset, files)
        self.left_out = left_out
        self.report = report
        self.domain_of: dict[str, int] = {}
        self._declared: dict[tuple[str, str], int] = {}
        self.entities: dict[str, list[tuple[int, int]]] = {}
        self.slots: dict[str, Slot] = {}  # procedures of kinds, by the names of their signatures
        self.counted: dict[str, list[tuple[int, int]]] = {}  # entries of several copies (see `entries`)
        self.symbols: dict[str, Symbol] = {}
        self.acting: set[tuple[str, str]] = set()
        self.unread: set[tuple[str, str]] = set()
        self.reach = Reach()
        self.readings = Readings()
        self.heard: dict[TriggerInfo, tuple[list[Any], list[Any]]] = {}  # the events of triggers, and their names
        self.option_going_on: FieldInfo | None = None  # 1 inside an option; there when a limit counts per action
        self.menus: dict[str, list[ActionInfo]] = {}
        self.adjustments: dict[str, AdjustmentInfo] = {}
        self.tree: Places | None = {}
        self.asked_there: set[Span] = set()  # names of which it is asked whether they are among others
        self.drawn_on: list[tuple[DomainInfo, int, Span]] = []  # spaces on which something is drawn, and the signs
        self.names: list[Named] = []
        self.asked: list[CursorContext] | None = None  # what is known at the mark, while somebody asks about a place
        self.unclear: set[str] = set()  # procedures that return values, of which it is not known what they give
        self.broken: set[str] = set()
        self.unsized = False  # whether a board has a faulty size, so that it is not known which spaces there are
        self.untiled: set[int] = set()  # kinds of tiles and parts that are faulty
        self.faceless: set[str] = set()  # tiles of which it is not known what parts they have
        self.uncounted: set[str] = set()  # entries with a misspelled `count`: what their copies are called is unknown

    def extended(self) -> World:
        """The same world for more code (an example, a question), with a report of its own; what is declared is shared,
        for code declares nothing."""
        more = copy(self)
        more.report, more.reach, more.names = self.report.fresh(), Reach(), []
        more.asked_there, more.drawn_on = set(), []
        return more

    # ------------------------------------------------------------ faults

    def error(self, diagnostic: Diagnostic) -> None:
        """Report a fault; not one that only follows from another."""
        if not self.follows(diagnostic):
            self.report.add(diagnostic)

    def follows(self, diagnostic: Diagnostic) -> bool:
        """Whether a fault only follows from a name whose declaration has been found faulty, or from what is missing."""
        if diagnostic.code not in messages.OF_NAMES or not (
            self.broken or self.uncounted or self.faceless or self.unsized or self.partial
        ):
            return False
        return self.is_broken(self.excerpt(diagnostic.span).rpartition(".")[2].rstrip("?"))

    @property
    def partial(self) -> bool:
        """Whether something of the ruleset is left out because it could not be read."""
        return self.left_out is not None

    def is_piece(self, type_: Type) -> bool:
        """Whether it is a piece: of a kind that some zone holds."""
        return type_.kind == "member" and self.domains[type_.domain].piece_base >= 0

    def may_be_piece(self, type_: Type) -> bool:
        """Whether it would be one if something that is missing or faulty were a zone."""
        missing = self.left_out is not None and "zones" in self.left_out.sections | self.left_out.unwritten
        faulty = not self.broken.isdisjoint(self.ruleset.zones)
        return (missing or faulty) and type_.kind == "member" and self.domains[type_.domain].sort == "kind"

    def is_broken(self, name: str) -> bool:
        """Whether a name may be that of a declaration which is faulty or could not be read."""
        stem, _, number = name.rpartition("_")
        if (number.isdigit() and stem in self.uncounted) or (self.unsized and SPACE.fullmatch(name)):
            return True
        if any(name.startswith(f"{each}_") for each in self.faceless):
            return True
        return name in self.broken or (self.left_out is not None and self.left_out.may_declare(name))

    # ------------------------------------------------------------ names

    def declare(self, name: str, symbol: Symbol) -> None:
        """Give a name its meaning; a name is declared once."""
        if name in WORDS:
            self.error(messages.reserved_name(name, symbol.span))
        elif name in self.symbols:
            self.error(messages.duplicate_name(name, self.symbols[name].shown, symbol.span, self.symbols[name].span))
        else:
            self.symbols[name] = symbol

    def means(self, span: Span, meant: Definition, use: Use = "read") -> None:
        """Note what the name at a place was found to mean."""
        if isinstance(meant, DomainInfo):
            self.entries_named.add(meant.number)
        elif isinstance(meant, Entity):
            self.entries_named.add(meant.domain.number)
        self.names.append(Named(span, meant, use))

    def offered_as(self, name: str) -> list[str]:
        """The actions that a name means where actions are named: those of the menu, else the one that is called so."""
        menu = self.menus.get(name)
        return [each.name for each in self.actions if each.name == name] if menu is None else [one.name for one in menu]

    def scope_means(self, scope: str) -> None:
        """Note the name of a scope beside code: of a step, or of a procedure."""
        symbol = self.symbols.get(scope)
        if symbol is not None and isinstance(scope, Word):
            self.means(scope.span, self.signatures[scope] if symbol.sort == "procedure" else symbol)

    def switch(self, name: str) -> AdjustmentInfo | None:
        """What is activated by a name: an adjustment, or a trigger that comes only while it is active."""
        trigger = self.triggers.get(name)
        return self.adjustments.get(name) or (None if trigger is None else trigger.switch)

    def known_names(self) -> Iterable[str]:
        """Every name that can stand alone, for suggestions."""
        return itertools.chain(*self._known)

    def knows(self, name: str) -> bool:
        """Whether a name can stand alone."""
        return any(name in each for each in self._known)

    @property
    def _known(self) -> tuple[Collection[str], ...]:
        return self.symbols, self.entities, self.counted, WORDS

    def new_domain(
        self, name: str, sort: Literal["enum", "kind", "space", "link", "player", "shape", "direction"], span: Span
    ) -> DomainInfo:
        """A new domain, with its name declared."""
        domain = DomainInfo(len(self.domains), name, sort, span)
        self.domains.append(domain)
        self._declared.setdefault((name, sort), domain.number)
        if name in self.domain_of or (name in ("Player",) and sort != "player"):
            other = self.domains[self.domain_of[name]] if name in self.domain_of else domain
            self.error(messages.duplicate_name(name, other.shown, span, other.span))
        else:
            self.domain_of[name] = domain.number
            self.symbols[name] = Symbol("domain", f"the kind `{name}`", span, info=domain.number)
        return domain

    def declared(self, name: str, sort: str) -> DomainInfo:
        """The first domain of a sort that is declared by a name, be it that the name means another (reported)."""
        return self.domains[self._declared[name, sort]]

    def add_member(self, domain: DomainInfo, name: str, span: Span) -> int:
        """A new member of a domain, known by its bare name too."""
        if name in domain.index:
            first = getattr(domain.names[domain.index[name]], "span", domain.span)
            self.error(messages.duplicate_name(name, domain.entry, span, first, domain.name))
            return domain.index[name]
        index = domain.add(name)
        self.entities.setdefault(name, []).append((domain.number, index))
        return index

    # ------------------------------------------------------------ types

    def show(self, type_: Type) -> str:
        """A type in the author's words."""
        query = " or none" if type_.optional else ""
        if type_.kind == "int":
            return f"a number{query}"
        if type_.kind == "bool":
            return "true, false or none" if type_.optional else "true or false"
        if type_.kind == "member":
            return f"{a(self.domains[type_.domain].name)}{query}"
        if type_.kind == "set":
            return f"a set of {self.domains[type_.domain].name}"
        if type_.kind == "list":
            return f"a list of {self.several(type_.element)}"
        if type_.kind == "map":
            return f"a map from {self.domains[type_.domain].name} to {self.several(type_.element)}"
        return {"text": "a text", "none": "none", "empty": "an empty list or set", "unknown": "…"}[type_.kind]

    def several(self, type_: Type | None) -> str:
        """What a list holds, in the author's words."""
        if type_ is None or type_.kind == "unknown":
            return "unknown values"
        query = " or none" if type_.optional else ""
        if type_.kind == "member":
            return f"{self.domains[type_.domain].name}{query}"
        if type_.kind in ("int", "bool"):
            return f"{'numbers' if type_.kind == 'int' else 'bools'}{query}"
        words = {"text": "texts", "none": "none", "empty": "empty lists"}
        if type_.kind in words:
            return words[type_.kind]
        return f"{type_.kind}s" + self.show(type_).partition(f"a {type_.kind}")[2]

    def storable(self, type_: Type, span: Span) -> bool:
        """Whether a value of the type can be stored (reported otherwise)."""
        single = type_.element is not None and type_.element.scalar
        if type_.kind == "list" and single and type_.bound is None:
            self.error(messages.no_bound(span))
        elif type_.scalar or type_.kind == "set" or (type_.kind in ("list", "map") and single):
            return True
        else:
            self.error((messages.no_type if type_.kind == "empty" else messages.not_storable)(span))
        return False


def named(mapping: Mapping[Any, Element], name: str) -> Element:
    """The entry of a section by its name (the sections' keys are words with a place of their own)."""
    return mapping[name]


def hidden_field(world: World, name: str, domain: int, type_: Type, per: str | None, span: Span) -> FieldInfo:
    """A field of the language's own: a limit's counter, an adjustment's switch."""
    info = FieldInfo(name, domain, type_, span, None, per, None, internal=True)
    world.fields.append(info)
    return info


# Which fields code reads, itself or through what it calls.


class Readings:
    """What is read. Code is added before anybody asks about what calls it: after what it calls itself."""

    def __init__(self) -> None:
        self._of: dict[Signature | PredicateInfo, frozenset[FieldInfo]] = {}

    def add(self, called: Signature | PredicateInfo, code: Node) -> None:
        """Code that runs where something is called; there may be several pieces of it."""
        self._of[called] = self._of.get(called, frozenset()) | self.of(code)

    def by(self, called: Signature | PredicateInfo) -> frozenset[FieldInfo]:
        """The fields that are read where something is called."""
        return self._of.get(called, frozenset())

    def of(self, code: Node) -> frozenset[FieldInfo]:
        """The fields that code reads."""
        found: set[FieldInfo] = set()
        for node in descend(code):
            match node:
                case Field():
                    found.add(node.field)
                case Call():
                    found |= self.by(node.function)
                case PredicateCall():
                    found |= self.by(node.predicate)
                case InForce() if node.adjustment.cell is not None:
                    found.add(node.adjustment.cell)
                case Position():
                    found.update(node.position.fields)
        return frozenset(found)
