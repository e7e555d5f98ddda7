"""The versions of the ruleset language: what each changed, and how files of an older one are read.

A ruleset names the version it is written for (`language` in its header; 1 if it names none), and so does an overlay:
each is read by its own version. Whatever an older version said otherwise is brought into the present form as soon as
the files are read, before anything is merged, so that all later stages know one language only. In files of the older
version it is a warning with its replacement, in files of a newer one an error; `yupana migrate` rewrites it, by the
same table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .overlay import BLOCKS
from .parts import ROOT, Part
from .ruleset import AdjustmentDecl
from .source import Diagnostic, Report, Span
from .tree import Mapping, Node, Scalar, Sequence, Word, read_int

OLDEST = 1
CURRENT = 2
"""The present version of the language."""


@dataclass(frozen=True, slots=True)
class RenamedKey:
    """A key that the elements of a model have under another name `since` a version. `why` is half a sentence for
    people. The old word must not be a key of the model any more."""

    since: int
    model: type
    old: str
    new: str
    why: str


RENAMED: tuple[RenamedKey, ...] = (
    RenamedKey(
        2,
        AdjustmentDecl,
        "holds",
        "applies_to",
        "it says for whom, `for` says how long",
    ),
)
"""What changed, oldest first; nothing is ever taken out of it."""


@dataclass(frozen=True, slots=True)
class Old:
    """A place in a file that an older version of the language wrote otherwise; `span` is the word to be replaced."""

    change: RenamedKey
    span: Span

    def diagnostic(self, version: int) -> Diagnostic:
        """What is told about it in a file that is written for a version."""
        change, noun = self.change, getattr(self.change.model, "noun", "this")
        what = f"the key `{change.old}` of {noun} is called `{change.new}`"
        hint = f"write `{change.new}` ({change.why}), or run `yupana migrate`"
        if version >= change.since:
            return Diagnostic("YUP214", "error", f"{what} since version {change.since}", self.span, hint)
        return Diagnostic("YUP214", "warning", f"from version {change.since} on {what}", self.span, hint)


@dataclass(slots=True)
class Modern:
    """A tree in the present form of the language, and the places that were not."""

    tree: Mapping
    old: list[Old] = field(default_factory=list)


def version_of(tree: Mapping) -> int:
    """The version that a ruleset or overlay is written for; the oldest if its header names none that can be read."""
    node = version_node(tree)
    return OLDEST if node is None else read_int(node.text)


def version_node(tree: Mapping) -> Scalar | None:
    """Where the header names the version, if it does with a number."""
    header = tree.get("ruleset")
    node = header.get("language") if isinstance(header, Mapping) else None
    return node if isinstance(node, Scalar) and node.kind == "int" else None


def unknown_version(tree: Mapping) -> Diagnostic | None:
    """The fault of a version that does not exist, or not yet."""
    node, version = version_node(tree), version_of(tree)
    if node is None or OLDEST <= version <= CURRENT:
        return None
    known = f"the versions are {OLDEST} to {CURRENT}"
    if version < OLDEST:
        return Diagnostic("YUP213", "error", "there is no such version of the language", node.span, known)
    message = f"this is written for version {node.text[:12]} of the language, and this program reads up to {CURRENT}"
    return Diagnostic("YUP213", "error", message, node.span, "use a newer Yupana")


def modernize(tree: Mapping) -> Modern:
    """The tree with everything that is called otherwise now under its present name; every node keeps its place.

    Where an element has the old key and the new one, the old one stays, to be refused like any unknown key.
    """
    found: list[Old] = []
    items: list[tuple[str, Node]] = []
    for key, value in tree.items():
        if key in BLOCKS:
            items.append((key, _walk(value, ROOT, found, names=key == "remove")))
        else:
            items.append((key, _walk(value, ROOT.child(key), found)))
    return Modern(Mapping(items, tree.span), list(dict.fromkeys(found)))


def tell(modern: Modern, version: int, report: Report) -> None:
    """Put what is old into a report, as a file of that version deserves it."""
    report.extend(each.diagnostic(version) for each in modern.old)


def _walk(node: Node, part: Part, found: list[Old], *, names: bool = False) -> Node:
    """The node in its present form. With `names`, lists hold names of keys (what `remove` takes away)."""
    renamed = {each.old: each for each in _renamed(part)}
    if isinstance(node, Mapping):
        return Mapping(_items(node, part, renamed, found, names=names), node.span)
    if names:
        if isinstance(node, Sequence):
            return Sequence([_name(each, renamed, found) for each in node], node.span)
        return _name(node, renamed, found)
    if part.kind == "steps" and isinstance(node, Sequence) and part.item is not None:
        return Sequence([_walk(each, part.item, found) for each in node], node.span)
    return node


def _items(
    node: Mapping, part: Part, renamed: dict[str, RenamedKey], found: list[Old], *, names: bool
) -> Iterator[tuple[str, Node]]:
    for key, value in node.items():
        word = key
        change = renamed.get(key)
        if change is not None and change.new not in node:
            span = node.key_span(key)
            found.append(Old(change, span))
            word = Word(change.new, span)
        # where overlays name steps, the steps stand in a mapping
        inner = part.item if part.kind == "steps" else part.child(word)
        yield word, _walk(value, inner, found, names=names) if inner is not None else value


def _name(node: Node, renamed: dict[str, RenamedKey], found: list[Old]) -> Node:
    change = renamed.get(node.text) if isinstance(node, Scalar) else None
    if change is None or not isinstance(node, Scalar):
        return node
    found.append(Old(change, node.span))
    return Scalar(change.new, node.style, node.span, node.lines)


def _renamed(part: Part) -> Iterator[RenamedKey]:
    if part.kind == "element" and part.model is not None:
        for each in RENAMED:
            if each.model is part.model:
                yield each


def old_keys(model: type) -> dict[str, RenamedKey]:
    """The keys that elements of a model had in older versions."""
    return {each.old: each for each in RENAMED if each.model is model}
