"""What was found out as the document of `balance --json`."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..documents.balancing import Balance, BalanceSide, Mean
from ..measures.statistics import CONFIDENCE, Interval
from ..measures.table import OF
from .comparing import Differing
from .findings import findings
from .judging import Judged

DIGITS = 6


def balance_document(
    judged: Judged, against: Judged | None = None, differing: Sequence[Differing] = ()
) -> Balance:  # fmt: skip
    """The whole document."""
    document: Balance = {"seed": judged.wish.seed, "confidence": CONFIDENCE, "ruleset": _side(judged)}
    if against is not None:
        document["against"] = _side(against)
        document["differences"] = [
            {
                "name": each.name,
                "unit": each.unit,
                "old": round(each.old, DIGITS),
                "new": round(each.new, DIGITS),
                "difference": _mean(each.difference),
                "differs": each.differs,
                "games": each.games,
            }
            for each in differing
        ]
    if judged.interrupted or (against is not None and against.interrupted):
        document["interrupted"] = True
    return document


def _mean(found: Interval) -> Mean:
    low, high = (round(each, DIGITS) if math.isfinite(each) else None for each in (found.low, found.high))
    return {"value": round(found.value, DIGITS), "low": low, "high": high}


def _side(judged: Judged) -> BalanceSide:
    return {
        "ruleset": judged.target,
        "title": judged.title,
        "engine": judged.engine,
        "bots": list(judged.wish.bots),
        "games": judged.games,
        "finished": judged.finished,
        "cut": judged.cut,
        "worth": judged.worth,
        "findings": [{"weight": each.weight, "text": each.text} for each in findings(judged)],
        "seats": [
            {
                "seat": each.seat,
                "bot": each.bot,
                "share": _mean(each.share),
                "uneven": each.uneven,
                "score": None if each.score is None else round(each.score, DIGITS),
            }
            for each in judged.seat_figures
        ],
        "turns": [
            {"bot": each.bot, "share": _mean(each.share), "even": round(each.even, DIGITS)}
            for each in judged.bot_figures
        ],
        "measures": [
            {
                "key": each.measure.key,
                "name": each.measure.name,
                "about": OF[each.measure.of],
                "unit": each.measure.unit,
                "games": each.games,
                "mean": _mean(each.mean),
                "varies": round(each.varies, DIGITS),
                "told": each.measure.told,
                "advice": each.measure.advice,
                "known_as": each.measure.known_as,
            }
            for each in judged.figures
        ],
        "uses": [
            {
                "name": each.name,
                "sort": each.sort,
                "times": round(each.times, DIGITS),
                "games": round(each.games, DIGITS),
                "offered": round(each.offered, DIGITS),
                "taken": round(each.taken, DIGITS),
                "winning": None if each.winning is None else _mean(each.winning),
                "seen": each.seen,
            }
            for each in judged.uses
        ],
        "kept": [
            {
                "how": each.restriction.how,
                "sort": each.restriction.sort,
                "name": each.restriction.name,
                "games": each.games,
                "share": _mean(each.share),
                "seen": each.seen,
                "alike": each.alike,
                "endless": each.endless,
                "verdict": each.verdict,
            }
            for each in judged.kept
        ],
        "untried": judged.untried,
        "skill": None
        if judged.skill is None
        else {
            "better": judged.skill.better,
            "worse": judged.skill.worse,
            "games": judged.skill.games,
            "share": _mean(judged.skill.share),
            "seen": judged.skill.seen,
            "alike": judged.skill.alike,
        },
        "together": None
        if judged.together is None
        else {
            "verdict": judged.together.verdict,
            "bots": [
                {"bot": each.bot, "games": each.games, "share": _mean(each.share), "than": each.than or None}
                for each in judged.together.rungs
            ],
        },
        "scoring": judged.scoring or None,
        "ratings": [
            {
                "bot": each.bot,
                "games": each.games,
                "rating": None if each.rating is None else _mean(each.rating),
                "against": {bot: _mean(share) for bot, share in each.against.items()},
            }
            for each in judged.ratings
        ],
        "faults": [
            {
                "game": each.playout.index,
                "seed": each.playout.seed,
                "decision": each.playout.decisions,
                "message": each.playout.fault,
                "place": each.playout.place,
            }
            for each in judged.faults
        ],
    }
