"""Which phrase says an operator, a word or a built-in of the language in a sentence."""

from __future__ import annotations

from collections.abc import Mapping

COMPARISONS: Mapping[str, str] = {
    "==": "e_is",
    "!=": "e_is_not",
    "<": "e_less",
    "<=": "e_at_most",
    ">": "e_more",
    ">=": "e_at_least",
    "in": "e_in",
    "not in": "e_not_in",
}
SIGNS: Mapping[str, str] = {"+": "+", "-": "−", "*": "×", "//": "÷", "%": "mod"}
OWN: Mapping[str, str] = {"me": "e_me", "active": "e_active", "players": "e_players", "it": "e_it"}
BUILT_IN: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "score": ("e_score", ("player",)),
    "winners": ("e_winners", ()),
    "is_over": ("e_over", ()),
    "is_draw": ("e_draw", ()),
    "lost": ("e_lost", ("player",)),
    "next": ("e_next", ("player",)),
    "previous": ("e_previous", ("player",)),
    "opponent": ("e_opponent", ("player",)),
    "neighbors": ("e_neighbors", ("space",)),
    "distance": ("e_distance", ("a", "b")),
    "step": ("e_step", ("space", "direction")),
    "ray": ("e_ray", ("space", "direction")),
    "lines": ("e_lines", ("space", "number")),
    "at": ("e_space_at", ("column", "row")),
    "opposite": ("e_opposite", ("direction",)),
    "toward": ("e_toward", ("a", "b")),
    "between": ("e_between", ("a", "b")),
    "sees": ("e_sees", ("player", "thing")),
    "as_player": ("e_as_player", ("player", "value")),
    "can": ("e_can", ("player", "action")),
    "options": ("e_options", ("player", "action")),
    "times": ("e_times", ("position",)),
    "ago": ("e_ago", ("position",)),
    "top": ("e_top", ("zone",)),
    "bottom": ("e_bottom", ("zone",)),
}
