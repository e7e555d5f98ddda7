"""An impact as JSON, for programs: `documents.comparing.Impact` says what its keys are."""

from __future__ import annotations

import math
from typing import Any

from ..measures.statistics import CONFIDENCE, Compared, Interval
from .causes import Cause
from .document import document
from .impact import Impact
from .play import Play
from .proving import Proof
from .replaying import Replayed

VERDICTS = ("holds", "fails", "cannot be compiled")


def impact_document(impact: Impact) -> dict[str, object]:
    """The document of `yupana impact --json`."""
    proofs = impact.proofs
    return {
        "diff": document(impact.old, impact.new, impact.difference),
        "examples": {
            **{verdict: sum(each.verdict == verdict for each in proofs) for verdict in VERDICTS},
            "results": [_proof(each) for each in proofs],
        },
        "replays": {
            "games": len(impact.replayed),
            "same": sum(each.same for each in impact.replayed),
            "results": [_replayed(each) for each in impact.replayed],
        },
        "play": _play(impact.play),
        "notes": impact.notes,
    }


def _proof(proof: Proof) -> dict[str, object]:
    return {
        "name": proof.name,
        "verdict": proof.verdict,
        "message": proof.message,
        "place": proof.place,
        "held_before": proof.before,
        "now": proof.now,
        "rules": list(proof.rules),
        "changes": list(proof.changes),
        "cause": _cause(proof.cause),
    }


def _replayed(replayed: Replayed) -> dict[str, object]:
    recorded = replayed.recorded
    return {
        "game": recorded.name,
        "fresh": recorded.fresh,
        "players": recorded.players,
        "seed": recorded.seed,
        "decisions": replayed.decisions,
        "same": replayed.same,
        "parting": replayed.parting,
        "at": replayed.at,
        "player": replayed.player,
        "decision": replayed.decision,
        "why": replayed.why,
        "reason": replayed.reason,
        "chance": replayed.chance,
        "changes": list(replayed.changes),
        "rules": list(replayed.rules),
        "cause": _cause(replayed.cause),
        "differs": list(replayed.differs),
        "also": replayed.also,
    }


def _cause(cause: Cause) -> dict[str, object]:
    return {
        "found": cause.found,
        "sets": [[each.path for each in one] for one in cause.sets],
        "whole": cause.whole,
        "sentence": cause.sentence,
    }


def _play(play: Play) -> dict[str, Any]:
    return {
        "games": play.games,
        "pairs": play.pairs,
        "players": play.players,
        "seed": play.seed,
        "bots": list(play.bots),
        "confidence": CONFIDENCE,
        "seen": [row.name for row in play.seen],
        "tables": {
            heading: [{"name": row.name, "share": row.share, **_compared(row.compared)} for row in rows]
            for heading, rows in play.tables.items()
        },
        "seats": [
            {
                "seat": each.seat,
                "wins": _compared(each.wins),
                "wins_alone": _compared(each.alone),
                "score": _compared(each.score),
                "old_wins": _interval(each.old_wins),
                "new_wins": _interval(each.new_wins),
            }
            for each in play.seats
        ],
        "faults": {"old": play.faults[0], "new": play.faults[1]},
        "reached": [
            {"path": each.path, "through": each.through, "games": each.games, "of": each.of} for each in play.reached
        ],
        "conditions": [
            {
                "path": each.condition.path,
                "condition": each.condition.text,
                "games": each.games,
                "of": each.of,
                "number": each.condition.number or None,
                "needs": each.needs,
                "nearest": each.best,
                "mean": None if each.mean is None else round(each.mean, 6),
            }
            for each in play.held
        ],
    }


def _compared(compared: Compared) -> dict[str, object]:
    return {
        "old": round(compared.old, 6),
        "new": round(compared.new, 6),
        "difference": _interval(compared.difference),
        "seen": compared.seen,
    }


def _interval(interval: Interval) -> dict[str, object]:
    return {
        "value": round(interval.value, 6),
        "low": _finite(interval.low),
        "high": _finite(interval.high),
        "exact": interval.exact,
    }


def _finite(value: float) -> float | None:
    return round(value, 6) if math.isfinite(value) else None
