"""Ways through pieces of code: the names that are read, what a zone's name is."""

from __future__ import annotations

from collections.abc import Iterator

from yupana.interpreter.language import nodes
from yupana.interpreter.language.trees import all_slots, descend


def read_names(node: object) -> Iterator[str]:
    """Every bare name whose value is asked for: the target of `x = …` is not, that of `x[i] = …` is."""
    if isinstance(node, tuple):
        for each in node:
            yield from read_names(each)
    elif isinstance(node, nodes.Assign) and isinstance(node.target, nodes.Name):
        yield from read_names(node.value)
    elif isinstance(node, nodes.Name):
        yield node.name
    elif isinstance(node, nodes.Node):
        for slot in all_slots(type(node)):
            yield from read_names(getattr(node, slot))


def tail(node: object) -> str:
    """The name by which a stored thing is known: `ap` of `me.ap`, `pot` of `pot`, `posts` of `lima.posts[wool]`."""
    if isinstance(node, nodes.Name | nodes.Attribute):
        return node.name
    if isinstance(node, nodes.Index):
        return tail(node.value)
    return ""


def assigned(node: object) -> set[str]:
    """The bare names that are assigned somewhere in a piece of code."""
    found = set()
    for each in descend(node):
        if isinstance(each, nodes.Assign | nodes.AddTo) and isinstance(each.target, nodes.Name):
            found.add(each.target.name)
    return found
