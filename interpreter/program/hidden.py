"""What a program keeps from some of its players: zones, fields, and decisions that are not told in full."""

from __future__ import annotations

from . import ir


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
