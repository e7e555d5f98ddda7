"""The rule that a difference is in: which function gives something else, where it stands, and which fields differ.

The step is walked once more, node by node, by the plain back end of the tests, which notes every call with its values
and the position it was made on, and which statement wrote which cell. Each of these calls is then made on both back
ends alone, the innermost first: the first that comes out differently is to blame. Where none does, it is who wrote the
cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from yupana.interpreter.game import Game
from yupana.interpreter.machine.faults import Trap
from yupana.interpreter.program import ir
from yupana.tests.found import ROOT
from yupana.tests.toy_backend.backend import ToyRunner, ToyTranslation
from yupana.tests.toy_backend.expressions import Call, Walk
from yupana.tests.toy_backend.statements import STATEMENTS, body
from yupana.tests.toy_backend.values import outward

from .lockstep import CHANCE, Crashed, Difference, Faulted, Twins, plain

CALLS = 4000
"""So many calls of a step are noted, and tried again."""

_WRITES = (ir.Store, ir.Move, ir.MoveAll, ir.Draw, ir.Shuffle, ir.Note, ir.Forget, ir.Roll, ir.Pick)


@dataclass(frozen=True, slots=True)
class Made:
    """A call that was made: of which function, with which values, on which position."""

    function: int
    arguments: tuple[Any, ...]
    cells: tuple[int, ...]


class Tracer(ToyRunner):
    """The plain back end, noting what it does. `calls` are in the order in which they ended."""

    def __init__(self, program: ir.Program) -> None:
        self.calls: dict[Made, None] = {}
        self.wrote: dict[int, tuple[ir.Function, int]] = {}
        self.entered: list[ir.Function] = []
        self._numbers = {id(function): number for number, function in enumerate(program.functions)}
        super().__init__(ToyTranslation(program, list))

    def fresh(self, sink: Any, script: Any, chance: Any = None) -> None:
        """Begin anew, with statements that are watched."""
        statements: dict[type, Callable[[Any, Any], None]] = dict(STATEMENTS)
        for each in _WRITES:
            statements[each] = self._watched(STATEMENTS[each])
        shared = self.shared
        self.now = Call(self.program, shared.weights, shared.zones, self._carried_out, statements, sink, script, chance)

    def _watched(self, meaning: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
        def carried_out(walk: Walk, node: ir.Stmt) -> None:
            before = list(walk.cells)
            meaning(walk, node)
            place = getattr(node, "place", -1)
            for at, (old, new) in enumerate(zip(before, walk.cells, strict=False)):
                if old != new:
                    self.wrote[at] = walk.function, place if place >= 0 else walk.function.place

        return carried_out

    def _carried_out(self, walk: Walk, statements: Sequence[ir.Stmt]) -> Any:
        function = walk.function
        made = None
        if len(self.calls) < CALLS:
            arguments = tuple([outward(walk.slots[slot]) for slot in function.params])
            made = Made(self._numbers[id(function)], arguments, tuple(walk.cells))
        try:
            return body(walk, statements)
        finally:
            if made is not None:
                self.calls.setdefault(made)

    def _block(self, cells: ir.Cells, number: int) -> int:
        f, _ = self.shared.numbering.owner[number]
        self.entered.append(self.program.functions[f])
        return super()._block(cells, number)


@dataclass(frozen=True, slots=True)
class Blame:
    """What is wrong, in words: the rule with its place, what differs there, and the cells by the names of fields."""

    element: str
    where: str
    how: str
    cells: tuple[str, ...] = ()


def blamed(twins: Twins, found: Difference) -> Blame:
    """The rule that a difference is in."""
    cells = _differing(found)
    named = tuple(named_cells(twins.one.program, cells)) if cells else ()
    if found.at is None:
        return Blame("the set-up", "", f"{found.one} / {found.other}", named)
    tracer = _walked(twins, found)
    made = _culprit(twins, tracer.calls)
    if made is not None:
        function = twins.one.program.functions[made.function]
        return Blame(*_standing(twins.one.program, function, function.place), _compared(twins, made), named)
    function, place = _otherwise(twins, found, tracer, cells)
    return Blame(*_standing(twins.one.program, function, place), f"{found.what} differ", named)


def _walked(twins: Twins, found: Difference) -> Tracer:
    """The step walked over again, or the questions that are asked of a position."""
    program = twins.one.machine.program
    tracer = Tracer(program)
    assert found.at is not None
    cells = list(found.at.cells)
    ran: list[Callable[[], Any]] = []
    if found.last is not None:
        ran = [lambda: _answered(tracer, cells, found.last), lambda: _asked(tracer, cells)]
    elif found.what == CHANCE:
        ran = [lambda option=each: _answered(tracer, cells[:], option) for each in found.at.option_tuples()]  # type: ignore[misc]
    else:
        ran = [lambda: _asked(tracer, cells), *_questions(tracer, program, cells)]
    for each in ran:
        tracer.fresh(None, None)
        with suppress(Trap):  # what was done until then is noted
            each()
    return tracer


def _answered(tracer: Tracer, cells: list[int], option: Any) -> None:
    decision = cells[ir.CELL_DECISION]
    cells[ir.CELL_DECISION] = -1
    cells[ir.CELL_PLY] += 1
    tracer.answer(cells, decision, option, 10_000)


def _asked(tracer: Tracer, cells: list[int]) -> None:
    if cells[ir.CELL_DECISION] >= 0:
        tracer.options(cells, cells[ir.CELL_DECISION])
        tracer.prompt(cells, cells[ir.CELL_DECISION])


def _questions(tracer: Tracer, program: ir.Program, cells: list[int]) -> Iterator[Callable[[], Any]]:
    """All that is asked of functions from outside, player by player."""
    scoring, seats = program.scoring, range(cells[ir.CELL_PLAYERS])
    for_one = (scoring.score, *[function for _, function in scoring.items], *scoring.ties, *scoring.report)
    asked = [(function, (seat,)) for function in for_one if function >= 0 for seat in seats]
    asked += [(function, ()) for function in (scoring.winners, scoring.draw) if function >= 0]
    asked += [(function, (cells[ir.CELL_DECIDER], cells[ir.CELL_ACTIVE])) for _, function in program.invariants]
    for each in (*program.fields, *program.families):
        if each.visibility.mode == "test":
            holders = (
                len(program.domains[each.domain].names) if isinstance(each, ir.StateField) and each.domain >= 0 else 1
            )
            asked += [(each.visibility.function, (seat, holder)) for seat in seats for holder in range(holders)]
    for function, arguments in asked:
        yield lambda function=function, arguments=arguments: tracer.call(  # type: ignore[misc]
            [*cells[: ir.CELL_ME], *arguments[:1], *cells[ir.CELL_ME + 1 :]] if len(arguments) == 1 else cells[:],
            function, arguments,
        )  # fmt: skip


def _culprit(twins: Twins, calls: dict[Made, None]) -> Made | None:
    """The first call, innermost first, that is not the same on both."""
    for made in calls:
        one, other = (_alone(game, made) for game in (twins.one, twins.other))
        if one != other:
            return made
    return None


def _alone(game: Game, made: Made) -> Any:
    """What a call gives and what it leaves behind."""
    machine = game.machine
    events: list[Any] = []
    try:
        cells = machine._asked(lambda runner: runner.cells(made.cells))
        value = plain(machine.call(cells, made.function, *made.arguments, sink=events.append))
        return value, list(cells), plain(events)
    except Trap as trap:
        return "fault", trap.place, trap.message
    except Exception as error:  # whatever a wrong back end raises is a difference
        return "error", f"{type(error).__name__}: {error}"


def _compared(twins: Twins, made: Made) -> str:
    program = twins.one.program
    one, other = (_alone(game, made) for game in (twins.one, twins.other))
    asked = f"{program.functions[made.function].name}({', '.join(map(str, made.arguments))})"
    if one[0] in ("fault", "error") or other[0] in ("fault", "error") or one[0] != other[0]:
        return f"{asked} gives {_short(one)}, there {_short(other)}"
    cells = [at for at, (a, b) in enumerate(zip(one[1], other[1], strict=False)) if a != b]
    if not cells:
        return f"{asked} tells {one[2]}, there {other[2]}"
    return f"{asked} leaves other cells behind: {', '.join(named_cells(program, cells)[:6])}"


def _short(outcome: Any) -> str:
    if outcome[0] in ("fault", "error"):
        return ": ".join(map(str, outcome[-1:]))
    text = repr(outcome[0])
    return text if len(text) < 80 else text[:80] + "…"


def _otherwise(twins: Twins, found: Difference, tracer: Tracer, cells: Sequence[int]) -> tuple[ir.Function | None, int]:
    """Who wrote what differs, who offers it, or who ran."""
    program = twins.one.program
    for at in cells:
        if at in tracer.wrote:
            return tracer.wrote[at]
    for side in (found.one, found.other):
        if isinstance(side, Faulted) and side.place in program.places:
            return None, program.places.index(side.place)
    if found.what.startswith("the options"):
        alternative = _first_difference(found)
        if alternative is not None:
            return None, program.alternatives[alternative].place
    if tracer.entered and found.last is not None:
        return tracer.entered[-1], tracer.entered[-1].place
    assert found.at is not None
    decision = found.at.cells[ir.CELL_DECISION]
    return None, program.decisions[decision].place if decision >= 0 else -1


def _first_difference(found: Difference) -> int | None:
    """The alternative of the first option that the other list does not have in its place."""
    if isinstance(found.one, tuple) and isinstance(found.other, tuple):
        for first, second in zip(found.one, found.other, strict=False):
            if first != second:
                return int(first[0])
        longer = max(found.one, found.other, key=len)
        if len(longer) > min(len(found.one), len(found.other)):
            return int(longer[min(len(found.one), len(found.other))][0])
    return None


def _standing(program: ir.Program, function: ir.Function | None, number: int) -> tuple[str, str]:
    """The element that a place belongs to (the function's name where it has none), and file and line."""
    if not 0 <= number < len(program.places):
        return (function.name if function else "?"), "?"
    place = program.places[number]
    return place.element or (function.name if function else "?"), f"{place.file.removeprefix(f'{ROOT}/')}:{place.line}"


# ---------------------------------------------------------------- cells and what they are called


def _differing(found: Difference) -> list[int]:
    if (
        found.what != "the cells"
        or isinstance(found.one, (Faulted, Crashed))
        or isinstance(found.other, (Faulted, Crashed))
    ):
        return []
    one, other = found.one, found.other
    most = max(len(one), len(other))
    return [at for at in range(most) if one[at : at + 1] != other[at : at + 1]]


_HEADER = {
    value: name.removeprefix("CELL_").lower().replace("_", " ")
    for name, value in vars(ir).items() if name.startswith("CELL_")
}  # fmt: skip


def named_cells(program: ir.Program, cells: Sequence[int]) -> list[str]:
    """What stands in these cells: the fields, zones and pieces that they belong to."""
    names: dict[str, None] = {}
    for at in cells:
        names.setdefault(_name(program, at))
    return list(names)


def _name(program: ir.Program, at: int) -> str:
    layout = program.layout
    if at in _HEADER:
        return f"the cell `{_HEADER[at]}`"
    for field in program.fields:
        holders = len(program.domains[field.domain].names) if field.domain >= 0 else 1
        holder, rest = divmod(at - field.base, field.shape.cells)
        if 0 <= holder < holders:
            of = f" of {program.domains[field.domain].names[holder]}" if field.domain >= 0 else ""
            return f"{field.name}{of}" + (f" (cell {rest})" if field.shape.cells > 1 else "")
    for name, first, count in (
        ("the first piece", layout.zone_first, layout.zones), ("the last piece", layout.zone_last, layout.zones),
        ("the size", layout.zone_size, layout.zones),
    ):  # fmt: skip
        if first <= at < first + count:
            return f"{name} of {_zone(program, at - first)}"
    for name, first, count in (
        ("the zone", layout.piece_zone, layout.pieces), ("the next piece", layout.piece_next, layout.pieces),
        ("the piece before", layout.piece_prev, layout.pieces),
    ):  # fmt: skip
        if first <= at < first + count:
            return f"{name} of piece {at - first}"
    if at >= layout.size:
        return f"note {(at - layout.size) // ir.NOTE_CELLS}"
    if at >= layout.stack:
        return f"the stack (cell {at - layout.stack})"
    return f"cell {at}"


def _zone(program: ir.Program, zone: int) -> str:
    for family in program.families:
        if family.first <= zone < family.first + family.count:
            return family.name if family.count == 1 else f"{family.name} {zone - family.first}"
    return f"zone {zone}"


# ---------------------------------------------------------------- told


def told(twins: Twins, found: Difference, target: str) -> str:
    """A difference for people: what leads to it, what differs, and in which rule."""
    blame = blamed(twins, found)
    printer = twins.one.machine.printer
    rows = [f"{target}: {found.what} differ ({found.setting})"]
    rows += [f"  {number}. {printer.option(each, exact=True)}" for number, each in enumerate(found.decisions, 1)]
    rows.append(f"  in {blame.element} ({blame.where}): {blame.how}")
    rows += [f"  differs: {', '.join(blame.cells[:8])}"] if blame.cells else []
    rows += [f"  {game.back_end.name}: {_side(side, found)}" for game, side in
             ((twins.one, found.one), (twins.other, found.other))]  # fmt: skip
    return "\n".join(rows)


def _side(side: Any, found: Difference) -> str:
    """One answer, without what both have at its beginning."""
    one, other = found.one, found.other
    if isinstance(side, (list, tuple)) and isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        same = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
        return f"from {same} on {list(side[same : same + 6])} of {len(side)}"
    text = str(side)
    return text if len(text) < 600 else text[:600] + "…"
