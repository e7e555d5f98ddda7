"""What all depends on an element, and the lines of an overlay that take it away with all of that.

Where that is most of the game there are no such lines: what is left would be no game. Its parts are told instead, with
how much depends on each.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path

from yupana.interpreter.compiled import SoundRuleset
from yupana.interpreter.index.elements import TELLING, Element, Elements, index
from yupana.interpreter.rechecking import Rechecker
from yupana.schemas.source import Diagnostic, Span

from ..documents.shape import shaped
from ..documents.telling import UsesPage
from .elements import find_element

_TRIES = 12
"""How often what is still at fault is taken away too; a ruleset that is not sound then is told as it is."""

_MOST = 0.5
"""An element is central when more than this part of what the game is played by would go with it."""

_WHERE = {"rules": ("rulebook", "rules"), "glossary": ("rulebook", "glossary")}
"""Sections whose elements lie deeper in a file than their paths say."""


@dataclass(frozen=True, slots=True)
class Removal:
    """`places` are where the element is named: file, line, the element in which that is, and the line itself;
    `used_through_others` are the elements that depend on it through others. `overlay` are the lines that take away all
    of them; `still_wrong` what is still wrong with them, and `unimplemented` the rules that nothing would implement.
    `gone` of the `whole` elements by which the game is played would go; where these are most of them the element is
    central: there is no overlay, and `parts` are its parts with how many elements depend on each. `ways` are the keys
    below `remove:` that lead to each of what the overlay takes away, `taken` the paths of all elements that go."""

    element: str
    places: list[tuple[str, int, str, str]]
    used_through_others: list[str]
    gone: int
    whole: int
    overlay: str = ""
    still_wrong: list[str] = field(default_factory=list)
    unimplemented: list[str] = field(default_factory=list)
    parts: list[tuple[str, int]] = field(default_factory=list)
    ways: list[tuple[str, ...]] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)

    def to_json(self) -> UsesPage:
        """The document of `explain NAME ELEMENT --uses --json`."""
        return shaped(
            UsesPage, self, places=[dict(zip(_PLACE, each, strict=True)) for each in self.places],
            parts=[{"element": path, "dependents": many} for path, many in self.parts],
        )  # fmt: skip

    @property
    def is_central(self) -> bool:
        """Whether most of the game would go with it."""
        return self.gone > _MOST * self.whole


_PLACE = ("file", "line", "element", "text")


def removal(compiled: SoundRuleset, target: str, name: str) -> Removal:
    """What depends on the element of a sound ruleset with this path or name; `target` is how the ruleset was named.

    Raises UsageError when there is no such element, or several.
    """
    elements = index(compiled)
    element = find_element(elements, name)
    dependents = elements.dependents(element.path)
    if element.section == "rules":
        dependents = [each for each in elements if element.name in each.source]
    direct = {each.path for each in elements.users(element.path)}
    gone = {element.path, *(each.path for each in dependents)}
    gone -= _offering_more(elements, gone) - {element.path}
    played = [each.path for each in elements if each.section not in TELLING]
    places = _places(compiled, elements, element)
    through = [each.path for each in dependents if each.path not in direct]
    told = Removal(
        element.path, _rows(compiled, places), through, sum(_within(each, gone) for each in played), len(played)
    )
    if told.is_central:
        return replace(told, parts=_parts(elements, element))
    faults: list[Diagnostic] = []
    with tempfile.TemporaryDirectory(prefix="yupana-") as folder:
        tries = _Tries(target, compiled.name, Path(folder) / "removal.yaml")
        faults = _follow(tries, elements, gone, places, compiled)
    lost = {rule for each in elements if _within(each.path, gone) for rule in each.source}
    lost -= {rule for each in elements if not _within(each.path, gone) for rule in each.source}
    return replace(
        told, places=_rows(compiled, places), overlay=f"remove:\n{_block(elements, gone)}",
        ways=_ways(elements, gone), taken=[each.path for each in elements if each.path in gone],
        still_wrong=[row for each in faults for row in _fault_rows(compiled, each)],
        unimplemented=[rule for rule in elements.ruleset.rulebook.rules if rule in lost],
    )  # fmt: skip


Places = dict[tuple[str, int, str], str]


def _follow(
    tries: _Tries, elements: Elements, gone: set[str], places: Places, compiled: SoundRuleset
) -> list[Diagnostic]:
    """Take away too what is at fault without what is gone, and what is then, as long as that goes on: `gone` grows, and
    so do the `places` that name the element. What is wrong in the end."""
    faults: list[Diagnostic] = []
    for tried in range(_TRIES):
        faults = tries.faults(_block(elements, gone))
        held = [(fault.span, path) for fault in faults if (path := _holds(elements, fault)) is not None]
        if tried == 0:  # what names it in a text is found only when it is gone
            texts = {(span.file, span.line, path): _row(compiled, span) for span, path in held if path not in gone}
            places |= {place: text for place, text in texts.items() if place not in places}
        more = {path for _, path in held} - gone
        if not more:
            break
        gone |= more
    return faults


def _rows(compiled: SoundRuleset, places: dict[tuple[str, int, str], str]) -> list[tuple[str, int, str, str]]:
    """Places in files that there are, in their order."""
    return [(*place, text) for place, text in sorted(places.items()) if place[0] in compiled.files]


def _parts(elements: Elements, element: Element) -> list[tuple[str, int]]:
    """What stands in an element, and how many elements depend on each: first what is needed least."""
    inside = [each.path for each in elements if each.path.startswith(f"{element.path}.")]
    return sorted(((each, len(elements.dependents(each))) for each in inside), key=lambda each: each[1])


def _offering_more(elements: Elements, gone: set[str]) -> set[str]:
    """The steps of the flow among these that need not go: they still offer an action, and name nothing else of it."""
    found: set[str] = set()
    for step in (each for each in elements if each.section == "flow" and each.path in gone):
        named = [each.declaration for each in elements.references.within(step.path) if each.kind != "declaration"]
        offered = {path for each in named if each.sort == "menu" for path in elements.references.elements_of(each)}
        others = {path for each in named if each.sort != "menu" for path in elements.references.elements_of(each)}
        if offered - gone and not others & gone:
            found.add(step.path)
    return found


def _fault_rows(compiled: SoundRuleset, fault: Diagnostic) -> list[str]:
    """Where a fault is to be mended: in the ruleset, not in what removes."""
    spans = [(fault.span, fault.message)] if fault.span.file in compiled.files else fault.related
    return [f"{span.file}:{span.line}: {message}" for span, message in spans]


def _within(path: str, gone: set[str]) -> bool:
    """Whether an element goes, by itself or with what it stands in."""
    return any(path == each or path.startswith(f"{each}.") for each in gone)


def _row(compiled: SoundRuleset, span: Span) -> str:
    """The line that a place begins in."""
    return "".join(compiled.files.get(span.file, "").split("\n")[span.line - 1 :][:1]).strip()


def _places(compiled: SoundRuleset, elements: Elements, element: Element) -> dict[tuple[str, int, str], str]:
    """The lines of code that name the element, by file, line and the element in which they stand."""
    found: dict[tuple[str, int, str], str] = {}
    uses = elements.references
    for user in elements.users(element.path):
        for each in uses.within(user.path):
            if each.kind != "declaration" and element.path in uses.elements_of(each.declaration):
                found[each.span.file, each.span.line, user.path] = _row(compiled, each.span)
    if element.section == "rules":
        for user in elements:
            if element.name in user.source:
                found[user.span.file, user.span.line, user.path] = f"cites {element.name}"
    return found


def _ways(elements: Elements, gone: set[str]) -> list[tuple[str, ...]]:
    """The keys below `remove:` that lead to each of these elements, what stands inside of another one left out."""
    found: list[tuple[str, ...]] = []
    for element in elements:
        outer = element.path.removesuffix(element.name).rstrip(".")
        if element.path not in gone or (outer and _within(outer, gone)):
            continue
        last = element.name  # it may hold dots itself, as the id of a rule
        way = element.path.removesuffix(last).rstrip(".").split(".")
        if way[0] in _WHERE:
            way = [*_WHERE[way[0]]]
        elif way[0] == "flow":  # steps are found by their names, wherever they stand
            way = ["flow"]
        if not last.isdecimal() and way[0]:  # what has no name is changed by hand
            found.append((*way, last))
    return found


def _block(elements: Elements, gone: set[str]) -> str:
    """The lines below `remove:` for these elements."""
    tree: dict[str, object] = {}
    for *way, last in _ways(elements, gone):
        node = tree
        for key in way[:-1]:
            inner = node.setdefault(key, {})
            if not isinstance(inner, dict):
                break
            node = inner
        else:
            names = node.setdefault(way[-1], [])
            if isinstance(names, list):
                names.append(last)
    return "".join(_lines(tree, 1))


def _lines(tree: dict[str, object], depth: int) -> list[str]:
    rows: list[str] = []
    for key, value in tree.items():
        if isinstance(value, dict):
            rows += [f"{'  ' * depth}{key}:\n", *_lines(value, depth + 1)]
        elif isinstance(value, list):
            rows.append(f"{'  ' * depth}{key}: [{', '.join(value)}]\n")
    return rows


class _Tries:
    """What is wrong with a ruleset when something is removed, asked again and again."""

    def __init__(self, target: str, name: str, file: Path) -> None:
        self._file = file
        self._head = f"ruleset: {{name: removal, title: Removal, extends: {name}}}\n"
        self._checker = Rechecker(f"{target}+{file}")

    def faults(self, block: str) -> list[Diagnostic]:
        """What is wrong when this is removed."""
        self._file.write_text(f"{self._head}remove:\n{block}", encoding="utf-8")
        return [each for each in self._checker.check().diagnostics if each.severity == "error"]


def _holds(elements: Elements, fault: Diagnostic) -> str | None:
    """The path of the innermost element of the ruleset in which a fault, or what it says of another place, stands."""
    spans = [fault.span, *(span for span, _ in fault.related)]
    for span in spans:
        holding = [
            each
            for each in elements
            for whole in (getattr(each.model, "span", each.span),)
            if whole.file == span.file and whole.line <= span.line <= whole.end_line and "." in each.path
        ]
        if holding:
            return max(holding, key=lambda each: (each.span.line, len(each.path))).path
    return None
