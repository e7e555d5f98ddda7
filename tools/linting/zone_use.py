"""Where pieces come from and go to: what every `move`, `draw`, `refill` and `start` does to the zones.

A zone is known by its name, whoever holds it. Where a piece comes from is read off the expression that names it: `top`
and `bottom` of a zone, a choice out of one, a loop over one, an argument that is one of these; of any other piece it
is only known that it may come from every zone of its kind (`anywhere`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from yupana.interpreter.index.elements import Element
from yupana.interpreter.language import nodes
from yupana.interpreter.language.trees import descend
from yupana.schemas.steps import Step

if TYPE_CHECKING:
    from .study import Study

OUT = ""
"""Stands for out of play."""


@dataclass(frozen=True, slots=True)
class Flow:
    """Pieces of a kind go from one zone to another (`OUT`: out of play; None: from anywhere) in an element."""

    source: str | None
    target: str
    kind: str
    element: str
    how: str = "move"


@dataclass(slots=True)
class ZoneUse:
    """All flows of a ruleset, and the zones that some code reads otherwise than to move pieces into them."""

    flows: list[Flow] = field(default_factory=list)
    read: set[str] = field(default_factory=set)


def zone_of(study: Study, node: object) -> str | None:
    """The name of the zone that an expression names."""
    meant = study.meant(node) if isinstance(node, nodes.Name | nodes.Attribute) else ()
    return next((path.removeprefix("zones.") for path in meant if path.startswith("zones.")), None)


def zone_use(study: Study) -> ZoneUse:
    """Read all code of the game (examples put pieces anywhere, so theirs is left out, with all that only they use)."""
    use = ZoneUse()
    arguments = _arguments(study)
    for element in study.elements:
        if element.section in ("functions", "procedures", "adjustments") and element.path not in study.in_play:
            continue
        if element.section in ("examples", "rules"):
            continue
        _start(study, element, use)
        _drawn(study, element, use)
        local = _Local(study, element, arguments)
        for piece in element.pieces:
            inward = set()
            for node in descend(piece.node):
                inward |= _flows(study, element, local, node, use)
            for node in descend(piece.node):
                name = zone_of(study, node)
                if name is not None and id(node) not in inward:
                    use.read.add(name)
    for name, zone in study.ruleset.zones.items():
        if zone.refill is not None:
            use.flows.append(Flow(str(zone.refill), str(name), str(zone.of), f"zones.{name}", "refill"))
    return use


def enters(study: Study) -> set[str]:
    """The kinds of which pieces may be brought into play by code that does not name them."""
    return {each.kind for each in study.zones.flows if each.source is None}


def _start(study: Study, element: Element, use: ZoneUse) -> None:
    start = getattr(element.model, "start", None)
    if element.section in ("kinds", "boards") and isinstance(start, str) and start in study.ruleset.zones:
        kind = str(study.ruleset.zones[start].of)  # type: ignore[index]
        use.flows.append(Flow(OUT, str(start), kind, element.path, "start"))


def _drawn(study: Study, element: Element, use: ZoneUse) -> None:
    """What a drawing puts on spaces comes from where it starts."""
    drawn = element.model.drawn if isinstance(element.model, Step) else {}
    boards = {str(board.kind) for board in study.ruleset.boards.values() if board.grid is not None}
    for name, zone in study.ruleset.zones.items():
        if str(zone.each) in boards and any(part.rpartition(".")[2] in ("", name) for part in drawn):
            kind = study.ruleset.kinds.get(zone.of)
            entries = () if kind is None else kind.entries.values()
            starts = [str(each.start or kind.start or OUT) for each in entries if kind is not None]
            for source in dict.fromkeys(starts or [str(kind.start or OUT) if kind is not None else OUT]):
                use.flows.append(Flow(source, str(name), str(zone.of), element.path))


def _flows(study: Study, element: Element, local: _Local, node: nodes.Node, use: ZoneUse) -> set[int]:
    """The flows of one statement; gives the zones it only moves pieces into, by identity of their nodes."""
    if isinstance(node, nodes.Move | nodes.MoveEach):
        target = zone_of(study, node.zone) if node.zone is not None else OUT
        for kind, source in local.sources(node.piece):
            use.flows.append(Flow(source, target or OUT, kind, element.path))
    elif isinstance(node, nodes.MoveAll | nodes.Draw):
        source = zone_of(study, node.source)
        target = zone_of(study, node.zone) if node.zone is not None else OUT
        if source is not None:
            kind = str(study.ruleset.zones[source].of)  # type: ignore[index]
            how = "draw" if isinstance(node, nodes.Draw) else "move"
            use.flows.append(Flow(source, target or OUT, kind, element.path, how))
    else:
        return set()
    return {id(node.zone)}


class _Local:
    """Which zones the local names of an element stand for pieces of."""

    def __init__(self, study: Study, element: Element, arguments: Mapping[tuple[str, str], set[str | None]]) -> None:
        self.study = study
        self.zones: dict[str, set[str | None]] = {}
        parameters = getattr(element.model, "of", None)
        for name in parameters if isinstance(parameters, dict) else ():
            self.zones[str(name)] = set(arguments.get((element.name, str(name)), {None}))
        for piece in element.pieces:
            if piece.part.startswith("parameters.") and piece.part.endswith(".in"):
                self._bind(piece.part.split(".")[1], piece.node)
            for node in descend(piece.node):
                if isinstance(node, nodes.For | nodes.ForClause | nodes.Pick | nodes.MoveEach | nodes.Binder):
                    self._bind(node.name, node.items)
                elif isinstance(node, nodes.Let):
                    self.zones.setdefault(node.name, set()).update(self.of(node.value))

    def _bind(self, name: str, items: object) -> None:
        if isinstance(items, nodes.Name) and items.name in self.zones and zone_of(self.study, items) is None:
            found = self.zones[items.name]
        else:
            found = {zone_of(self.study, items)}
        self.zones.setdefault(name, set()).update(found)

    def of(self, node: object) -> set[str | None]:
        """The zones that a piece may come from; None among them: from anywhere."""
        if isinstance(node, nodes.Name):
            return self.zones.get(node.name, {None})
        if isinstance(node, nodes.Index):
            zone = zone_of(self.study, node.value)
            return {zone} if zone is not None else self.of(node.value)
        if (
            isinstance(node, nodes.Call)
            and isinstance(node.function, nodes.Name)
            and node.function.name in ("top", "bottom", "first", "last")
            and node.args
        ):
            return {zone_of(self.study, node.args[0])}
        if isinstance(node, nodes.Comprehension) and node.clauses:
            element = node.element
            if isinstance(element, nodes.Name) and element.name == node.clauses[0].name:
                return {zone_of(self.study, node.clauses[0].items)}
        return {None}

    def sources(self, node: nodes.Expr) -> Iterator[tuple[str, str | None]]:
        """The kind of a piece, with every zone it may come from."""
        world = self.study.analysis.world
        kinds = {world.domains[each.domain].name for each in self.study.analysis.types_of(node) if each.domain >= 0}
        for zone in sorted(self.of(node), key=lambda each: each or ""):
            for kind in sorted(kinds):
                fits = zone is None or str(self.study.ruleset.zones[zone].of) == kind  # type: ignore[index]
                yield kind, zone if fits else None


def _arguments(study: Study) -> dict[tuple[str, str], set[str | None]]:
    """For every parameter of a procedure the zones that its arguments come from, over all calls. Arguments that are
    themselves parameters are followed until nothing is new."""
    calls = [
        (element, node)
        for element in study.elements
        if element.section not in ("examples", "rules")
        for piece in element.pieces
        for node in descend(piece.node)
        if isinstance(node, nodes.Do)
    ]
    found: dict[tuple[str, str], set[str | None]] = {}
    for _ in range(6):
        before = {key: set(value) for key, value in found.items()}
        for element, call in calls:
            decl = study.ruleset.procedures.get(call.name)  # type: ignore[call-overload]
            if decl is None:
                continue
            local = _Local(study, element, found)
            for name, argument in zip(decl.of, call.args, strict=False):
                found.setdefault((call.name, str(name)), set()).update(local.of(argument))
        if found == before:
            break
    return found
