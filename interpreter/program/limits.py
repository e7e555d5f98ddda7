"""The limits of the language that concern what runs; every back end keeps them alike (see SEMANTICS.md)."""

from __future__ import annotations

OPTIONS = 100_000
"""Options of one decision."""

NUMBERS = 100_000
"""Numbers of a range, and dice of one `roll`."""

CALLS = 100
"""Functions, procedures and actions that call each other in a row."""

ENTITIES = 20_000
"""Entities of a kind, members of an enum."""

CELLS = 400_000
"""Cells of state for all fields and zones."""

FRAME = 20_000
"""Cells that one procedure keeps over a decision."""

BLOCKS = 100_000
"""Stretches between two points where something may wait, from one decision to the next."""

WORK = 20_000_000
"""Turns of loops, weighed, from one decision to the next (see `machine.weigh`)."""
