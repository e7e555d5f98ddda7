"""What of a program a host needs that works its rules out by itself, as plain data: in the form of `codec`."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from . import codec, ir


def plain(program: ir.Program) -> dict[str, Any]:
    """The functions, tables, decisions and positions of a program, by number; `ordered` by zone. Of what waits there
    is no more than the decisions, and where locals lie in a frame."""
    functions = tuple([replace(each, blocks=()) for each in program.functions])
    whole = codec.to_json(replace(program, functions=functions, places=(), texts=(), domains=()))[3]
    names = [each.name for each in fields(ir.Program)]
    found = dict(zip(names, whole, strict=False))
    return {
        **{name: found.get(name, []) for name in ("functions", "tables", "decisions", "positions")},
        "ordered": found["zone_ordered"],
        "size": program.layout.size,
        "frame": ir.CELL_FRAME,
    }
