"""The program: the typed, lowered form of a ruleset, which every back end runs.

It is plain, closed data: integers, short texts and the nodes below, nothing of the host language's objects. The checker
makes it, `codec` writes it down and reads it back, the machine emits Python from it. All names are resolved: locals are
slots, functions, decisions, alternatives, texts and places are numbers into the tables of `Program`.

Values. A *scalar* is an int: numbers; bools 0 and 1; enum members and entities by their index in their domain, `none`
is -1; an absent `int?` is `NO_INT`. A *list* is an ordered sequence of values. A *set* is a subset of a domain, in
order of declaration. A *map* has one scalar for every member of a domain, by index.

State. One flat array of 32-bit ints. A scalar takes one cell; a list its length and then `size` cells (unused ones 0);
a set one cell for each 32 members, lowest bits first (cells are signed); a map `size` cells.

Order of evaluation is left to right; `and`, `or` and `if` evaluate only what they need. int is 32-bit (`NO_INT` is not
a number): arithmetic whose result may leave that range carries a place and faults there, so do division by zero and an
index out of range. An Op or Store whose `place` is -1 was proved safe by the checker and needs no test.
"""

from __future__ import annotations

from .expressions import *
from .node import *
from .shapes import *
from .statements import *
from .tables import *
from .waiting import *
