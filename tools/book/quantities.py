"""Every number that a ruleset holds, with what people call it: which rules and texts may state it, and in which words.

A number is a part of an element (`constants.hand_limit`, the cell of a table, an attribute of an entry, a limit), how
many there are of something, or what a reference in a text comes to. Two rulesets are compared number by number.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from yupana.interpreter.check.interpolation import UnknownError, code_of
from yupana.interpreter.index.elements import Element, Elements
from yupana.interpreter.language import nodes
from yupana.interpreter.language.parse import parse_template
from yupana.interpreter.language.show import show_expression
from yupana.schemas.source import Report, Span
from yupana.schemas.tree import Mapping as Node

from .figures import Member
from .lock import sources
from .maker import Maker
from .names import spaced
from .numerals import beside, hidden
from .printed_texts import home
from .relevance import words_of

_INT = re.compile(r"-?[0-9]+")
_NAME = re.compile(r"[^\W\d]\w*")
_NUMBERS = re.compile(r"(?<![\w.])[0-9]+(?![\w.])")
_COUNTED = re.compile(r"_(?:per|of|after|on|in|with|for|at)_")
_TELLING = frozenset(("rules", "examples", "look", "rulebook", "book", "ruleset", "invariants", "features"))
_SMALL = frozenset(words_of("of after before per in on start end initial number count amount"))
"""Words of names that say nothing of what is counted."""


@dataclass(slots=True)
class Wording:
    """What the texts of a language that give a number in braces say: `units` are stems of what it counts, `labels` of
    what stands before it (`CF 5`); `told_in` are their paths."""

    units: set[str] = field(default_factory=set)
    labels: set[str] = field(default_factory=set)
    told_in: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Quantity:
    """A number: `values` with each number of players (several for a list or for code), and how people speak of it.

    `rules` are those that state it or are its source, `users` the paths of the elements that use it; `units` are stems
    of what it counts, by its name, and `wording` what is said of it in each language; `head` are stems of the first
    part of its name, `needs` those that together name it wherever it stands, `own` those of which
    one must be said because many things share its rules; `axes` are the labels of a table's cell. `loose` marks the
    numbers of code, of which nobody knows what they count.
    """

    path: str
    key: str
    told: str
    values: Mapping[int, tuple[int, ...]]
    rules: set[str] = field(default_factory=set)
    users: set[str] = field(default_factory=set)
    units: set[str] = field(default_factory=set)
    wording: dict[str, Wording] = field(default_factory=dict)
    needs: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()
    head: frozenset[str] = frozenset()
    axes: tuple[str, ...] = ()
    loose: bool = False

    def join(self, other: Quantity) -> None:
        """Take over what is said of the same number in another ruleset."""
        self.rules |= other.rules
        self.units |= other.units
        self.users |= other.users
        for lang, theirs in other.wording.items():
            own = self.wording.setdefault(lang, Wording())
            own.units |= theirs.units
            own.labels |= theirs.labels
            own.told_in |= theirs.told_in

    def in_language(self, lang: str) -> Wording:
        """How a text of a language speaks of it: as the ruleset itself does, and as others of this language do."""
        said = [each for key in {"", lang} if (each := self.wording.get(key)) is not None]
        units, labels = [self.units, *[each.units for each in said]], [each.labels for each in said]
        told_in = self.wording[lang].told_in if lang in self.wording else set()
        return Wording(set().union(*units), set().union(*labels), told_in)

    @property
    def told_in(self) -> set[str]:
        """The paths of the texts that give it in braces, in any language."""
        return {path for each in self.wording.values() for path in each.told_in}


def stems(*names: str) -> set[str]:
    """What the words of names are made of, without those that say nothing."""
    return {each for name in names for each in words_of(spaced(name))} - _SMALL


class Quantities:
    """The numbers of one ruleset by path and key. `texts` are its texts with placeholders, by path and language."""

    def __init__(self, maker: Maker, elements: Elements, texts: Mapping[tuple[str, str], str]) -> None:
        self.maker, self.elements = maker, elements
        self.counts = list(maker.figures.counts)
        maker.figures.foresee(texts.values())
        self.all: dict[tuple[str, str], Quantity] = {}
        for element in self.elements:
            if element.section not in _TELLING:
                self._parts(element)
        self._sizes()
        for (path, lang), text in texts.items():
            self._references(path, lang, text)

    # ------------------------------------------------------------ parts of elements

    def _put(self, quantity: Quantity) -> Quantity:
        return self.all.setdefault((quantity.path, quantity.key), quantity)

    def _parts(self, element: Element) -> None:
        constant = self.maker.ruleset.constants.get(element.name) if element.section == "constants" else None  # type: ignore[call-overload]
        if constant is not None and constant.by_players is not None:
            values = {count: (each,) for count, each in constant.by_players.items() if isinstance(each, int)}
            self._put(self._quantity(element, "value", values))
            return
        for key, text in element.parts.items():
            numbers = tuple(map(int, _INT.findall(text))) if re.fullmatch(r"[-\d, \[\]]+", text) else ()
            if numbers:
                self._put(self._quantity(element, key, dict.fromkeys(self.counts, numbers)))
            elif found := tuple(map(int, _NUMBERS.findall(text))):
                quantity = self._put(self._quantity(element, key, dict.fromkeys(self.counts, found)))
                quantity.loose = True

    def _quantity(self, element: Element, key: str, values: Mapping[int, tuple[int, ...]]) -> Quantity:
        last = key.rpartition(".")[2]
        quantity = Quantity(element.path, key, _label(element, key), values, set(sources(self.elements, element)))
        quantity.users = {each.path for each in self.elements.users(element.path)}
        if element.section == "constants":
            quantity.needs = frozenset(stems(element.name))
            quantity.head = frozenset(stems(_COUNTED.split(element.name)[0]))
            quantity.units = set(quantity.head) | words_of(element.text)
        elif key.startswith("cells."):
            quantity.units = stems(element.name) | words_of(element.text)
            quantity.axes = tuple(each.rpartition(" ")[2] for each in key.removeprefix("cells.").split(", "))
        elif ".entries." in element.path or ".spaces." in element.path:
            kind = self._kind(element)
            printed = self.maker.names.of(last) if key.startswith("values.") else self.maker.names.of(kind)
            quantity.units = stems(last, printed) if key.startswith("values.") else stems(kind, printed, element.name)
            quantity.own = frozenset(stems(element.name, self.maker.names.of(element.name, kind)) - stems(kind))
            quantity.needs = frozenset(quantity.own | stems(last)) if key.startswith("values.") else frozenset()
        else:
            quantity.units = stems(element.name, "" if last in ("value", "times", "start") else last) | stems(
                element.text
            )
            quantity.needs = frozenset(stems(element.name)) if element.section not in ("setup", "flow") else frozenset()
        if element.section == "players":
            quantity.units |= {"play", "peopl", "person"} | words_of("player players people")
        return quantity

    def _kind(self, element: Element) -> str:
        parent = self.elements.by_path.get(element.within or "")
        kind = getattr(parent.model, "kind", None) if parent is not None else None
        return str(kind or (parent.name if parent is not None else ""))

    # ------------------------------------------------------------ how many there are

    def _sizes(self) -> None:
        ruleset, figures = self.maker.ruleset, self.maker.figures
        kinds = {str(name): f"kinds.{name}" for name in ruleset.kinds}
        kinds |= {str(board.kind): f"boards.{name}" for name, board in ruleset.boards.items()}
        for kind, path in kinds.items():
            units = stems(kind, self.maker.names.of(kind))
            size = {count: (figures.size_of(kind, count),) for count in self.counts}
            self._count(path, f"size({kind})", f"the number of `{kind}`", size, units)
            decl = ruleset.kinds.get(kind)  # type: ignore[call-overload]
            if decl is not None and decl.entries:
                number = dict.fromkeys(self.counts, (len(decl.entries),))
                self._count(path, "entries", f"the number of entries of `{kind}`", number, units)
            for name, values in figures.attributes(kind).items():
                for value in {str(getattr(each, "name", each)): each for each in values}.values():
                    if value is True or isinstance(value, Member):
                        word = name if value is True else getattr(value, "name", "")
                        many = dict.fromkeys(self.counts, (sum(each == value for each in values),))
                        told = f"the number of `{kind}` with `{name}`" + ("" if value is True else f" `{word}`")
                        self._count(path, f"{name}={word}", told, many, stems(word), own=frozenset(stems(word)))
        for enum, members in ruleset.enums.items():
            number = dict.fromkeys(self.counts, (len(members),))
            self._count(f"enums.{enum}", f"size({enum})", f"the number of `{enum}`", number, stems(enum))
        for name, board in ruleset.boards.items():
            for link, decl_ in board.links.items():
                if decl_.test is not None:
                    continue
                number = dict.fromkeys(self.counts, (len(decl_.pairs),))
                self._count(f"boards.{name}.links.{link}", "pairs", f"the number of `{link}`", number, stems(link))

    def _count(
        self,
        path: str,
        key: str,
        told: str,
        values: Mapping[int, tuple[int, ...]],
        units: set[str],
        own: frozenset[str] = frozenset(),
    ) -> None:
        element = self.elements.by_path.get(path)
        rules = set(sources(self.elements, element)) if element is not None else set()
        self._put(Quantity(path, key, told, values, rules, units=set(units), own=own))

    # ------------------------------------------------------------ references in texts

    def _references(self, path: str, lang: str, text: str) -> None:
        template = parse_template(code_of(text), Report()) if "{" in text else None
        if template is None:
            return
        plain = hidden(text)
        spans = [(match.start(), match.end()) for match in re.finditer("\0+", plain)]
        expressions = [each for each in template.parts if not isinstance(each, str)]
        for number, node in enumerate(expressions):
            near: set[str] = set()
            before: set[str] = set()
            if len(spans) == len(expressions):
                following, earlier, _ = beside(plain, *spans[number], lang)
                near, before = set(following), set(earlier)
            if isinstance(node, nodes.Call) and show_expression(node.function) == "counted" and node.args:
                near = words_of(" ".join(map(show_expression, node.args[1:])))
                node = node.args[0]
            quantity = self._referred(node)
            if quantity is None:
                continue
            wording = quantity.wording.setdefault(lang, Wording())
            wording.units |= near
            wording.labels |= before
            wording.told_in.add(path)
            if path.startswith("rules."):
                quantity.rules.add(path.removeprefix("rules."))

    def _referred(self, node: nodes.Expr) -> Quantity | None:
        """The number that a reference stands for."""
        shown = show_expression(node)
        constant = self.all.get((f"constants.{shown}", "value"))
        if isinstance(node, nodes.Name):
            return constant
        if isinstance(node, nodes.Attribute) and isinstance(node.value, nodes.Name):
            for quantity in self._attributes(node.value.name, node.name):
                return quantity
        if shown.startswith("size(") and (found := self._size(shown)) is not None:
            return found
        tables = self.maker.ruleset.tables
        if not tables.keys().isdisjoint(_NAME.findall(shown)):
            return None  # its cells are numbers of their own
        values: dict[int, tuple[int, ...]] = {}
        for count in self.counts:
            try:
                value = self.maker.figures.value(node, count)
            except UnknownError:
                return None
            if isinstance(value, bool) or not isinstance(value, int):
                return None
            values[count] = (value,)
        return self._put(Quantity("", shown, f"`{shown}`", values))

    def _attributes(self, entry: str, name: str) -> Iterator[Quantity]:
        for group in ("entries", "spaces"):
            for (path, key), quantity in self.all.items():
                if key == f"values.{name}" and path.endswith(f".{group}.{entry}"):
                    yield quantity

    def _size(self, shown: str) -> Quantity | None:
        return next((quantity for (_, key), quantity in self.all.items() if key == shown), None)


def _label(element: Element, key: str) -> str:
    if element.section == "constants" and key == "value":
        return f"`{element.name}`"
    if key.startswith("values."):
        return f"`{element.name}.{key.removeprefix('values.')}`"
    if key.startswith("cells."):
        return f"the cell {key.removeprefix('cells.')} of `{element.name}`"
    return f"`{element.path}`: {key}"


# ---------------------------------------------------------------- what an overlay changes in numbers


@dataclass(frozen=True, slots=True)
class Fact:
    """A number of the base that an overlay changes: `old` are the numbers that hold no longer, each with what holds
    instead; `at` is where the overlay says so."""

    quantity: Quantity
    old: Mapping[int, str]
    at: Span


def facts(old: Quantities, new: Quantities, parts: Sequence[Path]) -> list[Fact]:
    """The numbers that differ between what lies below and the composed ruleset, those of examples too."""
    found = []
    for name, quantity in old.all.items():
        now = new.all.get(name)
        if quantity.path and quantity.path not in new.elements.by_path:
            continue
        held = {number for numbers in now.values.values() for number in numbers} if now is not None else set()
        gone: dict[int, str] = {}
        for count, numbers in quantity.values.items():
            there = now.values.get(count, ()) if now is not None else ()
            for place, number in enumerate(numbers):
                if number not in held:
                    same = len(there) == len(numbers)
                    told = str(there[place]) if same else ", ".join(map(str, there))
                    gone.setdefault(abs(number), told or "not there")
        if gone:
            if now is not None:
                quantity.join(now)
            found.append(Fact(quantity, gone, place_of(quantity.path, quantity.key, old.elements, new.elements, parts)))
    return [*found, *_of_examples(old.elements, new.elements, parts)]


def _of_examples(old: Elements, new: Elements, parts: Sequence[Path]) -> Iterator[Fact]:
    """The numbers that an overlay takes out of what an example claims; its name and text may say them still."""
    for element in old:
        now = new.by_path.get(element.path)
        if element.section != "examples" or now is None or now.parts == element.parts:
            continue
        before, after = (Counter(map(int, _claimed(each))) for each in (element, now))
        gone = [number for number in before - after if number > 1 and number not in after]
        came = sorted((after - before).keys())
        if gone and came:
            quantity = Quantity(element.path, "then", f"what `{element.path}` shows", {0: tuple(gone)})
            at = place_of(element.path, "then", old, new, parts)
            yield Fact(quantity, {number: ", ".join(map(str, came)) for number in gone}, at)


def _claimed(example: Element) -> list[str]:
    return _NUMBERS.findall(example.parts.get("then", ""))


def place_of(path: str, key: str, old: Elements, new: Elements, parts: Sequence[Path]) -> Span:
    """Where an overlay changes a part of an element, or adds to it; the overlay's first line where nobody knows."""
    element = new.by_path.get(path)
    if element is not None:
        added = [each for each in new if each.path not in old.by_path and each.path.startswith(f"{path}.")]
        for span in (_key_span(element, key), element.span, *(each.span for each in added)):
            if span.file and home(span, parts) > 0:
                return span
    return Span(str(parts[-1]), 1, 1, 1, 1)


def _key_span(element: Element, key: str) -> Span:
    """Where a part of an element stands."""
    node: object = getattr(element.model, "node", None)
    span = element.span
    for each in key.removeprefix("values.").split("."):
        if not isinstance(node, Node) or each not in node:
            break
        span, node = node.value_span(each), node[each]
    return span
