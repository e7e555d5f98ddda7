"""Which elements of a ruleset have entries, and where they may stand in an overlay."""

from __future__ import annotations

HOLDERS = {"kinds": "entries", "boards": "spaces"}
"""The sections whose elements have entries, and under which key."""

BLOCKS = ("change", "replace")
"""The blocks of an overlay in which such sections stand as in a ruleset."""
