"""Values, names and operators: from the typed tree to the program."""

from __future__ import annotations

from ..language.types import Type, member
from ..program import ir
from ..typed import nodes as typed
from ..typed.declared import Attribute, OptionInfo, StepInfo
from .core import ACTIVE, ME, add, lower, lowers, stored, times
from .frame import Frame

ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "//": "div", "%": "mod"}
OF_SETS = {"|": "set_or", "&": "set_and", "-": "set_sub"}
COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


def compared(type_: Type, op: str) -> str:
    """The operation that compares values of a type."""
    return f"{type_.kind}_{op}" if type_.kind in ("list", "set", "map") else op


def size_of(frame: Frame, type_: Type) -> int:
    """How many members the domain of a set, or of a map's keys, has."""
    return frame.tables.domains[type_.domain].size


def items(frame: Frame, node: typed.Expr) -> ir.Expr:
    """What a loop goes through, as a list."""
    expr = lower(frame, node)
    if node.type.kind != "set":
        return expr
    if isinstance(expr, ir.Op) and expr.op == "domain_set":
        return ir.Op("domain", expr.args)
    return ir.ConstList(expr.members) if isinstance(expr, ir.ConstSet) else ir.Op("members", (expr,))


def gone_through(frame: Frame, node: typed.Expr, variable: typed.Variable) -> tuple[ir.Expr, int, ir.Expr | None]:
    """What a loop goes through, the slot of its variable, and what it leaves out before anything else is asked: of a
    single value that may be none, no list is made."""
    match node:
        case typed.Comprehension(
            word="list",
            clauses=(typed.Clause(items=typed.Items(items=(value,)), test=test, going=None, until=None) as clause,),
            element=typed.Local(variable=taken),
        ) if taken is clause.variable and value.type.optional and test is not None:
            listed = items(frame, clause.items)
            slot = frame.give(taken)
            frame.values[variable] = ir.Local(slot)
            return listed, slot, lower(frame, test)
    listed = items(frame, node)
    return listed, frame.give(variable), None


def all_of(frame: Frame, nodes: tuple[typed.Expr, ...]) -> tuple[ir.Expr, ...]:
    """Several expressions, one after the other."""
    return tuple([lower(frame, each) for each in nodes])


def optional(frame: Frame, node: typed.Expr | None) -> ir.Expr | None:
    """An expression that may not be there."""
    return None if node is None else lower(frame, node)


@lowers(typed.Number, typed.Member)
def _constant(frame: Frame, node: typed.Number | typed.Member) -> ir.Expr:
    return ir.Const(node.constant)


@lowers(typed.NoneValue)
def _none(frame: Frame, node: typed.NoneValue) -> ir.Expr:
    return ir.Const(ir.NO_INT if node.of_number else ir.NONE)


@lowers(typed.Empty)
def _empty(frame: Frame, node: typed.Empty) -> ir.Expr:
    if node.type.kind == "set":
        return ir.ConstSet((), size_of(frame, node.type))
    if node.type.kind == "map" and node.type.element is not None:
        inner = node.type.element
        return ir.Op("map_fill", (ir.Const(size_of(frame, node.type)), ir.Const(inner.none if inner.optional else 0)))
    return ir.ConstSet((), 0) if node.braces and node.type.kind == "empty" else ir.ConstList(())


@lowers(typed.Items)
def _items(frame: Frame, node: typed.Items) -> ir.Expr:
    exprs = all_of(frame, node.items)
    values = [each.value for each in exprs if isinstance(each, ir.Const)]
    plain = len(values) == len(exprs)
    if node.type.kind == "set":
        size = size_of(frame, node.type)
        return ir.ConstSet(tuple(sorted(set(values))), size) if plain else ir.Op("set", exprs, size=size)
    return ir.ConstList(tuple(values)) if plain and not node.braces else ir.Op("list", exprs)


@lowers(typed.Range)
def _range(frame: Frame, node: typed.Range) -> ir.Expr:
    ends = lower(frame, node.low), lower(frame, node.high)
    return ir.Op("range", ends, -1 if node.type.bound is not None else frame.place(node.span))


# ---------------------------------------------------------------- names


@lowers(typed.Local)
def _local(frame: Frame, node: typed.Local) -> ir.Expr:
    return frame.read(node.variable)


@lowers(typed.Acting)
def _acting(frame: Frame, node: typed.Acting) -> ir.Expr:
    return ME if node.word == "me" else ACTIVE


@lowers(typed.Players)
def _players(frame: Frame, node: typed.Players) -> ir.Expr:
    return ir.Op("domain", (ir.Const(0),))


@lowers(typed.Declared)
def _declared(frame: Frame, node: typed.Declared) -> ir.Expr:
    symbol = node.symbol
    if isinstance(symbol.info, OptionInfo | StepInfo):
        return ir.Load(frame.tables.cell[symbol.info], None, frame.tables.loose_shape(node.type))
    if symbol.value is None:
        return ir.Table(symbol.table, ir.Load(ir.CELL_PLAYERS, None, ir.SCALAR))
    return ir.Const(symbol.value) if isinstance(symbol.value, int) else ir.ConstList(symbol.value)


@lowers(typed.Domain)
def _domain(frame: Frame, node: typed.Domain) -> ir.Expr:
    return ir.Op("domain_set", (ir.Const(node.domain.number),))


@lowers(typed.Field)
def _field(frame: Frame, node: typed.Field) -> ir.Expr:
    return stored(frame.tables, node.field, optional(frame, node.holder))


@lowers(typed.Fixed)
def _fixed(frame: Frame, node: typed.Fixed) -> ir.Expr:
    holder = lower(frame, node.holder)
    return whole_map(frame, node.attribute, holder) if node.attribute.stride else entry(frame, node.attribute, holder)


@lowers(typed.EntryOf)
def _entry_of(frame: Frame, node: typed.EntryOf) -> ir.Expr:
    domain = frame.tables.domains[node.copy.type.domain]
    return ir.Table(frame.tables.table(tuple(domain.groups), domain), lower(frame, node.copy))


@lowers(typed.FirstCopy)
def _first_copy(frame: Frame, node: typed.FirstCopy) -> ir.Expr:
    domain = frame.tables.domains[node.type.domain]
    groups = range(len(domain.group_names))
    firsts = tuple([domain.groups.index(each) if each in domain.groups else 0 for each in groups])
    if node.entry.constant is not None:
        return ir.Const(firsts[node.entry.constant])
    return ir.Table(frame.tables.table(firsts, (domain, "first")), lower(frame, node.entry))


@lowers(typed.NumberOf)
def _number_of(frame: Frame, node: typed.NumberOf) -> ir.Expr:
    return ir.Table(frame.tables.table(node.numbers, node.numbers), lower(frame, node.entity))


def entry(frame: Frame, attribute: Attribute, member: ir.Expr) -> ir.Expr:
    """What a member of a domain has as an attribute (tables hold rows of members for sets)."""
    found = ir.Table(attribute.table, member)
    if attribute.type.kind != "set":
        return found
    return ir.Op("list_set", (found,), size=size_of(frame, attribute.type))


def whole_map(frame: Frame, attribute: Attribute, holder: ir.Expr) -> ir.Expr:
    """A map attribute as a value."""
    domain = frame.tables.domains[attribute.type.domain]
    slot = frame.slot(member(domain.number), domain.span)
    everyone = ir.ConstList(tuple(range(domain.size)))
    found = ir.Table(attribute.table, add(times(holder, attribute.stride), ir.Local(slot)))
    return ir.Comp("map", (ir.Clause(slot, everyone, None),), found, ir.Local(slot), size=domain.size, fill=0)


@lowers(typed.Zone)
def _zone(frame: Frame, node: typed.Zone) -> ir.Expr:
    return ir.Op("zone_list", (zone_number(frame, node), ir.Const(frame.tables.domains[node.zone.domain].piece_base)))


def zone_number(frame: Frame, node: typed.Zone) -> ir.Expr:
    """The number of a zone."""
    first = ir.Const(node.zone.first)
    return first if node.holder is None else add(first, lower(frame, node.holder))


def piece_number(frame: Frame, node: typed.Expr) -> ir.Expr:
    """The number of a piece among all pieces."""
    return add(lower(frame, node), ir.Const(frame.tables.domains[node.type.domain].piece_base))


# ---------------------------------------------------------------- one value as another


@lowers(typed.Present)
def _present(frame: Frame, node: typed.Present) -> ir.Expr:
    value = lower(frame, node.value)
    return ir.Op("some_int" if node.type.kind == "int" else "some", (value,), frame.place(node.span))


@lowers(typed.InRange)
def _in_range(frame: Frame, node: typed.InRange) -> ir.Expr:
    bounds = lower(frame, node.value), ir.Const(node.type.low), ir.Const(node.type.high)
    return ir.Op("in_range", bounds, frame.place(node.span))


@lowers(typed.AsSet)
def _as_set(frame: Frame, node: typed.AsSet) -> ir.Expr:
    return ir.Op("list_set", (lower(frame, node.value),), size=size_of(frame, node.type))


# ---------------------------------------------------------------- operators


@lowers(typed.Not)
def _not(frame: Frame, node: typed.Not) -> ir.Expr:
    return ir.Op("not", (lower(frame, node.value),))


@lowers(typed.Negative)
def _negative(frame: Frame, node: typed.Negative) -> ir.Expr:
    return ir.Op("neg", (lower(frame, node.value),))


@lowers(typed.Binary)
def _binary(frame: Frame, node: typed.Binary) -> ir.Expr:
    sides = lower(frame, node.left), lower(frame, node.right)
    match node.type.kind:
        case "bool":
            return ir.Op(node.op, sides)
        case "set":
            return ir.Op(OF_SETS[node.op], sides)
        case "list":
            return ir.Op("list_concat", sides)
    return ir.Op(ARITHMETIC[node.op], sides, frame.place(node.span) if node.may_fault else -1)


@lowers(typed.Comparison)
def _comparison(frame: Frame, node: typed.Comparison) -> ir.Expr:
    left, right = lower(frame, node.left), lower(frame, node.right)
    if node.of.kind == "set" and node.op == ">=":
        return ir.Op("set_le", (right, left))
    return ir.Op(compared(node.of, COMPARISONS[node.op]), (left, right))


@lowers(typed.Inside)
def _inside(frame: Frame, node: typed.Inside) -> ir.Expr:
    group = node.group
    if isinstance(group, typed.Zone):
        zone = zone_number(frame, group)
        return ir.Op("eq", (ir.Op("piece_zone", (piece_number(frame, node.item),)), zone))
    if isinstance(group, typed.Range):
        item = lower(frame, node.item)
        above = ir.Op("ge", (item, lower(frame, group.low)))
        return ir.Op("and", (above, ir.Op("le", (item, lower(frame, group.high)))))
    within = lower(frame, group)
    item = lower(frame, node.item)
    if group.type.kind == "list":
        return ir.Op("list_has", (within, item))
    has = ir.Op("set_has", (within, item))
    if not node.item.type.optional and node.item.type.kind != "none":
        return has
    return ir.Op("and", (ir.Op("ne", (item, ir.Const(ir.NONE))), has))


@lowers(typed.Conditional)
def _conditional(frame: Frame, node: typed.Conditional) -> ir.Expr:
    return ir.Choice(lower(frame, node.test), lower(frame, node.then), lower(frame, node.other))


@lowers(typed.Rotation)
def _rotation(frame: Frame, node: typed.Rotation) -> ir.Expr:
    expr = items(frame, node.items)
    return ir.Op("rotate_after" if node.after else "rotate", (expr, lower(frame, node.start)))


@lowers(typed.MapEntry)
def _map_entry(frame: Frame, node: typed.MapEntry) -> ir.Expr:
    held = node.map
    if isinstance(held, typed.Fixed):
        base = times(lower(frame, held.holder), held.attribute.stride)
        return ir.Table(held.attribute.table, add(base, lower(frame, node.key)))
    whole, key = lower(frame, held), lower(frame, node.key)
    if isinstance(whole, ir.Load):
        cell = key if whole.index is None else add(whole.index, key)
        return ir.Load(whole.base, cell, whole.shape.of or ir.SCALAR)
    return ir.Op("map_get", (whole, key))


@lowers(typed.ListEntry)
def _list_entry(frame: Frame, node: typed.ListEntry) -> ir.Expr:
    return ir.Op("list_get", (lower(frame, node.list), lower(frame, node.index)), frame.place(node.span))


# Calls of what a ruleset declares, and look-ups in its tables: from the typed tree to the program.


@lowers(typed.Call)
def _call(frame: Frame, node: typed.Call) -> ir.Expr:
    return ir.Call(frame.tables.function[node.function], all_of(frame, node.args))


@lowers(typed.PredicateCall)
def _predicate_call(frame: Frame, node: typed.PredicateCall) -> ir.Expr:
    holder = lower(frame, node.holder)
    args = list(all_of(frame, node.args))
    for name, given in zip(node.predicate.overrides, node.given, strict=True):
        own = ir.Table(node.domain.attributes[name].table, holder)
        args.append(own if given is None else lower(frame, given))
    return ir.Call(frame.tables.function[node.predicate], (holder, *args))


@lowers(typed.Label)
def _label(frame: Frame, node: typed.Label) -> ir.Expr:
    return ir.Const(node.position)


@lowers(typed.Lookup)
def _lookup(frame: Frame, node: typed.Lookup) -> ir.Expr:
    table = node.table
    row = _position(frame, node.keys[0], table.row_low, table.row_table, table.row_size, table.row_open)
    column: ir.Expr = ir.Const(0)
    if len(node.keys) == 2:
        low, size = table.column_low, table.column_size
        column = _position(frame, node.keys[1], low, table.column_table, size, table.column_open)
    return ir.Table(table.parts[node.part][1], add(times(row, table.columns), column))


def _position(
    frame: Frame, node: typed.Expr, low: int, number: int, size: int, open_ends: tuple[bool, bool]
) -> ir.Expr:
    """Which row or column a key means: `low` is the lowest, and open ends take what lies beyond."""
    key = lower(frame, node)
    if isinstance(node, typed.Label):
        return key
    below, above = node.type.low < low, node.type.high > low + size - 1
    if below and open_ends[0]:
        key = ir.Op("max", (key, ir.Const(low)))
    if above and open_ends[1]:
        key = ir.Op("min", (key, ir.Const(low + size - 1)))
    if (below and not open_ends[0]) or (above and not open_ends[1]):
        key = ir.Op("in_range", (key, ir.Const(low), ir.Const(low + size - 1)), frame.place(node.span))
    return ir.Table(number, add(key, ir.Const(-low)))
