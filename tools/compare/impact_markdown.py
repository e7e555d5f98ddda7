"""An impact as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from .figures import (
    PARTINGS,
    blamed,
    difference,
    examples_sentence,
    interval,
    method,
    number,
    replays_sentence,
    verdict,
)
from .impact import Impact
from .play import Row
from .proving import Proof
from .replaying import Replayed
from .show_markdown import markdown, plain, prose, quoted
from .wording import headline

_MOST_ROWS = 40


def impact_markdown(impact: Impact) -> str:
    """The whole report."""
    old, new = impact.old, impact.new
    rows = [f"# What changes: {plain(old.target)} → {plain(new.target)}", ""]
    sentences = (
        headline(impact.difference),
        examples_sentence(impact),
        replays_sentence(impact),
        verdict(impact.play),
        *(f"{note}." for note in impact.notes),
    )
    rows += [f"- {plain(each)}" for each in sentences]
    rows += ["", "## Old examples under the new rules", "", plain(examples_sentence(impact)), ""]
    for proof in impact.proofs:
        if proof.verdict != "holds":
            rows += _proof(proof)
    rows += ["", "## Old games under the new rules", "", plain(replays_sentence(impact)), ""]
    rows += _blame(impact)
    for replayed in impact.replayed:
        if not replayed.same:
            rows += _replayed(replayed)
    rows += ["", "## How it plays", "", plain(verdict(impact.play)), "", plain(method(impact.play)), ""]
    rows += _play(impact)
    rows += ["", markdown(old, new, impact.difference)]
    return "\n".join(rows).rstrip() + "\n"


def _proof(proof: Proof) -> list[str]:
    rows = [f"- **{proof.verdict}** {quoted(proof.name)} ({quoted(proof.place)}): {prose(proof.message)}"]
    if not proof.before:
        rows.append("  - it failed under the old rules as well")
    if proof.now != "kept":
        rows.append(f"  - the new ruleset has it {proof.now}")
    if proof.rules:
        rows.append(f"  - rules {', '.join(map(quoted, proof.rules))}")
    if proof.changes:
        rows.append(f"  - made to fail by {', '.join(map(quoted, proof.changes[:6]))}")
    if proof.cause.sentence:
        rows.append(f"  - {plain(proof.cause.sentence)}")
    return rows


def _blame(impact: Impact) -> list[str]:
    told = blamed(impact.replayed)
    if not told:
        return []
    rows = ["Changes that make games part:", ""]
    return rows + [f"- {quoted(path)}: {count} of {len(impact.replayed)} games" for path, count in told] + [""]


def _replayed(replayed: Replayed) -> list[str]:
    recorded = replayed.recorded
    where = f"decision {replayed.at} of {replayed.decisions}" if replayed.at else "the start"
    who = f", {plain(replayed.player)} ({plain(replayed.decision)})" if replayed.player else ""
    rows = [f"- {quoted(recorded.name)}: {PARTINGS[replayed.parting]} at {where}{who}: {prose(replayed.why)}"]
    if replayed.reason:
        rows.append(f"  - {prose(replayed.reason)}")
    rows += [f"  - {prose(each)}" for each in (*replayed.differs, *replayed.also)]
    if replayed.changes:
        rules = f" (rules {', '.join(map(quoted, replayed.rules))})" if replayed.rules else ""
        rows.append(f"  - made by: {', '.join(map(quoted, replayed.changes))}{rules}")
    if replayed.cause.sentence:
        rows.append(f"  - {plain(replayed.cause.sentence)}")
    return rows


def _play(impact: Impact) -> list[str]:
    play = impact.play
    rows: list[str] = []
    for side, faults in zip(("old", "new"), play.faults, strict=True):
        if faults:
            rows += [f"Games that did not end under the {side} rules: {len(faults)}.", ""]
            rows += [*(f"- {plain(each)}" for each in faults[:5]), ""]
    if not play.pairs:
        return rows
    for heading, table in play.tables.items():
        rows += _table(heading, table)
    rows += ["### Seats", ""]
    rows += [
        "| seat | win share, old | win share, new | difference | wins alone, old | wins alone, new | difference "
        "| score, old | score, new | difference |"
    ]
    rows += ["|---|--:|--:|:--|--:|--:|:--|--:|--:|:--|"]
    for each in play.seats:
        cells = [
            plain(each.seat),
            f"{number(each.wins.old, share=True)} ({interval(each.old_wins, share=True, signed=False)})",
            f"{number(each.wins.new, share=True)} ({interval(each.new_wins, share=True, signed=False)})",
            difference(each.wins, share=True),
            number(each.alone.old, share=True),
            number(each.alone.new, share=True),
            difference(each.alone, share=True),
            number(each.score.old),
            number(each.score.new),
            difference(each.score),
        ]
        rows.append(f"| {' | '.join(cells)} |")
    return rows


def _table(heading: str, table: Sequence[Row]) -> list[str]:
    if not table:
        return []
    rows = [f"### {heading}", "", "| | old | new | difference |", "|---|--:|--:|:--|"]
    shown = sorted(table, key=lambda row: not row.compared.seen)[:_MOST_ROWS]
    for row in shown if len(table) > _MOST_ROWS else table:
        told = difference(row.compared, share=row.share)
        told = f"**{told}**" if row.compared.seen else told
        old, new = number(row.compared.old, share=row.share), number(row.compared.new, share=row.share)
        rows.append(f"| {plain(row.name)} | {old} | {new} | {told} |")
    if len(table) > _MOST_ROWS:
        rows += ["", f"… and {len(table) - _MOST_ROWS} more rows."]
    return [*rows, ""]
