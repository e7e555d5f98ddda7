"""An impact for people on a terminal: the gist; the whole stands in the report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from .figures import (
    PARTINGS,
    blamed,
    causes_told,
    difference,
    examples_sentence,
    method,
    number,
    replays_sentence,
    verdict,
    worth_telling,
)
from .impact import Impact
from .play import Row
from .show_text import some
from .wording import headline, sign

if TYPE_CHECKING:
    from rich.console import Console

_MOST = 8


def show_impact(out: Console, impact: Impact) -> None:
    """Print what was found out."""
    out.print(Text.assemble((impact.old.target, "bold"), " → ", (impact.new.target, "bold")))
    _heading(out, "Changes")
    out.print(headline(impact.difference))
    playing = [each for each in impact.difference.changes if each.plays]
    for change in playing[:_MOST]:
        out.print(f"  {sign(change)} {change.path}")
    if len(playing) > _MOST:
        out.print(f"  … and {len(playing) - _MOST} more that can change how the game plays")
    _heading(out, "Old examples under the new rules")
    out.print(examples_sentence(impact))
    bad = [each for each in impact.proofs if each.verdict != "holds"]
    for proof in bad[:_MOST]:
        how = "" if proof.now == "kept" else f" ({proof.now} in the new ruleset)"
        out.print(Text.assemble("  ", (f"{proof.verdict}  ", "red"), proof.name, (f"{how}  {proof.place}", "dim")))
        out.print(f"    {_short(proof.message)}")
    if len(bad) > _MOST:
        out.print(f"  … and {len(bad) - _MOST} more")
    _heading(out, "Old games under the new rules")
    out.print(replays_sentence(impact))
    parted = [each for each in impact.replayed if not each.same]
    for replayed in parted[:3]:
        where = f"decision {replayed.at} of {replayed.decisions}" if replayed.at else "the start"
        out.print(f"  {replayed.recorded.name}: {PARTINGS[replayed.parting]} at {where}")
        out.print(f"    {_short(replayed.why)}")
        if replayed.reason:
            out.print(f"    {_short(replayed.reason)}")
    told = [f"{path} ({count})" for path, count in blamed(parted)]
    if told:
        out.print(f"  made by: {some(told, 6)}")
    for sentence in causes_told(parted)[:3]:
        out.print(f"  {sentence}")
    _heading(out, "How it plays")
    out.print(verdict(impact.play))
    _play(out, impact)
    for note in impact.notes:
        out.print(f"{note}.")


def _heading(out: Console, title: str) -> None:
    out.print()
    out.print(Text(title, "bold"))


def _short(text: str, most: int = 240) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _play(out: Console, impact: Impact) -> None:
    play = impact.play
    for side, faults in zip(("old", "new"), play.faults, strict=True):
        if faults:
            out.print(f"{len(faults)} games did not end under the {side} rules, such as: {faults[0]}")
    if not play.pairs:
        return
    ends = [Row(f"end: {each.name}", each.compared, share=True) for each in play.ends]
    _table(out, [*play.length, *play.scores, *play.results, *ends])
    _table(out, play.seat_rows)
    for heading, table in (("actions", play.actions), ("components", play.components)):
        told, left = worth_telling(table, _MOST)
        if told:
            _table(out, told)
        out.print(f"{heading}: {left} {'more ' if told else ''}without a difference told here" if left else "")
    out.print(method(play), style="dim")


def _table(out: Console, rows: Sequence[Row]) -> None:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("")
    table.add_column("old", justify="right")
    table.add_column("new", justify="right")
    table.add_column("difference")
    for row in rows:
        told = Text(difference(row.compared, share=row.share), "bold" if row.compared.seen else "dim")
        old, new = number(row.compared.old, share=row.share), number(row.compared.new, share=row.share)
        table.add_row(row.name, old, new, told)
    out.print(table)
