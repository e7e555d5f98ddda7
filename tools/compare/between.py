"""Rulesets in between: the old one with some of the changes to the new one applied, each whole or not at all.

What only tells (rules, texts, examples, the look) is left out: a ruleset in between is there to be played and asked,
not to be read. Names are the new ones throughout, so renaming is no change here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import networkx as nx
from pydantic import BaseModel
from yupana.interpreter.index.analysis import changed
from yupana.interpreter.index.elements import CHILDREN, SECTIONS
from yupana.schemas.source import Code
from yupana.schemas.steps import numbered
from yupana.schemas.tree import Word
from yupana.schemas.walk import held, rebuilt

from .differences import merged
from .model import Change, Difference
from .usage import Usage, usage, without_unused

if TYPE_CHECKING:
    from yupana.interpreter.compiled import CheckedRuleset, SoundRuleset
    from yupana.interpreter.index.elements import Element
    from yupana.schemas.ruleset import Ruleset
    from yupana.schemas.steps import AnyStep

    from .pairing import Pairing
    from .sides import Side

_TOLD_ONLY = ("invariants", "features", "examples")
_SHAPES = ("of", "gives", "attributes", "parameters", "rows", "columns", "type", "members", "kind", "adjustable")
"""Keys that say what an element takes and gives: who uses it changes with it."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Changes that only make sense together. `needs` are the numbers of all units without which they do not."""

    changes: tuple[Change, ...]
    needs: frozenset[int] = frozenset()


class Between:
    """Makes rulesets in between. `units` are what can be applied, each after those it needs; at most `most` rulesets
    are made."""

    def __init__(self, old: Side, new: Side, difference: Difference, most: int) -> None:
        self.old, self.new, self.most = old, new, most
        self.base: CheckedRuleset = new.compiled
        self.pairing = difference.pairing
        pairs = difference.pairing.pairs
        asked = usage(old.elements, new.elements, pairs, lambda each: each.section == "examples")
        self._kept = usage(old.elements, new.elements, pairs, _stays)
        self.units = _units(old, new, [each for each in difference.changes if each.plays or _is_asked(each, asked)])
        self._before = translated(old.compiled.ruleset, self.pairing)
        self._made: dict[frozenset[int], SoundRuleset | None] = {}

    @property
    def exhausted(self) -> bool:
        """Whether no further ruleset may be made."""
        return len(self._made) >= self.most

    def closed(self, units: Iterable[int]) -> frozenset[int]:
        """The units and all that they need."""
        found = set(units)
        for each in tuple(found):
            found |= self.units[each].needs
        return frozenset(found)

    def without(self, units: Set[int], gone: Set[int]) -> frozenset[int]:
        """The units without some, and without all that need these."""
        return frozenset(each for each in units if each not in gone and not self.units[each].needs & gone)

    def tops(self, units: Set[int]) -> list[int]:
        """The units that no other one of them needs."""
        return sorted(each for each in units if not any(each in self.units[other].needs for other in units))

    def known(self, units: frozenset[int]) -> bool:
        """Whether the ruleset with just these units has been made, or has been found not to hold together."""
        return units in self._made

    def make(self, units: frozenset[int]) -> SoundRuleset | None:
        """The old ruleset with these units applied, compiled; None when it does not hold together, or when as many
        rulesets have been made as may be."""
        if units not in self._made:
            if self.exhausted:
                return None
            applied = {id(change) for number in units for change in self.units[number].changes}
            mix = _Mix(self.old.compiled.ruleset, self._before, self.base.ruleset, self.pairing, self.units, applied)
            ruleset = without_unused(mix.ruleset(), self._kept)
            self._made[units] = changed(self.base, ruleset)
        return self._made[units]


def _is_asked(change: Change, asked: Usage) -> bool:
    """Whether a change that plays no part in a game is one of what an example names."""
    return (change.unused or change.same_program) and change.path in asked.used[0 if change.new is None else 1]


def _stays(element: Element) -> bool:
    """Whether an element stays in a ruleset in between whatever uses it."""
    return element.section in ("examples", "options")


# ---------------------------------------------------------------- what belongs together


def _units(old: Side, new: Side, changes: Sequence[Change]) -> list[Unit]:
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(len(changes)))
    added = _owners(changes, "added")
    removed = _owners(changes, "removed")
    at_new = {each.new.path: number for number, each in enumerate(changes) if each.new is not None}
    at_old = {each.old.path: number for number, each in enumerate(changes) if each.old is not None}
    for number, change in enumerate(changes):
        for path in _paths(change, old=False):
            for used in new.elements.by_path[path].uses if path in new.elements.by_path else ():
                if used in added:
                    graph.add_edge(number, added[used])
                if used in at_new and _shape(changes[at_new[used]]):
                    graph.add_edge(number, at_new[used])
        for path in _paths(change, old=True):
            for used in old.elements.by_path[path].uses if path in old.elements.by_path else ():
                if used in removed:
                    graph.add_edge(removed[used], number)
                if used in at_old and _shape(changes[at_old[used]]):
                    graph.add_edge(at_old[used], number)
        for element, known in ((change.new, at_new), (change.old, at_old)):
            within = element.within if element is not None else None
            if within in known and _shape(changes[known[within]]):
                graph.add_edge(number, known[within])
                graph.add_edge(known[within], number)
    graph.remove_edges_from([(number, number) for number in range(len(changes))])
    parts = nx.condensation(graph)
    first = {part: min(parts.nodes[part]["members"]) for part in parts}
    order = list(nx.lexicographical_topological_sort(parts.reverse(), key=first.__getitem__))
    place = {part: number for number, part in enumerate(order)}
    return [
        Unit(
            tuple(changes[each] for each in sorted(parts.nodes[part]["members"])),
            frozenset(place[each] for each in nx.descendants(parts, part)),
        )
        for part in order
    ]


def _owners(changes: Sequence[Change], kind: str) -> dict[str, int]:
    """The paths that came or went, and by which change."""
    return {
        path: number
        for number, each in enumerate(changes)
        if each.kind == kind
        for path in (each.path, *(inner.path for inner in each.inside))
    }


def _paths(change: Change, *, old: bool) -> list[str]:
    element = change.old if old else change.new
    return [] if element is None else [element.path, *(each.path for each in change.inside)]


def _shape(change: Change) -> bool:
    return change.kind == "changed" and any(part.key.partition(".")[0] in _SHAPES for part in change.parts)


# ---------------------------------------------------------------- mixing


class _Mix:
    """The old ruleset (in the new names; `raw` is in the old ones) with the applied changes."""

    def __init__(
        self, raw: Ruleset, old: Ruleset, new: Ruleset, pairing: Pairing, units: Sequence[Unit], applied: Set[int]
    ) -> None:
        self.raw, self.old, self.new, self.pairs = raw, old, new, pairing.pairs
        self.own: dict[str, bool] = {}
        self.order: dict[str, bool] = {}
        self.come: dict[str, bool] = {}
        self.gone: dict[str, bool] = {}
        for change in (each for unit in units for each in unit.changes):
            is_applied = id(change) in applied
            if change.kind == "added":
                self.come[change.path] = is_applied
            elif change.kind == "removed":
                self.gone[pairing.translated(change.path, code=True)] = is_applied
                self.gone[change.path] = is_applied
            elif change.parts and change.parts[0].key == "order":
                self.order[change.path] = is_applied
            else:
                self.own[change.path] = is_applied

    def ruleset(self) -> Ruleset:
        """The whole."""
        update: dict[str, object] = {}
        for section in SECTIONS:
            if section in _TOLD_ONLY:
                update[section] = {}
                continue
            old, new = getattr(self.old, section), getattr(self.new, section)
            update[section] = self._mapping(section, old, new, newly=self.order.get(section, True))
        update["players"] = self._model("players", self.old.players, self.new.players)
        update["scoring"] = self._model("scoring", self.old.scoring, self.new.scoring)
        for section in ("setup", "flow"):
            raw, old, new = (getattr(each, section) for each in (self.raw, self.old, self.new))
            update[section] = self._steps(section, section, list(zip(raw, old, strict=True)), new)
        for told in ("rulebook", "look"):
            update[told] = type(getattr(self.new, told)).model_construct()
        return self.new.model_copy(update=update)

    def _mapping(self, prefix: str, old: Mapping[Any, Any], new: Mapping[Any, Any], *, newly: bool) -> dict[Any, Any]:
        """Named things, in the new order or in the old one."""
        names = {str(each): each for each in (*old, *new)}
        order = merged([str(each) for each in old], [str(each) for each in new])
        if not newly:
            order = merged([str(each) for each in new], [str(each) for each in old])
        result: dict[Any, Any] = {}
        for name in order:
            path, key = f"{prefix}.{name}", names[name]
            if name in old and name in new:
                result[key] = self._model(path, old[key], new[key])
            elif name in new:
                if self.come.get(path, True):
                    result[key] = new[key]
            elif not self.gone.get(path, True):
                result[key] = old[key]
        return result

    def _model(self, path: str, old: Any, new: Any) -> Any:
        """One element: its own keys as they are or were, and what is inside it, each for itself."""
        newly = self.own.get(path, True)
        model = new if newly else old
        if not isinstance(new, BaseModel) or not isinstance(old, BaseModel):
            return model
        inside = {
            name: self._mapping(f"{path}.{key}", getattr(old, name), value, newly=newly)
            for (name, key, _), value in held(new)
            if name in CHILDREN and _holds_models(getattr(old, name), value)
        }
        return model.model_copy(update=inside) if inside else model

    def _steps(
        self, old_path: str, new_path: str, old: Sequence[tuple[AnyStep, AnyStep]], new: Sequence[AnyStep]
    ) -> list[AnyStep]:
        paths = (path for path, _ in numbered([raw for raw, _ in old], old_path))
        before = dict(zip(paths, old, strict=True))
        after = dict(numbered(new, new_path))
        back = {path: self.pairs[path] for path in after if self.pairs.get(path) in before}
        there = {was: path for path, was in back.items()}
        was_order, is_order = [there.get(path, f"-{path}") for path in before], list(after)
        order = merged(was_order, is_order)
        if not self.order.get(new_path, True):
            order = merged(is_order, was_order)
        result: list[AnyStep] = []
        for path in order:
            if path in back:
                (raw, one), other = before[back[path]], after[path]
                step = other if self.own.get(path, True) else one
                inside = list(zip(raw.inner, one.inner, strict=True))
                inner = self._steps(back[path], path, inside, other.inner)
                result.append(
                    step.model_copy(update={"steps": inner}) if getattr(step, "steps", None) is not None else step
                )
            elif path.startswith("-"):
                if not self.gone.get(path[1:], True):
                    result.append(before[path[1:]][1])
            elif self.come.get(path, True):
                result.append(after[path])
        return result


def _holds_models(old: object, new: object) -> bool:
    values = [each for one in (old, new) if isinstance(one, Mapping) for each in one.values()]
    return bool(values) and all(isinstance(each, BaseModel) for each in values)


# ---------------------------------------------------------------- new names


def translated(value: Any, pairing: Pairing) -> Any:
    """A declaration, or anything in one, with the new names of what is renamed."""
    if not pairing.names:
        return value
    if isinstance(value, Code):
        return replace(value, text=pairing.translated(value.text, code=True), pieces=())
    if isinstance(value, Word):
        return Word(pairing.names.get(str(value), str(value)), value.span)
    if isinstance(value, str):
        return pairing.names.get(value, value)
    made = rebuilt(value, lambda _, part: translated(part, pairing))
    return {translated(key, pairing): part for key, part in made.items()} if isinstance(made, dict) else made
