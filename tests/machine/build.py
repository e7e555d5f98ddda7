"""Programs written by hand in the program form, for tests of what runs them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from yupana.interpreter.backends.protocol import BackEnd
from yupana.interpreter.backends.registry import USUAL
from yupana.interpreter.game import Game
from yupana.interpreter.machine.machine import Machine
from yupana.interpreter.program import ir

PLAYER = ir.Domain("Player", "player", ("red", "blue", "green"), present=((), (0,), (0, 1), (0, 1, 2)))
PLACES = (
    ir.Place("actions.yaml", 12, 5, "site.level > 0", "action build"),
    ir.Place("functions.yaml", 3, 9, "a // b", "function share"),
)
INT = ir.ValueType("int")
BOOL = ir.ValueType("bool")


def c(value: int) -> ir.Const:
    return ir.Const(value)


def v(slot: int) -> ir.Local:
    return ir.Local(slot)


def op(name: str, *args: ir.Expr | int, place: int = -1, size: int = 0) -> ir.Op:
    return ir.Op(name, tuple([c(each) if isinstance(each, int) else each for each in args]), place, size)


def lst(*values: int) -> ir.ConstList:
    return ir.ConstList(values)


def members(*values: int, size: int = 5) -> ir.ConstSet:
    return ir.ConstSet(values, size)


def listed(size: int, of: ir.Shape | None = ir.SCALAR) -> ir.Shape:
    """The shape of a list."""
    return ir.Shape("list", size, of=of)


def mapped(size: int, domain: int = -1) -> ir.Shape:
    """The shape of a map of numbers."""
    return ir.Shape("map", size, domain, ir.SCALAR)


def cell(base: int, index: ir.Expr | None = None) -> ir.Load:
    return ir.Load(base, index, ir.SCALAR)


def slots(count: int, **special: Any) -> tuple[ir.Shape, ...]:
    """`count` scalar locals; `s3=Shape(...)` for another shape of slot 3."""
    return tuple([special.get(f"s{i}", ir.SCALAR) for i in range(count)])


def function(
    name: str, params: Sequence[int], body: Sequence[ir.Stmt], *, count: int = 12, result: ir.Shape | None = ir.SCALAR,
    generator: bool = False, **special: Any,
) -> ir.Function:  # fmt: skip
    return ir.Function(name, tuple(params), slots(count, **special), result, 0, tuple(body), generator=generator)


def waiting(
    name: str, blocks: Sequence[ir.Block], *, params: Sequence[int] = (), keep: Sequence[int] = (), count: int = 12,
    **special: Any,
) -> ir.Function:  # fmt: skip
    """A function that waits and keeps the slots `keep` in its frame."""
    shapes = slots(count, **special)
    frame, at = [], ir.FRAME_HEAD
    for slot in keep:
        frame.append((slot, at))
        at += shapes[slot].cells
    return ir.Function(
        name, tuple(params), shapes, ir.SCALAR, 0, blocks=tuple(blocks), frame=tuple(frame), frame_size=at, waits=True
    )


NOTHING = function("init", (), (), result=None)
DONE = waiting("main", [ir.Block((), ir.Finish())])


def layout(size: int = 400, zones: int = 0, pieces: int = 0, stack: int = 200, **rest: Any) -> ir.Layout:
    at = 100
    starts = []
    for count in (zones, zones, zones, pieces, pieces, pieces):
        starts.append(at)
        at += count
    parts: list[Any] = [size, stack, *starts, zones, pieces]
    return ir.Layout(*parts, **rest)


def program(functions: Sequence[ir.Function] = (), **parts: Any) -> ir.Program:
    """A program of `init` (function 0), a `main` that ends at once (1) and the functions given."""
    known: dict[str, Any] = {
        "name": "sample", "title": "Sample", "hash": "0123456789abcdef", "min_players": 1, "max_players": 3,
        "domains": (PLAYER,), "layout": layout(), "fields": (), "families": (), "zone_ordered": (), "zone_refill": (),
        "tables": (), "functions": (NOTHING, DONE, *functions), "decisions": (), "alternatives": (), "texts": (),
        "places": PLACES, "game_options": (), "init": 0, "main": 1,
    }  # fmt: skip
    known.update(parts)
    return ir.Program(**known)


ENGINE: BackEnd = USUAL
"""What runs them; the fixture `each_engine` makes it each back end in turn."""


def ready(made: ir.Program) -> Machine:
    """A program, ready to run."""
    return Machine(made, ENGINE)


def playable(made: ir.Program) -> Game:
    """A program as a game."""
    return Game(made, engine=ENGINE)
