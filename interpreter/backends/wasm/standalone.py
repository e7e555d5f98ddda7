"""A game as one file of WebAssembly: its module, and behind it what people read, as `INTERFACE.md` says."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from ...passes import optimise
from ...program import describing, ir
from .binary import uleb
from .memory_layout import ARENA_BYTES, EVENT, FAULTS, HELD, NODE_HEAD
from .module_maker import Maker
from .records import kinds_of

SECTION = "yupana"
"""The name of the custom section."""

FORMAT = 1
"""Version of the interface; one that does less or otherwise has another."""

ADDRESSES = (
    "STATE", "CELLS", "SETTINGS", "INDEX", "OPTIONS_COUNT", "LISTENING", "EVENTS", "EVENTS_END",
    "FAULT_KIND", "FAULT_PLACE", "FAULT_A", "FAULT_B", "FAULT_C", "ARENA", "ARENA_START",
)  # fmt: skip
"""The parts of the memory that are part of the interface."""

THINKING = (
    "FRESH", "SCRIPTED", "PLAYING", "OPTIONS_AT", "RANKS_AT", "GAME_AT", "GAMES_END", "LIMIT",
    "RUN_SEED", "RUN_SEED_HIGH", "WORLDS", "WORLDS_AT", "WORLD_BYTES", "APART_AT", "PATH_AT", "DEPTH", "NODES_LIMIT",
    "EXPLORATION", "WIDE", "WIDER", "MARGIN", "TREE", "SPREAD", "OPPOSED",
)  # fmt: skip
"""The parts that bots need, which look ahead inside of the module."""

_HELD = ("scalar", "list", "set")
"""How a value of an option is held: one of `records.Kinds` that is 0, above 0 or below."""


def standalone(program: ir.Program, look: Mapping[str, Any] | None = None) -> bytes:
    """The file of a program that passed `program.validate`. It needs neither Yupana nor Python. `look` says which of
    its functions are lines of its look (see `look_lines.py`); these are called from outside too."""
    data, about = parts(program, look)
    text = json.dumps(about, ensure_ascii=False, separators=(",", ":")).encode()
    name = SECTION.encode()
    content = uleb(len(name)) + name + text
    return data + b"\0" + uleb(len(content)) + content


def parts(program: ir.Program, look: Mapping[str, Any] | None = None) -> tuple[bytes, dict[str, Any]]:
    """The same, as the module without its section, and what that says."""
    maker = Maker(optimise(program), _functions(look or {}))
    data = maker.make()
    about = described(program, maker.at)
    if look is not None:
        about["look"] = look
    return data, about


def evaluator_parts(program: ir.Program, functions: Sequence[int]) -> tuple[bytes, dict[str, Any]]:
    """A module with nothing but these functions, for who asks about positions of a game: beside it where things lie in
    its memory (`at`), how many `cells` its state has, and by function the `shapes` of its parameters and,
    last, of its result."""
    maker = Maker(program, functions, evaluates=True)
    data = maker.make()

    def shapes(number: int) -> list[Any]:
        known = program.functions[number]
        every = [*[known.locals[each] for each in known.params], known.result]
        return [None if each is None else _plain(each) for each in every]

    return data, {
        "at": {name: maker.at[name] for name in ADDRESSES},
        "cells": program.layout.size,
        "shapes": {str(each): shapes(each) for each in functions},
    }


def _plain(shape: ir.Shape) -> list[Any]:
    """A shape as a host reads it: its kind, its size, of a list what its elements are."""
    return [shape.kind, shape.size, *([_plain(shape.of)] if shape.of is not None else [])]


def _functions(look: Mapping[str, Any]) -> list[int]:
    """The functions of all lines."""
    groups = [each for lines in look.values() for each in (lines.values() if isinstance(lines, Mapping) else [lines])]
    return [function for lines in groups for function, *_ in lines]


def described(program: ir.Program, at: dict[str, int]) -> dict[str, Any]:
    """What the section says."""
    layout, names = program.layout, describing.described(program)
    seen = [each.visibility for each in program.fields] + [each.visibility for each in program.families]
    for each, kinds in zip(names["alternatives"], kinds_of(program), strict=True):
        each["held"] = [HELD[_HELD[(kind > 0) - (kind < 0)]] for kind in kinds]
    return {
        "format": FORMAT,
        **names,
        "at": {name: at[name] for name in (*ADDRESSES, *THINKING)},
        "header": {name: getattr(ir, f"CELL_{name.upper()}") for name in (
            "decision", "decider", "players", "me", "active", "ply", "held", "rng_high", "rng_low"
        )},
        "cells": layout.size,
        "arena": ARENA_BYTES,
        "node_head": NODE_HEAD,
        "layout": {key: value for key, value in asdict(layout).items() if key.startswith(("zone", "piece"))},
        "texts": [asdict(each) for each in program.texts],
        "owners": {each.owners: program.tables[each.owners] for each in seen if each.owners >= 0},
        "scoring": asdict(program.scoring),
        "faults": FAULTS,
        "events": EVENT,
        "held": HELD,
        "places": [[each.file, each.line, each.column, each.element] for each in program.places],
    }  # fmt: skip
