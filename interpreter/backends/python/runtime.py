"""What the emitted code calls where plain syntax does not do: lists, sets, maps, boards and chance.

Lists and maps are tuples here (a fresh list where nobody can see the difference), sets are ints whose bit i says
whether member i is in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...machine.faults import (
    absent,
    bad_index,
    division_by_zero,
    of_nothing,
    out_of_range,
    overflow,
    too_long,
    too_many_elements,
    too_many_numbers,
)
from ...program import limits
from ...program.ir import INT_MAX, INT_MIN, NO_INT

# ---------------------------------------------------------------- numbers


def divide(a: int, b: int, place: int) -> int:
    """a // b, floored."""
    return a // b if b else division_by_zero(place)


def remainder(a: int, b: int, place: int) -> int:
    """a % b, with the sign of b."""
    return a % b if b else division_by_zero(place)


def in_int(value: int, place: int) -> int:
    """The value, which must fit into an int."""
    return value if INT_MIN <= value <= INT_MAX else overflow(value, place)


def clamp(value: int, low: int, high: int) -> int:
    """The value, but not below `low` and else not above `high`."""
    return low if value < low else high if value > high else value


def some(value: int, place: int, nothing: int) -> int:
    """The value, which must not be `nothing`."""
    return value if value != nothing else absent(place)


def within(value: int, low: int, high: int, place: int) -> int:
    """The value, which must lie in low..high."""
    return value if low <= value <= high else out_of_range(value, low, high, place)


# ---------------------------------------------------------------- lists


def span(low: int, high: int, place: int) -> range:
    """The ints from `low` to `high`."""
    if high - low >= limits.NUMBERS:
        too_many_numbers(low, high, limits.NUMBERS, place)
    return range(low, high + 1)


def item(values: Sequence[Any], index: int, place: int) -> Any:
    """Element `index`, from 0."""
    return values[index] if 0 <= index < len(values) else bad_index(index, len(values), place)


def stored_item(state: list[int], base: int, index: int, place: int) -> int:
    """Element `index`, from 0, of the list stored from `base` on."""
    return state[base + 1 + index] if 0 <= index < state[base] else bad_index(index, state[base], place)


def has(values: Sequence[Any], value: Any) -> bool:
    """Whether `value` is an element (for when the list has to be evaluated first)."""
    return value in values


def first(values: Sequence[Any], fill: Any) -> Any:
    """The first element, or `fill`."""
    return values[0] if values else fill


def last(values: Sequence[Any], fill: Any) -> Any:
    """The last element, or `fill`."""
    return values[-1] if values else fill


def index_of(values: Sequence[Any], value: Any) -> int:
    """Where the first `value` is, or NO_INT."""
    return values.index(value) if value in values else NO_INT


def without(values: Sequence[Any], value: Any) -> tuple[Any, ...]:
    """All but the first `value`."""
    if value not in values:
        return tuple(values)
    at = values.index(value)
    return (*values[:at], *values[at + 1 :])


def bounded(values: Sequence[Any], place: int) -> Sequence[Any]:
    """A list that may have grown beyond what a list may hold."""
    if len(values) > limits.LIST:
        too_many_elements(len(values), limits.LIST, place)
    return values


def concat(*lists: Sequence[Any]) -> tuple[Any, ...]:
    """The lists one after the other."""
    out: list[Any] = []
    for each in lists:
        out.extend(each)
    return tuple(out)


def part_of_list(values: Sequence[Any], start: int, end: int) -> Sequence[Any]:
    """Elements start..end-1, both cut to the list."""
    return values[max(start, 0) : max(end, 0)]


def with_item(values: Sequence[Any], index: int, value: Any, place: int) -> tuple[Any, ...]:
    """The list with one element replaced."""
    if not 0 <= index < len(values):
        bad_index(index, len(values), place)
    return (*values[:index], value, *values[index + 1 :])


def least(values: Sequence[int], place: int) -> int:
    """The smallest of a list that must not be empty."""
    return min(values) if values else of_nothing("smallest", place)


def greatest(values: Sequence[int], place: int) -> int:
    """The largest of a list that must not be empty."""
    return max(values) if values else of_nothing("largest", place)


def rotate(values: Sequence[Any], value: Any) -> Sequence[Any]:
    """Turned so that the first `value` comes first; unchanged when it is not there."""
    if value not in values:
        return tuple(values)
    at = values.index(value)
    return (*values[at:], *values[:at])


def rotate_after(values: Sequence[Any], value: Any) -> Sequence[Any]:
    """The same without `value` itself."""
    if value not in values:
        return tuple(values)
    at = values.index(value)
    return (*values[at + 1 :], *values[:at])


def load_list(state: list[int], base: int) -> list[int]:
    """The list stored from `base` on."""
    return state[base + 1 : base + 1 + state[base]]


def store_list(state: list[int], base: int, values: Sequence[int], size: int, place: int) -> None:
    """Write a list of at most `size` elements; the unused cells are 0, as they were before."""
    length, before = len(values), state[base]
    if length > size:
        too_long(length, size, place)
    state[base] = length
    end = base + 1 + length
    state[base + 1 : end] = values
    if before > length:
        state[end : base + 1 + before] = (0,) * (before - length)


def append_to(state: list[int], base: int, value: int, size: int, place: int) -> None:
    """Put one more element at the end of a stored list."""
    length = state[base]
    if length >= size:
        too_long(length + 1, size, place)
    state[base + 1 + length] = value
    state[base] = length + 1


# ---------------------------------------------------------------- sets and maps

_M32 = 2**32 - 1


class Members(dict[int, tuple[int, ...]]):
    """The members of a set, in order: MEMBERS[mask]. What was asked for lately is remembered."""

    MOST = 50_000

    def __missing__(self, mask: int) -> tuple[int, ...]:
        if len(self) >= self.MOST:
            self.clear()
        out = []
        rest = mask
        while rest:
            low = rest & -rest
            out.append(low.bit_length() - 1)
            rest ^= low
        answer = self[mask] = tuple(out)
        return answer


MEMBERS = Members()


def mask(values: Iterable[int]) -> int:
    """The set of these members; `none` is left out."""
    out = 0
    for value in values:
        if value >= 0:
            out |= 1 << value
    return out


def load_set(state: list[int], base: int, cells: int) -> int:
    """A set stored in several cells, lowest bits first."""
    out = 0
    for i in range(cells - 1, -1, -1):
        out = out << 32 | state[base + i] & _M32
    return out


def store_set(state: list[int], base: int, value: int, cells: int) -> None:
    """Write a set, 32 members to a cell; cells are signed."""
    for i in range(base, base + cells):
        low = value & _M32
        state[i] = low - 2**32 if low & 2**31 else low
        value >>= 32


def map_of(size: int, fill: Any, pairs: Iterable[tuple[int, Any]]) -> tuple[Any, ...]:
    """A map from (member, value) pairs; a later pair replaces an earlier one."""
    out = [fill] * size
    for key, value in pairs:
        out[key] = value
    return tuple(out)


def map_with(values: Sequence[Any], key: int, value: Any) -> tuple[Any, ...]:
    """The map with one value replaced."""
    return (*values[:key], value, *values[key + 1 :])


# ---------------------------------------------------------------- comprehensions with `by`; pairs are (element, key)


def best(pairs: Sequence[tuple[Any, Any]], fill: Any) -> Any:
    """The element of the unique largest key, else `fill`."""
    if not pairs:
        return fill
    top = max([key for _, key in pairs])
    found = [element for element, key in pairs if key == top]
    return found[0] if len(found) == 1 else fill


def leaders(pairs: Sequence[tuple[Any, Any]]) -> tuple[Any, ...]:
    """All elements with the largest key."""
    if not pairs:
        return ()
    top = max([key for _, key in pairs])
    return tuple([element for element, key in pairs if key == top])


def _key(pair: tuple[Any, Any]) -> Any:
    return pair[1]


def in_order(pairs: Iterable[tuple[Any, Any]]) -> tuple[Any, ...]:
    """The elements, smallest key first, equal ones as they came."""
    return tuple([element for element, _ in sorted(pairs, key=_key)])


def ranks(pairs: Sequence[tuple[int, Any]], size: int, fill: int) -> tuple[int, ...]:
    """A map: 1 for the largest key, 2 for the next different one, …"""
    out = [fill] * size
    place = {key: rank for rank, key in enumerate(sorted({key for _, key in pairs}, reverse=True), 1)}
    for element, key in pairs:
        out[element] = place[key]
    return tuple(out)


# ---------------------------------------------------------------- boards


def border(masks: Sequence[int], group: int) -> int:
    """The neighbours of the set that are not in it. `masks`: each member's neighbours as a set."""
    out = 0
    for x in MEMBERS[group]:
        out |= masks[x]
    return out & ~group


def part(masks: Sequence[int], group: int, x: int) -> int:
    """The connected part of the set with x."""
    if x < 0:
        return 0
    reached = fresh = group & 1 << x
    while fresh:
        grown = 0
        while fresh:
            low = fresh & -fresh
            grown |= masks[low.bit_length() - 1]
            fresh ^= low
        fresh = grown & group & ~reached
        reached |= fresh
    return reached


def parts(masks: Sequence[int], group: int) -> tuple[int, ...]:
    """The first member of each connected part of the set."""
    out = []
    while group:
        x = (group & -group).bit_length() - 1
        out.append(x)
        group &= ~part(masks, group, x)
    return tuple(out)
