"""Views: sets of members by the value of a field, which a module keeps beside the state.

Of a field that has one of few values for each place of a board, such as whose stone lies there, the module keeps for
each value v the set {x : f[x] = v}, as words of 64 members. A search that goes on through places where a field has a
value takes their set, and so does whoever goes over the domain and asks `f[x] = v`.
They are no part of the state: a word says whether they are what the cells say. It is 0 wherever cells come from
elsewhere, and who asks then has them worked out anew; every statement that writes a cell of the field keeps them true.

Which fields have views is decided here, for the whole program, before anything is written: those that a
search which holds sets in whole words asks for, and for nothing else. For others they would bring no more than vectors
do (`emit_gather.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...program import ir
from ...program.calls import asked_by
from ...program.facts import Part
from ...program.walk import conjuncts, descend

if TYPE_CHECKING:
    from .analysis import Analysis
    from .memory_layout import Room

WORDS = 4
"""Words of 64 members up to which a search holds sets in locals."""

VALUES = 16
"""Values of a field, `none` included."""

_BOOL = ir.Shape("scalar", domain=-2)
_TRUE = ir.Const(1)


@dataclass(frozen=True, slots=True)
class View:
    """Of a field. `known` and `sets` are addresses; behind the sets of `none` and of all values lies an empty one
    for what is no value."""

    part: Part
    base: int
    size: int
    values: int  # with none
    known: int
    sets: int

    @property
    def words(self) -> int:
        """How many words of 64 members a set has."""
        return (self.size + 63) // 64

    @property
    def stride(self) -> int:
        """How many bytes."""
        return 8 * self.words

    @property
    def bytes(self) -> int:
        """How many bytes all of them take that change."""
        return self.stride * self.values


def asked(test: ir.Expr, slot: int) -> tuple[ir.Load, ir.Expr, bool] | None:
    """What a field says of the member in a slot, with what it must be equal to, or (False) must not."""
    if isinstance(test, ir.Op) and test.op in ("eq", "ne"):
        for each, other in (test.args, test.args[::-1]):
            if isinstance(each, ir.Load) and _is(each.index, slot):
                return each, other, test.op == "eq"
    if isinstance(test, ir.Load) and test.shape == _BOOL and _is(test.index, slot):
        return test, _TRUE, True
    return None


def _is(node: ir.Expr | None, slot: int) -> bool:
    return isinstance(node, ir.Local) and node.slot == slot


class Views:
    """The views of one program."""

    def __init__(self, analysis: Analysis, room: Room) -> None:
        self.by_part: dict[Part, View] = {}
        self.facts = analysis.facts
        program = analysis.program
        played = asked_by(program, [*program.decisions, program.functions[program.main]])
        waiting = [each for each in program.functions if each.waits]
        codes = [*program.decisions, *waiting, *[program.functions[i] for i in sorted(played)]]
        parts = {analysis.facts.part_of(each.base) for code in codes for each in _searched(code)}
        fields = [(part, program.fields[part[1]]) for part in sorted(parts) if part[0] == "field"]
        plain = [(part, each, number_of_values(program, each)) for part, each in fields]
        kept = [(part, each, many) for part, each, many in plain if 0 < many <= VALUES]
        self.known = room.cache(4 * len(kept)) if kept else 0
        for i, (part, each, many) in enumerate(kept):
            size = program.holders(each)
            sets = room.cache(8 * ((size + 63) // 64) * (many + 1))
            self.by_part[part] = View(part, each.base, size, many, self.known + 4 * i, sets)

    def asked(self, test: ir.Expr, slot: int, size: int) -> tuple[View, ir.Expr, bool] | None:
        """The view that tells of which members of a domain, bound to a slot, a test holds, the value, and whether it
        must be that or must not."""
        found = asked(test, slot) if self.by_part else None
        if found is None:
            return None
        load, value, holds = found
        view = self.by_part.get(self.facts.part_of(load.base))
        if view is None or view.base != load.base or view.size != size:
            return None
        return view, value, holds

    def of(self, part: Part) -> View | None:
        """The view of a field."""
        return self.by_part.get(part)

    def written(self, parts: Sequence[Part] | frozenset[Part]) -> list[View]:
        """The views of parts of the state."""
        return [view for part, view in self.by_part.items() if part in parts]


def in_words(node: ir.Region) -> bool:
    """Whether a search is small enough to hold sets in locals."""
    return node.size <= 64 * WORDS


def _searched(code: ir.Node) -> Iterator[ir.Load]:
    """What searches in code ask of fields that ask for nothing else."""
    for each in descend(code):
        if isinstance(each, ir.Region) and each.test is not None and in_words(each):
            found = [asked(part, each.slot) for part in conjuncts(each.test)]
            if None not in found:
                yield from [one[0] for one in found if one is not None]


def number_of_values(program: ir.Program, each: ir.StateField) -> int:
    """How many values a field has, from none (-1) on; 0 when there are many, or it is no scalar."""
    if each.shape.kind != "scalar":
        return 0
    match each.type.kind:
        case "bool":
            return 3
        case "member":
            return len(program.domains[each.type.domain].names) + 1
    return each.high + 2 if each.low >= -1 and 0 <= each.high < VALUES else 0
