"""What to aim at: figures that were measured elsewhere, on other machines (for orientation, never for a ratio), and
what the large games are to come to."""

from __future__ import annotations

from functools import partial

from yupana.tests.bench.engines import NATIVE, Setting, playouts, there
from yupana.tests.bench.measure import Rates, by_turns, in_chunks
from yupana.tests.bench.report import Plan, Table

GAMES: dict[str, tuple[float | None, float]] = {
    "tic_tac_toe": (3.2e6, 3.45e6),
    "connect_four": (1.3e6, 1.30e6),
    "breakthrough": (87e3, 51e3),
    "hex": (None, 56e3),
    "reversi": (None, 21e3),
    "chess": (None, 1.15e3),
}
"""Random games a second, measured elsewhere: arrays in C, and the best compiled engine for rules in general."""

DECISIONS = {"cargo_empire": 1e6, "cuzco_feld": 1e6, "cuzco_kk": 1e5, "pizarro": 5e5}
"""The decisions a second that are aimed at."""


def _native(plan: Plan, name: str) -> Rates | None:
    if not there(NATIVE):
        return None
    setting = Setting(name)
    side = in_chunks(partial(playouts, NATIVE, setting.game(NATIVE), setting))
    return by_turns({NATIVE: side}, plan.rounds, plan.seconds)[NATIVE]


def games(plan: Plan) -> Table:
    """Games a second of the native engine, beside figures from elsewhere."""
    out = Table("elsewhere", "Random games a second, beside figures measured elsewhere")
    for name, (arrays, general) in GAMES.items():
        if plan.wants(name):
            found = _native(plan, name)
            out.rows.append({
                "game": name, "native, games/s": found.games if found else None, "elsewhere: arrays in C": arrays,
                "elsewhere: the best compiled general engine": general,
            })  # fmt: skip
    out.said.append("Elsewhere is another machine: the table `arrays` has C measured on this one.")
    return out


def decisions(plan: Plan) -> Table:
    """Decisions a second of the native engine in the large games, beside what is aimed at."""
    out = Table("large", "Decisions a second in the large games, beside what is aimed at")
    for name, aim in DECISIONS.items():
        if plan.wants(name):
            found = _native(plan, name)
            out.rows.append({"game": name, "native, decisions/s": found.decisions if found else None, "aim": aim})
    out.said.append("Elsewhere, engines of such games written by hand in Java make 400 k to 750 k moves a second.")
    return out
