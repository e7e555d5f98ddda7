"""The elements of a ruleset as things of their own: what each says, in canonical words, and what it uses.

Comparing two rulesets, explaining one element, drawing what depends on what and finding what nothing uses all read
this index.
An element is named by its path, such as `actions.build`, `kinds.City.entries.lima` or `flow.turn`; a step without a
name by its number, such as `setup.2`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import BaseModel
from yupana.schemas.book import ExampleDecl
from yupana.schemas.dots import dotted
from yupana.schemas.ruleset import EntryDecl, Ruleset
from yupana.schemas.source import Span
from yupana.schemas.spanned import Spanned
from yupana.schemas.steps import AnyStep, numbered
from yupana.schemas.tree import Word
from yupana.schemas.walk import held

from ..compiled import CheckedRuleset
from ..examples.claims import proves_nothing
from ..language.prose import without_words
from .citations import bare as bare
from .citations import comments as comments
from .citations import rules_of as rules_of
from .citations import with_rules
from .parts import CARRIED, Parts, given_otherwise, positions
from .parts import CHILDREN as CHILDREN
from .parts import Piece as Piece
from .references import References

SECTIONS = (
    "options", "constants", "enums", "kinds", "boards", "tables", "state", "zones", "functions", "procedures",
    "actions", "adjustments", "triggers", "positions", "invariants", "features",
    "examples",
)  # fmt: skip
"""The sections of named things, in the order of the reference."""

TELLING = {"ruleset", "rulebook", "book", "rules", "examples", "look", "invariants", "features"}
"""The sections that no rule needs to run: a change there cannot change how the game is played."""

TELLING_PARTS = {"text", "source", "title", "designer", "group"}
"""The keys that nothing but people read."""


@dataclass(slots=True)
class Element:
    """One element. `uses` are the paths of the elements that it names, `within` is the path of its parent. `model` is
    its declaration (None for a list of members). What it says, key by key, is read when somebody first asks: who only
    wants to know what there is and what uses what need not wait for it."""

    path: str
    section: str
    name: str
    span: Span
    within: str | None = None
    source: tuple[str, ...] = ()
    text: str = ""
    model: Spanned | None = None
    uses: set[str] = field(default_factory=set)
    said: Parts = field(default_factory=lambda: Parts(""))
    unread: bool = False

    def _read(self) -> Parts:
        if self.unread and self.model is not None:
            said = Parts(self.said.section, self.said.given, names=self.said.names)
            said.read(self.model)
            self.said, self.unread = said, False  # whole at once: several threads may ask
        return self.said

    @property
    def parts(self) -> dict[str, str]:
        """Its own keys with their values in canonical words; children are elements of their own."""
        return self._read().words

    @property
    def part_spans(self) -> dict[str, Span]:
        """Where each single piece of code stands."""
        return self._read().spans

    @property
    def code(self) -> set[str]:
        """The parts that hold code."""
        return self._read().code

    @property
    def plain(self) -> set[str]:
        """The parts that hold texts."""
        return self._read().plain

    @property
    def pieces(self) -> list[Piece]:
        """The code as it was read."""
        return self._read().pieces

    def cited_parts(self, rules: Collection[str]) -> dict[str, str]:
        """The parts, with the rules that single lines of code cite behind these (see `citations.py`)."""
        return with_rules(self.pieces, self.parts, rules)

    def holds_text(self, key: str) -> bool:
        """Whether the value of a key is a text with values, without quotes around it."""
        return self.section == "actions" and key in ("announce", "says")

    def meaning_of(self, key: str) -> tuple[str, str]:
        """A key and its value without the names of locals, which are nobody else's: parameters are called by their
        places, other locals by their numbers."""
        return self._read().nameless.get(key, (key, self.parts[key]))

    @property
    def meaning(self) -> dict[str, str]:
        """All parts like this: what two elements have in common that differ only in what they call their locals."""
        return dict(self.meaning_of(key) for key in self.parts)


class Elements:
    """All elements of a ruleset, by path."""

    def __init__(
        self, ruleset: Ruleset, compiled: CheckedRuleset | None = None, *, unread: Collection[str] = ()
    ) -> None:  # fmt: skip
        """Of a ruleset that was not compiled only what the elements say is known, not what they use. What those in the
        files `unread` say is left out: somebody knows it already."""
        self.ruleset, self.unread = ruleset, unread
        self.by_path: dict[str, Element] = {}
        self.members: dict[str, list[Word]] = {}
        self._read()
        self._references: References | None = None
        self._users: dict[str, set[str]] = {}
        self._leading: dict[str, set[str]] = {}  # to each trigger what sets it off, though that does not name it
        if compiled is not None:
            models = {path: each.model or self.members.get(path, []) for path, each in self.by_path.items()}
            self._references = References(compiled, models, {path: each.span for path, each in self.by_path.items()})
            for element in self.by_path.values():
                element.uses = self.references.used_by(element.path) & self.by_path.keys()
                element.uses |= self._common(element)
                for path in element.uses:
                    self._users.setdefault(path, set()).add(element.path)
            triggers = [each for each in self.by_path.values() if each.section == "triggers"]
            self._leading = {each.path: self.sets_off(each) for each in triggers}

    def _common(self, element: Element) -> set[str]:
        """What an element in an entry begins with: what its kind says of all that are alike."""
        kind, entries, _ = element.path.partition(".entries.")
        if not entries or element.section not in ("actions", "adjustments", "triggers"):
            return set()
        common = f"{kind}.actions.{element.name}"
        return {common if element.section == "actions" and common in self.by_path else kind}

    # ------------------------------------------------------------ asking

    def __iter__(self) -> Iterator[Element]:
        return iter(self.by_path.values())

    @property
    def references(self) -> References:
        """Every place where something is named; of a ruleset that was checked."""
        assert self._references is not None
        return self._references

    def named(self, name: str) -> list[Element]:
        """The elements with a path, or with a name."""
        if name in self.by_path:
            return [self.by_path[name]]
        return [each for each in self if name in (each.name, dotted(each.name), dotted(each.path))]

    def only_set(self, element: Element) -> set[str]:
        """The paths of the fields to which an element's code only gives values, and otherwise does nothing with."""
        return set() if self._references is None else self._references.only_written(element.path)

    @property
    def parts_named(self) -> set[tuple[str, str]]:
        """The parts of elements (attributes, members of enums, spaces) that something names: path and name."""
        every = [] if self._references is None else self._references.references
        named = [each.declaration for each in every if each.kind != "declaration"]
        return {(each.path, each.name) for each in named if each.sort == "part"}

    def users(self, path: str) -> list[Element]:
        """The elements that use one directly, in order of the ruleset."""
        users = self._users.get(path, set())
        return [each for each in self if each.path in users]

    def dependents(self, path: str, without: Collection[str] = ()) -> list[Element]:
        """All elements that depend on one, directly or through others (examples included), in order of the ruleset;
        `without` are paths of some that do not count, and nothing does through them."""
        found: set[str] = set()
        queue = [path]
        while queue:
            at = queue.pop()
            for user in self._users.get(at, set()) | self._leading.get(at, set()):
                if user not in found and user not in without:
                    found.add(user)
                    queue.append(user)
        found.discard(path)
        return [each for each in self if each.path in found]

    def sets_off(self, element: Element) -> set[str]:
        """The paths of the elements that set off a trigger: those that its `on` names."""
        found: set[str] = set()
        places = [piece.code.span for piece in element.pieces if piece.part == "on"]
        for each in self._references.references if self._references is not None and places else ():
            if each.kind != "declaration" and any(_holds(place, each.span) for place in places):
                found.add(each.declaration.path)
        return found & self.by_path.keys()

    def examples_of(self, path: str) -> list[str]:
        """The names of the examples that use an element, directly or through others, or cite one of its rules."""
        rules = set(self.by_path[path].source)
        through = {each.path for each in self.dependents(path)}
        return [
            each.name
            for each in self
            if each.section == "examples" and (each.path in through or each.path == path or rules & set(each.source))
        ]

    @property
    def proving(self) -> Iterator[Element]:
        """The examples that prove the rules they cite: they claim something that can fail."""
        for each in self:
            if isinstance(each.model, ExampleDecl) and not proves_nothing(self.ruleset, each.model):
                yield each

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
                    self.members[element.path] = value
                    element.parts["members"] = ", ".join(str(each) for each in value)
                    self.by_path[element.path] = element
                else:
                    self._element(f"{section}.{name}", section, str(name), value, span)
        self._steps("setup", ruleset.setup, None)
        self._steps("flow", ruleset.flow, None)
        if "scoring" in ruleset.model_fields_set:  # what is left out has no place in a file
            self._element("scoring", "scoring", "scoring", ruleset.scoring)
        book = Element("rulebook", "rulebook", "rulebook", ruleset.rulebook.span)
        titles = ruleset.rulebook.sections.items()
        book.said.words = {f"sections.{name}": " ".join(title.split()) for name, title in titles}
        self.by_path["rulebook"] = book
        for rule, decl in ruleset.rulebook.rules.items():
            self._element(f"rules.{rule}", "rules", str(rule), decl, getattr(rule, "span", None))
        for section in ("book", "look"):
            if section in ruleset.model_fields_set:
                self._element(section, section, section, getattr(ruleset, section))

    def _steps(self, path: str, steps: list[AnyStep], within: str | None) -> None:
        section = path.partition(".")[0]
        for where, step in numbered(steps, path):
            self._element(where, section, where.rpartition(".")[2], step, None, within)
            self._steps(where, step.inner, where)

    def _element(
        self,
        path: str,
        section: str,
        name: str,
        model: Spanned,
        span: Span | None = None,
        within: str | None = None,
        parent: BaseModel | None = None,
    ) -> None:
        element = Element(path, section, name, span or getattr(model, "span", None) or self.ruleset.span, within)
        element.source = _sources(model)
        if section != "rules":
            element.text = " ".join(str(getattr(model, "text", None) or "").split())
        if isinstance(parent, EntryDecl):  # what it says of itself, it says of what it carries
            element.source = element.source or _sources(parent)
            element.text = element.text or " ".join(str(parent.text or "").split())
        element.model, element.unread = model, element.span.file not in self.unread
        element.said = Parts(section, given_otherwise(parent or model), names=self._positions(section, model))
        self.by_path[path] = element
        for (name, key, _), children in held(model):
            if name in CHILDREN and isinstance(children, Mapping):
                for child, each in children.items():
                    if isinstance(each, Spanned):
                        inner = f"{path}.{child}" if name == "slots" else f"{path}.{key}.{child}"
                        of = CARRIED.get(name, section)
                        self._element(inner, of, str(child), each, getattr(child, "span", None), path, model)

    def _positions(self, section: str, model: Spanned) -> Mapping[str, str]:
        """What the parameters are called where their names do not count; an adjustment has those of what it adjusts."""
        if section == "adjustments":
            return positions(self._adjusted(model))
        return positions(model) if section != "actions" else {}

    def _adjusted(self, model: Spanned) -> Spanned | None:
        name = str(getattr(model, "of", ""))
        called: tuple[Mapping[Any, Spanned], ...] = (self.ruleset.functions, self.ruleset.procedures)
        return next((each[name] for each in called if name in each), None)


def _holds(place: Span, inner: Span) -> bool:
    """Whether a place holds another."""
    begins, ends = (place.line, place.column), (place.end_line, place.end_column)
    return place.file == inner.file and begins <= (inner.line, inner.column) <= ends


def _sources(model: Spanned) -> tuple[str, ...]:
    """The rules that an element cites, itself or in one of the conditions that it requires."""
    conditions: Mapping[str, BaseModel] = getattr(model, "requires", {})
    every = [each for one in (model, *conditions.values()) for each in getattr(one, "source", None) or ()]
    return tuple(dict.fromkeys(map(str, every)))


def index(compiled: CheckedRuleset) -> Elements:
    """The elements of a compiled ruleset, with what they use; worked out once."""
    if compiled.index is None:
        compiled.index = Elements(compiled.ruleset, compiled)
    found: Elements = compiled.index
    return found


def quick_index(compiled: CheckedRuleset) -> Elements:
    """The same without looking at examples again that were not looked at when it was checked: what those mean that
    have faults, or were changed beside faulty rules, may be missing. For who asks between two keystrokes."""
    if compiled.around is not None or compiled.nearly is None or compiled.index is not None:
        return index(compiled)
    return index(replace(compiled, around=compiled.nearly()))


# A short digest of every element that decides play: what two states of a ruleset are told apart by when only one of
# them is at hand, as by a saved game. Layout, comments, order, the names of locals, texts and what only tells
# something do not count.


DIGITS = 8
"""So many hexadecimal digits has a digest: enough to see that something is different, not to prove it the same."""


def element_digests(ruleset: Ruleset) -> tuple[tuple[str, str], ...]:
    """The paths of all elements that decide play, in order of the ruleset, each with its digest."""
    return tuple([(each.path, _digest(each)) for each in Elements(ruleset) if each.section not in TELLING])


def _digest(element: Element) -> str:
    said = []
    for key in element.parts:
        if key in element.plain or key.rpartition(".")[2] in TELLING_PARTS or (element.section, key) in _TOLD:
            continue
        bare, value = element.meaning_of(key)
        said.append((bare, without_words(value, is_text=element.holds_text(key)) if key in element.code else value))
    return hashlib.sha256(repr(sorted(said)).encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


_TOLD = {("scoring", "report"), ("actions", "announce"), ("actions", "says")}
