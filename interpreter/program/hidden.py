"""What a program keeps from some of its players: zones, fields, and decisions that are not told in full."""

from __future__ import annotations

from collections.abc import Collection

from . import ir
from .walk import descend


def secret_families(program: ir.Program) -> tuple[int, ...]:
    """The families of zones, by number, whose pieces somebody may not see."""
    return tuple([number for number, each in enumerate(program.families) if each.visibility.mode != "all"])


def secret_fields(program: ir.Program) -> tuple[int, ...]:
    """The ruleset's own fields, by number, whose values somebody may not see."""
    return tuple([
        number for number, each in enumerate(program.fields) if not each.internal and each.visibility.mode != "all"
    ])  # fmt: skip


def told_in_part(program: ir.Program) -> bool:
    """Whether there are decisions of which others do not learn everything."""
    return any(each.secret for each in program.decisions) or any(
        each.secret or each.secrets for each in program.alternatives
    )


def hides_anything(program: ir.Program) -> bool:
    """Whether anything at all is hidden from some seat."""
    return bool(secret_families(program) or secret_fields(program)) or told_in_part(program)


def left_to_chance(program: ir.Program) -> bool:
    """Whether chance decides anything: who knows the seed then knows what will come."""
    nodes = (each for function in program.functions for each in descend(function))
    return any("chance" in each.touches.split() for each in nodes)


def named_in_logs(program: ir.Program, domains: Collection[int]) -> bool:
    """Whether a line of the log may name a member of one of these domains."""
    texts = {each.text for function in program.functions for each in descend(function)
             if isinstance(each, ir.Log)}  # fmt: skip
    return any(kind.kind == "member" and kind.domain in domains for text in texts for kind in program.texts[text].types)
