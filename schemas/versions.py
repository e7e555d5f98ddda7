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

from .book import ExampleDecl
from .model_cache import Recent
from .overlay import BLOCKS
from .parts import ROOT, Part
from .ruleset import AdjustmentDecl
from .source import Diagnostic, Fix, Hint, Report, Span
from .tree import Mapping, Node, Scalar, Sequence, Word, read_int, with_elements, with_items

OLDEST = 1
CURRENT = 4
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
"""What changed in keys, oldest first; nothing is ever taken out of it."""


@dataclass(frozen=True, slots=True)
class ParsedWord:
    """A word with which the texts under a key of a model, but for those of `other_key`, began before it was replaced by
    several `since` a version.

    Such a text is read with `new`, the strictest of `words`; which of them is meant is for the author, or for
    `yupana migrate`, to say. `why` is half a sentence for people.
    """

    since: int
    model: type
    key: str
    other_key: str
    old: str
    new: str
    words: tuple[str, ...]
    why: str


PARSED: tuple[ParsedWord, ...] = (
    ParsedWord(
        3,
        ExampleDecl,
        "when",
        "then",
        "reject",
        "cannot",
        ("cannot", "not asked", "never"),
        "they are asked and this is not offered, they are not asked for it, or no position ever offers it",
    ),
)
"""What changed in the words of such texts, oldest first."""


@dataclass(frozen=True, slots=True)
class Old:
    """A place in a file that an older version of the language wrote otherwise; `span` is the word to be replaced, by
    `new`."""

    change: RenamedKey | ParsedWord
    span: Span
    new: str

    def diagnostic(self, version: int) -> Diagnostic:
        """What is told about it in a file that is written for a version."""
        change, noun = self.change, getattr(self.change.model, "noun", "this")
        if isinstance(change, RenamedKey):
            what = f"the key `{change.old}` of {noun} is called `{change.new}`"
            words = f"write `{change.new}` ({change.why}), or run `yupana migrate`"
            hint: str = Hint(words, Fix(change.old, self.new))
        else:
            words = " or ".join((", ".join(f"`{each}`" for each in change.words[:-1]), f"`{change.words[-1]}`"))
            what = f"instead of `{change.old}`, {noun} says {words}"
            hint = f"{change.why}; `yupana migrate` finds out which"
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


Chosen = dict[tuple[int, int], str]
"""By line and column of an old word: which of several new ones is meant."""


def modernize(tree: Mapping, chosen: Chosen | None = None, present: Present | None = None) -> Modern:
    """The tree with everything that is called otherwise now under its present name; every node keeps its place.

    Where an element has the old key and the new one, the old one stays, to be refused like any unknown key. What is
    `present` from readings before is not looked through again.
    """
    work = _Work(chosen or {}, Present() if present is None else present)
    items: list[tuple[str, Node]] = []
    for key, value in tree.items():
        if key in BLOCKS:
            items.append((key, _walk(value, ROOT, work, names=key == "remove")))
        else:
            items.append((key, _walk(value, ROOT.child(key), work)))
    return Modern(Mapping(items, tree.span), list(dict.fromkeys(work.old)))


def tell(modern: Modern, version: int, report: Report) -> None:
    """Put what is old into a report, as a file of that version deserves it."""
    report.extend(each.diagnostic(version) for each in modern.old)


Present = Recent[tuple[type | None, int], Mapping]
"""Parts of a tree in which nothing is old, by what they are and which."""


@dataclass(slots=True)
class _Work:
    """What was chosen for old words that became several, and what is found."""

    chosen: Chosen
    present: Present
    old: list[Old] = field(default_factory=list)


def _walk(node: Node, part: Part, work: _Work, *, names: bool = False) -> Node:
    """The node in its present form. With `names`, lists hold names of keys (what `remove` takes away)."""
    renamed = {each.old: each for each in _renamed(part)}
    if isinstance(node, Mapping):
        if work.present.get((part.model, id(node))) is node:
            return node
        found = len(work.old)
        made = with_items(node, list(_items(node, part, renamed, work, names=names)))
        if part.kind == "element" and not names and len(work.old) == found:
            work.present[part.model, id(node)] = node
        return made
    if names:
        if isinstance(node, Sequence):
            return with_elements(node, [_name(each, renamed, work) for each in node])
        return _name(node, renamed, work)
    if part.kind == "steps" and isinstance(node, Sequence) and part.item is not None:
        return with_elements(node, [_walk(each, part.item, work) for each in node])
    return node


def _items(
    node: Mapping, part: Part, renamed: dict[str, RenamedKey], work: _Work, *, names: bool
) -> Iterator[tuple[str, Node]]:
    for key, value in node.items():
        word = key
        change = renamed.get(key)
        if change is not None and change.new not in node:
            span = node.key_span(key)
            work.old.append(Old(change, span, change.new))
            word = Word(change.new, span)
        # where overlays name steps, the steps stand in a mapping
        inner = part.item if part.kind == "steps" else part.child(word)
        parsed = None if names else _parsed(part, word)
        if parsed is not None:
            yield word, _texts(value, parsed, work)
        else:
            yield word, _walk(value, inner, work, names=names) if inner is not None else value


def _name(node: Node, renamed: dict[str, RenamedKey], work: _Work) -> Node:
    change = renamed.get(node.text) if isinstance(node, Scalar) else None
    if change is None or not isinstance(node, Scalar):
        return node
    work.old.append(Old(change, node.span, change.new))
    return Scalar(change.new, node.style, node.span, node.lines)


def _texts(node: Node, change: ParsedWord, work: _Work) -> Node:
    """The same with another first word in every text that began with the old one."""
    if isinstance(node, Sequence):
        return with_elements(node, [_texts(each, change, work) for each in node])
    if isinstance(node, Mapping):
        told = [(key, each if key == change.other_key else _texts(each, change, work)) for key, each in node.items()]
        return with_items(node, told)
    start = len(node.text) - len(node.text.lstrip())
    before, after = node.text[:start], node.text[start:].removeprefix(change.old)
    if after[:1].strip() or len(before) + len(after) == len(node.text) or not after.strip():
        return node
    span = node.code.at(start, start + len(change.old))
    new = work.chosen.get((span.line, span.column), change.new)
    work.old.append(Old(change, span, new))
    return Scalar(before + new + after, node.style, node.span, node.lines)


def _renamed(part: Part) -> Iterator[RenamedKey]:
    if part.kind == "element" and part.model is not None:
        for each in RENAMED:
            if each.model is part.model:
                yield each


def _parsed(part: Part, key: str) -> ParsedWord | None:
    model = part.model if part.kind == "element" else None
    return next((each for each in PARSED if each.model is model and each.key == key), None)


def old_keys(model: type) -> dict[str, RenamedKey]:
    """The keys that elements of a model had in older versions."""
    return {each.old: each for each in RENAMED if each.model is model}
