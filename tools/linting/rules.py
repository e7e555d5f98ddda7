"""All rules of the linter in the order of their codes, and their pages."""

from __future__ import annotations

from yupana.schemas.codes import CodeDoc

from .conditions import constant_conditions, negative_costs
from .finding import Rule
from .idle_examples import idle_examples
from .idle_overlays import idle_overlays
from .magic_numbers import magic_numbers
from .outcomes import all_or_nobody, counted_for_each, win_and_draw
from .playouts import broken_invariants, never_seen, rule_faults
from .presentation import missing_texts, not_shown
from .suppressions import unused_suppressions
from .unreachable import dead_actions, dead_entries, dead_steps, no_choice
from .unread import one_way_zones, unseen_fields
from .unused import unused_locals, unused_members, unused_names, unused_parameters

RULES: tuple[Rule, ...] = (
    unused_names, unused_members, unused_parameters, unused_locals, dead_actions, dead_steps, dead_entries,
    constant_conditions, one_way_zones, no_choice, unseen_fields, magic_numbers, idle_overlays, negative_costs,
    missing_texts, never_seen, idle_examples, unused_suppressions, broken_invariants, not_shown, win_and_draw,
    rule_faults, all_or_nobody, counted_for_each,
)  # fmt: skip


def documented() -> dict[str, CodeDoc]:
    """The page of every rule by its code."""
    return {each.code: each.doc for each in RULES}
