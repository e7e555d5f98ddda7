"""What a merge of overlays does with a tree: looks for a name, sets a key, finds a step wherever it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .parts import Part
from .steps import STEP_WORDS
from .tree import Mapping, Node, Scalar, Sequence, Word

Path = tuple[str, ...]


def step_name(step: Node) -> str | None:
    """The name of a step's scope."""
    for key in STEP_WORDS:
        node = step.get(key) if isinstance(step, Mapping) else None
        if isinstance(node, Scalar):
            return node.text
    return None


def step_names(steps: Node) -> list[str]:
    """The names of all steps, also of those inside others."""
    names: list[str] = []
    for step in steps if isinstance(steps, Sequence) else ():
        name = step_name(step)
        if name is not None:
            names.append(name)
        if isinstance(step, Mapping) and "steps" in step:
            names += step_names(step["steps"])
    return names


def called(node: Node, part: Part, name: str, path: Path) -> Iterator[Path]:
    """Where something has a name: the sections, and what in them holds named things."""
    if part.kind == "steps":
        if name in step_names(node):
            yield path
    elif isinstance(node, Mapping) and part.kind in ("names", "element"):
        if part.kind == "names" and name in node:
            yield path
        for key, value in node.items():
            yield from called(value, part.child(key), name, (*path, key))


def at(node: Node, name: str) -> Node | None:
    """What has a name in a mapping."""
    return node.get(name) if isinstance(node, Mapping) else None


def beside(new: Node, where: str, old: Node) -> list[Node]:
    """A step with a new one before or after it."""
    return [new, old] if where == "before" else [old, new]


def instead(new: Node, old: Node) -> list[Node]:
    """The new step in the place of the old."""
    return [new]


def put_by(
    action: Callable[[Node, Node, Part, Path], Node], over: Node, part: Part, path: Path, old: Node
) -> list[Node]:
    """What an action makes of a step."""
    return [action(old, over, part, path)]


def at_step(steps: Node, name: str, put: Callable[[Node], list[Node]]) -> Node:
    """The steps with `put(step)` in the place of the named one, wherever it stands."""
    if not isinstance(steps, Sequence):
        return steps
    result: list[Node] = []
    for step in steps:
        if step_name(step) == name:
            result += put(step)
        elif isinstance(step, Mapping) and "steps" in step:
            result.append(with_key(step, "steps", at_step(step["steps"], name, put)))
        else:
            result.append(step)
    return Sequence(result, steps.span)


def with_key(node: Node, key: str, value: Node) -> Mapping:
    """The mapping with the value under the key; a key that is there keeps its place and its order."""
    if not isinstance(node, Mapping):
        raise TypeError("a key can be set in a mapping only")
    items = dict(node)
    if key in items:
        # the place of the key is now where it was given last
        return Mapping([(key, value) if old == key else (old, v) for old, v in items.items()], node.span, node.blank)
    items[key] = value
    return Mapping(items.items(), node.span, node.blank)


def long_form(node: Node, part: Part) -> Node:
    """A short form as the mapping it stands for."""
    if isinstance(node, Mapping) or part.short_key is None:
        return node
    return Mapping([(Word(part.short_key, node.span), node)], node.span)


def words_in(node: Node) -> list[Word]:
    """The names that a block gives: keys, a list of names, or one."""
    if isinstance(node, Mapping):
        return [each for each in node if isinstance(each, Word)]
    return [each.word for each in (node if isinstance(node, Sequence) else [node]) if isinstance(each, Scalar)]


def names_in(node: Node) -> list[str]:
    """The names in a mapping, or in a list of words or steps."""
    if isinstance(node, Mapping):
        return list(node)
    if isinstance(node, Sequence):
        return [each.text for each in node if isinstance(each, Scalar)] + step_names(node)
    return []


def with_title(tree: Mapping, title: str) -> Mapping:
    """The tree with the title of the whole composition."""
    header = tree.get("ruleset")
    old = header.get("title") if isinstance(header, Mapping) else None
    if not isinstance(header, Mapping) or not isinstance(old, Scalar):
        return tree
    new = Scalar(title, "double", old.span)
    renamed = Mapping([(key, new if key == "title" else value) for key, value in header.items()], header.span)
    return Mapping([(key, renamed if key == "ruleset" else value) for key, value in tree.items()], tree.span)
