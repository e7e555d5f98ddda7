"""Options as a module holds them: a record of words. First the number of the alternative, then its values: a number as
one word, a list or a map as its length and its elements, a set as the number of its cells and these."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, TypeAlias

from ...program import ir
from ...program.shapes import Shapes
from ...program.walk import descend
from ..protocol import OptionTuple

Kinds: TypeAlias = tuple[int, ...]
"""Of each value of an option: 0 for a number; 1 for a list or a map; of a set the number of its cells below 0."""

_AT_ONCE = 256
"""So many options are looked at to see how many of one alternative follow one another."""


def kinds_of(program: ir.Program) -> list[Kinds]:
    """By alternative, how its values are held."""
    shapes = Shapes(program)
    out: list[Kinds] = [tuple([int(kind.many) for _, kind in each.params]) for each in program.alternatives]
    codes = [(each, each) for each in program.functions if each.generator]
    for function, code in [*codes, *[(program.functions[each.function], each) for each in program.decisions]]:
        for node in descend(code):
            if isinstance(node, ir.Emit):
                out[node.alternative] = tuple([_kind(shapes.of(function, each)) for each in node.args])
    return out


def _kind(shape: ir.Shape) -> int:
    if shape.kind == "set":
        return -shape.cells
    return int(shape.kind != "scalar")


def read_option(kinds: Sequence[Kinds], words: Sequence[int], at: int = 0) -> tuple[OptionTuple, int]:
    """The option whose record begins at a place, and the place behind it."""
    option: list[Any] = [words[at]]
    at += 1
    for kind in kinds[option[0]]:
        if not kind:
            option.append(words[at])
            at += 1
            continue
        beyond = at + 1 + words[at]
        inside = words[at + 1 : beyond]
        option.append(tuple(inside) if kind > 0 else _set(inside))
        at = beyond
    return tuple(option), at


def read_options(kinds: Sequence[Kinds], words: Sequence[int], count: int) -> list[OptionTuple]:
    """So many options, one record behind the other."""
    out: list[OptionTuple] = []
    at, left = 0, count
    plain = [not any(each) for each in kinds]
    sizes = [1 + len(each) for each in kinds]
    while left:
        alternative = words[at]
        if not plain[alternative]:
            option, at = read_option(kinds, words, at)
            out.append(option)
            left -= 1
            continue
        size = sizes[alternative]
        beyond = at + size
        if left == 1 or words[beyond] != alternative:
            out.append(tuple(words[at:beyond]))
            left -= 1
        else:  # many of one alternative are read at once
            column = words[at : at + size * min(left, _AT_ONCE) : size]
            many = len(list(takewhile(alternative.__eq__, column)))
            beyond = at + size * many
            out += zip(*[iter(words[at:beyond])] * size, strict=True)
            left -= many
        at = beyond
    return out


def record_size(kinds: Sequence[Kinds], decision: ir.Decision) -> int:
    """How many words every option of a decision has, 0 when they differ."""
    own = [kinds[each.alternative] for each in decision.answers]
    sizes = {1 + len(each) for each in own}
    return sizes.pop() if len(sizes) == 1 and not any(map(any, own)) else 0


def record_of(kinds: Sequence[Kinds], option: OptionTuple) -> Sequence[int]:
    """The words of an option."""
    if not any(kinds[option[0]]):
        return option
    out = [option[0]]
    for kind, value in zip(kinds[option[0]], option[1:], strict=True):
        if not kind:
            out.append(value)
        elif kind > 0:
            out += [len(value), *value]
        else:
            out += [-kind, *[ir.signed(value >> 32 * i & 2**32 - 1) for i in range(-kind)]]
    return out


def _set(cells: Sequence[int]) -> int:
    return sum([(cell & 2**32 - 1) << 32 * i for i, cell in enumerate(cells)])
