"""What an edit changed, and which examples it may concern.

Both are read from the indexes of two rulesets (`interpreter.elements`). What is concerned errs on the side of more:
what every game passes through (set-up, flow, scoring, the players and all they use) concerns every example.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from yupana.interpreter.index.elements import Element, Elements

_SILENT = {"ruleset", "rulebook", "rules", "book", "look"}
"""Sections in which nothing changes how a game goes."""

_ALWAYS = {"players", "setup", "flow", "scoring"}
"""Sections that every example passes through."""


@dataclass(frozen=True, slots=True)
class Change:
    """An element that an edit added, changed or took away, by its path."""

    path: str
    how: Literal["new", "changed", "gone"]


def changes(old: Elements, new: Elements) -> list[Change]:
    """What differs between two rulesets, in the order of the new one; what is gone comes last. What was not read of the
    old one is taken to be the same."""
    moved = _moved(old, new)
    found = []
    for element in new:
        before = old.by_path.get(element.path)
        if before is None:
            found.append(Change(element.path, "new"))
        elif element.path in moved or (before.span.file not in old.unread and _contents(before) != _contents(element)):
            found.append(Change(element.path, "changed"))
    return found + [Change(each.path, "gone") for each in old if each.path not in new.by_path]


def _contents(element: Element) -> tuple[object, ...]:
    return element.meaning, element.source, element.text


def _moved(old: Elements, new: Elements) -> set[str]:
    """The elements that stand in another order: options, entities and steps come in the order of declaration."""
    moved: set[str] = set()
    before, after = _lists(old), _lists(new)
    for where, paths in after.items():
        known = set(before.get(where, ()))
        kept = [path for path in paths if path in known]
        here = set(kept)
        was = [path for path in before.get(where, ()) if path in here]
        if kept != was:
            moved.update(path for path, other in zip(kept, was, strict=True) if path != other)
    return moved


def _lists(elements: Elements) -> dict[tuple[str, str | None], list[str]]:
    lists: dict[tuple[str, str | None], list[str]] = {}
    for (section, within), group in groupby(elements, key=lambda each: (each.section, each.within)):
        if section not in _SILENT and section != "examples":
            lists.setdefault((section, within), []).extend(each.path for each in group)
    return lists


def affected(found: list[Change], old: Elements, new: Elements) -> list[str]:
    """The names of the examples of the new ruleset that the changes may concern, in their order."""
    every = [str(name) for name in new.ruleset.examples]
    names: set[str] = set()
    matter = _that_matter(found, old, new)
    for index in (old, new):
        touched = _touched(index, {path for path in matter if path in index.by_path})
        if touched & _ways(index):
            return every
        for path in touched:
            names.update(index.examples_of(path))
    return [name for name in every if name in names]


def _that_matter(found: list[Change], old: Elements, new: Elements) -> set[str]:
    """The paths of the changes, without those that change only what people read."""
    moved = _moved(old, new)
    kept = set()
    for path in (each.path for each in found):
        before, after = old.by_path.get(path), new.by_path.get(path)
        element = after or before
        assert element is not None
        only_words = before is not None and after is not None and before.meaning == after.meaning
        if element.section not in _SILENT and (path in moved or not only_words):
            kept.add(path)
    return kept


def _touched(index: Elements, paths: set[str]) -> set[str]:
    """The elements at the paths, what they are part of, what is part of them, the functions they adjust, what sets them
    off."""
    touched = set(paths)
    for path in paths:
        element: Element | None = index.by_path[path]
        if element is not None and element.section == "adjustments":
            name = element.parts.get("of", "")
            touched |= {each.path for each in index.named(name) if each.section in ("functions", "procedures")}
        if element is not None and element.section == "triggers":
            touched |= index.sets_off(element)
        while element is not None and element.within:
            touched.add(element.within)
            element = index.by_path.get(element.within)
    inner = {each.path for each in index if any(each.path.startswith(f"{path}.") for path in paths)}
    return touched | inner


def _ways(index: Elements) -> set[str]:
    """What every game passes through. The actions that the flow offers do not belong to it: an example names those
    it takes."""
    reached: set[str] = {each.path for each in index if each.section in _ALWAYS}
    triggers = {each.path: index.sets_off(each) for each in index if each.section == "triggers"}
    queue = list(reached)
    while queue:
        at = queue.pop()
        following = {path for path in index.by_path[at].uses if index.by_path[path].section != "actions"}
        following |= {path for path, events in triggers.items() if at in events}
        queue += following - reached
        reached |= following
    return reached
