"""A position as a tree of names and values, for those who may see all of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ..machine.observation import holders, pieces_in, stored
from ..machine.printing import Printer, each_of
from ..program import ir

if TYPE_CHECKING:
    from .stepping import Moment, Stepping

MOST = 12
"""So many elements of a value are printed on its own line."""


class Value(NamedTuple):
    """A value with what it is: how it lies in cells, how it prints, and its type in words."""

    shape: ir.Shape
    kind: ir.ValueType
    value: Any
    type: str = ""


@dataclass(frozen=True, slots=True)
class Branch:
    """A line of the tree: a name, what it holds in words, its type in words (or ""), how it is written in code (or ""),
    and what is inside of it (None: nothing). A `group` is no value of its own."""

    name: str
    text: str
    type: str = ""
    code: str = ""
    inside: Callable[[], list[Branch]] | None = None
    group: bool = False


def shown(printer: Printer, name: str, value: Value, code: str = "") -> Branch:
    """A value with all that is inside of it."""
    shape = value.shape
    if shape.kind == "scalar":
        return Branch(name, printer.value(value.kind.one, value.value), value.type, code)
    parts = list(_parts(printer, value, code))
    brackets = {"list": "[]", "set": "{}", "map": "{}"}[shape.kind]
    texts = [f"{each.name}: {each.text}" if shape.kind == "map" else each.text for each in parts[:MOST]]
    rest = ["…"] if len(parts) > MOST else []
    text = f"{brackets[0]}{', '.join([*texts, *rest])}{brackets[1]}"
    return Branch(name, text, value.type, code, (lambda: parts) if parts else None)


def _parts(printer: Printer, value: Value, code: str) -> Iterator[Branch]:
    shape, kind = value.shape, value.kind
    if shape.kind == "map":
        for key, each in enumerate(value.value):
            name = printer.member(shape.domain, key, True) if shape.domain >= 0 else str(key)
            yield Branch(name, printer.value(kind.one, each), "", f"{code}[{name}]" if code else "")
    elif shape.kind == "set":
        for number, each in enumerate(each_of(value.value)):
            yield Branch(str(number), printer.member(shape.domain, each))
    else:
        inner = shape.of or ir.SCALAR
        for number, each in enumerate(value.value):
            yield shown(printer, str(number), Value(inner, kind, each), f"{code}[{number}]" if code else "")


# ---------------------------------------------------------------- positions


def fields(stepping: Stepping, moment: Moment) -> list[Branch]:
    """What is stored: the fields of the game, then for each kind of holder those of its members."""
    program, cells, printer = stepping.program, moment.cells, stepping.game.machine.printer
    out = [_field(printer, each, -1, cells) for each in program.fields if each.domain < 0 and not each.internal]
    kinds = dict.fromkeys(each.domain for each in program.fields if each.domain >= 0 and not each.internal)
    for domain in kinds:
        there = holders(program, domain, cells)
        out.append(_group(program.domains[domain].name, len(there), _of_kind(stepping, domain, there, cells)))
    return out


def _group(name: str, many: int, inside: Callable[[], list[Branch]]) -> Branch:
    return Branch(name, str(many), "", "", inside, group=True)


def _of_kind(
    stepping: Stepping, domain: int, there: Sequence[int], cells: ir.Cells
) -> Callable[[], list[Branch]]:  # fmt: skip
    program, printer = stepping.program, stepping.game.machine.printer
    own = [each for each in program.fields if each.domain == domain and not each.internal]

    def of_holder(holder: int) -> Branch:
        inside = [_field(printer, each, holder, cells) for each in own]
        text = ", ".join([f"{each.name} {each.text}" for each in inside[:3]]) + (", …" if len(inside) > 3 else "")
        name = printer.member(domain, holder, True)
        return Branch(name, text, "", name, lambda: inside)

    return lambda: [of_holder(each) for each in there]


def _field(printer: Printer, each: ir.StateField, holder: int, cells: ir.Cells) -> Branch:
    value = stored(cells, each.of(holder).start, each.shape)
    code = each.name if holder < 0 else f"{printer.member(each.domain, holder, True)}.{each.name}"
    return shown(printer, each.name, Value(each.shape, each.type, value), code)


def zones(stepping: Stepping, moment: Moment) -> list[Branch]:
    """What lies in each zone, the bottom first."""
    program, cells, printer = stepping.program, moment.cells, stepping.game.machine.printer

    def contents(family: ir.ZoneFamily, name: str, holder: int) -> Branch:
        base = program.domains[family.domain].piece_base
        pieces = pieces_in(program, cells, family.of(holder))
        names = [printer.member(family.domain, each - base, True) for each in pieces]
        text = ", ".join(names[:MOST]) + (", …" if len(names) > MOST else "")
        inside = [Branch(str(number), each) for number, each in enumerate(names)]
        many = f"{len(names)}: {text}" if names else "empty"
        return Branch(name, many, "", "", (lambda: inside) if inside else None)

    def of_family(family: ir.ZoneFamily) -> Branch:
        if family.holder < 0:
            return contents(family, family.name, -1)
        there = holders(program, family.holder, cells)
        names = [printer.member(family.holder, each, True) for each in there]
        inside = [contents(family, name, each) for name, each in zip(names, there, strict=True)]
        return _group(family.name, len(inside), lambda: inside)

    return [of_family(each) for each in program.families]


def going_on(stepping: Stepping, moment: Moment) -> list[Branch]:
    """What the game is in the middle of: who acts, the steps of the flow with their numbers, the decision."""
    cells, printer = moment.cells, stepping.game.machine.printer
    out = [
        Branch(
            name, printer.player(cells[cell]) if cells[cell] >= 0 else "nobody", "", name if cells[cell] >= 0 else ""
        )
        for name, cell in (("me", ir.CELL_ME), ("active", ir.CELL_ACTIVE))
    ]
    for name, step in stepping.tables.declared.steps.items():
        if number := cells[stepping.tables.cell[step]]:
            out.append(Branch(str(name), f"number {number}"))
    decision = None if moment.state is None else moment.state.decision
    if decision is not None:
        options = [Branch(str(number), text) for number, text in enumerate(decision.texts, 1)]
        word = "waits" if moment.stop < 0 else "was taken last, or is being carried out"
        text = f"{decision.player}: {decision.name}, which {word}"
        out.append(Branch("decision", text, "", "", lambda: options, group=True))
    out.append(Branch("decisions so far", str(cells[ir.CELL_PLY])))
    return out
