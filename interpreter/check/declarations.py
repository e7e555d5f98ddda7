"""Second pass: fields, zones, tables and signatures, once every domain is known."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from yupana.schemas.ruleset import FieldDecl, TableDecl, ZoneDecl
from yupana.schemas.source import Code, Span
from yupana.schemas.tree import Word

from ..language import messages
from ..language.parse import parse_expression
from ..language.types import BOOL, UNKNOWN, Type, interval
from ..typed.declared import OptionInfo
from .calls_graph import depth_of
from .constants import Constants
from .world import DomainInfo, FieldInfo, Signature, Symbol, TableInfo, World, ZoneInfo, named

LABEL = re.compile(r"^\s*(?:(<=|>=|<|>)\s*(-?\d+)|(-?\d+)\s*(?:-|\.\.)\s*(-?\d+)|(-?\d+)\s*\+|(-?\d+))\s*$")
PART = re.compile(r"\{([a-z][a-z0-9_]*):([^}]*)\}")
MAX_KEY = 10_000


class Declarations:
    """Declares everything that has cells or a signature."""

    def __init__(self, world: World, constants: Constants) -> None:
        self.world = world
        self.constants = constants

    # ------------------------------------------------------------ fields

    def options(self) -> None:
        """Options of the game: one cell each."""
        world = self.world
        for name, decl in world.ruleset.options.items():
            type_ = self.constants.type_of(decl.type)
            if type_ is None:
                world.broken.add(name)
                continue
            if not type_.scalar or type_.optional:
                world.error(messages.option_type(name.span))
                continue
            default = self.constants.value(decl.default, type_)
            text = str(decl.text) if decl.text else ""
            info = OptionInfo(str(name), type_, default if isinstance(default, int) else 0, text, name.span)
            world.options[name] = info
            world.declare(name, Symbol("option", f"the option `{name}`", name.span, type_, info))

    def fields(self) -> None:
        """Fields of the game, of the players and of all kinds."""
        world, ruleset = self.world, self.world.ruleset
        for name, decl in ruleset.state.items():
            info = self.field(name, decl, None, name.span)
            if info is None:
                world.broken.add(name)
            else:
                world.declare(name, Symbol("field", f"the field `{name}`", name.span, info.type, info=info))
        self.of_domain(world.domains[0], ruleset.players.fields)
        for name, kind in ruleset.kinds.items():
            self.of_domain(world.declared(name, "kind"), kind.fields)
        for board in ruleset.boards.values():
            self.of_domain(world.declared(board.kind, "space"), board.fields)
            for link_name, link in board.links.items():
                self.of_domain(world.declared(link_name, "link"), link.fields)

    def of_domain(self, domain: DomainInfo, declared: Mapping[Any, FieldDecl]) -> None:
        """The fields of a kind."""
        for name, decl in declared.items():
            span = getattr(name, "span", decl.span)
            if name in domain.attributes or name in domain.predicates:
                predicate = name in domain.predicates
                first = domain.predicates[name].span if predicate else domain.attributes[name].span
                sort = "predicate" if predicate else "attribute"
                self.world.error(messages.duplicate_name(name, sort, span, first, domain.name))
                continue
            info = self.field(name, decl, domain, span)
            if info is None:
                self.world.broken.add(name)
            else:
                domain.fields[name] = info

    def field(self, name: str, decl: FieldDecl, domain: DomainInfo | None, span: Span) -> FieldInfo | None:
        """One field: its type, cells and start."""
        world = self.world
        type_ = self.constants.type_of(decl.type)
        if type_ is None:
            return None
        if not world.storable(type_, decl.type.span):
            return None
        start = parse_expression(decl.start, world.report) if decl.start is not None else None
        if start is None and type_.kind in ("int", "member"):
            self.constants.default(type_, span)
        source = tuple(str(each) for each in decl.source)
        number = -1 if domain is None else domain.number
        info = FieldInfo(name, number, type_, span, start, decl.per, decl.visible, source=source)
        info.back, info.means = decl.back, decl.means
        world.fields.append(info)
        return info

    # ------------------------------------------------------------ zones

    def zones(self) -> None:
        """Zones, and which kinds are pieces."""
        for name, decl in self.world.ruleset.zones.items():
            self._zone(name, decl, name.span)
            if name not in self.world.zones:
                self.world.broken.add(name)
        self._check_zones()

    def _zone(self, name: str, decl: ZoneDecl, span: Span) -> None:
        world = self.world
        number = world.domain_of.get(decl.of)
        if number is None:
            world.error(messages.unknown_element("kind", decl.of, decl.of.span, world.domain_of))
            return
        domain = world.domains[number]
        if domain.sort != "kind":
            world.error(messages.not_a_kind_of_piece(domain.name, domain.shown, domain.span, decl.of.span))
            return
        world.means(decl.of.span, domain)
        holder, count = -1, 1
        if decl.each is not None:
            found = world.domain_of.get(decl.each)
            if found is None:
                world.error(messages.unknown_element("kind", decl.each, decl.each.span, world.domain_of))
                return
            holder, count = found, world.domains[found].size
            there = world.domains[found]
            world.means(decl.each.span, there)
            if name in there.fields or name in there.attributes:
                sort = "field" if name in there.fields else "attribute"
                taken = there.fields[name].span if name in there.fields else there.attributes[name].span
                world.error(messages.duplicate_name(name, sort, span, taken, there.name))
        if domain.piece_base < 0:
            domain.piece_base = world.piece_count
            world.piece_count += domain.size
        first = world.zone_count
        world.zone_count += count
        number = len(world.zones)
        info = ZoneInfo(
            name, number, domain.number, holder, first, count, decl.ordered, decl.visible, decl.refill, span
        )
        world.zones[name] = info
        if holder < 0:
            world.declare(name, Symbol("zone", f"the zone `{name}`", span, info=info))

    def _check_zones(self) -> None:
        world = self.world
        for name, info in world.zones.items():
            refill = info.refill
            if refill is None:
                continue
            span = named(world.ruleset.zones, name).value_span("refill")
            other = world.zones.get(refill)
            if other is not None:
                world.means(span, other)
            if other is None:
                world.error(messages.unknown_element("zone", refill, span, world.zones))
            elif other.domain != info.domain or (other.holder >= 0 and other.holder != info.holder):
                world.error(messages.cannot_refill(refill, name, other.span, span))
            elif not info.ordered:
                world.error(messages.refill_of_unordered(name, span))
        for domain in world.domains:
            for index, start in enumerate(domain.starts):
                if start is None:
                    continue
                zone = world.zones.get(start)
                if zone is not None and isinstance(start, Word):
                    world.means(start.span, zone)
                if zone is None or zone.domain != domain.number:
                    known = [each.name for each in world.zones.values() if each.domain == domain.number]
                    span = getattr(start, "span", domain.span)
                    world.error(messages.unknown_element("zone", start, span, known, domain.name))
                    domain.starts[index] = None
                elif zone.holder >= 0:
                    owner = domain.attributes.get("owner")
                    if owner is None or owner.type.domain != zone.holder:
                        span = getattr(start, "span", domain.span)
                        world.error(messages.whose_start(start, world.domains[zone.holder].name, span))
                        domain.starts[index] = None

    # ------------------------------------------------------------ tables

    def tables(self) -> None:
        """Tables by one or two keys."""
        for name, decl in self.world.ruleset.tables.items():
            info = self._table(name, decl, name.span)
            if info is None:
                self.world.broken.add(name)
            else:
                self.world.declare(name, Symbol("table", f"the table `{name}`", name.span, info=info))

    def _table(self, name: str, decl: TableDecl, span: Span) -> TableInfo | None:
        world = self.world
        if len(decl.rows) != 1 or (decl.columns is not None and len(decl.columns) != 1):
            world.error(messages.one_key_each(span))
            return None
        row_key, row_labels = next(iter(decl.rows.items()))
        rows = self._axis(row_labels, decl.clamp, decl.value_span("rows"))
        column_key, column_labels = next(iter(decl.columns.items())) if decl.columns is not None else (None, [])
        columns = self._axis(column_labels, decl.clamp, decl.value_span("columns")) if column_key is not None else None
        if rows is None or (column_key is not None and columns is None):
            return None
        width = len(column_labels) if column_key is not None else 1
        cells: list[object] = []
        if len(decl.cells) != len(row_labels):
            world.error(messages.rows_counted(len(row_labels), len(decl.cells), decl.value_span("cells")))
            return None
        for label, row in zip(row_labels, decl.cells, strict=True):
            values = row if isinstance(row, list) else [row]
            if len(values) != width:
                where = next((each.span for each in values if isinstance(each, Word)), decl.value_span("cells"))
                world.error(messages.cells_counted(str(label), width, len(values), where))
                return None
            cells.extend(values)
        parts = self._parts(decl, cells, span)
        if parts is None:
            return None
        keys = (row_key,) if column_key is None else (row_key, column_key)
        low, table, size, open_ends, words = rows
        column = columns or (0, world.table((0,)), 1, (False, False), {})
        return TableInfo(
            name,
            keys,
            low,
            table,
            size,
            column[0],
            column[1],
            column[2],
            width,
            open_ends,
            column[3],
            parts,
            span,
            (words, column[4]),
        )

    def _axis(
        self, labels: Sequence[object], clamp: bool, span: Span
    ) -> tuple[int, int, int, tuple[bool, bool], dict[str, int]] | None:
        """(lowest key, table from key to position, its size, whether the ends are open, word labels)."""
        world = self.world
        ranges: list[tuple[int | None, int | None]] = []
        words: dict[str, int] = {}
        for label in labels:
            match = LABEL.match(str(label))
            if match is None or isinstance(label, bool):
                words[str(label)] = len(words)
                continue
            sign, edge, first, last, plus, single = match.groups()
            if sign is not None:
                limit = int(edge)
                pair = {"<=": (None, limit), "<": (None, limit - 1), ">=": (limit, None), ">": (limit + 1, None)}[sign]
                ranges.append(pair)
            elif first is not None:
                ranges.append((int(first), int(last)))
            elif plus is not None:
                ranges.append((int(plus), None))
            else:
                ranges.append((int(single), int(single)))
        if words and ranges:
            world.error(messages.mixed_labels(span))
            return None
        if words:
            if len(words) != len(labels):
                world.error(messages.label_twice(span))
                return None
            return 0, world.table(tuple(range(len(words)))), len(words), (clamp, clamp), words
        ends = [end for pair in ranges for end in pair if end is not None]
        if not ends:
            world.error(messages.no_labels(span))
            return None
        low, high = min(ends), max(ends)
        if high - low > MAX_KEY:
            world.error(messages.too_large(messages.Limit.KEYS, MAX_KEY, span))
            return None
        where: list[int | None] = [None] * (high - low + 1)
        for position, (start, stop) in enumerate(ranges):
            for key in range(low if start is None else start, (high if stop is None else stop) + 1):
                other = where[key - low]
                if other is not None:
                    first, at = (getattr(labels[each], "span", span) for each in (other, position))
                    world.error(messages.label_overlaps(key, (labels[other], labels[position]), first, at))
                    return None
                where[key - low] = position
        known = [each for each in where if each is not None]
        if len(known) != len(where):
            world.error(messages.label_missing(low + where.index(None), span))
            return None
        open_ends = clamp or any(a is None for a, _ in ranges), clamp or any(b is None for _, b in ranges)
        return low, world.table(tuple(known)), len(known), open_ends, {}

    def _parts(self, decl: TableDecl, cells: list[object], span: Span) -> dict[str, tuple[Type, int]] | None:
        world = self.world
        if decl.parts is None:
            numbers = [int(cell) for cell in cells if isinstance(cell, int)]
            if len(numbers) != len(cells):
                wrong = next(cell for cell in cells if not isinstance(cell, int))
                world.error(messages.cells_not_numbers(getattr(wrong, "span", span)))
                return None
            return {"": (interval(min(numbers), max(numbers)), world.table(tuple(numbers)))}
        pattern, kinds = "", {}
        position = 0
        for match in PART.finditer(decl.parts):
            pattern += re.escape(decl.parts[position : match.start()])
            name, form = match.groups()
            if name in kinds:
                world.error(messages.part_twice(name, span))
                return None
            kinds[name] = form
            pattern += rf"(?P<{name}>-?\d+)" if form == "int" else rf"(?P<{name}>{re.escape(form)})?"
            position = match.end()
        pattern += re.escape(decl.parts[position:])
        values: dict[str, list[int]] = {name: [] for name in kinds}
        for cell in cells:
            found = re.fullmatch(pattern, str(cell))
            if found is None:
                at = getattr(cell, "span", decl.value_span("cells"))
                world.error(messages.not_of_parts(cell, decl.parts, decl.value_span("parts"), at))
                return None
            for name, form in kinds.items():
                text = found.group(name)
                values[name].append(int(text) if form == "int" else int(text is not None))
        result: dict[str, tuple[Type, int]] = {}
        for name, form in kinds.items():
            type_ = interval(min(values[name]), max(values[name])) if form == "int" else BOOL
            result[name] = (type_, world.table(tuple(values[name])))
        return result

    # ------------------------------------------------------------ signatures

    def signatures(self) -> None:
        """Functions and procedures: parameters and declared results."""
        ruleset = self.world.ruleset
        for name, function in ruleset.functions.items():
            self._signature(name, function.of, function.gives, "function")
            signature = self.world.signatures[name]
            if function.requires and signature.result is None:
                signature.result = BOOL
        for name, procedure in ruleset.procedures.items():
            self._signature(name, procedure.of, procedure.gives, "procedure")
            self.world.signatures[name].depth = depth_of(self.world, procedure)

    def _signature(
        self, name: str, of: Mapping[Any, Code], gives: Code | None, sort: Literal["function", "procedure"]
    ) -> None:
        world = self.world
        span = getattr(name, "span", world.ruleset.span)
        params: dict[str, Type] = {}
        for param, code in of.items():
            type_ = self.constants.type_of(code)
            params[param] = type_ if type_ is not None else UNKNOWN
        result = self.constants.type_of(gives) if gives is not None else None
        world.signatures[name] = Signature(sort, name, params, result, False, span)
        world.declare(name, Symbol(sort, f"the {sort} `{name}`", span))
