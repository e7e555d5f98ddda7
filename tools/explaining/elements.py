"""What `yupana explain NAME ELEMENT` tells about one element of a ruleset."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.game import Game
from yupana.interpreter.index.elements import Element, Elements, index
from yupana.schemas.carried import carried
from yupana.schemas.errors import UsageError
from yupana.schemas.source import Report, Span
from yupana.schemas.texts import Texts

from ..book.make import make_maker
from ..documents.shape import shaped
from ..documents.telling import ElementPage
from ..shell.sentences import suggestion

MOST_LINES = 24
"""Longer elements are shown in part."""

_PYTHON = {
    "functions": ("{}", "{}_base"), "procedures": ("{}", "{}_base"), "actions": ("options_{}", "action_{}"),
    "triggers": ("trigger_{}", "trigger_{}_effects"),
    "invariants": ("invariant_{}",), "features": ("feature_{}_value",), "flow": ("step_{}",), "setup": ("main",),
}  # fmt: skip
"""What the functions of an element are called; the whole set-up is one function, the beginning of the game."""


@dataclass(slots=True)
class Explanation:
    """All that is told. `excerpt` are numbered lines; `elsewhere` places of other files that give parts of it."""

    element: str
    file: str
    line: int
    text: str
    excerpt: list[tuple[int, str]] = field(default_factory=list)
    cut: int = 0
    elsewhere: list[str] = field(default_factory=list)
    rules: list[tuple[str, str]] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)
    used_by: list[str] = field(default_factory=list)
    used_through_others: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    examples_through_others: list[str] = field(default_factory=list)
    emitted: str | None = None

    def to_json(self) -> ElementPage:
        """The document of `explain NAME ELEMENT --json`; `python` is only there when it was asked for."""
        excerpt = "\n".join(line for _, line in self.excerpt)
        rules = [{"id": name, "text": text} for name, text in self.rules]
        emitted = {} if self.emitted is None else {"python": self.emitted}
        return shaped(ElementPage, self, excerpt=excerpt, rules=rules, **emitted)


class Explainer:
    """Explains the elements of one ruleset without errors."""

    def __init__(self, compiled: SoundRuleset) -> None:
        self.compiled = compiled
        self.elements: Elements = index(compiled)

    @cached_property
    def _rules(self) -> dict[str, str]:
        """The text of every rule with its figures. A text that is faulty is told as it is written: `rulebook check`
        says what is wrong with it."""
        maker = make_maker(self.compiled, Texts(), Report())
        rules = self.compiled.ruleset.rulebook.rules
        return {str(name): " ".join(maker.filled(rule.text).split()) for name, rule in rules.items()}

    @cached_property
    def _called(self) -> dict[str, list[str]]:
        """What the actions in entries are called, by their paths and by that of what their kind says of all of them."""
        found: dict[str, list[str]] = {}
        for each in carried(self.compiled.ruleset, "actions"):
            for path in (each.path, f"kinds.{each.kind}.actions.{each.path.rpartition('.')[2]}"):
                found.setdefault(path, []).append(str(each.name))
        return found

    @cached_property
    def _functions(self) -> list[str]:
        """The functions of the emitted source."""
        source = Game(self.compiled.program, self.compiled.ruleset).source
        return re.split(r"^(?=def )", source, flags=re.MULTILINE)

    def explain(self, name: str, *, emitted: bool = False) -> Explanation:
        """Explain the element with this path or name, with `emitted` also what it becomes in Python.

        Raises UsageError when there is none, or several.
        """
        elements = self.elements
        element = find_element(elements, name)
        span = _place(element, self.compiled)
        told = Explanation(element.path, span.file, span.line, element.text)
        _excerpt(told, element, span, self.compiled)
        told.uses = [each.path for each in elements if each.path in element.uses]
        if element.section == "rules":
            told.rules = [(element.name, self._rules.get(element.name, ""))]
            citing = [each for each in elements if element.name in each.source]
            told.used_by = [each.path for each in citing if each.section != "examples"]
            told.examples = [each.name for each in elements.proving if element.name in each.source]
            examples = [each.name for each in citing if each.section == "examples"]
            told.examples_through_others = [each for each in examples if each not in told.examples]
        else:
            told.rules = [(each, self._rules.get(each, "")) for each in element.source]
            told.used_by = [each.path for each in elements.users(element.path) if each.section != "examples"]
            dependents = [each.path for each in elements.dependents(element.path) if each.section != "examples"]
            told.used_through_others = [each for each in dependents if each not in told.used_by]
            if element.section != "examples":
                told.examples, told.examples_through_others = proofs(elements, element)
        if emitted:
            told.emitted = _python(self._functions, element, self._called.get(element.path, []))
        return told


def proofs(elements: Elements, element: Element) -> tuple[list[str], list[str]]:
    """The names of the examples that prove the rules of an element, or name it and prove something; then of those that
    come to it through others, or claim nothing of it that can fail."""
    near: list[str] = []
    through: list[str] = []
    rules = set(element.source)
    direct = {each.path for each in elements.users(element.path)}
    proving = {each.name for each in elements.proving}
    by_name = {each.name: each for each in elements if each.section == "examples"}
    for name in elements.examples_of(element.path):
        example = by_name[name]
        is_near = rules & set(example.source) or example.path in direct
        (near if is_near and name in proving else through).append(name)
    return near, through


def find_element(elements: Elements, name: str) -> Element:
    """The element with this path or name.

    Raises UsageError when there is none, or several.
    """
    found = elements.named(name)
    if len(found) == 1:
        return found[0]
    if found:
        paths = " or ".join(f"`{each.path}`" for each in found[:6])
        more = f" (and {len(found) - 6} more)" if len(found) > 6 else ""
        raise UsageError(f"`{name}` may be {paths}{more}.")
    known = [each.path for each in elements] if "." in name else list(dict.fromkeys(each.name for each in elements))
    raise UsageError(f"There is no element `{name}`.{suggestion(name, known)}")


def _place(element: Element, compiled: SoundRuleset) -> Span:
    """The lines of an element from its name to its end, in the file that gave it first."""
    own = element.span
    if element.path == element.section:  # a whole section begins with its key
        lines = compiled.files.get(own.file, "").split("\n")[: own.line]
        key = re.compile(rf"{re.escape(element.name)}\s*:")
        first = next((at for at in range(len(lines), 0, -1) if key.match(lines[at - 1])), own.line)
        return replace(own, line=first, end_line=max(first, own.end_line - (own.end_column == 1)))
    whole = getattr(element.model, "span", own)
    last = max(whole.line, whole.end_line - (1 if whole.end_column == 1 else 0))
    if whole.file == own.file and whole.line >= own.line:
        return replace(own, end_line=max(last, own.end_line))
    if whole.file == own.file:
        return own
    # an overlay has named it again: its name in the base stands in the same line or in the one before
    lines = compiled.files.get(whole.file, "").split("\n")
    named = re.compile(rf"\s*{re.escape(element.name)}\s*:")
    first = next((at for at in (whole.line, whole.line - 1) if named.match(lines[at - 1])), whole.line)
    return Span(whole.file, first, 0, last, 0)


def _excerpt(told: Explanation, element: Element, span: Span, compiled: SoundRuleset) -> None:
    """The lines of the element, and where else parts of it stand (an overlay's)."""
    lines = compiled.files.get(span.file, "").split("\n")
    rows = [(number, lines[number - 1]) for number in range(span.line, min(span.end_line, len(lines)) + 1)]
    while rows and not rows[-1][1].strip():
        rows.pop()
    depth = min((len(row) - len(row.lstrip()) for _, row in rows if row.strip()), default=0)
    told.cut = max(0, len(rows) - MOST_LINES)
    told.excerpt = [(number, row[depth:]) for number, row in rows[:MOST_LINES]]
    places = {
        f"{part.file}:{part.line}: {name}"
        for name, part in element.part_spans.items()
        if part.file != span.file or not span.line <= part.line <= span.end_line
    }
    told.elsewhere = sorted(places)


def _python(functions: Sequence[str], element: Element, called: Sequence[str]) -> str:
    """The functions of the emitted source that the element became; empty for what is data. Actions in entries are
    `called` like these."""
    names: tuple[str, ...] = ()
    if element.path.startswith("scoring.items."):
        names = (f"score_{element.name}_value", f"score_{element.name}")
    elif ".predicates." in element.path:
        names = (f"{element.path.split('.')[1]}_{element.name}",)
    elif called:
        names = tuple(each.format(name) for each in _PYTHON["actions"] for name in called)
    elif element.section == "procedures" and element.path.startswith("kinds."):
        names = (f"{element.path.split('.')[1]}_{element.name}",)
    elif element.section == "adjustments":
        of = str(getattr(element.model, "of", ""))
        names = (of, f"{of}_{element.name}")
    else:
        names = tuple(each.format(element.name) for each in _PYTHON.get(element.section, ()))
    if not names:
        return ""
    wanted = "|".join(re.escape(each) for each in names)
    # what asks for a decision is called d…_NAME_options and so on; a menu of the same name is not meant
    asking = rf"|d[0-9]+_(?:{wanted})_[a-z0-9_]+" if element.section != "setup" else ""
    found = [each for each in functions if re.match(rf"def (?:[fb][0-9]+_(?:{wanted}){asking})\(", each)]
    return "\n".join(each.rstrip() for each in found)
