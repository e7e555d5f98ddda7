"""The zones of a ruleset with what moves between them."""

from __future__ import annotations

from yupana.schemas.ruleset import ZoneDecl
from yupana.schemas.texts import Texts

from ..book.names import Names
from ..linting.study import Study
from .chart import Arrow, Box, Chart

_MANY = 3
_SEEN = {"none": "hidden", "owner": "seen by the owner", "others": "seen by the others", "all": "seen by all"}


def zones_chart(study: Study) -> Chart:
    """Boxes for the zones (and for out of play, and for where it is not known), arrows for what moves pieces."""
    ruleset, called = study.ruleset, Names(study.ruleset, Texts())
    chart = Chart(f"{ruleset.ruleset.title}: what moves between the zones")
    kinds: list[str] = []
    for name, zone in ruleset.zones.items():
        kind = called.heading(str(zone.of))
        if kind not in kinds:
            kinds.append(kind)
        chart.boxes.append(Box(str(name), (_heading(str(name), zone, called), _about(zone, kind)), kind))
    chart.groups = kinds
    moves: dict[tuple[str, str], list[str]] = {}
    for flow in study.zones.flows:
        source = f"any {flow.kind}" if flow.source is None else flow.source or f"out of play {flow.kind}"
        target = flow.target or f"out of play {flow.kind}"
        kind = called.heading(flow.kind)
        words = "begins here" if flow.how == "start" else _words(flow.element, flow.how, called)
        told = moves.setdefault((source, target), [])
        if words not in told:
            told.append(words)
        for key in (source, target):
            if key not in {each.key for each in chart.boxes}:
                label = f"{kind} from anywhere" if key.startswith("any ") else "out of play"
                chart.boxes.append(Box(key, (label,), kind, round=True))
    for (source, target), told in moves.items():
        shown = told[:_MANY] + ([f"and {len(told) - _MANY} more"] if len(told) > _MANY else [])
        chart.arrows.append(Arrow(source, target, tuple(shown), dashed=source.startswith("any ")))
    return chart


def _heading(name: str, zone: ZoneDecl, called: Names) -> str:
    return f"{called.of(name)} of each {called.of(str(zone.each))}" if zone.each is not None else called.of(name)


def _about(zone: ZoneDecl, kind: str) -> str:
    words = [kind]
    words += ["in order"] if zone.ordered else []
    if zone.visible is not None:
        seen = " ".join(zone.visible.text.split())
        words.append(_SEEN.get(seen.removesuffix(" or is_over()"), "seen at times"))
    return ", ".join(words)


def _words(element: str, how: str, called: Names) -> str:
    """What moves: the element, without the name of its section where that is plain."""
    section, _, name = element.partition(".")
    if how == "refill":
        return "refill, shuffled"
    if section in ("setup", "flow"):
        return f"{'set-up' if section == 'setup' else 'flow'} {called.of(name)}"
    return called.of(name) if section in ("actions", "procedures") else element
