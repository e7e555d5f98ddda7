"""What is not there any more because of an overlay: what it removes, and what goes with that or is left out anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Mapping_
from typing import NamedTuple

from .overlay import Touch
from .overlay_tree import names_in, step_names
from .parts import ROOT, Part
from .ruleset import BoardDecl
from .source import Span
from .tree import Mapping, Node, Scalar, Sequence

_ITS_OWN = ("of", "parameters")
"""What is declared under these is known inside of the same element alone, and goes with it."""


class Removal(NamedTuple):
    """Why a name is not there: `span`, `path` and `how` are those of the touch. A name that is not the end of the path
    was declared inside of what stood there."""

    span: Span
    path: tuple[str, ...]
    how: str


def names_removed(touches: Iterable[Touch]) -> dict[str, Removal]:
    """By every name that an overlay has taken away, how it did so: by itself, or with something that declares it."""
    found: dict[str, Removal] = {}
    inside: dict[str, Removal] = {}
    for touch in touches:
        gone = Removal(touch.span, touch.path, touch.how)
        if touch.how == "remove":
            found[touch.path[-1]] = gone
        if touch.old is not None and touch.how != "append":
            part, word = _part_at(touch.path[:-1]), touch.path[-1]
            left = set() if touch.new is None else set(_declared(Mapping([(word, touch.new)]), part, ()))
            names = _declared(Mapping([(word, touch.old)]), part, ())
            inside |= {name: gone for name in names if name not in left}
    return inside | found


def _part_at(path: Iterable[str]) -> Part:
    """What stands at the path of a touch; steps are found by their names, wherever they stand."""
    part = ROOT
    for word in path:
        part = (part.item or part) if part.kind == "steps" else part.child(word)
    return part


def _declared(node: Node, part: Part, hidden: tuple[str, ...] = _ITS_OWN) -> Iterator[str]:
    """The names that a piece of a ruleset declares, but for what stands under the hidden keys."""
    if part.kind == "steps":
        yield from step_names(node)
    elif isinstance(node, Mapping):
        for word, value in node.items():
            inner = part.child(word)
            if part.kind == "names":
                yield word
            if word == "names" or (part.kind == "names" and inner.kind == "list"):
                yield from names_in(value)
            elif word == "kind" and part.model is BoardDecl and isinstance(value, Scalar):
                yield value.text
            elif word not in hidden:
                yield from _declared(value, inner)


def emptied_menus(before: Mapping, after: Mapping, removed: Mapping_[str, Removal]) -> dict[str, Removal]:
    """The menus that had actions and have none any more, and where the last of these was removed."""
    old, left = _menus(before), set[str]().union(*_menus(after).values())
    return {menu: gone for name, gone in removed.items() for menu in old.get(name, ()) if menu not in left}


def _menus(tree: Mapping) -> dict[str, set[str]]:
    """The menus that each action is in."""
    actions = tree.get("actions")
    found: dict[str, set[str]] = {}
    for name, action in actions.items() if isinstance(actions, Mapping) else ():
        menu = action.get("menu") if isinstance(action, Mapping) else None
        listed = menu if isinstance(menu, Sequence) else [menu]
        found[str(name)] = {each.text for each in listed if isinstance(each, Scalar)} or {"main"}
    return found
