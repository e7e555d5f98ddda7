"""The elements of a ruleset as things of their own: what each says, in canonical words, and what it uses.

Comparing two rulesets, explaining one element, drawing what depends on what and finding what nothing uses all read
this index.
An element is named by its path, such as `actions.build`, `kinds.City.entries.lima` or `flow.turn`; a step without a
name by its number, such as `setup.2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pydantic import BaseModel
from yupana.schemas.ruleset import BoardDecl, EntryDecl, KindDecl, LinkDecl, Ruleset
from yupana.schemas.source import Span
from yupana.schemas.steps import AnyStep, numbered

from .element_names import Mentions, Reads
from .element_parts import CHILDREN as CHILDREN
from .element_parts import Parts, local_names, positions, predicate_names, text_attributes
from .element_parts import Piece as Piece

SECTIONS = (
    "options", "constants", "enums", "kinds", "boards", "tables", "state", "zones", "functions", "procedures",
    "actions", "adjustments", "invariants", "examples",
)  # fmt: skip
"""The sections of named things, in the order of the reference."""

_NEVER_NAMED = {"rules", "rulebook", "book", "look", "examples", "ruleset", "scoring", "invariants"}
"""The sections whose elements no code can name; a board goes by the kind of its spaces."""

_COUNTED = re.compile(r"(.+)_[0-9]+")
_CELL = re.compile(r"[a-z]+[0-9]+")


@dataclass(slots=True)
class Element:
    """One element. `parts` are its own keys with their values in canonical words (children are elements of their own),
    `code` the keys among them that hold code, `plain` those that hold texts, `part_spans` where a single piece of code
    stands, `pieces` the code as it was read; `names` are all names it takes from outside itself; `uses` the paths of
    the elements they belong to; `within` the path of its parent. `model` is its declaration (None for a list of
    members)."""

    path: str
    section: str
    name: str
    span: Span
    within: str | None = None
    source: tuple[str, ...] = ()
    text: str = ""
    parts: dict[str, str] = field(default_factory=dict)
    part_spans: dict[str, Span] = field(default_factory=dict)
    code: set[str] = field(default_factory=set)
    plain: set[str] = field(default_factory=set)
    pieces: list[Piece] = field(default_factory=list)
    model: BaseModel | None = None
    names: set[str] = field(default_factory=set)
    uses: set[str] = field(default_factory=set)
    nameless: dict[str, tuple[str, str]] = field(default_factory=dict)

    def meaning_of(self, key: str) -> tuple[str, str]:
        """A key and its value without the names of locals, which are nobody else's: parameters are called by their
        places, other locals by their numbers."""
        return self.nameless.get(key, (key, self.parts[key]))

    @property
    def meaning(self) -> dict[str, str]:
        """All parts like this: what two elements have in common that differ only in what they call their locals."""
        return dict(self.meaning_of(key) for key in self.parts)


class Elements:
    """All elements of a ruleset, by path."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.by_path: dict[str, Element] = {}
        self._mentions: dict[str, Mentions] = {}
        self._only_set: dict[str, set[str]] = {}
        self._read()
        self._meanings = meanings = _Meanings(self, self._mentions)
        for element in self.by_path.values():
            element.uses = meanings.of(self._mentions.get(element.path, Mentions())) - {element.path}
        self._users: dict[str, set[str]] = {}
        for element in self.by_path.values():
            for path in element.uses:
                self._users.setdefault(path, set()).add(element.path)

    # ------------------------------------------------------------ asking

    def __iter__(self) -> Iterator[Element]:
        return iter(self.by_path.values())

    def named(self, name: str) -> list[Element]:
        """The elements with a path, or with a name."""
        if name in self.by_path:
            return [self.by_path[name]]
        return [each for each in self if each.name == name]

    def giving(self, option: str) -> list[Element]:
        """The elements that give an option of this name: an action, or what holds a choice or its branch."""
        return [self.by_path[path] for path in sorted(self._meanings.options.get(option, ()))]

    def only_set(self, element: Element) -> set[str]:
        """The paths of the fields to which an element's code only gives values, and otherwise does nothing with."""
        if element.path in self._only_set:
            return self._only_set[element.path]
        everything, read = Mentions(), Reads()
        for piece in element.pieces:
            everything.add(piece.node)
            read.add(piece.node)
        read.members |= {str(each) for each in getattr(element.model, "cost", None) or ()}
        found = self._only_set[element.path] = self._meanings.of(everything) - self._meanings.of(read)
        return found

    def users(self, path: str) -> list[Element]:
        """The elements that use one directly, in order of the ruleset."""
        users = self._users.get(path, set())
        return [each for each in self if each.path in users]

    def dependents(self, path: str) -> list[Element]:
        """All elements that depend on one, directly or through others (examples included), in order of the ruleset."""
        found: set[str] = set()
        queue = [path]
        while queue:
            for user in self._users.get(queue.pop(), set()):
                if user not in found:
                    found.add(user)
                    queue.append(user)
        found.discard(path)
        return [each for each in self if each.path in found]

    def examples_of(self, path: str) -> list[str]:
        """The names of the examples that use an element, directly or through others, or cite one of its rules."""
        rules = set(self.by_path[path].source)
        through = {each.path for each in self.dependents(path)}
        return [
            each.name
            for each in self
            if each.section == "examples" and (each.path in through or each.path == path or rules & set(each.source))
        ]

    # ------------------------------------------------------------ reading

    def _read(self) -> None:
        ruleset = self.ruleset
        self._element("ruleset", "ruleset", "ruleset", ruleset.ruleset)
        self._element("players", "players", "players", ruleset.players)
        for section in SECTIONS:
            for name, value in getattr(ruleset, section).items():
                span = getattr(name, "span", ruleset.span)
                if isinstance(value, list):
                    element = Element(f"{section}.{name}", section, str(name), span)
                    element.parts["members"] = ", ".join(str(each) for each in value)
                    self.by_path[element.path] = element
                else:
                    self._element(f"{section}.{name}", section, str(name), value, span)
        self._steps("setup", ruleset.setup, None)
        self._steps("flow", ruleset.flow, None)
        self._element("scoring", "scoring", "scoring", ruleset.scoring)
        book = Element("rulebook", "rulebook", "rulebook", ruleset.rulebook.span)
        book.parts = {f"sections.{name}": " ".join(title.split()) for name, title in ruleset.rulebook.sections.items()}
        self.by_path["rulebook"] = book
        for rule, decl in ruleset.rulebook.rules.items():
            self._element(f"rules.{rule}", "rules", str(rule), decl, getattr(rule, "span", None))
        for section in ("book", "look"):
            if section in ruleset.model_fields_set:  # what is left out has no place in a file
                self._element(section, section, section, getattr(ruleset, section))

    def _steps(self, path: str, steps: list[AnyStep], within: str | None) -> None:
        section = path.partition(".")[0]
        for where, step in numbered(steps, path):
            self._element(where, section, where.rpartition(".")[2], step, None, within)
            mentions = self._mentions[where]
            if step.offers is not None:
                mentions.menus.add(step.offers)
            if step.passing is not None:
                mentions.options.add(str(step.passing))
            self._steps(where, step.inner, where)

    def _element(
        self,
        path: str,
        section: str,
        name: str,
        model: BaseModel,
        span: Span | None = None,
        within: str | None = None,
        parent: BaseModel | None = None,
    ) -> None:
        element = Element(path, section, name, span or getattr(model, "span", None) or self.ruleset.span, within)
        element.source = tuple(str(each) for each in getattr(model, "source", None) or ())
        if section != "rules":
            element.text = " ".join(str(getattr(model, "text", None) or "").split())
        parts = Parts(section, self._bound(section, model, parent), text_attributes(parent or model))
        parts.names = self._positions(section, model)
        parts.read(model)
        element.plain, element.nameless = parts.plain, parts.nameless
        element.parts, element.part_spans, element.code = parts.words, parts.spans, parts.code
        element.pieces, element.model = parts.pieces, model
        element.names = parts.mentions.all
        self.by_path[path] = element
        self._mentions[path] = parts.mentions
        for key, info in type(model).model_fields.items():
            children = getattr(model, key)
            if key in CHILDREN and isinstance(children, Mapping):
                for child, each in children.items():
                    if isinstance(each, BaseModel):
                        inner = f"{path}.{info.alias or key}.{child}"
                        self._element(inner, section, str(child), each, getattr(child, "span", None), path, model)

    def _positions(self, section: str, model: BaseModel) -> Mapping[str, str]:
        """What the parameters are called where their names do not count; an adjustment has those of what it adjusts."""
        if section == "adjustments":
            return positions(self._adjusted(model))
        return positions(model) if section != "actions" else {}

    def _adjusted(self, model: BaseModel) -> BaseModel | None:
        name = str(getattr(model, "of", ""))
        return self.ruleset.functions.get(name) or self.ruleset.procedures.get(name)  # type: ignore[call-overload,no-any-return]

    def _bound(self, section: str, model: BaseModel, parent: BaseModel | None) -> frozenset[str]:
        names = local_names(model)
        if parent is not None and isinstance(model, EntryDecl):
            names |= predicate_names(parent, model)
        if section == "adjustments":
            known = self._adjusted(model)
            names |= {"value"} | (local_names(known) if known is not None else frozenset())
        return names


class _Meanings:
    """Which elements a name may mean, by where it stands: bare, behind a dot, as a menu, or as an option."""

    def __init__(self, elements: Elements, mentions: Mapping[str, Mentions]) -> None:
        self.free: dict[str, set[str]] = {}
        self.members: dict[str, set[str]] = {}
        self.menus: dict[str, set[str]] = {}
        self.options: dict[str, set[str]] = {}
        self.cells: set[str] = set()
        for element in elements:
            self._declare(element, elements)
            for option in mentions.get(element.path, Mentions()).options:
                self._put(self.options, option, element.path)
        ruleset = elements.ruleset
        for seat in ruleset.players.names:
            self._put(self.free, seat, "players")
        for name, kind in ruleset.kinds.items():
            self._kind(f"kinds.{name}", str(name), kind, [str(each) for each in ruleset.players.names])
        for name, board in ruleset.boards.items():
            self._board(f"boards.{name}", board)

    def of(self, mentions: Mentions) -> set[str]:
        """The paths of what is mentioned."""
        found: set[str] = set()
        for names, known in (
            (mentions.members, self.members),
            (mentions.menus, self.menus),
            (mentions.chosen, self.options),
        ):
            for name in names:
                found |= known.get(name, set())
        for name in mentions.free:
            counted = _COUNTED.fullmatch(name)
            if name in self.free:
                found |= self.free[name]
            elif counted and counted[1] in self.free:
                found |= self.free[counted[1]]
            elif _CELL.fullmatch(name):
                found |= self.cells
        return found

    def _put(self, known: dict[str, set[str]], name: object, path: str) -> None:
        known.setdefault(str(name), set()).add(path)

    def _declare(self, element: Element, elements: Elements) -> None:
        section, name, path = element.section, element.name, element.path
        if section in _NEVER_NAMED or (section == "boards" and element.within is None):
            return
        if section == "actions":
            self._put(self.options, name, path)
            for menu in elements.ruleset.actions[name].menu:  # type: ignore[index]
                self._put(self.menus, menu, path)
        elif section == "enums":
            for each in element.parts["members"].split(", "):
                self._put(self.free, each, path)
            self._put(self.free, name, path)
        elif section == "zones":
            self._put(self.members if "each" in element.parts else self.free, name, path)
        elif section in ("setup", "flow"):
            if not name.isdigit():
                self._put(self.free, name, path)
        elif ".fields." in path or ".predicates." in path:
            self._put(self.members, name, path)
        else:
            self._put(self.free, name, path)

    def _kind(self, path: str, name: str, kind: KindDecl, seats: list[str]) -> None:
        for each in kind.attributes:
            self._put(self.members, each, path)
        if kind.per_player is not None:
            self._put(self.members, "owner", path)
            word = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
            for seat in seats:
                self._put(self.free, f"{seat}_{word}", path)

    def _board(self, path: str, board: BoardDecl) -> None:
        self._put(self.free, board.kind, path)
        self._put(self.free, f"{board.kind}Shape", path)
        for each in (*board.attributes, *(board.grid.axes if board.grid is not None else ())):
            self._put(self.members, each, path)
        for each in board.shapes:
            self._put(self.free, each, path)
        if board.spaces is None:
            self.cells.add(path)
        for name, link in board.links.items():
            self._link(f"{path}.links.{name}", link)

    def _link(self, path: str, link: LinkDecl) -> None:
        for each in (*link.attributes, "a", "b"):
            self._put(self.members, each, path)
        for pair in link.pairs:
            ends = [str(each) for each in pair if not isinstance(each, Mapping)]
            self._put(self.free, "_".join(ends), path)


def index(ruleset: Ruleset) -> Elements:
    """The elements of a composed ruleset."""
    return Elements(ruleset)
