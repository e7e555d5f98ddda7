"""The table and the examples that are made at it, as one feature of the studio."""

from __future__ import annotations

from . import examples, table
from .host import Host


def register(host: Host) -> None:
    """What can be asked of the table, and of examples."""
    played = table.Table(host)
    table.register(host, played)
    examples.register(host, played)
