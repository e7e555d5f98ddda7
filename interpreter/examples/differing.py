"""What two positions of one program differ in, as an example says it: effects that turn one into the other, which is
what `given` holds, and conditions that hold in the second.

Only what a line can say is said: the values of fields, and where pieces lie. What a position has beside (how far the
program has come, what chance will bring) stays as it is, so that whoever uses the lines has to try whether they do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..machine.observation import holders, pieces_in
from ..machine.printing import Printer
from ..program import ir


@dataclass(frozen=True, slots=True)
class Other:
    """One thing that is another in a second position: the value of a field (`name`), of a holder (`of`: its domain and
    what it is called; None: of the game), perhaps of a `key`; or where a piece lies, and then `name` is that of the
    piece, `of` its domain, and `was` and `now` are zones ("": out of play)."""

    name: str
    of: tuple[str, str] | None
    key: str
    was: str
    now: str
    piece: bool = False

    @property
    def place(self) -> str:
        """How code names it."""
        if self.piece:
            return self.name
        return _place(self.name, self.of, self.key)

    @property
    def effect(self) -> str:
        """What makes it so."""
        if self.piece:
            return f"move {self.name} to {self.now}" if self.now else f"move {self.name} out"
        return f"{self.place} = {self.now}"

    @property
    def condition(self) -> str:
        """What holds when it is so."""
        if self.piece:
            return f"{self.name} in {self.now}" if self.now else f"not in_play({self.name})"
        return {"true": self.place, "false": f"not {self.place}"}.get(self.now, f"{self.place} == {self.now}")


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored value as code names and says it: of a holder (its domain and name; None: of the game), of a map that of
    one `key` (a member of `key_of`). `single`: it is one value, no list or set."""

    field: ir.StateField
    of: tuple[str, str] | None
    key_of: str
    key: str
    value: str

    @property
    def single(self) -> bool:
        """Whether it is one value."""
        return self.field.shape.kind in ("scalar", "map")

    @property
    def place(self) -> str:
        """How code names it."""
        return _place(self.field.name, self.of, self.key)


def stored_in(printer: Printer, cells: ir.Cells) -> Iterator[Stored]:
    """All values of a position that a line can set."""
    for field, holder in _held(printer.program, cells):
        yield from _stored(printer, field, holder, cells)


def values(printer: Printer, one: ir.Cells, other: ir.Cells) -> Iterator[Other]:
    """The fields that have another value in the second position; of a map each key by itself."""
    for field, holder in _held(printer.program, other):
        place = field.of(holder)
        if one[place] != other[place]:
            before, after = (_stored(printer, field, holder, cells) for cells in (one, other))
            for was, now in zip(before, after, strict=True):
                if was.value != now.value:  # behind the end of a list anything may lie
                    yield Other(field.name, now.of, now.key, was.value, now.value)


def _held(program: ir.Program, cells: ir.Cells) -> Iterator[tuple[ir.StateField, int]]:
    for field in program.fields:
        if not field.internal and field.name:
            for holder in holders(program, field.domain, cells):
                yield field, holder


def _stored(printer: Printer, field: ir.StateField, holder: int, cells: ir.Cells) -> Iterator[Stored]:
    """The value of a holder; of a map one for each key."""
    program, shape, lies = printer.program, field.shape, cells[field.of(holder)]
    of = None if holder < 0 else (program.domains[field.domain].name, _member(program, field.domain, holder))
    if shape.kind != "map":
        yield Stored(field, of, "", "", _value(printer, field, lies))
    elif shape.domain >= 0:
        keys = program.domains[shape.domain].name
        for key in holders(program, shape.domain, cells):
            yield Stored(field, of, keys, _member(program, shape.domain, key), _single(printer, field, lies[key]))


def places(program: ir.Program, one: ir.Cells, other: ir.Cells) -> Iterator[Other]:
    """The pieces that lie elsewhere in the second position."""
    first = program.layout.piece_zone
    for domain in program.domains:
        for index, name in enumerate(domain.names) if domain.piece_base >= 0 else ():
            cell = first + domain.piece_base + index
            if one[cell] != other[cell]:
                was, now = (zone_name(program, each[cell]) for each in (one, other))
                yield Other(name, (domain.name, name), "", was, now, piece=True)


def effects(printer: Printer, start: ir.Cells, wanted: ir.Cells) -> list[str]:
    """What turns one position into another, line by line: pieces are put on top one after the other, so that they lie
    in the order that they have there."""
    return [*_moves(printer.program, start, wanted), *[each.effect for each in values(printer, start, wanted)]]


def same(printer: Printer, one: ir.Cells, other: ir.Cells) -> bool:
    """Whether all that lines can say of two positions is the same."""
    return not effects(printer, one, other) and not effects(printer, other, one)


def zone_name(program: ir.Program, number: int) -> str:
    """A zone as it is written; "" for no zone."""
    for family in program.families:
        if family.first <= number < family.first + family.count:
            if family.holder < 0:
                return family.name
            return f"{_member(program, family.holder, number - family.first)}.{family.name}"
    return ""


def _moves(program: ir.Program, start: ir.Cells, wanted: ir.Cells) -> Iterator[str]:
    names = {
        domain.piece_base + index: name
        for domain in program.domains if domain.piece_base >= 0
        for index, name in enumerate(domain.names)
    }  # fmt: skip
    cell = program.layout.piece_zone
    for piece, name in names.items():
        if start[cell + piece] >= 0 > wanted[cell + piece]:
            yield f"move {name} out"
    for family in program.families:
        for zone in range(family.first, family.first + family.count):
            before, after = (pieces_in(program, cells, zone) for cells in (start, wanted))
            if before == after:
                continue
            stays = [each for each in before if wanted[cell + each] == zone]
            kept = _common(stays, after) if family.ordered else len(stays)
            rest = after[kept:] if family.ordered else [each for each in after if start[cell + each] != zone]
            for piece in rest:
                yield f"move {names[piece]} to {zone_name(program, zone)}"


def _common(one: Sequence[int], other: Sequence[int]) -> int:
    """How many are the same at the beginning."""
    apart = (at for at, (mine, theirs) in enumerate(zip(one, other, strict=False)) if mine != theirs)
    return next(apart, min(len(one), len(other)))


def _place(name: str, of: tuple[str, str] | None, key: str) -> str:
    whole = name if of is None else f"{of[1]}.{name}"
    return f"{whole}[{key}]" if key else whole


def _member(program: ir.Program, domain: int, index: int) -> str:
    return program.domains[domain].names[index]


def _value(printer: Printer, field: ir.StateField, cells: Sequence[int]) -> str:
    """A stored value as code says it."""
    shape = field.shape
    if shape.kind == "scalar":
        return _single(printer, field, cells[0])
    if shape.kind == "list":
        return f"[{', '.join([_single(printer, field, each) for each in cells[1 : 1 + cells[0]]])}]"
    return "{" + ", ".join([_single(printer, field, each) for each in ir.members_in(cells, shape.size)]) + "}"


def _single(printer: Printer, field: ir.StateField, value: int) -> str:
    kind = field.type.one if field.type.many else field.type
    return printer.value(kind, value, exact=True)
