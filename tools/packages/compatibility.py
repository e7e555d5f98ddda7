"""Whether overlays go together: what two of them both touch, and whether it matters which of them comes first.

What the order changes is found by putting them together both ways and comparing what comes of it, part by part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Literal, NamedTuple

from yupana.interpreter.compile import compile_composed
from yupana.schemas.actions import AdjustmentDecl, TriggerDecl
from yupana.schemas.carried import every
from yupana.schemas.compose import Composed, compose
from yupana.schemas.overlay import Touch
from yupana.schemas.overlay_tree import Path
from yupana.schemas.parts import ROOT
from yupana.schemas.source import Diagnostic
from yupana.schemas.tree import Mapping, Node, Scalar
from yupana.schemas.tree import Sequence as Items

from .compatibility_report import MOST

Order = Literal["any", "listing", "matters", "fixed"]
"""`any`: the same game either way. `listing`: the same, but for the order in which things are listed. `matters`:
another game. `fixed`: one extends the other, or only one order is without faults."""

_ADDS = re.compile(r"\s*value\s*[+-]\s*\d+\s*")
_WHAT = re.compile(r"\b(?!(?:changes|enters|leaves)\b)[A-Za-z_]\w*")
_TELLING = frozenset(("ruleset", "rulebook", "book", "examples", "look", "lint", "strength"))
"""Sections that no game is played by."""
_DEEPER = frozenset(("players", "rulebook", "book", "look", "scoring", "lint"))
"""Sections whose elements lie one level deeper than those of others."""
_HOLDERS = frozenset(("kinds", "boards"))
"""Sections whose elements hold others: entries, spaces, attributes."""


@dataclass(frozen=True, slots=True)
class Both:
    """An element that two overlays touch, and what each of them does there."""

    element: str
    touches: tuple[Touch, ...]


@dataclass(slots=True)
class Pair:
    """Two overlays. `works` are the orders, as targets, in which they are without faults; `clash` are the faults that
    neither of them has alone. With faults that one has alone (`unsound`), nothing more is known. `differs` are the
    paths at which the order makes a difference."""

    first: str
    second: str
    works: list[str] = field(default_factory=list)
    order: Order = "any"
    differs: list[str] = field(default_factory=list)
    both: list[Both] = field(default_factory=list)
    clash: list[Diagnostic] = field(default_factory=list)
    unsound: bool = False


def pairs_of(target: str) -> list[Pair]:
    """The pairs of the overlays that a target names, in its order; none of a target with fewer than two, or with
    something that is not found."""
    whole = compose(target)
    words = target.split("+")
    if not whole.parts or len(words) < 2:
        return []
    base = [] if _is_overlay(words[0]) else words[:1]
    overlays = words[len(base) :]
    if not 2 <= len(overlays) <= MOST:
        return []
    alone = [_Alone.of("+".join([*base, each])) for each in overlays]
    several = zip(combinations(overlays, 2), combinations(alone, 2), strict=True)
    return [_pair(base, one, other, two) for (one, other), two in several]


class _Alone(NamedTuple):
    """An overlay without the others, and its faults."""

    composed: Composed
    faults: list[Diagnostic]

    @classmethod
    def of(cls, target: str) -> _Alone:
        composed = compose(target)
        return cls(composed, _faults(composed))


def _is_overlay(word: str) -> bool:
    return len(compose(word).parts) > 1


def _pair(base: list[str], one: str, other: str, two: Sequence[_Alone]) -> Pair:
    alone = [each.composed for each in two]
    first, second = names = [each.name.rpartition("+")[2] for each in alone]
    pair = Pair(first, second)
    known = {(fault.code, fault.span) for each in two for fault in each.faults}
    pair.unsound = bool(known)
    targets = ["+".join([*base, one, other]), "+".join([*base, other, one])]
    ways = [compose(each) for each in targets]
    linked = any(name in each.name.split("+") for name, each in zip(names, reversed(alone), strict=True))
    for way in ways:
        found = _faults(way)
        if not found:
            pair.works.append(way.name)
        elif way is ways[0]:
            pair.clash = [each for each in found if (each.code, each.span) not in known]
    pair.both = list(_both(alone, names))
    if linked or len(set(pair.works)) == 1:
        pair.order = "fixed"
        pair.works = pair.works[:1]
    elif pair.works:
        listing: list[Path] = []
        differs = [*_differences(ways[0].tree, ways[1].tree, (), listing), *sorted(set(_turns(ways, listing)))]
        pair.differs = [".".join(each) for each in differs]
        pair.order = "matters" if pair.differs else "listing" if listing else "any"
        pair.differs = pair.differs or [".".join(each) for each in dict.fromkeys(listing)]
    return pair


def _faults(composed: Composed) -> list[Diagnostic]:
    return [each for each in compile_composed(composed).diagnostics if each.severity == "error"]


# ---------------------------------------------------------------- what both touch


def _both(alone: Sequence[Composed], names: Sequence[str]) -> Iterator[Both]:
    """The elements that each of two overlays touches when it is used alone."""
    touched: list[dict[Path, list[Touch]]] = []
    for composed, name in zip(alone, names, strict=True):
        found: dict[Path, list[Touch]] = {}
        for touch in composed.touches:
            if touch.overlay == name:
                found.setdefault(_element(touch.path), []).append(touch)
        touched.append(found)
    told: dict[Path, dict[int, Touch]] = {}
    for (path, ones), (beside, others) in product(touched[0].items(), touched[1].items()):
        depth = min(len(path), len(beside))
        if path[:depth] == beside[:depth]:  # who removes a kind touches all of it
            told.setdefault(path[:depth], {}).update((id(each), each) for each in (*ones, *others))
    for path, touches in told.items():
        yield Both(".".join(path), tuple(sorted(touches.values(), key=lambda each: names.index(each.overlay))))


def _element(path: Path) -> Path:
    """The path of the element that something belongs to: of a card, not of the kind that it is of."""
    held = path[0] in _HOLDERS and len(path) > 3 and ROOT.child(path[0]).child(path[1]).child(path[2]).kind == "names"
    return path[: 4 if held else 3 if path[0] in _DEEPER else 2]


# ---------------------------------------------------------------- what the order changes


def _differences(one: Node | None, other: Node | None, path: Path, listing: list[Path]) -> Iterator[Path]:
    """The paths at which two trees say different things, each as high up as both have the same keys. Where only the
    order of what is listed differs, it goes into `listing`, if a game is played by it."""
    if isinstance(one, Mapping) and isinstance(other, Mapping) and one.keys() == other.keys():
        if list(one) != list(other) and (not path or path[0] not in _TELLING):
            listing.append(path)
        for key in one:
            if path or key != "ruleset":
                yield from _differences(one[key], other[key], (*path, str(key)), listing)
    elif isinstance(one, Items) and isinstance(other, Items) and path[-1:] == ("source",):
        return  # whom it cites first means nothing
    elif isinstance(one, Items) and isinstance(other, Items) and path[:1] == ("enums",):
        if _plain(one) != _plain(other):
            listing.append(path)
    elif _plain(one) != _plain(other):
        yield path


def _turns(ways: Sequence[Composed], listing: list[Path]) -> Iterator[Path]:
    """What applies one after the other in the order in which it stands, and comes in another order the other way round:
    adjustments of one thing, triggers of one event. Where actions do, options are listed otherwise."""
    one, other = (way.ruleset for way in ways)
    if one is None or other is None:
        return
    if list(every(one, "actions")) != list(every(other, "actions")):
        listing.append(("actions",))
    for section, meet in (("adjustments", _adjust_one_thing), ("triggers", _wait_for_one_event)):
        places = {name: place for place, name in enumerate(every(other, section))}
        for (name, decl), (later, below) in combinations(every(one, section).items(), 2):
            if places[name] > places[later] and meet(decl, below):
                yield section, str(name)
                yield section, str(later)


def _adjust_one_thing(one: AdjustmentDecl, other: AdjustmentDecl) -> bool:
    """Whether it may make a difference which of two adjustments comes first; of two that add something it does not."""
    if one.of != other.of:
        return False
    if one.value is not None and other.value is not None:
        return not (_ADDS.fullmatch(one.value.text) and _ADDS.fullmatch(other.value.text))
    return any(getattr(one, key) and getattr(other, key) for key in ("instead", "before", "after"))


def _wait_for_one_event(one: TriggerDecl, other: TriggerDecl) -> bool:
    words, others = ({word for each in decl.on for word in _WHAT.findall(each.text)[-1:]} for decl in (one, other))
    return bool(words & others)


def _plain(node: Node | None) -> object:
    """What a node says, without where it says it."""
    if isinstance(node, Mapping):
        return {str(key): _plain(value) for key, value in node.items()}
    if isinstance(node, Items):
        return [_plain(each) for each in node]
    return (node.text, node.kind) if isinstance(node, Scalar) else None
