"""What a program keeps from some of its players: zones, fields, and decisions that are not told in full."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from . import ir
from .calls import called_in
from .facts import ALL_ZONES, Part
from .walk import descend


def secret_families(program: ir.Program) -> tuple[int, ...]:
    """The families of zones, by number, whose pieces somebody may not see."""
    return tuple([number for number, each in enumerate(program.families) if each.visibility.mode != "all"])


def secret_fields(program: ir.Program) -> tuple[int, ...]:
    """The ruleset's own fields, by number, whose values somebody may not see."""
    return tuple([
        number for number, each in enumerate(program.fields) if not each.internal and each.visibility.mode != "all"
    ])  # fmt: skip


def secret_parts(program: ir.Program) -> set[Part]:
    """The parts of the state that not everybody sees."""
    fields = [number for number, each in enumerate(program.fields) if each.visibility.mode != "all"]
    zones = [number for number, each in enumerate(program.families) if each.visibility.mode != "all"]
    fields += [each.field for each in program.backs]  # of a piece that lies hidden, by its name
    secret = {("field", each) for each in fields} | {("zones", each) for each in zones}
    return secret | {ALL_ZONES} if zones else secret


def has_partial_decisions(program: ir.Program) -> bool:
    """Whether there are decisions of which others do not learn everything."""
    return any(each.secret for each in program.decisions) or any(
        each.secret or each.secrets for each in program.alternatives
    )


def hides_anything(program: ir.Program) -> bool:
    """Whether anything at all is hidden from some seat."""
    return bool(secret_families(program) or secret_fields(program)) or has_partial_decisions(program)


def left_to_chance(program: ir.Program) -> bool:
    """Whether chance decides anything: who knows the seed then knows what will come."""
    nodes = (each for function in program.functions for each in descend(function))
    return any("chance" in each.touches.split() for each in nodes)


def revealed_in_logs(program: ir.Program) -> dict[int, frozenset[int]]:
    """By text of the log, the numbers of those of its values of which the author says that they may be told to all: who
    is told such a piece learns where it lies. Of another piece (a name that is called out) nobody learns that."""
    found: dict[int, frozenset[int]] = {}
    for function in program.functions:
        slots = _revealed_slots(function)
        for each in descend(function):
            if isinstance(each, ir.Log) and not program.texts[each.text].shows:
                here = _revealed(each.args, slots)
                found[each.text] = found.get(each.text, here) & here
    return found


def revealed_in_prompts(program: ir.Program) -> dict[int, frozenset[int]]:
    """The same by decision, of the values in its question."""
    return {
        number: _revealed(each.prompt_args, _revealed_slots(program.functions[each.function]))
        for number, each in enumerate(program.decisions) if each.prompt_args
    }  # fmt: skip


def released(program: ir.Program) -> frozenset[int]:
    """The functions, by number, in which a value may stand of which the author says that it may be told: they say so
    themselves, are handed values by one of these, or get one back."""
    calls = [called_in(each) for each in program.functions]
    found = {number for number, each in enumerate(program.functions) if _is_revealed(each, ())}
    for each in program.decisions:
        calls[each.function].update(called_in(each))
        if _is_revealed(each, ()):
            found.add(each.function)
    while True:
        more = {
            number for caller, called in enumerate(calls) for number in called
            if caller in found and program.functions[number].params
        }  # fmt: skip
        more |= {
            caller for caller, called in enumerate(calls) for number in called
            if number in found and program.functions[number].result is not None
        }  # fmt: skip
        if more <= found:
            return frozenset(found)
        found |= more


def _revealed(values: Sequence[ir.Expr], slots: Collection[int]) -> frozenset[int]:
    return frozenset([number for number, each in enumerate(values) if _is_revealed(each, slots)])


def _is_revealed(value: Any, slots: Collection[int]) -> bool:
    return any(
        (isinstance(each, ir.Op) and each.op == "reveal") or (isinstance(each, ir.Local) and each.slot in slots)
        for each in descend(value)
    )


def _revealed_slots(function: ir.Function) -> frozenset[int]:
    """The slots of a function that hold nothing else than what was revealed."""
    stored: dict[int, list[ir.Expr]] = {}
    for each in descend(function):
        if isinstance(each, ir.SetLocal | ir.For):
            stored.setdefault(each.slot, []).append(each.value if isinstance(each, ir.SetLocal) else each.items)
    return frozenset([slot for slot, values in stored.items() if all(_is_revealed(each, ()) for each in values)])
