"""What a game comes to, in either of two rulesets: what is not among it can change as it likes, and nothing plays
differently.

A game comes to the players, the set-up, the turn structure and the scoring, and to what these use, directly or through
others: an action when a menu of it is offered, a function when something calls it, an adjustment when it is in force.
Invariants, features, examples, the look and the rules are no part of play. Changes of both rulesets are followed
together, so that what no mixture of the two comes to is left out as well.

Guarantee: it errs on the side of use. That something is not among it means that no game of either ruleset comes to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from yupana.interpreter.language import nodes
from yupana.schemas.carried import menus
from yupana.schemas.ruleset import FieldDecl, KindDecl
from yupana.schemas.steps import SimultaneousStep, TurnsStep

if TYPE_CHECKING:
    from yupana.interpreter.index.elements import Element, Elements
    from yupana.schemas.ruleset import Ruleset

_BEGINNINGS = {"players", "setup", "flow", "scoring"}
_LEFT_OUT = (
    "constants", "enums", "kinds", "boards", "tables", "state", "zones", "functions", "procedures", "actions",
    "adjustments",
)  # fmt: skip
_MEMBERS = (".seats.", ".entries.", ".spaces.", ".links.", ".items.", ".predicates.")
"""What goes through a kind, a board or the scoring comes to all of these; fields are named."""


@dataclass(frozen=True, slots=True)
class Usage:
    """The paths that a game comes to, by ruleset (old, new); a pair of elements is used in both or in neither.
    `only_set` are the fields that nothing reads and something sets: no game plays differently by them, but players see
    them. `needed` are the paths that the rulesets cannot do without: these fields and what they are of as well.
    """

    used: tuple[frozenset[str], frozenset[str]]
    only_set: tuple[frozenset[str], frozenset[str]]
    needed: tuple[frozenset[str], frozenset[str]]


def usage(
    old: Elements, new: Elements, pairs: Mapping[str, str], also: Callable[[Element], bool] = lambda _: False
) -> Usage:
    """What a game comes to. `pairs` gives the old path for every new one that was there; what `also` names counts as
    well, with all that it uses."""
    both = _Both((_Uses(old), _Uses(new)), {was: now for now, was in pairs.items()})
    beginnings = {
        name[each.path]
        for side, name in zip(both.sides, both.names, strict=True)
        for each in side.elements
        if side.begins(each) or also(each)
    }
    reached = both.closed(beginnings)
    used = both.by_side(reached)
    only_set = tuple(side.only_set(paths) - paths for side, paths in zip(both.sides, used, strict=True))
    set_names = {name[path] for name, paths in zip(both.names, only_set, strict=True) for path in paths}
    return Usage(used, (only_set[0], only_set[1]), both.by_side(both.closed(reached | set_names)))


class _Both:
    """Two rulesets followed together, by names that an element has in both: its new path, or its old one after a
    dash."""

    def __init__(self, sides: tuple[_Uses, _Uses], back: Mapping[str, str]) -> None:
        self.sides = sides
        self.names = (
            {path: back.get(path, f"-{path}") for path in sides[0].elements.by_path},
            {path: path for path in sides[1].elements.by_path},
        )
        self.paths = [{name: path for path, name in each.items()} for each in self.names]

    def closed(self, names: set[str]) -> set[str]:
        """These and all that they lead to."""
        reached, queue = set[str](), list(names)
        while queue:
            at = queue.pop()
            if at in reached:
                continue
            reached.add(at)
            for side, name, known in zip(self.sides, self.names, self.paths, strict=True):
                if at in known:
                    queue += [name[path] for path in side.of(known[at]) if path in name]
        return reached

    def by_side(self, names: set[str]) -> tuple[frozenset[str], frozenset[str]]:
        """The paths in the old ruleset and in the new one."""
        old, new = (frozenset(path for path, name in each.items() if name in names) for each in self.names)
        return old, new


def without_unused(ruleset: Ruleset, usage: Usage) -> Ruleset:
    """A ruleset, one of the two or one between them, without what no game comes to, which may name what is not there:
    elements of their own, and fields."""
    needed = usage.needed[0] | usage.needed[1]
    update: dict[str, object] = {"players": _without_fields(ruleset.players, "players", needed)}
    for section in _LEFT_OUT:
        update[section] = {
            name: _without_fields(each, f"{section}.{name}", needed)
            for name, each in getattr(ruleset, section).items()
            if f"{section}.{name}" in needed
        }
    return ruleset.model_copy(update=update)


def _without_fields(model: Any, path: str, needed: frozenset[str]) -> Any:
    update: dict[str, object] = {}
    if getattr(model, "fields", None):
        update["fields"] = {name: each for name, each in model.fields.items() if f"{path}.fields.{name}" in needed}
    if getattr(model, "links", None):
        update["links"] = {
            name: _without_fields(each, f"{path}.links.{name}", needed) for name, each in model.links.items()
        }
    return model.model_copy(update=update) if update else model


class _Uses:
    """What each element of a ruleset leads to."""

    def __init__(self, elements: Elements) -> None:
        self.elements = elements
        self._inside: dict[str, list[str]] = {}
        self._adjusted: dict[str, list[str]] = {}
        self._offered: dict[str, list[str]] = {}
        for each in elements:
            if each.within is not None and any(part in each.path for part in _MEMBERS):
                self._inside.setdefault(each.within, []).append(each.path)
            if each.section == "adjustments" and not getattr(each.model, "lasts", False):
                for section in ("functions", "procedures"):
                    self._adjusted.setdefault(f"{section}.{getattr(each.model, 'of', '')}", []).append(each.path)
        for path, offering in menus(elements.ruleset).items():
            for menu in offering:
                self._offered.setdefault(menu, []).append(path)
        self._calm = {each.path for each in elements if isinstance(each.model, FieldDecl) and self._takes_all(each)}

    def of(self, path: str) -> Iterator[str]:
        """The paths that one leads to."""
        element = self.elements.by_path[path]
        yield from element.uses - self._only_set(element)
        if element.within is not None:
            yield element.within
        yield from self._inside.get(path, ())
        yield from self._adjusted.get(path, ())
        if isinstance(element.model, TurnsStep | SimultaneousStep) and element.model.menu is not None:
            yield from self._offered.get(str(element.model.menu), ())

    def begins(self, element: Element) -> bool:
        """Whether a game comes to an element by itself: as a part of its course, or as a field that begins with what
        is worked out, which can fail."""
        if element.section == "triggers":  # what sets it off may well happen
            return True
        if element.section in _BEGINNINGS and ".fields." not in element.path:
            return True
        return isinstance(element.model, FieldDecl) and any(
            piece.part == "start" and not isinstance(piece.node, nodes.Int | nodes.Bool | nodes.NoneLit)
            for piece in element.pieces
        )

    def only_set(self, used: frozenset[str]) -> frozenset[str]:
        """The fields that elements in use do nothing to but give them values."""
        return frozenset(field for path in used for field in self._only_set(self.elements.by_path[path]))

    def _only_set(self, element: Element) -> set[str]:
        """The fields to which the code of an element only gives values, and that take any value of their type."""
        return self.elements.only_set(element) & self._calm if self._calm & element.uses else set()

    def _takes_all(self, field: Element) -> bool:
        """Whether no value can be refused: a number between bounds can be, and so can one more in a list. What pieces
        hold tells like ones apart where they are `alike`."""
        if field.within is not None:
            holder = self.elements.by_path[field.within].model
            if isinstance(holder, KindDecl) and holder.alike:
                return False
        types = [piece.node for piece in field.pieces if piece.part == "type"]
        return bool(types) and all(isinstance(each, nodes.TypeExpr) and _is_open(each) for each in types)


def _is_open(kind: nodes.TypeExpr) -> bool:
    return (
        kind.name not in ("list", "set", "map") and not getattr(kind, "args", ()) and getattr(kind, "low", None) is None
    )
