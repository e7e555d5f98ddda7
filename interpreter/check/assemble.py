"""Puts the program together: domains, layout, fields, zones, and the size of the stack."""

from __future__ import annotations

from collections.abc import Sequence

from yupana.schemas.source import Code, Span

from ..language.types import Type
from ..lower.visibility import visibility
from ..program import ir
from ..program.blocks import stack_depth
from ..typed.nodes import sound
from .constants import Constants
from .visibility import visible_to
from .world import DomainInfo, World, ZoneInfo


def assemble(
    world: World,
    name: str,
    digest: str,
    init: int,
    main: int,
    scoring: ir.Scoring,
    invariants: Sequence[tuple[str, int]],
    more: Sequence[int] = (),
) -> ir.Program | None:
    """The program, or None when a last fault was found. `more` are waiting functions that may run instead of `main`."""
    fields = tuple(_fields(world))
    families = tuple(_family(world, info) for info in world.zones.values())
    if world.report.errors or world.partial:
        return None
    functions = tuple(function for function in world.functions if function is not None)
    assert len(functions) == len(world.functions), "a function was reserved and never made"
    decisions = tuple(decision for decision in world.decisions if decision is not None)
    depth = max(stack_depth(functions, each) for each in (main, *more))
    ordered: list[int] = []
    refill: list[int] = []
    for info in world.zones.values():
        other = world.zones.get(info.refill) if info.refill is not None else None
        for number in range(info.count):
            ordered.append(int(info.ordered))
            refill.append(-1 if other is None else other.first + (number if other.holder >= 0 else 0))
    stack = world.cells
    layout = ir.Layout(
        size=stack + depth,
        stack=stack,
        zones=world.zone_count,
        pieces=world.piece_count,
        options=tuple((str(option), cell) for option, cell in world.option_cells.items()),
        **world.zone_cells,
    )
    players = world.ruleset.players
    return ir.Program(
        name=name,
        title=str(world.ruleset.ruleset.title),
        hash=digest,
        min_players=players.min,
        max_players=players.max,
        domains=declared_domains(world),
        layout=layout,
        fields=fields,
        families=families,
        zone_ordered=tuple(ordered),
        zone_refill=tuple(refill),
        tables=tuple(world.tables),
        functions=functions,
        decisions=decisions,
        alternatives=tuple(world.alternatives),
        texts=tuple(world.texts),
        places=tuple(world.places),
        game_options=tuple(_options(world)),
        init=init,
        main=main,
        scoring=scoring,
        invariants=tuple(invariants),
    )


def declared_domains(world: World) -> tuple[ir.Domain, ...]:
    """The domains of a ruleset as its program has them."""
    return tuple(_domain(world, domain) for domain in world.domains)


def _domain(world: World, domain: DomainInfo) -> ir.Domain:
    labels: tuple[str, ...] = ()
    if domain.label >= 0:
        attribute = domain.attributes["name"]
        texts = world.domains[attribute.type.domain].names
        labels = tuple(texts[each] for each in world.tables[domain.label] if isinstance(each, int))
    return ir.Domain(
        name=domain.name,
        sort=domain.sort,
        names=tuple(str(each) for each in domain.names),
        labels=labels,
        groups=tuple(domain.groups) if domain.alike else (),
        group_names=tuple(str(each) for each in domain.group_names) if domain.alike else (),
        present=tuple(tuple(each) for each in domain.present),
        piece_base=domain.piece_base,
        alike=domain.alike,
    )


def _fields(world: World) -> list[ir.StateField]:
    result = []
    for info in world.fields:
        type_ = info.type
        scalar = type_.element if type_.kind in ("list", "map") and type_.element is not None else type_
        low, high = (scalar.low, scalar.high) if scalar.kind == "int" else (ir.INT_MIN, ir.INT_MAX)
        visible = _visibility(world, info.visible, info.domain, info.span, f"field {info.name}")
        shown = world.value_type(type_)
        result.append(
            ir.StateField(str(info.name), info.domain, info.base, info.shape, shown, visible, info.internal, low, high)
        )
    return result


def _family(world: World, info: ZoneInfo) -> ir.ZoneFamily:
    visible = _visibility(world, info.visible, info.holder, info.span, f"zone {info.name}")
    refill = world.zones[info.refill].number if info.refill is not None and info.refill in world.zones else -1
    return ir.ZoneFamily(
        str(info.name), info.domain, info.holder, info.first, info.count, info.ordered, visible, refill
    )


def _visibility(world: World, code: Code | None, holder: int, span: Span, element: str) -> ir.Visibility:
    seen = visible_to(world, code, holder, span, element)
    return visibility(seen) if sound(seen) else ir.Visibility("all")


def _options(world: World) -> list[ir.GameOption]:
    constants = Constants(world)
    result = []
    for name, decl in world.ruleset.options.items():
        symbol = world.symbols[name]
        type_ = symbol.type or Type("int")
        default = constants.value(decl.default, type_)
        low, high = (type_.low, type_.high) if type_.kind == "int" else (0, 0)
        text = str(decl.text) if decl.text else ""
        result.append(
            ir.GameOption(
                str(name), world.value_type(type_), default if isinstance(default, int) else 0, low, high, text
            )
        )
    return result
