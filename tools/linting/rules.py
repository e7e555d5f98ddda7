"""All rules of the linter in the order of their codes, and their pages."""

from __future__ import annotations

from yupana.schemas.codes import CodeDoc

from . import (
    all_or_nobody,
    broken_invariants,
    constant_conditions,
    dead_actions,
    dead_entries,
    dead_steps,
    idle_examples,
    idle_overlays,
    magic_numbers,
    missing_texts,
    negative_costs,
    never_seen,
    no_choice,
    not_shown,
    one_way_zones,
    rule_faults,
    suppressions,
    unseen_fields,
    unused_locals,
    unused_members,
    unused_names,
    unused_parameters,
    win_and_draw,
)
from .finding import Rule

RULES: tuple[Rule, ...] = (
    unused_names.RULE,
    unused_members.RULE,
    unused_parameters.RULE,
    unused_locals.RULE,
    dead_actions.RULE,
    dead_steps.RULE,
    dead_entries.RULE,
    constant_conditions.RULE,
    one_way_zones.RULE,
    no_choice.RULE,
    unseen_fields.RULE,
    magic_numbers.RULE,
    idle_overlays.RULE,
    negative_costs.RULE,
    missing_texts.RULE,
    never_seen.RULE,
    idle_examples.RULE,
    suppressions.RULE,
    broken_invariants.RULE,
    not_shown.RULE,
    win_and_draw.RULE,
    rule_faults.RULE,
    all_or_nobody.RULE,
)


def documented() -> dict[str, CodeDoc]:
    """The page of every rule by its code."""
    return {each.code: each.doc for each in RULES}
