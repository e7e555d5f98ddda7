"""What uses what: the elements of a ruleset, or those around one of them."""

from __future__ import annotations

from collections.abc import Set

from yupana.interpreter.index.elements import SECTIONS, Element, Elements

from .chart import Arrow, Box, Chart

MOST = 400
"""A chart of more elements could not be read."""

_LEFT_OUT = {"examples", "rules", "rulebook", "book", "look", "ruleset", "invariants", "features"}


def uses_chart(
    elements: Elements, title: str, around: Element | None = None, depth: int = 1, live: Set[str] = frozenset()
) -> Chart:
    """Boxes for the elements (what is inside an element is part of it), arrows from what uses to what is used;
    examples are left out.

    With `around` only that element and what is within `depth` arrows of it. Without, those in `live`, and no arrow from
    one to another that it comes to through others anyway.
    """
    top = {each.path: _whole(elements, each) for each in elements}
    links: dict[str, set[str]] = {}
    for each in elements:
        for used in each.uses:
            source, target = top[each.path], top[used]
            if source != target and not {source.partition(".")[0], target.partition(".")[0]} & _LEFT_OUT:
                links.setdefault(source, set()).add(target)
    shown = {path for path in top.values() if path.partition(".")[0] not in _LEFT_OUT}
    if around is None:
        shown &= live
        links = _reduced({source: targets & shown for source, targets in links.items() if source in shown})
        shown &= set(links) | {each for targets in links.values() for each in targets}
    else:
        shown = _near(links, top[around.path], depth) | {top[around.path]}
    order = list(dict.fromkeys(top.values()))
    chart = Chart(title, across=True)
    sections = ("flow", "setup", "scoring", "actions", "procedures", "functions", "adjustments", *SECTIONS, "players")
    chart.groups = list(dict.fromkeys(sections))
    for section in chart.groups:
        for path in order:
            if path in shown and path.partition(".")[0] == section:
                name = path.partition(".")[2] or path
                name = f"set-up {name}" if section == "setup" else name
                chart.boxes.append(Box(path, (name,), section, round=around is not None and path == top[around.path]))
    for box in chart.boxes:
        for target in order:
            if target in shown and target in links.get(box.key, ()):
                chart.arrows.append(Arrow(box.key, target))
    return chart


def _whole(elements: Elements, element: Element) -> str:
    """The path of the element that an inner one belongs to; steps of the flow stay apart."""
    while element.within is not None and element.section not in ("flow", "setup"):
        element = elements.by_path[element.within]
    parts = element.path.split(".")
    if element.section in ("flow", "setup"):
        return element.path
    return ".".join(parts[:2]) if element.path != "scoring" else "scoring"


def _reduced(links: dict[str, set[str]]) -> dict[str, set[str]]:
    """The links without those that a way through others makes needless."""
    kept = {source: set(targets) for source, targets in links.items()}
    for source in kept:
        for target in sorted(kept[source]):
            others = kept[source] - {target}
            if target in _from(kept, others, source):
                kept[source].discard(target)
    return {source: targets for source, targets in kept.items() if targets}


def _from(links: dict[str, set[str]], starts: set[str], without: str) -> set[str]:
    """All that can be come to from some places, not going through one."""
    found: set[str] = set()
    queue = sorted(starts)
    while queue:
        path = queue.pop()
        if path not in found and path != without:
            found.add(path)
            queue += links.get(path, ())
    return found


def _near(links: dict[str, set[str]], start: str, depth: int) -> set[str]:
    """What is used from a start, and what uses it, in so many steps each way."""
    back: dict[str, set[str]] = {}
    for source, targets in links.items():
        for target in targets:
            back.setdefault(target, set()).add(source)
    found: set[str] = set()
    for way in (links, back):
        front = {start}
        for _ in range(depth):
            front = {other for each in front for other in way.get(each, ())} - found - {start}
            found |= front
    return found
