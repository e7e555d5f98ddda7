"""Which menus a tree's actions fill, and what empties them."""

from __future__ import annotations

from collections.abc import Mapping as Mapping_

from .source import Span
from .tree import Mapping, Scalar, Sequence


def emptied_menus(before: Mapping, after: Mapping, removed: Mapping_[str, Span]) -> dict[str, Span]:
    """The menus that had actions and have none any more, and where the last of these was removed."""
    old, left = _menus(before), set[str]().union(*_menus(after).values())
    return {menu: span for name, span in removed.items() for menu in old.get(name, ()) if menu not in left}


def _menus(tree: Mapping) -> dict[str, set[str]]:
    """The menus that each action is in."""
    actions = tree.get("actions")
    found: dict[str, set[str]] = {}
    for name, action in actions.items() if isinstance(actions, Mapping) else ():
        menu = action.get("menu") if isinstance(action, Mapping) else None
        listed = menu if isinstance(menu, Sequence) else [menu]
        found[str(name)] = {each.text for each in listed if isinstance(each, Scalar)} or {"main"}
    return found
