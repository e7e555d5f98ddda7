"""Figures that were measured elsewhere, on other machines: for orientation, never for a ratio."""

from __future__ import annotations

from yupana.tests.bench.report import Plan, Table

GENERAL = "the best compiled general rules engine"
ELSEWHERE: dict[str, dict[str, float]] = {
    "tic_tac_toe": {"arrays in C": 3.2e6, GENERAL: 3.45e6},
    "connect_four": {"arrays in C": 1.3e6, GENERAL: 1.30e6},
    "breakthrough": {"arrays in C": 87e3, GENERAL: 51e3},
    "hex": {GENERAL: 56e3},
    "reversi": {GENERAL: 21e3},
    "chess": {GENERAL: 1.15e3},
}
"""Random games a second."""


def table(plan: Plan) -> Table:
    """The figures, as they were given."""
    out = Table("elsewhere", "For orientation: random games a second, measured elsewhere")
    for game, known in ELSEWHERE.items():
        if plan.wants(game):
            out.rows.append({"game": game, "arrays in C": known.get("arrays in C"), GENERAL: known[GENERAL]})
    out.said.append("Engines of large board games written by hand in Java make 400 k to 750 k moves a second.")
    return out
