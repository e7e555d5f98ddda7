"""What breaking a ruleset gave: as a document for programs, and as sentences and tables for people."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text
from yupana.schemas.host import quote

from ..documents import checking as shapes
from ..documents.checking import TestStrength
from ..documents.shape import shaped
from .model import Idle, Result, Strength
from .suggesting import Proposal

_WEAKEST = 20
"""So many rules are shown where not all are."""

_UNSEEN = 40
"""So many breaks that were never seen to matter are shown where not all are."""

_LONGEST_PATH = 40
"""A longer path leaves no room for the figures beside it."""


def document(found: Strength, proposals: Sequence[Proposal] = ()) -> shapes.Strength:
    """The document of `strength --json`, with the examples that were found for missed breaks."""
    return shaped(
        shapes.Strength, found, endless=found.count("endless"), refused=found.count("refused"),
        same=found.count("same"), unseen=len(found.unseen),
        rules={name: shaped(shapes.StrengthCount, each) for name, each in found.by_rule().items()},
        files={name: shaped(shapes.StrengthCount, each) for name, each in found.by_file().items()},
        results=[shaped(shapes.StrengthResult, each, **_place(each)) for each in found],
        idle=[shaped(shapes.IdleAcceptance, each, **_place(each)) for each in found.idle],
        examples=[
            shaped(shapes.SuggestedExample, each, element=each.result.element, what=each.result.what)
            for each in proposals
        ],
    )  # fmt: skip


def _place(each: Result | Idle) -> dict[str, object]:
    return {"file": each.span.file, "line": each.span.line, "column": each.span.column}


# ---------------------------------------------------------------- for people


def show(out: Console, found: Strength, *, every: bool = False, touched: str = "") -> None:
    """Print what to do, every break that is open, those that were never seen to matter, the rules (with `every` all,
    else the first and weakest), the files and the figure. `touched` says what was broken, where that is not all."""
    out.print(Text(advice(found), "bold"))
    if touched:
        out.print(touched)
    out.print()
    for each in found:
        if each.is_open:
            out.print(Text(sentence_of(each), "yellow"))
    for idle in found.idle:
        out.print(Text(sentence_of_idle(idle), "red"))
    if found.idle or any(each.is_open for each in found):
        out.print()
    _unseen(out, found.unseen, every=every)
    _table(out, "rule", found.by_rule(), every=every)
    _table(out, "file", _within(found.by_file()), every=True)
    out.print(summary(found))


def _unseen(out: Console, found: Sequence[Result], *, every: bool) -> None:
    """The breaks that were never seen to matter, with their places: what they change may be a rule that nobody protects
    and that play at random does not come to."""
    if not found:
        return
    out.print("Never seen to matter, neither by an example nor in play at random (not in the figures):")
    left = 0 if every else max(0, len(found) - _UNSEEN)
    for each in found[: len(found) - left]:
        out.print(Text(f"  {each.span.file}:{each.span.line}, {each.name}", "dim"))
    if left:
        out.print(f"  … and {left} more; --all shows them")
    out.print()


def sentence_of(each: Result) -> str:
    """A break that was missed, in a sentence: its rules and place, what was changed, and who came by."""
    place = f"{each.span.file}:{each.span.line}"
    where = f"{', '.join(each.rules)} ({place})" if each.rules else place
    return f"{where}, {each.name}; {seen_by(each)}."


def seen_by(each: Result) -> str:
    """Who came by a break that was missed."""
    if each.reached == 0:
        return "no example comes here"
    if each.reached == 1:
        return "1 example comes through here, and does not notice"
    return f"{each.reached} examples come through here, none notices"


def sentence_of_idle(each: Idle) -> str:
    """What is accepted for nothing, in a sentence: its place, the break it names, why, and what to do."""
    told = f"{each.span.file}:{each.span.line}, {each.element}: {each.what}; this is accepted for nothing"
    return f"{told}: {each.why}{f' ({each.hint})' if each.hint else ''}."


def summary(found: Strength) -> str:
    """The figure, and of how many breaks of each sort it is made."""
    breaks, noticed = found.breaks, found.noticed
    if not breaks:
        told = "There is nothing here that an example could notice"
    else:
        told = f"{noticed} of {breaks} breaks {'is' if breaks == 1 else 'are'} noticed ({percent(noticed / breaks)}"
        told += f"; {percent(found.figure)} with the accepted ones)" if found.accepted else ")"
        told += f", {found.accepted} accepted, {found.count('missed') - found.accepted} missed"
    alike = found.count("same") - len(found.unseen)
    told += f"; {found.count('refused')} refused by check, {len(found.unseen)} never seen to matter"
    return f"{told}, {alike} the same program." if alike else f"{told}."


def advice(found: Strength) -> str:
    """What the author should do first, or that nothing needs doing."""
    if not found.breaks:
        return "Nothing needs doing: nothing was broken that an example could notice."
    idle = len(found.idle)
    more = f" Take out {counted(idle, 'acceptance')} that accept{'s' if idle == 1 else ''} nothing." if idle else ""
    missed, unseen = found.missed, len(found.unseen)
    if missed:
        of_rule = {name: each for name, each in found.by_rule().items() if each.missed}
        if not of_rule:
            return f"Write examples for what no rule is named at: {counted(missed, 'break')} missed there.{more}"
        rule, worst = next(iter(of_rule.items()))
        told = (
            f"Write an example for {rule} first: none notices {worst.missed} of its {counted(worst.breaks, 'break')}."
        )
        left = missed - worst.missed
        others = f" {counted(left, 'more break')} missed elsewhere." if left > 0 else ""
        return f"{told}{others} `--suggest` looks for examples.{more}"
    if more:
        return more.strip()
    many = found.breaks
    noticed = "the one break that was tried is" if many == 1 else f"all {many} breaks that were tried are"
    noticed += " noticed or accepted" if found.accepted else " noticed"
    if unseen:
        told = f"Look at {counted(unseen, 'break')} never seen to matter: does a rule need an example there?"
        return f"{told} Else {noticed}."
    return f"Nothing needs doing: {noticed}."


def counted(count: int, what: str) -> str:
    """`1 break`, `2 breaks`."""
    return f"{count} {what}{'' if count == 1 else 's'}"


def percent(share: float) -> str:
    """A share as a percentage that says 100 only of all."""
    return f"{math.floor(share * 1000 + 1e-9) / 10:g} %"


def _within(rows: Mapping[str, Strength]) -> dict[str, Strength]:
    """Rows of files by their paths, which leave out the folder that all lie in when they would not fit a line."""
    paths = [Path(each) for each in rows]
    if max(map(len, rows), default=0) <= _LONGEST_PATH or len({each.anchor for each in paths}) > 1:
        return dict(rows)
    kept = Path(os.path.commonpath([each.parent for each in paths])).parent
    return {str(Path(each).relative_to(kept)): found for each, found in rows.items()}


def _table(out: Console, of: str, rows: Mapping[str, Strength], *, every: bool) -> None:
    """A row for each with something that an example could notice, the weakest first."""
    known = {name: each for name, each in rows.items() if each.breaks}
    chosen = known if every else {name: each for name, each in known.items() if each.missed}
    left = 0 if every else max(0, len(chosen) - _WEAKEST)
    if not chosen:
        return
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(of, overflow="fold")
    for head in ("breaks", "noticed", "missed", "accepted"):
        table.add_column(head, justify="right")
    for name, each in list(chosen.items())[: len(chosen) - left]:
        figures = (each.breaks, each.noticed, each.missed, each.accepted)
        table.add_row(Text(name), *[str(figure) for figure in figures])
    out.print(table)
    if left:
        out.print(f"… and {left} more {of}{'' if left == 1 else 's'} with breaks that are missed; --all shows them")
    out.print()


# ---------------------------------------------------------------- demanding
#
# A figure that is demanded: so many percent of the breaks must be noticed or accepted.


@dataclass(frozen=True, slots=True)
class Demand:
    """What was found of a ruleset, and how many percent of it are wanted."""

    at_least: int
    found: Strength

    @property
    def is_met(self) -> bool:
        """Whether that many are noticed or accepted; where there is nothing to notice, they are."""
        return self.found.figure * 100 >= self.at_least - 1e-9

    def told(self) -> str:
        """How it stands, in a sentence."""
        breaks = self.found.breaks
        said = f"{percent(self.found.figure)} of {breaks} break{'' if breaks == 1 else 's'} noticed or accepted"
        if self.is_met:
            return f"{said}, at least {self.at_least} % are wanted"
        return f"{said}, but at least {self.at_least} % are wanted"

    def advice(self) -> str:
        """What tells the breaks that are missed."""
        return quote(["yupana", "strength", self.found.ruleset])

    def to_json(self) -> TestStrength:
        """The part of `test --json` that tells it."""
        return shaped(TestStrength, self.found, at_least=self.at_least)
