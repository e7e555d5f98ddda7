"""Puts the program together: domains, layout, fields, zones, and the size of the stack."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace

from yupana.schemas.ruleset import Ruleset

from ..program import ir
from ..program.blocks import stack_depth
from ..typed.declared import DomainInfo, FieldInfo, PositionInfo, ZoneInfo
from .forms import axes_of
from .positions import noting
from .rules import Lowered
from .tables import WORDS, Tables


def assemble(tables: Tables, lowered: Lowered, name: str, digest: str, versions: Mapping[str, str]) -> ir.Program:
    """The program of a ruleset in which everything is sound. `versions` are those of its parts, by their names."""
    declared = tables.declared
    fields, zones = declared.fields, list(declared.zones.values())
    ordered: list[int] = []
    refill: list[int] = []
    for info in zones:
        other = None if info.refill is None else declared.zones[info.refill]
        for number in range(info.count):
            ordered.append(int(info.ordered))
            refill.append(-1 if other is None else other.first + (number if other.holder >= 0 else 0))
    layout = ir.Layout(
        size=tables.cells,
        stack=tables.cells,
        zones=declared.zone_count,
        pieces=declared.piece_count,
        options=tuple((each.name, tables.cell[each]) for each in declared.options.values()),
        **tables.zone_cells,
    )
    players = declared.ruleset.players
    program = ir.Program(
        name=name,
        title=str(declared.ruleset.ruleset.title),
        hash=digest,
        min_players=players.min,
        max_players=players.max,
        domains=program_domains(tables),
        layout=layout,
        fields=tuple([_field(tables, info, seen) for info, seen in zip(fields, lowered.seen, strict=False)]),
        families=tuple(
            [_family(tables, info, seen) for info, seen in zip(zones, lowered.seen[len(fields) :], strict=True)]
        ),
        zone_ordered=tuple(ordered),
        zone_refill=tuple(refill),
        tables=(),
        functions=(),
        decisions=(),
        alternatives=(),
        texts=(),
        places=(),
        game_options=_options(tables),
        init=lowered.init,
        main=lowered.main,
        scoring=lowered.scoring,
        invariants=lowered.invariants,
        features=_features(declared.ruleset, lowered.features),
        positions=tuple([_position(tables, each) for each in declared.positions.values()]),
        versions=tuple(versions.items()),
        backs=lowered.backs,
        faces=lowered.faces,
    )
    return with_tables(program, tables)


def with_tables(program: ir.Program, tables: Tables, more: Sequence[int] = ()) -> ir.Program:
    """A program with all that is in the tables. `more` are waiting functions that may run instead of `main`."""
    functions = tuple([function for function in tables.functions if function is not None])
    assert len(functions) == len(tables.functions), "a function was reserved and never made"
    layout = program.layout
    depth = max(stack_depth(functions, each) for each in (program.main, *more))
    return replace(
        program,
        layout=replace(layout, size=layout.stack + depth),
        domains=domains_with(program, tables),
        tables=tuple(tables.tables),
        functions=functions,
        decisions=tuple([decision for decision in tables.decisions if decision is not None]),
        alternatives=tuple(tables.alternatives),
        texts=tuple(tables.texts),
        places=tuple(tables.places),
    )


def domains_with(program: ir.Program, tables: Tables) -> tuple[ir.Domain, ...]:
    """The domains of a program to which all is added that is in the tables."""
    known = _known(tables)
    chosen = len(program.domains[known].names) if known < len(program.domains) else 0
    same = len(program.domains) >= known and (chosen == len(tables.chosen) or not tables.chosen)
    return program.domains if same else program_domains(tables)


def program_domains(tables: Tables) -> tuple[ir.Domain, ...]:
    """The domains of a ruleset as its program has them, and behind them that of the texts that conditions choose."""
    words = [ir.Domain(WORDS, "enum", tuple([text for text, _, _ in tables.chosen]))] if tables.chosen else []
    return (*[_domain(tables, domain) for domain in tables.domains[: _known(tables)]], *words)


def _known(tables: Tables) -> int:
    """How many of the declared domains a program knows: all but those at the end that are the entries of kinds nobody
    names."""
    if tables.chosen:
        return len(tables.domains)
    named = tables.declared.entries_named
    known = [each.of < 0 or each.number in named for each in tables.domains]
    return next(number for number in range(len(known), 0, -1) if known[number - 1])


def _domain(tables: Tables, domain: DomainInfo) -> ir.Domain:
    labels: tuple[str, ...] = ()
    if domain.label >= 0:
        attribute = domain.attributes["name"]
        texts = tables.domains[attribute.type.domain].names
        labels = tuple(texts[each] for each in tables.tables[domain.label] if isinstance(each, int))
    elif domain.of >= 0:
        labels = _labels_of_entries(tables, tables.domains[domain.of])
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
        axes=axes_of(tables, domain),
    )


def _labels_of_entries(tables: Tables, kind: DomainInfo) -> tuple[str, ...]:
    """What the entries of a kind are called: as their copies are, if these have a `name`."""
    if kind.label < 0:
        return ()
    texts, values = tables.domains[kind.attributes["name"].type.domain].names, tables.tables[kind.label]
    first = {group: index for index, group in reversed(list(enumerate(kind.groups)))}
    made: list[str] = []
    for group, name in enumerate(kind.group_names):
        value = values[first[group]] if group in first else None
        label = texts[value] if isinstance(value, int) else name
        made.append(str(name) if group not in first or label == kind.names[first[group]] else label)
    return tuple(made)


def _field(tables: Tables, info: FieldInfo, seen: ir.Visibility) -> ir.StateField:
    type_ = info.type
    scalar = type_.element if type_.kind in ("list", "map") and type_.element is not None else type_
    low, high = (scalar.low, scalar.high) if scalar.kind == "int" else (ir.INT_MIN, ir.INT_MAX)
    base, shape, shown = tables.cell[info], tables.shape[info], tables.value_type(type_)
    return ir.StateField(str(info.name), info.domain, base, shape, shown, seen, info.internal, low, high)


def _family(tables: Tables, info: ZoneInfo, seen: ir.Visibility) -> ir.ZoneFamily:
    refill = -1 if info.refill is None else tables.declared.zones[info.refill].number
    return ir.ZoneFamily(str(info.name), info.domain, info.holder, info.first, info.count, info.ordered, seen, refill)


def _position(tables: Tables, info: PositionInfo) -> ir.Position:
    """A position: the cells of its fields in order of declaration. What pieces that are alike have in fields counts
    with the zones in which they lie, where any of these count, so that they can change places."""
    declared = tables.declared
    apart = () if declared.chain is None else declared.chain.fields
    every = [each for each in declared.fields if (info.whole or each in info.fields) and each not in apart]
    moving = {each.domain for each in info.zones if tables.domains[each.domain].alike}
    cells = [(ir.CELL_ACTIVE, 1)] if info.active else []
    for each in every:
        if each.domain not in moving:
            holders = 1 if each.domain < 0 else tables.domains[each.domain].size
            cells.append((tables.cell[each], holders * tables.shape[each].cells))
    zones = []
    for zone in info.zones:
        domain = tables.domains[zone.domain]
        same = domain.groups if domain.alike and domain.groups else range(domain.size)
        told = [tables.cell[each] for each in every if domain.alike and each.domain == domain.number]
        zones.append(ir.ZonePart(zone.number, tuple(same), tuple(told)))
    return ir.Position(info.name, tuple(cells), tuple(zones), noting(tables, info))


def _features(ruleset: Ruleset, features: ir.Features) -> ir.Features:
    """The features with a digest of their names and values, in which spaces do not count."""
    if not features.items:
        return features
    said = "\n".join([f"{name} {''.join(each.value.text.split())}" for name, each in ruleset.features.items()])
    return replace(features, digest=hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:16])


def _options(tables: Tables) -> tuple[ir.GameOption, ...]:
    made = []
    for info in tables.declared.options.values():
        low, high = (info.type.low, info.type.high) if info.type.kind == "int" else (0, 0)
        made.append(ir.GameOption(info.name, tables.value_type(info.type), info.default, low, high, info.text))
    return tuple(made)
