"""Differences and impacts as JSON, for programs: `documents.comparing` says what their keys are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..documents import comparing as shapes
from ..documents.shape import shaped
from ..measures.statistics import CONFIDENCE
from .model import Change, Difference

if TYPE_CHECKING:
    from yupana.interpreter.index.elements import Element

    from .causes import Cause
    from .impact import Impact
    from .play import Play
    from .replaying import Replayed
    from .sides import Side


def document(old: Side, new: Side, difference: Difference) -> shapes.Diff:
    """The document of `yupana diff --json`."""
    return shaped(
        shapes.Diff, difference, old=side(old), new=side(new), same=not difference.changes, counts=difference.counts,
        examples_run=difference.ran, changes=[_change(old, new, each) for each in difference.changes],
    )  # fmt: skip


def side(one: Side) -> shapes.Side:
    """What is compared."""
    known = one.compiled
    return shaped(shapes.Side, one, name=known.name, hash=known.hash, revision=one.revision or None)


def _change(old: Side, new: Side, change: Change) -> shapes.Change:
    concerned = change.concerned
    file, line = _place(new, change.new)
    old_file, old_line = _place(old, change.old)
    return shaped(
        shapes.Change, change, section=change.element.section, name=change.element.name,
        old_path=change.old.path if change.old is not None else None,
        file=file, line=line, old_file=old_file, old_line=old_line, inside=[each.path for each in change.inside],
        direct=concerned.direct, through=concerned.through, rules=concerned.rules,
        rules_through=concerned.rules_through, examples=concerned.examples,
    )  # fmt: skip


def _place(one: Side, element: Element | None) -> tuple[str | None, int | None]:
    if element is None or not element.span.file:
        return None, None
    return one.tell(element.span.file), element.span.line


# ---------------------------------------------------------------- an impact


def impact_document(impact: Impact) -> shapes.Impact:
    """The document of `yupana impact --json`."""
    proofs, replayed = impact.proofs, impact.replayed
    results = [shaped(shapes.ProvedExample, each, cause=_cause(each.cause)) for each in proofs]
    holds, fails, uncompiled = (
        sum(each.verdict == verdict for each in proofs) for verdict in ("holds", "fails", "cannot be compiled")
    )
    return {
        "diff": document(impact.old, impact.new, impact.difference),
        "examples": {"holds": holds, "fails": fails, "cannot be compiled": uncompiled, "results": results},
        "replays": {
            "games": len(replayed), "same": sum(each.same for each in replayed),
            "results": [_replayed(each) for each in replayed],
        },
        "play": _play(impact.play),
        "notes": impact.notes,
    }  # fmt: skip


def _replayed(replayed: Replayed) -> shapes.ReplayedGame:
    game = replayed.recorded
    return shaped(
        shapes.ReplayedGame, replayed, game=game.name, fresh=game.fresh, players=game.players, seed=game.seed,
        cause=_cause(replayed.cause),
    )  # fmt: skip


def _cause(cause: Cause) -> shapes.Cause:
    return shaped(shapes.Cause, cause, sets=[[each.path for each in one] for one in cause.sets])


def _play(play: Play) -> shapes.PlayCompared:
    tables = {
        heading: [shaped(shapes.Row, row.compared, name=row.name, share=row.share) for row in rows]
        for heading, rows in play.tables.items()
    }
    conditions = [
        shaped(
            shapes.HeldCondition, each, path=each.condition.path, condition=each.condition.text,
            number=each.condition.number or None, nearest=each.best,
        )
        for each in play.held
    ]  # fmt: skip
    return shaped(
        shapes.PlayCompared, play, confidence=CONFIDENCE, seen=[row.name for row in play.seen], tables=tables,
        faults={"old": play.faults[0], "new": play.faults[1]}, conditions=conditions,
    )  # fmt: skip
