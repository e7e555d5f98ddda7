"""The table of all operations: one row says all there is to know of one.

A signature is written as `operands -> result`, in these words:

    n            a scalar                          #table    a Const, the number of a table of rows of numbers
    a            a value of any shape              #domain   a Const, the number of a domain
    [n] [a]      a list of scalars, of any shape   #base     a Const, subtracted from piece numbers
    {}           a set                             #size     a Const, the number of members of a map
    <>           a map of scalars                  #position a Const, the number of a position
    x...         none or more of x;  x+  one or more, x++  two or more

The same letter stands for the same shape throughout a signature, and all sets of one are of the same domain. What the
words cannot say is how long a resulting list can be; `longest` works that out from the operands' shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from .ir.shapes import Shape

Longest: TypeAlias = Callable[[Sequence[Shape]], int]
"""The bound of a resulting list from the shapes of the operands."""

Cost = Literal["", "list", "zone", "board", "position"]
"""What one run goes through: nothing, its first list from end to end, the pieces of a zone, the spaces of a board, a
position and all notes."""

Reads = Literal["", "zone", "size", "zones", "form", "position"]


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation. `operands` and `result` are words of the signature; the last operand may be repeated from `least`
    operands on when `more`. `faults` says when it faults at its place, "" that it never does. `sized`: the node says
    the size of the resulting set itself. `reads` is what it reads of the state: its first operand's zone (`size`: no
    more than how many pieces lie there), zones, the number of players, or what a position is made of and all notes."""

    name: str
    operands: tuple[str, ...]
    least: int
    more: bool
    result: str
    meaning: str
    faults: str
    cost: Cost
    longest: Longest | None
    sized: bool
    reads: Reads


OPERATIONS: dict[str, Operation] = {}


def _row(
    name: str,
    signature: str,
    meaning: str,
    faults: str = "",
    cost: Cost = "",
    longest: Longest | None = None,
    sized: bool = False,
    reads: Reads = "",
) -> None:
    before, result = signature.split("->")
    words = before.split()
    least, more = len(words), False
    for ending, fewest in (("...", 0), ("++", 2), ("+", 1)):
        if words and words[-1].endswith(ending):
            words[-1] = words[-1].removesuffix(ending)
            least, more = len(words) - 1 + fewest, True
    OPERATIONS[name] = Operation(
        name, tuple(words), least, more, result.strip(), meaning, faults, cost, longest, sized, reads
    )  # fmt: skip


def _as_long(shapes: Sequence[Shape]) -> int:
    return shapes[0].size


def _one_more(shapes: Sequence[Shape]) -> int:
    return shapes[0].size + 1


def _together(shapes: Sequence[Shape]) -> int:
    return sum([each.size for each in shapes])


def _as_many(shapes: Sequence[Shape]) -> int:
    return len(shapes)


_OVERFLOW = "the result leaves 32 bits"
_EMPTY = "the list is empty"
_OUTSIDE = "there is no such element"
_BY_ZERO = "b is 0"

# numbers: ints are 32-bit, NO_INT is not a number; division and remainder floor
_row("add", "n n -> n", "a + b", _OVERFLOW)
_row("sub", "n n -> n", "a - b", _OVERFLOW)
_row("mul", "n n -> n", "a * b", _OVERFLOW)
_row("div", "n n -> n", "a // b, rounded down", _BY_ZERO)
_row("mod", "n n -> n", "a % b, with the sign of b", _BY_ZERO)
_row("neg", "n -> n", "-a")
_row("abs", "n -> n", "absolute value")
_row("min", "n++ -> n", "the smallest")
_row("max", "n++ -> n", "the largest")
_row("clamp", "n n n -> n", "(x, low, high): x, but not below low nor above high")
# truth: 0 is false, everything else true; the result is 0 or 1
_row("not", "n -> n", "not a")
_row("and", "n+ -> n", "all are true; evaluates no further than the first that is false")
_row("or", "n+ -> n", "one is true; evaluates no further than the first that is true")
# comparison: each names the shape that it compares
for _name, _sign in (("eq", "=="), ("ne", "!="), ("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">=")):
    _row(_name, "n n -> n", f"a {_sign} b")
    _row(f"list_{_name}", "[a] [a] -> n", f"a {_sign} b, lexicographically")
_row("set_eq", "{} {} -> n", "the same members")
_row("set_ne", "{} {} -> n", "not the same members")
_row("map_eq", "<> <> -> n", "the same value for every member")
_row("map_ne", "<> <> -> n", "not the same value for every member")
# secrets
_row("reveal", "a -> a", "a itself; the author says that it may be told to all")
# optional
_row("some", "n -> n", "a itself", "it is NONE")
_row("some_int", "n -> n", "a itself", "it is NO_INT")
_row("in_range", "n n n -> n", "(x, low, high): x", "x is outside low..high")
# lists
_row("list", "a... -> [a]", "a list of the operands", longest=_as_many)
_row("range", "n n -> [n]", "(low, high): the ints from low to high, none when low > high", "there are too many")
_row("list_get", "[a] n -> a", "(list, i): element i, from 0", _OUTSIDE)
_row("list_first", "[n] n -> n", "(list, fill): the first element, or fill")
_row("list_last", "[n] n -> n", "(list, fill): the last element, or fill")
_row("list_size", "[a] -> n", "number of elements")
_row("list_has", "[a] a -> n", "(list, x): whether x is an element", cost="list")
_row("list_index", "[a] a -> n", "(list, x): position of the first x, or NO_INT", cost="list")
_row("list_add", "[a] a -> [a]", "(list, x): the list with x at its end", cost="list", longest=_one_more)
_row("list_without", "[a] a -> [a]", "(list, x): without its first x, if there is one", cost="list", longest=_as_long)
_row("list_concat", "[a]+ -> [a]", "one after the other", cost="list", longest=_together)
_row("list_slice", "[a] n n -> [a]", "(list, from, to): elements from..to-1, both cut to the list", cost="list",
     longest=_as_long)  # fmt: skip
_row("list_with", "[a] n a -> [a]", "(list, i, x): with element i replaced", _OUTSIDE, "list", _as_long)
_row("list_reversed", "[a] -> [a]", "back to front", cost="list", longest=_as_long)
_row("list_sum", "[n] -> n", "sum of the elements", _OVERFLOW, "list")
_row("list_min", "[n] -> n", "the smallest element", _EMPTY, "list")
_row("list_max", "[n] -> n", "the largest element", _EMPTY, "list")
_row("list_set", "[n] -> {}", "the set of its elements", cost="list", sized=True)
_row("list_count", "[a] a -> n", "(list, x): how often x is in it", cost="list")
_row("list_distinct", "[a] -> [a]", "each element once, in order of first occurrence", cost="list", longest=_as_long)
_row("rotate", "[a] a -> [a]", "(list, x): turned so that the first x comes first; unchanged when x is not in it",
     cost="list", longest=_as_long)  # fmt: skip
_row("rotate_after", "[a] a -> [a]", "(list, x): the same without x itself", cost="list", longest=_as_long)
# sets
_row("set", "n... -> {}", "a set of the operands", sized=True)
_row("set_has", "{} n -> n", "(set, x): whether x is a member")
_row("set_size", "{} -> n", "number of members")
_row("set_or", "{} {} -> {}", "union")
_row("set_and", "{} {} -> {}", "intersection")
_row("set_sub", "{} {} -> {}", "difference")
_row("set_le", "{} {} -> n", "(a, b): whether a is a subset of b")
_row("set_add", "{} n -> {}", "(set, x): with x")
_row("set_without", "{} n -> {}", "(set, x): without x")
_row("members", "{} -> [n]", "its members in order", longest=_as_long)
# maps
_row("map_get", "<> n -> n", "(map, k): the value of member k")
_row("map_with", "<> n n -> <>", "(map, k, x): with the value of k replaced")
_row("map_fill", "#size n -> <>", "(size, x): every value is x")
# domains
_row("domain", "#domain -> [n]", "the members that are in this game", reads="form")
_row("domain_set", "#domain -> {}", "the same as a set", reads="form")
# boards: the row of a space in the table lists its neighbours
_row("neighbors", "#table n -> [n]", "(table, x): neighbours of x")
_row("border", "#table {} -> {}", "(table, set): neighbours of the set that are not in it", cost="board")
_row("parts", "#table {} -> [n]", "(table, set): the first member of each connected part, in order", cost="board")
_row("part", "#table {} n -> {}", "(table, set, x): the connected part with x; empty when x is not in the set",
     cost="board")  # fmt: skip
# zones, by zone number
_row("zone_list", "n #base -> [n]", "(zone, base): its pieces, bottom (or first declared) first", cost="zone",
     reads="zone")  # fmt: skip
_row("zone_size", "n -> n", "(zone): number of pieces", reads="size")
_row("zone_top", "n #base -> n", "(zone, base): the last piece, or NONE", reads="zone")
_row("zone_bottom", "n #base -> n", "(zone, base): the first piece, or NONE", reads="zone")
_row("piece_zone", "n -> n", "(piece number): its zone, or NONE", reads="zones")
# positions: a note is the same as now when its position and its digest are
_row("position_times", "#position -> n", "(position): how many notes of it are the same as now", cost="position",
     reads="position")  # fmt: skip
_row("position_ago", "#position -> n", "(position): how many notes of it were made since the last that is the same as "
     "now, or NO_INT", cost="position", reads="position")  # fmt: skip
