"""What a search has not reached: parts of the rules, alternatives, decisions, rules of the rulebook, entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from yupana.schemas.element import Element
from yupana.schemas.tree import Word

from .run import Search

if TYPE_CHECKING:
    from yupana.interpreter.play.coverage import Point
    from yupana.schemas.ruleset import Ruleset

What = Literal["element", "branch", "decision", "alternative", "rule", "entry"]


@dataclass(frozen=True, slots=True)
class Unreached:
    """Something that did not come up. `how`: of an alternative whether it was `never offered` or `never taken`."""

    what: What
    name: str
    file: str
    line: int
    how: str = ""


def unreached(found: Search, ruleset: Ruleset | None) -> list[Unreached]:
    """All of it, the largest parts first; a part of what was not reached as a whole is not told."""
    return [*_elements(found), *_decisions(found), *_branches(found), *_rules(found, ruleset), *_entries(found)]


def _by_element(points: Iterable[Point]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for number, point in enumerate(points):
        if point.element:
            found.setdefault(point.element, []).append(number)
    return found


def _whole(found: Search) -> set[str]:
    """The elements of which nothing was passed."""
    passed = found.passed
    by_element = _by_element(found.marked.points)
    return {name for name, numbers in by_element.items() if not any(each in passed for each in numbers)}


def _elements(found: Search) -> Iterator[Unreached]:
    whole = _whole(found)
    told: set[str] = set()
    for point in found.marked.points:
        if point.element in whole and point.element not in told:
            told.add(point.element)
            yield Unreached("element", point.element, point.file, point.line)


def _branches(found: Search) -> Iterator[Unreached]:
    """Branches of what was passed otherwise, one for each line."""
    whole, passed = _whole(found), found.passed
    told: set[tuple[str, int]] = set()
    lines = {(point.file, point.line) for number, point in enumerate(found.marked.points) if number in passed}
    for number, point in enumerate(found.marked.points):
        where = point.file, point.line
        if number in passed or point.element in whole or not point.line or where in told:
            continue
        if where in lines and not point.says:  # some part of the line was passed, and which was not cannot be said
            continue
        told.add(where)
        yield Unreached("branch", point.element, point.file, point.line, f"says “{point.says}”" if point.says else "")


def _decisions(found: Search) -> Iterator[Unreached]:
    program, whole = found.game.program, _whole(found)
    asked = {sign[1] for sign in found.signs if sign[0] == "few"}
    offered = {sign[2] for sign in found.signs if sign[0] == "offered"}
    for number, decision in enumerate(program.decisions):
        place = program.places[decision.place] if decision.place >= 0 else None
        if number not in asked and (place is None or place.element not in whole):
            yield Unreached("decision", decision.name, place.file if place else "", place.line if place else 0)
    for number, alternative in enumerate(program.alternatives):
        place = program.places[alternative.place] if alternative.place >= 0 else None
        if found.taken[number] or (place is not None and place.element in whole):
            continue
        how = "never taken" if number in offered else "never offered"
        yield Unreached("alternative", alternative.name, place.file if place else "", place.line if place else 0, how)


def _rules(found: Search, ruleset: Ruleset | None) -> Iterator[Unreached]:
    """Rules of the rulebook that only such elements carry out as were not reached."""
    if ruleset is None:
        return
    whole = _whole(found)
    known = set(_by_element(found.marked.points))
    carried: dict[str, list[bool]] = {}
    for section, word in (("procedures", "procedure"), ("actions", "action"), ("triggers", "trigger")):
        for name, model in getattr(ruleset, section).items():
            if isinstance(model, Element) and f"{word} {name}" in known:
                for each in model.source:
                    carried.setdefault(str(each), []).append(f"{word} {name}" in whole)
    for name, rule in ruleset.rulebook.rules.items():
        lost = carried.get(str(name))
        if lost and all(lost):
            span = name.span if isinstance(name, Word) else rule.span
            yield Unreached("rule", str(name), span.file, span.line)


def _entries(found: Search) -> Iterator[Unreached]:
    """Entries whose pieces never moved, though those of others of their kind did."""
    program = found.game.program
    for domain in program.domains:
        if domain.piece_base < 0 or domain.sort != "kind":
            continue
        names: dict[str, bool] = {}
        for member, name in enumerate(domain.names):
            entry = domain.group_names[domain.groups[member]] if domain.groups else name
            names[entry] = names.get(entry, False) or domain.piece_base + member in found.moved
        if any(names.values()):
            for name, moved in names.items():
                if not moved:
                    yield Unreached("entry", f"{domain.name} {name}", "", 0)
