"""The elements of a ruleset as things of their own: what each says, in canonical words, and what it uses.

Comparing two rulesets, explaining one element, drawing what depends on what and finding what nothing uses all read
this index.
An element is named by its path, such as `actions.build`, `kinds.City.entries.lima` or `flow.turn`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pydantic import BaseModel
from yupana.schemas.ruleset import Ruleset, StepDecl
from yupana.schemas.source import Code, Report, Span

from .check.actions import all_slots
from .language import nodes
from .language.parse import parse_effects, parse_expression, parse_function_body, parse_template, parse_type
from .language.show import show_effects, show_expression, show_type

SECTIONS = (
    "options", "constants", "enums", "kinds", "boards", "tables", "state", "zones", "functions", "procedures",
    "actions", "adjustments", "invariants", "examples",
)  # fmt: skip
"""The sections of named things, in the order of the reference."""

TYPES = {"type", "gives", "of", "attributes"}
EFFECTS = {"effects", "do", "start", "end", "instead", "before", "after", "given", "run"}
TEMPLATES = {"say", "cell", "table", "player"}
CHILDREN = {"entries", "fields", "predicates", "links", "spaces", "items"}


@dataclass(slots=True)
class Element:
    """One element. `parts` are its own keys with their values in canonical words (children are elements of their own);
    `names` are all names its code uses; `uses` the paths of the elements they belong to; `within` the path of its
    parent."""

    path: str
    section: str
    name: str
    span: Span
    within: str | None = None
    source: tuple[str, ...] = ()
    text: str = ""
    parts: dict[str, str] = field(default_factory=dict)
    part_spans: dict[str, Span] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    uses: set[str] = field(default_factory=set)


class Elements:
    """All elements of a ruleset, by path."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.by_path: dict[str, Element] = {}
        self._report = Report()
        self._read()
        self._names = self._by_name()
        for element in self.by_path.values():
            uses = (path for name in element.names for path in self._names.get(name, ()))
            element.uses = {path for path in uses if path != element.path}
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
        self._element("ruleset", "ruleset", "ruleset", ruleset.ruleset, None)
        self._element("players", "players", "players", ruleset.players, None)
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
        self._element("scoring", "scoring", "scoring", ruleset.scoring, None)
        for rule, decl in ruleset.rulebook.rules.items():
            self._element(f"rules.{rule}", "rules", str(rule), decl, getattr(rule, "span", None))

    def _steps(self, path: str, steps: list[StepDecl], within: str | None) -> None:
        for number, step in enumerate(steps, 1):
            name = step.rounds or step.turns or step.phase
            where = f"{path}.{name}" if name else f"{path}.{number}"
            self._element(where, "flow" if path.startswith("flow") else "setup", str(name or number), step, None,
            within)
            self._steps(where, step.steps or [], where)

    def _element(
        self, path: str, section: str, name: str, model: BaseModel, span: Span | None, within: str | None = None
    ) -> None:
        own = getattr(model, "span", None)
        element = Element(path, section, name, span or own or self.ruleset.span, within)
        element.source = tuple(str(each) for each in getattr(model, "source", None) or ())
        element.text = str(getattr(model, "text", None) or "")
        self.by_path[path] = element
        for key, info in type(model).model_fields.items():
            value = getattr(model, key)
            shown = info.alias or key
            if (key in ("source", "text", "steps") and section != "rules") or value is None:
                continue
            if key in CHILDREN and isinstance(value, Mapping):
                for child, each in value.items():
                    if isinstance(each, BaseModel):
                        self._element(f"{path}.{shown}.{child}", section, str(child), each, getattr(child, "span",
                        None), path)
                    else:
                        element.parts[f"{shown}.{child}"] = self._words(element, key, each)
                continue
            self._part(element, shown, key, value)

    def _part(self, element: Element, shown: str, key: str, value: object) -> None:
        """A key of an element; a mapping gives one part for each of its keys, so that a change shows where it is."""
        if isinstance(value, Mapping) and value and not isinstance(value, BaseModel):
            for child, each in value.items():
                self._part(element, f"{shown}.{child}", key, each)
            return
        if isinstance(value, BaseModel):
            for child, info in type(value).model_fields.items():
                inner = getattr(value, child)
                if inner is not None and inner != info.default and inner != []:
                    self._part(element, f"{shown}.{info.alias or child}", child, inner)
            return
        if isinstance(value, list) and value and all(isinstance(each, list) for each in value):
            for number, row in enumerate(value, 1):
                element.parts[f"{shown}.{number}"] = self._words(element, key, row)
            return
        if value in ([], {}, False) and not isinstance(value, Code):
            return
        element.parts[shown] = self._words(element, key, value)
        if isinstance(value, Code):
            element.part_spans[shown] = value.span

    def _words(self, element: Element, key: str, value: object) -> str:
        """A value in canonical words; the names in code are noted."""
        if isinstance(value, Code):
            return self._code(element, key, value)
        if isinstance(value, Mapping):
            return "{" + ", ".join(f"{child}: {self._words(element, key, each)}" for child, each in value.items()) + "}"
        if isinstance(value, list | tuple):
            return "[" + ", ".join(self._words(element, key, each) for each in value) + "]"
        if isinstance(value, BaseModel):
            inner = {
                child: getattr(value, child) for child in type(value).model_fields if getattr(value, child) is not None
            }
            return self._words(element, key, inner)
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, str):
            element.names.add(str(value))
        return str(value)

    def _code(self, element: Element, key: str, code: Code) -> str:
        report = Report()
        plain = " ".join(code.text.split())
        node: object
        if key in TYPES:
            node = parse_type(code, report)
        elif key in EFFECTS:
            node = parse_effects(code, report)
        elif key in TEMPLATES:
            node = parse_template(code, report)
        elif key == "body":
            node = parse_function_body(code, report)
        elif element.section == "examples" and key == "when":
            node = parse_expression(Code(plain.removeprefix("reject "), code.span), report)
        else:
            node = parse_expression(code, report)
        if node is None:
            element.names |= set(plain.replace("(", " ").replace(")", " ").replace(",", " ").replace("=", " ").split())
            return plain
        element.names |= set(names_in(node))
        if isinstance(node, nodes.TypeExpr):
            return show_type(node)
        if isinstance(node, tuple):
            return show_effects(node)
        if isinstance(node, nodes.Template):
            return plain
        if isinstance(node, nodes.Expr) and not (element.section == "examples" and key == "when"):
            return show_expression(node)
        return plain

    # ------------------------------------------------------------ names

    def _by_name(self) -> dict[str, set[str]]:
        """Which elements a name in code may mean."""
        names: dict[str, set[str]] = {}
        for element in self:
            if element.section in ("rules", "examples", "ruleset"):
                continue
            names.setdefault(element.name, set()).add(element.path)
            if element.section == "enums":
                for each in element.parts["members"].split(", "):
                    names.setdefault(each, set()).add(element.path)
            for part in element.parts:
                word = part.split(".")
                if word[0] in ("attributes", "shapes") and len(word) == 2:
                    names.setdefault(word[1], set()).add(element.path)
            for menu in element.parts.get("menu", "").strip("[]").split(", ") if element.section == "actions" else ():
                names.setdefault(menu, set()).add(element.path)
        return names


def names_in(part: object) -> Iterator[str]:
    """Every name that a piece of syntax mentions."""
    if isinstance(part, str) or part is None:
        return
    if isinstance(part, tuple):
        for each in part:
            yield from names_in(each)
    elif isinstance(part, nodes.Node):
        for slot in ("name", "menu", "label"):
            word = getattr(part, slot, None)
            if isinstance(word, str):
                yield word
        for slot in all_slots(type(part)):
            yield from names_in(getattr(part, slot))


def index(ruleset: Ruleset) -> Elements:
    """The elements of a composed ruleset."""
    return Elements(ruleset)
