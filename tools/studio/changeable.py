"""What of a ruleset can be changed by a form, in the words of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from yupana.interpreter.compiled import CheckedRuleset, SoundRuleset
from yupana.interpreter.index.elements import Element, Elements, index
from yupana.schemas.book import ExampleDecl
from yupana.schemas.compose import Composed
from yupana.schemas.ruleset import ActionDecl, EntryDecl, OptionDecl
from yupana.schemas.source import Report
from yupana.schemas.steps import Step
from yupana.schemas.texts import Texts, languages, load_texts
from yupana.schemas.tree import Mapping, Scalar, Sequence, Word

from ..authoring.tables import Listing, listed
from ..book.make import make_maker
from ..book.names import Names, headed
from ..languages.catalogue import ENGLISH, spoken
from ..languages.words import Words
from .rewriting import Rewriter, Way, found
from .value_types import Typed, fits, type_of_constant, typed

_ENDS = re.compile(r"(?:^|[;:\n])\s*(?:end game\b|(?:win|lose)\b(?!\s*[=+*/(.-])|draw\s*(?:$|[;\n#]))")
"""What ends the game, or says how it comes out, in effects; `draw 2 from deck` does not."""

_ADDED_END = re.compile(r"\bend game\b")


@dataclass(slots=True)
class Field:
    """A value that a form shows: where it stands, what it is now and what the base says (None where nothing is said,
    or there is no base)."""

    way: Way
    key: str
    type: Typed
    value: str | None
    base: str | None = None
    label: str = ""

    def to_json(self) -> dict[str, Any]:
        """For the page. A value that is code is shown as code, whatever it is meant to be."""
        shown = Typed("code") if self.value is not None and not fits(self.value, self.type) else self.type
        return {
            "path": list(self.way), "key": self.key, "label": self.label, "value": self.value, "base": self.base,
            **shown.to_json(),
        }  # fmt: skip


@dataclass(slots=True)
class Item:
    """One thing: its group, path, what people read for it, and its fields."""

    group: str
    path: str
    way: Way
    title: str
    text: str = ""
    rules: tuple[str, ...] = ()
    fields: list[Field] = field(default_factory=list)
    changed: bool = False
    own: bool = True
    removable: bool = False
    holds: int = 0

    def to_json(self) -> dict[str, Any]:
        """For the page."""
        return {
            "group": self.group, "path": self.path, "way": list(self.way), "title": self.title, "text": self.text,
            "rules": list(self.rules), "fields": [each.to_json() for each in self.fields], "changed": self.changed,
            "own": self.own, "removable": self.removable, "holds": self.holds,
        }  # fmt: skip


class Changeable:
    """All of it, of a ruleset whose declarations could be read."""

    def __init__(self, compiled: CheckedRuleset, composed: Composed, lang: str) -> None:
        self.compiled, self.composed, self.ruleset = compiled, composed, compiled.ruleset
        self.rewriter, self.lang = Rewriter(composed), lang
        self.texts = Texts("")
        if lang in languages(compiled.parts):
            self.texts = load_texts(compiled.ruleset, compiled.parts, lang, Report())
        self.names = Names(compiled.ruleset, self.texts)

    @cached_property
    def elements(self) -> Elements:
        """The index of the ruleset."""
        return index(self.compiled)

    @cached_property
    def listings(self) -> dict[str, Listing]:
        """The entries of kinds and boards, by what a table of them is called."""
        return listed(self.composed.tree) if self.composed.tree is not None else {}

    @cached_property
    def rules(self) -> dict[str, str]:
        """The text of every rule, with its figures where the rules are sound."""
        filled = None
        if isinstance(self.compiled, SoundRuleset):
            filled = make_maker(self.compiled, self.texts, Report()).filled
        told = {}
        for name, rule in self.ruleset.rulebook.rules.items():
            text = self.texts.rule(str(name), rule.text)
            told[str(name)] = " ".join((filled(text) if filled is not None else text).split())
        return told

    # ------------------------------------------------------------ words

    def title(self, path: str) -> str:
        """What people read for an element."""
        parts = path.split(".")
        element = self.elements.by_path.get(path)
        name = element.name if element is not None else parts[-1]
        if element is not None and element.section == "rules":
            return name
        kind = parts[1] if parts[0] == "kinds" and len(parts) > 2 else ""
        if parts[0] == "boards" and len(parts) > 2 and parts[1] in self.ruleset.boards:
            kind = self.kind_of_board(parts[1])
        return headed(self.names.of(name, kind))

    def text(self, element: Element) -> str:
        """What the rules say of an element in a text of its own."""
        return " ".join(self.texts.text(element.path, element.text).split())

    def key_title(self, key: str) -> str:
        """What people read above a column, or before a field of an entry."""
        phrase = f"studio_forms_key_{key}"
        words = Words(spoken(self.lang or ENGLISH))
        return words.say(phrase) if words.has(phrase) else headed(self.names.of(key))

    def kind_of_board(self, board: str) -> str:
        """The kind of the spaces of a board."""
        return str(self.ruleset.boards[Word(board)].kind)

    def kind_of(self, listing: Listing) -> str:
        """The kind of entries that are listed."""
        return self.kind_of_board(listing.element) if listing.section == "boards" else listing.element

    # ------------------------------------------------------------ what there is

    def items(self) -> list[Item]:
        """Everything that can be changed, in groups."""
        found = [*self._head(), *self._constants(), *self._options(), *self._kinds(), *self._named(), *self._steps(),
                 *self._scoring(), *self._rules()]  # fmt: skip
        for each in found:
            each.own = not self.rewriter.is_overlay or self.below(each.way) is None
            each.changed = self.rewriter.is_overlay and (each.own or self.rewriter.changed(each.way))
        return found

    def removed(self) -> list[dict[str, Any]]:
        """What the overlay takes away, which can be had back."""
        if not self.rewriter.is_overlay:
            return []
        return [
            {"way": list(way), "title": headed(self.names.of(way[-1])), "section": way[0]}
            for way in self.rewriter.is_removed
        ]

    def below(self, way: Way) -> object:
        """What the base says at a path."""
        return found(self.rewriter.base, way)

    def field(self, way: Way, key: str, type_: Typed, label: str = "") -> Field:
        """A value that stands at a path."""
        return Field(way, key, type_, self.said(self.composed.tree, way), self.said(self.rewriter.base, way), label)

    def said(self, tree: Mapping | None, way: Way) -> str | None:
        """What a ruleset says at a path, in one text; None for nothing, and for what has keys of its own."""
        node = found(tree, way)
        if isinstance(node, Scalar):
            return node.text.rstrip("\n")
        if isinstance(node, Sequence):
            return ", ".join(each.text for each in node if isinstance(each, Scalar))
        return None

    def _item(self, group: str, path: str, way: Way, *fields: Field, removable: bool = False) -> Item:
        element = self.elements.by_path.get(path)
        text = self.text(element) if element is not None else ""
        rules = element.source if element is not None else ()
        return Item(group, path, way, self.title(path), text, rules, list(fields), removable=removable)

    def _head(self) -> Iterator[Item]:
        players = [self.field(("players", key), key, Typed("int", 1, 20)) for key in ("min", "max")]
        yield Item("game", "players", ("players",), "", fields=players)

    def _constants(self) -> Iterator[Item]:
        for name, decl in self.ruleset.constants.items():
            way = ("constants", str(name))
            type_ = type_of_constant(self.ruleset, self.names, decl)
            fields = [
                self.field((*way, "by_players", str(many)), "by_players", type_, str(many))
                for many in decl.by_players or {}
            ] or [self.field((*way, "value"), "value", type_)]
            fields.append(self.field((*way, "text"), "text", Typed("text")))
            yield self._item("constants", f"constants.{name}", way, *fields)

    def _options(self) -> Iterator[Item]:
        for name, decl in self.ruleset.options.items():
            assert isinstance(decl, OptionDecl)
            way = ("options", str(name))
            fields = [self.field((*way, "default"), "default", typed(self.ruleset, self.names, decl.type.text))]
            if fields[0].type.sort == "int":
                fields.append(self.field((*way, "type"), "range", Typed("code")))
            fields.append(self.field((*way, "text"), "text", Typed("text")))
            yield self._item("options", f"options.{name}", way, *fields, removable=True)

    def _kinds(self) -> Iterator[Item]:
        for name, listing in self.listings.items():
            path = f"{listing.section}.{listing.element}"
            item = self._item("kinds", path, (listing.section, listing.element))
            kind = self.kind_of(listing)
            item.title, item.holds = headed(self.names.several(kind)), len(listing.entries)
            item.path = name
            yield item

    def _named(self) -> Iterator[Item]:
        for section, group in (("actions", "actions"), ("triggers", "triggers"), ("adjustments", "triggers")):
            for name, decl in getattr(self.ruleset, section).items():
                way = (section, str(name))
                fields: list[Field] = []
                if isinstance(decl, ActionDecl):
                    fields += [self.field((*way, "cost", str(key)), "cost", Typed("int", 0), self.title(f"x.{key}"))
                               for key in decl.cost or {}]  # fmt: skip
                    if decl.limit is not None and decl.limit.times is not None:
                        fields.append(self.field((*way, "limit", "times"), "times", Typed("int", 1)))
                    fields.append(self.field((*way, "when"), "when", Typed("code")))
                elif section == "triggers":
                    fields.append(self.field((*way, "if"), "when", Typed("code")))
                    if _ADDED_END.search(str(getattr(decl, "do", ""))):
                        group = "ends"
                fields.append(self.field((*way, "text"), "text", Typed("text")))
                shown = [each for each in fields if each.value is not None or each.key == "text"]
                yield self._item(group, f"{section}.{name}", way, *shown, removable=True)

    def _steps(self) -> Iterator[Item]:
        for path, element in self.elements.by_path.items():
            step = element.model
            if element.section != "flow" or not isinstance(step, Step) or step.name is None:
                continue
            at: Way = ("flow", str(step.name))
            keys = [key for key in ("times", "until", "skip") if step.code(key) is not None]
            fields = [self.field((*at, key), key, Typed("int", 1) if key == "times" else Typed("code")) for key in keys]
            ends = element.within is None and bool({"times", "until"} & set(keys))
            fields.append(self.field((*at, "text"), "text", Typed("text")))
            yield self._item("ends" if ends else "steps", path, at, *fields, removable=element.within is not None)
        for element in self.elements:
            if element.section in ("actions", "procedures", "triggers", "flow") and self._ends(element):
                if element.section == "flow" and element.model is not None and getattr(element.model, "name", None):
                    way: Way = ("flow", element.name)
                else:
                    way = tuple(element.path.split("."))
                if element.path.count(".") == 1 or element.section == "flow":
                    yield self._item("outcomes", element.path, way, removable=element.section != "flow")

    def _ends(self, element: Element) -> bool:
        return any(_ENDS.search(each.code.text) for each in element.pieces if each.part not in ("if", "when", "text"))

    def _scoring(self) -> Iterator[Item]:
        items = self.ruleset.scoring.items if self.ruleset.scoring is not None else {}
        for name in items:
            way = ("scoring", "items", str(name))
            fields = [self.field((*way, "points"), "points", Typed("code")),
                      self.field((*way, "text"), "text", Typed("text"))]  # fmt: skip
            yield self._item("scoring", f"scoring.items.{name}", way, *fields, removable=True)

    def _rules(self) -> Iterator[Item]:
        for name in self.ruleset.rulebook.rules:
            way = ("rulebook", "rules", str(name))
            item = Item("rules", f"rules.{name}", way, str(name), self.rules[str(name)])
            item.fields = [self.field((*way, "text"), "rule", Typed("text"))]
            yield item

    # ------------------------------------------------------------ what depends

    def depends(self, path: str) -> dict[str, Any]:
        """What depends on an element: elements, the rules that they come from, the examples that try them."""
        element = self.elements.by_path.get(path)
        if element is None:
            return {"direct": [], "through": [], "rules": [], "examples": []}
        direct = {each.path for each in self.elements.users(path)}
        every = [each for each in self.elements.dependents(path) if not isinstance(each.model, ExampleDecl)]
        near = [element, *(each for each in every if each.path in direct)]
        rules = dict.fromkeys(rule for each in near for rule in each.source)
        return {
            "direct": [self.told(each) for each in every if each.path in direct],
            "through": [self.told(each) for each in every if each.path not in direct],
            "rules": [{"id": name, "text": self.rules.get(name, "")} for name in rules],
            "examples": [self.told_example(name) for name in self.elements.examples_of(path)],
        }

    def told(self, element: Element) -> dict[str, Any]:
        """An element as the page names it."""
        section = element.section
        if isinstance(element.model, EntryDecl):
            section = "entries"
        return {"path": element.path, "section": section, "title": self.title(element.path)}

    def told_example(self, name: str) -> dict[str, Any]:
        """An example as the page names it."""
        return {"path": f"examples.{name}", "section": "examples", "title": headed(self.names.of(name))}
