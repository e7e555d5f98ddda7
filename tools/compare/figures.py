"""How numbers and findings of an impact are put into words; the same on a terminal, in Markdown and in HTML."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from ..measures.statistics import CONFIDENCE, Compared, Interval
from .coming import Held, Reached
from .impact import Impact
from .play import Play, Row
from .replaying import Replayed
from .wording import counted

PARTINGS = {
    "none": "the same to the end",
    "start": "cannot be started",
    "illegal": "a decision that is no longer legal",
    "options": "other options",
    "score": "another score",
    "end": "another end",
    "fault": "a rule that fails",
    "player": "another player who decides",
}


def number(value: float, *, share: bool = False, signed: bool = False) -> str:
    """A mean with as many digits as are worth reading; shares in percent, their differences in percentage points."""
    unit = " pp" if share and signed else " %" if share else ""
    return _digits(value, share=share, signed=signed) + unit


def _digits(value: float, *, share: bool, signed: bool) -> str:
    if not math.isfinite(value):
        return "∞" if value > 0 else "−∞"
    shown = abs(value) * 100 if share else abs(value)
    text = f"{shown:.1f}" if share or shown >= 10 else f"{shown:.2f}"
    sign = "" if float(text) == 0 else "−" if value < 0 else "+" if signed else ""
    return sign + text


def interval(found: Interval, *, share: bool = False, signed: bool = True) -> str:
    """`−3.1 … +2.0`, of shares `34.3 … 64.0 %`."""
    return f"{_digits(found.low, share=share, signed=signed)} … {number(found.high, share=share, signed=signed)}"


def difference(compared: Compared, *, share: bool = False) -> str:
    """The mean of the differences with its interval, or that none was seen."""
    found = compared.difference
    if compared.pairs == 0:
        return "no game to compare"
    if found.exact and found.value == 0:
        return "the same in every game"
    told = number(found.value, share=share, signed=True)
    if found.exact:
        return f"{told} in every game"
    if not math.isfinite(found.low):
        return f"{told}; one game says no more"
    around = interval(found, share=share)
    return f"{told} ({around})" if compared.seen else f"no difference seen ({around})"


def verdict(play: Play) -> str:
    """The outcome of the playouts in a sentence or two."""
    if play.games == 0:
        return "No game was played."
    if play.pairs == 0:
        return f"None of {counted(play.games, 'pair')} of games ran to the end under both rules."
    told = f"{counted(play.pairs, 'pair')} of games by {', '.join(dict.fromkeys(play.bots))} bots"
    seen = len(play.seen)
    total = len(play.rows)
    new = f" Of what is new, {play.never} never came up: of that these numbers say nothing." if play.never else ""
    new += f" {play.apart}" if play.apart else ""
    if not seen:
        return f"{told}: no difference seen in any of {total} numbers.{new}"
    return f"{told}: a difference was seen in {seen} of {total} numbers.{new}"


_TOLD = 3
"""So many numbers that differ are named before all else."""


def advice(impact: Impact) -> str:
    """What the author should do about an edit, or that nothing needs doing: no more than was found out."""
    play, told = impact.play, list[str]()
    endless = len(play.faults[1])
    if endless:
        told.append(f"Fix the new rules first: {counted(endless, 'game')} did not end under them.")
    bad = [each for each in impact.proofs if each.verdict != "holds"]
    kept = [each.name for each in bad if each.now == "kept"]
    if kept:
        few = ", ".join(kept[:_TOLD]) + (f" and {len(kept) - _TOLD} more" if len(kept) > _TOLD else "")
        told.append(
            f"Change {counted(len(kept), 'example')} or the edit: {few} no longer hold{'s' * (len(kept) == 1)}."
        )
    worded = play.in_words(impact.called)
    if seen := worded.seen:
        more = f" and {len(seen) - _TOLD} more" if len(seen) > _TOLD + 1 else ""
        used = [*worded.actions, *worded.components]
        what = ", ".join(_changed(row, used=row in used) for row in (seen[:_TOLD] if more else seen))
        told.append(f"See whether this is what you want: {what}{more}.")
    if play.never:
        told.append(
            f"Let bots that think or an example come to what is new: {play.never} of it never came up in these games."
        )
    parted = sum(not each.same for each in impact.replayed)
    if told:
        return " ".join(told)
    if parted:
        return f"See whether old games should go another way: {parted} of {len(impact.replayed)} do; no number differs."
    if not impact.difference.plays:
        return "Nothing needs doing: what changed does not change how the game plays."
    return f"Nothing needs doing, as far as {counted(play.pairs, 'pair')} of games show: no number differs."


def _changed(row: Row, *, used: bool) -> str:
    """A number before and after; of what is used, how often it is."""
    old, new = (number(each, share=row.share) for each in (row.compared.old, row.compared.new))
    return f"“{row.name}” {old} → {new} times a game" if used else f"{row.name} {old} → {new}"


def not_come(play: Play) -> list[str]:
    """What is new and never came up, in sentences, with how near the games came to it."""
    return never_came(play.reached, play.held, play.bots)


def never_came(reached: Sequence[Reached], held: Sequence[Held], bots: Sequence[str]) -> list[str]:
    """What never came up of what was looked for, in sentences."""
    who = f"{', '.join(dict.fromkeys(bots))} bots"
    told = []
    for each in reached:
        if each.games == 0:
            what = f"Nothing that depends on `{each.path}`" if each.through else f"`{each.path}`"
            never = "was carried out" if each.through else "was never carried out"
            told.append(f"{what} {never} in {counted(each.of, 'game')} by {who}.")
    for one in held:
        if one.games == 0:
            told.append(f"`{one.condition.text}` in `{one.condition.path}` never held{_near(one, who)}")
    return told


def _near(held: Held, who: str) -> str:
    if held.needs is None or held.best is None or held.mean is None:
        return f" in {counted(held.of, 'game')} by {who}."
    least = "at most" if held.condition.rising else "at least"
    near = f"{held.best} {least}, {held.mean:.1f} on average of {counted(held.of, 'game')}"
    return f": the limit is {held.needs}; {who} came to {near}."


def method(play: Play) -> str:
    """What the intervals mean."""
    level = f"{CONFIDENCE:.0%}".replace("%", " %")
    return (
        f"Game by game both sides had the same seed and bots (run seed {play.seed}). A difference is new minus old, "
        f"with the interval in which its mean lies with {level} confidence; within each table all intervals hold "
        "together; pp are percentage points. "
        "Where the interval holds 0, be it only once it is rounded, no difference was seen: the true one may still be "
        "anything inside it. Bots play worse than people, so what they never try is not measured."
    )


def examples_sentence(impact: Impact) -> str:
    """How the old examples went."""
    proofs = impact.proofs
    if not proofs:
        return "The old ruleset has no examples."
    bad = Counter(each.verdict for each in proofs if each.verdict != "holds")
    if not bad:
        return f"All {len(proofs)} old examples hold under the new rules."
    told = ", ".join(f"{count} {'fail' if kind == 'fails' and count > 1 else kind}" for kind, count in bad.items())
    kept = sum(each.verdict != "holds" and each.now == "kept" for each in proofs)
    left = f"{kept} of these the new ruleset keeps as it was" if kept else "the new ruleset has all of these anew"
    return f"{len(proofs) - sum(bad.values())} of {len(proofs)} old examples hold, {told}; {left}."


def replays_sentence(impact: Impact) -> str:
    """How the old games went."""
    games = impact.replayed
    if not games:
        return "No old game was replayed."
    fresh = sum(each.recorded.fresh for each in games)
    what = f"{len(games) - fresh} recorded and {fresh} newly played"
    same = sum(each.same for each in games)
    if same == len(games):
        return f"All {counted(same, 'old game')} ({what}) go the same way under the new rules."
    ways = Counter(PARTINGS[each.parting] for each in games if not each.same)
    told = ", ".join(f"{count} × {way}" for way, count in ways.most_common())
    return (
        f"{same} of {counted(len(games), 'old game')} ({what}) go the same way to the end; the others part at: {told}."
    )


def blamed(replayed: Sequence[Replayed]) -> list[tuple[str, int]]:
    """How many games each change makes part."""
    counts: Counter[str] = Counter()
    for each in replayed:
        counts.update(each.changes)
    return counts.most_common()


def causes_told(replayed: Sequence[Replayed]) -> list[str]:
    """How it was found out which change makes games part, or that it cannot be told, the most frequent first."""
    counts = Counter(each.cause.sentence for each in replayed if each.cause.sentence)
    return [f"{sentence} ({counted(count, 'game')})" for sentence, count in counts.most_common()]


def worth_telling(rows: Sequence[Row], most: int) -> tuple[list[Row], int]:
    """The rows in which a difference was seen, largest interval distance first, and how many rows are left out."""
    seen = [row for row in rows if row.compared.seen]
    seen.sort(key=lambda row: -abs(row.compared.difference.value))
    return seen[:most], len(rows) - min(len(seen), most)
