"""An impact as JSON, for programs.

    {"diff": the document of `yupana diff --json`,
     "examples": {"holds", "fails", "cannot be compiled": how many,
        "results": [{"name", "verdict", "message", "place", "held_before", "now": "kept" | "changed" | "removed",
                     "rules": [ids], "changes": [paths], "cause": CAUSE}]},
     "replays": {"games", "same": how many,
        "results": [{"game", "fresh", "players", "seed", "decisions", "same",
                     "parting": "none" | "start" | "illegal" | "options" | "score" | "end" | "fault" | "player",
                     "at": number of the decision, "player", "decision", "why", "reason",
                     "chance": the decision from which chance runs differently, or 0,
                     "changes": [paths], "rules": [ids], "cause": CAUSE, "differs": [sentences], "also": [sentences]}]},
     "play": {"games", "pairs", "players", "seed", "bots", "confidence", "seen": [names],
        "tables": {heading: [NUMBER with "name" and "share"]},
        "seats": [{"seat", "wins" (its part of the wins), "wins_alone", "score": NUMBERs,
                   "old_wins", "new_wins": INTERVALs}],
        "faults": {"old": [sentences], "new": [sentences]}},
     "notes": [sentences]}

A CAUSE is {"found": "only" | "alone" | "each" | "together" | "unknown" | "nothing", "sets": [[paths]], "whole",
"sentence"}: the smallest sets of changes each of which makes the difference, whether there is none without all of them,
and how that was found out; `changes` are all paths in the sets, none when the cause is unknown.

A NUMBER is {"old", "new": means, "difference": INTERVAL, "seen"}, an INTERVAL {"value", "low", "high", "exact"}; `low`
and `high` are null where there are too few games to say. In each table all intervals hold together with `confidence`.
"""

from __future__ import annotations

import math
from typing import Any

from .causes import Cause
from .document import document
from .impact import Impact
from .play import Play
from .proving import Proof
from .replaying import Replayed
from .statistics import CONFIDENCE, Compared, Interval

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
