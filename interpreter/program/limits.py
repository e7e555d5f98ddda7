"""The limits of the language that concern what runs; every back end keeps them alike (see SEMANTICS.md)."""

from __future__ import annotations

OPTIONS = 100_000
"""Options of one decision."""

NUMBERS = 100_000
"""Numbers of a range, and dice of one `roll`."""

LIST = 100_000
"""Elements of a list."""

CELLS = 400_000
"""Cells of state for all fields and zones."""

FRAME = 20_000
"""Cells that one procedure keeps over a decision."""

NOTES = 20_000
"""Notes of positions that a state keeps, of all positions together."""

BLOCKS = 100_000
"""Stretches between two points where something may wait, from one decision to the next."""

WORK = 20_000_000
"""Turns of loops, weighed, from one decision to the next (see `machine.weigh`)."""

CELLS_MOST = 5_000_000
"""Cells of a whole state, stack included; a compiled program that asks for more is refused."""

SIZE_MOST = 1_000_000
"""Members of a domain in a compiled program, and cells of one value; one that asks for more is refused."""
