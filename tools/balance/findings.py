"""What an author should hear first: the findings in sentences, the weightiest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

from ..bots.seats import thinks
from ..measures.statistics import Interval, share
from ..measures.table import shown
from ..measures.usage import Use
from .judging import Figure, Judged
from .together import Together

MANY_DRAWS = 0.5
FORCED = 0.5
STUCK = 0.25
SAME_LEADER = 0.1
EARLY = 0.5
MOST_NAMES = 6


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence. `weight` 3: something is wrong; 2: the author should look at it; 1: good to know."""

    weight: int
    text: str


def findings(judged: Judged) -> list[Finding]:
    """All findings. Where nothing is wrong there is one that says so, with what would have been seen."""
    found = [*_faults(judged)]
    if judged.finished:
        found += [*_bots(judged), *_seats(judged), *_course(judged), *_kept(judged), *_uses(judged), *_skill(judged)]
    found.sort(key=lambda each: -each.weight)
    if judged.finished and not any(each.weight >= 2 for each in found):
        found.insert(0, Finding(1, _nothing(judged)))
    return found


def _faults(judged: Judged) -> Iterator[Finding]:
    broken = [each.playout for each in judged.faults if each.playout.place]
    endless = [each.playout for each in judged.faults if not each.playout.place]
    if broken:
        yield Finding(3, f"In {_games(len(broken))} of {judged.games} a rule fails: {broken[0].fault} at "
                         f"{broken[0].place} (seed {broken[0].seed}).")  # fmt: skip
    if endless:
        yield Finding(3, f"{_games(len(endless))} of {judged.games} did not come to an end: {endless[0].fault} "
                         f"(seed {endless[0].seed}).")  # fmt: skip


def _bots(judged: Judged) -> Iterator[Finding]:
    if not any(map(thinks, judged.wish.bots)):
        yield Finding(1, "These bots do not think: the games show what the rules allow, and little of how people would "
                         "play. `--bots mcts:100` tells more.")  # fmt: skip


def _seats(judged: Judged) -> Iterator[Finding]:
    if not judged.apart:
        yield from _won(judged)
        return
    even = judged.even
    uneven = [each for each in judged.seat_figures if each.uneven]
    first = judged.figure("first_player")
    if first is not None and judged.begins and (not uneven or len(judged.seats) == 2 or len(uneven) == 1):
        away = first.mean.value - even
        what = "has the better" if away > 0 else "has the worse"
        always = {each.first for each in judged.records}
        who = f"`{judged.seats[always.pop()]}`, who decides first," if len(always) == 1 else "Who decides first"
        yield Finding(3 if abs(away) > 0.05 else 2, f"{who} {what} seat: {percent(first.mean)} of the wins; "
                                                    f"{_percent(even)} would be even.")  # fmt: skip
    elif uneven:
        told = ", ".join(f"{each.seat} {percent(each.share)}" for each in uneven)
        yield Finding(3, f"The seats are not even: of the wins {told}; {_percent(even)} would be even.")
    drawn = judged.figure("drawn")
    together = [float(len(each.playout.winners) == each.players) for each in judged.records]
    if drawn is not None and drawn.mean.value == 1 and 0 < sum(together) < len(together):
        won = percent(share(sum(together), len(together)))
        yield Finding(2, f"All players win or nobody does: they win together in {won} of the games. Where they play "
                         "together, `together: true` under `players` says so.")  # fmt: skip
    elif drawn is not None and drawn.mean.value == 1:
        yield Finding(3, "Every game was a draw: nobody can win, or nobody knows how.")
    elif drawn is not None and drawn.mean.low > MANY_DRAWS:
        yield Finding(2, f"Most games are draws: {percent(drawn.mean)}.")


def _won(judged: Judged) -> Iterator[Finding]:
    """How often a game is won that all play together, or one alone."""
    won = judged.figure("won")
    if won is None:
        return
    who, verb = ("All players", "") if len(judged.seats) > 1 else ("The player", "s")
    together = " together" if len(judged.seats) > 1 else ""
    if won.mean.value == 0:
        yield Finding(3, f"No game is won{together}: it cannot be won, or these bots do not know how.")
    elif won.mean.value == 1:
        yield Finding(2, f"Every game is won{together}: it cannot be lost, or these bots do not need to try.")
    else:
        yield Finding(1, f"{who} win{verb}{together} in {percent(won.mean)} of the games.")


def _course(judged: Judged) -> Iterator[Finding]:
    forced, dead = judged.figure("forced"), judged.figure("dead_ends")
    if forced is not None and forced.mean.value == 1:
        yield Finding(3, "Nobody has a choice: every decision has only one option.")
    elif forced is not None and forced.mean.low > FORCED:
        yield Finding(2, f"{percent(forced.mean)} of the decisions have only one option.")
    elif dead is not None and dead.mean.low > STUCK:
        yield Finding(2, f"At {percent(dead.mean)} of the decisions a player can do nothing but pass or the like.")
    if forced is not None and forced.mean.value == 1:
        return
    changes, back = judged.figure("lead_changes"), judged.figure("comebacks")
    left = judged.figure("decisiveness")
    if changes is not None and changes.mean.value == 0 and len(changes.values) >= 10:
        yield Finding(2, "The lead never changes: who is ahead first stays ahead.")
    elif back is not None and len(back.values) >= 10 and back.mean.high < SAME_LEADER:
        yield Finding(2, f"Who is ahead half way through wins: only {percent(back.mean)} of such games turn.")
    elif left is not None and len(left.values) >= 10 and left.mean.low > 1 - EARLY:
        yield Finding(2, f"It is settled early: the last {percent(left.mean)} of a game are played after the winner is "
                         "ahead for good.")  # fmt: skip


def _kept(judged: Judged) -> Iterator[Finding]:
    even = judged.even
    idle: list[str] = []
    overlooked = _overlooked(judged)
    for each in judged.kept:
        name, part = each.restriction.name, percent(each.share)
        if each.verdict == "too strong" and name in overlooked:
            yield Finding(2, f"`{name}` is worth more than these bots think: none takes it of its own accord, and a "
                             f"player who takes it whenever possible has {part} of the wins in {_games(each.games)}; "
                             f"{_percent(even)} would be even.")  # fmt: skip
        elif each.verdict == "too strong":
            yield Finding(3, f"`{name}` is too strong: a player who takes it whenever possible has {part} of the "
                             f"wins against the same bot in {_games(each.games)}; {_percent(even)} would be "
                             "even.")  # fmt: skip
        elif each.verdict == "trap":
            yield Finding(2, f"`{name}` looks better than it is: a player who never takes it has {part} of the wins "
                             f"against the same bot; {_percent(even)} would be even.")  # fmt: skip
        elif each.verdict == "enough":
            yield Finding(2, f"Taking `{name}` whenever possible is as good as choosing: {part} of the wins.")
        elif each.verdict == "no difference" and each.restriction.how == "never":
            idle.append(f"`{name}`")
        if each.endless * 2 > each.games:
            who = f"A player who {each.restriction.how} takes `{name}`"
            yield Finding(2, f"{who} keeps most games from ending ({each.endless} of {each.games}).")
    if idle:
        yield Finding(1, f"Players who never take {names_of(idle)} do neither better nor worse.")


def _uses(judged: Judged) -> Iterator[Finding]:
    actions = [each for each in judged.uses if each.sort == "action"]
    overlooked = _overlooked(judged)
    never = [each for each in actions if not each.times and each.name not in overlooked]
    left = [f"`{each.name}`" for each in never if each.offered]
    missing = [f"`{each.name}`" for each in never if not each.offered]
    if left:
        yield Finding(2, f"Nobody takes {names_of(left)}, though {'it' if len(left) == 1 else 'they'} could be taken.")
    if missing:
        yield Finding(2, f"{names_of(missing)} could never be taken in these games.")
    if judged.untouched:
        rest = names_of([f"`{each}`" for each in judged.untouched])
        many = len(judged.untouched)
        who, them = ("A component plays", "it") if many == 1 else (f"{many} components play", "them")
        yield Finding(2, f"{who} no part in these games: {rest}. No option names {them}, and nothing moves, changes or "
                         f"holds {them}.")  # fmt: skip
    strong = [each for each in judged.uses if each.seen and each.winning is not None]
    strong.sort(key=lambda each: -abs(each.winning.value if each.winning else 0))
    for each in strong[:MOST_NAMES]:
        yield Finding(1 if each.games > 0.02 else 0, _goes_with(each, apart=judged.apart))


def _overlooked(judged: Judged) -> set[str]:
    """The actions that nobody takes, and who always takes them wins more."""
    never = {each.name for each in judged.uses if each.sort == "action" and not each.times}
    return {each.restriction.name for each in judged.kept if each.verdict == "too strong"} & never


def _goes_with(use: Use, *, apart: bool) -> str:
    assert use.winning is not None
    more = "more" if use.winning.value > 0 else "less"
    if not apart:
        return (
            f"Games in which somebody uses `{use.name}` more than usual are won {more} often: {points(use.winning)}. "
            "It goes with winning, and need not be its cause."
        )
    return (
        f"Who uses `{use.name}` more than usual wins {more} often than that seat does otherwise: "
        f"{points(use.winning)}. It goes with winning, and need not be its cause."
    )


def _skill(judged: Judged) -> Iterator[Finding]:
    if judged.together is not None:
        yield from _together(judged.together, "win together" if len(judged.seats) > 1 else "win")
    if judged.skill is None:
        return
    found = judged.skill
    won = f"`{found.better}` has {percent(found.share)} of the wins against `{found.worse}`"
    if found.seen and found.share.value > judged.even:
        yield Finding(1, f"Thinking pays: {won}.")
    elif found.seen:
        yield Finding(2, f"More thinking does harm: {won}.")
    elif found.alike:
        yield Finding(2, f"More thinking does not pay: {won}.")
    else:
        yield Finding(1, f"Whether thinking pays is not clear yet: {won}.")


def _together(found: Together, win: str) -> Iterator[Finding]:
    """Whether better bots win more often where nobody plays against them."""
    told = ", ".join(f"`{each.bot}` {percent(each.share)}" for each in found.rungs)
    if found.verdict == "more":
        yield Finding(1, f"Thinking pays, better bots {win} more often: {told}.")
    elif found.verdict == "less":
        yield Finding(2, f"More thinking does harm, better bots {win} less often: {told}.")
    elif found.verdict == "alike":
        yield Finding(2, f"Better bots {win} no more often: {told}.")
    else:
        yield Finding(1, f"Whether better bots {win} more often is not clear yet: {told}.")
    for before, each in pairwise(found.rungs) if len(found.rungs) > 2 else ():
        if each.than == "less":
            yield Finding(2, f"`{each.bot}` bots {win} less often than `{before.bot}` ones.")


def _nothing(judged: Judged) -> str:
    """What would not have been seen: half of the interval of a share near a half."""
    reach = 0.98 / sqrt(judged.finished)
    if not judged.apart:
        return f"Nothing alarming was seen in {_games(judged.finished)}."
    return (
        f"Nothing alarming was seen in {_games(judged.finished)}; an advantage below about {reach * 100:.0f} % of the "
        "wins would not be seen."
    )


# ---------------------------------------------------------------- words


def percent(of: Interval) -> str:
    """`58 % (55 to 61 %)`."""
    if of.exact or of.low == of.high:
        return _percent(of.value)
    if of.low < -1 or of.high > 2:
        return f"{_percent(of.value)} (too few games to say)"
    return f"{_percent(of.value)} ({of.low * 100:.0f} to {of.high * 100:.0f} %)"


def points(difference: Interval) -> str:
    """`+12 pp (+5 to +19)`."""
    if difference.low == difference.high:
        return f"{difference.value * 100:+.0f} pp"
    return f"{difference.value * 100:+.0f} pp ({difference.low * 100:+.0f} to {difference.high * 100:+.0f})"


def number(found: Figure) -> str:
    """The mean of a measure as it is read."""
    return shown(found.mean.value, found.measure.unit)


def _percent(of: float) -> str:
    return f"{of * 100:.0f} %"


def _games(count: int) -> str:
    return f"{count} game{'' if count == 1 else 's'}"


def names_of(names: Sequence[str]) -> str:
    """Some names in a sentence; of many the first, and how many more there are."""
    if len(names) > MOST_NAMES + 1:
        names = [*names[:MOST_NAMES], f"{len(names) - MOST_NAMES} more"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
