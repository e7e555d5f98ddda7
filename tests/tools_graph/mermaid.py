"""A flowchart in Mermaid read back: strict, so that what passes here is drawn by whatever draws Mermaid."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_LABEL = r'"(?P<label>[^"]*)"'
_NODE = re.compile(rf"(?P<key>[a-z][0-9]+)(?:\[{_LABEL}\]|\(\[{_LABEL.replace('label', 'round')}\]\))")
_ARROW = re.compile(rf"(?P<source>[a-z][0-9]+) (?:-->|-\.->)(?:\|{_LABEL}\|)? (?P<target>[a-z][0-9]+)")
_GROUP = re.compile(rf"subgraph (?P<key>[a-z][0-9]+) \[{_LABEL}\]")
_ENTITY = re.compile(r"#(?:quot|amp|lt|gt|[0-9]+);")


@dataclass
class Flowchart:
    """What it draws: the texts of nodes and groups by key, and the arrows between them."""

    nodes: dict[str, str] = field(default_factory=dict)
    groups: dict[str, str] = field(default_factory=dict)
    arrows: list[tuple[str, str]] = field(default_factory=list)


def read(text: str) -> Flowchart:
    """Read a flowchart; fails at a line that is none of node, arrow, group and end, and at a name nobody declares."""
    first, *lines = text.splitlines()
    assert first in ("flowchart TD", "flowchart LR")
    chart = Flowchart()
    depth = 0
    for line in lines:
        words = line.strip()
        if words == "end":
            depth -= 1
            assert depth >= 0
        elif match := _GROUP.fullmatch(words):
            depth += 1
            assert match["key"] not in chart.groups | chart.nodes
            chart.groups[match["key"]] = _plain(match["label"])
        elif match := _NODE.fullmatch(words):
            assert match["key"] not in chart.groups | chart.nodes
            chart.nodes[match["key"]] = _plain(match["label"] if match["label"] is not None else match["round"])
        else:
            match = _ARROW.fullmatch(words)
            assert match, f"not Mermaid: {line}"
            if match["label"] is not None:
                _plain(match["label"])
            chart.arrows.append((match["source"], match["target"]))
    assert depth == 0
    assert {each for arrow in chart.arrows for each in arrow} <= set(chart.nodes) | set(chart.groups)
    return chart


def _plain(label: str) -> str:
    """A label as it is read; fails at signs that Mermaid or a browser would take for its own."""
    bare = _ENTITY.sub("", label.replace("<br>", ""))
    assert not re.search(r'[<>"#&`\\]', bare), f"not escaped: {label}"
    return label
