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

from .kinds import EACH, HOLDERS, HOLDING_BLOCKS, EntryDecl, named_by
from .nearest import did_you_mean
from .source import Report, Span
from .tree import Mapping, Node, Scalar, Word, cite, with_items
from .tree import Sequence as Items

MOST = 2_000
"""So many entries stands one `each` for at most."""

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
    told = entries.get(EACH) if isinstance(entries, Mapping) else None
    if not isinstance(kind, Mapping) or not isinstance(entries, Mapping) or not isinstance(told, Mapping):
        return kind
    made = dict(_entries(told, entries.key_span(EACH), enums, report))
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


def _entries(
    told: Mapping, here: Span, enums: dict[str, Node], report: Report
) -> Iterator[tuple[Word, Mapping]]:
    """The entries that are told by one value, or the values, of each attribute."""
    known = EntryDecl.keys()
    rest = [(key, value) for key, value in told.items() if key in known]
    axes = {key: _values(value, enums, report) for key, value in told.items() if key not in known}
    if not axes or not all(axes.values()):
        return
    many = prod(map(len, axes.values()))
    if many > MOST:
        report.error("YUP123", f"one `{EACH}` stands for at most {MOST} entries, here are {many}", here)
        return
    for combination in product(*axes.values()):
        name = named_by(each.text for each in combination)
        called = name if name[:1].isalpha() else f"{next(iter(axes))}_{name}"
        yield Word(called, here), Mapping([*zip(axes, combination, strict=True), *rest], here)


def _values(node: Node, enums: dict[str, Node], report: Report) -> list[Scalar]:
    """The values of one attribute: of an enum, of a range, or of a list; none where there is a fault, which is told."""
    if isinstance(node, Items):
        return [each for each in node if isinstance(each, Scalar)]
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
        hint = did_you_mean(text, enums) or "write an enum, a range `2..14`, or a list `[a, b]`"
        report.error("YUP210", f"{cite(text)} is neither an enum nor a range", node.span, hint)
        return []
    listed = members if isinstance(members, Items) else ()
    return [Scalar(each.text, "plain", node.span) for each in listed if isinstance(each, Scalar)]
