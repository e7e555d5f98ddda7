"""Entries by product: `each: {suit: Suit, rank: 2..14}` among the entries of a kind stands for one entry for every
combination, called by its values (`spades_12`) and with these as attributes.

It is written out in the tree, before overlays are merged, so that everything else knows entries only: an overlay takes
`spades_12` away as any other. What is written under the name of one of them is added to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from .fields import NOT_NAMES
from .kinds import EACH, HOLDERS, HOLDING_BLOCKS, EntryDecl, named_by
from .nearest import did_you_mean
from .source import Report, Span
from .tree import Mapping, Node, Scalar, Word, cite, shape, with_items
from .tree import Sequence as Items

MOST = 2_000
"""So many entries stands one `each` for at most."""

NAMED_PARTS = frozenset(("adjustments", "triggers"))
"""What an entry declares under names that no other has."""

_FORMS = "write an enum, a range of numbers as `2..14`, or a list `[a, b]`; what all have alike stands in `defaults`"
_RANGE = re.compile(r"\s*(-?[0-9]{1,6})\s*\.\.\s*(-?[0-9]{1,6})\s*")


def with_products(tree: Mapping, others: Sequence[Mapping], report: Report) -> Mapping:
    """The tree of a ruleset or overlay with every `each` written out; the enums may stand in `others` too."""
    enums: dict[str, Node] = {}
    for each in (*others, tree):
        section = each.get("enums")
        enums |= section if isinstance(section, Mapping) else {}
    blocks = [
        (key, _sections(value, enums, report) if key in HOLDING_BLOCKS and isinstance(value, Mapping) else value)
        for key, value in tree.items()
    ]
    return _sections(with_items(tree, blocks), enums, report)


def _sections(node: Mapping, enums: dict[str, Node], report: Report) -> Mapping:
    kinds = node.get("kinds")
    if not isinstance(kinds, Mapping):
        return node
    made = with_items(kinds, [(name, _kind(kind, enums, report)) for name, kind in kinds.items()])
    return with_items(node, [(key, made if key == "kinds" else value) for key, value in node.items()])


def _kind(kind: Node, enums: dict[str, Node], report: Report) -> Node:
    inner = HOLDERS["kinds"]
    entries = kind.get(inner) if isinstance(kind, Mapping) else None
    if not isinstance(kind, Mapping) or not isinstance(entries, Mapping) or EACH not in entries:
        return kind
    made = dict(_entries(entries[EACH], entries.key_span(EACH), enums, report))
    found: dict[str, Node] = {}
    for key, value in entries.items():
        if key == EACH:
            found |= {each: _with(entry, entries.get(each)) for each, entry in made.items()}
        elif key not in made:
            found[key] = value
    own = Mapping([(entries.key(key) or key, value) for key, value in found.items()], entries.span)
    return with_items(kind, [(key, own if key == inner else value) for key, value in kind.items()])


def _with(made: Mapping, more: Node | None) -> Node:
    """An entry with what is written under its name."""
    if more is None or (isinstance(more, Scalar) and more.is_empty):
        return made
    return Mapping([*made.items(), *more.items()], more.span) if isinstance(more, Mapping) else more


def _entries(told: Node, here: Span, enums: dict[str, Node], report: Report) -> Iterator[tuple[Word, Mapping]]:
    """The entries that are told by one value, or the values, of each attribute; none where there is a fault, which is
    told."""
    known = EntryDecl.keys()
    said = told if isinstance(told, Mapping) else Mapping((), here)
    rest = [(key, value) for key, value in said.items() if key in known]
    axes = {key: _values(value, enums, report) for key, value in said.items() if key not in known}
    for key in NAMED_PARTS.intersection(said):
        hint = "give it in one entry, or in its section, where a condition says of which entries it is"
        message = f"`{EACH}` stands for many entries, and what is called by a name in `{key}` is there once"
        report.error("YUP210", message, said.key_span(key), hint)
        return
    if not axes:
        hint = f"write them as in `{EACH}: {{suit: Suit, rank: 2..14}}`"
        report.error("YUP202", f"the attributes of which `{EACH}` stands for all values are missing here", here, hint)
    if not axes or not all(axes.values()):
        return
    many = prod(map(len, axes.values()))
    if many > MOST:
        report.error("YUP123", f"one `{EACH}` stands for at most {MOST} entries, here are {many}", here)
        return
    known_names: set[str] = set()
    for combination in product(*axes.values()):
        name = named_by(each.text for each in combination)
        called = name if name[:1].isalpha() and name not in NOT_NAMES else f"{next(iter(axes))}_{name}"
        if called in known_names:
            hint = "rename one of the values"
            report.error("YUP210", f"two of the entries would be called {cite(called)}", here, hint)
            return
        known_names.add(called)
        yield Word(called, here), Mapping([*zip(axes, combination, strict=True), *rest], here)


def _values(node: Node, enums: dict[str, Node], report: Report) -> list[Scalar]:
    """The values of one attribute: of an enum, of a range, or of a list; none where there is a fault, which is told."""
    if isinstance(node, Items):
        return _listed(node, report)
    if not isinstance(node, Scalar):
        report.error("YUP203", "expected an enum, a range or a list of values", node.span)
        return []
    text = node.text.strip()
    bounds = _RANGE.fullmatch(text)
    members = enums.get(text)
    if bounds is not None:
        low, high = int(bounds[1]), int(bounds[2])
        if low > high:
            report.error("YUP210", f"there is nothing in {cite(text)}", node.span)
        return [Scalar(str(each), "plain", node.span) for each in range(low, min(high, low + MOST) + 1)]
    if members is None:
        hint = did_you_mean(text, enums) or _FORMS
        report.error("YUP210", f"{cite(text)} is neither an enum nor a range", node.span, hint)
        return []
    listed = members if isinstance(members, Items) else ()
    return [Scalar(each.text, "plain", node.span) for each in listed if isinstance(each, Scalar)]


def _listed(node: Items, report: Report) -> list[Scalar]:
    """The values of a list, each there once; none where there is a fault, which is told."""
    found: dict[str, Scalar] = {}
    if not node:
        report.error("YUP210", "there is nothing in this list", node.span)
    for each in node:
        if not isinstance(each, Scalar):
            report.error("YUP203", f"expected a value, found {shape(each)}", each.span)
            return []
        if each.text in found:
            hint = "of several that are alike, `count` says how many there are"
            report.error("YUP210", f"{cite(each.text)} stands twice in this list", each.span, hint)
            return []
        found[each.text] = each
    return list(found.values())
