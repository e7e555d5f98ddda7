"""What was found out as the document of `balance --json`."""

from __future__ import annotations

from collections.abc import Sequence

from ..documents import balancing as shapes
from ..documents.shape import shaped
from ..measures.statistics import CONFIDENCE
from ..measures.table import OF
from .comparing import Differing
from .findings import findings
from .judging import Figure, Judged


def balance_document(
    judged: Judged, against: Judged | None = None, differing: Sequence[Differing] = ()
) -> shapes.Balance:  # fmt: skip
    """The whole document."""
    more: dict[str, object] = {}
    if against is not None:
        more["against"] = _side(against)
        more["differences"] = [shaped(shapes.BalanceDifference, each) for each in differing]
    if judged.interrupted or (against is not None and against.interrupted):
        more["interrupted"] = True
    return shaped(shapes.Balance, seed=judged.wish.seed, confidence=CONFIDENCE, ruleset=_side(judged), **more)


def _side(judged: Judged) -> shapes.BalanceSide:
    together = judged.together
    rungs = [] if together is None else [
        shaped(shapes.BalanceRung, each, than=each.than or None) for each in together.rungs
    ]  # fmt: skip
    return shaped(
        shapes.BalanceSide,
        judged,
        ruleset=judged.target,
        bots=list(judged.wish.bots),
        findings=[shaped(shapes.Finding, each) for each in findings(judged)],
        seats=[shaped(shapes.BalanceSeat, each) for each in judged.seat_figures],
        turns=[shaped(shapes.BalanceTurn, each) for each in judged.bot_figures],
        measures=[_measure(each) for each in judged.figures],
        kept=[
            shaped(
                shapes.BalanceKept, each, how=each.restriction.how, sort=each.restriction.sort,
                name=each.restriction.name,
            )
            for each in judged.kept
        ],
        together=None if together is None else {"verdict": together.verdict, "bots": rungs},
        scoring=judged.scoring or None,
        faults=[
            shaped(
                shapes.BalanceFault, each, game=each.index, decision=each.decisions, message=each.fault
            )
            for each in (record.playout for record in judged.faults)
        ],
    )  # fmt: skip


def _measure(found: Figure) -> shapes.BalanceMeasure:
    return shaped(
        shapes.BalanceMeasure, found.measure, about=OF[found.measure.of], games=found.games,
        mean=shaped(shapes.Mean, found.mean), varies=round(found.varies, 6),
    )  # fmt: skip
